package dev.sargasso.passes.simplify;

import static dev.sargasso.passes.simplify.Rewrite.hasNoSignedWrap;
import static dev.sargasso.passes.simplify.Rewrite.isOnlyUse;
import static dev.sargasso.passes.simplify.Rewrite.stamp;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.interpret.Evaluation;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * Conversions between integer widths, and BITCAST.
 *
 * <p>Canonical: one extension or truncation instead of two; what is not negative is zero-extended;
 * a sum that does not wrap is extended before the constant is added, so that the constant reaches
 * the address; arithmetic on extended values whose upper bits are cut off again is done narrow.
 */
final class ConversionRules {
  private ConversionRules() {}

  static @Nullable Node signExtend(Rewrite r, Node node) {
    Node a = node.value(0);
    Type type = node.type();
    if (a.op() == Op.SIGN_EXTEND && r.fires(Rule.SIGN_EXTEND_TWICE)) {
      return r.make(Op.SIGN_EXTEND, type, a.value(0));
    }
    if (a.op() == Op.ZERO_EXTEND && r.fires(Rule.SIGN_EXTEND_ZERO_EXTENDED)) {
      return r.make(Op.ZERO_EXTEND, type, a.value(0));
    }
    if (a.op() == Op.TRUNCATE && a.value(0).type() == type && Rewrite.isKnown(a.value(0))) {
      IntegerStamp whole = stamp(a.value(0));
      Type narrow = a.type();
      if (narrow != Type.I1
          && whole.minimum() >= Rewrite.minimum(narrow)
          && whole.maximum() <= Rewrite.maximum(narrow)
          && r.fires(Rule.SIGN_EXTEND_UNDOES_TRUNCATE)) {
        return a.value(0);
      }
    }
    if (a.type() != Type.I1
        && Rewrite.isKnown(a)
        && stamp(a).isNonNegative()
        && r.fires(Rule.SIGN_EXTEND_NON_NEGATIVE)) {
      return r.make(Op.ZERO_EXTEND, type, a);
    }
    if (type == Type.I64 && hasNoSignedWrap(a) && a.inputCount() == 2) {
      return extendWithoutWrap(r, a);
    }
    return null;
  }

  /** Extends the operand of an I8 to I32 operation with a constant that does not wrap. */
  private static @Nullable Node extendWithoutWrap(Rewrite r, Node a) {
    Node b = a.value(1);
    if (!b.isConstant()) {
      return null;
    }
    return switch (a.op()) {
      case ADD ->
          r.fires(Rule.SIGN_EXTEND_SUM)
              ? r.withConstant(
                  Op.ADD, Type.I64, r.make(Op.SIGN_EXTEND, Type.I64, a.value(0)), b.immediate())
              : null;
      case MUL ->
          r.fires(Rule.SIGN_EXTEND_PRODUCT)
              ? r.withConstant(
                  Op.MUL, Type.I64, r.make(Op.SIGN_EXTEND, Type.I64, a.value(0)), b.immediate())
              : null;
      case SHL ->
          r.fires(Rule.SIGN_EXTEND_SHIFTED)
              ? r.withConstant(
                  Op.SHL,
                  Type.I64,
                  r.make(Op.SIGN_EXTEND, Type.I64, a.value(0)),
                  Rewrite.count(a.type(), b))
              : null;
      default -> null;
    };
  }

  static @Nullable Node zeroExtend(Rewrite r, Node node) {
    Node a = node.value(0);
    Type type = node.type();
    if (a.op() == Op.ZERO_EXTEND && r.fires(Rule.ZERO_EXTEND_TWICE)) {
      return r.make(Op.ZERO_EXTEND, type, a.value(0));
    }
    if (a.op() == Op.TRUNCATE && a.value(0).type() == type) {
      Node whole = a.value(0);
      long mask = a.type().unsigned(-1L);
      if (Rewrite.isKnown(whole)
          && Long.compareUnsigned(stamp(whole).unsignedMaximum(), mask) <= 0
          && r.fires(Rule.ZERO_EXTEND_UNDOES_TRUNCATE)) {
        return whole;
      }
      if (a.type() != Type.I32 && r.fires(Rule.ZERO_EXTEND_IS_MASK)) {
        return r.withConstant(Op.AND, type, whole, mask);
      }
    }
    return null;
  }

  static @Nullable Node truncate(Rewrite r, Node node) {
    Node a = node.value(0);
    Type type = node.type();
    switch (a.op()) {
      case TRUNCATE -> {
        if (r.fires(Rule.TRUNCATE_TWICE)) {
          return r.make(Op.TRUNCATE, type, a.value(0));
        }
      }
      case SIGN_EXTEND, ZERO_EXTEND -> {
        if (r.fires(Rule.TRUNCATE_EXTENDED)) {
          Type source = a.value(0).type();
          return source == type
              ? a.value(0)
              : r.make(source.bits() < type.bits() ? a.op() : Op.TRUNCATE, type, a.value(0));
        }
      }
      case AND -> {
        if (a.value(1).isConstant()
            && (~a.value(1).immediate() & type.unsigned(-1L)) == 0
            && r.fires(Rule.TRUNCATE_MASKED)) {
          return r.make(Op.TRUNCATE, type, a.value(0));
        }
        return truncateOperands(r, type, a);
      }
      case ADD, SUB, MUL, OR, XOR -> {
        return truncateOperands(r, type, a);
      }
      default -> {}
    }
    return null;
  }

  /** Does narrow what was done wide, if that takes more conversions away than it adds. */
  private static @Nullable Node truncateOperands(Rewrite r, Type type, Node a) {
    if (type == Type.I1 || !isOnlyUse(a)) {
      return null;
    }
    Node x = a.value(0);
    Node y = a.value(1);
    boolean xExtended = isExtensionOf(x, type);
    boolean yExtended = isExtensionOf(y, type);
    boolean pays =
        (xExtended && (yExtended || y.isConstant() || isOnlyUse(x)))
            || (yExtended && (x.isConstant() || isOnlyUse(y)));
    if (pays && r.fires(Rule.TRUNCATE_NARROWS)) {
      return r.make(a.op(), type, r.make(Op.TRUNCATE, type, x), r.make(Op.TRUNCATE, type, y));
    }
    return null;
  }

  private static boolean isExtensionOf(Node node, Type type) {
    return (node.op() == Op.SIGN_EXTEND || node.op() == Op.ZERO_EXTEND)
        && node.value(0).type() == type;
  }

  static @Nullable Node bitcast(Rewrite r, Node node) {
    Node a = node.value(0);
    Type type = node.type();
    if (a.type() == type && r.fires(Rule.BITCAST_SAME)) {
      return a;
    }
    if (a.op() == Op.BITCAST && r.fires(Rule.BITCAST_TWICE)) {
      return a.value(0).type() == type ? a.value(0) : r.make(Op.BITCAST, type, a.value(0));
    }
    return null;
  }

  // ------------------------------------------------- to and from floating point

  static @Nullable Node toFloat(Rewrite r, Node node) {
    Node a = node.value(0);
    Type type = node.type();
    boolean signed = node.op() == Op.INT_TO_FLOAT;
    if (!signed
        && Rewrite.isKnown(a)
        && stamp(a).isNonNegative()
        && r.fires(Rule.UINT_TO_FLOAT_NON_NEGATIVE)) {
      return r.make(Op.INT_TO_FLOAT, type, a);
    }
    if (signed
        && a.op() == Op.SIGN_EXTEND
        && a.value(0).type() == Type.I32
        && r.fires(Rule.INT_TO_FLOAT_EXTENDED)) {
      return r.make(Op.INT_TO_FLOAT, type, a.value(0));
    }
    return null;
  }

  static @Nullable Node toInteger(Rewrite r, Node node) {
    Node a = node.value(0);
    if (node.op() == Op.FLOAT_TO_INT
        && node.type() == Type.I32
        && a.op() == Op.INT_TO_FLOAT
        && a.type() == Type.F64
        && a.value(0).type() == Type.I32
        && r.fires(Rule.FLOAT_TO_INT_OF_INT)) {
      return a.value(0);
    }
    return null;
  }

  static @Nullable Node extendFloat(Rewrite r, Node node) {
    Node a = node.value(0);
    if (a.op() == Op.INT_TO_FLOAT && isExactInFloat(a.value(0)) && r.fires(Rule.EXTEND_OF_INT)) {
      return r.make(Op.INT_TO_FLOAT, Type.F64, a.value(0));
    }
    return null;
  }

  /** Whether every value that {@code integer} may have is an F32 without rounding. */
  private static boolean isExactInFloat(Node integer) {
    return Rewrite.isKnown(integer)
        && stamp(integer).minimum() >= -(1 << 24)
        && stamp(integer).maximum() <= 1 << 24;
  }

  /**
   * Sums, products, quotients and roots of extended F32 values that are rounded to F32 again. An
   * F64 has more than twice the digits of an F32, plus two, so that rounding twice is rounding once
   * (Figueroa, "When is double rounding innocuous?", 1995).
   */
  static @Nullable Node roundFloat(Rewrite r, Node node) {
    Node a = node.value(0);
    switch (a.op()) {
      case FLOAT_EXTEND -> {
        return r.fires(Rule.ROUND_OF_EXTENDED) ? a.value(0) : null;
      }
      case FADD, FSUB, FMUL, FDIV -> {
        Node x = narrowFloat(r, a.value(0));
        Node y = narrowFloat(r, a.value(1));
        if (x != null
            && y != null
            && !(x.isConstant() && y.isConstant())
            && r.fires(Rule.ROUND_NARROWS)) {
          return r.make(a.op(), Type.F32, x, y);
        }
      }
      case FSQRT -> {
        if (a.value(0).op() == Op.FLOAT_EXTEND && r.fires(Rule.ROUND_NARROWS)) {
          return r.make(Op.FSQRT, Type.F32, a.value(0).value(0));
        }
      }
      case FNEG, FABS -> {
        if (a.value(0).op() == Op.FLOAT_EXTEND && r.fires(Rule.ROUND_NARROWS)) {
          return r.make(a.op(), Type.F32, a.value(0).value(0));
        }
      }
      case INT_TO_FLOAT -> {
        // From 32 bits, which an F64 holds exactly, there is but one rounding either way.
        if (a.value(0).type() == Type.I32 && r.fires(Rule.ROUND_OF_INT)) {
          return r.make(Op.INT_TO_FLOAT, Type.F32, a.value(0));
        }
      }
      default -> {}
    }
    return null;
  }

  /** The F32 of which {@code wide} is the extension, or null. */
  static @Nullable Node narrowFloat(Rewrite r, Node wide) {
    if (wide.op() == Op.FLOAT_EXTEND) {
      return wide.value(0);
    }
    if (wide.isConstant() && !Double.isNaN(Double.longBitsToDouble(wide.immediate()))) {
      long narrow = Evaluation.evaluate(Op.FLOAT_ROUND, Type.F32, Type.F64, wide.immediate(), 0, 0);
      long back = Evaluation.evaluate(Op.FLOAT_EXTEND, Type.F64, Type.F32, narrow, 0, 0);
      if (back == wide.immediate()) {
        return r.constant(Type.F32, narrow);
      }
    }
    return null;
  }
}
