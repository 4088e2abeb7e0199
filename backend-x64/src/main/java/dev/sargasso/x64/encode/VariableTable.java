package dev.sargasso.x64.encode;

import dev.sargasso.ir.debug.FunctionDescription;
import java.util.Arrays;

/**
 * Where the variables of a function are while it runs, for debuggers. A row says of one variable
 * where it is in one range of the code; where no row says anything, the variable is nowhere. Rows
 * of one variable stand together and do not overlap.
 */
public final class VariableTable {
  /** The variable is in memory; the operand is its distance from the canonical frame address. */
  public static final int IN_FRAME = 0;

  /** The variable is in the register that has the operand as its DWARF number. */
  public static final int IN_REGISTER = 1;

  /** The variable has the operand as its value. */
  public static final int IS_CONSTANT = 2;

  /** The variable's value is the canonical frame address plus the operand. */
  public static final int IS_FRAME_ADDRESS = 3;

  private final FunctionDescription description;
  private final int bodyOffset;
  private int[] rows = new int[4 * COLUMNS];
  private long[] operands = new long[4];
  private int count;

  private static final int COLUMNS = 4;

  /**
   * A table without rows.
   *
   * @param bodyOffset the offset in the code from which on the parameters have been received
   */
  public VariableTable(FunctionDescription description, int bodyOffset) {
    this.description = description;
    this.bodyOffset = bodyOffset;
  }

  /**
   * Adds a row, or makes the last one longer if it says the same of the code just before.
   *
   * @param variable the index of a variable in the description
   * @param end more than {@code begin}
   * @param kind one of the constants of this class
   */
  public void add(int variable, int begin, int end, int kind, long operand) {
    int last = (count - 1) * COLUMNS;
    if (count > 0
        && rows[last] == variable
        && rows[last + 2] == begin
        && rows[last + 3] == kind
        && operands[count - 1] == operand) {
      rows[last + 2] = end;
      return;
    }
    if (count == operands.length) {
      operands = Arrays.copyOf(operands, 2 * count);
      rows = Arrays.copyOf(rows, 2 * rows.length);
    }
    int row = count * COLUMNS;
    rows[row] = variable;
    rows[row + 1] = begin;
    rows[row + 2] = end;
    rows[row + 3] = kind;
    operands[count++] = operand;
  }

  /** The function as its source has it. */
  public FunctionDescription description() {
    return description;
  }

  /** The offset in the code from which on the parameters have been received. */
  public int bodyOffset() {
    return bodyOffset;
  }

  /** How many rows there are. */
  public int count() {
    return count;
  }

  /** The variable of a row. */
  public int variable(int row) {
    return rows[row * COLUMNS];
  }

  /** Where a row begins to hold. */
  public int begin(int row) {
    return rows[row * COLUMNS + 1];
  }

  /** Where it ceases to. */
  public int end(int row) {
    return rows[row * COLUMNS + 2];
  }

  /** What a row says. */
  public int kind(int row) {
    return rows[row * COLUMNS + 3];
  }

  /** The operand of that. */
  public long operand(int row) {
    return operands[row];
  }
}
