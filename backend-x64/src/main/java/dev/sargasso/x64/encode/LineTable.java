package dev.sargasso.x64.encode;

/**
 * Which source position the code at each offset comes from. Positions are packed as {@code
 * dev.sargasso.ir.program.Position} says; a row holds up to the offset of the next one.
 */
public final class LineTable {
  /** No row. */
  public static final LineTable EMPTY = new LineTable("", new int[0], new int[0]);

  private final String file;
  private final int[] offsets;
  private final int[] positions;

  /**
   * A table with the given columns, which it keeps.
   *
   * @param file the source file that the positions refer to; empty for that of the unit
   * @param offsets rising
   * @param positions of the same length
   */
  public LineTable(String file, int[] offsets, int[] positions) {
    this.file = file;
    this.offsets = offsets;
    this.positions = positions;
  }

  /** The source file that the positions refer to; empty for that of the unit. */
  public String file() {
    return file;
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
