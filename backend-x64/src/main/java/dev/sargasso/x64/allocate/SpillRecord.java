package dev.sargasso.x64.allocate;

import java.util.Arrays;

/**
 * What a spiller notes down while it walks the function, from which {@link StorePlacement} then
 * chooses the places of the stores: where slots are read, and where values leave the registers that
 * may not have been stored before.
 */
final class SpillRecord {
  private int needCount;
  private int[] needValue;
  private int[] needBlock;

  private int departureCount;
  private int[] departurePlace;
  private int[] departureBlock;
  private int[] earlierDeparture;
  private final int[] lastDeparture;

  private final long[] memoryParameter;

  SpillRecord(final Analysis analysis) {
    final int registerCount = analysis.function().registerCount();
    memoryParameter = analysis.scratch().bits(registerCount);
    lastDeparture = analysis.scratch().ints(registerCount, -1);
    final int expected = analysis.function().instructionCount() / 4;
    needValue = analysis.scratch().ints(expected);
    needBlock = analysis.scratch().ints(expected);
    departurePlace = analysis.scratch().ints(expected);
    departureBlock = analysis.scratch().ints(expected);
    earlierDeparture = analysis.scratch().ints(expected);
  }

  /** A value's slot is read in a block, or on an edge that leaves it. */
  void addNeed(final int register, final int block) {
    if (needCount == Math.min(needValue.length, needBlock.length)) {
      needValue = Arrays.copyOf(needValue, 2 * needCount);
      needBlock = Arrays.copyOf(needBlock, 2 * needCount);
    }
    needValue[needCount] = register;
    needBlock[needCount++] = block;
  }

  /**
   * A value that may not be in its slot leaves the registers before an instruction, or on an edge.
   *
   * @param place the instruction, or {@code ~edge}
   * @param block a block as frequent as that
   */
  void addDeparture(final int register, final int place, final int block) {
    if (departureCount
        == Math.min(
            departurePlace.length, Math.min(departureBlock.length, earlierDeparture.length))) {
      departurePlace = Arrays.copyOf(departurePlace, 2 * departureCount);
      departureBlock = Arrays.copyOf(departureBlock, 2 * departureCount);
      earlierDeparture = Arrays.copyOf(earlierDeparture, 2 * departureCount);
    }
    earlierDeparture[departureCount] = lastDeparture[register];
    lastDeparture[register] = departureCount;
    departurePlace[departureCount] = place;
    departureBlock[departureCount++] = block;
  }

  /** A value does not leave the registers at a place after all, for it is in none there. */
  void cancelDeparture(final int register, final int place) {
    int later = -1;
    for (int at = lastDeparture[register]; at >= 0; at = earlierDeparture[at]) {
      if (departurePlace[at] == place) {
        if (later < 0) {
          lastDeparture[register] = earlierDeparture[at];
        } else {
          earlierDeparture[later] = earlierDeparture[at];
        }
        return;
      }
      later = at;
    }
  }

  /** A parameter lives in its slot from the start of its block. */
  void setMemoryParameter(final int register) {
    memoryParameter[register >>> 6] |= 1L << register;
  }

  /** Whether a value is a parameter that lives in its slot from the start of its block. */
  boolean isMemoryParameter(final int register) {
    return ((memoryParameter[register >>> 6] >>> register) & 1) != 0;
  }

  int needCount() {
    return needCount;
  }

  int needValue(final int need) {
    return needValue[need];
  }

  int needBlock(final int need) {
    return needBlock[need];
  }

  /** The last departure of a value that was noted, or -1. */
  int lastDeparture(final int register) {
    return lastDeparture[register];
  }

  /** The departure of the same value that was noted before, or -1. */
  int earlierDeparture(final int departure) {
    return earlierDeparture[departure];
  }

  int departurePlace(final int departure) {
    return departurePlace[departure];
  }

  int departureBlock(final int departure) {
    return departureBlock[departure];
  }
}
