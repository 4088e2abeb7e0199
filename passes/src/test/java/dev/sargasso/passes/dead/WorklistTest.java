package dev.sargasso.passes.dead;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.random.RandomProgram;
import dev.sargasso.ir.random.RandomShape;
import dev.sargasso.passes.pipeline.CompilationListener;
import dev.sargasso.passes.pipeline.Pipeline;
import dev.sargasso.passes.pipeline.PipelineOptions;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The worklist looks at little and misses nothing. */
class WorklistTest {
  private static List<Function> build(long seed, RandomShape shape) {
    return RandomProgram.of(seed, shape, Pipeline.simplifierFor(PipelineOptions.DEFAULT))
        .functions()
        .stream()
        .toList();
  }

  @Test
  void whatWasNotLookedAtHasNotBecomeSimpler() {
    for (RandomShape shape : List.of(RandomShape.STRUCTURED, RandomShape.JUMPING)) {
      for (int seed = 0; seed < 60; seed++) {
        for (Function function : build(seed, shape)) {
          Simplifications simplifications = Simplifications.forWholeGraph();
          var _ = Cleanup.run(function, simplifications, 0);
          assertEquals("", simpler(function, simplifications), shape + " seed " + seed);
        }
      }
    }
  }

  /** A node that a visit would change, and into what. */
  private static String simpler(Function function, Simplifications simplifications) {
    Graph graph = function.graph();
    graph.setSimplifier(simplifications);
    int limit = graph.idLimit();
    for (int id = 0; id < limit; id++) {
      Node node = graph.node(id);
      if (node != null) {
        Node better = graph.revisit(node);
        if (better != node) {
          return node + " becomes " + better + ", " + better.op();
        }
      }
    }
    return "";
  }

  @Test
  void aGraphThatIsSettledIsLeftAlone() {
    for (Function function : build(7, RandomShape.STRUCTURED.withStatements(400))) {
      Simplifications simplifications = Simplifications.forWholeGraph();
      Cleanup.Counts first = Cleanup.run(function, simplifications, 0);
      Cleanup.Counts second = Cleanup.run(function, simplifications, 0);
      int size = function.graph().size();
      assertTrue(first.visits() < size, first + " of " + size);
      // Stores that follow each other are looked at in any case.
      assertTrue(second.visits() < size / 4, second + " of " + size);
      assertEquals(0, second.changes());
    }
  }

  @Test
  void theStatisticsKnowVisits() {
    Pipeline pipeline = new Pipeline(PipelineOptions.DEFAULT, CompilationListener.NONE);
    build(8, RandomShape.STRUCTURED).forEach(pipeline::optimize);
    assertTrue(pipeline.statistics().visits("simplify") > 0);
    assertTrue(
        pipeline.statistics().visits("simplify")
            >= pipeline.statistics().visitsThatChanged("simplify"));
  }
}
