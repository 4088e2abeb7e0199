package dev.sargasso.x64.object;

import dev.sargasso.ir.debug.GlobalDescription;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.x64.encode.LineTable;
import dev.sargasso.x64.encode.Listing;
import dev.sargasso.x64.encode.MachineCode;
import dev.sargasso.x64.encode.Relocation;
import dev.sargasso.x64.encode.RelocationKind;
import dev.sargasso.x64.encode.SourceLines;
import dev.sargasso.x64.encode.SymbolNames;
import dev.sargasso.x64.encode.Syntax;
import dev.sargasso.x64.encode.VariableTable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The text of one unit for the system's assembler, which makes of it the sections that {@link
 * ObjectFile} writes, byte for byte. Functions must come from an assembler that was tracing.
 */
public final class AssemblyFile implements ObjectSink {
  private static final int BYTES_ON_A_LINE = 16;
  private static final int CHARACTERS_ON_A_LINE = 60;
  private static final int ZEROS_WORTH_A_LINE = 16;

  private final Syntax syntax;
  private final StringBuilder out = new StringBuilder();
  private final Set<String> defined = new HashSet<>();
  private @Nullable Section current;
  private int functions;
  private final SourceText source;
  private final @Nullable DebugInformation debugInformation;
  private final Map<String, VariableTable> tables = new HashMap<>();
  private int fileCount;
  private int textSize;

  /** Gives the lines of source files. */
  @FunctionalInterface
  public interface SourceText {
    /**
     * The text of a line; empty if it is not known.
     *
     * @param file empty for the source file of the unit
     * @param line from 1
     */
    String line(String file, int line);
  }

  /**
   * Makes an empty file.
   *
   * @param source the name of the source file, for debuggers
   */
  public AssemblyFile(final String source, final Syntax syntax) {
    this(source, syntax, (_, _) -> "", null);
  }

  /**
   * Makes an empty file.
   *
   * @param source the name of the source file, for debuggers
   * @param text lines of source files, for comments
   * @param folder what the source is relative to, or null to leave out what only debuggers read
   */
  public AssemblyFile(
      final String source,
      final Syntax syntax,
      final SourceText text,
      final @Nullable String folder) {
    this.syntax = syntax;
    this.source = text;
    this.debugInformation = folder == null ? null : new DebugInformation(source, folder);
    out.append("\t.file \"")
        .append(source.replace("\\", "\\\\").replace("\"", "\\\""))
        .append("\"\n");
    if (debugInformation != null && folder != null) {
      // The number 0 says by the way that the line table is that of DWARF 5.
      out.append("\t.file 0 ").append(quoted(folder)).append(' ').append(quoted(source));
      out.append("\n\t.text\n").append(DebugInformation.Symbols.USUAL.text()).append(":\n");
      declareFile(source);
    }
    if (syntax == Syntax.INTEL) {
      out.append("\t.intel_syntax noprefix\n");
    }
  }

  private static String quoted(final String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private void declareFile(final String name) {
    fileCount++;
    out.append("\t.file ").append(fileCount).append(' ').append(quoted(name)).append('\n');
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

  /** What is said of the source of a function that comes now. */
  private SourceLines sourceLines(
      final String symbol, final Linkage linkage, final MachineCode code, final LineTable lines) {
    int file = 0;
    int bodyOffset = 0;
    if (debugInformation != null) {
      file = debugInformation.fileNumber(lines.file());
      if (file > fileCount) {
        declareFile(lines.file());
      }
      final VariableTable table = tables.get(symbol);
      bodyOffset = table == null ? 0 : table.bodyOffset();
      // Functions lie one behind the other as in an object file.
      final int start = (textSize + code.alignment() - 1) & -code.alignment();
      textSize = start + code.bytes().length;
      final String begin = ".Lbegin." + symbol;
      out.append(SymbolNames.quote(begin)).append(":\n");
      debugInformation.add(
          new DebugInformation.Routine(
              symbol, linkage, begin, start, code.bytes().length, lines, table));
    }
    return new SourceLines(lines, file, bodyOffset, line -> source.line(lines.file(), line));
  }

  /** What debuggers read, as data; the line table is the assembler's. */
  private void debug(final DebugInformation information) {
    final DebugInformation.Symbols starts = DebugInformation.Symbols.USUAL;
    final DebugSection units = information.units(starts, textSize);
    debug(Section.DEBUG_UNITS, "", units);
    debug(Section.DEBUG_ABBREVIATIONS, starts.abbreviations(), information.abbreviations());
    debug(Section.DEBUG_LOCATIONS, starts.locations(), information.locations());
    debug(Section.DEBUG_RANGES, starts.ranges(), information.ranges());
    debug(Section.DEBUG_LINES, starts.lines(), new DebugSection());
  }

  private void debug(final Section section, final String start, final DebugSection contents) {
    out.append('\n');
    enter(section);
    if (!start.isEmpty()) {
      out.append(start).append(":\n");
    }
    final byte[] bytes = contents.bytes.toBytes();
    int at = 0;
    for (final Relocation relocation : contents.relocations) {
      bytes(bytes, at, relocation.offset());
      out.append(relocation.kind() == RelocationKind.ABSOLUTE64 ? "\t.quad " : "\t.long ");
      out.append(SymbolNames.quote(relocation.symbol())).append('+').append(relocation.addend());
      out.append('\n');
      at = relocation.offset() + relocation.kind().size();
    }
    bytes(bytes, at, bytes.length);
  }

  private void enter(final Section section) {
    if (current != section) {
      current = section;
      out.append("\t.section ").append(section.title()).append(",\"").append(section.letters());
      out.append(section == Section.ZERO ? "\",@nobits\n" : "\",@progbits\n");
    }
  }

  private void label(
      final Section section,
      final String symbol,
      final String type,
      final Linkage linkage,
      final int alignment) {
    if (!defined.add(symbol)) {
      throw new IllegalArgumentException("symbol '" + symbol + "' is defined twice");
    }
    requireName(symbol);
    final String name = SymbolNames.quote(symbol);
    out.append('\n');
    enter(section);
    out.append("\t.balign ").append(alignment);
    out.append(section == Section.TEXT ? "," + ObjectFile.CODE_FILL + "\n" : "\n");
    if (linkage.isVisible()) {
      out.append(linkage == Linkage.WEAK ? "\t.weak " : "\t.globl ").append(name).append('\n');
    }
    if (linkage == Linkage.HIDDEN) {
      out.append("\t.hidden ").append(name).append('\n');
    }
    out.append("\t.type ").append(name).append(", @").append(type).append('\n');
    out.append(name).append(":\n");
  }

  private void requireName(final String symbol) {
    if (syntax == Syntax.INTEL && SymbolNames.isReserved(symbol)) {
      throw new IllegalArgumentException(
          "Intel syntax cannot name the symbol '"
              + symbol
              + "', which is a word of it; take AT&T syntax");
    }
  }

  private void size(final String symbol) {
    final String name = SymbolNames.quote(symbol);
    out.append("\t.size ").append(name).append(", .-").append(name).append('\n');
  }

  @Override
  public void function(
      final String symbol, final Linkage linkage, final MachineCode code, final LineTable lines) {
    final String prefix = ".L" + functions++ + "_";
    code.relocations().forEach(relocation -> requireName(relocation.symbol()));
    label(Section.TEXT, symbol, "function", linkage, code.alignment());
    out.append("\t.cfi_startproc\n");
    Listing.append(code, syntax, prefix, sourceLines(symbol, linkage, code, lines), out);
    out.append("\t.cfi_endproc\n");
    size(symbol);
    if (code.constants().length > 0) {
      label(
          Section.READ_ONLY,
          code.constantsSymbol(),
          "object",
          Linkage.LOCAL,
          code.constantsAlignment());
      Listing.appendConstants(code, syntax, prefix, out);
      size(code.constantsSymbol());
    }
  }

  @Override
  public void global(final Global global) {
    label(Section.of(global), global.name(), "object", global.linkage(), global.alignment());
    int at = 0;
    final byte[] bytes = global.initialiser();
    for (final Global.DataRelocation relocation : global.relocations()) {
      final int offset = Math.toIntExact(relocation.offset());
      requireName(relocation.symbol());
      bytes(bytes, at, Math.min(offset, bytes.length));
      zeros(offset - Math.max(at, Math.min(offset, bytes.length)));
      out.append("\t.quad ").append(SymbolNames.quote(relocation.symbol()));
      if (relocation.addend() != 0) {
        out.append(relocation.addend() < 0 ? "" : "+").append(relocation.addend());
      }
      out.append('\n');
      at = offset + 8;
    }
    bytes(bytes, at, bytes.length);
    zeros(global.size() - Math.max(at, bytes.length));
    size(global.name());
  }

  private void zeros(final long count) {
    if (count > 0) {
      out.append("\t.zero ").append(count).append('\n');
    }
  }

  /** Bytes as text where they are text, as zeros where they are many zeros, else as numbers. */
  private void bytes(final byte[] bytes, final int start, final int end) {
    int at = start;
    while (at < end) {
      final int zeros = run(bytes, at, end, false);
      final int characters = run(bytes, at, Math.min(end, at + CHARACTERS_ON_A_LINE), true);
      if (zeros >= ZEROS_WORTH_A_LINE) {
        zeros(zeros);
        at += zeros;
      } else if (characters >= 4) {
        text(bytes, at, at + characters);
        at += characters;
      } else {
        at = numbers(bytes, at, end);
      }
    }
  }

  /** How many bytes from {@code start} on are characters, or are zero. */
  private static int run(
      final byte[] bytes, final int start, final int end, final boolean characters) {
    int at = start;
    while (at < end && (characters ? isCharacter(bytes[at]) : bytes[at] == 0)) {
      at++;
    }
    return at - start;
  }

  private static boolean isCharacter(final byte value) {
    return value >= ' ' && value <= '~';
  }

  private void text(final byte[] bytes, final int start, final int end) {
    out.append("\t.ascii \"");
    for (int i = start; i < end; i++) {
      final char c = (char) bytes[i];
      out.append(c == '"' || c == '\\' ? "\\" : "").append(c);
    }
    out.append("\"\n");
  }

  private int numbers(final byte[] bytes, final int start, final int end) {
    int at = start;
    while (at < end && at - start < BYTES_ON_A_LINE) {
      if (at > start
          && (run(bytes, at, Math.min(end, at + 4), true) == 4
              || run(bytes, at, Math.min(end, at + ZEROS_WORTH_A_LINE), false)
                  == ZEROS_WORTH_A_LINE)) {
        break;
      }
      out.append(at == start ? "\t.byte " : ",").append(bytes[at] & 0xff);
      at++;
    }
    out.append('\n');
    return at;
  }

  /** The text of the file, to which nothing is added any more. */
  public String text() {
    if (debugInformation != null) {
      debug(debugInformation);
    }
    return out + "\n\t.section .note.GNU-stack,\"\",@progbits\n";
  }
}
