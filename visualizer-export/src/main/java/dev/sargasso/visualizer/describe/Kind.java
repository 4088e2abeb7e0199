package dev.sargasso.visualizer.describe;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;

/** The three sorts of dependence in a sea of nodes. */
public enum Kind {
  /** What decides whether something happens. */
  CONTROL,
  /** The states of memory, and what reads or writes them. */
  MEMORY,
  /** Values. */
  DATA;

  /** The sort of a node: control if it produces a token or branches, memory if it touches one. */
  public static Kind of(Node node) {
    Op op = node.op();
    if (node.type() == Type.CTRL || op.isControl() || op.isTerminator() || op == Op.CALL) {
      return CONTROL;
    }
    return node.type() == Type.MEM || op.hasMemory() ? MEMORY : DATA;
  }

  /** The sort of what flows into input {@code slot} of {@code user}, which must be present. */
  public static Kind ofInput(Node user, int slot) {
    Type type = user.input(slot).type();
    if (type == Type.TUPLE) {
      // What a projection takes out of a tuple is what flows along its edge.
      type = user.type();
    }
    return switch (type) {
      case CTRL -> CONTROL;
      case MEM -> MEMORY;
      default -> DATA;
    };
  }
}
