package dev.sargasso.x64.encode;

import java.util.HashMap;
import java.util.Map;

/**
 * The kinds of operand that a row of the {@linkplain Instruction instruction table} can name, close
 * to the notation of the Intel manual (volume 2, section 3.1.1.3, and appendix A for the letters v,
 * y and z).
 *
 * <p>A trailing number is a size in bits. The letters say that the size is the operation's: {@code
 * v} for 16, 32 or 64, {@code y} for 32 or 64, {@code z} for 16 or 32. {@code r} is a general
 * purpose register in ModRM.reg (or in the opcode or VEX.vvvv), {@code rm} a register or memory in
 * ModRM.rm, {@code rr} a register that must be in ModRM.rm, {@code x}, {@code xm} and {@code xx}
 * the same for vector registers, {@code m} memory alone.
 */
enum OperandKind {
  R8("r8", Role.REGISTER, Bank.GENERAL, 8),
  R16("r16", Role.REGISTER, Bank.GENERAL, 16),
  R32("r32", Role.REGISTER, Bank.GENERAL, 32),
  R64("r64", Role.REGISTER, Bank.GENERAL, 64),
  RV("rv", Role.REGISTER, Bank.GENERAL, 0),
  RY("ry", Role.REGISTER, Bank.GENERAL, 0),
  RZ("rz", Role.REGISTER, Bank.GENERAL, 0),
  X("x", Role.REGISTER, Bank.VECTOR, 128),

  RM8("rm8", Role.REGISTER_OR_MEMORY, Bank.GENERAL, 8),
  RM16("rm16", Role.REGISTER_OR_MEMORY, Bank.GENERAL, 16),
  RM32("rm32", Role.REGISTER_OR_MEMORY, Bank.GENERAL, 32),
  RM64("rm64", Role.REGISTER_OR_MEMORY, Bank.GENERAL, 64),
  RMV("rmv", Role.REGISTER_OR_MEMORY, Bank.GENERAL, 0),
  RMY("rmy", Role.REGISTER_OR_MEMORY, Bank.GENERAL, 0),
  XM32("xm32", Role.REGISTER_OR_MEMORY, Bank.VECTOR, 32),
  XM64("xm64", Role.REGISTER_OR_MEMORY, Bank.VECTOR, 64),
  XM128("xm128", Role.REGISTER_OR_MEMORY, Bank.VECTOR, 128),

  RR64("rr64", Role.REGISTER_IN_RM, Bank.GENERAL, 64),
  XX("xx", Role.REGISTER_IN_RM, Bank.VECTOR, 128),

  M("m", Role.MEMORY, Bank.GENERAL, 0),
  M32("m32", Role.MEMORY, Bank.GENERAL, 32),
  M64("m64", Role.MEMORY, Bank.GENERAL, 64),
  M128("m128", Role.MEMORY, Bank.VECTOR, 128),

  /** An immediate byte that is used as it stands: a shift count, a lane selector. */
  IMM8("imm8", Role.IMMEDIATE, Bank.GENERAL, 8),
  /** An immediate byte that the processor sign-extends: the short twin of a wider form. */
  SIMM8("simm8", Role.SHORT_IMMEDIATE, Bank.GENERAL, 8),
  /** An immediate of 16 bits for 16-bit operations, of 32 sign-extended bits otherwise. */
  IMMZ("immz", Role.IMMEDIATE, Bank.GENERAL, 0),
  IMM32("imm32", Role.IMMEDIATE, Bank.GENERAL, 32),
  IMM64("imm64", Role.WIDE_IMMEDIATE, Bank.GENERAL, 64),

  /** The constant one of the short shift forms. */
  ONE("1", Role.ONE, Bank.GENERAL, 0),
  /** The count register of the variable shifts. */
  CL("cl", Role.COUNT, Bank.GENERAL, 8),
  /** Register al, implied. */
  AL("al", Role.ACCUMULATOR, Bank.GENERAL, 8),
  /** Register ax, eax or rax, implied. */
  AV("av", Role.ACCUMULATOR, Bank.GENERAL, 0),

  REL8("rel8", Role.SHORT_TARGET, Bank.GENERAL, 8),
  REL32("rel32", Role.TARGET, Bank.GENERAL, 32);

  /** What an operand is, as far as the encoder cares. */
  enum Role {
    REGISTER,
    REGISTER_IN_RM,
    REGISTER_OR_MEMORY,
    MEMORY,
    IMMEDIATE,
    SHORT_IMMEDIATE,
    WIDE_IMMEDIATE,
    ONE,
    COUNT,
    ACCUMULATOR,
    SHORT_TARGET,
    TARGET
  }

  /** Which registers a register operand is numbered in. */
  enum Bank {
    GENERAL,
    VECTOR
  }

  private static final Map<String, OperandKind> BY_NOTATION = byNotation();

  private final String notation;
  private final Role role;
  private final Bank bank;
  private final int size;

  OperandKind(final String notation, final Role role, final Bank bank, final int size) {
    this.notation = notation;
    this.role = role;
    this.bank = bank;
    this.size = size;
  }

  private static Map<String, OperandKind> byNotation() {
    final Map<String, OperandKind> kinds = new HashMap<>(128);
    for (final OperandKind kind : values()) {
      kinds.put(kind.notation, kind);
    }
    return kinds;
  }

  /**
   * The kind that is written so.
   *
   * @throws IllegalArgumentException if there is none
   */
  static OperandKind parse(final String notation) {
    final OperandKind kind = BY_NOTATION.get(notation);
    if (kind == null) {
      throw new IllegalArgumentException("unknown operand kind " + notation);
    }
    return kind;
  }

  Role role() {
    return role;
  }

  boolean isVector() {
    return bank == Bank.VECTOR;
  }

  /**
   * Whether this operand is one of the byte registers, of which four exist only with a REX prefix.
   */
  boolean isByteRegister() {
    return this == R8 || this == RM8;
  }

  /**
   * The operand's size in bits for an operation of {@code width} bits; zero for memory that is only
   * addressed.
   */
  int size(final int width) {
    return size != 0 || this == M ? size : width;
  }

  /**
   * The operation widths this kind allows, one bit each for 8, 16, 32 and 64; zero if it says
   * nothing of them.
   */
  int widths() {
    return switch (this) {
      case RV, RMV, AV -> 0b1110;
      case RY, RMY -> 0b1100;
      case RZ -> 0b0110;
      default -> 0;
    };
  }

  @Override
  public String toString() {
    return notation;
  }
}
