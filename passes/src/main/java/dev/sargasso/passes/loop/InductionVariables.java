package dev.sargasso.passes.loop;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.passes.duplicate.LoopBodies;
import dev.sargasso.passes.duplicate.LoopForm;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.function.Predicate;

/**
 * Wide counters first, then sums instead of products, then addresses and pointers, in all loops.
 */
public final class InductionVariables {
  private InductionVariables() {}

  /**
   * What has been done.
   *
   * @param widened counters that have 64 bits now
   * @param reduced products that became sums
   * @param split addresses of which a part is computed before the loop
   * @param moved addresses that became pointers
   */
  public record Counts(int widened, int reduced, int split, int moved) {
    /** All changes. */
    public int total() {
      return widened + reduced + split + moved;
    }
  }

  /** Widens counters; afterwards the graph wants a clean-up if anything has changed. */
  public static Counts run(
      Function function,
      Predicate<Node> mayWiden,
      Predicate<Node> mayReduce,
      Predicate<Node> maySplit,
      Predicate<Node> mayMove) {
    Graph graph = function.graph();
    ControlFlow controlFlow = ControlFlow.of(graph);
    if (controlFlow.loops().count() == 0) {
      return new Counts(0, 0, 0, 0);
    }
    if (LoopForm.run(controlFlow) > 0) {
      controlFlow = ControlFlow.of(graph);
    }
    LoopBodies bodies = LoopBodies.of(controlFlow);
    Simplifier before = graph.simplifier();
    graph.setSimplifier(Simplifications.whileBuilding(before));
    graph.setRetaining(true);
    int widened = IndexWidening.run(bodies, mayWiden);
    int reduced = StrengthReduction.run(bodies, mayReduce);
    int split = AddressSplitting.run(bodies, maySplit);
    int moved = MovingAddresses.run(bodies, mayMove);
    graph.setRetaining(false);
    graph.setSimplifier(before);
    return new Counts(widened, reduced, split, moved);
  }
}
