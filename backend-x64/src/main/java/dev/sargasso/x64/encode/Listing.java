package dev.sargasso.x64.encode;

/**
 * Prints a function as text that the GNU assembler turns into the same bytes. It prints what the
 * assembler recorded, not what a disassembler would read from the bytes: labels and symbols keep
 * their names.
 *
 * <p>Where text leaves a choice to the assembler (the length of a displacement, of an immediate, of
 * a jump) ours and its are the same; where they need not be, the text says which: long jumps are
 * marked if padding stands between the jumps, and padding is printed as bytes.
 */
public final class Listing {
  private final MachineCode code;
  private final InstructionTrace trace;
  private final String labelPrefix;
  private final StringBuilder out;
  private final InstructionPrinter printer;
  private final UnwindDirectives directives;
  private final SourceLines lines;
  private int unwound;
  private int nextLine;
  private int end;

  private Listing(
      final MachineCode code,
      final Syntax syntax,
      final String labelPrefix,
      final SourceLines lines,
      final StringBuilder out) {
    final InstructionTrace recorded = code.trace();
    if (recorded == null) {
      throw new IllegalStateException(
          "the code was assembled without a record of its instructions");
    }
    this.code = code;
    this.trace = recorded;
    this.labelPrefix = labelPrefix;
    this.out = out;
    this.lines = lines;
    this.directives = new UnwindDirectives(out);
    this.printer = new InstructionPrinter(syntax, recorded, labelPrefix, out);
  }

  /**
   * Appends the instructions, jump tables and constants of {@code code}; constants that are kept
   * apart are left out.
   *
   * @param code code from an assembler that was tracing
   * @param syntax the syntax
   * @param labelPrefix what stands before the number of each label, such as {@code .L3_}; must
   *     differ from function to function in one file
   * @param lines what is said of the source
   * @param out receives the lines, each ended by a line feed
   * @throws IllegalStateException if the assembler was not tracing
   */
  public static void append(
      final MachineCode code,
      final Syntax syntax,
      final String labelPrefix,
      final SourceLines lines,
      final StringBuilder out) {
    final Listing listing = new Listing(code, syntax, labelPrefix, lines, out);
    for (int i = 0; i < listing.trace.count(); i++) {
      if (!listing.isConstantApart(i)) {
        listing.entry(i);
      }
    }
  }

  /** As the other {@code append}, without the source. */
  public static void append(
      final MachineCode code,
      final Syntax syntax,
      final String labelPrefix,
      final StringBuilder out) {
    append(code, syntax, labelPrefix, SourceLines.NONE, out);
  }

  /** Appends the constants of {@code code} that are kept apart, for a read-only section. */
  public static void appendConstants(
      final MachineCode code,
      final Syntax syntax,
      final String labelPrefix,
      final StringBuilder out) {
    final Listing listing = new Listing(code, syntax, labelPrefix, SourceLines.NONE, out);
    for (int i = 0; i < listing.trace.count(); i++) {
      if (listing.isConstantApart(i)) {
        listing.entry(i);
      }
    }
  }

  private boolean isConstantApart(final int entry) {
    return trace.kind(entry) == InstructionTrace.CONSTANT && code.constants().length > 0;
  }

  /** Prints the unwind rows that hold from the place of an entry on. */
  private void unwind(final int offset) {
    final UnwindTable table = code.unwindTable();
    while (unwound < table.count() && table.offset(unwound) <= offset) {
      table.changes(unwound++, directives);
    }
  }

  private void entry(final int entry) {
    final int kind = trace.kind(entry);
    if (kind != InstructionTrace.LABEL
        && kind != InstructionTrace.CONSTANT
        && kind != InstructionTrace.TABLE) {
      nextLine = lines.append(nextLine, trace.offset(entry), out);
    }
    if (kind != InstructionTrace.LABEL
        && kind != InstructionTrace.COMMENT
        && kind != InstructionTrace.CONSTANT) {
      unwind(trace.offset(entry));
    }
    switch (kind) {
      case InstructionTrace.LABEL -> {
        printer.label(trace.column(entry, 2));
        out.append(":\n");
        return;
      }
      case InstructionTrace.COMMENT -> {
        out.append("\t# ").append(trace.textAt(entry, 2)).append('\n');
        return;
      }
      case InstructionTrace.TABLE -> {
        table(entry);
        return;
      }
      case InstructionTrace.CONSTANT -> {
        constant(entry);
        return;
      }
      default -> out.append('\t');
    }
    switch (kind) {
      case InstructionTrace.INSTRUCTION -> printer.instruction(entry);
      case InstructionTrace.JUMP -> printer.jump(entry);
      case InstructionTrace.TRANSFER -> printer.transfer(entry);
      case InstructionTrace.LOCAL_CALL -> printer.localCall(entry);
      case InstructionTrace.ALIGNMENT -> padding(entry);
      default -> throw new IllegalStateException("entry of kind " + kind);
    }
    out.append('\n');
  }

  private void padding(final int entry) {
    final int start = trace.offset(entry);
    final int length = trace.column(entry, 2);
    for (int i = 0; i < length; i++) {
      out.append(i == 0 ? ".byte " : ",").append(code.bytes()[start + i] & 0xff);
    }
    out.append(length == 0 ? "# aligned to " : " # align to ").append(trace.column(entry, 3));
  }

  /** Zero bytes up to the place of a table or constant. */
  private void gap(final int entry, final int firstEnd) {
    final int from = Math.max(end, firstEnd);
    final int gap = trace.offset(entry) - from;
    if (gap > 0) {
      out.append("\t.zero ").append(gap).append('\n');
    }
  }

  private void table(final int entry) {
    gap(entry, code.codeSize());
    final int label = trace.column(entry, 2);
    printer.label(label);
    out.append(":\n");
    final int[] targets = trace.table(trace.column(entry, 3));
    for (final int target : targets) {
      out.append("\t.long ").append(labelPrefix).append(target);
      out.append('-').append(labelPrefix).append(label).append('\n');
    }
    end = trace.offset(entry) + 4 * targets.length;
  }

  private void constant(final int entry) {
    final boolean apart = isConstantApart(entry);
    gap(entry, apart ? 0 : code.codeSize());
    printer.label(trace.column(entry, 2));
    out.append(":\n");
    final byte[] bytes = apart ? code.constants() : code.bytes();
    final int size = trace.column(entry, 3);
    final int start = trace.offset(entry);
    final int unit = Math.min(size, 8);
    for (int at = start; at < start + size; at += unit) {
      long value = 0;
      for (int i = unit - 1; i >= 0; i--) {
        value = value << 8 | (bytes[at + i] & 0xff);
      }
      out.append(unit == 4 ? "\t.long 0x" : "\t.quad 0x")
          .append(Long.toHexString(value))
          .append('\n');
    }
    end = start + size;
  }
}
