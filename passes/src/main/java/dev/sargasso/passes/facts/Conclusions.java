package dev.sargasso.passes.facts;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.ArithmeticStamps;
import dev.sargasso.ir.type.BitStamps;
import dev.sargasso.ir.type.ConversionStamps;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.PointerStamp;
import dev.sargasso.ir.type.Type;

/** What conditions and values come to under {@link Facts}. Looks a few operations deep. */
final class Conclusions {
  private static final int MOST_DEPTH = 4;
  private static final IntegerStamp UNKNOWN = IntegerStamp.full(1);

  private final Facts facts;

  Conclusions(Facts facts) {
    this.facts = facts;
  }

  /** What {@code node}, an integer, can be here. */
  IntegerStamp integer(Node node) {
    return integer(node, 0);
  }

  private IntegerStamp integer(Node node, int depth) {
    IntegerStamp known = facts.integer(node);
    if (depth == MOST_DEPTH || node.op().isPinned() || known.isConstant()) {
      return known;
    }
    IntegerStamp computed = computed(node, depth + 1);
    return computed.isFull() || computed.isEmpty() ? known : known.join(computed);
  }

  private IntegerStamp computed(Node node, int depth) {
    return switch (node.op()) {
      case ADD -> ArithmeticStamps.add(operand(node, 0, depth), operand(node, 1, depth));
      case SUB -> ArithmeticStamps.subtract(operand(node, 0, depth), operand(node, 1, depth));
      case MUL -> ArithmeticStamps.multiply(operand(node, 0, depth), operand(node, 1, depth));
      case AND -> BitStamps.and(operand(node, 0, depth), operand(node, 1, depth));
      case OR -> BitStamps.or(operand(node, 0, depth), operand(node, 1, depth));
      case XOR -> BitStamps.xor(operand(node, 0, depth), operand(node, 1, depth));
      case SHL -> BitStamps.shiftLeft(operand(node, 0, depth), operand(node, 1, depth));
      case SHR -> BitStamps.shiftRight(operand(node, 0, depth), operand(node, 1, depth));
      case SAR -> BitStamps.shiftArithmetic(operand(node, 0, depth), operand(node, 1, depth));
      case SIGN_EXTEND -> ConversionStamps.signExtend(operand(node, 0, depth), node.type().bits());
      case ZERO_EXTEND -> ConversionStamps.zeroExtend(operand(node, 0, depth), node.type().bits());
      case TRUNCATE -> ConversionStamps.truncate(operand(node, 0, depth), node.type().bits());
      case SELECT -> {
        IntegerStamp condition = operand(node, 0, depth);
        yield condition.isConstant()
            ? operand(node, condition.contains(1) ? 1 : 2, depth)
            : operand(node, 1, depth).meet(operand(node, 2, depth));
      }
      case EQ, NE, LT, LE, ULT, ULE -> comparison(node, depth);
      default -> IntegerStamp.full(node.type().bits());
    };
  }

  private IntegerStamp operand(Node node, int i, int depth) {
    return integer(node.value(i), depth);
  }

  private IntegerStamp comparison(Node node, int depth) {
    Node a = node.value(0);
    Node b = node.value(1);
    Op op = node.op();
    IntegerStamp related = related(op, facts.relation(a, b));
    if (related.isConstant()) {
      return related;
    }
    if (a.type() == Type.PTR) {
      return pointers(op, a, b);
    }
    boolean ordersSigned = op == Op.LT || op == Op.LE;
    if (a.type() == Type.I1 && ordersSigned) {
      return UNKNOWN;
    }
    IntegerStamp x = integer(a, depth);
    IntegerStamp y = integer(b, depth);
    return switch (op) {
      case EQ -> ConversionStamps.equal(x, y);
      case NE -> BitStamps.not(ConversionStamps.equal(x, y));
      case LT -> ConversionStamps.less(x, y);
      case LE -> ConversionStamps.lessOrEqual(x, y);
      case ULT -> ConversionStamps.below(x, y);
      default -> ConversionStamps.belowOrEqual(x, y);
    };
  }

  private IntegerStamp pointers(Op op, Node a, Node b) {
    if (b.isConstant(0) && (op == Op.EQ || op == Op.NE)) {
      if (facts.stamp(a) == PointerStamp.NULL) {
        return truth(op == Op.EQ);
      }
      if (facts.stamp(a) == PointerStamp.NON_NULL) {
        return truth(op == Op.NE);
      }
    }
    return UNKNOWN;
  }

  /** What a comparison is if the relation of its operands is one of {@code mask}. */
  private static IntegerStamp related(Op op, int mask) {
    if (mask == Facts.ANY) {
      return UNKNOWN;
    }
    int yes =
        switch (op) {
          case EQ -> Facts.EQUAL;
          case LT -> Facts.LESS;
          case LE -> Facts.LESS | Facts.EQUAL;
          case ULT -> Facts.BELOW;
          case ULE -> Facts.BELOW | Facts.EQUAL;
          default -> Facts.ANY & ~Facts.EQUAL;
        };
    int all =
        switch (op) {
          case LT, LE -> Facts.LESS | Facts.GREATER | Facts.EQUAL;
          case ULT, ULE -> Facts.BELOW | Facts.ABOVE | Facts.EQUAL;
          default -> Facts.ANY;
        };
    if ((mask & all & ~yes) == 0) {
      return truth(true);
    }
    return (mask & yes) == 0 ? truth(false) : UNKNOWN;
  }

  private static IntegerStamp truth(boolean value) {
    return IntegerStamp.constant(1, value ? 1 : 0);
  }

  /**
   * A condition that comes to the same here and is a constant or a part of {@code condition};
   * {@code condition} itself if there is none.
   */
  Node simplified(Node condition) {
    Node at = condition;
    for (int depth = 0; depth < MOST_DEPTH; depth++) {
      IntegerStamp known = integer(at);
      if (known.isConstant()) {
        return facts.constant(known.contains(1));
      }
      if ((at.op() != Op.AND && at.op() != Op.OR) || at.type() != Type.I1) {
        return at;
      }
      IntegerStamp first = integer(at.value(0));
      IntegerStamp second = integer(at.value(1));
      if (first.isConstant()) {
        at = at.value(1);
      } else if (second.isConstant()) {
        at = at.value(0);
      } else {
        return at;
      }
    }
    return at;
  }
}
