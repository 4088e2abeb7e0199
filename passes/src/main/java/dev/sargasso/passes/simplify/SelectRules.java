package dev.sargasso.passes.simplify;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * SELECT. Those that pick the smaller or larger of two values keep that shape, which the back end
 * knows.
 */
final class SelectRules {
  private SelectRules() {}

  static @Nullable Node select(Rewrite r, Node node) {
    Node condition = node.value(0);
    Node a = node.value(1);
    Node b = node.value(2);
    Type type = node.type();
    if (condition.isConstant() && r.fires(Rule.SELECT_KNOWN)) {
      return condition.immediate() != 0 ? a : b;
    }
    if (a == b && r.fires(Rule.SELECT_SAME)) {
      return a;
    }
    if (condition.op() == Op.XOR
        && condition.value(1).isConstant(1)
        && r.fires(Rule.SELECT_NEGATED)) {
      return r.select(condition.value(0), b, a);
    }
    if (type == Type.I1) {
      return ofBooleans(r, condition, a, b);
    }
    if (type.isInteger()) {
      if (a.isConstant(1) && b.isConstant(0) && r.fires(Rule.SELECT_IS_EXTENSION)) {
        return r.make(Op.ZERO_EXTEND, type, condition);
      }
      if (a.isConstant(0) && b.isConstant(1) && r.fires(Rule.SELECT_IS_EXTENSION)) {
        return r.make(Op.ZERO_EXTEND, type, r.withConstant(Op.XOR, Type.I1, condition, 1));
      }
    }
    if (isEquality(condition, a, b)) {
      // Where the two are equal it makes no difference which one is taken.
      if (condition.op() == Op.EQ && r.fires(Rule.SELECT_EQUAL)) {
        return b;
      }
      if (condition.op() == Op.NE && r.fires(Rule.SELECT_EQUAL)) {
        return a;
      }
    }
    return null;
  }

  private static boolean isEquality(Node condition, Node a, Node b) {
    return (condition.op() == Op.EQ || condition.op() == Op.NE)
        && ((condition.value(0) == a && condition.value(1) == b)
            || (condition.value(0) == b && condition.value(1) == a));
  }

  private static @Nullable Node ofBooleans(Rewrite r, Node condition, Node a, Node b) {
    if ((a.isConstant(1) || a == condition) && r.fires(Rule.SELECT_IS_OR)) {
      return r.make(Op.OR, Type.I1, condition, b);
    }
    if ((b.isConstant(0) || b == condition) && r.fires(Rule.SELECT_IS_AND)) {
      return r.make(Op.AND, Type.I1, condition, a);
    }
    if (a.isConstant(0) && r.fires(Rule.SELECT_IS_AND)) {
      return r.make(Op.AND, Type.I1, r.withConstant(Op.XOR, Type.I1, condition, 1), b);
    }
    if (b.isConstant(1) && r.fires(Rule.SELECT_IS_OR)) {
      return r.make(Op.OR, Type.I1, r.withConstant(Op.XOR, Type.I1, condition, 1), a);
    }
    return null;
  }
}
