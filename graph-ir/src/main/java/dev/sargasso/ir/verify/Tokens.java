package dev.sargasso.ir.verify;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;

/** What memory tokens stand for. */
final class Tokens {
  /** The class of a token that is the state of all memory. */
  static final int WHOLE = -1;

  /** What a node that is no definition of memory defines. */
  static final int NOTHING = -2;

  private Tokens() {}

  /**
   * The alias class whose state {@code token} is, {@link #WHOLE} for a merge; a call's token counts
   * as one of class 0.
   */
  static int aliasClass(Node token) {
    return switch (token.op()) {
      case INITIAL_MEMORY, PHI, MEMORY_PART -> (int) token.immediate();
      case STORE, MEMORY_COPY, MEMORY_FILL -> Access.aliasClass(token.immediate());
      case PROJECTION -> {
        Node tuple = token.input(0);
        yield tuple.op() == Op.VOLATILE_LOAD ? Access.aliasClass(tuple.immediate()) : 0;
      }
      case MEMORY_MERGE -> WHOLE;
      default -> 0;
    };
  }

  /**
   * The alias class that a node, as it is executed, defines a new state of; {@link #WHOLE} for a
   * call, {@link #NOTHING} if it defines none.
   */
  static int definedClass(Node node) {
    return switch (node.op()) {
      case PHI -> node.type() == Type.MEM ? (int) node.immediate() : NOTHING;
      case STORE, MEMORY_COPY, MEMORY_FILL, VOLATILE_LOAD -> Access.aliasClass(node.immediate());
      case CALL -> WHOLE;
      default -> NOTHING;
    };
  }

  /**
   * The node that defines the state of {@code aliasClass} within {@code token}; START for the state
   * at entry.
   */
  static Node definition(Node token, int aliasClass) {
    Node at = token;
    while (true) {
      switch (at.op()) {
        case PROJECTION, MEMORY_PART, INITIAL_MEMORY -> at = at.input(0);
        case MEMORY_MERGE -> {
          int i = mergedAt(at, aliasClass);
          at = at.input(Math.max(i, 0));
        }
        default -> {
          return at;
        }
      }
    }
  }

  /** The input by which a merge takes {@code aliasClass} from elsewhere than input 0, or -1. */
  static int mergedAt(Node merge, int aliasClass) {
    for (int i = 1; i < merge.inputCount(); i++) {
      if (aliasClass(merge.input(i)) == aliasClass) {
        return i;
      }
    }
    return -1;
  }
}
