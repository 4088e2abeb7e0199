package dev.sargasso.ir.interpret;

import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;

/**
 * The exact value of every pure operation: the one place that says so in code. Interpreters run on
 * it and constant folding uses it, so that the two cannot differ.
 *
 * <p>Values are canonical {@code long}s (see {@link Type}): integers sign-extended, I1 as 0 or 1,
 * floating point as raw bits. Broken promises (no signed wrap, in bounds) are not looked for:
 * results wrap. A floating-point operation on a NaN gives the first operand that is one, made
 * quiet; an invalid operation on numbers gives the quiet NaN whose sign bit is set, as x86-64 does.
 */
public final class Evaluation {
  private static final long F64_QUIET = 0x0008_0000_0000_0000L;
  private static final long F64_INVALID = 0xFFF8_0000_0000_0000L;
  private static final long F32_QUIET = 0x0040_0000L;
  private static final long F32_INVALID = 0xFFC0_0000L;
  private static final double TWO_TO_63 = 0x1p63;
  private static final double TWO_TO_64 = 0x1p64;

  private Evaluation() {}

  /**
   * Whether {@link #evaluate} knows the operation: it has no control or memory effect, and its
   * value depends on its value inputs alone. True of the divisions, which may trap.
   */
  public static boolean isEvaluable(Op op) {
    return switch (op) {
      case ADD, SUB, MUL, MUL_HIGH, UMUL_HIGH, DIV, UDIV, REM, UREM -> true;
      case AND, OR, XOR, SHL, SHR, SAR, ROL, NEG, NOT, POPCNT, LZCNT, TZCNT, BSWAP, OFFSET -> true;
      case EQ, NE, LT, LE, ULT, ULE, SELECT -> true;
      case SIGN_EXTEND, ZERO_EXTEND, TRUNCATE, BITCAST -> true;
      case INT_TO_FLOAT, UINT_TO_FLOAT, FLOAT_TO_INT, FLOAT_TO_UINT -> true;
      case FLOAT_EXTEND, FLOAT_ROUND, FADD, FSUB, FMUL, FDIV, FNEG, FABS, FSQRT -> true;
      case FEQ, FNE, FLT, FLE -> true;
      default -> false;
    };
  }

  /**
   * Whether the operation traps on these operands: only a division by 0, or of the minimum by -1.
   *
   * @param type of the operands, which is that of the result
   */
  public static boolean traps(Op op, Type type, long a, long b) {
    return switch (op) {
      case UDIV, UREM -> b == 0;
      case DIV, REM -> b == 0 || (b == -1 && type != Type.I1 && a == minimum(type));
      default -> false;
    };
  }

  /** The smallest signed value of an integer type. */
  private static long minimum(Type type) {
    return -1L << (type.bits() - 1);
  }

  /**
   * The value of a pure operation.
   *
   * @param type of the result
   * @param operandType of the first value input that is not a SELECT's condition; differs from
   *     {@code type} in conversions and comparisons
   * @param a first value input
   * @param b second value input; ignored by unary operations
   * @param c third value input; only SELECT has one
   * @throws ArithmeticException if the operation {@link #traps}
   * @throws IllegalArgumentException if the operation is not {@link #isEvaluable}
   */
  public static long evaluate(Op op, Type type, Type operandType, long a, long b, long c) {
    return switch (op) {
      case ADD -> type.canonical(a + b);
      case SUB -> type.canonical(a - b);
      case MUL -> type.canonical(a * b);
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case SHL -> type.canonical(a << count(type, b));
      case SHR -> type.canonical(type.unsigned(a) >>> count(type, b));
      case SAR -> a >> count(type, b);
      case ROL -> rotate(type, a, b);
      case NEG -> type.canonical(-a);
      case NOT -> type.canonical(~a);
      case OFFSET -> a + b;
      case EQ -> a == b ? 1 : 0;
      case NE -> a != b ? 1 : 0;
      case LT -> a < b ? 1 : 0;
      case LE -> a <= b ? 1 : 0;
      case ULT -> a + Long.MIN_VALUE < b + Long.MIN_VALUE ? 1 : 0;
      case ULE -> a + Long.MIN_VALUE <= b + Long.MIN_VALUE ? 1 : 0;
      case SELECT -> a != 0 ? b : c;
      case TRUNCATE -> type.canonical(a);
      case SIGN_EXTEND -> operandType == Type.I1 ? type.canonical(-a) : a;
      case ZERO_EXTEND -> type.canonical(operandType.unsigned(a));
      case BITCAST -> type.canonical(a);
      case FADD, FSUB, FMUL, FDIV ->
          type == Type.F64 ? doubleBinary(op, a, b) : floatBinary(op, a, b);
      case FEQ, FNE, FLT, FLE -> compareFloats(op, operandType, a, b) ? 1 : 0;
      default -> evaluateRare(op, type, operandType, a, b);
    };
  }

  private static long evaluateRare(Op op, Type type, Type operandType, long a, long b) {
    return switch (op) {
      case MUL_HIGH ->
          type == Type.I64 ? Math.multiplyHigh(a, b) : type.canonical((a * b) >> type.bits());
      case UMUL_HIGH ->
          type == Type.I64
              ? Math.unsignedMultiplyHigh(a, b)
              : type.canonical((type.unsigned(a) * type.unsigned(b)) >>> type.bits());
      case DIV, UDIV, REM, UREM -> divide(op, type, a, b);
      case POPCNT -> type.canonical(Long.bitCount(type.unsigned(a)));
      case LZCNT ->
          type.canonical(Long.numberOfLeadingZeros(type.unsigned(a)) - (64 - type.bits()));
      case TZCNT -> type.canonical(Math.min(Long.numberOfTrailingZeros(a), type.bits()));
      case BSWAP -> type.canonical(Long.reverseBytes(a) >>> (64 - type.bits()));
      case INT_TO_FLOAT -> type == Type.F64 ? doubleBits((double) a) : floatBits((float) a);
      case UINT_TO_FLOAT -> unsignedToFloat(type, operandType.unsigned(a));
      case FLOAT_TO_INT -> floatToInt(type, toDouble(operandType, a));
      case FLOAT_TO_UINT -> floatToUnsigned(type, toDouble(operandType, a));
      case FLOAT_EXTEND -> extend(a);
      case FLOAT_ROUND -> round(a);
      case FNEG -> a ^ signBit(type);
      case FABS -> a & ~signBit(type);
      case FSQRT -> type == Type.F64 ? doubleRoot(a) : floatRoot(a);
      default -> throw new IllegalArgumentException(op.text() + " is not a pure operation");
    };
  }

  // --------------------------------------------------------------- integers

  private static int count(Type type, long b) {
    return (int) b & (type.bits() - 1);
  }

  private static long rotate(Type type, long a, long b) {
    int bits = type.bits();
    int by = count(type, b);
    long unsigned = type.unsigned(a);
    return type.canonical(by == 0 ? a : (unsigned << by) | (unsigned >>> (bits - by)));
  }

  private static long divide(Op op, Type type, long a, long b) {
    if (traps(op, type, a, b)) {
      throw new ArithmeticException(b == 0 ? "division by zero" : "quotient out of range");
    }
    return switch (op) {
      case DIV -> type.canonical(a / b);
      case REM -> type.canonical(a % b);
      case UDIV -> type.canonical(Long.divideUnsigned(type.unsigned(a), type.unsigned(b)));
      default -> type.canonical(Long.remainderUnsigned(type.unsigned(a), type.unsigned(b)));
    };
  }

  // ----------------------------------------------------------- floating point

  private static long doubleBits(double value) {
    return Double.doubleToRawLongBits(value);
  }

  private static long floatBits(float value) {
    return Float.floatToRawIntBits(value) & 0xFFFF_FFFFL;
  }

  private static long signBit(Type type) {
    return 1L << (type.bits() - 1);
  }

  /** The number that {@code bits} stand for, exact; any NaN for a NaN. */
  private static double toDouble(Type type, long bits) {
    return type == Type.F64 ? Double.longBitsToDouble(bits) : Float.intBitsToFloat((int) bits);
  }

  /** FADD, FSUB, FMUL or FDIV of F64, by the number of the schedule interpreter's instruction. */
  static long doubleBinary(int code, long a, long b) {
    return switch (code) {
      case Code.FADD_F64 -> doubleBinary(Op.FADD, a, b);
      case Code.FSUB_F64 -> doubleBinary(Op.FSUB, a, b);
      case Code.FMUL_F64 -> doubleBinary(Op.FMUL, a, b);
      default -> doubleBinary(Op.FDIV, a, b);
    };
  }

  private static long doubleBinary(Op op, long a, long b) {
    double x = Double.longBitsToDouble(a);
    double y = Double.longBitsToDouble(b);
    double result =
        switch (op) {
          case FADD -> x + y;
          case FSUB -> x - y;
          case FMUL -> x * y;
          default -> x / y;
        };
    if (!Double.isNaN(result)) {
      return doubleBits(result);
    }
    return Double.isNaN(x) ? a | F64_QUIET : Double.isNaN(y) ? b | F64_QUIET : F64_INVALID;
  }

  private static long floatBinary(Op op, long a, long b) {
    float x = Float.intBitsToFloat((int) a);
    float y = Float.intBitsToFloat((int) b);
    float result =
        switch (op) {
          case FADD -> x + y;
          case FSUB -> x - y;
          case FMUL -> x * y;
          default -> x / y;
        };
    if (!Float.isNaN(result)) {
      return floatBits(result);
    }
    return Float.isNaN(x) ? a | F32_QUIET : Float.isNaN(y) ? b | F32_QUIET : F32_INVALID;
  }

  private static boolean compareFloats(Op op, Type operandType, long a, long b) {
    double x = toDouble(operandType, a);
    double y = toDouble(operandType, b);
    return switch (op) {
      case FEQ -> x == y;
      case FNE -> x != y;
      case FLT -> x < y;
      default -> x <= y;
    };
  }

  private static long doubleRoot(long a) {
    double x = Double.longBitsToDouble(a);
    if (Double.isNaN(x)) {
      return a | F64_QUIET;
    }
    return x < 0 ? F64_INVALID : doubleBits(Math.sqrt(x));
  }

  private static long floatRoot(long a) {
    float x = Float.intBitsToFloat((int) a);
    if (Float.isNaN(x)) {
      return a | F32_QUIET;
    }
    // A double has more than twice the digits, so rounding twice rounds right.
    return x < 0 ? F32_INVALID : floatBits((float) Math.sqrt(x));
  }

  private static long extend(long a) {
    float x = Float.intBitsToFloat((int) a);
    if (Float.isNaN(x)) {
      return ((a & 0x8000_0000L) << 32) | 0x7FF8_0000_0000_0000L | ((a & 0x3F_FFFFL) << 29);
    }
    return doubleBits(x);
  }

  private static long round(long a) {
    double x = Double.longBitsToDouble(a);
    if (Double.isNaN(x)) {
      return ((a >>> 32) & 0x8000_0000L) | 0x7FC0_0000L | ((a >>> 29) & 0x3F_FFFFL);
    }
    return floatBits((float) x);
  }

  private static long unsignedToFloat(Type type, long unsigned) {
    if (unsigned >= 0) {
      return type == Type.F64 ? doubleBits((double) unsigned) : floatBits((float) unsigned);
    }
    // Halved, with the lost bit kept sticky, it rounds as the whole would.
    long half = (unsigned >>> 1) | (unsigned & 1);
    return type == Type.F64 ? doubleBits(2.0 * half) : floatBits(2.0f * half);
  }

  private static long floatToInt(Type type, double x) {
    double limit = type == Type.I32 ? 0x1p31 : TWO_TO_63;
    // For I32 the truncated value may be the minimum itself: -2^31 - 0.5 is in range.
    double low = type == Type.I32 ? -0x1p31 - 1 : Math.nextDown(-TWO_TO_63);
    return x < limit && x > low ? (long) x : minimum(type);
  }

  private static long floatToUnsigned(Type type, double x) {
    double limit = type == Type.I32 ? 0x1p32 : TWO_TO_64;
    if (!(x > -1 && x < limit)) {
      return minimum(type);
    }
    if (x < TWO_TO_63) {
      return type.canonical((long) x);
    }
    return (long) (x - TWO_TO_63) ^ Long.MIN_VALUE;
  }
}
