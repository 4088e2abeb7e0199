package dev.sargasso.x64.object;

import dev.sargasso.ir.program.Position;
import dev.sargasso.x64.encode.LineTable;
import java.util.ArrayList;
import java.util.List;

/** The line table of a unit as a program that makes it (DWARF 5, section 6.2). */
final class DebugLines {
  private static final int ROW_PATH = 1;
  private static final int ROW_FOLDER = 2;

  private static final int COPY = 1;
  private static final int ADVANCE_ADDRESS = 2;
  private static final int ADVANCE_LINE = 3;
  private static final int SET_FILE = 4;
  private static final int SET_COLUMN = 5;
  private static final int SET_PROLOGUE_END = 10;
  private static final int END_SEQUENCE = 1;
  private static final int SET_ADDRESS = 2;
  private static final int FIRST_SPECIAL = 13;
  private static final int LINE_BASE = -5;
  private static final int LINE_RANGE = 14;
  private static final byte[] OPERAND_COUNTS = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};

  private final String folder;
  private final List<String> files = new ArrayList<>();

  /**
   * @param source the name of the source file
   * @param folder what that is relative to
   */
  DebugLines(final String source, final String folder) {
    this.folder = folder;
    files.add(source);
  }

  /** The number of a file; an empty name stands for the source file of the unit. */
  int fileNumber(final String file) {
    if (file.isEmpty()) {
      return 1;
    }
    int index = files.indexOf(file);
    if (index < 0) {
      index = files.size();
      files.add(file);
    }
    return index + 1;
  }

  /**
   * The table; all files must be numbered before.
   *
   * @param routines the functions in order of their addresses
   */
  DebugSection write(final List<DebugInformation.Routine> routines) {
    final DebugSection part = new DebugSection();
    final ByteSink out = part.bytes;
    out.putInt(0);
    out.putShort(Dwarf.VERSION);
    out.putByte(Long.BYTES);
    out.putByte(0); // no segments
    final int headerLength = out.size();
    out.putInt(0);
    out.putByte(1); // instructions start at any byte
    out.putByte(1); // one operation an instruction
    out.putByte(1); // a row is a good place to stop
    out.putByte(LINE_BASE);
    out.putByte(LINE_RANGE);
    out.putByte(FIRST_SPECIAL);
    out.put(OPERAND_COUNTS);
    out.putByte(1);
    out.putUnsigned(ROW_PATH);
    out.putUnsigned(Dwarf.FORM_STRING);
    out.putUnsigned(1);
    out.putText(folder);
    out.putByte(2);
    out.putUnsigned(ROW_PATH);
    out.putUnsigned(Dwarf.FORM_STRING);
    out.putUnsigned(ROW_FOLDER);
    out.putUnsigned(Dwarf.FORM_NUMBER);
    // The file of the unit is number 0, and the rows start with number 1.
    out.putUnsigned(1 + files.size());
    out.putText(files.getFirst());
    out.putUnsigned(0);
    for (final String file : files) {
      out.putText(file);
      out.putUnsigned(0);
    }
    out.setInt(headerLength, out.size() - headerLength - Integer.BYTES);
    for (final DebugInformation.Routine function : routines) {
      sequence(part, function);
    }
    out.setInt(0, out.size() - Integer.BYTES);
    return part;
  }

  private void sequence(final DebugSection part, final DebugInformation.Routine function) {
    final LineTable table = function.lines();
    if (table.count() == 0) {
      return;
    }
    final ByteSink out = part.bytes;
    out.putByte(0);
    out.putUnsigned(1 + Long.BYTES);
    out.putByte(SET_ADDRESS);
    part.address(function.begin());
    final int file = fileNumber(function.lines().file());
    if (file != 1) {
      out.putByte(SET_FILE);
      out.putUnsigned(file);
    }
    int at = 0;
    int line = 1;
    int column = 0;
    boolean isBefore = function.variables() != null;
    for (int row = 0; row < table.count(); row++) {
      final int position = table.position(row);
      final int offset = row == 0 ? 0 : table.offset(row);
      if (Position.column(position) != column) {
        column = Position.column(position);
        out.putByte(SET_COLUMN);
        out.putUnsigned(column);
      }
      if (isBefore && offset >= function.bodyOffset()) {
        out.putByte(SET_PROLOGUE_END);
        isBefore = false;
      }
      step(out, offset - at, Position.line(position) - line);
      at = offset;
      line = Position.line(position);
    }
    if (function.size() > at) {
      out.putByte(ADVANCE_ADDRESS);
      out.putUnsigned(function.size() - at);
    }
    out.putByte(0);
    out.putUnsigned(1);
    out.putByte(END_SEQUENCE);
  }

  /** Adds a row that is so many bytes and lines behind the last one. */
  private static void step(final ByteSink out, final int bytes, final int lines) {
    int rest = lines;
    if (lines < LINE_BASE || lines >= LINE_BASE + LINE_RANGE) {
      out.putByte(ADVANCE_LINE);
      out.putSigned(lines);
      rest = 0;
    }
    final long special = (rest - LINE_BASE) + (long) LINE_RANGE * bytes + FIRST_SPECIAL;
    if (special <= 255) {
      out.putByte((int) special);
      return;
    }
    out.putByte(ADVANCE_ADDRESS);
    out.putUnsigned(bytes);
    if (rest == 0) {
      out.putByte(COPY);
    } else {
      out.putByte(rest - LINE_BASE + FIRST_SPECIAL);
    }
  }
}
