package dev.sargasso.tests.interpret;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.interpret.CLibrary;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.ScheduleInterpreter;
import dev.sargasso.ir.interpret.Trap;
import dev.sargasso.ir.interpret.TrapKind;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Position;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.text.SsaParser;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.passes.motion.PlacementPolicies;
import dev.sargasso.passes.motion.PlacementPolicy;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What the schedule interpreter does that the sea interpreter cannot: counting, and its traps. */
class ScheduleInterpreterTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private ScheduleInterpreter interpreter(String text, PlacementPolicy policy, Limits limits) {
    Program program = SsaParser.parse("test.ssa", text, Simplifier.NONE);
    return new ScheduleInterpreter(
        program,
        function ->
            GlobalCodeMotion.schedule(function, GlobalCodeMotion.Options.DEFAULT.with(policy)),
        new CLibrary(out),
        limits);
  }

  private ScheduleInterpreter interpreter(String text) {
    return interpreter(text, PlacementPolicies.CLICK, Limits.DEFAULT);
  }

  private static final String INVARIANT =
      """
      func f(%n, %a: i32) -> (i32) {
          goto @test(0, 0)
        @test(%i, %sum: i32):
          %more = cmp.lt %i, %n
          goto %more { 1 -> @body, 0 -> @ret(%sum) }
        @body:
          %square = mul %a, %a
          %cube = mul %square, %a
          %sum2 = add %sum, %cube
          %i2 = add %i, 1
          goto @test(%i2, %sum2)
      }
      """;

  @Test
  void blocksAreCounted() {
    Program program = SsaParser.parse("test.ssa", INVARIANT, Simplifier.NONE);
    Function function = program.function("f");
    Schedule schedule = GlobalCodeMotion.schedule(function, GlobalCodeMotion.Options.DEFAULT);
    ScheduleInterpreter interpreter =
        new ScheduleInterpreter(program, f -> schedule, new CLibrary(out), Limits.DEFAULT);
    assertEquals(0, interpreter.count("f", 0));
    assertEquals(new Outcome.Returned(new long[] {80}), interpreter.run("f", 10, 2));
    interpreter.run("f", 5, 2);
    assertEquals(4, schedule.blockCount());
    assertEquals(2, interpreter.count("f", 0));
    long loopHead = 0;
    long body = 0;
    long exit = 0;
    for (int block = 1; block < 4; block++) {
      if (schedule.controlFlow().head(block).op().isRegion()) {
        loopHead += interpreter.count("f", block);
      } else if (schedule.controlFlow().loops().depth(block) > 0) {
        body += interpreter.count("f", block);
      } else {
        exit += interpreter.count("f", block);
      }
    }
    assertEquals(17, loopHead);
    assertEquals(15, body);
    assertEquals(2, exit);
  }

  @Test
  void stepsTellHowWellPlacementIs() {
    ScheduleInterpreter late = interpreter(INVARIANT, PlacementPolicies.LATE, Limits.DEFAULT);
    ScheduleInterpreter click = interpreter(INVARIANT, PlacementPolicies.CLICK, Limits.DEFAULT);
    assertEquals(late.run("f", 1000, 3), click.run("f", 1000, 3));
    // Two multiplications a round less, but for the one time before the loop.
    assertEquals(2 * 1000 - 2, late.steps() - click.steps());
  }

  private static Trap trap(Outcome outcome) {
    return assertInstanceOf(Outcome.Trapped.class, outcome, outcome::toString).trap();
  }

  @Test
  void trapsNameFunctionAndLine() {
    String text =
        """
        func g(%a, %b: i32) -> (i32) {
            %q = div %a, %b
            return %q
        }
        func f(%b: i32) -> (i32) {
            %x = call $g(1, %b)
            return %x
        }
        func load(%p: ptr) -> (i16) { %x: i16 = load %p return %x }
        """;
    Trap trap = trap(interpreter(text).run("f", 0));
    assertEquals(TrapKind.DIVISION, trap.kind());
    assertEquals("g", trap.function());
    assertEquals(2, Position.line(trap.position()));
    Trap stray = trap(interpreter(text).run("load", 0x77));
    assertEquals(TrapKind.MEMORY, stray.kind());
    assertEquals(0x77, stray.detail());
  }

  @Test
  void recursionAndLoopsAreBounded() {
    String text =
        """
        func down(%n: i64) -> (i64) {
            %m = add %n, 1
            %r = call $down(%m)
            %s = add %r, 1
            return %s
        }
        func spin() { goto @loop @loop: goto @loop }
        """;
    assertEquals(TrapKind.STACK_OVERFLOW, trap(interpreter(text).run("down", 0)).kind());
    Limits few = Limits.DEFAULT.withSteps(1000);
    assertEquals(
        TrapKind.STEP_LIMIT,
        trap(interpreter(text, PlacementPolicies.CLICK, few).run("spin")).kind());
  }

  @Test
  void aRunAfterATrapStartsAfresh() {
    ScheduleInterpreter interpreter =
        interpreter(
            """
            func f(%n: i32) -> (i32) {
                %zero = cmp.eq %n, 0
                goto %zero { 1 -> @trap, 0 -> @deeper }
              @trap:
                trap code=3
              @deeper:
                %m = sub %n, 1
                %r = call $f(%m)
                return %r
            }
            func g() -> (i32) { return 7 }
            """);
    assertEquals(3, trap(interpreter.run("f", 20)).detail());
    assertEquals(new Outcome.Returned(new long[] {7}), interpreter.run("g"));
  }

  @Test
  void externalsCallBack() {
    String text =
        """
        extern $qsort(ptr, i64, i64, ptr)
        extern $printf(ptr, ...) -> (i32)
        const $format = "%d %d %d\\n\\0"
        global $numbers = { i32 30, 10, 20 }
        func compare(%a, %b: ptr) -> (i32) {
            %x: i32 = load %a
            %y: i32 = load %b
            %r = sub %x, %y
            return %r
        }
        func main() -> (i32) {
            call $qsort($numbers, 3, 4, $compare)
            %a: i32 = load $numbers
            %p = offset $numbers, 4
            %b: i32 = load %p
            %q = offset $numbers, 8
            %c: i32 = load %q
            %n = call $printf($format, %a, %b, %c)
            return %n
        }
        """;
    assertEquals(new Outcome.Returned(new long[] {9}), interpreter(text).run("main"));
    assertEquals("10 20 30\n", out.toString(StandardCharsets.ISO_8859_1));
  }
}
