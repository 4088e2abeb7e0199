package dev.sargasso.passes.forward;

import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.passes.memory.EarliestBlocks;
import org.jspecify.annotations.Nullable;

/**
 * What an address is on an edge into a region: the same computation with the region's phis taken
 * from that edge, made anew where it is not in the graph already.
 */
final class AddressTranslation {
  private static final int MAX_DEPTH = 6;
  private static final int MAX_NODES = 12;

  private final Graph graph;
  private final Dominators dominators;
  private final EarliestBlocks earliest;
  private int budget;

  AddressTranslation(Graph graph, Dominators dominators, EarliestBlocks earliest) {
    this.graph = graph;
    this.dominators = dominators;
    this.earliest = earliest;
  }

  /**
   * The address on edge {@code edge} into {@code region}, which heads {@code block}; null if that
   * would take more than a few nodes, or what cannot be computed there.
   */
  @Nullable Node translate(Node address, Node region, int block, int edge) {
    budget = MAX_NODES;
    return translate(address, region, block, edge, 0);
  }

  private @Nullable Node translate(Node node, Node region, int block, int edge, int depth) {
    int home = earliest.of(node);
    if (home != block && dominators.dominates(home, block)) {
      return node;
    }
    if (node.op() == Op.PHI) {
      return node.input(0) == region ? node.input(edge + 1) : null;
    }
    if (depth == MAX_DEPTH
        || node.op().isPinned()
        || node.op() == Op.LOAD
        || node.control() != null
        || node.inputCount() > 3
        || --budget < 0) {
      return null;
    }
    Node[] inputs = new Node[node.inputCount()];
    for (int i = 0; i < inputs.length; i++) {
      Node input = node.inputOrNull(i);
      Node translated = input == null ? null : translate(input, region, block, edge, depth + 1);
      if (translated == null) {
        return null;
      }
      inputs[i] = translated;
    }
    return graph.make(node.op(), node.type(), node.immediate(), node.attribute(), inputs);
  }
}
