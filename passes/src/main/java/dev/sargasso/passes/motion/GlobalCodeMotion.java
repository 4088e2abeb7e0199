package dev.sargasso.passes.motion;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.passes.memory.MemoryStates;
import dev.sargasso.passes.memory.NodeOrder;
import dev.sargasso.passes.order.ListScheduler;
import dev.sargasso.passes.order.OrderPriorities;
import dev.sargasso.passes.order.OrderPriority;

/**
 * Gives every node of a sea a block and a place in it.
 *
 * <p>A node may stand anywhere on the dominator path from where all its inputs are there to where
 * all its uses can see it; for a load only as far as the state of memory that it reads is current
 * (see {@link MemoryStates}), for a division or load with a control input not above that. A {@link
 * PlacementPolicy} picks the block, an {@link OrderPriority} the order within blocks. Pinned nodes
 * stay where control has them. Linear in the graph but for logarithmic factors. After C. Click,
 * "Global code motion, global value numbering" (PLDI 1995), with anti-dependences made exact.
 */
public final class GlobalCodeMotion {
  private GlobalCodeMotion() {}

  /**
   * What is free to choose.
   *
   * @param placement which of the legal blocks
   * @param order which of the legal orders in a block
   */
  public record Options(PlacementPolicy placement, OrderPriority order) {
    /** The usual choice: {@code click}, and an order that keeps few values alive. */
    public static final Options DEFAULT =
        new Options(PlacementPolicies.CLICK, OrderPriorities.PRESSURE);

    /** Both at random. */
    public static Options chaos(long seed) {
      return new Options(PlacementPolicies.random(seed), OrderPriorities.random(seed));
    }

    /** The same with another placement. */
    public Options with(PlacementPolicy newPlacement) {
      return new Options(newPlacement, order);
    }
  }

  /**
   * Schedules a function.
   *
   * @throws IllegalStateException if the graph is malformed or the policy chose an illegal block;
   *     the message names function and node
   */
  public static Schedule schedule(Function function, Options options) {
    try {
      return schedule(function.graph(), options);
    } catch (IllegalStateException e) {
      throw new IllegalStateException(
          "global code motion of function " + function.name() + ": " + e.getMessage(), e);
    }
  }

  /** Schedules a graph, see {@link #schedule(Function, Options)}. */
  public static Schedule schedule(Graph graph, Options options) {
    return schedule(ControlFlow.of(graph), options);
  }

  /** Schedules a graph whose blocks have been found already and are still right. */
  public static Schedule schedule(ControlFlow controlFlow, Options options) {
    NodeOrder order = NodeOrder.of(controlFlow.graph());
    MemoryStates states = MemoryStates.of(controlFlow, order);
    int[] blockOf = new Placement(controlFlow, order, states).choose(options.placement());
    return ListScheduler.schedule(controlFlow, blockOf, states, options.order());
  }
}
