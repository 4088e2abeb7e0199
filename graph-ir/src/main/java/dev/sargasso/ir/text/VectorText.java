package dev.sargasso.ir.text;

import dev.sargasso.ir.graph.Lanes;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;

/** How vector operations are written in both notations. */
final class VectorText {
  private VectorText() {}

  /** What stands between a vector operation and its operands. */
  static String modifiers(Node node) {
    long immediate = node.immediate();
    return switch (node.op()) {
      case EXTRACT_LANE, SHUFFLE -> " index=" + immediate;
      case VECTOR_UNARY, VECTOR_BINARY, VECTOR_SHIFT ->
          " each=" + Lanes.op(immediate).text() + " lane=" + Lanes.type(immediate).text();
      case INTERLEAVE_LOW, INTERLEAVE_HIGH, EVEN_LANES -> " lane=" + Lanes.type(immediate).text();
      default -> "";
    };
  }

  /** Whether an operation may have an immediate; that of a lane is not looked at. */
  static boolean takes(Op op, long immediate) {
    return switch (op) {
      case SPLAT, VECTOR_PAIR, BLEND -> immediate == 0;
      case EXTRACT_LANE, SHUFFLE -> immediate >= 0 && immediate < 256;
      case INTERLEAVE_LOW, INTERLEAVE_HIGH ->
          Lanes.isWellFormed(op, immediate) && !Lanes.type(immediate).isFloat();
      case EVEN_LANES -> Lanes.isWellFormed(op, immediate) && Lanes.type(immediate).bits() < 64;
      default -> Lanes.isWellFormed(op, immediate);
    };
  }

  /** What is missing where {@link #takes} is false. */
  static String advice(Op op) {
    return switch (op) {
      case SPLAT, VECTOR_PAIR, BLEND -> "nothing";
      case EXTRACT_LANE, SHUFFLE -> "index=N";
      case INTERLEAVE_LOW, INTERLEAVE_HIGH, EVEN_LANES -> "lane=TYPE, an integer that fits";
      default -> "each=OPERATION lane=TYPE that go together";
    };
  }

  /** The type of an operand; not of a SPLAT's, which may be any lane. */
  static Type operandType(Op op, int operand) {
    return op == Op.VECTOR_PAIR
        ? Type.I64
        : op == Op.VECTOR_SHIFT && operand == 1 ? Type.I32 : Type.V128;
  }
}
