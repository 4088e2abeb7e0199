package dev.sargasso.bench.shape;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.program.Function;
import dev.sargasso.passes.dead.Cleanup;
import dev.sargasso.passes.pipeline.Pipeline;
import dev.sargasso.passes.pipeline.PipelineOptions;
import dev.sargasso.passes.simplify.Simplifications;
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
}
