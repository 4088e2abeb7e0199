package dev.sargasso.x64.encode;

/**
 * Which source position the code at each offset comes from. Positions are packed as {@code
 * dev.sargasso.ir.program.Position} says; a row holds up to the offset of the next one.
 */
public final class LineTable {
  /** No row. */
  public static final LineTable EMPTY = new LineTable(new int[0], new int[0]);

  private final int[] offsets;
  private final int[] positions;

  /**
   * A table with the given columns, which it keeps.
   *
   * @param offsets rising
   * @param positions of the same length
   */
  public LineTable(int[] offsets, int[] positions) {
    this.offsets = offsets;
    this.positions = positions;
  }

  /** How many rows there are. */
  public int count() {
    return offsets.length;
  }

  /** The offset in the code from which a row holds; rises with the row. */
  public int offset(int row) {
    return offsets[row];
  }

  /** The position of a row. */
  public int position(int row) {
    return positions[row];
  }
}
