package dev.sargasso.x64.encode;

/**
 * Writes one recorded instruction as assembly text, from the same form that its bytes came from.
 * The two syntaxes differ in order, decoration and mnemonic only.
 */
final class InstructionPrinter {
  private final Syntax syntax;
  private final InstructionTrace trace;
  private final String labelPrefix;
  private final StringBuilder out;

  InstructionPrinter(
      final Syntax syntax,
      final InstructionTrace trace,
      final String labelPrefix,
      final StringBuilder out) {
    this.syntax = syntax;
    this.trace = trace;
    this.labelPrefix = labelPrefix;
    this.out = out;
  }

  private boolean isAtt() {
    return syntax == Syntax.ATT;
  }

  void instruction(final int entry) {
    final Form form = trace.form(entry);
    final OperandKind[] operands = form.operands();
    mnemonic(form, trace.width(entry), trace.condition(entry));
    if (operands.length > 0) {
      out.append(' ');
    }
    for (int i = 0; i < operands.length; i++) {
      if (i > 0) {
        out.append(", ");
      }
      operand(entry, form, isAtt() ? operands.length - 1 - i : i);
    }
  }

  void jump(final int entry) {
    final boolean isLong = trace.column(entry, 2) != 0;
    if (isLong && trace.hasInteriorAlignment()) {
      // Padding is printed as bytes, so an assembler could find a shorter jump where we reserved
      // for the most padding.
      out.append("{disp32} ");
    }
    final int condition = trace.column(entry, 4);
    out.append(
        condition == InstructionTrace.ALWAYS ? "jmp" : "j" + Condition.of(condition).suffix());
    out.append(' ');
    label(trace.column(entry, 3));
  }

  void transfer(final int entry) {
    final Form form = trace.form(entry);
    final boolean isJump = form.instruction() != Instruction.CALL;
    if (isJump) {
      out.append("{disp32} ");
    }
    mnemonic(form, 64, trace.column(entry, 3));
    out.append(' ');
    symbol(trace.textAt(entry, 4));
    if (isJump) {
      // Else the assembler would settle a jump to a global function of the same file, which it does
      // not do with a call.
      out.append("@PLT");
    }
  }

  void localCall(final int entry) {
    out.append("call ");
    label(trace.column(entry, 2));
  }

  void label(final int label) {
    out.append(labelPrefix).append(label);
  }

  private void symbol(final String name) {
    out.append(SymbolNames.quote(name));
  }

  private void mnemonic(final Form form, final int width, final int condition) {
    final Instruction instruction = form.instruction();
    if (form.immediateSize(64) == 8) {
      out.append("movabs");
      return;
    }
    final String pattern = isAtt() ? instruction.attMnemonic() : instruction.intelMnemonic();
    for (int i = 0; i < pattern.length(); i++) {
      final char c = pattern.charAt(i);
      switch (c) {
        case '*' -> out.append(suffix(width));
        case '?' -> out.append(Condition.of(condition).suffix());
        case '%' -> out.append(width == 64 ? 'q' : 'd');
        default -> out.append(c);
      }
    }
  }

  private static char suffix(final int width) {
    return switch (width) {
      case 8 -> 'b';
      case 16 -> 'w';
      case 32 -> 'l';
      default -> 'q';
    };
  }

  private void operand(final int entry, final Form form, final int index) {
    final OperandKind kind = form.operands()[index];
    switch (kind.role()) {
      case IMMEDIATE, SHORT_IMMEDIATE, WIDE_IMMEDIATE -> immediate(entry, kind);
      case ONE -> out.append(isAtt() ? "$1" : "1");
      case COUNT -> register("cl");
      case ACCUMULATOR ->
          register(Register.generalName(Register.RAX, kind.size(trace.width(entry))));
      case MEMORY -> memory(entry, form, kind);
      case REGISTER_OR_MEMORY -> {
        if (trace.hasMemory(entry)) {
          memory(entry, form, kind);
        } else {
          register(entry, form, index);
        }
      }
      case REGISTER, REGISTER_IN_RM -> register(entry, form, index);
      case SHORT_TARGET, TARGET ->
          throw new IllegalStateException("a jump is no plain instruction");
    }
  }

  private void immediate(final int entry, final OperandKind kind) {
    if (isAtt()) {
      out.append('$');
    }
    final long value = trace.immediate(entry);
    final boolean unsignedByte = kind == OperandKind.IMM8 && trace.width(entry) != 8;
    out.append(unsignedByte ? value & 0xff : value);
  }

  /** The trace holds the numbers of the register operands alone, in order. */
  private void register(final int entry, final Form form, final int index) {
    final OperandKind[] operands = form.operands();
    int number = 0;
    for (int i = 0; i < index; i++) {
      switch (operands[i].role()) {
        case REGISTER, REGISTER_IN_RM -> number++;
        case REGISTER_OR_MEMORY -> number += trace.hasMemory(entry) ? 0 : 1;
        default -> {}
      }
    }
    final OperandKind kind = operands[index];
    final int register = trace.register(entry, number);
    if (isAtt() && isTarget(form)) {
      out.append('*');
    }
    register(
        kind.isVector()
            ? Register.vectorName(register)
            : Register.generalName(register, kind.size(trace.width(entry))));
  }

  private void register(final String name) {
    if (isAtt()) {
      out.append('%');
    }
    out.append(name);
  }

  /** Whether the operand says where to jump to. */
  private static boolean isTarget(final Form form) {
    return form.instruction() == Instruction.JMP || form.instruction() == Instruction.CALL;
  }

  private void memory(final int entry, final Form form, final OperandKind kind) {
    if (isAtt()) {
      if (isTarget(form)) {
        out.append('*');
      }
      attMemory(entry);
    } else {
      out.append(
          switch (kind.size(trace.width(entry))) {
            case 0 -> ""; // only addressed
            case 8 -> "byte ptr ";
            case 16 -> "word ptr ";
            case 32 -> "dword ptr ";
            case 64 -> "qword ptr ";
            default -> "xmmword ptr ";
          });
      intelMemory(entry, kind);
    }
  }

  /**
   * The label or symbol of a relative address with its displacement; false if the address is not
   * relative.
   */
  private boolean relative(final int entry) {
    final int label = trace.addressLabel(entry);
    final String symbol = trace.addressSymbol(entry);
    if (label >= 0) {
      label(label);
    } else if (symbol != null) {
      symbol(symbol);
      if (trace.isThroughGot(entry)) {
        out.append("@GOTPCREL");
      }
    } else {
      return false;
    }
    final int displacement = trace.displacement(entry);
    if (displacement != 0) {
      out.append(displacement < 0 ? "" : "+").append(displacement);
    }
    return true;
  }

  private void attMemory(final int entry) {
    if (relative(entry)) {
      out.append("(%rip)");
      return;
    }
    final int base = trace.base(entry);
    final int index = trace.index(entry);
    final int displacement = trace.displacement(entry);
    if (displacement != 0 || base < 0) {
      out.append(displacement);
    }
    if (base < 0 && index < 0) {
      return;
    }
    out.append('(');
    if (base >= 0) {
      register(Register.generalName(base, 64));
    }
    if (index >= 0) {
      out.append(',');
      register(Register.generalName(index, 64));
      out.append(',').append(trace.scale(entry));
    }
    out.append(')');
  }

  private void intelMemory(final int entry, final OperandKind kind) {
    final int base = trace.base(entry);
    final int index = trace.index(entry);
    if (trace.addressLabel(entry) >= 0 || trace.addressSymbol(entry) != null) {
      out.append("[rip + ");
      relative(entry);
      out.append(']');
      return;
    }
    if (base < 0 && index < 0) {
      // Without the segment a bare number could be taken for an immediate.
      out.append(kind == OperandKind.M ? "[" : "ds:[")
          .append(trace.displacement(entry))
          .append(']');
      return;
    }
    out.append('[');
    if (base >= 0) {
      out.append(Register.generalName(base, 64));
    }
    if (index >= 0) {
      out.append(base >= 0 ? " + " : "");
      out.append(Register.generalName(index, 64)).append('*').append(trace.scale(entry));
    }
    final int displacement = trace.displacement(entry);
    if (displacement < 0) {
      out.append(" - ").append(-(long) displacement);
    } else if (displacement > 0) {
      out.append(" + ").append(displacement);
    }
    out.append(']');
  }
}
