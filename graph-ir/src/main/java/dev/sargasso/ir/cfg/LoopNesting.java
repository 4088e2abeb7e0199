package dev.sargasso.ir.cfg;

import java.util.Arrays;

/**
 * Finds the loops of any flow graph, reducible or not, in almost linear time.
 *
 * <p>P. Havlak, "Nesting of reducible and irreducible loops", TOPLAS 19 (1997), in the form of G.
 * Ramalingam, "Identifying loops in almost linear time", TOPLAS 21 (1999): a cross or forward edge
 * is looked at once the nearest common ancestor of its ends in the depth-first tree is processed,
 * which keeps irreducible graphs from being quadratic.
 *
 * <p>A loop is a strongly connected region without its outer loops' back edges; its header is the
 * member that the walk meets first. A loop that can be entered elsewhere is irreducible.
 */
final class LoopNesting {
  /** For each vertex the header of the innermost loop that it is in but does not head, or -1. */
  final int[] header;

  final boolean[] isHeader;
  final boolean[] irreducible;

  /** The vertices in preorder of the walk; a header comes before the other members. */
  final int[] preorder;

  private final Adjacency successors;
  private final int count;

  // From here on vertices are preorder numbers.
  private final int[] number;
  private final int[] last;
  private final int[] treeParent;
  private final int[] union;

  /** Entering edges known so far, as lists: for each target its sources. */
  private final int[] entering;

  private final int[] edgeFrom;
  private final int[] edgeTo;
  private final int[] edgeNext;

  /** Cross and forward edges by the common ancestor of their ends, as lists. */
  private final int[] waiting;

  /** Sources of back edges, as lists by target. */
  private final int[] returning;

  /** The outermost loop header that a vertex's loops are entered through other than at it. */
  private final int[] entered;

  LoopNesting(Adjacency successors) {
    this.successors = successors;
    count = successors.count();
    int edges = successors.edgeCount();
    number = new int[count];
    preorder = new int[count];
    last = new int[count];
    treeParent = new int[count];
    union = new int[count];
    entering = filled(count, -1);
    waiting = filled(count, -1);
    returning = filled(count, -1);
    entered = filled(count, Integer.MAX_VALUE);
    edgeFrom = new int[edges];
    edgeTo = new int[edges];
    edgeNext = new int[edges];
    int[] headerNumber = filled(count, -1);
    boolean[] heads = new boolean[count];
    walk();
    classify();
    nest(headerNumber, heads);
    header = new int[count];
    isHeader = new boolean[count];
    irreducible = new boolean[count];
    boolean[] several = findSeveralEntries(headerNumber);
    for (int w = 0; w < count; w++) {
      int vertex = preorder[w];
      header[vertex] = headerNumber[w] < 0 ? -1 : preorder[headerNumber[w]];
      isHeader[vertex] = heads[w];
      irreducible[vertex] = several[w];
    }
  }

  private static int[] filled(int length, int value) {
    int[] array = new int[length];
    Arrays.fill(array, value);
    return array;
  }

  private void walk() {
    Arrays.fill(number, -1);
    int[] stack = new int[count];
    int[] next = new int[count];
    int depth = 0;
    int made = 0;
    stack[depth++] = 0;
    number[0] = made;
    treeParent[made] = -1;
    preorder[made++] = 0;
    while (depth > 0) {
      int at = stack[depth - 1];
      if (next[at] == successors.degree(at)) {
        last[number[at]] = made - 1;
        depth--;
        continue;
      }
      int successor = successors.get(at, next[at]++);
      if (number[successor] < 0) {
        number[successor] = made;
        treeParent[made] = number[at];
        preorder[made++] = successor;
        stack[depth++] = successor;
      }
    }
    if (made != count) {
      throw new IllegalArgumentException("vertices that the root does not reach");
    }
  }

  private void classify() {
    Ancestors tree = new Ancestors(count);
    tree.addRoot(0);
    for (int w = 1; w < count; w++) {
      tree.add(w, treeParent[w]);
    }
    boolean[] treeEdgeSeen = new boolean[count];
    int edges = 0;
    for (int u = 0; u < count; u++) {
      int vertex = preorder[u];
      for (int i = 0; i < successors.degree(vertex); i++) {
        int v = number[successors.get(vertex, i)];
        int e = edges++;
        edgeFrom[e] = u;
        edgeTo[e] = v;
        if (v <= u && u <= last[v]) {
          edgeNext[e] = returning[v];
          returning[v] = e;
        } else if (treeParent[v] == u && !treeEdgeSeen[v]) {
          treeEdgeSeen[v] = true;
        } else {
          int meeting = tree.common(u, v);
          edgeNext[e] = waiting[meeting];
          waiting[meeting] = e;
        }
      }
    }
  }

  private void nest(int[] headerNumber, boolean[] heads) {
    for (int w = 0; w < count; w++) {
      union[w] = w;
    }
    int[] inBody = filled(count, -1);
    int[] body = new int[count];
    for (int w = count - 1; w >= 0; w--) {
      for (int e = waiting[w]; e >= 0; ) {
        int next = edgeNext[e];
        int target = find(edgeTo[e]);
        if (target != edgeTo[e]) {
          entered[edgeTo[e]] = Math.min(entered[edgeTo[e]], target);
        }
        edgeNext[e] = entering[target];
        entering[target] = e;
        e = next;
      }
      int size = 0;
      for (int e = returning[w]; e >= 0; e = edgeNext[e]) {
        heads[w] = true;
        int x = find(edgeFrom[e]);
        if (x != w && inBody[x] != w) {
          inBody[x] = w;
          body[size++] = x;
        }
      }
      for (int i = 0; i < size; i++) {
        int x = body[i];
        size = addToBody(find(treeParent[x]), w, inBody, body, size);
        for (int e = entering[x]; e >= 0; e = edgeNext[e]) {
          size = addToBody(find(edgeFrom[e]), w, inBody, body, size);
        }
      }
      for (int i = 0; i < size; i++) {
        headerNumber[body[i]] = w;
        union[body[i]] = w;
      }
    }
  }

  private static int addToBody(int x, int w, int[] inBody, int[] body, int size) {
    if (x == w || inBody[x] == w) {
      return size;
    }
    inBody[x] = w;
    body[size] = x;
    return size + 1;
  }

  private int find(int vertex) {
    int at = vertex;
    while (union[at] != at) {
      union[at] = union[union[at]];
      at = union[at];
    }
    return at;
  }

  /** Carries entries inwards of headers up through all the loops that they enter. */
  private boolean[] findSeveralEntries(int[] headerNumber) {
    boolean[] several = new boolean[count];
    for (int w = count - 1; w >= 0; w--) {
      int h = headerNumber[w];
      if (h >= 0 && entered[w] <= h) {
        several[h] = true;
        entered[h] = Math.min(entered[h], entered[w]);
      }
    }
    return several;
  }
}
