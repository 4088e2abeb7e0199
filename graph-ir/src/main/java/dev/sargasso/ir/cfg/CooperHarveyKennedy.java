package dev.sargasso.ir.cfg;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * K. D. Cooper, T. J. Harvey, K. Kennedy, "A simple, fast dominance algorithm" (Rice University
 * TR-06-33870, 2001): iterate over the blocks in reverse postorder, intersecting the dominators of
 * the predecessors, until nothing changes. On reducible graphs the first round is exact.
 */
final class CooperHarveyKennedy {
  /** Steps allowed for each block and edge before {@link #solve} gives up. */
  private static final int BUDGET = 64;

  private CooperHarveyKennedy() {}

  /**
   * The immediate dominators, the root's being itself; null if that would take more than a constant
   * number of steps for each edge, as in some large graphs it does.
   *
   * @param predecessors in reverse postorder, the root being 0
   */
  static int @Nullable [] solve(Adjacency predecessors) {
    int count = predecessors.count();
    int[] immediate = new int[count];
    Arrays.fill(immediate, -1);
    immediate[0] = 0;
    long steps = (long) BUDGET * (count + predecessors.edgeCount());
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int b = 1; b < count; b++) {
        int found = -1;
        for (int e = predecessors.rowStart(b); e < predecessors.rowEnd(b); e++) {
          int p = predecessors.target(e);
          steps--;
          if (immediate[p] < 0) {
            continue;
          }
          if (found < 0) {
            found = p;
            continue;
          }
          int x = found;
          while (x != p) {
            steps--;
            if (x > p) {
              x = immediate[x];
            } else {
              p = immediate[p];
            }
          }
          found = x;
          if (steps < 0) {
            return null;
          }
        }
        if (found != immediate[b]) {
          immediate[b] = found;
          changed = true;
        }
      }
    }
    return immediate;
  }
}
