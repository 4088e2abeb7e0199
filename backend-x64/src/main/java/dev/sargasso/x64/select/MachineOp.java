package dev.sargasso.x64.select;

import dev.sargasso.x64.encode.Instruction;
import org.jspecify.annotations.Nullable;

/**
 * What a machine instruction does, as the selector says it and the emitter understands it. Most are
 * one instruction of the processor; some are a few that must stay together, such as a comparison
 * with the branch that reads its flags. {@link Opcode} packs one of these with its width, the form
 * of its operands and its condition.
 */
public enum MachineOp {
  /** Defines everything that arrives in registers. */
  ENTRY,
  /** Leaves; uses results and the callee-saved registers. */
  RETURN,
  /** Leaves by a jump to a symbol or a register; uses arguments and callee-saved registers. */
  LAST_CALL,
  /** To the only successor. */
  JUMP,
  /** Comparison; to successor 1 if the condition holds, else to successor 0. */
  BRANCH,
  /** By a switch table: the value and two scratch registers. */
  SWITCH,
  /** Stops the program. */
  TRAP,
  /** Comparison; stops the program unless the condition holds. */
  GUARD,
  /** Calls a symbol, a register or memory. */
  CALL,

  /** An integer constant; width 32 zeroes the upper half. */
  INTEGER,
  /** The address of a stack slot that is aligned to more than the stack is. */
  ALIGNED_SLOT,
  /** Zero in a vector register. */
  VECTOR_ZERO,
  /** The address itself: result, address. */
  LEA,

  MOV(Shape.UNARY, Instruction.MOV),
  MOVZX8(Shape.UNARY, Instruction.MOVZX8),
  MOVZX16(Shape.UNARY, Instruction.MOVZX16),
  MOVSX8(Shape.UNARY, Instruction.MOVSX8),
  MOVSX16(Shape.UNARY, Instruction.MOVSX16),
  MOVSXD(Shape.UNARY, Instruction.MOVSXD),
  MOVSS(Shape.UNARY, Instruction.MOVSS),
  MOVSD(Shape.UNARY, Instruction.MOVSD),
  MOVUPS(Shape.UNARY, Instruction.MOVUPS),
  /** From a general to a vector register, the bits as they are. */
  TO_VECTOR(Shape.UNARY, Instruction.MOVD_TO_XMM),
  /** From a vector to a general register, the bits as they are. */
  FROM_VECTOR(Shape.UNARY, Instruction.MOVD_FROM_XMM),

  STORE(Shape.STORE, Instruction.MOV),
  STORE_SS(Shape.STORE, Instruction.MOVSS),
  STORE_SD(Shape.STORE, Instruction.MOVSD),
  STORE_UPS(Shape.STORE, Instruction.MOVUPS),

  /** Has no flag of its own for a third operand: the result may be in any register. */
  ADD(Shape.BINARY, Instruction.ADD),
  SUB(Shape.BINARY, Instruction.SUB),
  AND(Shape.BINARY, Instruction.AND),
  OR(Shape.BINARY, Instruction.OR),
  XOR(Shape.BINARY, Instruction.XOR),
  IMUL(Shape.BINARY, Instruction.IMUL),
  IMUL_IMMEDIATE(Shape.WITH_IMMEDIATE, Instruction.IMUL),
  NEG(Shape.IN_PLACE, Instruction.NEG),
  NOT(Shape.IN_PLACE, Instruction.NOT),
  BSWAP(Shape.IN_PLACE, Instruction.BSWAP),

  SHL(Shape.SHIFT, Instruction.SHL),
  SHR(Shape.SHIFT, Instruction.SHR),
  SAR(Shape.SHIFT, Instruction.SAR),
  ROL(Shape.SHIFT, Instruction.ROL),
  SHLX(Shape.SHIFT_BY_ANY, Instruction.SHLX),
  SHRX(Shape.SHIFT_BY_ANY, Instruction.SHRX),
  SARX(Shape.SHIFT_BY_ANY, Instruction.SARX),

  /** Operand 2 without the bits of operand 1. */
  ANDN(Shape.SPECIAL, Instruction.ANDN),
  /** Sets one bit of operand 1: result in its register, number of the bit or immediate. */
  BTS(Shape.SPECIAL, Instruction.BTS),
  /** As {@link #BTS}, clears the bit. */
  BTR(Shape.SPECIAL, Instruction.BTR),
  /** As {@link #BTS}, turns the bit round. */
  BTC(Shape.SPECIAL, Instruction.BTC),

  POPCNT(Shape.UNARY, Instruction.POPCNT),
  LZCNT(Shape.UNARY, Instruction.LZCNT),
  TZCNT(Shape.UNARY, Instruction.TZCNT),
  /** LZCNT without the instruction: result (early), scratch, operand. */
  LEADING_ZEROS,
  /** TZCNT without the instruction: result (early), scratch, operand. */
  TRAILING_ZEROS,

  /** High half of the product: result in rdx, operand in rax, source. */
  MULTIPLY_HIGH(Shape.SPECIAL, Instruction.IMUL),
  /** As {@link #MULTIPLY_HIGH}, unsigned. */
  UNSIGNED_MULTIPLY_HIGH(Shape.SPECIAL, Instruction.MUL),
  /** Quotient in rax, remainder in rdx (of 8 bits in rax), dividend in rax, source. */
  DIVIDE(Shape.SPECIAL, Instruction.IDIV),
  /** As {@link #DIVIDE}, unsigned. */
  UNSIGNED_DIVIDE(Shape.SPECIAL, Instruction.DIV),

  /** Comparison; result 1 or 0, a scratch if the condition is a float equality, comparands. */
  SET,
  /**
   * Comparison; result in the register of operand 1, which is kept unless; operand 2; comparands.
   */
  CMOV,
  /** As {@link #CMOV} for vector registers, by a branch. */
  VECTOR_SELECT,

  ADDSS(Shape.BINARY, Instruction.ADDSS),
  ADDSD(Shape.BINARY, Instruction.ADDSD),
  SUBSS(Shape.BINARY, Instruction.SUBSS),
  SUBSD(Shape.BINARY, Instruction.SUBSD),
  MULSS(Shape.BINARY, Instruction.MULSS),
  MULSD(Shape.BINARY, Instruction.MULSD),
  DIVSS(Shape.BINARY, Instruction.DIVSS),
  DIVSD(Shape.BINARY, Instruction.DIVSD),
  MINSS(Shape.BINARY, Instruction.MINSS),
  MINSD(Shape.BINARY, Instruction.MINSD),
  MAXSS(Shape.BINARY, Instruction.MAXSS),
  MAXSD(Shape.BINARY, Instruction.MAXSD),
  ANDPS(Shape.BINARY, Instruction.ANDPS),
  XORPS(Shape.BINARY, Instruction.XORPS),

  // Vectors of 128 bits; a source in memory must be aligned to 16 bytes.
  PADDB(Shape.BINARY, Instruction.PADDB),
  PADDW(Shape.BINARY, Instruction.PADDW),
  PADDD(Shape.BINARY, Instruction.PADDD),
  PADDQ(Shape.BINARY, Instruction.PADDQ),
  PSUBB(Shape.BINARY, Instruction.PSUBB),
  PSUBW(Shape.BINARY, Instruction.PSUBW),
  PSUBD(Shape.BINARY, Instruction.PSUBD),
  PSUBQ(Shape.BINARY, Instruction.PSUBQ),
  PMULLW(Shape.BINARY, Instruction.PMULLW),
  PMULLD(Shape.BINARY, Instruction.PMULLD),
  PMULUDQ(Shape.BINARY, Instruction.PMULUDQ),
  PMINUB(Shape.BINARY, Instruction.PMINUB),
  PMAXUB(Shape.BINARY, Instruction.PMAXUB),
  PMINSW(Shape.BINARY, Instruction.PMINSW),
  PMAXSW(Shape.BINARY, Instruction.PMAXSW),
  PMINSD(Shape.BINARY, Instruction.PMINSD),
  PMAXSD(Shape.BINARY, Instruction.PMAXSD),
  PCMPEQB(Shape.BINARY, Instruction.PCMPEQB),
  PCMPEQW(Shape.BINARY, Instruction.PCMPEQW),
  PCMPEQD(Shape.BINARY, Instruction.PCMPEQD),
  PCMPGTB(Shape.BINARY, Instruction.PCMPGTB),
  PCMPGTW(Shape.BINARY, Instruction.PCMPGTW),
  PCMPGTD(Shape.BINARY, Instruction.PCMPGTD),
  PSRLW(Shape.BINARY, Instruction.PSRLW),
  PSLLW(Shape.BINARY, Instruction.PSLLW),
  PSRAW(Shape.BINARY, Instruction.PSRAW),
  PSRLD(Shape.BINARY, Instruction.PSRLD),
  PSLLD(Shape.BINARY, Instruction.PSLLD),
  PSRAD(Shape.BINARY, Instruction.PSRAD),
  PSRLQ(Shape.BINARY, Instruction.PSRLQ),
  PSLLQ(Shape.BINARY, Instruction.PSLLQ),
  PUNPCKLBW(Shape.BINARY, Instruction.PUNPCKLBW),
  PUNPCKLWD(Shape.BINARY, Instruction.PUNPCKLWD),
  PUNPCKLDQ(Shape.BINARY, Instruction.PUNPCKLDQ),
  PUNPCKHBW(Shape.BINARY, Instruction.PUNPCKHBW),
  PUNPCKHWD(Shape.BINARY, Instruction.PUNPCKHWD),
  PUNPCKHDQ(Shape.BINARY, Instruction.PUNPCKHDQ),
  PUNPCKHQDQ(Shape.BINARY, Instruction.PUNPCKHQDQ),
  PACKUSWB(Shape.BINARY, Instruction.PACKUSWB),
  PACKSSDW(Shape.BINARY, Instruction.PACKSSDW),
  ADDPS(Shape.BINARY, Instruction.ADDPS),
  ADDPD(Shape.BINARY, Instruction.ADDPD),
  SUBPS(Shape.BINARY, Instruction.SUBPS),
  SUBPD(Shape.BINARY, Instruction.SUBPD),
  MULPS(Shape.BINARY, Instruction.MULPS),
  MULPD(Shape.BINARY, Instruction.MULPD),
  DIVPS(Shape.BINARY, Instruction.DIVPS),
  DIVPD(Shape.BINARY, Instruction.DIVPD),
  ANDNPS(Shape.BINARY, Instruction.ANDNPS),
  ORPS(Shape.BINARY, Instruction.ORPS),
  SQRTPS(Shape.UNARY, Instruction.SQRTPS),
  SQRTPD(Shape.UNARY, Instruction.SQRTPD),
  CVTDQ2PS(Shape.UNARY, Instruction.CVTDQ2PS),
  CVTTPS2DQ(Shape.UNARY, Instruction.CVTTPS2DQ),
  MOVAPS(Shape.UNARY, Instruction.MOVAPS),
  PSHUFD(Shape.WITH_IMMEDIATE, Instruction.PSHUFD),
  PEXTRW(Shape.WITH_IMMEDIATE, Instruction.PEXTRW),
  CMPPS(Shape.BINARY_WITH_IMMEDIATE, Instruction.CMPPS),
  CMPPD(Shape.BINARY_WITH_IMMEDIATE, Instruction.CMPPD),
  SHUFPS(Shape.BINARY_WITH_IMMEDIATE, Instruction.SHUFPS),
  PUNPCKLQDQ(Shape.BINARY, Instruction.PUNPCKLQDQ),
  SQRTSS(Shape.UNARY, Instruction.SQRTSS),
  SQRTSD(Shape.UNARY, Instruction.SQRTSD),
  CVTSI2SS(Shape.UNARY, Instruction.CVTSI2SS),
  CVTSI2SD(Shape.UNARY, Instruction.CVTSI2SD),
  CVTTSS2SI(Shape.UNARY, Instruction.CVTTSS2SI),
  CVTTSD2SI(Shape.UNARY, Instruction.CVTTSD2SI),
  CVTSS2SD(Shape.UNARY, Instruction.CVTSS2SD),
  CVTSD2SS(Shape.UNARY, Instruction.CVTSD2SS),
  /** Unsigned 64 bits to floating point: result, two scratch registers (early), late operand. */
  UNSIGNED_TO_SS(Shape.SPECIAL, Instruction.CVTSI2SS),
  /** As {@link #UNSIGNED_TO_SS}, to a double. */
  UNSIGNED_TO_SD(Shape.SPECIAL, Instruction.CVTSI2SD),
  /** Floating point to unsigned: result (early), scratch general, scratch vector, operand. */
  SS_TO_UNSIGNED(Shape.SPECIAL, Instruction.CVTTSS2SI),
  /** As {@link #SS_TO_UNSIGNED}, from a double. */
  SD_TO_UNSIGNED(Shape.SPECIAL, Instruction.CVTTSD2SI),

  /** Copies rcx bytes from rsi to rdi. */
  COPY_BYTES(Shape.SPECIAL, Instruction.REP_MOVSB),
  /** Stores al to rcx bytes from rdi on. */
  FILL_BYTES(Shape.SPECIAL, Instruction.REP_STOSB);

  private static final MachineOp[] VALUES = values();

  private final Shape shape;
  private final @Nullable Instruction instruction;

  MachineOp() {
    this(Shape.SPECIAL, null);
  }

  MachineOp(Shape shape, @Nullable Instruction instruction) {
    this.shape = shape;
    this.instruction = instruction;
  }

  /** How the operands stand. */
  public Shape shape() {
    return shape;
  }

  /** The processor's instruction at the heart of it. */
  public Instruction instruction() {
    if (instruction == null) {
      throw new IllegalStateException(this + " is no single instruction");
    }
    return instruction;
  }

  /**
   * Whether the instruction writes only a part of its vector result and would else wait for whoever
   * wrote the register last.
   */
  public boolean mergesResult() {
    return switch (this) {
      case SQRTSS, SQRTSD, CVTSI2SS, CVTSI2SD, CVTSS2SD, CVTSD2SS -> true;
      default -> false;
    };
  }

  /**
   * Whether the flags are still those of the last comparison behind the instruction, or those of
   * its own.
   */
  public boolean keepsFlags() {
    return switch (this) {
      case CMOV, VECTOR_SELECT, INTEGER, LEA, VECTOR_ZERO -> true;
      case POPCNT, LZCNT, TZCNT -> false;
      default -> shape == Shape.UNARY || shape == Shape.STORE || isFloatArithmetic();
    };
  }

  private boolean isFloatArithmetic() {
    return ordinal() >= ADDSS.ordinal() && ordinal() <= PUNPCKLQDQ.ordinal();
  }

  /** Whether two operands may be exchanged. */
  public boolean isCommutative() {
    return switch (this) {
      case ADD, AND, OR, XOR, IMUL, ADDSS, ADDSD, MULSS, MULSD -> true;
      case PADDB, PADDW, PADDD, PADDQ, PMULLW, PMULLD, PMULUDQ -> true;
      case PMINUB, PMAXUB, PMINSW, PMAXSW, PMINSD, PMAXSD -> true;
      case PCMPEQB, PCMPEQW, PCMPEQD, ANDPS, ORPS, XORPS -> true;
      case ADDPS, ADDPD, MULPS, MULPD -> true;
      default -> false;
    };
  }

  /** The operation with number {@code number}. */
  static MachineOp of(int number) {
    return VALUES[number];
  }
}
