package dev.sargasso.passes.motion;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.passes.memory.MemoryStates;
import dev.sargasso.passes.memory.NodeOrder;
import java.util.Arrays;

/** Finds a block for every live node: early from inputs, late from uses, between by policy. */
final class Placement {
  private static final Node[] NONE = new Node[0];

  private final ControlFlow controlFlow;
  private final Dominators dominators;
  private final NodeOrder order;
  private final MemoryStates states;
  private final int[] blockOf;

  Placement(ControlFlow controlFlow, NodeOrder order, MemoryStates states) {
    this.controlFlow = controlFlow;
    this.order = order;
    this.states = states;
    dominators = controlFlow.dominators();
    blockOf = new int[controlFlow.graph().idLimit() + mostCopies(order)];
  }

  /** How many copies may be made: a small part of the function, so that it never grows much. */
  private static int mostCopies(NodeOrder order) {
    return order.count() / 8 + 8;
  }

  /** Blocks by id; -1 for nodes that are not live. */
  int[] choose(PlacementPolicy general) {
    Arrays.fill(blockOf, -1);
    int[] early = new int[blockOf.length];
    for (int i = 0; i < order.count(); i++) {
      Node node = order.node(i);
      if (node.op().isPinned()) {
        int block = controlFlow.blockOf(node);
        blockOf[node.id()] = block;
        early[node.id()] = block;
        if (block < 0 && node.op() != Op.END) {
          throw new IllegalStateException(node + " is pinned to control that START does not reach");
        }
      } else {
        early[node.id()] = early(node, early);
      }
    }
    PlacementPolicy policy =
        general.plan(() -> new PlacementProblem(controlFlow, order, states, early));
    PressureSoFar pressure =
        policy.watchesPressure() ? new PressureSoFar(controlFlow, blockOf) : null;
    Candidates candidates = new Candidates(controlFlow, blockOf, pressure);
    Copying copying =
        policy.mayCopy() ? new Copying(controlFlow, states, blockOf, mostCopies(order)) : null;
    for (int i = order.count() - 1; i >= 0; i--) {
      Node node = order.node(i);
      if (!node.op().isPinned()) {
        int block = choose(node, early[node.id()], policy, candidates);
        Node[] copies = copying == null ? NONE : copying.divide(node, block, policy, candidates);
        blockOf[node.id()] = block;
        for (Node copy : copies) {
          blockOf[copy.id()] = choose(copy, early[node.id()], policy, candidates);
          if (pressure != null && copy != node) {
            pressure.add(copy);
          }
        }
      }
      if (pressure != null) {
        pressure.add(node);
      }
    }
    return blockOf;
  }

  private int early(Node node, int[] early) {
    int deepest = 0;
    for (int i = 0; i < node.inputCount(); i++) {
      Node input = node.inputOrNull(i);
      if (input != null && dominators.depth(early[input.id()]) > dominators.depth(deepest)) {
        deepest = early[input.id()];
      }
    }
    return deepest;
  }

  private int choose(Node node, int early, PlacementPolicy policy, Candidates candidates) {
    // The parts of a state exist where the state does; there is nothing to execute.
    if (node.op() == Op.MEMORY_PART) {
      return early;
    }
    int late = late(node);
    if (node.op() == Op.LOAD) {
      late = states.limit(node, late);
    }
    if (!dominators.dominates(early, late)) {
      throw new IllegalStateException(
          "no block for "
              + node
              + " ("
              + node.op().text()
              + "): its inputs are there from "
              + controlFlow.head(early)
              + " on, but it is needed at "
              + controlFlow.head(late));
    }
    if (early == late
        || node.op() == Op.MEMORY_MERGE
        || (node.op().isRematerialisable() && !policy.placesConstants())) {
      return late;
    }
    candidates.set(node, early, late);
    int chosen = policy.choose(node, candidates);
    if (chosen < 0 || chosen >= controlFlow.count() || !candidates.contains(chosen)) {
      throw new IllegalStateException(
          "the placement policy chose block " + chosen + " for " + node + ", which is not legal");
    }
    return chosen;
  }

  /** The last block that dominates all uses. A PHI uses its inputs at the end of predecessors. */
  private int late(Node node) {
    int late = -1;
    for (int i = 0; i < node.useCount(); i++) {
      Node user = node.user(i);
      int block = blockOf[user.id()];
      if (block < 0) {
        continue;
      }
      if (user.op() == Op.PHI) {
        block = controlFlow.predecessor(block, node.userSlot(i) - 1);
      }
      late = late < 0 ? block : dominators.commonDominator(late, block);
    }
    if (late < 0) {
      throw new IllegalStateException(node + " is live but has no live use");
    }
    return late;
  }
}
