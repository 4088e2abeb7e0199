package dev.sargasso.passes.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.build.SsaConstruction;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.random.RandomProgram;
import dev.sargasso.ir.random.RandomShape;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.passes.decision.Decisions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random programs compute the same before and after every pass, in any order of visits. */
class PassesKeepMeaningTest {
  private static final Limits LIMITS = Limits.DEFAULT.withSteps(60_000);
  private static final long[][] ARGUMENTS = {
    {0, 0, 0, 0},
    {1, -1, Double.doubleToRawLongBits(2.5), 3},
    {-7, 1L << 40, Double.doubleToRawLongBits(-1e9), Integer.MIN_VALUE},
  };

  @Test
  void structured() {
    compareAll(RandomShape.STRUCTURED, 0, 36);
  }

  @Test
  void jumping() {
    compareAll(RandomShape.JUMPING, 1000, 36);
  }

  @Test
  void wild() {
    compareAll(RandomShape.WILD, 2000, 36);
  }

  /** Whatever is forbidden: each change is right without the others. */
  @Test
  void underRandomDecisions() {
    int finished = 0;
    for (int seed = 3000; seed < 3036; seed++) {
      RandomShape shape = seed % 2 == 0 ? RandomShape.STRUCTURED : RandomShape.JUMPING;
      Random random = new Random(seed);
      int salt = seed;
      finished +=
          compare(
              shape,
              seed,
              PipelineOptions.DEFAULT.withDecisions(
                  new Decisions() {
                    @Override
                    public boolean mayRun(String pass, Function function) {
                      return random.nextInt(4) > 0;
                    }

                    @Override
                    public boolean mayChange(
                        String pass, @Nullable Function function, String change, Node node) {
                      // By site, not by turn, as a search does it.
                      return (change.hashCode() + 31 * node.op().ordinal() + salt) % 2 == 0;
                    }
                  }));
    }
    assertTrue(finished > 36, "only " + finished + " runs returned");
  }

  @Test
  void programsWithVectors() {
    compareAll(RandomShape.STRUCTURED.withVectors(), 4000, 25);
    compareAll(RandomShape.JUMPING.withVectors(), 5000, 25);
  }

  @Test
  void bySigmaNodes() {
    PipelineOptions options = PipelineOptions.DEFAULT.withFacts(FactCarrier.SIGMA);
    for (int seed = 6000; seed < 6016; seed++) {
      compare(RandomShape.STRUCTURED, seed, options);
      compare(RandomShape.JUMPING, seed + 100, options);
      compare(RandomShape.WILD, seed + 200, options);
    }
  }

  /** Values that nobody has written, and memory that was zeroed, are vectors as well. */
  @Test
  void atTheHighestLevel() {
    PipelineOptions options = PipelineOptions.DEFAULT.withLevel(OptimizationLevel.O3);
    for (int seed = 8025; seed < 8045; seed++) {
      compare(RandomShape.WILD, seed, options);
    }
  }

  private static void compareAll(RandomShape shape, int from, int count) {
    int finished = 0;
    for (int seed = from; seed < from + count; seed++) {
      long chaos = seed % 3 == 0 ? 0 : seed;
      finished += compare(shape, seed, PipelineOptions.DEFAULT.withChaos(chaos));
    }
    assertTrue(finished > count, "only " + finished + " runs returned");
  }

  private static int compare(RandomShape shape, long seed, PipelineOptions options) {
    List<Outcome> expected = run(RandomProgram.of(seed, shape));
    Simplifier simplifier = seed % 2 == 0 ? Simplifier.NONE : Pipeline.simplifierFor(options);
    SsaConstruction construction = SsaConstruction.values()[(int) (seed / 2 % 4)];
    Program program = RandomProgram.of(seed, shape, simplifier, construction);
    check(shape, seed, "construction", expected, run(program));
    Pipeline[] pipelines = new Pipeline[1];
    List<Function> functions = new ArrayList<>(program.functions());
    CompilationListener listener =
        new CompilationListener() {
          @Override
          public void afterPass(Function function, String pass) {
            GraphVerifier.verify(function, !pass.equals("sweep"));
            check(shape, seed, pass + " of " + function.name(), expected, run(program));
          }
        };
    pipelines[0] = new Pipeline(options, listener);
    functions.forEach(pipelines[0]::optimize);
    int finished = 0;
    for (Outcome outcome : expected) {
      finished += outcome instanceof Outcome.Returned ? 1 : 0;
    }
    return finished;
  }

  private static void check(
      RandomShape shape, long seed, String pass, List<Outcome> expected, List<Outcome> actual) {
    for (int i = 0; i < expected.size(); i++) {
      // How many steps there are is a matter of passes.
      if (expected.get(i) instanceof Outcome.Returned) {
        assertEquals(
            expected.get(i), actual.get(i), shape + " seed " + seed + " after " + pass + ", " + i);
      }
    }
  }

  private static List<Outcome> run(Program program) {
    List<Outcome> outcomes = new ArrayList<>();
    for (long[] arguments : ARGUMENTS) {
      outcomes.add(new SeaInterpreter(program, Externals.NONE, LIMITS).run("f", arguments.clone()));
    }
    return outcomes;
  }
}
