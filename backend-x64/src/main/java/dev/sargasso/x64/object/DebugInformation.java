package dev.sargasso.x64.object;

import dev.sargasso.ir.debug.FunctionDescription;
import dev.sargasso.ir.debug.GlobalDescription;
import dev.sargasso.ir.debug.SourceScope;
import dev.sargasso.ir.debug.SourceType;
import dev.sargasso.ir.debug.SourceVariable;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Position;
import dev.sargasso.x64.encode.LineTable;
import dev.sargasso.x64.encode.VariableTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a debugger reads of an object, in DWARF 5: one unit with its functions (sections 3.1.1 and
 * 3.3.1), their scopes and variables (sections 3.5 and 4.1), types (chapter 5), and the line table.
 *
 * <p>A scope's code is the code whose source position lies in the scope, in as many pieces as that
 * makes: code that was moved belongs to the scope that it was written in. A variable is where its
 * {@link VariableTable} says, and "optimized out" elsewhere.
 */
final class DebugInformation {
  private static final String PRODUCER = "sargasso";

  /** A function with its place in the section of code. */
  record Routine(
      String name,
      Linkage linkage,
      String begin,
      int start,
      int size,
      LineTable lines,
      @Nullable VariableTable variables) {
    /** The offset in the code from which on the parameters have been received. */
    int bodyOffset() {
      return variables == null ? 0 : variables.bodyOffset();
    }
  }

  private final String source;
  private final String folder;
  private final List<Routine> routines = new ArrayList<>();
  private final List<GlobalDescription> globals = new ArrayList<>();
  private final DebugEntries entries = new DebugEntries();
  private final DebugTypes types = new DebugTypes(entries);
  private final DebugSection locations = new DebugSection();
  private final DebugSection ranges = new DebugSection();
  private final DebugLines lines;
  private String locationsSymbol = "";
  private String rangesSymbol = "";

  /**
   * @param source the name of the source file
   * @param folder what that is relative to
   */
  DebugInformation(final String source, final String folder) {
    this.source = source;
    this.folder = folder;
    this.lines = new DebugLines(source, folder);
  }

  /** The number of a source file; an empty name stands for that of the unit. */
  int fileNumber(final String file) {
    return lines.fileNumber(file);
  }

  /** Adds a function; those with code come in the order of their addresses. */
  void add(final Routine routine) {
    routines.add(routine);
  }

  /** Adds a variable with static storage. */
  void add(final GlobalDescription global) {
    globals.add(global);
  }

  /** The abbreviations of the entries of {@link #units}, which must have been written. */
  DebugSection abbreviations() {
    return entries.abbreviations();
  }

  /** Where variables are; {@link #units} must have been written. */
  DebugSection locations() {
    locations.bytes.setInt(0, locations.bytes.size() - Integer.BYTES);
    return locations;
  }

  /** What code scopes have; {@link #units} must have been written. */
  DebugSection ranges() {
    ranges.bytes.setInt(0, ranges.bytes.size() - Integer.BYTES);
    return ranges;
  }

  /** The line table; {@link #units} must have been written. */
  DebugSection lines() {
    return lines.write(routines);
  }

  /** The local symbols of the starts of sections. */
  record Symbols(String text, String abbreviations, String lines, String locations, String ranges) {
    /** Names that no function or variable has. */
    static final Symbols USUAL =
        new Symbols(".Ltext", ".Labbreviations", ".Llines", ".Llocations", ".Lranges");
  }

  /**
   * The unit with everything in it.
   *
   * @param textSize how many bytes of code there are
   */
  DebugSection units(final Symbols symbols, final long textSize) {
    locationsSymbol = symbols.locations();
    rangesSymbol = symbols.ranges();
    beginList(locations);
    beginList(ranges);
    final ByteSink out = entries.bytes();
    out.putInt(0);
    out.putShort(Dwarf.VERSION);
    out.putByte(Dwarf.COMPILE_UNIT);
    out.putByte(Long.BYTES);
    entries.section.offset(symbols.abbreviations(), 0);
    entries.begin(
        Dwarf.TAG_COMPILE_UNIT,
        true,
        Dwarf.PRODUCED_BY,
        Dwarf.FORM_STRING,
        Dwarf.LANGUAGE,
        Dwarf.FORM_DATA_1,
        Dwarf.NAME,
        Dwarf.FORM_STRING,
        Dwarf.FOLDER,
        Dwarf.FORM_STRING,
        Dwarf.LOW_ADDRESS,
        Dwarf.FORM_ADDRESS,
        Dwarf.HIGH_ADDRESS,
        Dwarf.FORM_DATA_8,
        Dwarf.LINE_PROGRAM,
        Dwarf.FORM_SECTION_OFFSET);
    out.putText(PRODUCER);
    out.putByte(Dwarf.C11);
    out.putText(source);
    out.putText(folder);
    entries.section.address(symbols.text());
    out.putLong(textSize);
    entries.section.offset(symbols.lines(), 0);
    for (final Routine routine : routines) {
      if (routine.variables() == null) {
        plain(routine);
      } else {
        described(routine, routine.variables());
      }
    }
    for (final GlobalDescription global : globals) {
      global(global);
    }
    types.finish();
    entries.end();
    out.setInt(0, out.size() - Integer.BYTES);
    return entries.section;
  }

  /** The header of a section of lists (DWARF 5, sections 7.28 and 7.29). */
  private static void beginList(final DebugSection section) {
    section.bytes.putInt(0);
    section.bytes.putShort(Dwarf.VERSION);
    section.bytes.putByte(Long.BYTES);
    section.bytes.putByte(0); // no segments
    section.bytes.putInt(0); // no table of offsets
  }

  private static int firstLine(final Routine routine) {
    return routine.lines().count() == 0 ? 0 : Position.line(routine.lines().position(0));
  }

  /** A function of which nothing but the name is known. */
  private void plain(final Routine routine) {
    entries.begin(
        Dwarf.TAG_SUBPROGRAM,
        false,
        Dwarf.EXTERNAL,
        Dwarf.FORM_FLAG,
        Dwarf.NAME,
        Dwarf.FORM_STRING,
        Dwarf.DECLARED_IN_FILE,
        Dwarf.FORM_NUMBER,
        Dwarf.DECLARED_AT_LINE,
        Dwarf.FORM_NUMBER,
        Dwarf.LOW_ADDRESS,
        Dwarf.FORM_ADDRESS,
        Dwarf.HIGH_ADDRESS,
        Dwarf.FORM_DATA_4,
        Dwarf.FRAME_BASE,
        Dwarf.FORM_EXPRESSION);
    subprogram(routine, routine.name(), firstLine(routine));
  }

  private void subprogram(final Routine routine, final String name, final int line) {
    final ByteSink out = entries.bytes();
    out.putByte(routine.linkage().isVisible() ? 1 : 0);
    out.putText(name);
    out.putUnsigned(lines.fileNumber(routine.lines().file()));
    out.putUnsigned(line);
    entries.section.address(routine.begin());
    out.putInt(routine.size());
    out.putByte(1);
    out.putByte(Dwarf.OP_CALL_FRAME_ADDRESS);
  }

  private void described(final Routine routine, final VariableTable table) {
    final FunctionDescription description = table.description();
    final List<Integer> shape =
        new ArrayList<>(
            List.of(
                Dwarf.EXTERNAL,
                Dwarf.FORM_FLAG,
                Dwarf.NAME,
                Dwarf.FORM_STRING,
                Dwarf.DECLARED_IN_FILE,
                Dwarf.FORM_NUMBER,
                Dwarf.DECLARED_AT_LINE,
                Dwarf.FORM_NUMBER,
                Dwarf.LOW_ADDRESS,
                Dwarf.FORM_ADDRESS,
                Dwarf.HIGH_ADDRESS,
                Dwarf.FORM_DATA_4,
                Dwarf.FRAME_BASE,
                Dwarf.FORM_EXPRESSION));
    if (description.prototyped()) {
      shape.addAll(List.of(Dwarf.PROTOTYPED, Dwarf.FORM_PRESENT));
    }
    final boolean hasResult = !DebugTypes.isNothing(description.result());
    if (hasResult) {
      shape.addAll(List.of(Dwarf.TYPE, Dwarf.FORM_REFERENCE));
    }
    final boolean hasChildren = !description.variables().isEmpty();
    entries.begin(Dwarf.TAG_SUBPROGRAM, hasChildren, shape.toArray(new Integer[0]));
    subprogram(routine, description.name(), Position.line(description.position()));
    if (hasResult) {
      types.refer(description.result());
    }
    if (hasChildren) {
      new Scopes(routine, table).write();
      entries.end();
    }
  }

  /** The scopes of one function and the variables in them. */
  private final class Scopes {
    private final Routine routine;
    private final VariableTable table;
    private final List<SourceScope> scopes;

    /** By scope: whether it or one in it has variables. */
    private final boolean[] isWanted;

    /** By variable: its first row and the one behind its last. */
    private final int[] firstRow;

    private final int[] endRow;

    Scopes(final Routine routine, final VariableTable table) {
      this.routine = routine;
      this.table = table;
      scopes = table.description().scopes();
      isWanted = new boolean[scopes.size()];
      for (final SourceVariable variable : table.description().variables()) {
        isWanted[variable.scope()] = true;
      }
      for (int scope = scopes.size() - 1; scope > 0; scope--) {
        isWanted[scopes.get(scope).parent()] |= isWanted[scope];
      }
      final int count = table.description().variables().size();
      firstRow = new int[count];
      endRow = new int[count];
      for (int row = 0; row < table.count(); row++) {
        final int variable = table.variable(row);
        if (endRow[variable] == 0) {
          firstRow[variable] = row;
        }
        endRow[variable] = row + 1;
      }
    }

    void write() {
      final List<List<Integer>> variablesOf = new ArrayList<>();
      for (int scope = 0; scope < scopes.size(); scope++) {
        variablesOf.add(new ArrayList<>());
      }
      final List<SourceVariable> variables = table.description().variables();
      for (int variable = 0; variable < variables.size(); variable++) {
        variablesOf.get(variables.get(variable).scope()).add(variable);
      }
      // Scopes stand behind those around them, in the order of the source: their entries nest.
      int open = 0;
      for (int scope = 0; scope < scopes.size(); scope++) {
        if (!isWanted[scope]) {
          continue;
        }
        if (scope > 0) {
          while (open != scopes.get(scope).parent()) {
            entries.end();
            open = scopes.get(open).parent();
          }
          block(scopes.get(scope));
          open = scope;
        }
        for (final int variable : variablesOf.get(scope)) {
          variable(variable, variables.get(variable));
        }
      }
      for (; open > 0; open = scopes.get(open).parent()) {
        entries.end();
      }
    }

    /** A scope with the pieces of code that lie in it. */
    private void block(final SourceScope scope) {
      entries.begin(Dwarf.TAG_LEXICAL_BLOCK, true, Dwarf.RANGES, Dwarf.FORM_SECTION_OFFSET);
      entries.section.offset(rangesSymbol, ranges.bytes.size());
      final LineTable rows = routine.lines();
      int begin = -1;
      for (int row = 0; row < rows.count(); row++) {
        final boolean isInside = scope.contains(rows.position(row));
        final int offset = row == 0 ? 0 : rows.offset(row);
        if (isInside && begin < 0) {
          begin = offset;
        } else if (!isInside && begin >= 0) {
          range(begin, offset);
          begin = -1;
        }
      }
      if (begin >= 0) {
        range(begin, routine.size());
      }
      ranges.bytes.putByte(Dwarf.END_OF_LIST);
    }

    private void range(final int begin, final int end) {
      if (begin < end) {
        ranges.bytes.putByte(Dwarf.OFFSET_PAIR);
        ranges.bytes.putUnsigned(routine.start() + begin);
        ranges.bytes.putUnsigned(routine.start() + end);
      }
    }

    private void variable(final int number, final SourceVariable variable) {
      final int tag = variable.isParameter() ? Dwarf.TAG_FORMAL_PARAMETER : Dwarf.TAG_VARIABLE;
      final boolean isSomewhere = endRow[number] > 0;
      final List<Integer> shape = new ArrayList<>();
      if (!variable.name().isEmpty()) {
        shape.addAll(List.of(Dwarf.NAME, Dwarf.FORM_STRING));
      }
      shape.addAll(
          List.of(
              Dwarf.DECLARED_IN_FILE,
              Dwarf.FORM_NUMBER,
              Dwarf.DECLARED_AT_LINE,
              Dwarf.FORM_NUMBER,
              Dwarf.TYPE,
              Dwarf.FORM_REFERENCE));
      if (isSomewhere) {
        shape.addAll(List.of(Dwarf.LOCATION, Dwarf.FORM_SECTION_OFFSET));
      }
      entries.begin(tag, false, shape.toArray(new Integer[0]));
      final ByteSink out = entries.bytes();
      if (!variable.name().isEmpty()) {
        out.putText(variable.name());
      }
      out.putUnsigned(lines.fileNumber(routine.lines().file()));
      out.putUnsigned(Position.line(variable.position()));
      types.refer(variable.type());
      if (isSomewhere) {
        entries.section.offset(locationsSymbol, locations.bytes.size());
        for (int row = firstRow[number]; row < endRow[number]; row++) {
          location(row, variable.type());
        }
        locations.bytes.putByte(Dwarf.END_OF_LIST);
      }
    }

    private void location(final int row, final SourceType type) {
      final ByteSink out = locations.bytes;
      out.putByte(Dwarf.OFFSET_PAIR);
      out.putUnsigned(routine.start() + table.begin(row));
      out.putUnsigned(routine.start() + table.end(row));
      final byte[] expression = expression(table.kind(row), table.operand(row), type);
      out.putUnsigned(expression.length);
      out.put(expression);
    }
  }

  private static byte[] expression(final int kind, final long operand, final SourceType type) {
    final ByteSink out = new ByteSink();
    switch (kind) {
      case VariableTable.IN_FRAME -> {
        out.putByte(Dwarf.OP_FRAME);
        out.putSigned(operand);
      }
      case VariableTable.IN_REGISTER -> {
        if (operand < 32) {
          out.putByte(Dwarf.OP_REGISTER + (int) operand);
        } else {
          out.putByte(Dwarf.OP_NUMBERED_REGISTER);
          out.putUnsigned(operand);
        }
      }
      case VariableTable.IS_FRAME_ADDRESS -> {
        out.putByte(Dwarf.OP_FRAME);
        out.putSigned(operand);
        out.putByte(Dwarf.OP_STACK_VALUE);
      }
      default -> {
        final int size = type instanceof SourceType.Base base ? base.size() : Long.BYTES;
        out.putByte(Dwarf.OP_IMPLICIT_VALUE);
        out.putUnsigned(size);
        for (int i = 0; i < size; i++) {
          out.putByte((int) (operand >> (Byte.SIZE * i)) & 0xff);
        }
      }
    }
    return out.toBytes();
  }

  private void global(final GlobalDescription global) {
    entries.begin(
        Dwarf.TAG_VARIABLE,
        false,
        Dwarf.NAME,
        Dwarf.FORM_STRING,
        Dwarf.DECLARED_IN_FILE,
        Dwarf.FORM_NUMBER,
        Dwarf.DECLARED_AT_LINE,
        Dwarf.FORM_NUMBER,
        Dwarf.TYPE,
        Dwarf.FORM_REFERENCE,
        Dwarf.EXTERNAL,
        Dwarf.FORM_FLAG,
        Dwarf.LOCATION,
        Dwarf.FORM_EXPRESSION);
    final ByteSink out = entries.bytes();
    out.putText(global.name());
    out.putUnsigned(lines.fileNumber(global.sourceFile()));
    out.putUnsigned(Position.line(global.position()));
    types.refer(global.type());
    out.putByte(global.isGlobal() ? 1 : 0);
    out.putUnsigned(1 + Long.BYTES);
    out.putByte(Dwarf.OP_ADDRESS);
    entries.section.address(global.symbol());
  }
}
