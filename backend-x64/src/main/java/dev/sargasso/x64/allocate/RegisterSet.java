package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.Arrays;

/**
 * A set of values that are in registers, by class, with constant-time changes, in an order that
 * depends only on the history of changes.
 */
final class RegisterSet {
  private final MachineFunction function;
  private final int[][] members = new int[PhysicalRegister.CLASS_COUNT][64];
  private final int[] count = new int[PhysicalRegister.CLASS_COUNT];
  private final int[] place;
  private final boolean[] stored;

  RegisterSet(final Analysis analysis) {
    function = analysis.function();
    place = analysis.scratch().ints(function.registerCount(), -1);
    stored = analysis.scratch().booleans(function.registerCount());
  }

  /** Removes all members. */
  void clear() {
    for (int registerClass = 0; registerClass < PhysicalRegister.CLASS_COUNT; registerClass++) {
      for (int index = 0; index < count[registerClass]; index++) {
        place[members[registerClass][index]] = -1;
      }
      count[registerClass] = 0;
    }
  }

  /** Adds a value; {@code isStored} says whether its slot is good on all paths to here. */
  void add(final int register, final boolean isStored) {
    final int registerClass = function.registerClass(register);
    final int at = count[registerClass]++;
    if (at == members[registerClass].length) {
      members[registerClass] = Arrays.copyOf(members[registerClass], 2 * at);
    }
    members[registerClass][at] = register;
    place[register] = at;
    stored[register] = isStored;
  }

  /** Removes a value that is a member. */
  void remove(final int register) {
    final int registerClass = function.registerClass(register);
    final int at = place[register];
    final int last = members[registerClass][--count[registerClass]];
    members[registerClass][at] = last;
    place[last] = at;
    place[register] = -1;
  }

  /** Whether a value is a member. */
  boolean contains(final int register) {
    return place[register] >= 0;
  }

  /** Whether a member's slot is good. */
  boolean isStored(final int register) {
    return stored[register];
  }

  /** How many members there are of a class. */
  int count(final int registerClass) {
    return count[registerClass];
  }

  /** A member of a class. */
  int at(final int registerClass, final int index) {
    return members[registerClass][index];
  }
}
