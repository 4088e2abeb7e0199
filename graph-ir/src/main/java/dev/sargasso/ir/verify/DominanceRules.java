package dev.sargasso.ir.verify;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import java.util.Arrays;

/** Values are available where they are used; loops are entered where they say. */
final class DominanceRules {
  private final ControlFlow controlFlow;
  private final Dominators dominators;
  private final Graph graph;
  private final boolean[] live;
  private final Problems problems;

  /** By id the first block where a live node can be computed; -2 not known yet. */
  private final int[] early;

  private Node[] stack = new Node[64];
  private int[] next = new int[64];

  DominanceRules(ControlFlow controlFlow, boolean[] live, Problems problems) {
    this.controlFlow = controlFlow;
    this.live = live;
    this.problems = problems;
    dominators = controlFlow.dominators();
    graph = controlFlow.graph();
    early = new int[graph.idLimit()];
    Arrays.fill(early, -2);
  }

  void check() {
    for (int block = 0; block < controlFlow.count(); block++) {
      if (controlFlow.head(block).op() == Op.LOOP) {
        checkLoop(block);
      }
    }
    for (int id = 0; id < early.length; id++) {
      Node node = graph.node(id);
      if (node != null && live[id]) {
        findEarly(node);
      }
    }
    for (int id = 0; id < early.length; id++) {
      Node node = graph.node(id);
      if (node != null && live[id] && node.op() != Op.END) {
        checkInputs(node);
      }
    }
  }

  private void checkLoop(int block) {
    Node loop = controlFlow.head(block);
    for (int i = 0; i < controlFlow.predecessorCount(block); i++) {
      boolean inside = dominators.dominates(block, controlFlow.predecessor(block, i));
      if (inside == (i == 0)) {
        problems.add(
            "loop",
            loop,
            i == 0 ? "is entered from inside" : "is entered from outside by input " + i);
      }
    }
  }

  /** Depth-first over inputs, which has no cycles but through pinned PHIs. */
  private void findEarly(Node root) {
    if (early[root.id()] != -2) {
      return;
    }
    stack[0] = root;
    next[0] = 0;
    int depth = 1;
    while (depth > 0) {
      Node at = stack[depth - 1];
      if (at.op().isPinned()) {
        early[at.id()] = controlFlow.blockOf(at);
        depth--;
        continue;
      }
      int i = next[depth - 1]++;
      if (i < at.inputCount()) {
        Node input = at.inputOrNull(i);
        if (input != null && early[input.id()] == -2) {
          if (depth == stack.length) {
            stack = Arrays.copyOf(stack, 2 * depth);
            next = Arrays.copyOf(next, 2 * depth);
          }
          stack[depth] = input;
          next[depth++] = 0;
        }
        continue;
      }
      int deepest = 0;
      for (int k = 0; k < at.inputCount(); k++) {
        Node input = at.inputOrNull(k);
        if (input != null
            && early[input.id()] >= 0
            && dominators.depth(early[input.id()]) > dominators.depth(deepest)) {
          deepest = early[input.id()];
        }
      }
      early[at.id()] = deepest;
      depth--;
    }
  }

  private void checkInputs(Node node) {
    int block = early[node.id()];
    if (block < 0) {
      return;
    }
    boolean phi = node.op() == Op.PHI;
    for (int i = 0; i < node.inputCount(); i++) {
      Node input = node.inputOrNull(i);
      if (input == null || early[input.id()] < 0 || node.op().isRegion()) {
        continue;
      }
      int use = phi && i > 0 ? controlFlow.predecessor(block, i - 1) : block;
      if (!dominators.dominates(early[input.id()], use)) {
        problems.add(
            "dominance",
            node,
            "uses " + Problems.describe(input) + " where it cannot have been computed");
      }
    }
  }
}
