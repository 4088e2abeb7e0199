package dev.sargasso.x64.encode;

/**
 * Where, at each offset of a function, the frame of its caller is, and where the callee-saved
 * registers are as the caller left them: what a debugger, a profiler or an exception needs to walk
 * the stack (DWARF 5, section 6.4; System V ABI for AMD64, section 6.3).
 *
 * <p>A row holds from its offset up to that of the next one. The canonical frame address is the
 * value that the stack pointer had before the call.
 */
public final class UnwindTable {
  /** How many registers a row tells of. */
  public static final int SAVED_COUNT = 6;

  /** Rule: the register is as the caller left it. */
  public static final int SAME = 0;

  /** Rule: what the caller had in the register is nowhere any more. */
  public static final int LOST = 1;

  /** Columns of a row: the register and the offset of the frame, then one rule a register. */
  public static final int COLUMNS = 2 + SAVED_COUNT;

  private static final int MOVED = 2;

  private static final int[] SAVED = {
    Register.RBX, Register.RBP, Register.R12, Register.R13, Register.R14, Register.R15
  };

  // The numbers that DWARF gives to the general registers (ABI, figure 3.36).
  private static final int[] DWARF = {0, 2, 1, 3, 7, 6, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15};

  private final int[] offsets;
  private final int[] rows;

  UnwindTable(final int[] offsets, final int[] rows) {
    this.offsets = offsets;
    this.rows = rows;
  }

  /** Receives how a row differs from the one before it. */
  public interface Changes {
    /** The canonical frame address is {@code register} plus {@code offset}. */
    void frame(int register, int offset);

    /** The canonical frame address is the same register plus {@code offset}. */
    void frameOffset(int offset);

    /** A register is as the caller left it. */
    void same(int register);

    /** What the caller had in a register is lost. */
    void lost(int register);

    /** What the caller had in {@code register} is in {@code place}. */
    void moved(int register, int place);

    /** What the caller had in a register is in memory at the frame address plus {@code offset}. */
    void saved(int register, int offset);
  }

  /** Register number {@code i} of those that a row tells of. */
  public static int saved(final int i) {
    return SAVED[i];
  }

  /** DWARF's number of a general register. */
  public static int dwarfNumber(final int register) {
    return DWARF[register];
  }

  /** The rule: what the caller had in the register is in the register {@code place}. */
  public static int movedTo(final int place) {
    return MOVED + place;
  }

  /**
   * The rule: what the caller had in the register is in memory.
   *
   * @param offset its distance from the canonical frame address, a negative multiple of 8
   */
  public static int savedAt(final int offset) {
    if (offset >= 0 || offset % 8 != 0) {
      throw new IllegalArgumentException("no register is saved at " + offset);
    }
    return offset;
  }

  /** How many rows there are; 0 if the frame is as the call has made it throughout. */
  public int count() {
    return offsets.length;
  }

  /** The offset in the code from which a row holds; never falls. */
  public int offset(final int row) {
    return offsets[row];
  }

  /** Tells how a row differs from the one before it, or from a function's start. */
  public void changes(final int row, final Changes changes) {
    if (row == 0) {
      compare(null, 0, rows, 0, changes);
    } else {
      compare(rows, (row - 1) * COLUMNS, rows, row * COLUMNS, changes);
    }
  }

  /** Tells how a row differs from another one; null stands for a function's start. */
  static void compare(
      final int @org.jspecify.annotations.Nullable [] before,
      final int from,
      final int[] after,
      final int to,
      final Changes changes) {
    final int register = before == null ? Register.RSP : before[from];
    final int offset = before == null ? 8 : before[from + 1];
    if (after[to] != register) {
      changes.frame(after[to], after[to + 1]);
    } else if (after[to + 1] != offset) {
      changes.frameOffset(after[to + 1]);
    }
    for (int i = 0; i < SAVED_COUNT; i++) {
      final int rule = after[to + 2 + i];
      if (rule != (before == null ? SAME : before[from + 2 + i])) {
        tell(SAVED[i], rule, changes);
      }
    }
  }

  private static void tell(final int register, final int rule, final Changes changes) {
    if (rule < 0) {
      changes.saved(register, rule);
    } else if (rule >= MOVED) {
      changes.moved(register, rule - MOVED);
    } else if (rule == SAME) {
      changes.same(register);
    } else {
      changes.lost(register);
    }
  }
}
