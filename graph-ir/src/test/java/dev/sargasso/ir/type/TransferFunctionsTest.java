package dev.sargasso.ir.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every transfer function is sound for all members of all pairs of a dense sample of 4-bit stamps
 * (all pairs at 2 bits), and monotone.
 */
class TransferFunctionsTest {
  private static final long TRAP = Long.MIN_VALUE;

  /** A transfer function and what it is about; operands come sign-extended. */
  private record Binary(
      BinaryOperator<IntegerStamp> transfer, LongBinaryOperator value, IntPredicate widths) {
    Binary(BinaryOperator<IntegerStamp> transfer, LongBinaryOperator value) {
      this(transfer, value, bits -> true);
    }
  }

  private static Map<String, Binary> binaries(int bits) {
    long mask = (1L << bits) - 1;
    long least = -(1L << (bits - 1));
    Map<String, Binary> all = new LinkedHashMap<>();
    all.put("add", new Binary(ArithmeticStamps::add, (a, b) -> a + b));
    all.put("subtract", new Binary(ArithmeticStamps::subtract, (a, b) -> a - b));
    all.put("multiply", new Binary(ArithmeticStamps::multiply, (a, b) -> a * b));
    all.put("multiplyHigh", new Binary(ArithmeticStamps::multiplyHigh, (a, b) -> (a * b) >> bits));
    all.put(
        "unsignedMultiplyHigh",
        new Binary(
            ArithmeticStamps::unsignedMultiplyHigh, (a, b) -> ((a & mask) * (b & mask)) >> bits));
    all.put(
        "divide",
        new Binary(
            ArithmeticStamps::divide, (a, b) -> b == 0 || (a == least && b == -1) ? TRAP : a / b));
    all.put(
        "unsignedDivide",
        new Binary(
            ArithmeticStamps::unsignedDivide, (a, b) -> b == 0 ? TRAP : (a & mask) / (b & mask)));
    all.put(
        "remainder",
        new Binary(
            ArithmeticStamps::remainder,
            (a, b) -> b == 0 || (a == least && b == -1) ? TRAP : a % b));
    all.put(
        "unsignedRemainder",
        new Binary(
            ArithmeticStamps::unsignedRemainder,
            (a, b) -> b == 0 ? TRAP : (a & mask) % (b & mask)));
    all.put("and", new Binary(BitStamps::and, (a, b) -> a & b));
    all.put("or", new Binary(BitStamps::or, (a, b) -> a | b));
    all.put("xor", new Binary(BitStamps::xor, (a, b) -> a ^ b));
    IntPredicate powerOfTwo = width -> Integer.bitCount(width) == 1;
    all.put(
        "shiftLeft", new Binary(BitStamps::shiftLeft, (a, b) -> a << (b & (bits - 1)), powerOfTwo));
    all.put(
        "shiftRight",
        new Binary(BitStamps::shiftRight, (a, b) -> (a & mask) >> (b & (bits - 1)), powerOfTwo));
    all.put(
        "shiftArithmetic",
        new Binary(BitStamps::shiftArithmetic, (a, b) -> a >> (b & (bits - 1)), powerOfTwo));
    all.put(
        "rotateLeft",
        new Binary(
            BitStamps::rotateLeft,
            (a, b) -> {
              long count = b & (bits - 1);
              return ((a & mask) << count) | ((a & mask) >> (bits - count));
            },
            powerOfTwo));
    all.put("equal", new Binary(ConversionStamps::equal, (a, b) -> a == b ? 1 : 0));
    all.put("less", new Binary(ConversionStamps::less, (a, b) -> a < b ? 1 : 0));
    all.put("lessOrEqual", new Binary(ConversionStamps::lessOrEqual, (a, b) -> a <= b ? 1 : 0));
    all.put(
        "below", new Binary(ConversionStamps::below, (a, b) -> (a & mask) < (b & mask) ? 1 : 0));
    all.put(
        "belowOrEqual",
        new Binary(ConversionStamps::belowOrEqual, (a, b) -> (a & mask) <= (b & mask) ? 1 : 0));
    return all;
  }

  private record Unary(UnaryOperator<IntegerStamp> transfer, LongUnaryOperator value) {}

  private static Map<String, Unary> unaries(int bits) {
    long mask = (1L << bits) - 1;
    Map<String, Unary> all = new LinkedHashMap<>();
    all.put("negate", new Unary(ArithmeticStamps::negate, a -> -a));
    all.put("not", new Unary(BitStamps::not, a -> ~a));
    all.put("populationCount", new Unary(BitStamps::populationCount, a -> Long.bitCount(a & mask)));
    all.put(
        "leadingZeros",
        new Unary(
            BitStamps::leadingZeros, a -> Long.numberOfLeadingZeros(a & mask) - (64L - bits)));
    all.put(
        "trailingZeros",
        new Unary(
            BitStamps::trailingZeros, a -> Math.min(bits, Long.numberOfTrailingZeros(a & mask))));
    all.put("signExtend", new Unary(a -> ConversionStamps.signExtend(a, bits + 3), a -> a));
    all.put("zeroExtend", new Unary(a -> ConversionStamps.zeroExtend(a, bits + 3), a -> a & mask));
    all.put("truncate to 1", new Unary(a -> ConversionStamps.truncate(a, 1), a -> a));
    if (bits > 2) {
      all.put("truncate to 2", new Unary(a -> ConversionStamps.truncate(a, 2), a -> a));
    }
    return all;
  }

  @TestFactory
  List<DynamicTest> binary() {
    List<DynamicTest> tests = new ArrayList<>();
    for (int bits : new int[] {1, 2, 4}) {
      List<IntegerStamp> stamps = NarrowStamps.sample(bits, 300);
      binaries(bits)
          .forEach(
              (name, function) -> {
                if (function.widths().test(bits)) {
                  tests.add(
                      DynamicTest.dynamicTest(
                          name + " at " + bits, () -> checkBinary(name, function, stamps)));
                }
              });
    }
    return tests;
  }

  private static void checkBinary(String name, Binary function, List<IntegerStamp> stamps) {
    int bits = stamps.getFirst().bits();
    int size = 1 << bits;
    long[][] results = new long[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        results[i][j] = function.value().applyAsLong(signed(bits, i), signed(bits, j));
      }
    }
    for (IntegerStamp a : stamps) {
      for (IntegerStamp b : stamps) {
        IntegerStamp result = function.transfer().apply(a, b);
        for (int i = 0; i < size; i++) {
          if (!a.contains(i)) {
            continue;
          }
          for (int j = 0; j < size; j++) {
            if (b.contains(j) && results[i][j] != TRAP && !result.contains(results[i][j])) {
              fail(name + "(" + a + ", " + b + ") = " + result + " lacks that of " + i + ", " + j);
            }
          }
        }
      }
    }
    // Monotone: shrink either operand.
    Random random = new Random(5);
    for (IntegerStamp a : stamps) {
      for (int k = 0; k < 300; k++) {
        IntegerStamp b = stamps.get(random.nextInt(stamps.size()));
        IntegerStamp less = a.join(stamps.get(random.nextInt(stamps.size())));
        if (!function.transfer().apply(a, b).includes(function.transfer().apply(less, b))) {
          fail(name + " not monotone from " + less + " to " + a + " with " + b);
        }
        if (!function.transfer().apply(b, a).includes(function.transfer().apply(b, less))) {
          fail(name + " not monotone with " + b + " from " + less + " to " + a);
        }
      }
    }
  }

  @TestFactory
  List<DynamicTest> unary() {
    List<DynamicTest> tests = new ArrayList<>();
    for (int bits : new int[] {2, 3, 4}) {
      List<IntegerStamp> stamps = NarrowStamps.all(bits);
      unaries(bits)
          .forEach(
              (name, function) ->
                  tests.add(
                      DynamicTest.dynamicTest(
                          name + " at " + bits, () -> checkUnary(name, function, stamps))));
    }
    return tests;
  }

  private static void checkUnary(String name, Unary function, List<IntegerStamp> stamps) {
    int bits = stamps.getFirst().bits();
    for (IntegerStamp a : stamps) {
      IntegerStamp result = function.transfer().apply(a);
      for (int i = 0; i < 1 << bits; i++) {
        if (a.contains(i) && !result.contains(function.value().applyAsLong(signed(bits, i)))) {
          fail(name + "(" + a + ") = " + result + " lacks that of " + i);
        }
      }
    }
    Random random = new Random(7);
    for (int k = 0; k < 100_000; k++) {
      IntegerStamp a = stamps.get(random.nextInt(stamps.size()));
      IntegerStamp less = a.join(stamps.get(random.nextInt(stamps.size())));
      if (!function.transfer().apply(a).includes(function.transfer().apply(less))) {
        fail(name + " not monotone from " + less + " to " + a);
      }
    }
  }

  private static long signed(int bits, int value) {
    return (long) value << (64 - bits) >> (64 - bits);
  }

  /** Wide widths have their own overflow checks: random members of random ranges. */
  @Test
  void soundAtSixtyFourBits() {
    Random random = new Random(3);
    for (int k = 0; k < 200_000; k++) {
      long x = any(random);
      long y = any(random);
      IntegerStamp a = around(random, x);
      IntegerStamp b = around(random, y);
      assertTrue(a.contains(x) && b.contains(y));
      check("add", ArithmeticStamps.add(a, b), x + y, a, b);
      check("subtract", ArithmeticStamps.subtract(a, b), x - y, a, b);
      check("multiply", ArithmeticStamps.multiply(a, b), x * y, a, b);
      check("high", ArithmeticStamps.multiplyHigh(a, b), Math.multiplyHigh(x, y), a, b);
      check(
          "unsigned high",
          ArithmeticStamps.unsignedMultiplyHigh(a, b),
          Math.unsignedMultiplyHigh(x, y),
          a,
          b);
      if (y != 0 && !(x == Long.MIN_VALUE && y == -1)) {
        check("divide", ArithmeticStamps.divide(a, b), x / y, a, b);
        check("remainder", ArithmeticStamps.remainder(a, b), x % y, a, b);
      }
      if (y != 0) {
        check("udivide", ArithmeticStamps.unsignedDivide(a, b), Long.divideUnsigned(x, y), a, b);
        check(
            "uremainder",
            ArithmeticStamps.unsignedRemainder(a, b),
            Long.remainderUnsigned(x, y),
            a,
            b);
      }
      check("left", BitStamps.shiftLeft(a, b), x << y, a, b);
      check("right", BitStamps.shiftRight(a, b), x >>> y, a, b);
      check("arithmetic", BitStamps.shiftArithmetic(a, b), x >> y, a, b);
      check("rotate", BitStamps.rotateLeft(a, b), Long.rotateLeft(x, (int) y), a, b);
      check("swap", BitStamps.swapBytes(a), Long.reverseBytes(x), a, b);
      check("truncate", ConversionStamps.truncate(a, 32), x, a, b);
      check("below", ConversionStamps.below(a, b), Long.compareUnsigned(x, y) < 0 ? 1 : 0, a, b);
    }
  }

  private static void check(
      String name, IntegerStamp result, long value, IntegerStamp a, IntegerStamp b) {
    if (!result.contains(value)) {
      fail(name + "(" + a + ", " + b + ") = " + result + " lacks " + value);
    }
  }

  private static long any(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(9) - 4;
      case 1 -> (random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE) + random.nextInt(9) - 4;
      case 2 -> 1L << random.nextInt(64);
      default -> random.nextLong() >> random.nextInt(64);
    };
  }

  private static IntegerStamp around(Random random, long x) {
    IntegerStamp stamp = IntegerStamp.full(64);
    if (random.nextBoolean()) {
      long other = any(random);
      stamp = stamp.join(IntegerStamp.signedRange(64, Math.min(x, other), Math.max(x, other)));
    }
    if (random.nextBoolean()) {
      long other = any(random);
      boolean less = Long.compareUnsigned(x, other) < 0;
      stamp = stamp.join(IntegerStamp.unsignedRange(64, less ? x : other, less ? other : x));
    }
    if (random.nextBoolean()) {
      long known = any(random);
      stamp = stamp.join(IntegerStamp.ofKnownBits(64, ~x & known, x & known));
    }
    return stamp;
  }

  @Test
  void selectTakesTheKnownArm() {
    IntegerStamp one = IntegerStamp.constant(8, 1);
    IntegerStamp five = IntegerStamp.constant(8, 5);
    assertEquals(one, ConversionStamps.select(IntegerStamp.constant(1, 1), one, five));
    assertEquals(five, ConversionStamps.select(IntegerStamp.constant(1, 0), one, five));
    assertEquals(
        IntegerStamp.of(8, 1, 5, 0, 255, 0xFA, 1),
        ConversionStamps.select(IntegerStamp.full(1), one, five));
    assertEquals(
        PointerStamp.ANY,
        ConversionStamps.select(IntegerStamp.full(1), PointerStamp.NULL, PointerStamp.NON_NULL));
  }

  @Test
  void pointerAndFloatStampsAreLattices() {
    for (PointerStamp a : PointerStamp.values()) {
      for (PointerStamp b : PointerStamp.values()) {
        assertTrue(a.meet(b).includes(a) && a.meet(b).includes(b));
        assertTrue(a.includes(a.join(b)) && b.includes(a.join(b)));
        assertEquals(a.mayBeNull() && b.mayBeNull(), a.join(b).mayBeNull(), () -> a + " join " + b);
      }
    }
    FloatStamp numbers = FloatStamp.numbers(Type.F64);
    assertEquals(FloatStamp.full(Type.F64), numbers.meet(FloatStamp.full(Type.F64)));
    assertEquals(numbers, numbers.join(FloatStamp.full(Type.F64)));
    assertTrue(new FloatStamp(Type.F64, false, true).join(numbers).isEmpty());
  }
}
