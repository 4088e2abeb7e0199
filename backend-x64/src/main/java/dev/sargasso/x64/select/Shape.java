package dev.sargasso.x64.select;

/**
 * How the operands of a {@link MachineOp} stand in a row. A source is a register (or its spill
 * slot), an immediate, or memory; the registers of an address, its base and then its index, always
 * stand last.
 */
public enum Shape {
  /** Has a layout of its own, which its operation describes. */
  SPECIAL,
  /** Result, source. */
  UNARY,
  /** Result in the register of operand 1, operand 1. */
  IN_PLACE,
  /** Result in the register of operand 1, operand 1, source. With memory first: address, source. */
  BINARY,
  /** Result in the register of operand 1, operand 1, count in rcx or in the immediate. */
  SHIFT,
  /** Result, source, count in any register. */
  SHIFT_BY_ANY,
  /** Result, source, immediate. */
  WITH_IMMEDIATE,
  /** Result in the register of operand 1, operand 1, source, immediate. */
  BINARY_WITH_IMMEDIATE,
  /** Memory, then the source: a register or an immediate. */
  STORE
}
