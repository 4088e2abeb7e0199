package dev.sargasso.passes.motion;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.passes.memory.MemoryStates;
import dev.sargasso.passes.memory.NodeOrder;

/**
 * All that is free to choose in a function. A node may stand in any block on the dominator path
 * from {@link #early} to {@link #latest}, as long as it dominates the blocks of its users (for a
 * PHI the end of the predecessor).
 */
public final class PlacementProblem {
  private final ControlFlow controlFlow;
  private final NodeOrder order;
  private final MemoryStates states;
  private final int[] early;
  private final int[] latest;

  PlacementProblem(ControlFlow controlFlow, NodeOrder order, MemoryStates states, int[] early) {
    this.controlFlow = controlFlow;
    this.order = order;
    this.states = states;
    this.early = early.clone();
    latest = blocks(PlacementPolicies.LATE);
  }

  /** The blocks. */
  public ControlFlow controlFlow() {
    return controlFlow;
  }

  /** Number of live nodes. */
  public int count() {
    return order.count();
  }

  /** Live node number {@code i}; inputs come before their users, but for those of PHIs. */
  public Node node(int i) {
    return order.node(i);
  }

  /** The first block in which all inputs can be there; that of a pinned node is its own. */
  public int early(Node node) {
    return early[node.id()];
  }

  /** The last block, if all users stand as late as they can; -1 for END. */
  public int latest(Node node) {
    return latest[node.id()];
  }

  /**
   * The blocks that a policy chooses, by ids of nodes; -1 for nodes that are not live.
   *
   * @param policy one that makes no copies
   */
  public int[] blocks(PlacementPolicy policy) {
    if (policy.mayCopy()) {
      throw new IllegalArgumentException("the policy makes copies");
    }
    return new Placement(controlFlow, order, states).choose(policy);
  }

  /** Whether machines compute the node within each of its users, so that it stays with them. */
  public boolean isFolded(Node node) {
    return ClickPlacement.isFolded(node);
  }
}
