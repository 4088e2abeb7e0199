package dev.sargasso.passes.motion;

import dev.sargasso.ir.cfg.Ancestors;
import dev.sargasso.ir.cfg.Dominators;

/**
 * The block of least key on a stretch of a dominator path, the last one among equals. Linear to
 * build, logarithmic to ask, whatever the length of the path.
 */
final class PathMinimum {
  private final Ancestors ancestors;
  private final double[] key;

  /** The best block from each block up to, but without, its jump target. */
  private final int[] best;

  PathMinimum(Dominators dominators, double[] key) {
    this.key = key;
    ancestors = dominators.ancestors();
    best = new int[key.length];
    for (int i = 0; i < key.length; i++) {
      int block = dominators.preorder(i);
      int parent = ancestors.parent(block);
      best[block] = block;
      if (parent >= 0 && ancestors.joinsSpans(parent)) {
        best[block] = better(block, better(best[parent], best[ancestors.jump(parent)]));
      }
    }
  }

  /** The deeper block wins a tie. */
  private int better(int deeper, int higher) {
    return key[higher] < key[deeper] ? higher : deeper;
  }

  /** The best block from {@code late} up to its dominator at {@code depth}, both included. */
  int find(int late, int depth) {
    int result = late;
    int at = late;
    while (at >= 0 && ancestors.depth(at) >= depth) {
      int jump = ancestors.jump(at);
      if (jump != at && ancestors.depth(jump) >= depth - 1) {
        result = better(result, best[at]);
        at = jump;
      } else {
        result = better(result, at);
        at = ancestors.parent(at);
      }
    }
    return result;
  }
}
