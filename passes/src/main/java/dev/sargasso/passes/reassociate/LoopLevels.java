package dev.sargasso.passes.reassociate;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.passes.memory.NodeOrder;
import java.util.Arrays;

/** In how many of the loops around a place a value changes. */
final class LoopLevels {
  private static final int[] NOWHERE = {};

  private final ControlFlow controlFlow;
  private final Dominators dominators;
  private final LoopTree loops;

  /** By id, the first block where the node can be computed; -1 if that is not known yet. */
  private int[] early;

  LoopLevels(Graph graph) {
    controlFlow = ControlFlow.of(graph);
    dominators = controlFlow.dominators();
    loops = controlFlow.loops();
    if (loops.count() == 0) {
      early = NOWHERE;
      return;
    }
    early = new int[graph.idLimit()];
    Arrays.fill(early, -1);
    NodeOrder order = NodeOrder.of(graph);
    for (int i = 0; i < order.count(); i++) {
      early(order.node(i));
    }
  }

  /**
   * The first block where {@code node} can be computed, as far as loops are concerned; its inputs
   * are looked at before.
   */
  int early(Node node) {
    if (loops.count() == 0) {
      return 0;
    }
    int id = node.id();
    if (id >= early.length) {
      int length = early.length;
      early = Arrays.copyOf(early, Math.max(2 * length, id + 1));
      Arrays.fill(early, length, early.length, -1);
    }
    if (early[id] < 0) {
      // Only a few nodes that have just been made can be unknown one beneath the other.
      early[id] = node.op().isPinned() ? Math.max(0, controlFlow.blockOf(node)) : deepest(node);
    }
    return early[id];
  }

  private int deepest(Node node) {
    int deepest = 0;
    for (int i = 0; i < node.inputCount(); i++) {
      Node input = node.inputOrNull(i);
      if (input != null) {
        int block = early(input);
        deepest = dominators.depth(block) > dominators.depth(deepest) ? block : deepest;
      }
    }
    return deepest;
  }

  /** The number of loops that have both {@code node} and {@code block} in them. */
  int level(Node node, int block) {
    if (loops.count() == 0) {
      return 0;
    }
    int loop = loops.loopOf(early(node));
    while (loop >= 0 && !loops.contains(loop, block)) {
      loop = loops.parent(loop);
    }
    return loop < 0 ? 0 : loops.depthOfLoop(loop);
  }
}
