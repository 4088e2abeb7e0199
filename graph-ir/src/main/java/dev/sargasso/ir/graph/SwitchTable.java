package dev.sargasso.ir.graph;

import java.util.Arrays;

/**
 * The attribute of a SWITCH: which projection each key takes. Keys are canonical values of the
 * switched type, distinct and ascending; projection 0 is the default, taken by all other values.
 */
public final class SwitchTable {
  private final long[] keys;
  private final int[] targets;
  private final int targetCount;

  /**
   * @param keys distinct, ascending (copied)
   * @param targets for each key the projection, in [0, targetCount) (copied)
   * @param targetCount number of projections, the default included
   */
  public SwitchTable(long[] keys, int[] targets, int targetCount) {
    if (keys.length != targets.length) {
      throw new IllegalArgumentException(keys.length + " keys, " + targets.length + " targets");
    }
    for (int i = 0; i < keys.length; i++) {
      if (i > 0 && keys[i - 1] >= keys[i]) {
        throw new IllegalArgumentException("keys not ascending at " + keys[i]);
      }
      if (targets[i] < 0 || targets[i] >= targetCount) {
        throw new IllegalArgumentException("no target " + targets[i]);
      }
    }
    this.keys = keys.clone();
    this.targets = targets.clone();
    this.targetCount = targetCount;
  }

  /** Number of keys. */
  public int size() {
    return keys.length;
  }

  /** Key number {@code i}, ascending in {@code i}. */
  public long key(int i) {
    return keys[i];
  }

  /** The projection that key number {@code i} takes. */
  public int target(int i) {
    return targets[i];
  }

  /** Number of projections, the default included. */
  public int targetCount() {
    return targetCount;
  }

  /** The projection that {@code value} takes. Logarithmic in the number of keys. */
  public int select(long value) {
    int at = Arrays.binarySearch(keys, value);
    return at < 0 ? 0 : targets[at];
  }
}
