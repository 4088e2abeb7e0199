package dev.sargasso.passes.promote;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;

/** The same bytes as values of different types. */
final class PieceTypes {
  private PieceTypes() {}

  /** Whether a value of one type can be taken for one of the other, in memory as in registers. */
  static boolean canConvert(Type from, Type to) {
    // A truth value in memory is a byte, of which nobody says what another number than 0 or 1 is.
    return from == to
        || (from.bits() == to.bits() && from != Type.V128 && from.bits() == 8 * from.bytes());
  }

  /** {@code value} as a value of {@code type}. */
  static Node convert(Graph graph, Node value, Type type) {
    Type from = value.type();
    if (from == type) {
      return value;
    }
    boolean direct = from.isInteger() || type.isInteger();
    Node integer = direct ? value : graph.make(Op.BITCAST, Type.I64, 0, null, value);
    return graph.make(Op.BITCAST, type, 0, null, integer);
  }
}
