package dev.sargasso.x64.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.text.SsaParser;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.select.CpuFeatures;
import dev.sargasso.x64.select.MachineOp;
import dev.sargasso.x64.select.Opcode;
import dev.sargasso.x64.select.Selector;
import org.junit.jupiter.api.Test;

/** In the order of blocks, control falls through where it mostly goes. */
final class BlockOrderTest {
  private static MachineFunction select(String text) {
    Function function =
        SsaParser.parse("order.ssa", text, NativeProgram.NONE).functions().iterator().next();
    Schedule schedule = GlobalCodeMotion.schedule(function, GlobalCodeMotion.Options.DEFAULT);
    return new Selector().select(function, schedule, CpuFeatures.BASELINE, symbol -> true);
  }

  /** Jumps and branches within loops none of whose targets comes next. */
  private static int detours(MachineFunction machine) {
    int detours = 0;
    for (int block = 0; block < machine.blockCount(); block++) {
      boolean falls = false;
      boolean idle = isIdle(machine, block);
      for (int i = 0; i < machine.successorCount(block); i++) {
        falls |= skipIdle(machine, machine.successor(block, i)) == next(machine, block);
      }
      if (machine.loopDepth(block) > 0 && !idle && !falls) {
        detours++;
      }
    }
    return detours;
  }

  private static boolean isIdle(MachineFunction machine, int block) {
    int first = machine.firstInstruction(block);
    return machine.endInstruction(block) == first + 1
        && Opcode.operation(machine.opcode(first)) == MachineOp.JUMP;
  }

  private static int skipIdle(MachineFunction machine, int block) {
    int at = block;
    while (isIdle(machine, at)) {
      at = machine.successor(at, 0);
    }
    return at;
  }

  /** The next block that does something. */
  private static int next(MachineFunction machine, int block) {
    int at = block + 1;
    while (at < machine.blockCount() && isIdle(machine, at)) {
      at++;
    }
    return at;
  }

  @Test
  void loopEndsWithTheTest() {
    MachineFunction machine =
        select(
            """
            func $f(%n: i64) -> (i64) {
                goto @test(%n, 0)
              @test(%x: i64, %s: i64):
                %go = cmp.ne %x, 0
                goto %go { 1 -> @body, 0 -> @out }
              @body:
                %t = add %s, %x
                %y = shr %x, 1
                goto @test(%y, %t)
              @out:
                return %s
            }
            """);
    assertEquals(0, detours(machine));
  }

  @Test
  void stepsOfMachineFollowEachOther() {
    // Whether the inner loop or what comes behind it is written first must not matter.
    MachineFunction machine =
        select(
            """
            func $f(%p: ptr) -> (i64) {
                goto @outer(%p, 0)
              @outer(%q: ptr, %s: i64):
                %c: i8 = load %q
                %word = cmp.ult %c, 26
                goto %word { 1 -> @words, 0 -> @other }
              @words:
                goto @inner(%q)
              @inner(%r: ptr):
                %r1 = offset %r, 1
                %d: i8 = load %r1
                %more = cmp.ult %d, 26
                goto %more { 1 -> @again, 0 -> @done }
              @again:
                goto @inner(%r1)
              @done:
                %s1 = add %s, 1
                goto @outer(%r1, %s1)
              @other:
                %number = cmp.ult %c, 36
                goto %number { 1 -> @numbers, 0 -> @end }
              @numbers:
                %s2 = add %s, 100
                %q1 = offset %q, 1
                goto @outer(%q1, %s2)
              @end:
                return %s
            }
            """);
    // One of the two ways back to the head can fall into it.
    assertEquals(1, detours(machine));
  }

  @Test
  void pointerThatMovesTakesOverItsRegister() {
    MachineFunction machine =
        select(
            """
            func $length(%p: ptr) -> (ptr) {
                goto @loop(%p)
              @loop(%q: ptr):
                %next = offset %q, 1
                %c: i8 = load %next
                %more = cmp.ne %c, 0
                goto %more { 1 -> @again, 0 -> @end }
              @again:
                goto @loop(%next)
              @end:
                return %next
            }
            """);
    int compare = -1;
    for (int i = 0; i < machine.instructionCount(); i++) {
      if (Opcode.operation(machine.opcode(i)) == MachineOp.BRANCH) {
        compare = i;
      }
    }
    assertEquals(Opcode.MEMORY_IMMEDIATE, Opcode.source(machine.opcode(compare)));
    assertEquals(0, Opcode.displacement(machine.immediate(compare)));
  }
}
