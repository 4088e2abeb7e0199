package dev.sargasso.ir.cfg;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Depth-first orders of a flow graph, with an explicit stack. */
final class FlowOrder {
  private FlowOrder() {}

  /**
   * The vertices that {@code root} reaches, in reverse postorder.
   *
   * <p>Successor 0 is walked first and therefore placed last, then the others from the highest
   * number down: the arms of a branch come out in the order of their projections, the default at
   * the end.
   *
   * @param early further edges, walked before the others; each must be implied by a path, so that
   *     the result is an order of the same graph
   */
  static int[] reversePostorder(Adjacency successors, int root, @Nullable Adjacency early) {
    int count = successors.count();
    boolean[] seen = new boolean[count];
    int[] stack = new int[count];
    int[] next = new int[count];
    int[] order = new int[count];
    int place = count;
    int depth = 0;
    stack[depth++] = root;
    seen[root] = true;
    while (depth > 0) {
      int at = stack[depth - 1];
      int first = early == null ? 0 : early.degree(at);
      int degree = successors.degree(at);
      int i = next[at]++;
      if (i >= first + degree) {
        order[--place] = at;
        depth--;
        continue;
      }
      int successor;
      if (early != null && i < first) {
        successor = early.get(at, i);
      } else {
        int k = i - first;
        successor = successors.get(at, k == 0 ? 0 : degree - k);
      }
      if (!seen[successor]) {
        seen[successor] = true;
        stack[depth++] = successor;
      }
    }
    return place == 0 ? order : Arrays.copyOfRange(order, place, count);
  }

  /** Where each vertex stands in {@code order}; -1 for those that are not in it. */
  static int[] positions(int[] order, int count) {
    int[] position = new int[count];
    Arrays.fill(position, -1);
    for (int i = 0; i < order.length; i++) {
      position[order[i]] = i;
    }
    return position;
  }
}
