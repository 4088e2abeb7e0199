package dev.sargasso.passes.motion;

import dev.sargasso.ir.graph.Node;
import java.util.function.Supplier;

/**
 * Decides where global code motion puts a floating node.
 *
 * <p>Users of the node have been placed before it, its inputs are placed after it. Implementations
 * must not keep state between calls: functions are compiled in parallel.
 */
@FunctionalInterface
public interface PlacementPolicy {
  /** Returns one of the candidates' blocks. Whichever it is, the program computes the same. */
  int choose(Node node, Candidates candidates);

  /**
   * Whether nodes that cost no more than a register move to make (constants and addresses of
   * symbols and stack slots) are put before the policy as well. Otherwise they stand as late as
   * they can, and selection makes them again wherever they are needed.
   */
  default boolean placesConstants() {
    return false;
  }

  /**
   * Whether {@link Candidates#pressure} is asked. Keeping account of it takes time in proportion to
   * the lengths of all live ranges, in blocks.
   */
  default boolean watchesPressure() {
    return false;
  }

  /**
   * Whether a node whose uses lie in several arms of a branch is to be computed in each of these
   * arms, so that the others do without. Asked where the last block that dominates all uses has
   * none itself, after {@link #choose}.
   *
   * @param once estimated executions where the policy has chosen to place the node
   * @param copied estimated executions of all copies together
   */
  default boolean copies(Node node, double once, double copied) {
    return false;
  }

  /** Whether {@link #copies} is asked at all; if so, the graph gets new nodes. */
  default boolean mayCopy() {
    return false;
  }

  /**
   * The policy for one function, for those that look at all of it before they choose: asked once,
   * before the first choice.
   *
   * @param problem makes what there is to look at
   */
  default PlacementPolicy plan(Supplier<PlacementProblem> problem) {
    return this;
  }
}
