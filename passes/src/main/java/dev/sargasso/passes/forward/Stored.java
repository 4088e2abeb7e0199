package dev.sargasso.passes.forward;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import org.jspecify.annotations.Nullable;

/** What a load finds in memory that has been written by other means than a store of its type. */
final class Stored {
  private Stored() {}

  /**
   * The bytes from {@code by} on of a stored value, as a value of {@code type}, which lies inside;
   * null if that takes more than a shift and a truncation.
   */
  static @Nullable Node part(Graph graph, Node stored, long by, Type type) {
    Type from = stored.type();
    if (from == type && by == 0) {
      return stored;
    }
    // Of a truth value in memory only one bit counts.
    if (from == Type.I1 || type == Type.I1 || from == Type.V128 || type == Type.V128) {
      return null;
    }
    Node integer = from.isInteger() ? stored : bitcast(graph, stored, Type.ofBytes(from.bytes()));
    if (by > 0) {
      Node count = graph.constant(integer.type(), 8 * by);
      integer = graph.make(Op.SHR, integer.type(), 0, null, integer, count);
    }
    Type wanted = Type.ofBytes(type.bytes());
    if (integer.type() != wanted) {
      integer = graph.make(Op.TRUNCATE, wanted, 0, null, integer);
    }
    return type.isInteger() ? integer : bitcast(graph, integer, type);
  }

  private static Node bitcast(Graph graph, Node value, Type type) {
    return graph.make(Op.BITCAST, type, 0, null, value);
  }

  /**
   * A value of {@code type} all of whose bytes are {@code filler}; null if that is not constant.
   */
  static @Nullable Node filled(Graph graph, Node filler, Type type) {
    if (!filler.isConstant() || type == Type.I1 || type == Type.V128) {
      return null;
    }
    return graph.constant(type, (filler.immediate() & 0xFF) * 0x0101_0101_0101_0101L);
  }

  /** A pointer {@code by} bytes behind another, in the same object. */
  static Node moved(Graph graph, Node pointer, long by) {
    return by == 0
        ? pointer
        : graph.make(
            Op.OFFSET, Type.PTR, Op.IN_BOUNDS, null, pointer, graph.constant(Type.I64, by));
  }

  /** The alias class of a token that is the state of one. */
  static int aliasClass(Node token) {
    return switch (token.op()) {
      case STORE, MEMORY_COPY, MEMORY_FILL -> Access.aliasClass(token.immediate());
      case PROJECTION -> Access.aliasClass(token.input(0).immediate());
      default -> (int) token.immediate();
    };
  }
}
