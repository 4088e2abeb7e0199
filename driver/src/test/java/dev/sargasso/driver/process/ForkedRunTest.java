package dev.sargasso.driver.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.x64.code.NativeMemory;
import dev.sargasso.x64.encode.Assembler;
import dev.sargasso.x64.encode.Instruction;
import dev.sargasso.x64.encode.Register;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What compiled code does to itself happens in a child, and the parent is told. */
final class ForkedRunTest {
  private static long load(byte[] bytes) {
    long code = NativeMemory.map(NativeMemory.PAGE);
    NativeMemory.bytes(code, NativeMemory.PAGE).put(0, bytes);
    NativeMemory.protect(code, NativeMemory.PAGE, NativeMemory.READ | NativeMemory.EXECUTE);
    return code;
  }

  private static ForkedRun.Outcome run(long timeout, Consumer<Assembler> body) {
    Assembler assembler = new Assembler();
    body.accept(assembler);
    byte[] bytes = assembler.finish().bytes();
    long code = load(bytes);
    try {
      return ForkedRun.run(code, List.of("program", "one", "two"), timeout);
    } finally {
      NativeMemory.unmap(code, NativeMemory.PAGE);
    }
  }

  @Test
  void theResultOfMainIsTheExitCodeAndArgumentsArrive() {
    ForkedRun.Outcome outcome =
        run(
            0,
            a -> {
              // argc + argv[1][1]
              a.rm(Instruction.MOV, 64, Register.RCX, Register.RSI, Register.NONE, 1, 8);
              a.rm(Instruction.MOVZX8, 32, Register.RAX, Register.RCX, Register.NONE, 1, 1);
              a.rr(Instruction.ADD, 32, Register.RAX, Register.RDI);
              a.op(Instruction.RET);
            });
    assertEquals(3 + 'n', outcome.status().code());
    assertNull(outcome.crash());
  }

  @Test
  void aWildAccessIsASegmentationFaultWithItsAddress() {
    ForkedRun.Outcome outcome =
        run(
            0,
            a -> {
              a.moveImmediate(Register.RAX, 0x1234);
              a.rm(Instruction.MOV, 64, Register.RAX, Register.RAX, Register.NONE, 1, 0);
              a.op(Instruction.RET);
            });
    assertEquals(Signals.SEGV, outcome.status().signal());
    CrashReport crash = outcome.crash();
    assertNotNull(crash);
    assertEquals(0x1234, crash.faultAddress());
    assertFalse(crash.stackOverflow());
    assertFalse(crash.stack().isEmpty());
  }

  @Test
  void endlessRecursionIsAStackOverflow() {
    ForkedRun.Outcome outcome =
        run(
            0,
            a -> {
              int self = a.label();
              a.bind(self);
              a.call(self);
              a.op(Instruction.RET);
            });
    assertEquals(Signals.SEGV, outcome.status().signal());
    CrashReport crash = outcome.crash();
    assertNotNull(crash);
    assertTrue(crash.stackOverflow());
  }

  @Test
  void anEndlessLoopEndsWhenItsTimeIsUp() {
    ForkedRun.Outcome outcome =
        run(
            100,
            a -> {
              int self = a.label();
              a.bind(self);
              a.jump(self);
            });
    assertTrue(outcome.status().timedOut());
    assertEquals(Signals.ALRM, outcome.status().signal());
    assertNotNull(outcome.crash());
  }

  @Test
  void aFunctionTakesIntegersAndFloatsAndItsResultComesBack() {
    Assembler a = new Assembler();
    a.rr(Instruction.CVTSI2SD, 64, 2, Register.RSI);
    a.rr(Instruction.ADDSD, 64, 0, 2);
    a.rr(Instruction.ADDSD, 64, 0, 1);
    a.rm(Instruction.LEA, 64, Register.RAX, Register.RDI, Register.RSI, 8, 5);
    a.op(Instruction.RET);
    byte[] bytes = a.finish().bytes();
    long code = load(bytes);
    long[] floats = {Double.doubleToRawLongBits(0.5), Double.doubleToRawLongBits(0.25)};
    ForkedRun.Outcome outcome = ForkedRun.call(code, new long[] {1, 2}, floats, 0);
    NativeMemory.unmap(code, NativeMemory.PAGE);
    assertTrue(outcome.returned());
    assertTrue(outcome.status().isSuccess());
    assertEquals(22, outcome.result());
    assertEquals(2.75, Double.longBitsToDouble(outcome.floatResult()));
  }

  @Test
  void aTrapIsAnIllegalInstruction() {
    ForkedRun.Outcome outcome = run(0, a -> a.op(Instruction.UD2));
    assertEquals(Signals.ILL, outcome.status().signal());
  }
}
