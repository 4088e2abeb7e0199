package dev.sargasso.ir.cfg;

import java.util.Arrays;

/**
 * The loops of a function and how they nest, irreducible ones included.
 *
 * <p>Loops are ints 0..count-1, an outer loop before those inside it, and nested loops next to one
 * another. A loop is a set of blocks that can all reach each other without passing its parent
 * loop's header. Its header dominates it unless the loop is irreducible, that is, can be entered
 * elsewhere too. All questions take constant time unless they say otherwise.
 */
public final class LoopTree {
  private final int[] loopOf;
  private final int[] headers;
  private final boolean[] irreducible;
  private final int[] depths;
  private final int[] ends;
  private final Ancestors tree;
  private final Adjacency members;

  private LoopTree(Adjacency successors) {
    int blocks = successors.count();
    LoopNesting nesting = new LoopNesting(successors);
    int[] provisional = new int[blocks];
    Arrays.fill(provisional, -1);
    int count = 0;
    int[] provisionalHeader = new int[blocks];
    int[] provisionalParent = new int[blocks];
    for (int block : nesting.preorder) {
      if (nesting.isHeader[block]) {
        int outer = nesting.header[block];
        provisionalParent[count] = outer < 0 ? -1 : provisional[outer];
        provisionalHeader[count] = block;
        provisional[block] = count++;
      }
    }
    int[] parent = Arrays.copyOf(provisionalParent, count);
    int[] finalNumber = new int[count];
    ends = new int[count];
    headers = new int[count];
    irreducible = new boolean[count];
    depths = new int[count];
    tree = new Ancestors(count);
    numberInPreorder(parent, finalNumber);
    for (int p = 0; p < count; p++) {
      int loop = finalNumber[p];
      headers[loop] = provisionalHeader[p];
      irreducible[loop] = nesting.irreducible[provisionalHeader[p]];
      // A parent has a smaller provisional number, so it is in the tree already.
      if (parent[p] < 0) {
        tree.addRoot(loop);
        depths[loop] = 1;
      } else {
        tree.add(loop, finalNumber[parent[p]]);
        depths[loop] = depths[finalNumber[parent[p]]] + 1;
      }
    }
    loopOf = new int[blocks];
    int[] from = new int[blocks];
    int[] to = new int[blocks];
    int edges = 0;
    for (int block = 0; block < blocks; block++) {
      int header = nesting.isHeader[block] ? block : nesting.header[block];
      loopOf[block] = header < 0 ? -1 : finalNumber[provisional[header]];
      if (header >= 0) {
        from[edges] = loopOf[block];
        to[edges++] = block;
      }
    }
    members = Adjacency.of(count, from, to, edges);
  }

  private void numberInPreorder(int[] parent, int[] finalNumber) {
    int count = parent.length;
    Adjacency children = Adjacency.children(parent);
    int[] stack = new int[count];
    int[] next = new int[count];
    int made = 0;
    for (int root = 0; root < count; root++) {
      if (parent[root] >= 0) {
        continue;
      }
      int depth = 0;
      stack[depth++] = root;
      finalNumber[root] = made++;
      while (depth > 0) {
        int at = stack[depth - 1];
        if (next[at] == children.degree(at)) {
          ends[finalNumber[at]] = made;
          depth--;
          continue;
        }
        int child = children.get(at, next[at]++);
        finalNumber[child] = made++;
        stack[depth++] = child;
      }
    }
  }

  /** Finds the loops. Almost linear. */
  public static LoopTree of(ControlFlow controlFlow) {
    return new LoopTree(controlFlow.successors());
  }

  /** The loops of any graph whose vertex 0 reaches all others. */
  static LoopTree of(Adjacency successors) {
    return new LoopTree(successors);
  }

  /** Number of loops. */
  public int count() {
    return headers.length;
  }

  /** The innermost loop that {@code block} is in, or -1. */
  public int loopOf(int block) {
    return loopOf[block];
  }

  /** The block at which the loop is entered; of an irreducible loop, one of several. */
  public int header(int loop) {
    return headers[loop];
  }

  /** Whether {@code block} is the header of a loop. */
  public boolean isHeader(int block) {
    return loopOf[block] >= 0 && headers[loopOf[block]] == block;
  }

  /** The loop around this one, or -1. */
  public int parent(int loop) {
    return tree.parent(loop);
  }

  /** Whether the loop can be entered at blocks other than its header. */
  public boolean isIrreducible(int loop) {
    return irreducible[loop];
  }

  /** Number of loops that {@code block} is in. */
  public int depth(int block) {
    return loopOf[block] < 0 ? 0 : depths[loopOf[block]];
  }

  /** Number of loops that {@code loop} is in, itself included. */
  public int depthOfLoop(int loop) {
    return depths[loop];
  }

  /** Number of blocks whose innermost loop is {@code loop}. */
  public int blockCount(int loop) {
    return members.degree(loop);
  }

  /** A block whose innermost loop is {@code loop}, ascending in {@code i}. */
  public int block(int loop, int i) {
    return members.get(loop, i);
  }

  /** Whether {@code inner} is {@code outer} or inside it. */
  public boolean encloses(int outer, int inner) {
    return outer <= inner && inner < ends[outer];
  }

  /** Whether {@code block} is in {@code loop} or in a loop inside it. */
  public boolean contains(int loop, int block) {
    return loopOf[block] >= 0 && encloses(loop, loopOf[block]);
  }

  /**
   * The outermost loop that control leaves by going from one block to another, or -1 if it leaves
   * none. Logarithmic in the depth of nesting.
   */
  public int outermostLeft(int from, int to) {
    int loop = loopOf[from];
    if (loop < 0 || contains(loop, to)) {
      return -1;
    }
    int at = loop;
    while (tree.parent(at) >= 0 && !contains(tree.parent(at), to)) {
      at = contains(tree.jump(at), to) ? tree.parent(at) : tree.jump(at);
    }
    return at;
  }
}
