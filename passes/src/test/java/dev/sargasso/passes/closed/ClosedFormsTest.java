package dev.sargasso.passes.closed;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
import dev.sargasso.passes.dead.Cleanup;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Loops of eight bits give the same without being run, and loops with effects stay. */
class ClosedFormsTest {
  private static final String LOOP =
      """
      func $f(%start: i8, %bound: i8, %x: i8) -> (i64, i64) {
          goto @loop(%start, %x, 0, %x)
        @loop(%i: i8, %s: i8, %wide: i64, %c: i8):
          %next: i8 = add %i, STEP
          %three: i8 = mul %i, %x
          %y: i8 = add %three, %bound
          %s1: i8 = OPERATION %s, %y
          %e: i64 = sign_extend %c
          %wide1: i64 = add %wide, 7
          %c1: i8 = sub %c, %bound
          %t: i1 = cmp.RELATION TESTED, %bound
          goto %t { 1 -> @round, 0 -> @out }
        @round:
          goto @loop(%next, %s1, %wide1, %c1)
        @out:
          %a: i8 = xor %SUM, %c
          %b: i8 = rol %a, 3
          %d: i8 = add %b, %next
          %r: i64 = zero_extend %d
          return %r, %wide
      }
      """;

  private static Program parse(String text) {
    return SsaParser.parse("test.ssa", text, Simplifications.whileBuilding());
  }

  private static Outcome run(Program program, long... arguments) {
    return new SeaInterpreter(program, Externals.NONE, Limits.DEFAULT.withSteps(20_000))
        .run("f", arguments.clone());
  }

  private static int close(Program program) {
    int changes = 0;
    for (Function function : program.functions()) {
      changes += ClosedForms.run(function, (what, node) -> true).total();
      Cleanup.run(function, Simplifications.forWholeGraph(), 0);
      GraphVerifier.verify(function, true);
    }
    return changes;
  }

  @Test
  void resultsAreThoseOfRunning() {
    int removed = 0;
    for (String relation : List.of("lt", "le", "gt", "ult", "uge", "ne")) {
      for (String tested : List.of("%i", "%next")) {
        for (String operation : List.of("add", "sub")) {
          boolean down = relation.startsWith("g") || relation.startsWith("ug");
          String text =
              LOOP.replace("STEP", down ? "-1" : "1")
                  .replace("RELATION", relation)
                  .replace("TESTED", tested)
                  .replace("OPERATION", operation)
                  .replace("%SUM", operation.equals("add") ? "%s" : "%s1");
          Program program = parse(text);
          Program closed = parse(text);
          int now = close(closed);
          removed += now;
          for (int i = 0; i < 256 && now > 0; i += 47) {
            for (int k = 0; k < 256; k += 43) {
              Outcome expected = run(program, (byte) i, (byte) k, (byte) (i * 7 + k));
              assertEquals(expected, run(closed, (byte) i, (byte) k, (byte) (i * 7 + k)), text);
            }
          }
        }
      }
    }
    // Of AT_MOST and AT_LEAST it is not known whether they end.
    assertEquals(16, removed);
  }

  @Test
  void effectsKeepALoop() {
    String text =
        LOOP.replace("STEP", "1")
            .replace("RELATION", "lt")
            .replace("TESTED", "%i")
            .replace("OPERATION", "add")
            .replace("%SUM", "%s");
    assertEquals(1, close(parse(text)));
    String guarded = text.replace("%e: i64 =", "%g: i1 = cmp.ne %c, 3\n guard %g\n %e: i64 =");
    assertEquals(0, close(parse(guarded)));
    // A value without closed form.
    assertEquals(0, close(parse(text.replace("add %s, %y", "xor %s, %y"))));
    assertEquals(0, close(parse(text.replace("add %i, 1", "add %i, 2"))));
  }

  @Test
  void randomProgramsComputeTheSame() {
    long[][] arguments = {
      {0, 0, 0, 0}, {1, -1, Double.doubleToRawLongBits(2.5), 3}, {-7, 1L << 40, 0, 8}
    };
    for (RandomShape shape :
        List.of(RandomShape.STRUCTURED, RandomShape.JUMPING, RandomShape.WILD)) {
      for (int seed = 7000; seed < 7020; seed++) {
        Program expected = RandomProgram.of(seed, shape, Simplifier.NONE);
        Program program = RandomProgram.of(seed, shape, Simplifications.whileBuilding());
        close(program);
        for (long[] each : arguments) {
          Outcome outcome = run(expected, each);
          if (outcome instanceof Outcome.Returned) {
            assertEquals(outcome, run(program, each), shape + " seed " + seed);
          }
        }
      }
    }
  }
}
