package dev.sargasso.passes.memory;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.graph.Node;
import java.util.Arrays;

/** The first block in which each node can be computed, also for nodes made later. */
public final class EarliestBlocks {
  private static final int UNKNOWN = -1;

  private final ControlFlow controlFlow;
  private final Dominators dominators;
  private int[] block;
  private Node[] stack = new Node[16];

  /** Finds them for the nodes of {@code order}. Linear. */
  public EarliestBlocks(ControlFlow controlFlow, NodeOrder order) {
    this.controlFlow = controlFlow;
    dominators = controlFlow.dominators();
    block = new int[controlFlow.graph().idLimit()];
    Arrays.fill(block, UNKNOWN);
    for (int i = 0; i < order.count(); i++) {
      Node node = order.node(i);
      block[node.id()] = node.op().isPinned() ? controlFlow.blockOf(node) : deepest(node);
    }
  }

  private int deepest(Node node) {
    int deepest = 0;
    for (int i = 0; i < node.inputCount(); i++) {
      Node input = node.inputOrNull(i);
      if (input != null && dominators.depth(of(input)) > dominators.depth(deepest)) {
        deepest = of(input);
      }
    }
    return deepest;
  }

  /** The block. What has been made since must float, but for inputs that are told here. */
  public int of(Node node) {
    if (node.id() < block.length && block[node.id()] != UNKNOWN) {
      return block[node.id()];
    }
    int depth = 0;
    stack[depth++] = node;
    while (depth > 0) {
      Node at = stack[depth - 1];
      reserve(at.id());
      int before = depth;
      for (int i = 0; i < at.inputCount(); i++) {
        Node input = at.inputOrNull(i);
        if (input != null && (input.id() >= block.length || block[input.id()] == UNKNOWN)) {
          if (depth == stack.length) {
            stack = Arrays.copyOf(stack, 2 * depth);
          }
          stack[depth++] = input;
        }
      }
      if (depth == before) {
        block[at.id()] = at.op().isPinned() ? controlFlow.blockOf(at) : deepest(at);
        depth--;
      }
    }
    return block[node.id()];
  }

  /** Finds the block of a floating node anew, since its inputs may have changed. */
  public void refresh(Node node) {
    block[node.id()] = deepest(node);
  }

  /** Tells where a new pinned node is. */
  public void put(Node node, int newBlock) {
    reserve(node.id());
    block[node.id()] = newBlock;
  }

  private void reserve(int id) {
    if (id >= block.length) {
      int old = block.length;
      block = Arrays.copyOf(block, Math.max(id + 1, 2 * old));
      Arrays.fill(block, old, block.length, UNKNOWN);
    }
  }
}
