package dev.sargasso.x64.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.random.RandomProgram;
import dev.sargasso.ir.random.RandomShape;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.passes.motion.PlacementPolicies;
import dev.sargasso.passes.simplify.Simplifications;
import dev.sargasso.x64.CodeOptions;
import dev.sargasso.x64.code.LoadedCode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Random programs with vectors as machine code and in the interpreter. */
final class VectorProgramsTest {
  private static final int PROGRAMS = Integer.getInteger("sargasso.random.programs", 80);
  private static final int FIRST = Integer.getInteger("sargasso.random.first", 0);
  private static final List<RandomShape> SHAPES =
      List.of(
          RandomShape.STRUCTURED.withVectors(),
          RandomShape.JUMPING.withVectors(),
          // More vectors than there are registers.
          new RandomShape(120, 24, 2, false, false, true, true, false, true));
  private static final long[][] ARGUMENTS = {
    {0, 0, Double.doubleToRawLongBits(1.5), 0},
    {1, -1, Double.doubleToRawLongBits(-0.0), 17},
    {-7, 0x8000_0000_8000_0000L, Double.doubleToRawLongBits(1e300), -3},
    {123456789, 0x0102_0304_F5F6_F7F8L, Double.doubleToRawLongBits(3), 5}
  };

  @Test
  void agreeWithTheInterpreter() {
    List<CodeOptions> variants = NativeProgram.variants();
    int finished = 0;
    for (int seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
      Simplifier simplifier = seed % 2 == 0 ? NativeProgram.NONE : Simplifications.whileBuilding();
      GlobalCodeMotion.Options motion =
          switch (seed % 5) {
            case 0 -> GlobalCodeMotion.Options.DEFAULT.with(PlacementPolicies.EARLY);
            case 1 -> GlobalCodeMotion.Options.DEFAULT.with(PlacementPolicies.LATE);
            case 2 -> GlobalCodeMotion.Options.chaos(seed);
            default -> GlobalCodeMotion.Options.DEFAULT;
          };
      Program program = RandomProgram.of(seed, SHAPES.get(seed % SHAPES.size()), simplifier);
      program.add(caller());
      try {
        finished += compare(program, variants.get(seed / 2 % variants.size()), motion, seed);
      } catch (RuntimeException e) {
        throw new IllegalStateException("seed " + seed, e);
      }
    }
    assertTrue(finished > PROGRAMS, finished + " runs returned");
  }

  /** Takes the bits of the F64 as an I64, as a call from here passes them. */
  private static Function caller() {
    Function function =
        NativeProgram.function(
            "caller", List.of(Type.I32, Type.I64, Type.I64, Type.I32), List.of(Type.I64));
    FunctionBuilder builder = new FunctionBuilder(function);
    Node number = builder.unary(Op.BITCAST, Type.F64, builder.parameter(2));
    Node call =
        builder.call(
            new CallDescriptor(RandomProgram.SIGNATURE, "f"),
            List.of(builder.parameter(0), builder.parameter(1), number, builder.parameter(3)));
    builder.returnValues(builder.result(call, 0));
    builder.finish();
    return function;
  }

  private static int compare(
      Program program, CodeOptions options, GlobalCodeMotion.Options motion, int seed) {
    SeaInterpreter interpreter =
        new SeaInterpreter(program, Externals.NONE, Limits.DEFAULT.withSteps(2_000_000));
    int finished = 0;
    try (LoadedCode code = NativeProgram.load(program, options, motion)) {
      for (long[] arguments : ARGUMENTS) {
        if (!(interpreter.run("caller", arguments) instanceof Outcome.Returned returned)) {
          break;
        }
        finished++;
        assertEquals(returned.value(), code.call("caller", arguments), "result of seed " + seed);
      }
    }
    return finished;
  }
}
