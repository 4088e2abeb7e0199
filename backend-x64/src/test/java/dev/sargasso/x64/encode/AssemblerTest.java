package dev.sargasso.x64.encode;

import static dev.sargasso.x64.encode.Register.NONE;
import static dev.sargasso.x64.encode.Register.R13;
import static dev.sargasso.x64.encode.Register.R8;
import static dev.sargasso.x64.encode.Register.R9;
import static dev.sargasso.x64.encode.Register.RAX;
import static dev.sargasso.x64.encode.Register.RBP;
import static dev.sargasso.x64.encode.Register.RCX;
import static dev.sargasso.x64.encode.Register.RDI;
import static dev.sargasso.x64.encode.Register.RDX;
import static dev.sargasso.x64.encode.Register.RSI;
import static dev.sargasso.x64.encode.Register.RSP;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** What the assembler's methods mean: which operand is which, and what is refused. */
final class AssemblerTest {
  private final Assembler assembler = new Assembler(true);
  private final Address address = new Address();

  /**
   * The text of everything since the last call, in Intel syntax, instructions separated by
   * semicolons.
   */
  private String text() {
    final StringBuilder out = new StringBuilder();
    Listing.append(assembler.finish(), Syntax.INTEL, "L", out);
    return out.toString().strip().replace("\n\t", "; ");
  }

  private String bytes() {
    return HexFormat.of().formatHex(assembler.finish().bytes());
  }

  @Test
  void theDestinationComesFirst() {
    assembler.rr(Instruction.MOV, 64, RAX, RDI);
    assembler.rm(Instruction.ADD, 32, RCX, address.set(RSI, 8));
    assembler.mr(Instruction.SUB, 16, address.set(RSP, R9, 4, -128), R8);
    assembler.rri(Instruction.IMUL, 64, R9, RSI, 10);
    assembler.rrr(Instruction.SHLX, 32, RAX, RDX, RCX);
    assembler.rmr(Instruction.SARX, 64, RAX, address.set(RDI, 0), R8);
    assembler.rrm(Instruction.VSUBSD, 64, 1, 2, address.set(NONE, RDX, 8, 16));
    assembler.cmov(Condition.LESS, 64, RAX, R13);
    assembler.rr(Instruction.MOVD_FROM_XMM, 64, RAX, 3);
    assembler.rr(Instruction.CVTTSD2SI, 32, RAX, 3);
    assembler.rr(Instruction.CVTSI2SD, 64, 3, RAX);
    assertEquals(
        "mov rax, rdi; add ecx, dword ptr [rsi + 8]; sub word ptr [rsp + r9*4 - 128], r8w; "
            + "imul r9, rsi, 10; shlx eax, edx, ecx; sarx rax, qword ptr [rdi], r8; "
            + "vsubsd xmm1, xmm2, qword ptr [rdx*8 + 16]; cmovl rax, r13; movq rax, xmm3; "
            + "cvttsd2si eax, xmm3; cvtsi2sd xmm3, rax",
        text());
  }

  @Test
  void threeOperandMultiplicationExtendsTheRightRegisters() {
    assembler.rri(Instruction.IMUL, 64, R9, RSI, 100);
    assertEquals("4c6bce64", bytes());
    assembler.rri(Instruction.IMUL, 64, RSI, R9, 100);
    assertEquals("496bf164", bytes());
  }

  @Test
  void byteRegistersOfTheFirstEightNeedRex() {
    assembler.rr(Instruction.MOVZX8, 32, RAX, RSI);
    assertEquals("400fb6c6", bytes());
    assembler.rr(Instruction.MOVZX16, 32, RAX, RSI);
    assertEquals("0fb7c6", bytes());
    assembler.set(Condition.EQUAL, RBP);
    assertEquals("400f94c5", bytes());
    assembler.mr(Instruction.MOV, 8, address.set(RAX, 0), RDI);
    assertEquals("408838", bytes());
    assembler.mr(Instruction.MOV, 8, address.set(RDI, 0), RAX);
    assertEquals("8807", bytes());
    assembler.ri(Instruction.MOV, 8, RSP, 1);
    assertEquals("40b401", bytes());
  }

  @Test
  void immediatesTakeTheirShortestForm() {
    assembler.ri(Instruction.ADD, 64, RCX, 127);
    assertEquals("4883c17f", bytes());
    assembler.ri(Instruction.ADD, 64, RCX, 128);
    assertEquals("4881c180000000", bytes());
    assembler.ri(Instruction.ADD, 32, RCX, 0xffff_ffffL);
    assertEquals("83c1ff", bytes());
    assembler.ri(Instruction.ADD, 16, RCX, 0xffff);
    assertEquals("6683c1ff", bytes());
    assembler.i(Instruction.PUSH, -128);
    assertEquals("6a80", bytes());
    assembler.moveImmediate(RAX, 0);
    assembler.moveImmediate(RAX, 0xffff_ffffL);
    assembler.moveImmediate(RAX, -1);
    assembler.moveImmediate(R8, 1L << 32);
    assertEquals("b800000000" + "b8ffffffff" + "48c7c0ffffffff" + "49b80000000001000000", bytes());
  }

  @Test
  void impossibleOperandsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> address.set(RAX, RSP, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> address.set(RAX, RCX, 3, 0));
    assertThrows(
        IllegalArgumentException.class, () -> assembler.ri(Instruction.ADD, 64, RAX, 1L << 31));
    assertThrows(IllegalArgumentException.class, () -> assembler.ri(Instruction.ADD, 8, RAX, 256));
    assertThrows(IllegalArgumentException.class, () -> assembler.ri(Instruction.SHL, 64, RAX, 256));
    assertThrows(
        IllegalArgumentException.class,
        () -> assembler.mi(Instruction.MOV, 64, address.set(RAX, 0), 1L << 31));
    assertThrows(IllegalArgumentException.class, () -> assembler.rr(Instruction.LEA, 64, RAX, RCX));
    assertThrows(IllegalArgumentException.class, () -> assembler.rr(Instruction.ADD, 24, RAX, RCX));
    assertThrows(
        IllegalArgumentException.class, () -> assembler.rr(Instruction.BSWAP, 16, RAX, RCX));
    assertThrows(IllegalArgumentException.class, () -> assembler.r(Instruction.BSWAP, 16, RAX));
  }

  @Test
  void numbersThatAreNoRegistersAreRefused() {
    for (final int number : new int[] {NONE, 16, Integer.MIN_VALUE}) {
      assertThrows(
          IllegalArgumentException.class, () -> assembler.rr(Instruction.MOV, 64, RAX, number));
      assertThrows(
          IllegalArgumentException.class, () -> assembler.rr(Instruction.MOV, 64, number, RAX));
      assertThrows(
          IllegalArgumentException.class,
          () -> assembler.rrr(Instruction.ANDN, 64, RAX, number, RCX));
      assertThrows(
          IllegalArgumentException.class,
          () -> assembler.rm(Instruction.MOV, 64, number, address.set(RAX, 0)));
      if (number != NONE) {
        assertThrows(IllegalArgumentException.class, () -> address.set(number, 0));
        assertThrows(IllegalArgumentException.class, () -> address.set(RAX, number, 1, 0));
      }
    }
  }

  @Test
  void conditionsNegateAndSwap() {
    for (final Condition condition : Condition.values()) {
      assertEquals(condition, condition.negate().negate());
      assertEquals(condition.code() ^ 1, condition.negate().code());
    }
    assertEquals(Condition.GREATER, Condition.LESS.swapOperands());
    assertEquals(Condition.BELOW_EQUAL, Condition.ABOVE_EQUAL.swapOperands());
    assertThrows(IllegalStateException.class, Condition.NEGATIVE::swapOperands);
  }
}
