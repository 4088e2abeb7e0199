package dev.sargasso.passes.unswitch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.random.RandomProgram;
import dev.sargasso.ir.random.RandomShape;
import dev.sargasso.ir.text.SsaParser;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.ir.verify.ScheduleVerifier;
import dev.sargasso.passes.dead.Cleanup;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Loops with twins and first rounds in front compute the same. */
class UnswitchingTest {
  private static final String LOOP =
      """
      func $f(%n: i32, %flag: i32) -> (i32) {
          %asks: i1 = cmp.ne %flag, 0
          goto @loop(0, 0, 1)
        @loop(%i: i32, %s: i32, %first: i32):
          %c: i1 = cmp.lt %i, %n
          goto %c { 1 -> @body, 0 -> @out }
        @body:
          goto CONDITION { 1 -> @yes, 0 -> @no }
        @yes:
          %s1: i32 = add %s, %i
          goto @round(%s1)
        @no:
          %s2: i32 = mul %s, 3
          %s3: i32 = add %s2, 1
          goto @round(%s3)
        @round(%next: i32):
          %i1: i32 = add %i, 1
          goto @loop(%i1, %next, 0)
        @out:
          return %s
      }
      """;

  private static Outcome run(Program program, long... arguments) {
    return new SeaInterpreter(program, Externals.NONE, Limits.DEFAULT.withSteps(30_000))
        .run("f", arguments.clone());
  }

  private static void clean(Function function) {
    Cleanup.run(function, Simplifications.forWholeGraph(), 0);
    GraphVerifier.verify(function, true);
    ScheduleVerifier.verify(
        function.name(), GlobalCodeMotion.schedule(function, GlobalCodeMotion.Options.DEFAULT));
  }

  private static int change(Program program, boolean peels) {
    int changed = 0;
    for (Function function : program.functions()) {
      Cleanup.run(function, Simplifications.forWholeGraph(), 0);
      changed +=
          peels
              ? Peeling.run(function, 500, phi -> true)
              : Unswitching.run(function, 500, branch -> true);
      clean(function);
    }
    return changed;
  }

  private static Program parse(String text) {
    return SsaParser.parse("test.ssa", text, Simplifications.whileBuilding());
  }

  private static void check(String text, boolean peels, int expected) {
    Program program = parse(text);
    Program changed = parse(text);
    assertEquals(expected, change(changed, peels));
    for (int n = -1; n < 6; n++) {
      for (int flag = 0; flag < 2; flag++) {
        assertEquals(run(program, n, flag), run(changed, n, flag), "n = " + n);
      }
    }
  }

  @Test
  void whatDoesNotChangeIsAskedBefore() {
    check(LOOP.replace("CONDITION", "%asks"), false, 1);
    // The loop changes what is asked.
    String odd = LOOP.replace("@body:", "@body:\n %odd: i1 = truncate %s");
    check(odd.replace("CONDITION", "%odd"), false, 0);
  }

  @Test
  void firstRoundsThatDifferStandInFront() {
    String first = LOOP.replace("@body:", "@body:\n %is: i1 = cmp.ne %first, 0");
    check(first.replace("CONDITION", "%is"), true, 1);
    check(LOOP.replace("CONDITION", "%asks"), true, 0);
  }

  @Test
  void randomProgramsComputeTheSame() {
    long[][] arguments = {
      {0, 0, 0, 0}, {1, -1, Double.doubleToRawLongBits(2.5), 3}, {-7, 1L << 40, 0, 8}
    };
    int unswitched = 0;
    for (RandomShape shape :
        List.of(RandomShape.STRUCTURED, RandomShape.JUMPING, RandomShape.WILD)) {
      for (int seed = 8000; seed < 8030; seed++) {
        Program expected = RandomProgram.of(seed, shape, Simplifier.NONE);
        Program program = RandomProgram.of(seed, shape, Simplifications.whileBuilding());
        unswitched += change(program, false);
        change(program, true);
        unswitched += change(program, false);
        for (long[] each : arguments) {
          Outcome outcome = run(expected, each);
          if (outcome instanceof Outcome.Returned) {
            assertEquals(outcome, run(program, each), shape + " seed " + seed);
          }
        }
      }
    }
    assertTrue(unswitched > 10, "only " + unswitched);
  }
}
