package dev.sargasso.x64.object;

import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.x64.encode.LineTable;
import dev.sargasso.x64.encode.Listing;
import dev.sargasso.x64.encode.MachineCode;
import dev.sargasso.x64.encode.SymbolNames;
import dev.sargasso.x64.encode.Syntax;
import java.util.HashSet;
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

  /**
   * Makes an empty file.
   *
   * @param source the name of the source file, for debuggers
   */
  public AssemblyFile(final String source, final Syntax syntax) {
    this.syntax = syntax;
    out.append("\t.file \"")
        .append(source.replace("\\", "\\\\").replace("\"", "\\\""))
        .append("\"\n");
    if (syntax == Syntax.INTEL) {
      out.append("\t.intel_syntax noprefix\n");
    }
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
    Listing.append(code, syntax, prefix, out);
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

  /** The text of the file. */
  public String text() {
    return out + "\n\t.section .note.GNU-stack,\"\",@progbits\n";
  }
}
