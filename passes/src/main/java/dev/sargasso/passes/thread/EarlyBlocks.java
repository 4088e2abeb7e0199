package dev.sargasso.passes.thread;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.passes.memory.NodeOrder;
import java.util.Arrays;

/**
 * For each floating node the first block where all its inputs are there, and for each block the
 * floating nodes of which it is that, inputs before users. Linear in the graph.
 */
final class EarlyBlocks {
  private final int[] early;
  private final int[] first;
  private final Node[] nodes;

  EarlyBlocks(ControlFlow controlFlow) {
    Graph graph = controlFlow.graph();
    Dominators dominators = controlFlow.dominators();
    NodeOrder order = NodeOrder.of(graph);
    early = new int[graph.idLimit()];
    Arrays.fill(early, -1);
    first = new int[controlFlow.count() + 1];
    int count = 0;
    for (int i = 0; i < order.count(); i++) {
      Node node = order.node(i);
      if (node.op().isPinned()) {
        early[node.id()] = controlFlow.blockOf(node);
        continue;
      }
      int deepest = 0;
      for (int k = 0; k < node.inputCount(); k++) {
        Node input = node.inputOrNull(k);
        if (input != null && early[input.id()] >= 0) {
          int block = early[input.id()];
          deepest = dominators.depth(block) > dominators.depth(deepest) ? block : deepest;
        }
      }
      early[node.id()] = deepest;
      first[deepest + 1]++;
      count++;
    }
    for (int block = 0; block < controlFlow.count(); block++) {
      first[block + 1] += first[block];
    }
    nodes = new Node[count];
    int[] next = Arrays.copyOf(first, controlFlow.count());
    for (int i = 0; i < order.count(); i++) {
      Node node = order.node(i);
      if (!node.op().isPinned()) {
        nodes[next[early[node.id()]]++] = node;
      }
    }
  }

  /** The block, or -1 for a node that is not live or was made later. */
  int of(Node node) {
    return node.id() < early.length ? early[node.id()] : -1;
  }

  /** Number of floating nodes that could stand in {@code block} at the earliest. */
  int count(int block) {
    return first[block + 1] - first[block];
  }

  /** One of them, inputs before users. */
  Node node(int block, int i) {
    return nodes[first[block] + i];
  }
}
