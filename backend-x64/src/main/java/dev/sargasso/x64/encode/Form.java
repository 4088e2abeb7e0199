package dev.sargasso.x64.encode;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row of the {@linkplain Instruction instruction table}, read from its notation: which
 * operands, in which fields, behind which bytes.
 */
final class Form {
  /** The escape before the opcode byte; the ordinal is VEX.mmmmm. */
  enum Map {
    ONE_BYTE,
    MAP_0F,
    MAP_0F38,
    MAP_0F3A
  }

  private final Instruction instruction;
  private final String notation;
  private final OperandKind[] operands;

  private int opcode = -1;
  private int secondOpcode = -1;
  private Map map = Map.ONE_BYTE;
  private int prefix;
  private int digit = -1;
  private int immediateCode;
  private boolean modRm;
  private boolean rexW;
  private boolean vex;
  private boolean vexWByWidth;
  private boolean registerInOpcode;
  private boolean conditionInOpcode;
  private int widths;
  private boolean sizedByWidth;
  private int rmOperand = -1;
  private int registerOperand = -1;

  private Form(final Instruction instruction, final String notation) {
    this.instruction = instruction;
    this.notation = notation;
    final int colon = notation.indexOf(':');
    this.operands = parseOperands(notation.substring(0, colon));
    for (int i = operands.length - 1; i >= 0; i--) {
      classify(i);
    }
    parseOpcode(notation.substring(colon + 1));
    if (widths == 0) {
      widths = impliedWidths();
    }
  }

  private void classify(final int operand) {
    sizedByWidth |= operands[operand].widths() != 0;
    switch (operands[operand].role()) {
      case REGISTER_OR_MEMORY, REGISTER_IN_RM, MEMORY -> rmOperand = operand;
      case REGISTER -> registerOperand = operand;
      default -> {}
    }
  }

  /**
   * Reads one row.
   *
   * @throws IllegalArgumentException if the notation is not understood
   */
  static Form parse(final Instruction instruction, final String notation) {
    return new Form(instruction, notation);
  }

  private static OperandKind[] parseOperands(final String text) {
    final List<OperandKind> kinds = new ArrayList<>(3);
    int start = 0;
    while (start < text.length()) {
      final int comma = text.indexOf(',', start);
      final int end = comma < 0 ? text.length() : comma;
      kinds.add(OperandKind.parse(text.substring(start, end)));
      start = comma < 0 ? end : end + 2;
    }
    return kinds.toArray(OperandKind[]::new);
  }

  private void parseOpcode(final String text) {
    int start = 1;
    while (start < text.length()) {
      final int space = text.indexOf(' ', start);
      final int end = space < 0 ? text.length() : space;
      parseToken(text.substring(start, end));
      start = end + 1;
    }
    if (opcode < 0) {
      throw new IllegalArgumentException("no opcode in " + notation);
    }
  }

  private void parseToken(final String token) {
    switch (token) {
      case "66", "F2", "F3" -> {
        if (opcode < 0 && !vex) {
          prefix = prefixCode(token);
        } else {
          parseOpcodeByte(token);
        }
      }
      case "REX.W" -> rexW = true;
      case "/r" -> modRm = true;
      case "ib", "cb" -> immediateCode = 1;
      case "iz" -> immediateCode = 3;
      case "id", "cd" -> immediateCode = 4;
      case "io" -> immediateCode = 8;
      default -> {
        if (token.charAt(0) == '/') {
          modRm = true;
          digit = token.charAt(1) - '0';
        } else if (token.charAt(0) == '@') {
          widths = token.equals("@32") ? 0b0100 : 0b1000;
        } else if (token.startsWith("VEX.")) {
          parseVex(token);
        } else {
          parseOpcodeByte(token);
        }
      }
    }
  }

  private void parseOpcodeByte(final String token) {
    final int value = Integer.parseInt(token, 0, 2, 16);
    if (opcode < 0) {
      opcode = value;
    } else if (opcode == 0x0f && map == Map.ONE_BYTE) {
      opcode = value;
      map = Map.MAP_0F;
    } else if ((opcode == 0x38 || opcode == 0x3a) && map == Map.MAP_0F) {
      map = opcode == 0x38 ? Map.MAP_0F38 : Map.MAP_0F3A;
      opcode = value;
    } else if (secondOpcode < 0) {
      secondOpcode = value;
    } else {
      throw new IllegalArgumentException("too many opcode bytes in " + notation);
    }
    registerInOpcode = token.endsWith("+r");
    conditionInOpcode = token.endsWith("+cc");
  }

  /** {@code VEX.length.prefix.escape.W}, of which every form of ours has the length field zero. */
  private void parseVex(final String token) {
    final String[] parts = token.split("\\.", -1);
    vex = true;
    prefix = prefixCode(parts[2]);
    map =
        switch (parts[3]) {
          case "0F" -> Map.MAP_0F;
          case "0F38" -> Map.MAP_0F38;
          case "0F3A" -> Map.MAP_0F3A;
          default -> throw new IllegalArgumentException("unknown escape in " + notation);
        };
    rexW = parts[4].equals("W1");
    vexWByWidth = parts[4].equals("Wy");
  }

  private static int prefixCode(final String token) {
    return switch (token) {
      case "NP" -> 0;
      case "66" -> 1;
      case "F3" -> 2;
      case "F2" -> 3;
      default -> throw new IllegalArgumentException("unknown prefix " + token);
    };
  }

  /**
   * A form with an operand of kind v, y or z says its widths; a byte form is for bytes; any other
   * ignores the width.
   */
  private int impliedWidths() {
    for (final OperandKind operand : operands) {
      if (operand.widths() != 0) {
        return operand.widths();
      }
    }
    if (operands.length > 0 && (operands[0].isByteRegister() || operands[0] == OperandKind.AL)) {
      return 0b00001;
    }
    return 0b11111;
  }

  /**
   * Whether the size of some operand is the operation's, so that prefix 66 and REX.W follow from
   * the width.
   */
  boolean isSizedByWidth() {
    return sizedByWidth;
  }

  Instruction instruction() {
    return instruction;
  }

  OperandKind[] operands() {
    return operands;
  }

  /** The operand in ModRM.rm, or -1. */
  int rmOperand() {
    return rmOperand;
  }

  /** The first operand that is a register in ModRM.reg or the opcode, or -1. */
  int registerOperand() {
    return registerOperand;
  }

  @Nullable OperandKind rmKind() {
    final int operand = rmOperand();
    return operand < 0 ? null : operands[operand];
  }

  boolean acceptsRegister() {
    final OperandKind rm = rmKind();
    return rm == null || rm.role() != OperandKind.Role.MEMORY;
  }

  boolean acceptsMemory() {
    final OperandKind rm = rmKind();
    return rm != null && rm.role() != OperandKind.Role.REGISTER_IN_RM;
  }

  int opcode() {
    return opcode;
  }

  /** A second opcode byte after a one-byte opcode (only {@code endbr64} and alike), or -1. */
  int secondOpcode() {
    return secondOpcode;
  }

  Map map() {
    return map;
  }

  /** Mandatory prefix in the numbering of VEX.pp: none, 66, F3, F2. */
  int prefix() {
    return prefix;
  }

  /** The opcode extension in ModRM.reg, or -1. */
  int digit() {
    return digit;
  }

  boolean hasModRm() {
    return modRm;
  }

  boolean hasRegisterInOpcode() {
    return registerInOpcode;
  }

  boolean hasConditionInOpcode() {
    return conditionInOpcode;
  }

  boolean isVex() {
    return vex;
  }

  /** Whether REX.W or VEX.W is set for an operation of {@code width} bits. */
  boolean isWide(final int width) {
    return rexW || (width == 64 && (vex ? vexWByWidth : isSizedByWidth()));
  }

  /** Whether an operation of {@code width} bits takes the operand size prefix. */
  boolean hasOperandSizePrefix(final int width) {
    return width == 16 && !vex && isSizedByWidth();
  }

  /** Bytes of immediate for an operation of {@code width} bits. */
  int immediateSize(final int width) {
    return immediateCode == 3 ? (width == 16 ? 2 : 4) : immediateCode;
  }

  /** The operation widths this form exists for: one bit each for 8, 16, 32, 64 and 128. */
  int widths() {
    return widths;
  }

  @Override
  public String toString() {
    return instruction.intelMnemonic() + " " + notation;
  }
}
