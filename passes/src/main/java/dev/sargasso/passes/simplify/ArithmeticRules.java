package dev.sargasso.passes.simplify;

import static dev.sargasso.passes.simplify.Rewrite.hasNoSignedWrap;
import static dev.sargasso.passes.simplify.Rewrite.isOnlyUse;
import static dev.sargasso.passes.simplify.Rewrite.isWithConstant;
import static dev.sargasso.passes.simplify.Rewrite.minimum;
import static dev.sargasso.passes.simplify.Rewrite.sumOverflows;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * Addition, subtraction, negation and multiplication.
 *
 * <p>Canonical: a constant is added, never subtracted, and stands on the right; it moves outward
 * through sums and products, so that constants meet each other and, at last, an address or a
 * comparison that takes them for nothing. Outward steps of wide (I64) nodes are always taken, since
 * these are mostly indices; others only where the inner node has no other use.
 */
final class ArithmeticRules {
  private ArithmeticRules() {}

  static @Nullable Node add(Rewrite r, Node node) {
    Node a = node.value(0);
    Node b = node.value(1);
    Type type = node.type();
    if (type == Type.I1) {
      return r.fires(Rule.BOOLEAN_ARITHMETIC) ? r.make(Op.XOR, type, a, b) : null;
    }
    if (b.isConstant()) {
      return addConstant(r, node, a, b.immediate());
    }
    if (a == b && r.fires(Rule.ADD_SELF)) {
      return r.make(Op.SHL, type, node.immediate(), a, r.constant(type, 1));
    }
    if (b.op() == Op.NEG && r.fires(Rule.ADD_NEGATED)) {
      return r.make(Op.SUB, type, a, b.value(0));
    }
    if (a.op() == Op.NEG && r.fires(Rule.ADD_NEGATED)) {
      return r.make(Op.SUB, type, b, a.value(0));
    }
    if (a.op() == Op.SUB && a.value(1) == b && r.fires(Rule.ADD_CANCELS_SUB)) {
      return a.value(0);
    }
    if (b.op() == Op.SUB && b.value(1) == a && r.fires(Rule.ADD_CANCELS_SUB)) {
      return b.value(0);
    }
    if (!hasNoSignedWrap(node)) {
      if (isWithConstant(a, Op.ADD) && isOnlyUse(a) && r.fires(Rule.ADD_CONSTANT_OUTWARD)) {
        return r.make(Op.ADD, type, r.make(Op.ADD, type, a.value(0), b), a.value(1));
      }
      if (isWithConstant(b, Op.ADD) && isOnlyUse(b) && r.fires(Rule.ADD_CONSTANT_OUTWARD)) {
        return r.make(Op.ADD, type, r.make(Op.ADD, type, a, b.value(0)), b.value(1));
      }
    }
    return ShiftRules.rotationOfSum(r, type, a, b);
  }

  private static @Nullable Node addConstant(Rewrite r, Node node, Node a, long c) {
    Type type = node.type();
    if (c == 0 && r.fires(Rule.ADD_ZERO)) {
      return a;
    }
    switch (a.op()) {
      case ADD -> {
        if (a.value(1).isConstant() && r.fires(Rule.ADD_CONSTANTS)) {
          long inner = a.value(1).immediate();
          boolean exact =
              hasNoSignedWrap(a) && hasNoSignedWrap(node) && !sumOverflows(type, inner, c);
          return r.make(
              Op.ADD, type, exact ? Op.NO_SIGNED_WRAP : 0, a.value(0), r.constant(type, inner + c));
        }
      }
      case SUB -> {
        if (a.value(0).isConstant() && r.fires(Rule.ADD_TO_DIFFERENCE)) {
          return r.make(Op.SUB, type, r.constant(type, a.value(0).immediate() + c), a.value(1));
        }
      }
      case NOT -> {
        if (r.fires(Rule.ADD_TO_NOT)) {
          return r.make(Op.SUB, type, r.constant(type, c - 1), a.value(0));
        }
      }
      default -> {}
    }
    return null;
  }

  static @Nullable Node subtract(Rewrite r, Node node) {
    Node a = node.value(0);
    Node b = node.value(1);
    Type type = node.type();
    if (type == Type.I1) {
      return r.fires(Rule.BOOLEAN_ARITHMETIC) ? r.make(Op.XOR, type, a, b) : null;
    }
    if (a == b && r.fires(Rule.SUB_SELF)) {
      return r.constant(type, 0);
    }
    if (b.isConstant() && r.fires(Rule.SUB_CONSTANT)) {
      long c = b.immediate();
      return r.make(
          Op.ADD, type, c == minimum(type) ? 0 : node.immediate(), a, r.constant(type, -c));
    }
    if (a.isConstant(0) && r.fires(Rule.SUB_FROM_ZERO)) {
      return r.make(Op.NEG, type, node.immediate(), b);
    }
    Node cancelled = cancel(r, a, b, type);
    if (cancelled != null) {
      return cancelled;
    }
    if (b.op() == Op.NEG && r.fires(Rule.SUB_NEGATED)) {
      return r.make(Op.ADD, type, a, b.value(0));
    }
    if (a.isConstant()) {
      return subtractFromConstant(r, type, a.immediate(), b);
    }
    if (!hasNoSignedWrap(node)) {
      if (isWithConstant(a, Op.ADD) && isOnlyUse(a) && r.fires(Rule.SUB_CONSTANT_OUTWARD)) {
        return r.make(Op.ADD, type, r.make(Op.SUB, type, a.value(0), b), a.value(1));
      }
      if (isWithConstant(b, Op.ADD) && isOnlyUse(b) && r.fires(Rule.SUB_CONSTANT_OUTWARD)) {
        return r.withConstant(
            Op.ADD, type, r.make(Op.SUB, type, a, b.value(0)), -b.value(1).immediate());
      }
    }
    return PointerRules.difference(r, node);
  }

  /** Differences in which one operand occurs twice. */
  private static @Nullable Node cancel(Rewrite r, Node a, Node b, Type type) {
    if (a.op() == Op.ADD) {
      if (a.value(1) == b && r.fires(Rule.SUB_CANCELS)) {
        return a.value(0);
      }
      if (a.value(0) == b && r.fires(Rule.SUB_CANCELS)) {
        return a.value(1);
      }
    }
    if (b.op() == Op.ADD) {
      if (b.value(1) == a && r.fires(Rule.SUB_CANCELS)) {
        return r.make(Op.NEG, type, b.value(0));
      }
      if (b.value(0) == a && r.fires(Rule.SUB_CANCELS)) {
        return r.make(Op.NEG, type, b.value(1));
      }
    }
    if (a.op() == Op.SUB && a.value(0) == b && r.fires(Rule.SUB_CANCELS)) {
      return r.make(Op.NEG, type, a.value(1));
    }
    if (b.op() == Op.SUB && b.value(0) == a && r.fires(Rule.SUB_CANCELS)) {
      return b.value(1);
    }
    return null;
  }

  private static @Nullable Node subtractFromConstant(Rewrite r, Type type, long c, Node b) {
    if (c == -1 && r.fires(Rule.SUB_FROM_MINUS_ONE)) {
      return r.make(Op.NOT, type, b);
    }
    if (isWithConstant(b, Op.ADD) && r.fires(Rule.SUB_FROM_CONSTANT)) {
      return r.make(Op.SUB, type, r.constant(type, c - b.value(1).immediate()), b.value(0));
    }
    if (b.op() == Op.SUB && b.value(0).isConstant() && r.fires(Rule.SUB_FROM_CONSTANT)) {
      return r.withConstant(Op.ADD, type, b.value(1), c - b.value(0).immediate());
    }
    if (b.op() == Op.NOT && r.fires(Rule.SUB_FROM_CONSTANT)) {
      return r.withConstant(Op.ADD, type, b.value(0), c + 1);
    }
    return null;
  }

  static @Nullable Node negate(Rewrite r, Node node) {
    Node a = node.value(0);
    Type type = node.type();
    if (type == Type.I1) {
      return r.fires(Rule.BOOLEAN_ARITHMETIC) ? a : null;
    }
    return switch (a.op()) {
      case NEG -> r.fires(Rule.NEG_NEG) ? a.value(0) : null;
      case NOT -> r.fires(Rule.NEG_NOT) ? r.withConstant(Op.ADD, type, a.value(0), 1) : null;
      case SUB -> r.fires(Rule.NEG_SUB) ? r.make(Op.SUB, type, a.value(1), a.value(0)) : null;
      case ADD ->
          a.value(1).isConstant() && r.fires(Rule.NEG_ADD_CONSTANT)
              ? r.make(Op.SUB, type, r.constant(type, -a.value(1).immediate()), a.value(0))
              : null;
      case MUL ->
          a.value(1).isConstant() && isOnlyUse(a) && r.fires(Rule.NEG_MUL)
              ? r.withConstant(Op.MUL, type, a.value(0), -a.value(1).immediate())
              : null;
      default -> null;
    };
  }

  static @Nullable Node multiply(Rewrite r, Node node) {
    Node a = node.value(0);
    Node b = node.value(1);
    Type type = node.type();
    if (type == Type.I1) {
      return r.fires(Rule.BOOLEAN_ARITHMETIC) ? r.make(Op.AND, type, a, b) : null;
    }
    if (b.isConstant()) {
      return multiplyByConstant(r, node, a, b.immediate());
    }
    if (a.op() == Op.NEG && b.op() == Op.NEG && r.fires(Rule.MUL_NEGATED)) {
      return r.make(Op.MUL, type, a.value(0), b.value(0));
    }
    return null;
  }

  private static @Nullable Node multiplyByConstant(Rewrite r, Node node, Node a, long c) {
    Type type = node.type();
    if (c == 0 && r.fires(Rule.MUL_ZERO)) {
      return r.constant(type, 0);
    }
    if (c == 1 && r.fires(Rule.MUL_ONE)) {
      return a;
    }
    if (c == -1 && r.fires(Rule.MUL_MINUS_ONE)) {
      return r.make(Op.NEG, type, node.immediate(), a);
    }
    if (Long.bitCount(type.unsigned(c)) == 1 && r.fires(Rule.MUL_POWER_OF_TWO)) {
      long flags = c == minimum(type) ? 0 : node.immediate();
      long count = Long.numberOfTrailingZeros(c);
      return r.make(Op.SHL, type, flags, a, r.constant(type, count));
    }
    return switch (a.op()) {
      case MUL ->
          a.value(1).isConstant() && r.fires(Rule.MUL_CONSTANTS)
              ? r.withConstant(Op.MUL, type, a.value(0), a.value(1).immediate() * c)
              : null;
      case SHL ->
          a.value(1).isConstant() && r.fires(Rule.MUL_SHIFTED)
              ? r.withConstant(Op.MUL, type, a.value(0), c << Rewrite.count(type, a.value(1)))
              : null;
      case NEG -> r.fires(Rule.MUL_NEGATED) ? r.withConstant(Op.MUL, type, a.value(0), -c) : null;
      case ADD ->
          a.value(1).isConstant()
                  && (isOnlyUse(a) || (type == Type.I64 && isWord(a.value(1).immediate() * c)))
                  && r.fires(Rule.MUL_DISTRIBUTES)
              ? r.withConstant(
                  Op.ADD,
                  type,
                  r.withConstant(Op.MUL, type, a.value(0), c),
                  a.value(1).immediate() * c)
              : null;
      default -> null;
    };
  }

  /** Whether an instruction could hold the constant. */
  private static boolean isWord(long value) {
    return value == (int) value;
  }
}
