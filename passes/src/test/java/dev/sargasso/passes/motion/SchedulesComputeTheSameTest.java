package dev.sargasso.passes.motion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.ScheduleInterpreter;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.random.RandomProgram;
import dev.sargasso.ir.random.RandomShape;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A program computes the same as a sea and in every schedule of it, memory included. */
final class SchedulesComputeTheSameTest {
  private static final Limits LIMITS = Limits.DEFAULT.withSteps(10_000_000);
  private static final long[][] ARGUMENTS = {
    {0, 0, 0, 0},
    {7, -3, Double.doubleToRawLongBits(2.5), -100},
    {Integer.MIN_VALUE, Long.MAX_VALUE, Double.doubleToRawLongBits(-1e30), 12345}
  };

  @Property(tries = 30)
  void structuredPrograms(@ForAll long seed) {
    compare(RandomProgram.of(seed, RandomShape.STRUCTURED.withStatements(60)), seed);
  }

  @Property(tries = 30)
  void irreduciblePrograms(@ForAll long seed) {
    compare(RandomProgram.of(seed, RandomShape.JUMPING.withStatements(60)), seed);
  }

  private static void compare(Program program, long seed) {
    // Each run goes on with the memory that the one before has left.
    Outcome[] expected = new Outcome[ARGUMENTS.length];
    SeaInterpreter sea = new SeaInterpreter(program, Externals.NONE, LIMITS);
    for (int i = 0; i < expected.length; i++) {
      expected[i] = sea.run("f", ARGUMENTS[i]);
      assertInstanceOf(Outcome.Returned.class, expected[i]);
    }
    for (PlacementPolicy policy : PlacementPolicies.byName().values()) {
      check(program, GlobalCodeMotion.Options.DEFAULT.with(policy), expected);
    }
    for (int i = 0; i < 10; i++) {
      check(program, GlobalCodeMotion.Options.chaos(seed + i), expected);
    }
  }

  private static void check(Program program, GlobalCodeMotion.Options options, Outcome[] expected) {
    ScheduleInterpreter interpreter =
        new ScheduleInterpreter(
            program,
            function -> GlobalCodeMotion.schedule(function, options),
            Externals.NONE,
            LIMITS);
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], interpreter.run("f", ARGUMENTS[i]));
    }
  }
}
