package dev.sargasso.x64.encode;

import java.util.Arrays;

/** The rows of an {@link UnwindTable} while the code still grows. */
final class UnwindRows {
  private static final int[] NONE = {};

  private int[] offsets = new int[16];
  private int[] rows = new int[16 * UnwindTable.COLUMNS];
  private int count;

  void reset() {
    count = 0;
  }

  /**
   * Adds a row, in place of one at the same offset.
   *
   * @return whether it differs from the row before
   */
  boolean add(final int offset, final int[] row) {
    if (count > 0 && offsets[count - 1] == offset) {
      count--;
    }
    if (count > 0 ? equals(count - 1, row) : isInitial(row)) {
      return false;
    }
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * count);
      rows = Arrays.copyOf(rows, 2 * rows.length);
    }
    offsets[count] = offset;
    System.arraycopy(row, 0, rows, count * UnwindTable.COLUMNS, UnwindTable.COLUMNS);
    count++;
    return true;
  }

  private boolean equals(final int number, final int[] row) {
    final int start = number * UnwindTable.COLUMNS;
    return Arrays.equals(rows, start, start + UnwindTable.COLUMNS, row, 0, UnwindTable.COLUMNS);
  }

  private static boolean isInitial(final int[] row) {
    boolean initial = row[0] == Register.RSP && row[1] == 8;
    for (int i = 2; i < UnwindTable.COLUMNS; i++) {
      initial &= row[i] == UnwindTable.SAME;
    }
    return initial;
  }

  UnwindTable settle(final Layout layout) {
    if (count == 0) {
      return new UnwindTable(NONE, NONE);
    }
    final int[] settled = new int[count];
    layout.rewind();
    for (int i = 0; i < count; i++) {
      settled[i] = layout.toFinal(offsets[i]);
    }
    return new UnwindTable(settled, Arrays.copyOf(rows, count * UnwindTable.COLUMNS));
  }
}
