package dev.sargasso.x64.object;

import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Position;
import dev.sargasso.x64.encode.LineTable;
import dev.sargasso.x64.encode.Relocation;
import dev.sargasso.x64.encode.RelocationKind;
import java.util.ArrayList;
import java.util.List;

/**
 * What a debugger reads of an object, in DWARF 5: one unit with a name for each function (sections
 * 3.1.1 and 3.3.1), and the program of its line table (section 6.2), so that it can stop at lines,
 * step through them, and name the functions of a backtrace.
 */
final class DebugInformation {
  private static final String PRODUCER = "sargasso";

  private static final int VERSION = 5;
  private static final int COMPILE_UNIT = 0x01;
  private static final int TAG_COMPILE_UNIT = 0x11;
  private static final int TAG_SUBPROGRAM = 0x2e;
  private static final int C11 = 0x1d;

  private static final int NAME = 0x03;
  private static final int LINE_PROGRAM = 0x10;
  private static final int LOW_ADDRESS = 0x11;
  private static final int HIGH_ADDRESS = 0x12;
  private static final int LANGUAGE = 0x13;
  private static final int FOLDER = 0x1b;
  private static final int PRODUCED_BY = 0x25;
  private static final int DECLARED_IN_FILE = 0x3a;
  private static final int DECLARED_AT_LINE = 0x3b;
  private static final int EXTERNAL = 0x3f;
  private static final int FRAME_BASE = 0x40;

  private static final int FORM_ADDRESS = 0x01;
  private static final int FORM_DATA_4 = 0x06;
  private static final int FORM_DATA_8 = 0x07;
  private static final int FORM_STRING = 0x08;
  private static final int FORM_DATA_1 = 0x0b;
  private static final int FORM_FLAG = 0x0c;
  private static final int FORM_NUMBER = 0x0f;
  private static final int FORM_SECTION_OFFSET = 0x17;
  private static final int FORM_EXPRESSION = 0x18;

  private static final int CALL_FRAME_ADDRESS = 0x9c;

  private static final int ROW_PATH = 1;
  private static final int ROW_FOLDER = 2;

  private static final int COPY = 1;
  private static final int ADVANCE_ADDRESS = 2;
  private static final int ADVANCE_LINE = 3;
  private static final int SET_COLUMN = 5;
  private static final int END_SEQUENCE = 1;
  private static final int SET_ADDRESS = 2;
  private static final int FIRST_SPECIAL = 13;
  private static final int LINE_BASE = -5;
  private static final int LINE_RANGE = 14;
  private static final byte[] OPERAND_COUNTS = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};

  /** A section as far as it is written, with what the linker must fill in. */
  static final class Part {
    final ByteSink bytes = new ByteSink();
    final List<Relocation> relocations = new ArrayList<>();

    /** Room for the address of a local symbol. */
    private void address(final String symbol) {
      relocations.add(new Relocation(bytes.size(), RelocationKind.ABSOLUTE64, symbol, 0));
      bytes.putLong(0);
    }

    /** Room for the offset in its section of what a local symbol stands for. */
    private void offset(final String symbol) {
      relocations.add(new Relocation(bytes.size(), RelocationKind.ABSOLUTE32, symbol, 0));
      bytes.putInt(0);
    }
  }

  private record Function(String name, Linkage linkage, String begin, int size, LineTable lines) {}

  private final String source;
  private final String folder;
  private final List<Function> functions = new ArrayList<>();

  /**
   * @param source the name of the source file
   * @param folder what that is relative to
   */
  DebugInformation(final String source, final String folder) {
    this.source = source;
    this.folder = folder;
  }

  /**
   * Adds a function.
   *
   * @param begin the local symbol of its first instruction
   * @param size its bytes
   */
  void add(
      final String name,
      final Linkage linkage,
      final String begin,
      final int size,
      final LineTable lines) {
    functions.add(new Function(name, linkage, begin, size, lines));
  }

  /** Says which attributes the entries of {@link #units} have, and in which forms. */
  Part abbreviations() {
    final Part part = new Part();
    final ByteSink out = part.bytes;
    abbreviation(
        out,
        1,
        TAG_COMPILE_UNIT,
        true,
        new int[] {
          PRODUCED_BY, FORM_STRING,
          LANGUAGE, FORM_DATA_1,
          NAME, FORM_STRING,
          FOLDER, FORM_STRING,
          LOW_ADDRESS, FORM_ADDRESS,
          HIGH_ADDRESS, FORM_DATA_8,
          LINE_PROGRAM, FORM_SECTION_OFFSET
        });
    abbreviation(
        out,
        2,
        TAG_SUBPROGRAM,
        false,
        new int[] {
          EXTERNAL, FORM_FLAG,
          NAME, FORM_STRING,
          DECLARED_IN_FILE, FORM_DATA_1,
          DECLARED_AT_LINE, FORM_NUMBER,
          LOW_ADDRESS, FORM_ADDRESS,
          HIGH_ADDRESS, FORM_DATA_4,
          FRAME_BASE, FORM_EXPRESSION
        });
    out.putByte(0);
    return part;
  }

  private static void abbreviation(
      final ByteSink out,
      final int code,
      final int tag,
      final boolean hasChildren,
      final int[] attributes) {
    out.putUnsigned(code);
    out.putUnsigned(tag);
    out.putByte(hasChildren ? 1 : 0);
    for (final int number : attributes) {
      out.putUnsigned(number);
    }
    out.putShort(0);
  }

  /**
   * The unit and its functions.
   *
   * @param textBegin the local symbol of the first byte of code
   * @param textSize how many bytes of code there are
   * @param abbreviations the local symbol of the abbreviations
   * @param lines the local symbol of the line table
   */
  Part units(
      final String textBegin, final long textSize, final String abbreviations, final String lines) {
    final Part part = new Part();
    final ByteSink out = part.bytes;
    out.putInt(0);
    out.putShort(VERSION);
    out.putByte(COMPILE_UNIT);
    out.putByte(Long.BYTES);
    part.offset(abbreviations);
    out.putUnsigned(1);
    out.putText(PRODUCER);
    out.putByte(C11);
    out.putText(source);
    out.putText(folder);
    part.address(textBegin);
    out.putLong(textSize);
    part.offset(lines);
    for (final Function function : functions) {
      out.putUnsigned(2);
      out.putByte(function.linkage() == Linkage.GLOBAL ? 1 : 0);
      out.putText(function.name());
      out.putByte(1);
      out.putUnsigned(firstLine(function));
      part.address(function.begin());
      out.putInt(function.size());
      out.putByte(1);
      out.putByte(CALL_FRAME_ADDRESS);
    }
    out.putByte(0);
    out.setInt(0, out.size() - Integer.BYTES);
    return part;
  }

  private static int firstLine(final Function function) {
    return function.lines().count() == 0 ? 0 : Position.line(function.lines().position(0));
  }

  /** The line table. */
  Part lines() {
    final Part part = new Part();
    final ByteSink out = part.bytes;
    out.putInt(0);
    out.putShort(VERSION);
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
    out.putUnsigned(FORM_STRING);
    out.putUnsigned(1);
    out.putText(folder);
    out.putByte(2);
    out.putUnsigned(ROW_PATH);
    out.putUnsigned(FORM_STRING);
    out.putUnsigned(ROW_FOLDER);
    out.putUnsigned(FORM_NUMBER);
    // The file of the unit is number 0, and the rows start with number 1.
    out.putUnsigned(2);
    for (int i = 0; i < 2; i++) {
      out.putText(source);
      out.putUnsigned(0);
    }
    out.setInt(headerLength, out.size() - headerLength - Integer.BYTES);
    for (final Function function : functions) {
      sequence(part, function);
    }
    out.setInt(0, out.size() - Integer.BYTES);
    return part;
  }

  private static void sequence(final Part part, final Function function) {
    final LineTable table = function.lines();
    if (table.count() == 0) {
      return;
    }
    final ByteSink out = part.bytes;
    out.putByte(0);
    out.putUnsigned(1 + Long.BYTES);
    out.putByte(SET_ADDRESS);
    part.address(function.begin());
    int at = 0;
    int line = 1;
    int column = 0;
    for (int row = 0; row < table.count(); row++) {
      final int position = table.position(row);
      final int offset = row == 0 ? 0 : table.offset(row);
      if (Position.column(position) != column) {
        column = Position.column(position);
        out.putByte(SET_COLUMN);
        out.putUnsigned(column);
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
