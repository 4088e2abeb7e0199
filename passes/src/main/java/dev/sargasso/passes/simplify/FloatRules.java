package dev.sargasso.passes.simplify;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.FloatStamp;
import dev.sargasso.ir.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * Floating point. Only what is exact for every number, infinity and zero of either sign, and gives
 * a NaN where there was one; which NaN is not kept.
 */
final class FloatRules {
  private FloatRules() {}

  static @Nullable Node add(Rewrite r, Node node) {
    Node a = node.value(0);
    Node b = node.value(1);
    Type type = node.type();
    // Adding +0 turns -0 into +0; adding -0 changes nothing.
    if (isNegativeZero(b) && r.fires(Rule.FADD_NEGATIVE_ZERO)) {
      return a;
    }
    if (b.op() == Op.FNEG && r.fires(Rule.FADD_NEGATED)) {
      return r.make(Op.FSUB, type, a, b.value(0));
    }
    if (a.op() == Op.FNEG && r.fires(Rule.FADD_NEGATED)) {
      return r.make(Op.FSUB, type, b, a.value(0));
    }
    return null;
  }

  static @Nullable Node subtract(Rewrite r, Node node) {
    Node a = node.value(0);
    Node b = node.value(1);
    Type type = node.type();
    if (isPositiveZero(b) && r.fires(Rule.FSUB_ZERO)) {
      return a;
    }
    if (isNegativeZero(a) && r.fires(Rule.FSUB_FROM_NEGATIVE_ZERO)) {
      return r.make(Op.FNEG, type, b);
    }
    if (b.op() == Op.FNEG && r.fires(Rule.FSUB_NEGATED)) {
      return r.make(Op.FADD, type, a, b.value(0));
    }
    return null;
  }

  static @Nullable Node multiply(Rewrite r, Node node) {
    Node a = node.value(0);
    Node b = node.value(1);
    Type type = node.type();
    if (is(b, 1.0) && r.fires(Rule.FMUL_ONE)) {
      return a;
    }
    if (is(b, -1.0) && r.fires(Rule.FMUL_MINUS_ONE)) {
      return r.make(Op.FNEG, type, a);
    }
    // Exact, overflow included, and needs no constant in memory.
    if (is(b, 2.0) && r.fires(Rule.FMUL_TWO)) {
      return r.make(Op.FADD, type, a, a);
    }
    if (a.op() == Op.FNEG && b.op() == Op.FNEG && r.fires(Rule.FMUL_NEGATED)) {
      return r.make(Op.FMUL, type, a.value(0), b.value(0));
    }
    return null;
  }

  static @Nullable Node divide(Rewrite r, Node node) {
    Node a = node.value(0);
    Node b = node.value(1);
    Type type = node.type();
    if (is(b, 1.0) && r.fires(Rule.FDIV_ONE)) {
      return a;
    }
    if (b.isConstant()) {
      // A power of two has an exact reciprocal, unless that is subnormal.
      double value = value(b);
      double reciprocal = 1 / value;
      double least = type == Type.F64 ? Double.MIN_NORMAL : Float.MIN_NORMAL;
      if (isPowerOfTwo(value)
          && Math.abs(value) >= least
          && Math.abs(reciprocal) >= least
          && r.fires(Rule.FDIV_POWER_OF_TWO)) {
        return r.make(Op.FMUL, type, a, constant(r, type, reciprocal));
      }
    }
    if (a.op() == Op.FNEG && b.op() == Op.FNEG && r.fires(Rule.FDIV_NEGATED)) {
      return r.make(Op.FDIV, type, a.value(0), b.value(0));
    }
    return null;
  }

  private static boolean isPowerOfTwo(double value) {
    return (Double.doubleToRawLongBits(value) & 0x000F_FFFF_FFFF_FFFFL) == 0
        && Double.isFinite(value)
        && value != 0;
  }

  static @Nullable Node negate(Rewrite r, Node node) {
    Node a = node.value(0);
    return switch (a.op()) {
      case FNEG -> r.fires(Rule.FNEG_FNEG) ? a.value(0) : null;
      default -> null;
    };
  }

  static @Nullable Node absolute(Rewrite r, Node node) {
    Node a = node.value(0);
    return switch (a.op()) {
      case FABS -> r.fires(Rule.FABS_FABS) ? a : null;
      case FNEG -> r.fires(Rule.FABS_FNEG) ? r.make(Op.FABS, node.type(), a.value(0)) : null;
      default -> null;
    };
  }

  /** FEQ, FNE, FLT and FLE. */
  static @Nullable Node compare(Rewrite r, Node node) {
    Node a = node.value(0);
    Node b = node.value(1);
    Op op = node.op();
    if (a == b) {
      boolean reflexive = op == Op.FEQ || op == Op.FLE;
      boolean number = a.stamp() instanceof FloatStamp known && !known.mayBeNan();
      if ((number || op == Op.FLT) && r.fires(Rule.FCOMPARE_SELF)) {
        return r.truth(reflexive);
      }
    }
    if (a.op() == Op.FNEG && b.op() == Op.FNEG && r.fires(Rule.FCOMPARE_NEGATED)) {
      return r.compare(op, b.value(0), a.value(0));
    }
    if (a.op() == Op.FLOAT_EXTEND || b.op() == Op.FLOAT_EXTEND) {
      Node x = ConversionRules.narrowFloat(r, a);
      Node y = ConversionRules.narrowFloat(r, b);
      if (x != null && y != null && r.fires(Rule.FCOMPARE_EXTENDED)) {
        return r.compare(op, x, y);
      }
    }
    return null;
  }

  // --------------------------------------------------------------- constants

  private static double value(Node constant) {
    return constant.type() == Type.F64
        ? Double.longBitsToDouble(constant.immediate())
        : Float.intBitsToFloat((int) constant.immediate());
  }

  private static Node constant(Rewrite r, Type type, double value) {
    return type == Type.F64
        ? r.constant(type, Double.doubleToRawLongBits(value))
        : r.constant(type, Float.floatToRawIntBits((float) value));
  }

  private static boolean is(Node node, double value) {
    return node.isConstant() && Double.compare(value(node), value) == 0;
  }

  private static boolean isNegativeZero(Node node) {
    return is(node, -0.0);
  }

  private static boolean isPositiveZero(Node node) {
    return is(node, 0.0);
  }
}
