package dev.sargasso.tests.interpret;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.ScheduleInterpreter;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.random.RandomProgram;
import dev.sargasso.ir.random.RandomShape;
import dev.sargasso.ir.text.SchedulePrinter;
import dev.sargasso.ir.text.SsaParser;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A printed schedule can be read back, and computes the same. */
class ScheduleRoundTripTest {
  private static final List<RandomShape> SHAPES =
      List.of(RandomShape.STRUCTURED.withVectors(), RandomShape.JUMPING, RandomShape.WILD);
  private static final Limits LIMITS = Limits.DEFAULT.withSteps(10_000_000);

  private static String print(Program program, long seed) {
    return SchedulePrinter.print(
        program,
        function ->
            GlobalCodeMotion.schedule(
                function,
                seed % 2 == 0
                    ? GlobalCodeMotion.Options.DEFAULT
                    : GlobalCodeMotion.Options.chaos(seed)));
  }

  @Test
  void randomSchedulesAreReadBack() {
    for (int seed = 0; seed < 60; seed++) {
      RandomShape shape = SHAPES.get(seed % 3);
      Simplifier simplifier = seed % 4 < 2 ? Simplifier.NONE : Simplifications.whileBuilding();
      Program program = RandomProgram.of(seed, shape, simplifier);
      Program read = SsaParser.parse("random.ssa", print(program, seed), Simplifier.NONE);
      for (Function function : read.functions()) {
        GraphVerifier.verify(function);
      }
      // Text of text: blocks and registers may be numbered anew, once.
      String again = print(read, 0);
      Program third = SsaParser.parse("random.ssa", again, Simplifier.NONE);
      if (!shape.endless()) {
        long[] arguments = {seed, 31L * seed, Double.doubleToRawLongBits(-0.75), 9};
        Outcome expected = new SeaInterpreter(program, Externals.NONE, LIMITS).run("f", arguments);
        assertEquals(
            expected,
            new SeaInterpreter(read, Externals.NONE, LIMITS).run("f", arguments),
            "seed " + seed);
        ScheduleInterpreter last =
            new ScheduleInterpreter(
                third,
                function -> GlobalCodeMotion.schedule(function, GlobalCodeMotion.Options.DEFAULT),
                Externals.NONE,
                LIMITS);
        assertEquals(expected, last.run("f", arguments), "seed " + seed);
      }
    }
  }

  @Test
  void oneFunctionAloneCarriesItsDeclarations() {
    Program program = RandomProgram.of(4, RandomShape.STRUCTURED);
    Function function = program.function("f");
    String text =
        SchedulePrinter.print(
            function, GlobalCodeMotion.schedule(function, GlobalCodeMotion.Options.DEFAULT));
    Program read = SsaParser.parse("f.ssa", text, Simplifier.NONE);
    assertEquals(function.signature(), read.function("f").signature());
  }
}
