package dev.sargasso.prove.encode;

import com.microsoft.z3.BitVecSort;
import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Context;
import com.microsoft.z3.Expr;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;

/**
 * What each pure operation computes, as terms over bit vectors: {@code ir.interpret.Evaluation}
 * once more. Floating-point numbers are their bits; what computes on them is in {@link
 * FloatingPoint}.
 */
public final class Arithmetic {
  private final Terms terms;
  private final Context z3;
  private final FloatingPoint floats;

  /**
   * Arithmetic on terms.
   *
   * @param exactFloats whether floating-point operations are what IEEE 754 says; if not, they are
   *     functions of which nothing else is known, which is much cheaper and still sound
   */
  public Arithmetic(Terms terms, boolean exactFloats) {
    this.terms = terms;
    z3 = terms.context();
    floats = new FloatingPoint(terms, exactFloats);
  }

  /** Whether the operation stops the program on these operands. */
  public BoolExpr traps(Op op, Type type, Expr<BitVecSort> a, Expr<BitVecSort> b) {
    return switch (op) {
      case UDIV, UREM -> terms.equal(b, terms.constant(type, 0));
      case DIV, REM -> {
        BoolExpr zero = terms.equal(b, terms.constant(type, 0));
        yield type == Type.I1
            ? zero
            : terms.or(
                zero,
                terms.and(
                    terms.equal(b, terms.constant(type, -1)),
                    terms.equal(a, terms.constant(type, -1L << (type.bits() - 1)))));
      }
      default -> terms.no();
    };
  }

  /** Whether the promise that the signed result does not wrap is broken. */
  public BoolExpr wraps(Op op, Type type, Expr<BitVecSort> a, Expr<BitVecSort> b) {
    if (type == Type.I1) {
      return terms.no();
    }
    return switch (op) {
      case ADD ->
          terms.not(terms.and(z3.mkBVAddNoOverflow(a, b, true), z3.mkBVAddNoUnderflow(a, b)));
      case SUB ->
          terms.not(terms.and(z3.mkBVSubNoOverflow(a, b), z3.mkBVSubNoUnderflow(a, b, true)));
      case MUL ->
          terms.not(terms.and(z3.mkBVMulNoOverflow(a, b, true), z3.mkBVMulNoUnderflow(a, b)));
      case NEG -> terms.equal(a, terms.constant(type, -1L << (type.bits() - 1)));
      case SHL -> {
        Expr<BitVecSort> count = count(type, b);
        yield terms.not(terms.equal(z3.mkBVASHR(z3.mkBVSHL(a, count), count), a));
      }
      default -> terms.no();
    };
  }

  /**
   * The value of a pure operation; unspecified if it traps.
   *
   * @param type of the result
   * @param operandType of the first value input that is not a SELECT's condition
   * @param a first value input
   * @param b second value input; for unary operations anything
   * @param c third value input; for all but SELECT anything
   */
  public Expr<BitVecSort> evaluate(
      Op op,
      Type type,
      Type operandType,
      Expr<BitVecSort> a,
      Expr<BitVecSort> b,
      Expr<BitVecSort> c) {
    int width = type.bits();
    return switch (op) {
      case ADD, OFFSET -> z3.mkBVAdd(a, b);
      case SUB -> z3.mkBVSub(a, b);
      case MUL -> z3.mkBVMul(a, b);
      case MUL_HIGH ->
          terms.extract(
              z3.mkBVMul(terms.signExtend(a, 2 * width), terms.signExtend(b, 2 * width)),
              width,
              width);
      case UMUL_HIGH ->
          terms.extract(
              z3.mkBVMul(terms.zeroExtend(a, 2 * width), terms.zeroExtend(b, 2 * width)),
              width,
              width);
      case DIV -> type == Type.I1 ? z3.mkBVUDiv(a, b) : z3.mkBVSDiv(a, b);
      case UDIV -> z3.mkBVUDiv(a, b);
      case REM -> type == Type.I1 ? z3.mkBVURem(a, b) : z3.mkBVSRem(a, b);
      case UREM -> z3.mkBVURem(a, b);
      case AND -> z3.mkBVAND(a, b);
      case OR -> z3.mkBVOR(a, b);
      case XOR -> z3.mkBVXOR(a, b);
      case SHL -> z3.mkBVSHL(a, count(type, b));
      case SHR -> z3.mkBVLSHR(a, count(type, b));
      case SAR -> type == Type.I1 ? a : z3.mkBVASHR(a, count(type, b));
      case ROL -> z3.mkBVRotateLeft(a, count(type, b));
      case NEG -> z3.mkBVNeg(a);
      case NOT -> z3.mkBVNot(a);
      case POPCNT -> ones(type, a);
      case LZCNT -> zeros(type, a, true);
      case TZCNT -> zeros(type, a, false);
      case BSWAP -> swapped(width, a);
      case EQ -> terms.bit(terms.equal(a, b));
      case NE -> terms.bit(terms.not(terms.equal(a, b)));
      case LT -> terms.bit(operandType == Type.I1 ? z3.mkBVULT(a, b) : z3.mkBVSLT(a, b));
      case LE -> terms.bit(operandType == Type.I1 ? z3.mkBVULE(a, b) : z3.mkBVSLE(a, b));
      case ULT -> terms.bit(z3.mkBVULT(a, b));
      case ULE -> terms.bit(z3.mkBVULE(a, b));
      case SELECT -> terms.choose(terms.isSet(a), b, c);
      case SIGN_EXTEND -> terms.signExtend(a, width);
      case ZERO_EXTEND -> terms.zeroExtend(a, width);
      case TRUNCATE -> terms.extract(a, 0, width);
      case BITCAST -> a;
      default -> floats.evaluate(op, type, operandType, a, b);
    };
  }

  /** A shift count modulo the width. */
  private Expr<BitVecSort> count(Type type, Expr<BitVecSort> b) {
    return type == Type.I1
        ? terms.bits(0, 1)
        : z3.mkBVAND(b, terms.constant(type, type.bits() - 1));
  }

  private Expr<BitVecSort> ones(Type type, Expr<BitVecSort> a) {
    Expr<BitVecSort> sum = terms.constant(type, 0);
    for (int i = 0; i < type.bits(); i++) {
      sum = z3.mkBVAdd(sum, terms.zeroExtend(terms.extract(a, i, 1), type.bits()));
    }
    return sum;
  }

  /** The number of zeros before the first 1 from the top or from the bottom. */
  private Expr<BitVecSort> zeros(Type type, Expr<BitVecSort> a, boolean fromTop) {
    int width = type.bits();
    Expr<BitVecSort> found = terms.constant(type, width);
    for (int i = width - 1; i >= 0; i--) {
      int at = fromTop ? width - 1 - i : i;
      found = terms.choose(terms.isSet(terms.extract(a, at, 1)), terms.constant(type, i), found);
    }
    return found;
  }

  private Expr<BitVecSort> swapped(int width, Expr<BitVecSort> a) {
    Expr<BitVecSort> result = terms.extract(a, 0, 8);
    for (int at = 8; at < width; at += 8) {
      result = z3.mkConcat(result, terms.extract(a, at, 8));
    }
    return result;
  }
}
