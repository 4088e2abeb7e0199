package dev.sargasso.passes.simplify;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.interpret.Evaluation;
import dev.sargasso.ir.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * SELECT. Those that pick the smaller or larger of two values keep that shape, which the back end
 * knows.
 */
final class SelectRules {
  /** How deep expressions are looked into for what they are where a condition fails. */
  private static final int MAX_DEPTH = 4;

  /** Stands for a value that is not known; one that happens to be this is taken for unknown too. */
  private static final long UNKNOWN = Long.MIN_VALUE;

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
    if ((condition.op() == Op.NE || condition.op() == Op.EQ) && condition.value(1).isConstant(0)) {
      boolean unequal = condition.op() == Op.NE;
      Node x = condition.value(0);
      Node chosen = unequal ? a : b;
      if (isValueAtZero(chosen, x, unequal ? b : a) && r.fires(Rule.SELECT_OF_ZERO)) {
        return chosen;
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

  /** Whether {@code f} is {@code value} where {@code x} is 0. */
  private static boolean isValueAtZero(Node f, Node x, Node value) {
    if (!x.type().isInteger() || x.type() == Type.I1 || !f.type().isInteger()) {
      return false;
    }
    if (value.isConstant()) {
      long known = atZero(f, x, MAX_DEPTH);
      return known != UNKNOWN && known == value.immediate();
    }
    return switch (f.op()) {
      case SHL, SHR, SAR, ROL -> f.value(0) == value && isCountAtZero(f.type(), f.value(1), x);
      case SUB -> f.value(0) == value && atZero(f.value(1), x, MAX_DEPTH) == 0;
      case ADD, OR, XOR ->
          (f.value(0) == value && atZero(f.value(1), x, MAX_DEPTH) == 0)
              || (f.value(1) == value && atZero(f.value(0), x, MAX_DEPTH) == 0);
      default -> false;
    };
  }

  /** Whether a shift by {@code count} is one by 0 where {@code x} is 0. */
  private static boolean isCountAtZero(Type type, Node count, Node x) {
    Node source = ShiftRules.countSource(type, count);
    return source == x || source == ShiftRules.countSource(type, x);
  }

  /**
   * The value of {@code f} where {@code x} is 0, if {@code f} is made of {@code x} and constants
   * only and promises nothing; else {@link #UNKNOWN}.
   */
  private static long atZero(Node f, Node x, int depth) {
    if (f == x) {
      return 0;
    }
    if (f.isConstant()) {
      return f.immediate();
    }
    Op op = f.op();
    int operands = f.valueCount();
    if (depth == 0
        || f.immediate() != 0
        || op.hasControl()
        || !f.type().isInteger()
        || operands > 2
        || !Evaluation.isEvaluable(op)
        || !f.value(0).type().isInteger()) {
      return UNKNOWN;
    }
    long a = atZero(f.value(0), x, depth - 1);
    long b = operands < 2 ? 0 : atZero(f.value(1), x, depth - 1);
    if ((op == Op.AND || op == Op.MUL) && (a == 0 || b == 0)) {
      return 0;
    }
    return a == UNKNOWN || b == UNKNOWN
        ? UNKNOWN
        : Evaluation.evaluate(op, f.type(), f.value(0).type(), a, b, 0);
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
