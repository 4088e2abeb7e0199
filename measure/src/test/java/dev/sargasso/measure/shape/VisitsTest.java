package dev.sargasso.measure.shape;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.random.RandomProgram;
import dev.sargasso.ir.random.RandomShape;
import dev.sargasso.passes.dead.Cleanup;
import dev.sargasso.passes.pipeline.CompilationListener;
import dev.sargasso.passes.pipeline.Pass;
import dev.sargasso.passes.pipeline.PassTable;
import dev.sargasso.passes.pipeline.Pipeline;
import dev.sargasso.passes.pipeline.PipelineOptions;
import dev.sargasso.passes.simplify.Simplifications;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The worklist's visits grow with the graph and not faster. */
class VisitsTest {
  @ParameterizedTest
  @EnumSource
  void visitsANodeDoNotGrow(Shape shape) {
    double small = visitsANode(shape, 1_000);
    double large = visitsANode(shape, 100_000);
    assertTrue(
        large <= 1.1 * small + 0.02, shape.text() + ": " + small + " and " + large + " a node");
  }

  private static double visitsANode(Shape shape, int nodes) {
    Function function = shape.build(nodes, Pipeline.simplifierFor(PipelineOptions.DEFAULT));
    int size = function.graph().size();
    Cleanup.Counts counts = Cleanup.run(function, Simplifications.forWholeGraph(), 0);
    assertTrue(counts.exhausted() == 0, counts.toString());
    return (double) counts.visits() / size;
  }

  @Test
  void oneVisitInFourChangesSomething() {
    long visits = 0;
    long changed = 0;
    for (int seed = 1; seed <= 60; seed++) {
      Pipeline pipeline = new Pipeline(PipelineOptions.DEFAULT, CompilationListener.NONE);
      RandomProgram.of(
              seed, RandomShape.STRUCTURED, Pipeline.simplifierFor(PipelineOptions.DEFAULT))
          .functions()
          .forEach(pipeline::optimize);
      for (Pass pass : PassTable.rows()) {
        visits += pipeline.statistics().visits(pass.name());
        changed += pipeline.statistics().visitsThatChanged(pass.name());
      }
    }
    assertTrue(visits > 2_000, "visits: " + visits);
    assertTrue(4 * changed >= visits, changed + " of " + visits + " visits changed something");
  }
}
