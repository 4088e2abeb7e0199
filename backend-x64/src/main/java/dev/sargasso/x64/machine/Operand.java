package dev.sargasso.x64.machine;

/**
 * One operand of a machine instruction, packed into a {@code long}: the virtual register, whether
 * it is used or defined, when, and what it asks of the allocator.
 *
 * <p>An instruction happens in two halves. Early operands occupy their register during the first
 * half, in which inputs are read; late ones during the second half, in which results are written
 * and clobbered registers are destroyed.
 *
 * <ul>
 *   <li>An early use (the ordinary one) may share its register with a late definition.
 *   <li>A late use is still read when results are written: it shares with no definition and is in
 *       no clobbered register.
 *   <li>A late definition (the ordinary one) is written after all early uses were read.
 *   <li>An early definition is written while uses are still read: it shares with nothing. A scratch
 *       register is an early definition of a value that nobody uses.
 * </ul>
 */
public final class Operand {
  /** Any register of the value's class. */
  public static final int REGISTER = 0;

  /** A register, or the value's spill slot as a memory operand; uses only. */
  public static final int REGISTER_OR_STACK = 1;

  /** The one physical register that {@link #detail} names. */
  public static final int FIXED = 2;

  /** The same register as the use whose operand index {@link #detail} names; definitions only. */
  public static final int REUSE = 3;

  /** A register or a spill slot, whichever it is in; never worth a reload; uses only. */
  public static final int ANYWHERE = 4;

  private static final int DEFINITION_BIT = 32;
  private static final int LATE_BIT = 33;
  private static final int CONSTRAINT_SHIFT = 34;
  private static final int DETAIL_SHIFT = 40;

  private Operand() {}

  /** Packs an operand; see the class for what the parts mean. */
  public static long of(
      final int register,
      final boolean definition,
      final boolean late,
      final int constraint,
      final int detail) {
    return (register & 0xffff_ffffL)
        | (definition ? 1L << DEFINITION_BIT : 0)
        | (late ? 1L << LATE_BIT : 0)
        | ((long) constraint << CONSTRAINT_SHIFT)
        | ((long) detail << DETAIL_SHIFT);
  }

  /** The virtual register. */
  public static int register(final long operand) {
    return (int) operand;
  }

  /** Whether the operand defines its register rather than using it. */
  public static boolean isDefinition(final long operand) {
    return ((operand >>> DEFINITION_BIT) & 1) != 0;
  }

  /** Whether the operand belongs to the second half of its instruction. */
  public static boolean isLate(final long operand) {
    return ((operand >>> LATE_BIT) & 1) != 0;
  }

  /** One of the constraint constants of this class. */
  public static int constraint(final long operand) {
    return (int) (operand >>> CONSTRAINT_SHIFT) & 7;
  }

  /**
   * The physical register of {@link #FIXED}, the operand index of {@link #REUSE}; for a definition
   * with {@link #REGISTER}, one more than the index of the use whose register it would like to
   * have, or 0.
   */
  public static int detail(final long operand) {
    return (int) (operand >>> DETAIL_SHIFT) & 0xffff;
  }

  /** The same operand with another virtual register. */
  public static long withRegister(final long operand, final int register) {
    return (operand & ~0xffff_ffffL) | (register & 0xffff_ffffL);
  }
}
