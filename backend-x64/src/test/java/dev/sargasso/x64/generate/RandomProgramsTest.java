package dev.sargasso.x64.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Program;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.passes.motion.PlacementPolicies;
import dev.sargasso.passes.simplify.Simplifications;
import dev.sargasso.x64.CodeOptions;
import dev.sargasso.x64.code.LoadedCode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Random programs do in native code what they do in the interpreter of the sea. */
final class RandomProgramsTest {
  private static final int PROGRAMS = Integer.getInteger("sargasso.random.programs", 60);
  private static final int FIRST = Integer.getInteger("sargasso.random.first", 0);
  private static final long[][] ARGUMENTS = {{0, 0}, {1, -1}, {123456789, 0x8000_0000_8000_0000L}};

  @Test
  void agreeWithTheInterpreter() {
    List<CodeOptions> variants = NativeProgram.variants();
    for (int seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
      Simplifier simplifier = seed % 2 == 0 ? NativeProgram.NONE : Simplifications.whileBuilding();
      GlobalCodeMotion.Options motion =
          switch (seed % 5) {
            case 0 -> GlobalCodeMotion.Options.DEFAULT.with(PlacementPolicies.EARLY);
            case 1 -> GlobalCodeMotion.Options.DEFAULT.with(PlacementPolicies.LATE);
            case 2 -> GlobalCodeMotion.Options.chaos(seed);
            default -> GlobalCodeMotion.Options.DEFAULT;
          };
      Program program = RandomProgram.make(seed, simplifier);
      CodeOptions options = variants.get(seed / 2 % variants.size());
      try {
        compare(program, options, motion, seed);
      } catch (RuntimeException e) {
        throw new IllegalStateException("seed " + seed, e);
      }
    }
  }

  private static void compare(
      Program program, CodeOptions options, GlobalCodeMotion.Options motion, int seed) {
    SeaInterpreter interpreter =
        new SeaInterpreter(program, Externals.NONE, Limits.DEFAULT.withSteps(2_000_000));
    try (LoadedCode code = NativeProgram.load(program, options, motion)) {
      for (long[] arguments : ARGUMENTS) {
        Outcome outcome =
            interpreter.run("f0", arguments[0], arguments[1], interpreter.addressOf("buffer"));
        if (!(outcome instanceof Outcome.Returned returned)) {
          throw new IllegalStateException("seed " + seed + " ends with " + outcome);
        }
        long result = code.call("f0", arguments[0], arguments[1], code.address("buffer"));
        assertEquals(returned.value(), result, "result of seed " + seed);
      }
    }
  }
}
