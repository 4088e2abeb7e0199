package dev.sargasso.frontend.c.syntax;

/** The binary operators that take two operands of one arithmetic type, and the shifts. */
public enum BinaryOperator {
  MULTIPLY("*"),
  DIVIDE("/"),
  REMAINDER("%"),
  ADD("+"),
  SUBTRACT("-"),
  SHIFT_LEFT("<<"),
  SHIFT_RIGHT(">>"),
  LESS("<"),
  GREATER(">"),
  LESS_EQUAL("<="),
  GREATER_EQUAL(">="),
  EQUAL("=="),
  NOT_EQUAL("!="),
  AND("&"),
  XOR("^"),
  OR("|");

  private final String spelling;

  BinaryOperator(final String spelling) {
    this.spelling = spelling;
  }

  /** The operator in the source. */
  public String spelling() {
    return spelling;
  }

  /** Whether the operator compares. */
  public boolean isComparison() {
    return compareTo(LESS) >= 0 && compareTo(NOT_EQUAL) <= 0;
  }

  /** Whether the operator shifts. */
  public boolean isShift() {
    return this == SHIFT_LEFT || this == SHIFT_RIGHT;
  }

  /** Whether the operator takes integers only. */
  public boolean isIntegral() {
    return this == REMAINDER || isShift() || compareTo(AND) >= 0;
  }
}
