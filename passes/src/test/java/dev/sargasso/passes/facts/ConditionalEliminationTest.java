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
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.passes.dead.Cleanup;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Conditions are only replaced by what they come to. */
class ConditionalEliminationTest {
  private static final int LEAST = -3;
  private static final int GREATEST = 4;

  private static List<Outcome> outcomes(Function function, int steps) {
    Program program = new Program("p");
    program.add(function);
    SeaInterpreter interpreter =
        new SeaInterpreter(program, Externals.NONE, Limits.DEFAULT.withSteps(steps));
    List<Outcome> outcomes = new ArrayList<>();
    for (int a = LEAST; a <= GREATEST; a++) {
      for (int b = LEAST; b <= GREATEST; b++) {
        for (int c = LEAST; c <= GREATEST; c++) {
          outcomes.add(interpreter.run("f", new long[] {a, b, c}));
        }
      }
    }
    return outcomes;
  }

  /** How many steps there are is a matter of passes; so what ran out of them does not count. */
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
    for (int seed = 0; seed < 60; seed++) {
      Simplifier simplifier = seed % 2 == 0 ? Simplifier.NONE : Simplifications.whileBuilding();
      Function function = RandomConditions.make(seed, 20, simplifier);
      List<Outcome> expected = outcomes(function, 10_000);
      changes += ConditionalElimination.run(function, (what, node) -> true).total();
      GraphVerifier.verify(function, true);
      compare(expected, outcomes(function, 100_000), "seed " + seed);
      Cleanup.run(function, Simplifications.forWholeGraph(), 0);
      GraphVerifier.verify(function);
      compare(expected, outcomes(function, 100_000), "seed " + seed + ", cleaned up");
    }
    assertTrue(changes > 40, "only " + changes + " changes");
  }

  @Test
  void whatIsForbiddenIsNotDone() {
    Function function = RandomConditions.make(7, 40, Simplifier.NONE);
    assertEquals(0, ConditionalElimination.run(function, (what, node) -> false).total());
  }
}
