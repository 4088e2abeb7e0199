package dev.sargasso.ir.verify;

import dev.sargasso.ir.graph.Lanes;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;

/** What each vector operation demands of its immediate and its types. */
final class VectorRules {
  private VectorRules() {}

  static void check(Node node, Problems problems) {
    Op op = node.op();
    long immediate = node.immediate();
    boolean rightImmediate =
        switch (op) {
          case SPLAT, VECTOR_PAIR, BLEND -> immediate == 0;
          case EXTRACT_LANE ->
              immediate >= 0 && Lanes.isLane(node.type()) && immediate < Lanes.count(node.type());
          case SHUFFLE -> immediate >= 0 && immediate < 256;
          case INTERLEAVE_LOW, INTERLEAVE_HIGH ->
              Lanes.isWellFormed(op, immediate) && !Lanes.type(immediate).isFloat();
          case EVEN_LANES ->
              Lanes.isWellFormed(op, immediate)
                  && Lanes.type(immediate).isInteger()
                  && Lanes.type(immediate) != Type.I64;
          default -> Lanes.isWellFormed(op, immediate);
        };
    if (!rightImmediate) {
      problems.add("immediate", node, "has immediate " + immediate);
    }
    boolean rightResult = op == Op.EXTRACT_LANE || node.type() == Type.V128;
    if (!rightResult) {
      problems.add("type", node, "is no v128");
    }
    for (int i = 0; i < node.valueCount(); i++) {
      Type type = node.value(i).type();
      boolean right =
          switch (op) {
            case SPLAT -> Lanes.isLane(type);
            case VECTOR_PAIR -> type == Type.I64;
            case VECTOR_SHIFT -> type == (i == 0 ? Type.V128 : Type.I32);
            default -> type == Type.V128;
          };
      if (!right) {
        problems.add("type", node, "takes a " + type.text() + " as value " + i);
      }
    }
  }
}
