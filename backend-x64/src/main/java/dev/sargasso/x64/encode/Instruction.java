package dev.sargasso.x64.encode;

import java.util.List;

/**
 * The instruction table: one constant for each mnemonic, with every form of it that we emit, in the
 * notation of the Intel manual so that a row can be checked against the manual's page.
 *
 * <p>A form is {@code "operands: opcode"}. The operands are {@link OperandKind}s, destination
 * first; which of them goes into ModRM.reg, ModRM.rm, VEX.vvvv or the opcode follows from their
 * kinds. The opcode is written as the manual writes it: a mandatory prefix (66, F2, F3), {@code
 * REX.W} where it is fixed, the escape (0F, 0F 38, 0F 3A), the opcode byte with {@code +r}
 * (register in the opcode) or {@code +cc} (condition in the opcode), {@code /r} or {@code /digit},
 * and the immediate ({@code ib iz id io cb cd}); VEX forms as {@code VEX.length.prefix.escape.W}.
 * Operand size is implied: where an operand has kind v, y or z, a 16-bit operation takes prefix 66
 * and a 64-bit operation takes REX.W (or VEX.W where the notation says {@code .Wy}). {@code @32}
 * confines a form to operations of that width.
 *
 * <p>Where two forms fit the same operands the first one is used; short immediates and accumulator
 * forms are chosen by the assembler. The order, and the choice, are those of the GNU assembler, so
 * that listings assemble to the same bytes.
 *
 * <p>In mnemonics, {@code ?} stands for a condition, {@code %} for {@code d} or {@code q}, {@code
 * *} for the size suffix of the AT&amp;T syntax; where both syntaxes differ the Intel mnemonic
 * stands before the AT&amp;T one.
 */
public enum Instruction {
  // ---- Data movement, general purpose ----------------------------------------------------------

  MOV(
      "mov*",
      "rm8, r8: 88 /r",
      "rmv, rv: 89 /r",
      "r8, rm8: 8A /r",
      "rv, rmv: 8B /r",
      "r8, imm8: B0+r ib",
      "rz, immz: B8+r iz",
      "rm8, imm8: C6 /0 ib",
      "rmv, immz: C7 /0 iz",
      "r64, imm64: REX.W B8+r io @64"),
  /** Zero-extends a byte. A 32-bit value is zero-extended by a 32-bit {@link #MOV}. */
  MOVZX8("movzx", "movzb*", "rv, rm8: 0F B6 /r"),
  /** Zero-extends 16 bits. */
  MOVZX16("movzx", "movzw*", "ry, rm16: 0F B7 /r"),
  /** Sign-extends a byte. */
  MOVSX8("movsx", "movsb*", "rv, rm8: 0F BE /r"),
  /** Sign-extends 16 bits. */
  MOVSX16("movsx", "movsw*", "ry, rm16: 0F BF /r"),
  /** Sign-extends 32 bits to 64. */
  MOVSXD("movsxd", "movslq", "r64, rm32: REX.W 63 /r @64"),
  LEA("lea*", "rv, m: 8D /r"),
  XCHG(
      "xchg*",
      "rm8, r8: 86 /r",
      "rmv, rv: 87 /r",
      "r8, rm8: 86 /r",
      "rv, rmv: 87 /r",
      "rv, av: 90+r"),
  BSWAP("bswap*", "ry: 0F C8+r"),
  /**
   * Moves if the condition holds; a 32-bit move zeroes the upper half of the destination either
   * way.
   */
  CMOV("cmov?", "rv, rmv: 0F 40+cc /r"),
  /** Sets a byte to one if the condition holds, else to zero. */
  SET("set?", "rm8: 0F 90+cc /0"),
  PUSH("push", "pushq", "r64: 50+r", "m64: FF /6", "simm8: 6A ib", "imm32: 68 id"),
  POP("pop", "popq", "r64: 58+r", "m64: 8F /0"),
  /** Sign-extends al into ax; named so by Intel. */
  CBW("cbw", ": 66 98"),
  CWDE("cwde", ": 98"),
  CDQE("cdqe", ": REX.W 98"),
  /** Sign of ax into dx. */
  CWD("cwd", ": 66 99"),
  /** Sign of eax into edx. */
  CDQ("cdq", ": 99"),
  /** Sign of rax into rdx. */
  CQO("cqo", ": REX.W 99"),

  // ---- Integer arithmetic ----------------------------------------------------------------------

  ADD("add*", Forms.arithmetic(0)),
  OR("or*", Forms.arithmetic(1)),
  ADC("adc*", Forms.arithmetic(2)),
  SBB("sbb*", Forms.arithmetic(3)),
  AND("and*", Forms.arithmetic(4)),
  SUB("sub*", Forms.arithmetic(5)),
  XOR("xor*", Forms.arithmetic(6)),
  CMP("cmp*", Forms.arithmetic(7)),
  /** And that sets the flags only; memory and register may stand in either order. */
  TEST(
      "test*",
      "rm8, r8: 84 /r",
      "rmv, rv: 85 /r",
      "r8, rm8: 84 /r",
      "rv, rmv: 85 /r",
      "al, imm8: A8 ib",
      "av, immz: A9 iz",
      "rm8, imm8: F6 /0 ib",
      "rmv, immz: F7 /0 iz"),
  IMUL(
      "imul*",
      "rv, rmv: 0F AF /r",
      "rv, rmv, simm8: 6B /r ib",
      "rv, rmv, immz: 69 /r iz",
      "rm8: F6 /5",
      "rmv: F7 /5"),
  /** Unsigned widening multiplication of the accumulator. */
  MUL("mul*", "rm8: F6 /4", "rmv: F7 /4"),
  DIV("div*", "rm8: F6 /6", "rmv: F7 /6"),
  IDIV("idiv*", "rm8: F6 /7", "rmv: F7 /7"),
  NEG("neg*", "rm8: F6 /3", "rmv: F7 /3"),
  NOT("not*", "rm8: F6 /2", "rmv: F7 /2"),
  INC("inc*", "rm8: FE /0", "rmv: FF /0"),
  DEC("dec*", "rm8: FE /1", "rmv: FF /1"),

  // ---- Shifts and rotations --------------------------------------------------------------------

  ROL("rol*", Forms.shift(0)),
  ROR("ror*", Forms.shift(1)),
  SHL("shl*", Forms.shift(4)),
  SHR("shr*", Forms.shift(5)),
  SAR("sar*", Forms.shift(7)),
  SHLX("shlx", "ry, rmy, ry: VEX.LZ.66.0F38.Wy F7 /r"),
  SHRX("shrx", "ry, rmy, ry: VEX.LZ.F2.0F38.Wy F7 /r"),
  SARX("sarx", "ry, rmy, ry: VEX.LZ.F3.0F38.Wy F7 /r"),
  RORX("rorx", "ry, rmy, imm8: VEX.LZ.F2.0F3A.Wy F0 /r ib"),

  // ---- Bits ------------------------------------------------------------------------------------

  BT("bt*", "rmv, rv: 0F A3 /r", "rmv, imm8: 0F BA /4 ib"),
  BTS("bts*", "rmv, rv: 0F AB /r", "rmv, imm8: 0F BA /5 ib"),
  BTR("btr*", "rmv, rv: 0F B3 /r", "rmv, imm8: 0F BA /6 ib"),
  BTC("btc*", "rmv, rv: 0F BB /r", "rmv, imm8: 0F BA /7 ib"),
  BSF("bsf*", "rv, rmv: 0F BC /r"),
  BSR("bsr*", "rv, rmv: 0F BD /r"),
  POPCNT("popcnt*", "rv, rmv: F3 0F B8 /r"),
  TZCNT("tzcnt*", "rv, rmv: F3 0F BC /r"),
  LZCNT("lzcnt*", "rv, rmv: F3 0F BD /r"),
  /** First source negated, and second source. */
  ANDN("andn", "ry, ry, rmy: VEX.LZ.NP.0F38.Wy F2 /r"),
  /** High half, low half = rdx times the source, flags untouched. */
  MULX("mulx", "ry, ry, rmy: VEX.LZ.F2.0F38.Wy F6 /r"),
  /** Keeps the low bits, as many as the last operand says. */
  BZHI("bzhi", "ry, rmy, ry: VEX.LZ.NP.0F38.Wy F5 /r"),

  // ---- Control ---------------------------------------------------------------------------------

  JMP("jmp", "rm64: FF /4", "rel8: EB cb", "rel32: E9 cd"),
  /** Conditional jump. */
  J("j?", "rel8: 70+cc cb", "rel32: 0F 80+cc cd"),
  CALL("call", "rm64: FF /2", "rel32: E8 cd"),
  RET("ret", ": C3"),
  LEAVE("leave", ": C9"),
  UD2("ud2", ": 0F 0B"),
  INT3("int3", ": CC"),
  NOP("nop", ": 90"),
  PAUSE("pause", ": F3 90"),
  ENDBR64("endbr64", ": F3 0F 1E FA"),

  // ---- Strings of memory -----------------------------------------------------------------------

  CLD("cld", ": FC"),
  REP_MOVSB("rep movsb", ": F3 A4"),
  REP_MOVSQ("rep movsq", ": F3 REX.W A5"),
  REP_STOSB("rep stosb", ": F3 AA"),
  REP_STOSQ("rep stosq", ": F3 REX.W AB"),

  // ---- Floating point movement -----------------------------------------------------------------

  MOVSS("movss", "x, xm32: F3 0F 10 /r", "m32, x: F3 0F 11 /r"),
  MOVSD("movsd", "x, xm64: F2 0F 10 /r", "m64, x: F2 0F 11 /r"),
  MOVAPS("movaps", "x, xm128: 0F 28 /r", "m128, x: 0F 29 /r"),
  MOVAPD("movapd", "x, xm128: 66 0F 28 /r", "m128, x: 66 0F 29 /r"),
  MOVUPS("movups", "x, xm128: 0F 10 /r", "m128, x: 0F 11 /r"),
  MOVUPD("movupd", "x, xm128: 66 0F 10 /r", "m128, x: 66 0F 11 /r"),
  MOVDQA("movdqa", "x, xm128: 66 0F 6F /r", "m128, x: 66 0F 7F /r"),
  MOVDQU("movdqu", "x, xm128: F3 0F 6F /r", "m128, x: F3 0F 7F /r"),
  /** Low 64 bits of a vector register, from a vector register or memory, or to memory. */
  MOVQ("movq", "x, xm64: F3 0F 7E /r", "m64, x: 66 0F D6 /r"),
  /**
   * From a general purpose register (32 or 64 bits) or 32 bits of memory into a vector register.
   */
  MOVD_TO_XMM("mov%", "x, rm32: 66 0F 6E /r @32", "x, rr64: 66 REX.W 0F 6E /r @64"),
  /**
   * From a vector register into a general purpose register (32 or 64 bits) or 32 bits of memory.
   */
  MOVD_FROM_XMM("mov%", "rm32, x: 66 0F 7E /r @32", "rr64, x: 66 REX.W 0F 7E /r @64"),
  MOVMSKPS("movmskps", "r32, xx: 0F 50 /r"),
  MOVMSKPD("movmskpd", "r32, xx: 66 0F 50 /r"),

  // ---- Floating point arithmetic, scalar -------------------------------------------------------

  ADDSS("addss", "x, xm32: F3 0F 58 /r"),
  ADDSD("addsd", "x, xm64: F2 0F 58 /r"),
  MULSS("mulss", "x, xm32: F3 0F 59 /r"),
  MULSD("mulsd", "x, xm64: F2 0F 59 /r"),
  SUBSS("subss", "x, xm32: F3 0F 5C /r"),
  SUBSD("subsd", "x, xm64: F2 0F 5C /r"),
  MINSS("minss", "x, xm32: F3 0F 5D /r"),
  MINSD("minsd", "x, xm64: F2 0F 5D /r"),
  DIVSS("divss", "x, xm32: F3 0F 5E /r"),
  DIVSD("divsd", "x, xm64: F2 0F 5E /r"),
  MAXSS("maxss", "x, xm32: F3 0F 5F /r"),
  MAXSD("maxsd", "x, xm64: F2 0F 5F /r"),
  SQRTSS("sqrtss", "x, xm32: F3 0F 51 /r"),
  SQRTSD("sqrtsd", "x, xm64: F2 0F 51 /r"),
  ROUNDSS("roundss", "x, xm32, imm8: 66 0F 3A 0A /r ib"),
  ROUNDSD("roundsd", "x, xm64, imm8: 66 0F 3A 0B /r ib"),
  UCOMISS("ucomiss", "x, xm32: 0F 2E /r"),
  UCOMISD("ucomisd", "x, xm64: 66 0F 2E /r"),
  COMISS("comiss", "x, xm32: 0F 2F /r"),
  COMISD("comisd", "x, xm64: 66 0F 2F /r"),

  // ---- Conversion ------------------------------------------------------------------------------

  CVTSI2SS("cvtsi2ss*", "x, rmy: F3 0F 2A /r"),
  CVTSI2SD("cvtsi2sd*", "x, rmy: F2 0F 2A /r"),
  CVTTSS2SI("cvttss2si", "ry, xm32: F3 0F 2C /r"),
  CVTTSD2SI("cvttsd2si", "ry, xm64: F2 0F 2C /r"),
  CVTSS2SI("cvtss2si", "ry, xm32: F3 0F 2D /r"),
  CVTSD2SI("cvtsd2si", "ry, xm64: F2 0F 2D /r"),
  CVTSS2SD("cvtss2sd", "x, xm32: F3 0F 5A /r"),
  CVTSD2SS("cvtsd2ss", "x, xm64: F2 0F 5A /r"),

  // ---- Vectors as bit patterns -----------------------------------------------------------------

  ANDPS("andps", "x, xm128: 0F 54 /r"),
  ANDPD("andpd", "x, xm128: 66 0F 54 /r"),
  ANDNPS("andnps", "x, xm128: 0F 55 /r"),
  ANDNPD("andnpd", "x, xm128: 66 0F 55 /r"),
  ORPS("orps", "x, xm128: 0F 56 /r"),
  ORPD("orpd", "x, xm128: 66 0F 56 /r"),
  XORPS("xorps", "x, xm128: 0F 57 /r"),
  XORPD("xorpd", "x, xm128: 66 0F 57 /r"),
  PAND("pand", "x, xm128: 66 0F DB /r"),
  PANDN("pandn", "x, xm128: 66 0F DF /r"),
  POR("por", "x, xm128: 66 0F EB /r"),
  PXOR("pxor", "x, xm128: 66 0F EF /r"),
  PMULLW("pmullw", "x, xm128: 66 0F D5 /r"),
  PMULLD("pmulld", "x, xm128: 66 0F 38 40 /r"),
  PMULUDQ("pmuludq", "x, xm128: 66 0F F4 /r"),
  PMINUB("pminub", "x, xm128: 66 0F DA /r"),
  PMAXUB("pmaxub", "x, xm128: 66 0F DE /r"),
  PMINSW("pminsw", "x, xm128: 66 0F EA /r"),
  PMAXSW("pmaxsw", "x, xm128: 66 0F EE /r"),
  PMINSD("pminsd", "x, xm128: 66 0F 38 39 /r"),
  PMAXSD("pmaxsd", "x, xm128: 66 0F 38 3D /r"),
  PCMPEQB("pcmpeqb", "x, xm128: 66 0F 74 /r"),
  PCMPEQW("pcmpeqw", "x, xm128: 66 0F 75 /r"),
  PCMPEQD("pcmpeqd", "x, xm128: 66 0F 76 /r"),
  PCMPGTB("pcmpgtb", "x, xm128: 66 0F 64 /r"),
  PCMPGTW("pcmpgtw", "x, xm128: 66 0F 65 /r"),
  PCMPGTD("pcmpgtd", "x, xm128: 66 0F 66 /r"),
  PADDB("paddb", "x, xm128: 66 0F FC /r"),
  PADDW("paddw", "x, xm128: 66 0F FD /r"),
  PADDD("paddd", "x, xm128: 66 0F FE /r"),
  PADDQ("paddq", "x, xm128: 66 0F D4 /r"),
  PSUBB("psubb", "x, xm128: 66 0F F8 /r"),
  PSUBW("psubw", "x, xm128: 66 0F F9 /r"),
  PSUBD("psubd", "x, xm128: 66 0F FA /r"),
  PSUBQ("psubq", "x, xm128: 66 0F FB /r"),
  PSRLD("psrld", "xx, imm8: 66 0F 72 /2 ib", "x, xm128: 66 0F D2 /r"),
  PSLLD("pslld", "xx, imm8: 66 0F 72 /6 ib", "x, xm128: 66 0F F2 /r"),
  PSRLW("psrlw", "xx, imm8: 66 0F 71 /2 ib", "x, xm128: 66 0F D1 /r"),
  PSLLW("psllw", "xx, imm8: 66 0F 71 /6 ib", "x, xm128: 66 0F F1 /r"),
  PSRAW("psraw", "xx, imm8: 66 0F 71 /4 ib", "x, xm128: 66 0F E1 /r"),
  PSRAD("psrad", "xx, imm8: 66 0F 72 /4 ib", "x, xm128: 66 0F E2 /r"),
  PSRLQ("psrlq", "xx, imm8: 66 0F 73 /2 ib", "x, xm128: 66 0F D3 /r"),
  PSLLQ("psllq", "xx, imm8: 66 0F 73 /6 ib", "x, xm128: 66 0F F3 /r"),
  UNPCKLPS("unpcklps", "x, xm128: 0F 14 /r"),
  UNPCKLPD("unpcklpd", "x, xm128: 66 0F 14 /r"),
  UNPCKHPD("unpckhpd", "x, xm128: 66 0F 15 /r"),
  PUNPCKLBW("punpcklbw", "x, xm128: 66 0F 60 /r"),
  PUNPCKLWD("punpcklwd", "x, xm128: 66 0F 61 /r"),
  PUNPCKLDQ("punpckldq", "x, xm128: 66 0F 62 /r"),
  PUNPCKLQDQ("punpcklqdq", "x, xm128: 66 0F 6C /r"),
  PUNPCKHBW("punpckhbw", "x, xm128: 66 0F 68 /r"),
  PUNPCKHWD("punpckhwd", "x, xm128: 66 0F 69 /r"),
  PUNPCKHDQ("punpckhdq", "x, xm128: 66 0F 6A /r"),
  PUNPCKHQDQ("punpckhqdq", "x, xm128: 66 0F 6D /r"),
  PACKUSWB("packuswb", "x, xm128: 66 0F 67 /r"),
  PACKSSDW("packssdw", "x, xm128: 66 0F 6B /r"),
  PEXTRW("pextrw", "r32, xx, imm8: 66 0F C5 /r ib"),
  PSHUFD("pshufd", "x, xm128, imm8: 66 0F 70 /r ib"),
  SHUFPS("shufps", "x, xm128, imm8: 0F C6 /r ib"),

  // ---- Floating point arithmetic, packed -------------------------------------------------------

  ADDPS("addps", "x, xm128: 0F 58 /r"),
  ADDPD("addpd", "x, xm128: 66 0F 58 /r"),
  MULPS("mulps", "x, xm128: 0F 59 /r"),
  MULPD("mulpd", "x, xm128: 66 0F 59 /r"),
  SUBPS("subps", "x, xm128: 0F 5C /r"),
  SUBPD("subpd", "x, xm128: 66 0F 5C /r"),
  DIVPS("divps", "x, xm128: 0F 5E /r"),
  DIVPD("divpd", "x, xm128: 66 0F 5E /r"),
  SQRTPS("sqrtps", "x, xm128: 0F 51 /r"),
  SQRTPD("sqrtpd", "x, xm128: 66 0F 51 /r"),
  CMPPS("cmpps", "x, xm128, imm8: 0F C2 /r ib"),
  CMPPD("cmppd", "x, xm128, imm8: 66 0F C2 /r ib"),
  CVTDQ2PS("cvtdq2ps", "x, xm128: 0F 5B /r"),
  CVTTPS2DQ("cvttps2dq", "x, xm128: F3 0F 5B /r"),

  // ---- Floating point in three-operand form (AVX, FMA) -----------------------------------------

  VMOVSS("vmovss", "x, m32: VEX.LZ.F3.0F.W0 10 /r", "m32, x: VEX.LZ.F3.0F.W0 11 /r"),
  VMOVSD("vmovsd", "x, m64: VEX.LZ.F2.0F.W0 10 /r", "m64, x: VEX.LZ.F2.0F.W0 11 /r"),
  VMOVAPS("vmovaps", "x, xm128: VEX.128.NP.0F.W0 28 /r", "m128, x: VEX.128.NP.0F.W0 29 /r"),
  VMOVUPS("vmovups", "x, xm128: VEX.128.NP.0F.W0 10 /r", "m128, x: VEX.128.NP.0F.W0 11 /r"),
  VADDSS("vaddss", "x, x, xm32: VEX.LZ.F3.0F.W0 58 /r"),
  VADDSD("vaddsd", "x, x, xm64: VEX.LZ.F2.0F.W0 58 /r"),
  VMULSS("vmulss", "x, x, xm32: VEX.LZ.F3.0F.W0 59 /r"),
  VMULSD("vmulsd", "x, x, xm64: VEX.LZ.F2.0F.W0 59 /r"),
  VSUBSS("vsubss", "x, x, xm32: VEX.LZ.F3.0F.W0 5C /r"),
  VSUBSD("vsubsd", "x, x, xm64: VEX.LZ.F2.0F.W0 5C /r"),
  VMINSS("vminss", "x, x, xm32: VEX.LZ.F3.0F.W0 5D /r"),
  VMINSD("vminsd", "x, x, xm64: VEX.LZ.F2.0F.W0 5D /r"),
  VDIVSS("vdivss", "x, x, xm32: VEX.LZ.F3.0F.W0 5E /r"),
  VDIVSD("vdivsd", "x, x, xm64: VEX.LZ.F2.0F.W0 5E /r"),
  VMAXSS("vmaxss", "x, x, xm32: VEX.LZ.F3.0F.W0 5F /r"),
  VMAXSD("vmaxsd", "x, x, xm64: VEX.LZ.F2.0F.W0 5F /r"),
  VSQRTSS("vsqrtss", "x, x, xm32: VEX.LZ.F3.0F.W0 51 /r"),
  VSQRTSD("vsqrtsd", "x, x, xm64: VEX.LZ.F2.0F.W0 51 /r"),
  VUCOMISS("vucomiss", "x, xm32: VEX.LZ.NP.0F.W0 2E /r"),
  VUCOMISD("vucomisd", "x, xm64: VEX.LZ.66.0F.W0 2E /r"),
  VCVTSI2SS("vcvtsi2ss*", "x, x, rmy: VEX.LZ.F3.0F.Wy 2A /r"),
  VCVTSI2SD("vcvtsi2sd*", "x, x, rmy: VEX.LZ.F2.0F.Wy 2A /r"),
  VCVTTSS2SI("vcvttss2si", "ry, xm32: VEX.LZ.F3.0F.Wy 2C /r"),
  VCVTTSD2SI("vcvttsd2si", "ry, xm64: VEX.LZ.F2.0F.Wy 2C /r"),
  VCVTSS2SD("vcvtss2sd", "x, x, xm32: VEX.LZ.F3.0F.W0 5A /r"),
  VCVTSD2SS("vcvtsd2ss", "x, x, xm64: VEX.LZ.F2.0F.W0 5A /r"),
  VANDPS("vandps", "x, x, xm128: VEX.128.NP.0F.W0 54 /r"),
  VXORPS("vxorps", "x, x, xm128: VEX.128.NP.0F.W0 57 /r"),
  /** Destination = first source times second source + destination, rounded once. */
  VFMADD231SS("vfmadd231ss", "x, x, xm32: VEX.LZ.66.0F38.W0 B9 /r"),
  VFMADD231SD("vfmadd231sd", "x, x, xm64: VEX.LZ.66.0F38.W1 B9 /r");

  private static final Instruction[] VALUES = values();

  private final String intelMnemonic;
  private final String attMnemonic;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> forms;

  Instruction(final String mnemonic, final String... forms) {
    final List<String> rows = List.of(forms);
    // A first row without operands and opcode is the AT&T mnemonic.
    final boolean twoMnemonics = rows.getFirst().indexOf(':') < 0;
    this.intelMnemonic =
        mnemonic.endsWith("*") ? mnemonic.substring(0, mnemonic.length() - 1) : mnemonic;
    this.attMnemonic = twoMnemonics ? rows.getFirst() : mnemonic;
    this.forms = twoMnemonics ? rows.subList(1, rows.size()) : rows;
  }

  /** The instruction with ordinal {@code ordinal}. */
  static Instruction of(final int ordinal) {
    return VALUES[ordinal];
  }

  /** The mnemonic in Intel syntax, with {@code ?} for a condition and {@code %} for d or q. */
  String intelMnemonic() {
    return intelMnemonic;
  }

  /** The mnemonic in AT&amp;T syntax, with {@code *} where the size suffix stands as well. */
  String attMnemonic() {
    return attMnemonic;
  }

  /** The forms as they stand in the table. */
  List<String> forms() {
    return forms;
  }

  /** Layouts that whole families of instructions share. */
  private static final class Forms {
    private Forms() {}

    /**
     * The eight classic two-operand operations: number n has opcodes 8n to 8n+5, and /n in the
     * immediate group 80, 81, 83.
     */
    static String[] arithmetic(final int number) {
      final int first = 8 * number;
      return new String[] {
        "rm8, r8: " + hex(first) + " /r",
        "rmv, rv: " + hex(first + 1) + " /r",
        "r8, rm8: " + hex(first + 2) + " /r",
        "rv, rmv: " + hex(first + 3) + " /r",
        "al, imm8: " + hex(first + 4) + " ib",
        "av, immz: " + hex(first + 5) + " iz",
        "rm8, imm8: 80 /" + number + " ib",
        "rmv, simm8: 83 /" + number + " ib",
        "rmv, immz: 81 /" + number + " iz"
      };
    }

    /**
     * Shifts and rotations: /n in the groups C0, C1 (by an immediate), D0, D1 (by one), D2, D3 (by
     * cl).
     */
    static String[] shift(final int number) {
      return new String[] {
        "rm8, 1: D0 /" + number,
        "rmv, 1: D1 /" + number,
        "rm8, cl: D2 /" + number,
        "rmv, cl: D3 /" + number,
        "rm8, imm8: C0 /" + number + " ib",
        "rmv, imm8: C1 /" + number + " ib"
      };
    }

    private static String hex(final int value) {
      return "" + Character.forDigit(value >> 4, 16) + Character.forDigit(value & 15, 16);
    }
  }
}
