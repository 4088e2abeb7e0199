package dev.sargasso.ir.interpret;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Every pure operation against a second definition in unbounded arithmetic. */
class EvaluationTest {
  private static final List<Op> BINARY =
      List.of(
          Op.ADD,
          Op.SUB,
          Op.MUL,
          Op.MUL_HIGH,
          Op.UMUL_HIGH,
          Op.DIV,
          Op.UDIV,
          Op.REM,
          Op.UREM,
          Op.AND,
          Op.OR,
          Op.XOR,
          Op.SHL,
          Op.SHR,
          Op.SAR,
          Op.ROL);
  private static final List<Op> COMPARISONS = List.of(Op.EQ, Op.NE, Op.LT, Op.LE, Op.ULT, Op.ULE);
  private static final List<Op> UNARY = List.of(Op.NEG, Op.NOT, Op.POPCNT, Op.LZCNT, Op.TZCNT);

  private static BigInteger signed(long value) {
    return BigInteger.valueOf(value);
  }

  private static BigInteger unsigned(Type type, long value) {
    BigInteger mask = BigInteger.ONE.shiftLeft(type.bits()).subtract(BigInteger.ONE);
    return BigInteger.valueOf(value).and(mask);
  }

  private static long wrap(Type type, BigInteger value) {
    return type.canonical(value.longValue());
  }

  private static long expected(Op op, Type type, long a, long b) {
    BigInteger x = signed(a);
    BigInteger y = signed(b);
    BigInteger ux = unsigned(type, a);
    BigInteger uy = unsigned(type, b);
    int bits = type.bits();
    int count = uy.mod(BigInteger.valueOf(bits)).intValue();
    return switch (op) {
      case ADD -> wrap(type, x.add(y));
      case SUB -> wrap(type, x.subtract(y));
      case MUL -> wrap(type, x.multiply(y));
      case MUL_HIGH -> wrap(type, x.multiply(y).shiftRight(bits));
      case UMUL_HIGH -> wrap(type, ux.multiply(uy).shiftRight(bits));
      case DIV -> wrap(type, x.divide(y));
      case REM -> wrap(type, x.remainder(y));
      case UDIV -> wrap(type, ux.divide(uy));
      case UREM -> wrap(type, ux.remainder(uy));
      case AND -> wrap(type, x.and(y));
      case OR -> wrap(type, x.or(y));
      case XOR -> wrap(type, x.xor(y));
      case SHL -> wrap(type, x.shiftLeft(count));
      case SHR -> wrap(type, ux.shiftRight(count));
      case SAR -> wrap(type, x.shiftRight(count));
      case ROL -> wrap(type, ux.shiftLeft(count).or(ux.shiftRight(bits - count)));
      case EQ -> x.equals(y) ? 1 : 0;
      case NE -> x.equals(y) ? 0 : 1;
      case LT -> x.compareTo(y) < 0 ? 1 : 0;
      case LE -> x.compareTo(y) <= 0 ? 1 : 0;
      case ULT -> ux.compareTo(uy) < 0 ? 1 : 0;
      case ULE -> ux.compareTo(uy) <= 0 ? 1 : 0;
      case NEG -> wrap(type, x.negate());
      case NOT -> wrap(type, x.not());
      case POPCNT -> wrap(type, BigInteger.valueOf(ux.bitCount()));
      case LZCNT -> wrap(type, BigInteger.valueOf(bits - ux.bitLength()));
      case TZCNT -> wrap(type, BigInteger.valueOf(ux.signum() == 0 ? bits : ux.getLowestSetBit()));
      default -> throw new AssertionError(op);
    };
  }

  private static void check(Op op, Type type, long a, long b) {
    boolean divides = op == Op.DIV || op == Op.UDIV || op == Op.REM || op == Op.UREM;
    boolean signed = op == Op.DIV || op == Op.REM;
    boolean traps =
        divides
            && (b == 0 || (signed && type != Type.I1 && b == -1 && a == -1L << (type.bits() - 1)));
    assertEquals(
        traps, Evaluation.traps(op, type, a, b), () -> op + " " + type + " " + a + " " + b);
    if (traps) {
      assertThrows(ArithmeticException.class, () -> Evaluation.evaluate(op, type, type, a, b, 0));
      return;
    }
    Type result = op.isComparison() ? Type.I1 : type;
    long value = Evaluation.evaluate(op, result, type, a, b, 0);
    assertEquals(expected(op, type, a, b), value, () -> op + " " + type + " " + a + " " + b);
    assertEquals(result.canonical(value), value);
  }

  @Test
  void narrowIntegersAreRightForAllInputs() {
    for (Type type : List.of(Type.I1, Type.I8)) {
      long low = type == Type.I1 ? 0 : -128;
      long high = type == Type.I1 ? 1 : 127;
      for (long a = low; a <= high; a++) {
        for (Op op : UNARY) {
          check(op, type, a, 0);
        }
        for (long b = low; b <= high; b++) {
          for (Op op : BINARY) {
            check(op, type, a, b);
          }
          for (Op op : COMPARISONS) {
            check(op, type, a, b);
          }
        }
      }
    }
  }

  @Test
  void wideIntegersAreRightAtTheEdgesAndBetween() {
    SplittableRandom random = new SplittableRandom(1);
    for (Type type : List.of(Type.I16, Type.I32, Type.I64)) {
      long minimum = -1L << (type.bits() - 1);
      long[] edges = {0, 1, -1, 2, -2, minimum, minimum + 1, ~minimum, ~minimum - 1, 7, 31, 64};
      for (int i = 0; i < 3000; i++) {
        long a = i < 144 ? edges[i / 12] : type.canonical(random.nextLong() >> random.nextInt(64));
        long b = i < 144 ? edges[i % 12] : type.canonical(random.nextLong() >> random.nextInt(64));
        for (Op op : BINARY) {
          check(op, type, a, b);
        }
        for (Op op : COMPARISONS) {
          check(op, type, a, b);
        }
        for (Op op : UNARY) {
          check(op, type, a, 0);
        }
      }
    }
  }

  private static long convert(Op op, Type from, Type to, long a) {
    return Evaluation.evaluate(op, to, from, a, 0, 0);
  }

  @Test
  void integersChangeWidth() {
    assertEquals(-1, convert(Op.SIGN_EXTEND, Type.I1, Type.I32, 1));
    assertEquals(1, convert(Op.ZERO_EXTEND, Type.I1, Type.I32, 1));
    assertEquals(-56, convert(Op.SIGN_EXTEND, Type.I8, Type.I64, -56));
    assertEquals(200, convert(Op.ZERO_EXTEND, Type.I8, Type.I64, -56));
    assertEquals(0xFFFF_FFFFL, convert(Op.ZERO_EXTEND, Type.I32, Type.I64, -1));
    assertEquals(-1, convert(Op.ZERO_EXTEND, Type.I16, Type.I64, -1) | ~0xFFFFL);
    assertEquals(0x78, convert(Op.TRUNCATE, Type.I32, Type.I8, 0x12345678));
    assertEquals(1, convert(Op.TRUNCATE, Type.I32, Type.I1, 3));
    assertEquals(0x3412, convert(Op.BSWAP, Type.I16, Type.I16, 0x1234));
    assertEquals(0x7856_3412L, convert(Op.BSWAP, Type.I32, Type.I32, 0x12345678));
    assertEquals(
        0xF0DE_BC9A_7856_3412L, convert(Op.BSWAP, Type.I64, Type.I64, 0x1234_5678_9ABC_DEF0L));
  }

  @Test
  void bitsKeepTheirPlaceInBitcasts() {
    long bits = Double.doubleToRawLongBits(-2.5);
    assertEquals(bits, convert(Op.BITCAST, Type.F64, Type.I64, bits));
    assertEquals(
        (long) Float.floatToRawIntBits(-1.5f),
        convert(Op.BITCAST, Type.F32, Type.I32, Float.floatToRawIntBits(-1.5f) & 0xFFFF_FFFFL));
    assertEquals(
        Float.floatToRawIntBits(-1.5f) & 0xFFFF_FFFFL,
        convert(Op.BITCAST, Type.I32, Type.F32, Float.floatToRawIntBits(-1.5f)));
  }

  private static BigDecimal exact(Type type, long bits) {
    return new BigDecimal(
        type == Type.F64 ? Double.longBitsToDouble(bits) : Float.intBitsToFloat((int) bits));
  }

  /** No neighbour is nearer, and of two that are as near the even one was taken. */
  private static void assertNearest(Type type, long bits, BigDecimal value) {
    BigDecimal error = exact(type, bits).subtract(value).abs();
    long sign = 1L << (type.bits() - 1);
    for (long step : new long[] {-1, 1}) {
      long neighbour = type.canonical((bits & ~sign) + step) | (bits & sign);
      if ((bits & ~sign) == 0 && step < 0) {
        continue;
      }
      int order = exact(type, neighbour).subtract(value).abs().compareTo(error);
      assertTrue(order > 0 || (order == 0 && (bits & 1) == 0), value + " became " + bits);
    }
  }

  @Test
  void integersBecomeTheNearestFloat() {
    SplittableRandom random = new SplittableRandom(2);
    long[] edges = {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, (1L << 53) + 1, (1L << 24) + 1, -3};
    for (int i = 0; i < 4000; i++) {
      long wide = i < edges.length ? edges[i] : random.nextLong() >>> random.nextInt(64);
      for (Type from : List.of(Type.I32, Type.I64)) {
        long a = from.canonical(wide);
        for (Type to : List.of(Type.F32, Type.F64)) {
          assertNearest(to, convert(Op.INT_TO_FLOAT, from, to, a), new BigDecimal(signed(a)));
          assertNearest(
              to, convert(Op.UINT_TO_FLOAT, from, to, a), new BigDecimal(unsigned(from, a)));
        }
      }
    }
  }

  @Test
  void floatsBecomeIntegersOrTheSignBit() {
    SplittableRandom random = new SplittableRandom(3);
    double[] edges = {
      0,
      -0.0,
      0.5,
      -0.5,
      0.999,
      -0.999,
      -1,
      1,
      0x1p31,
      -0x1p31,
      0x1p31 - 0.5,
      -0x1p31 - 0.5,
      -0x1p31 - 1,
      0x1p32,
      0x1p32 - 0.5,
      0x1p63,
      -0x1p63,
      Math.nextDown(0x1p63),
      0x1p64,
      Math.nextDown(0x1p64),
      Double.NaN,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      1e300
    };
    for (int i = 0; i < 4000; i++) {
      double value =
          i < edges.length
              ? edges[i]
              : (random.nextDouble() - 0.5) * Math.pow(2, random.nextInt(70));
      for (Type from : List.of(Type.F32, Type.F64)) {
        double x = from == Type.F32 ? (float) value : value;
        long bits =
            from == Type.F32
                ? Float.floatToRawIntBits((float) value) & 0xFFFF_FFFFL
                : Double.doubleToRawLongBits(value);
        for (Type to : List.of(Type.I32, Type.I64)) {
          assertEquals(
              truncated(to, x, true), convert(Op.FLOAT_TO_INT, from, to, bits), "int of " + x);
          assertEquals(
              truncated(to, x, false), convert(Op.FLOAT_TO_UINT, from, to, bits), "uint of " + x);
        }
      }
    }
  }

  private static long truncated(Type to, double x, boolean signed) {
    BigInteger low = signed ? BigInteger.ONE.shiftLeft(to.bits() - 1).negate() : BigInteger.ZERO;
    BigInteger high = BigInteger.ONE.shiftLeft(signed ? to.bits() - 1 : to.bits());
    if (!Double.isNaN(x) && !Double.isInfinite(x)) {
      BigInteger whole = new BigDecimal(x).toBigInteger();
      if (whole.compareTo(low) >= 0 && whole.compareTo(high) < 0) {
        return to.canonical(whole.longValue());
      }
    }
    return -1L << (to.bits() - 1);
  }

  private static long binary(Op op, double x, double y) {
    return Evaluation.evaluate(
        op, Type.F64, Type.F64, Double.doubleToRawLongBits(x), Double.doubleToRawLongBits(y), 0);
  }

  @Test
  void floatingPointIsIeee754() {
    assertEquals(Double.doubleToRawLongBits(0.1 + 0.2), binary(Op.FADD, 0.1, 0.2));
    assertEquals(Double.doubleToRawLongBits(-0.0), binary(Op.FMUL, -0.0, 3));
    assertEquals(Double.doubleToRawLongBits(Double.NEGATIVE_INFINITY), binary(Op.FDIV, -1, 0));
    long third =
        Evaluation.evaluate(
            Op.FDIV, Type.F32, Type.F32, Float.floatToRawIntBits(1), Float.floatToRawIntBits(3), 0);
    assertEquals(Float.floatToRawIntBits(1f / 3f), third);
    assertEquals(
        Float.floatToRawIntBits((float) Math.sqrt(2)),
        Evaluation.evaluate(Op.FSQRT, Type.F32, Type.F32, Float.floatToRawIntBits(2f), 0, 0));
    assertEquals(
        Double.doubleToRawLongBits(1.5f),
        convert(Op.FLOAT_EXTEND, Type.F32, Type.F64, Float.floatToRawIntBits(1.5f)));
    assertEquals(
        Float.floatToRawIntBits((float) 0.1),
        convert(Op.FLOAT_ROUND, Type.F64, Type.F32, Double.doubleToRawLongBits(0.1)));
  }

  @Test
  void notANumberKeepsItsPayloadAndIsNegativeWhereItIsMade() {
    long invalid = 0xFFF8_0000_0000_0000L;
    assertEquals(invalid, binary(Op.FDIV, 0, 0));
    assertEquals(invalid, binary(Op.FSUB, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY));
    assertEquals(
        invalid,
        Evaluation.evaluate(Op.FSQRT, Type.F64, Type.F64, Double.doubleToRawLongBits(-1.0), 0, 0));
    long signalling = 0x7FF0_0000_0000_1234L;
    assertEquals(
        0x7FF8_0000_0000_1234L,
        Evaluation.evaluate(
            Op.FADD, Type.F64, Type.F64, Double.doubleToRawLongBits(1), signalling, 0));
    assertEquals(
        0xFFC0_0000L, Evaluation.evaluate(Op.FMUL, Type.F32, Type.F32, 0, 0x7F80_0000L, 0));
    assertEquals(
        0x7FF0_0000_0000_1234L,
        Evaluation.evaluate(Op.FABS, Type.F64, Type.F64, signalling | Long.MIN_VALUE, 0, 0));
    assertEquals(
        signalling | Long.MIN_VALUE,
        Evaluation.evaluate(Op.FNEG, Type.F64, Type.F64, signalling, 0, 0));
    assertEquals(0xFFC0_0001L, convert(Op.FLOAT_ROUND, Type.F64, Type.F32, 0xFFF0_0000_2000_0000L));
    assertEquals(
        0xFFF8_0000_2000_0000L, convert(Op.FLOAT_EXTEND, Type.F32, Type.F64, 0xFF80_0001L));
  }

  @Test
  void comparisonsWithNotANumberAreFalseButNotEqual() {
    long nan = Double.doubleToRawLongBits(Double.NaN);
    long one = Double.doubleToRawLongBits(1);
    for (Op op : List.of(Op.FEQ, Op.FLT, Op.FLE)) {
      assertEquals(0, Evaluation.evaluate(op, Type.I1, Type.F64, nan, one, 0));
      assertEquals(0, Evaluation.evaluate(op, Type.I1, Type.F64, one, nan, 0));
    }
    assertEquals(1, Evaluation.evaluate(Op.FNE, Type.I1, Type.F64, nan, nan, 0));
    long zero = Double.doubleToRawLongBits(0.0);
    long minusZero = Double.doubleToRawLongBits(-0.0);
    assertEquals(1, Evaluation.evaluate(Op.FEQ, Type.I1, Type.F64, zero, minusZero, 0));
    assertEquals(0, Evaluation.evaluate(Op.FLT, Type.I1, Type.F64, minusZero, zero, 0));
  }

  @Test
  void everyFloatingOperationWithoutControlIsEvaluable() {
    for (Op op : Op.values()) {
      boolean pure =
          op.isFloating()
              && op != Op.DEAD
              && !op.hasMemory()
              && !op.isRematerialisable()
              && !op.isVector();
      assertEquals(pure, Evaluation.isEvaluable(op), op.text());
    }
  }
}
