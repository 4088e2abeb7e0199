package dev.sargasso.ir.cfg;

import java.util.SplittableRandom;

/** Random flow graphs in reverse postorder, all vertices reachable from 0, mostly irreducible. */
final class RandomFlow {
  private RandomFlow() {}

  static Adjacency of(long seed, int size) {
    SplittableRandom random = new SplittableRandom(seed);
    int edges = size - 1 + random.nextInt(2 * size);
    int[] from = new int[edges];
    int[] to = new int[edges];
    int made = 0;
    for (int v = 1; v < size; v++) {
      from[made] = random.nextInt(v);
      to[made++] = v;
    }
    while (made < edges) {
      from[made] = random.nextInt(size);
      // START has no predecessor.
      to[made++] = size == 1 ? 0 : 1 + random.nextInt(size - 1);
    }
    if (size == 1) {
      made = 0;
    }
    Adjacency any = Adjacency.of(size, from, to, made);
    int[] order = FlowOrder.reversePostorder(any, 0, null);
    return any.renamed(FlowOrder.positions(order, size));
  }

  /** Whether {@code to} can be reached from {@code from} without entering {@code without}. */
  static boolean reaches(Adjacency successors, int from, int to, int without) {
    if (from == without || to == without) {
      return false;
    }
    boolean[] seen = new boolean[successors.count()];
    int[] stack = new int[successors.count()];
    int depth = 0;
    stack[depth++] = from;
    seen[from] = true;
    while (depth > 0) {
      int at = stack[--depth];
      if (at == to) {
        return true;
      }
      for (int i = 0; i < successors.degree(at); i++) {
        int next = successors.get(at, i);
        if (next != without && !seen[next]) {
          seen[next] = true;
          stack[depth++] = next;
        }
      }
    }
    return false;
  }
}
