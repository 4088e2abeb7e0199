package dev.sargasso.prove.encode;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The values that depend on when control passed them: phis, what calls give, states of memory. All
 * others are functions of these. Each has a number; number 0 is the sequence of events. Also which
 * of them are needed at the start of each block, by the usual flow of liveness.
 */
final class ExecutedValues {
  private final ControlFlow flow;
  private final boolean[] live;
  private final int[] numbers;
  private int count = 1;
  private final List<List<Node>> pinned = new ArrayList<>();
  private final BitSet[] needed;

  ExecutedValues(ControlFlow flow, boolean[] live) {
    this.flow = flow;
    this.live = live;
    Graph graph = flow.graph();
    numbers = new int[graph.idLimit()];
    for (int block = 0; block < flow.count(); block++) {
      pinned.add(new ArrayList<>());
    }
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node == null || !live[id]) {
        continue;
      }
      int block = flow.blockOf(node);
      if (block >= 0) {
        pinned.get(block).add(node);
        if (isExecuted(node)) {
          numbers[id] = count++;
        }
      }
    }
    needed = new BitSet[flow.count()];
    findNeeded();
  }

  /** Whether the value depends on when control passed the node. */
  static boolean isExecuted(Node node) {
    return switch (node.op()) {
      case PHI, STORE, MEMORY_COPY, MEMORY_FILL -> true;
      case PROJECTION ->
          node.type() != Type.CTRL
              && (node.input(0).op() == Op.CALL || node.input(0).op() == Op.VOLATILE_LOAD);
      default -> false;
    };
  }

  int count() {
    return count;
  }

  /** The number of an executed value. */
  int number(Node node) {
    return numbers[node.id()];
  }

  /** What is pinned in a block, control included. */
  List<Node> pinned(int block) {
    return pinned.get(block);
  }

  /** Numbers of what is needed at the start of a block; phis of the block are not among them. */
  BitSet needed(int block) {
    return needed[block];
  }

  private void findNeeded() {
    BitSet[] made = new BitSet[flow.count()];
    BitSet[] used = new BitSet[flow.count()];
    for (int block = 0; block < flow.count(); block++) {
      made[block] = new BitSet();
      for (Node node : pinned.get(block)) {
        if (isExecuted(node)) {
          made[block].set(number(node));
        }
      }
      used[block] = used(block);
      used[block].andNot(made[block]);
      used[block].set(0);
      needed[block] = (BitSet) used[block].clone();
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int block = flow.count() - 1; block >= 0; block--) {
        BitSet now = (BitSet) used[block].clone();
        for (int i = 0; i < flow.successorCount(block); i++) {
          now.or(needed[flow.successor(block, i)]);
        }
        now.andNot(made[block]);
        if (!now.equals(needed[block])) {
          needed[block] = now;
          changed = true;
        }
      }
    }
  }

  /** What the nodes of a block and the phis behind it use, through everything that floats. */
  private BitSet used(int block) {
    BitSet result = new BitSet();
    BitSet seen = new BitSet();
    ArrayDeque<Node> todo = new ArrayDeque<>();
    for (Node node : pinned.get(block)) {
      if (node.op() != Op.PHI && node.op() != Op.PROJECTION) {
        pushInputs(node, todo);
      }
    }
    for (int i = 0; i < flow.successorCount(block); i++) {
      int target = flow.successor(block, i);
      if (flow.head(target).op().isRegion()) {
        for (Node phi : pinned.get(target)) {
          if (phi.op() == Op.PHI) {
            todo.add(phi.input(flow.predecessorIndex(block, i) + 1));
          }
        }
      }
    }
    while (!todo.isEmpty()) {
      Node node = todo.removeLast();
      if (seen.get(node.id())) {
        continue;
      }
      seen.set(node.id());
      if (isExecuted(node)) {
        result.set(number(node));
      } else if (!node.op().isPinned()) {
        pushInputs(node, todo);
      }
    }
    return result;
  }

  private void pushInputs(Node node, ArrayDeque<Node> todo) {
    for (int i = 0; i < node.inputCount(); i++) {
      Node input = node.inputOrNull(i);
      if (input != null && live[input.id()] && input.type() != Type.CTRL) {
        todo.add(input);
      }
    }
  }
}
