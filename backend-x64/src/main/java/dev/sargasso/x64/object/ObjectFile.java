package dev.sargasso.x64.object;

import dev.sargasso.ir.debug.GlobalDescription;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.x64.encode.LineTable;
import dev.sargasso.x64.encode.MachineCode;
import dev.sargasso.x64.encode.Relocation;
import dev.sargasso.x64.encode.RelocationKind;
import dev.sargasso.x64.encode.VariableTable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An ELF64 relocatable object (System V ABI, chapter 4, and its supplement for AMD64), as the
 * system's assembler would write it: distances to local symbols in the same section are filled in,
 * other references to local symbols go by way of their section, references to global symbols stay
 * open, since another definition may take their place.
 *
 * <p>The same definitions in the same order give the same bytes.
 */
public final class ObjectFile implements ObjectSink {
  /** What fills the gaps between functions: a trap. */
  static final int CODE_FILL = 0xcc;

  /** The first byte of a call. */
  private static final int CALL = 0xe8;

  private static final int HEADER_SIZE = 64;
  private static final int SECTION_HEADER_SIZE = 64;
  private static final int SYMBOL_SIZE = 24;
  private static final int RELOCATION_SIZE = 24;

  private static final int PROGRAM_BITS = 1;
  private static final int SYMBOL_TABLE = 2;
  private static final int STRING_TABLE = 3;
  private static final int RELOCATIONS = 4;
  private static final int NO_BITS = 8;
  private static final int INFO_LINK = 0x40;

  private static final int LOCAL = 0;
  private static final int GLOBAL = 1;
  private static final int WEAK = 2;
  private static final int DEFAULT = 0;
  private static final int HIDDEN = 2;
  private static final int NO_TYPE = 0;
  private static final int OBJECT = 1;
  private static final int FUNCTION = 2;
  private static final int SECTION = 3;
  private static final int FILE = 4;
  private static final int ABSOLUTE = 0xfff1;

  /** The contents of one section. */
  private static final class Contents {
    private final ByteSink bytes = new ByteSink();
    private final List<Relocation> relocations = new ArrayList<>();
    private int alignment = 1;
    private long size;
    private int header;
    private int symbol;
  }

  private record Symbol(
      String name, Section section, long value, long size, int type, Linkage linkage) {
    boolean global() {
      return linkage.isVisible();
    }

    int binding() {
      return linkage == Linkage.LOCAL ? LOCAL : linkage == Linkage.WEAK ? WEAK : GLOBAL;
    }

    int visibility() {
      return linkage == Linkage.HIDDEN ? HIDDEN : DEFAULT;
    }
  }

  private final String source;
  private final EnumMap<Section, Contents> sections = new EnumMap<>(Section.class);
  private final Map<String, Symbol> symbols = new LinkedHashMap<>();
  private @Nullable UnwindSection unwinding;
  private final @Nullable DebugInformation debugInformation;
  private long textAddress;
  private final Map<String, VariableTable> tables = new HashMap<>();

  /**
   * Makes an empty object.
   *
   * @param source the name of the source file, for debuggers
   */
  public ObjectFile(final String source) {
    this(source, null);
  }

  /**
   * Makes an empty object.
   *
   * @param source the name of the source file, for debuggers
   * @param folder what that is relative to, or null to leave out what only debuggers read
   */
  public ObjectFile(final String source, final @Nullable String folder) {
    this.source = source;
    debugInformation = folder == null ? null : new DebugInformation(source, folder);
  }

  /**
   * Says where the code is in memory, for a debugger that reads the object there; such an object is
   * not for linkers.
   */
  public void placeText(final long address) {
    textAddress = address;
  }

  private Contents contents(final Section section) {
    return sections.computeIfAbsent(section, absent -> new Contents());
  }

  private void define(final Symbol symbol) {
    if (symbols.putIfAbsent(symbol.name(), symbol) != null) {
      throw new IllegalArgumentException("symbol '" + symbol.name() + "' is defined twice");
    }
  }

  private void add(
      final Section section,
      final String symbol,
      final int type,
      final Linkage linkage,
      final byte[] bytes,
      final long size,
      final int alignment,
      final List<Relocation> relocations) {
    final Contents contents = contents(section);
    contents.alignment = Math.max(contents.alignment, alignment);
    final long start;
    if (section == Section.ZERO) {
      start = (contents.size + alignment - 1) & -(long) alignment;
    } else {
      contents.bytes.align(alignment, section == Section.TEXT ? CODE_FILL : 0);
      start = contents.bytes.size();
      contents.bytes.put(bytes);
      if (start + size > Integer.MAX_VALUE - 64) {
        throw new IllegalArgumentException(
            "symbol '" + symbol + "' of " + size + " bytes does not fit in an object file");
      }
      contents.bytes.zeros((int) size - bytes.length);
      for (final Relocation relocation : relocations) {
        // The addend stands in the relocation, not in the field.
        contents.bytes.clear((int) start + relocation.offset(), relocation.kind().size());
        contents.relocations.add(
            new Relocation(
                (int) start + relocation.offset(),
                relocation.kind(),
                relocation.symbol(),
                relocation.addend()));
      }
    }
    contents.size = start + size;
    define(new Symbol(symbol, section, start, size, type, linkage));
  }

  @Override
  public void function(
      final String symbol, final Linkage linkage, final MachineCode code, final LineTable lines) {
    add(
        Section.TEXT,
        symbol,
        FUNCTION,
        linkage,
        code.bytes(),
        code.bytes().length,
        code.alignment(),
        code.relocations());
    // The function itself, whatever definition of its name another module may prefer.
    final String begin = ".Lbegin." + symbol;
    define(new Symbol(begin, Section.TEXT, start(symbol), 0, NO_TYPE, Linkage.LOCAL));
    unwind(begin, code);
    if (debugInformation != null) {
      debugInformation.add(
          new DebugInformation.Routine(
              symbol,
              linkage,
              begin,
              (int) start(symbol),
              code.bytes().length,
              lines,
              tables.get(symbol)));
    }
    if (code.constants().length > 0) {
      add(
          Section.READ_ONLY,
          code.constantsSymbol(),
          OBJECT,
          Linkage.LOCAL,
          code.constants(),
          code.constants().length,
          code.constantsAlignment(),
          List.of());
    }
  }

  @Override
  public void variables(final String symbol, final VariableTable table) {
    tables.put(symbol, table);
  }

  @Override
  public void describe(final GlobalDescription description) {
    if (debugInformation != null) {
      debugInformation.add(description);
    }
  }

  private long start(final String symbol) {
    final Symbol found = symbols.get(symbol);
    return found == null ? 0 : found.value();
  }

  private void debug(final DebugInformation information) {
    final DebugInformation.Symbols starts = DebugInformation.Symbols.USUAL;
    define(new Symbol(starts.text(), Section.TEXT, 0, 0, NO_TYPE, Linkage.LOCAL));
    beginSection(starts.abbreviations(), Section.DEBUG_ABBREVIATIONS);
    beginSection(starts.lines(), Section.DEBUG_LINES);
    beginSection(starts.locations(), Section.DEBUG_LOCATIONS);
    beginSection(starts.ranges(), Section.DEBUG_RANGES);
    debug(Section.DEBUG_UNITS, information.units(starts, contents(Section.TEXT).size));
    debug(Section.DEBUG_ABBREVIATIONS, information.abbreviations());
    debug(Section.DEBUG_LINES, information.lines());
    debug(Section.DEBUG_LOCATIONS, information.locations());
    debug(Section.DEBUG_RANGES, information.ranges());
  }

  private void beginSection(final String symbol, final Section section) {
    define(new Symbol(symbol, section, 0, 0, NO_TYPE, Linkage.LOCAL));
  }

  private void debug(final Section section, final DebugSection part) {
    final Contents contents = contents(section);
    contents.bytes.put(part.bytes.toBytes());
    contents.relocations.addAll(part.relocations);
    contents.size = contents.bytes.size();
  }

  private void unwind(final String begin, final MachineCode code) {
    final Contents contents = contents(Section.UNWIND);
    if (unwinding == null) {
      contents.alignment = UnwindSection.ALIGNMENT;
      unwinding = new UnwindSection(contents.bytes);
    }
    final int place = unwinding.add(code);
    contents.relocations.add(new Relocation(place, RelocationKind.PC32, begin, 0));
  }

  @Override
  public void global(final Global global) {
    final List<Relocation> relocations = new ArrayList<>(global.relocations().size());
    for (final Global.DataRelocation relocation : global.relocations()) {
      relocations.add(
          new Relocation(
              Math.toIntExact(relocation.offset()),
              RelocationKind.ABSOLUTE64,
              relocation.symbol(),
              relocation.addend()));
    }
    add(
        Section.of(global),
        global.name(),
        OBJECT,
        global.linkage(),
        global.initialiser(),
        global.size(),
        global.alignment(),
        relocations);
  }

  /** The object file. */
  public byte[] toBytes() {
    if (unwinding != null) {
      unwinding.finish();
      contents(Section.UNWIND).size = contents(Section.UNWIND).bytes.size();
    }
    if (debugInformation != null && !symbols.containsKey(".Ltext")) {
      debug(debugInformation);
    }
    final Writer writer = new Writer();
    return writer.write();
  }

  /** Puts the pieces of the file one behind the other. */
  private final class Writer {
    private final ByteSink file = new ByteSink();
    private final ByteSink headers = new ByteSink();
    private final ByteSink names = new ByteSink();
    private final ByteSink strings = new ByteSink();
    private final ByteSink table = new ByteSink();
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private int headerCount;
    private int symbolCount;

    byte[] write() {
      file.zeros(HEADER_SIZE);
      names.putByte(0);
      strings.putByte(0);
      header("", 0, 0, 0, 0, 0, 0, 0, 0);
      numberSections();
      final int firstGlobal = writeSymbols();
      for (final Map.Entry<Section, Contents> entry : sections.entrySet()) {
        writeSection(entry.getKey(), entry.getValue());
      }
      header(".note.GNU-stack", PROGRAM_BITS, 0, file.size(), 0, 0, 0, 1, 0);
      final int symbolTable = headerCount;
      final int start = put(table, 8);
      header(
          ".symtab",
          SYMBOL_TABLE,
          0,
          start,
          table.size(),
          symbolTable + 1,
          firstGlobal,
          8,
          SYMBOL_SIZE);
      final int stringStart = put(strings, 1);
      header(".strtab", STRING_TABLE, 0, stringStart, strings.size(), 0, 0, 1, 0);
      final int name = names.putText(".shstrtab");
      final int namesStart = put(names, 1);
      header(name, STRING_TABLE, 0, 0, namesStart, names.size(), 0, 0, 1, 0);
      final int headersStart = put(headers, 8);
      return withHeader(headersStart);
    }

    /** Section headers are numbered in advance, since symbols and relocations name them. */
    private void numberSections() {
      int next = 1;
      for (final Contents contents : sections.values()) {
        contents.header = next++;
        next += isRelocated(contents) ? 1 : 0;
      }
    }

    /** Fills in what needs no linker and says whether something remains. */
    private boolean isRelocated(final Contents contents) {
      contents.relocations.removeIf(relocation -> resolve(contents, relocation));
      return !contents.relocations.isEmpty();
    }

    private boolean resolve(final Contents contents, final Relocation relocation) {
      final Symbol symbol = symbols.get(relocation.symbol());
      final boolean relative =
          relocation.kind() == RelocationKind.PC32 || relocation.kind() == RelocationKind.PLT32;
      if (symbol == null || !relative || contents(symbol.section()) != contents) {
        return false;
      }
      if (symbol.global() && !isSettledJump(contents, relocation, symbol)) {
        return false;
      }
      contents.bytes.setInt(
          relocation.offset(), (int) (symbol.value() + relocation.addend() - relocation.offset()));
      return true;
    }

    /** The system's assembler settles jumps to hidden symbols, but neither calls nor addresses. */
    private static boolean isSettledJump(
        final Contents contents, final Relocation relocation, final Symbol symbol) {
      return symbol.linkage() == Linkage.HIDDEN
          && relocation.kind() == RelocationKind.PLT32
          && contents.bytes.byteAt(relocation.offset() - 1) != CALL;
    }

    private int put(final ByteSink bytes, final int alignment) {
      file.align(alignment, 0);
      final int start = file.size();
      file.put(bytes.toBytes());
      return start;
    }

    private void header(
        final String title,
        final int type,
        final int flags,
        final long offset,
        final long size,
        final int link,
        final int info,
        final int alignment,
        final int entrySize) {
      final int name = title.isEmpty() ? 0 : names.putText(title);
      header(name, type, flags, 0, offset, size, link, info, alignment, entrySize);
    }

    private void header(
        final int name,
        final int type,
        final int flags,
        final long address,
        final long offset,
        final long size,
        final int link,
        final int info,
        final int alignment,
        final int entrySize) {
      headers.putInt(name);
      headers.putInt(type);
      headers.putLong(flags);
      headers.putLong(address);
      headers.putLong(offset);
      headers.putLong(size);
      headers.putInt(link);
      headers.putInt(info);
      headers.putLong(alignment);
      headers.putLong(entrySize);
      headerCount++;
    }

    /**
     * Writes the symbol table, local symbols first, and returns the number of the first global one.
     */
    private int writeSymbols() {
      symbol(0, LOCAL, DEFAULT, NO_TYPE, 0, 0, 0);
      symbol(strings.putText(source), LOCAL, DEFAULT, FILE, ABSOLUTE, 0, 0);
      for (final Contents contents : sections.values()) {
        contents.symbol = symbolCount;
        symbol(0, LOCAL, DEFAULT, SECTION, contents.header, 0, 0);
      }
      for (final Symbol symbol : symbols.values()) {
        if (!symbol.global() && !symbol.name().startsWith(".L")) {
          symbol(symbol);
        }
      }
      final int firstGlobal = symbolCount;
      for (final Symbol symbol : symbols.values()) {
        if (symbol.global()) {
          symbol(symbol);
        }
      }
      for (final Contents contents : sections.values()) {
        for (final Relocation relocation : contents.relocations) {
          final String name = relocation.symbol();
          if (!symbols.containsKey(name) && !numbers.containsKey(name)) {
            numbers.put(name, symbolCount);
            symbol(strings.putText(name), GLOBAL, DEFAULT, NO_TYPE, 0, 0, 0);
          }
        }
      }
      return firstGlobal;
    }

    private void symbol(final Symbol symbol) {
      numbers.put(symbol.name(), symbolCount);
      symbol(
          strings.putText(symbol.name()),
          symbol.binding(),
          symbol.visibility(),
          symbol.type(),
          contents(symbol.section()).header,
          symbol.value(),
          symbol.size());
    }

    private void symbol(
        final int name,
        final int binding,
        final int visibility,
        final int type,
        final int section,
        final long value,
        final long size) {
      table.putInt(name);
      table.putByte(binding << 4 | type);
      table.putByte(visibility);
      table.putShort(section);
      table.putLong(value);
      table.putLong(size);
      symbolCount++;
    }

    private void writeSection(final Section section, final Contents contents) {
      if (section == Section.ZERO) {
        file.align(1, 0);
        header(
            section.title(),
            NO_BITS,
            section.flags(),
            file.size(),
            contents.size,
            0,
            0,
            contents.alignment,
            0);
        return;
      }
      final int start = put(contents.bytes, contents.alignment);
      header(
          names.putText(section.title()),
          PROGRAM_BITS,
          section.flags(),
          address(section),
          start,
          contents.size,
          0,
          0,
          contents.alignment,
          0);
      if (!contents.relocations.isEmpty()) {
        final ByteSink entries = new ByteSink();
        for (final Relocation relocation : contents.relocations) {
          relocation(entries, relocation);
        }
        final int entriesStart = put(entries, 8);
        header(
            ".rela" + section.title(),
            RELOCATIONS,
            INFO_LINK,
            entriesStart,
            entries.size(),
            symbolTableNumber(),
            contents.header,
            8,
            RELOCATION_SIZE);
      }
    }

    /** Where a section is in memory, if that has been said of the code. */
    private long address(final Section section) {
      return switch (section) {
        case TEXT -> textAddress;
        // Within the reach of the distances from it to the code.
        case UNWIND ->
            textAddress == 0 ? 0 : (textAddress + contents(Section.TEXT).size + 15) & -16;
        default -> 0;
      };
    }

    /** The symbol table stands behind all sections, their relocations and the note. */
    private int symbolTableNumber() {
      int number = 2;
      for (final Contents contents : sections.values()) {
        number += contents.relocations.isEmpty() ? 1 : 2;
      }
      return number;
    }

    private void relocation(final ByteSink entries, final Relocation relocation) {
      final @Nullable Symbol symbol = symbols.get(relocation.symbol());
      final boolean bySection =
          symbol != null && !symbol.global() && !relocation.kind().isGotSlot();
      final Integer named = numbers.get(relocation.symbol());
      if (!bySection && named == null) {
        throw new IllegalStateException(
            "a reference through the address table needs a name, not " + relocation.symbol());
      }
      final int number = bySection ? contents(symbol.section()).symbol : named;
      entries.putLong(relocation.offset());
      // A local symbol has no linkage stub.
      final RelocationKind kind =
          bySection && relocation.kind() == RelocationKind.PLT32
              ? RelocationKind.PC32
              : relocation.kind();
      entries.putLong((long) number << 32 | kind.number());
      entries.putLong(relocation.addend() + (bySection ? symbol.value() : 0));
    }

    private byte[] withHeader(final int headersStart) {
      final ByteSink header = new ByteSink();
      header.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0});
      header.putLong(0);
      header.putShort(1); // relocatable
      header.putShort(62); // AMD64
      header.putInt(1);
      header.putLong(0);
      header.putLong(0);
      header.putLong(headersStart);
      header.putInt(0);
      header.putShort(HEADER_SIZE);
      header.putShort(0);
      header.putShort(0);
      header.putShort(SECTION_HEADER_SIZE);
      header.putShort(headerCount);
      header.putShort(headerCount - 1);
      final byte[] result = file.toBytes();
      System.arraycopy(header.toBytes(), 0, result, 0, HEADER_SIZE);
      return result;
    }
  }
}
