package dev.sargasso.passes.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.text.SeaPrinter;
import dev.sargasso.ir.text.SsaParser;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.passes.dead.Cleanup;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What sigma nodes lead to is right, and nothing else is left of them. */
class SigmaNodesTest {
  private static List<Outcome> outcomes(Program program) {
    SeaInterpreter interpreter =
        new SeaInterpreter(program, Externals.NONE, Limits.DEFAULT.withSteps(100_000));
    List<Outcome> outcomes = new ArrayList<>();
    for (int a = -3; a <= 4; a++) {
      for (int b = -3; b <= 4; b++) {
        for (int c = -3; c <= 4; c++) {
          outcomes.add(interpreter.run("f", new long[] {a, b, c}));
        }
      }
    }
    return outcomes;
  }

  private static void compare(List<Outcome> expected, List<Outcome> actual, String message) {
    for (int i = 0; i < expected.size(); i++) {
      if (expected.get(i) instanceof Outcome.Returned) {
        assertEquals(expected.get(i), actual.get(i), message);
      }
    }
  }

  @Test
  void randomConditionsComeToTheSame() {
    long changes = 0;
    for (int seed = 0; seed < 40; seed++) {
      Simplifier simplifier = seed % 2 == 0 ? Simplifier.NONE : Simplifications.whileBuilding();
      Function function = RandomConditions.make(seed, 20, simplifier);
      Program program = new Program("p");
      program.add(function);
      List<Outcome> expected = outcomes(program);
      changes += SigmaNodes.run(function, seed % 5, (what, node) -> true).found().total();
      GraphVerifier.verify(function, true);
      compare(expected, outcomes(program), "seed " + seed);
      Cleanup.run(function, Simplifications.forWholeGraph(), 0);
      GraphVerifier.verify(function);
      compare(expected, outcomes(program), "seed " + seed + ", cleaned up");
    }
    assertTrue(changes > 40, "only " + changes + " changes");
  }

  @Test
  void whatIsForbiddenLeavesTheGraphAsItWas() {
    Function function = RandomConditions.make(7, 40, Simplifier.NONE);
    Program program = new Program("p");
    program.add(function);
    Cleanup.run(function, Simplifications.forWholeGraph(), 0);
    String before = SeaPrinter.print(program, SeaPrinter.Names.ORDER);
    SigmaNodes.Counts counts = SigmaNodes.run(function, 0, (what, node) -> false);
    assertTrue(counts.sigmas() > 0);
    assertEquals(before, SeaPrinter.print(program, SeaPrinter.Names.ORDER));
  }

  private static long found(String text) {
    Program program = SsaParser.parse("sigma.ssa", text, Simplifications.whileBuilding());
    Function function = program.functions().iterator().next();
    Cleanup.run(function, Simplifications.forWholeGraph(), 0);
    List<Outcome> expected = outcomes(program);
    long found = SigmaNodes.run(function, 0, (what, node) -> true).found().total();
    Cleanup.run(function, Simplifications.forWholeGraph(), 0);
    GraphVerifier.verify(function);
    compare(expected, outcomes(program), text);
    return found;
  }

  /** Which the walk over dominators does not see: the counter is below 3 because of its test. */
  @Test
  void aCounterStopsWhereItsTestDoes() {
    assertTrue(
        found(
                """
                func $f(%a: i32, %b: i32, %c: i32) -> (i32) {
                    goto @test(0, 0)
                  @test(%i: i32, %s: i32):
                    %more = cmp.lt %i, 3
                    goto %more { 1 -> @body, 0 -> @done }
                  @body:
                    %far = cmp.lt 5, %i
                    goto %far { 1 -> @no, 0 -> @next }
                  @next:
                    %t = add %s, %a
                    %j = add %i, 1
                    goto @test(%j, %t)
                  @no:
                    return -1
                  @done:
                    return %s
                }
                """)
            > 0);
  }

  @Test
  void aValueIsKnownInOneArmOnly() {
    assertTrue(
        found(
                """
                func $f(%a: i32, %b: i32, %c: i32) -> (i32) {
                    %five = cmp.eq %a, 5
                    goto %five { 1 -> @yes, 0 -> @no }
                  @yes:
                    %x = add %a, 2
                    return %x
                  @no:
                    %y = sub %a, %b
                    return %y
                }
                """)
            > 0);
  }
}
