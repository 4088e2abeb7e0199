package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.Arrays;

/** Which values are in registers at the end of each block that a spiller has visited. */
final class BlockExits {
  private final int[] first;
  private final int[] end;
  private int total;
  private int[] packed = new int[256];

  BlockExits(final MachineFunction function) {
    first = new int[function.blockCount()];
    end = new int[function.blockCount()];
  }

  /** Notes what is in registers at a block's end. */
  void save(final int block, final RegisterSet held) {
    first[block] = total;
    for (int registerClass = 0; registerClass < PhysicalRegister.CLASS_COUNT; registerClass++) {
      for (int index = 0; index < held.count(registerClass); index++) {
        if (total == packed.length) {
          packed = Arrays.copyOf(packed, 2 * total);
        }
        final int register = held.at(registerClass, index);
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

  /** Whether the slot of the value at a place is good. */
  boolean isStored(final int place) {
    return (packed[place] & 1) != 0;
  }
}
