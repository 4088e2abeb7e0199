package dev.sargasso.passes.vector;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.passes.alias.Origins;
import dev.sargasso.passes.counted.CountedLoop;
import dev.sargasso.passes.dead.Cleanup;
import dev.sargasso.passes.duplicate.LoopBodies;
import dev.sargasso.passes.duplicate.LoopForm;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Puts loops on vectors in front of the counted loops of a function. */
public final class LoopVectorisation {
  private LoopVectorisation() {}

  /**
   * What came of it.
   *
   * @param loops that have one on vectors before them now
   * @param checks comparisons of areas of memory before those
   */
  public record Counts(int loops, int checks) {}

  /**
   * Vectorises what qualifies and pays; afterwards the graph wants a clean-up. Linear in the
   * function.
   *
   * @param mayVectorise asked last, with the branch that ends the loop
   */
  public static Counts run(Function function, Predicate<Node> mayVectorise) {
    Graph graph = function.graph();
    ControlFlow controlFlow = ControlFlow.of(graph);
    int loopCount = controlFlow.loops().count();
    if (loopCount == 0) {
      return new Counts(0, 0);
    }
    if (LoopForm.run(controlFlow) > 0) {
      controlFlow = ControlFlow.of(graph);
    }
    Simplifier before = graph.simplifier();
    graph.setSimplifier(Simplifications.whileBuilding(before));
    graph.setRetaining(true);
    LoopBodies bodies = LoopBodies.of(controlFlow);
    Origins origins = Origins.of(graph);
    Marks marks = new Marks(graph.idLimit());
    int loops = 0;
    int checks = 0;
    for (int loop = 0; loop < controlFlow.loops().count(); loop++) {
      LoopPlan plan = plan(bodies, loop, origins, marks);
      if (plan != null && mayVectorise.test(plan.loop.rounds().branch())) {
        new VectorLoop(graph, plan).make();
        loops++;
        checks += plan.accesses.checks().size();
      }
    }
    graph.setRetaining(false);
    graph.setSimplifier(before);
    if (loops > 0) {
      Cleanup.sweep(graph);
    }
    return new Counts(loops, checks);
  }

  private static @Nullable LoopPlan plan(
      LoopBodies bodies, int loop, Origins origins, Marks marks) {
    if (!CountedLoop.isInnermost(bodies.controlFlow(), loop)
        || bodies.sizeOfLoop(loop) > LoopPlan.LARGEST) {
      return null;
    }
    CountedLoop counted = CountedLoop.of(bodies, loop);
    if (counted == null) {
      return null;
    }
    marks.clear(counted.body());
    return LoopPlan.of(counted, origins, marks);
  }
}
