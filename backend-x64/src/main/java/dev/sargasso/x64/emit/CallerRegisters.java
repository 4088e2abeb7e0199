package dev.sargasso.x64.emit;

import dev.sargasso.x64.encode.UnwindTable;
import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.Location;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;
import java.util.Arrays;

/**
 * Follows through an allocated function where the caller's contents of the callee-saved registers
 * are. The allocator treats these as values like any other, stores them where that is cheapest and
 * may move them, so there is no prologue to read it from.
 *
 * <p>A forward data flow over the blocks: what holds at a block's start is what holds at the end of
 * all its predecessors. Linear but for the rounds through loops, of which there are few, since what
 * is known only shrinks.
 */
final class CallerRegisters {
  private static final int COUNT = UnwindTable.SAVED_COUNT;

  // Of each register: bit 0, whether it holds its caller's contents itself; then the number of
  // another register that does, and of a spill slot, each plus 1.
  private static final int HOME = 1;
  private static final int OTHER_SHIFT = 1;
  private static final int OTHER = 0xff << OTHER_SHIFT;
  private static final int SLOT_SHIFT = 9;
  private static final int SLOT = -1 << SLOT_SHIFT;

  private AllocatedFunction allocated;
  private MachineFunction function;
  private final int[] state = new int[COUNT];
  private int[] atStart = new int[16 * COUNT];
  private boolean[] isKnown = new boolean[16];
  private int[] stack = new int[16];
  private boolean[] isWaiting = new boolean[16];

  /** Without a function in work. */
  @SuppressWarnings("NullAway.Init")
  CallerRegisters() {}

  /**
   * Analyses a function.
   *
   * @return whether any register ever holds something else than its caller left in it
   */
  boolean analyse(AllocatedFunction newAllocated) {
    allocated = newAllocated;
    function = newAllocated.function();
    int blocks = function.blockCount();
    if (isKnown.length < blocks) {
      atStart = new int[2 * blocks * COUNT];
      isKnown = new boolean[2 * blocks];
      stack = new int[2 * blocks];
      isWaiting = new boolean[2 * blocks];
    }
    if (!touchesAny()) {
      return false;
    }
    Arrays.fill(isKnown, 0, blocks, false);
    Arrays.fill(state, HOME);
    System.arraycopy(state, 0, atStart, 0, COUNT);
    isKnown[0] = true;
    stack[0] = 0;
    int depth = 1;
    while (depth > 0) {
      int block = stack[--depth];
      isWaiting[block] = false;
      enter(block);
      for (int place = allocated.firstItem(block); place < allocated.endItem(block); place++) {
        pass(allocated.item(place));
      }
      for (int i = 0; i < function.successorCount(block); i++) {
        int to = function.successor(block, i);
        if (meet(to) && !isWaiting[to]) {
          isWaiting[to] = true;
          stack[depth++] = to;
        }
      }
    }
    return true;
  }

  private boolean touchesAny() {
    for (int edit = 0; edit < allocated.editCount(); edit++) {
      if (isSaved(allocated.editTo(edit))
          || (allocated.editKind(edit) == AllocatedFunction.SWAP
              && isSaved(allocated.editFrom(edit)))) {
        return true;
      }
    }
    int entry = firstInstruction();
    for (int at = 0; at < function.instructionCount(); at++) {
      if (at == entry) {
        continue;
      }
      for (int i = 0; i < function.operandCount(at); i++) {
        if (Operand.isDefinition(function.operand(at, i)) && isSaved(allocated.location(at, i))) {
          return true;
        }
      }
    }
    return false;
  }

  /** The instruction that defines what a function starts with. */
  private int firstInstruction() {
    return function.firstInstruction(0);
  }

  private static boolean isSaved(int location) {
    for (int i = 0; i < COUNT; i++) {
      if (UnwindTable.saved(i) == location) {
        return true;
      }
    }
    return false;
  }

  private boolean meet(int block) {
    int start = block * COUNT;
    if (!isKnown[block]) {
      isKnown[block] = true;
      System.arraycopy(state, 0, atStart, start, COUNT);
      return true;
    }
    boolean changed = false;
    for (int i = 0; i < COUNT; i++) {
      int one = atStart[start + i];
      int other = state[i];
      int both = one & other & HOME;
      both |= (one & OTHER) == (other & OTHER) ? one & OTHER : 0;
      both |= (one & SLOT) == (other & SLOT) ? one & SLOT : 0;
      changed |= both != one;
      atStart[start + i] = both;
    }
    return changed;
  }

  /** Goes to a block's start. */
  void enter(int block) {
    System.arraycopy(atStart, block * COUNT, state, 0, COUNT);
  }

  /** Goes past an instruction or an edit; returns whether anything has changed. */
  boolean pass(int item) {
    if (item >= 0) {
      return passInstruction(item);
    }
    int edit = ~item;
    int from = allocated.editFrom(edit);
    int to = allocated.editTo(edit);
    return switch (allocated.editKind(edit)) {
      case AllocatedFunction.MOVE -> move(from, to);
      case AllocatedFunction.SWAP -> swap(from, to);
      default -> overwrite(to);
    };
  }

  private boolean passInstruction(int instruction) {
    if (instruction == firstInstruction()) {
      return false;
    }
    boolean changed = false;
    for (int i = 0; i < function.operandCount(instruction); i++) {
      if (Operand.isDefinition(function.operand(instruction, i))) {
        changed |= overwrite(allocated.location(instruction, i));
      }
    }
    for (long bits = function.clobbers(instruction); bits != 0; bits &= bits - 1) {
      changed |= overwrite(Long.numberOfTrailingZeros(bits));
    }
    return changed;
  }

  private boolean move(int from, int to) {
    boolean changed = from != to && overwrite(to);
    for (int i = 0; i < COUNT; i++) {
      if (isIn(i, from) && !isIn(i, to)) {
        put(i, to);
        changed = true;
      }
    }
    return changed;
  }

  private boolean swap(int one, int other) {
    boolean changed = false;
    for (int i = 0; i < COUNT; i++) {
      boolean inOne = isIn(i, one);
      boolean inOther = isIn(i, other);
      if (inOne == inOther) {
        continue;
      }
      remove(i, inOne ? one : other);
      put(i, inOne ? other : one);
      changed = true;
    }
    return changed;
  }

  private boolean overwrite(int location) {
    boolean changed = false;
    for (int i = 0; i < COUNT; i++) {
      if (isIn(i, location)) {
        remove(i, location);
        changed = true;
      }
    }
    return changed;
  }

  private boolean isIn(int i, int location) {
    if (Location.isSlot(location)) {
      return state[i] >>> SLOT_SHIFT == Location.slotOf(location) + 1;
    }
    if (location == UnwindTable.saved(i)) {
      return (state[i] & HOME) != 0;
    }
    return location >= 0 && (state[i] & OTHER) >>> OTHER_SHIFT == location + 1;
  }

  private void remove(int i, int location) {
    state[i] &=
        Location.isSlot(location) ? ~SLOT : location == UnwindTable.saved(i) ? ~HOME : ~OTHER;
  }

  private void put(int i, int location) {
    if (Location.isSlot(location)) {
      state[i] = (state[i] & ~SLOT) | ((Location.slotOf(location) + 1) << SLOT_SHIFT);
    } else if (location == UnwindTable.saved(i)) {
      state[i] |= HOME;
    } else {
      state[i] = (state[i] & ~OTHER) | ((location + 1) << OTHER_SHIFT);
    }
  }

  /** Whether register number {@code i} is as the caller left it. */
  boolean isHome(int i) {
    return (state[i] & HOME) != 0;
  }

  /** The spill slot with the caller's contents of register number {@code i}, or -1. */
  int slot(int i) {
    return (state[i] >>> SLOT_SHIFT) - 1;
  }

  /** Another register with the caller's contents of register number {@code i}, or -1. */
  int otherRegister(int i) {
    return ((state[i] & OTHER) >>> OTHER_SHIFT) - 1;
  }
}
