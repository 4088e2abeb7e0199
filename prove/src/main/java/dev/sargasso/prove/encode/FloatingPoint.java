package dev.sargasso.prove.encode;

import com.microsoft.z3.BitVecSort;
import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Context;
import com.microsoft.z3.Expr;
import com.microsoft.z3.FPExpr;
import com.microsoft.z3.FPSort;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;

/**
 * Floating-point operations on the bits of numbers, either exact in Z3's theory or as functions of
 * which only so much is known: that sums and products do not depend on the order of operands, and
 * what negation, absolute values and inequality are.
 */
final class FloatingPoint {
  private static final long F64_QUIET = 0x0008_0000_0000_0000L;
  private static final long F64_INVALID = 0xFFF8_0000_0000_0000L;
  private static final long F32_QUIET = 0x0040_0000L;
  private static final long F32_INVALID = 0xFFC0_0000L;

  private final Terms terms;
  private final Context z3;
  private final boolean exact;

  FloatingPoint(Terms terms, boolean exact) {
    this.terms = terms;
    z3 = terms.context();
    this.exact = exact;
  }

  Expr<BitVecSort> evaluate(
      Op op, Type type, Type operandType, Expr<BitVecSort> a, Expr<BitVecSort> b) {
    return switch (op) {
      case FNEG -> z3.mkBVXOR(a, terms.bits(signBit(type), type.bits()));
      case FABS -> z3.mkBVAND(a, terms.bits(~signBit(type), type.bits()));
      case FNE -> z3.mkBVNot(evaluate(Op.FEQ, type, operandType, a, b));
      default ->
          exact ? exactly(op, type, operandType, a, b) : abstractly(op, type, operandType, a, b);
    };
  }

  private static long signBit(Type type) {
    return 1L << (type.bits() - 1);
  }

  private Expr<BitVecSort> abstractly(
      Op op, Type type, Type operandType, Expr<BitVecSort> a, Expr<BitVecSort> b) {
    String name = op.text() + "-" + operandType.text() + "-" + type.text();
    return switch (op) {
      case FADD, FMUL, FEQ ->
          a.getId() <= b.getId()
              ? terms.apply(name, type.bits(), a, b)
              : terms.apply(name, type.bits(), b, a);
      case FSUB, FDIV, FLT, FLE -> terms.apply(name, type.bits(), a, b);
      default -> terms.apply(name, type.bits(), a);
    };
  }

  private Expr<BitVecSort> exactly(
      Op op, Type type, Type operandType, Expr<BitVecSort> a, Expr<BitVecSort> b) {
    return switch (op) {
      case FADD, FSUB, FMUL, FDIV -> binary(op, type, a, b);
      case FSQRT -> propagated(type, a, a, z3.mkFPSqrt(z3.mkFPRNE(), fp(type, a)));
      case FEQ -> terms.bit(z3.mkFPEq(fp(operandType, a), fp(operandType, b)));
      case FLT -> terms.bit(z3.mkFPLt(fp(operandType, a), fp(operandType, b)));
      case FLE -> terms.bit(z3.mkFPLEq(fp(operandType, a), fp(operandType, b)));
      case FLOAT_EXTEND ->
          terms.choose(
              isNan(Type.F32, a),
              z3.mkConcat(
                  z3.mkConcat(terms.extract(a, 31, 1), terms.bits(0xFFF, 12)),
                  z3.mkConcat(terms.extract(a, 0, 22), terms.bits(0, 29))),
              z3.mkFPToIEEEBV(z3.mkFPToFP(z3.mkFPRNE(), fp(Type.F32, a), sort(Type.F64))));
      case FLOAT_ROUND ->
          terms.choose(
              isNan(Type.F64, a),
              z3.mkConcat(
                  z3.mkConcat(terms.extract(a, 63, 1), terms.bits(0x1FF, 9)),
                  terms.extract(a, 29, 22)),
              z3.mkFPToIEEEBV(z3.mkFPToFP(z3.mkFPRNE(), fp(Type.F64, a), sort(Type.F32))));
      case INT_TO_FLOAT -> z3.mkFPToIEEEBV(z3.mkFPToFP(z3.mkFPRNE(), a, sort(type), true));
      case UINT_TO_FLOAT -> z3.mkFPToIEEEBV(z3.mkFPToFP(z3.mkFPRNE(), a, sort(type), false));
      case FLOAT_TO_INT -> toInteger(type, operandType, a, true);
      case FLOAT_TO_UINT -> toInteger(type, operandType, a, false);
      default -> throw new IllegalArgumentException(op.text() + " is not a pure operation");
    };
  }

  private Expr<BitVecSort> binary(Op op, Type type, Expr<BitVecSort> a, Expr<BitVecSort> b) {
    Expr<FPSort> x = fp(type, a);
    Expr<FPSort> y = fp(type, b);
    Expr<FPSort> result =
        switch (op) {
          case FADD -> z3.mkFPAdd(z3.mkFPRNE(), x, y);
          case FSUB -> z3.mkFPSub(z3.mkFPRNE(), x, y);
          case FMUL -> z3.mkFPMul(z3.mkFPRNE(), x, y);
          default -> z3.mkFPDiv(z3.mkFPRNE(), x, y);
        };
    return propagated(type, a, b, result);
  }

  /**
   * The first operand that is a NaN, made quiet; else the result, or the NaN of what is invalid.
   */
  private Expr<BitVecSort> propagated(
      Type type, Expr<BitVecSort> a, Expr<BitVecSort> b, Expr<FPSort> result) {
    int width = type.bits();
    Expr<BitVecSort> quiet = terms.bits(type == Type.F64 ? F64_QUIET : F32_QUIET, width);
    Expr<BitVecSort> invalid = terms.bits(type == Type.F64 ? F64_INVALID : F32_INVALID, width);
    return terms.choose(
        isNan(type, a),
        z3.mkBVOR(a, quiet),
        terms.choose(
            isNan(type, b),
            z3.mkBVOR(b, quiet),
            terms.choose(z3.mkFPIsNaN(result), invalid, z3.mkFPToIEEEBV(result))));
  }

  private Expr<BitVecSort> toInteger(
      Type type, Type operandType, Expr<BitVecSort> a, boolean signed) {
    // In F64 every F32 and the limits themselves are exact.
    Expr<FPSort> x =
        operandType == Type.F64
            ? fp(Type.F64, a)
            : z3.mkFPToFP(z3.mkFPRNE(), fp(Type.F32, a), sort(Type.F64));
    double limit = Math.scalb(1.0, signed ? type.bits() - 1 : type.bits());
    double low = signed ? (type == Type.I32 ? -limit - 1 : Math.nextDown(-limit)) : -1;
    BoolExpr fits =
        terms.and(
            z3.mkFPLt(x, z3.mkFP(limit, sort(Type.F64))),
            z3.mkFPGt(x, z3.mkFP(low, sort(Type.F64))));
    return terms.choose(
        fits,
        z3.mkFPToBV(z3.mkFPRTZ(), x, type.bits(), signed),
        terms.constant(type, -1L << (type.bits() - 1)));
  }

  BoolExpr isNan(Type type, Expr<BitVecSort> bits) {
    int fraction = type == Type.F64 ? 52 : 23;
    return terms.and(
        terms.equal(
            terms.extract(bits, fraction, type.bits() - 1 - fraction),
            terms.bits(-1, type.bits() - 1 - fraction)),
        terms.not(terms.equal(terms.extract(bits, 0, fraction), terms.bits(0, fraction))));
  }

  private FPExpr fp(Type type, Expr<BitVecSort> bits) {
    return z3.mkFPToFP(bits, sort(type));
  }

  private FPSort sort(Type type) {
    return type == Type.F64 ? z3.mkFPSort64() : z3.mkFPSort32();
  }
}
