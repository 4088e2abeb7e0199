package dev.sargasso.passes.motion;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import java.util.Arrays;

/**
 * How many values are alive at the end of each block, of those that have been placed. Nodes come
 * after their users, so the live range of each is known when it comes. Time is that of walking all
 * live ranges block by block.
 */
final class PressureSoFar {
  private final ControlFlow controlFlow;
  private final int[] blockOf;
  private final int[] general;
  private final int[] vector;

  /** By block: the number of the last value that was found alive at its end. */
  private final int[] seenBy;

  private int[] stack = new int[64];
  private int depth;
  private int number;

  PressureSoFar(ControlFlow controlFlow, int[] blockOf) {
    this.controlFlow = controlFlow;
    this.blockOf = blockOf;
    general = new int[controlFlow.count()];
    vector = new int[controlFlow.count()];
    seenBy = new int[controlFlow.count()];
  }

  int at(int block, boolean inGeneral) {
    return (inGeneral ? general : vector)[block];
  }

  /** Adds a node that has been placed, as have all its users. */
  void add(Node node) {
    int block = blockOf[node.id()];
    if (block < 0 || !node.type().isValue() || node.op().isRematerialisable()) {
      return;
    }
    number++;
    int[] alive = node.type().isGeneral() ? general : vector;
    for (int i = 0; i < node.useCount(); i++) {
      Node user = node.user(i);
      int at = blockOf[user.id()];
      if (at < 0) {
        continue;
      }
      if (user.op() == Op.PHI) {
        aliveAtEnd(controlFlow.predecessor(at, node.userSlot(i) - 1), alive);
      } else if (at != block) {
        aliveAtStart(at, alive);
      }
    }
    while (depth > 0) {
      int at = stack[--depth];
      if (at != block) {
        aliveAtStart(at, alive);
      }
    }
  }

  private void aliveAtStart(int block, int[] alive) {
    for (int i = 0; i < controlFlow.predecessorCount(block); i++) {
      aliveAtEnd(controlFlow.predecessor(block, i), alive);
    }
  }

  private void aliveAtEnd(int block, int[] alive) {
    if (seenBy[block] != number) {
      seenBy[block] = number;
      alive[block]++;
      if (depth == stack.length) {
        stack = Arrays.copyOf(stack, 2 * depth);
      }
      stack[depth++] = block;
    }
  }
}
