package dev.sargasso.x64.encode;

/**
 * The sixteen condition codes, in the order of their hardware numbers: the ordinal is the low half
 * of the opcode byte of {@code jcc}, {@code setcc} and {@code cmovcc} (Intel SDM volume 1, appendix
 * B).
 */
public enum Condition {
  /** Overflow. */
  OVERFLOW("o"),
  /** No overflow. */
  NO_OVERFLOW("no"),
  /** Unsigned less; carry set; after {@code ucomis}: less or unordered. */
  BELOW("b"),
  /** Unsigned greater or equal; carry clear; after {@code ucomis}: greater or equal, ordered. */
  ABOVE_EQUAL("ae"),
  /** Zero flag set. */
  EQUAL("e"),
  /** Zero flag clear. */
  NOT_EQUAL("ne"),
  /** Unsigned less or equal. */
  BELOW_EQUAL("be"),
  /** Unsigned greater; after {@code ucomis}: greater, ordered. */
  ABOVE("a"),
  /** Sign flag set. */
  NEGATIVE("s"),
  /** Sign flag clear. */
  NOT_NEGATIVE("ns"),
  /** Parity even; after {@code ucomis}: unordered. */
  PARITY("p"),
  /** Parity odd; after {@code ucomis}: ordered. */
  NO_PARITY("np"),
  /** Signed less. */
  LESS("l"),
  /** Signed greater or equal. */
  GREATER_EQUAL("ge"),
  /** Signed less or equal. */
  LESS_EQUAL("le"),
  /** Signed greater. */
  GREATER("g");

  private static final Condition[] VALUES = values();

  private final String suffix;

  Condition(final String suffix) {
    this.suffix = suffix;
  }

  /** The number that goes into the opcode, 0 to 15. */
  public int code() {
    return ordinal();
  }

  /** The mnemonic's ending: {@code "ne"} as in {@code jne}. */
  public String suffix() {
    return suffix;
  }

  /** The condition with hardware number {@code code}. */
  public static Condition of(final int code) {
    return VALUES[code];
  }

  /** The condition that holds exactly when this one does not. */
  public Condition negate() {
    return VALUES[ordinal() ^ 1];
  }

  /**
   * The condition that holds after {@code cmp b, a} exactly when this one holds after {@code cmp a,
   * b}. Overflow, sign and parity say nothing of an order between the operands.
   *
   * @throws IllegalStateException for a condition that is no comparison
   */
  public Condition swapOperands() {
    return switch (this) {
      case EQUAL, NOT_EQUAL -> this;
      case BELOW -> ABOVE;
      case ABOVE -> BELOW;
      case BELOW_EQUAL -> ABOVE_EQUAL;
      case ABOVE_EQUAL -> BELOW_EQUAL;
      case LESS -> GREATER;
      case GREATER -> LESS;
      case LESS_EQUAL -> GREATER_EQUAL;
      case GREATER_EQUAL -> LESS_EQUAL;
      case PARITY, NO_PARITY -> this; // unordered is symmetric in its operands
      case OVERFLOW, NO_OVERFLOW, NEGATIVE, NOT_NEGATIVE ->
          throw new IllegalStateException("condition " + suffix + " does not compare two operands");
    };
  }
}
