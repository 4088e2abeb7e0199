package dev.sargasso.ir.cfg;

import java.util.Arrays;

/**
 * T. Lengauer, R. E. Tarjan, "A fast algorithm for finding dominators in a flowgraph", TOPLAS 1
 * (1979), the version with path compression only: O(m log n), whatever the graph.
 */
final class LengauerTarjan {
  private final Adjacency successors;
  private final Adjacency predecessors;
  private final int count;
  private final int[] number;
  private final int[] vertex;
  private final int[] parent;
  private final int[] semi;
  private final int[] ancestor;
  private final int[] label;
  private final int[] path;

  private LengauerTarjan(Adjacency successors, Adjacency predecessors) {
    this.successors = successors;
    this.predecessors = predecessors;
    count = successors.count();
    number = new int[count];
    vertex = new int[count];
    parent = new int[count];
    semi = new int[count];
    ancestor = new int[count];
    label = new int[count];
    path = new int[count];
  }

  /** The immediate dominators, the root (vertex 0) being its own. */
  static int[] solve(Adjacency successors, Adjacency predecessors) {
    return new LengauerTarjan(successors, predecessors).run();
  }

  // Below, vertices are preorder numbers except where they index the adjacencies.
  private int[] run() {
    walk();
    Arrays.fill(ancestor, -1);
    int[] dominator = new int[count];
    int[] bucketHead = new int[count];
    int[] bucketNext = new int[count];
    Arrays.fill(bucketHead, -1);
    for (int w = 0; w < count; w++) {
      semi[w] = w;
      label[w] = w;
    }
    for (int w = count - 1; w > 0; w--) {
      int block = vertex[w];
      for (int e = predecessors.rowStart(block); e < predecessors.rowEnd(block); e++) {
        int u = evaluate(number[predecessors.target(e)]);
        semi[w] = Math.min(semi[w], semi[u]);
      }
      bucketNext[w] = bucketHead[semi[w]];
      bucketHead[semi[w]] = w;
      ancestor[w] = parent[w];
      for (int v = bucketHead[parent[w]]; v >= 0; v = bucketNext[v]) {
        int u = evaluate(v);
        dominator[v] = semi[u] < semi[v] ? u : parent[w];
      }
      bucketHead[parent[w]] = -1;
    }
    int[] immediate = new int[count];
    for (int w = 1; w < count; w++) {
      if (dominator[w] != semi[w]) {
        dominator[w] = dominator[dominator[w]];
      }
      immediate[vertex[w]] = vertex[dominator[w]];
    }
    return immediate;
  }

  private void walk() {
    Arrays.fill(number, -1);
    int[] stack = new int[count];
    int[] next = new int[count];
    int depth = 0;
    int made = 0;
    stack[depth++] = 0;
    vertex[made] = 0;
    number[0] = made++;
    while (depth > 0) {
      int at = stack[depth - 1];
      if (next[at] == successors.degree(at)) {
        depth--;
        continue;
      }
      int successor = successors.get(at, next[at]++);
      if (number[successor] < 0) {
        parent[made] = number[at];
        vertex[made] = successor;
        number[successor] = made++;
        stack[depth++] = successor;
      }
    }
    if (made != count) {
      throw new IllegalArgumentException("vertices that the root does not reach");
    }
  }

  /** The vertex of least semidominator on the linked path above {@code v}, which it compresses. */
  private int evaluate(int v) {
    if (ancestor[v] < 0) {
      return v;
    }
    int length = 0;
    for (int at = v; ancestor[ancestor[at]] >= 0; at = ancestor[at]) {
      path[length++] = at;
    }
    while (length > 0) {
      int at = path[--length];
      int above = ancestor[at];
      if (semi[label[above]] < semi[label[at]]) {
        label[at] = label[above];
      }
      ancestor[at] = ancestor[above];
    }
    return label[v];
  }
}
