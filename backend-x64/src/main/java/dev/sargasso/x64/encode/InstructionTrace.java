package dev.sargasso.x64.encode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an assembler was told to emit, in order: the one record from which a listing is printed, so
 * that text and bytes stem from the same calls. Each entry is a row of ints; the meaning of its
 * columns depends on its kind.
 */
final class InstructionTrace {
  static final int INSTRUCTION = 0;
  static final int LABEL = 1;
  static final int JUMP = 2;
  static final int TRANSFER = 3;
  static final int LOCAL_CALL = 4;
  static final int ALIGNMENT = 5;
  static final int COMMENT = 6;
  static final int TABLE = 7;
  static final int CONSTANT = 8;

  /** The condition column of an unconditional jump. */
  static final int ALWAYS = -1;

  private static final int COLUMNS = 12;
  private static final int KIND = 0;
  private static final int OFFSET = 1;

  private int[] rows = new int[64 * COLUMNS];
  private int count;
  private final List<String> texts = new ArrayList<>();
  private final List<int[]> tables = new ArrayList<>();
  private boolean interiorAlignment;

  private int row(final int kind, final int offset) {
    if ((count + 1) * COLUMNS > rows.length) {
      rows = Arrays.copyOf(rows, 2 * rows.length);
    }
    final int row = count++ * COLUMNS;
    Arrays.fill(rows, row, row + COLUMNS, 0);
    rows[row + KIND] = kind;
    rows[row + OFFSET] = offset;
    return row;
  }

  private int text(final String text) {
    texts.add(text);
    return texts.size() - 1;
  }

  void instruction(
      final int offset,
      final long word,
      final int width,
      final int first,
      final int second,
      final int third,
      final int condition,
      final @Nullable Address address,
      final long immediate) {
    final int row = row(INSTRUCTION, offset);
    rows[row + 2] = FormTable.formNumber(word);
    rows[row + 3] = width | condition << 8 | (address != null ? 1 << 16 : 0);
    rows[row + 4] = first;
    rows[row + 5] = second;
    rows[row + 6] = third;
    rows[row + 7] = (int) immediate;
    rows[row + 8] = (int) (immediate >> 32);
    if (address != null) {
      rows[row + 9] = (address.base() + 1) | (address.index() + 1) << 8 | address.scale() << 16;
      rows[row + 10] = address.displacement();
      final String symbol = address.symbol();
      if (symbol != null) {
        rows[row + 9] |= (address.isThroughGot() ? 2 : 1) << 24;
        rows[row + 11] = text(symbol);
      } else if (address.isRelative()) {
        rows[row + 9] |= 3 << 24;
        rows[row + 11] = address.label();
      }
    }
  }

  void label(final int offset, final int label) {
    final int row = row(LABEL, offset);
    rows[row + 2] = label;
  }

  void jump(final int offset, final int site, final int label, final int condition) {
    final int row = row(JUMP, offset);
    rows[row + 2] = site;
    rows[row + 3] = label;
    rows[row + 4] = condition;
  }

  void transfer(final int offset, final long word, final int condition, final String symbol) {
    final int row = row(TRANSFER, offset);
    rows[row + 2] = FormTable.formNumber(word);
    rows[row + 3] = condition;
    rows[row + 4] = text(symbol);
  }

  void localCall(final int offset, final int label) {
    final int row = row(LOCAL_CALL, offset);
    rows[row + 2] = label;
  }

  void alignment(final int offset, final int site, final int alignment) {
    final int row = row(ALIGNMENT, offset);
    rows[row + 2] = site;
    rows[row + 3] = alignment;
  }

  void comment(final int offset, final String comment) {
    final int row = row(COMMENT, offset);
    rows[row + 2] = text(comment);
  }

  /**
   * Brings all offsets to their final values, replaces each site by what has become of it (a jump:
   * whether it is long; an alignment: its padding), and adds the tables and the constants.
   */
  void settle(
      final Layout layout,
      final JumpTables jumpTables,
      final ConstantPool constants,
      final int[] places) {
    interiorAlignment = layout.hasInteriorAlignment();
    layout.rewind();
    for (int i = 0; i < count; i++) {
      final int row = i * COLUMNS;
      rows[row + OFFSET] = layout.toFinal(rows[row + OFFSET]);
      if (rows[row] == JUMP) {
        rows[row + 2] = layout.isLong(rows[row + 2]) ? 1 : 0;
      } else if (rows[row] == ALIGNMENT) {
        rows[row + 2] = layout.finalLength(rows[row + 2]);
      }
    }
    for (int i = 0; i < jumpTables.count(); i++) {
      final int row = row(TABLE, places[jumpTables.label(i)]);
      rows[row + 2] = jumpTables.label(i);
      rows[row + 3] = i;
      tables.add(jumpTables.targets(i));
    }
    for (final int constant : constants.byOffset()) {
      final int row = row(CONSTANT, places[constants.label(constant)]);
      rows[row + 2] = constants.label(constant);
      rows[row + 3] = constants.size(constant);
    }
  }

  /**
   * Whether jumps must be printed with their size, since an assembler would judge padding in
   * another way.
   */
  boolean hasInteriorAlignment() {
    return interiorAlignment;
  }

  int count() {
    return count;
  }

  int kind(final int entry) {
    return rows[entry * COLUMNS];
  }

  int offset(final int entry) {
    return rows[entry * COLUMNS + OFFSET];
  }

  /** Column {@code column} (from 2) of an entry that is no instruction. */
  int column(final int entry, final int column) {
    return rows[entry * COLUMNS + column];
  }

  String textAt(final int entry, final int column) {
    return texts.get(column(entry, column));
  }

  int[] table(final int number) {
    return tables.get(number);
  }

  Form form(final int entry) {
    return FormTable.form(column(entry, 2));
  }

  int width(final int entry) {
    return column(entry, 3) & 0xff;
  }

  int condition(final int entry) {
    return column(entry, 3) >> 8 & 0xff;
  }

  boolean hasMemory(final int entry) {
    return (column(entry, 3) & 1 << 16) != 0;
  }

  /** The number of the {@code index}th register operand. */
  int register(final int entry, final int index) {
    return column(entry, 4 + index);
  }

  long immediate(final int entry) {
    return (column(entry, 7) & 0xffff_ffffL) | (long) column(entry, 8) << 32;
  }

  int base(final int entry) {
    return (column(entry, 9) & 0xff) - 1;
  }

  int index(final int entry) {
    return (column(entry, 9) >> 8 & 0xff) - 1;
  }

  int scale(final int entry) {
    return column(entry, 9) >> 16 & 0xff;
  }

  int displacement(final int entry) {
    return column(entry, 10);
  }

  /** The label of a relative address, or -1. */
  int addressLabel(final int entry) {
    return column(entry, 9) >> 24 == 3 ? column(entry, 11) : -1;
  }

  /** The symbol of a relative address, or null. */
  @Nullable String addressSymbol(final int entry) {
    final int relative = column(entry, 9) >> 24;
    return relative == 1 || relative == 2 ? texts.get(column(entry, 11)) : null;
  }

  boolean isThroughGot(final int entry) {
    return column(entry, 9) >> 24 == 2;
  }
}
