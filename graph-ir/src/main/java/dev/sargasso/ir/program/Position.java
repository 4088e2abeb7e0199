package dev.sargasso.ir.program;

/**
 * Source positions packed into an {@code int}: 22 bits of line, 10 of column, both counted from 1;
 * 0 for no position. Larger lines and columns are clipped: positions serve people and line tables.
 */
public final class Position {
  /** No position. */
  public static final int NONE = 0;

  private static final int COLUMN_BITS = 10;
  private static final int MAX_COLUMN = (1 << COLUMN_BITS) - 1;
  private static final int MAX_LINE = (1 << (32 - COLUMN_BITS)) - 1;

  private Position() {}

  /** Packs a line and a column, both from 1. */
  public static int of(int line, int column) {
    return (Math.min(line, MAX_LINE) << COLUMN_BITS) | Math.min(column, MAX_COLUMN);
  }

  /** The line, from 1; 0 for none. */
  public static int line(int position) {
    return position >>> COLUMN_BITS;
  }

  /** The column, from 1; 0 for none. */
  public static int column(int position) {
    return position & MAX_COLUMN;
  }
}
