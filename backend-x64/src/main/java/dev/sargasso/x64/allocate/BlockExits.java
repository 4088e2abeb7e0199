package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.Arrays;

/** Which values are in registers at the end of each block that a spiller has visited. */
final class BlockExits {
  /** Values in registers at a block's end, on average; more take other arrays. */
  private static final int VALUES_EXPECTED = 12;

  private final int[] first;
  private final int[] end;
  private int total;
  private int[] packed;
  private int[] touch;
  private boolean[] worth;

  BlockExits(final Analysis analysis) {
    final int blockCount = analysis.function().blockCount();
    final Scratch scratch = analysis.scratch();
    first = scratch.ints(blockCount, 0);
    end = scratch.ints(blockCount, 0);
    packed = scratch.ints(VALUES_EXPECTED * blockCount);
    touch = scratch.ints(VALUES_EXPECTED * blockCount);
    worth = scratch.booleans(VALUES_EXPECTED * blockCount);
  }

  /**
   * Notes what is in registers at a block's end.
   *
   * @param lastTouch by value: twice the last instruction of the block that uses or defines it, and
   *     one more if that defines it; -1 if none does
   */
  void save(final int block, final RegisterSet held, final int[] lastTouch) {
    first[block] = total;
    for (int registerClass = 0; registerClass < PhysicalRegister.CLASS_COUNT; registerClass++) {
      for (int index = 0; index < held.count(registerClass); index++) {
        if (total == Math.min(packed.length, Math.min(touch.length, worth.length))) {
          packed = Arrays.copyOf(packed, 2 * total);
          touch = Arrays.copyOf(touch, 2 * total);
          worth = Arrays.copyOf(worth, 2 * total);
        }
        final int register = held.at(registerClass, index);
        touch[total] = lastTouch[register];
        packed[total++] = (register << 1) | (held.isStored(register) ? 1 : 0);
      }
    }
    end[block] = total;
  }

  /** The place of a block's first value. */
  int first(final int block) {
    return first[block];
  }

  /** One more than the place of a block's last value. */
  int end(final int block) {
    return end[block];
  }

  /** The value at a place. */
  int value(final int place) {
    return packed[place] >> 1;
  }

  /** What {@link #save} was told about the last use or definition of the value at a place. */
  int lastTouch(final int place) {
    return touch[place];
  }

  /** What is at a place is read, in its register, behind the block. */
  void setWorth(final int place) {
    worth[place] = true;
  }

  /** Whether what is at a place is known to be read, in its register, behind the block. */
  boolean isWorth(final int place) {
    return worth[place];
  }

  /** Copies what is at a place to another one. */
  void copy(final int from, final int to) {
    packed[to] = packed[from];
    touch[to] = touch[from];
  }

  /** Ends a block's list earlier. */
  void truncate(final int block, final int newEnd) {
    end[block] = newEnd;
  }

  /** Whether the slot of the value at a place is good. */
  boolean isStored(final int place) {
    return (packed[place] & 1) != 0;
  }
}
