package dev.sargasso.ir.type;

/**
 * Transfer functions of addition, multiplication, division and their like: from the sets that the
 * operands lie in to a set that the result lies in.
 *
 * <p>Each is sound (every result of members is a member), monotone (smaller operands never give a
 * larger result), and cheap (no loops over values). They know wrap-around semantics only: a promise
 * such as "no signed wrap" may be broken by a computation whose result nobody uses, so a stamp,
 * which holds always, must not rest on it. An operation that traps has no result: the transfer
 * function of a division by {0} is empty.
 */
public final class ArithmeticStamps {
  private ArithmeticStamps() {}

  /** {@code a + b}. */
  public static IntegerStamp add(IntegerStamp a, IntegerStamp b) {
    int bits = a.bits();
    if (a.isEmpty() || b.isEmpty()) {
      return IntegerStamp.empty(bits);
    }
    if (a.isFull() || b.isFull()) {
      return IntegerStamp.full(bits);
    }
    return sum(
        bits,
        a.minimum(),
        a.maximum(),
        a.unsignedMinimum(),
        a.unsignedMaximum(),
        a.knownZeros(),
        a.knownOnes(),
        b.minimum(),
        b.maximum(),
        b.unsignedMinimum(),
        b.unsignedMaximum(),
        b.knownZeros(),
        b.knownOnes(),
        false);
  }

  /** {@code a - b}. */
  public static IntegerStamp subtract(IntegerStamp a, IntegerStamp b) {
    int bits = a.bits();
    if (a.isEmpty() || b.isEmpty()) {
      return IntegerStamp.empty(bits);
    }
    if (a.isFull() || b.isFull()) {
      return IntegerStamp.full(bits);
    }
    // a + ~b + 1
    long mask = IntegerStamp.mask(bits);
    return sum(
        bits,
        a.minimum(),
        a.maximum(),
        a.unsignedMinimum(),
        a.unsignedMaximum(),
        a.knownZeros(),
        a.knownOnes(),
        ~b.maximum(),
        ~b.minimum(),
        ~b.unsignedMaximum() & mask,
        ~b.unsignedMinimum() & mask,
        b.knownOnes(),
        b.knownZeros(),
        true);
  }

  /** {@code -a}. */
  public static IntegerStamp negate(IntegerStamp a) {
    return subtract(IntegerStamp.constant(a.bits(), 0), a);
  }

  private static IntegerStamp sum(
      int bits,
      long aMinimum,
      long aMaximum,
      long aUnsignedMinimum,
      long aUnsignedMaximum,
      long aZeros,
      long aOnes,
      long bMinimum,
      long bMaximum,
      long bUnsignedMinimum,
      long bUnsignedMaximum,
      long bZeros,
      long bOnes,
      boolean carry) {
    long mask = IntegerStamp.mask(bits);
    long one = carry ? 1 : 0;
    long minimum = ~(mask >>> 1);
    long maximum = mask >>> 1;
    int low = signedOverflow(bits, aMinimum, bMinimum, one);
    int high = signedOverflow(bits, aMaximum, bMaximum, one);
    if (low == high) {
      minimum = IntegerStamp.signExtend(bits, aMinimum + bMinimum + one);
      maximum = IntegerStamp.signExtend(bits, aMaximum + bMaximum + one);
    }
    long unsignedMinimum = 0;
    long unsignedMaximum = mask;
    if (unsignedOverflow(bits, aUnsignedMinimum, bUnsignedMinimum, one)
        == unsignedOverflow(bits, aUnsignedMaximum, bUnsignedMaximum, one)) {
      unsignedMinimum = (aUnsignedMinimum + bUnsignedMinimum + one) & mask;
      unsignedMaximum = (aUnsignedMaximum + bUnsignedMaximum + one) & mask;
    }
    // A bit of the sum is known where both operands' bits and the carry into it are. The carries
    // of the least and of the greatest operands bound all others.
    long least = aOnes + bOnes + one;
    long greatest = (~aZeros & mask) + (~bZeros & mask) + one;
    long carryKnownZero = ~(greatest ^ aZeros ^ bZeros);
    long carryKnownOne = least ^ aOnes ^ bOnes;
    long known = (aZeros | aOnes) & (bZeros | bOnes) & (carryKnownZero | carryKnownOne) & mask;
    return IntegerStamp.of(
        bits, minimum, maximum, unsignedMinimum, unsignedMaximum, ~least & known, least & known);
  }

  /** -1, 0 or 1: whether the sum is too small, right, or too large for signed numbers. */
  private static int signedOverflow(int bits, long a, long b, long carry) {
    long sum = a + b + carry;
    if (bits < 64) {
      return sum < ~(IntegerStamp.mask(bits) >>> 1)
          ? -1
          : sum > IntegerStamp.mask(bits) >>> 1 ? 1 : 0;
    }
    // With the carry too, the sum has the operands' sign unless it overflows.
    return a >= 0 && b >= 0 && sum < 0 ? 1 : a < 0 && b < 0 && sum >= 0 ? -1 : 0;
  }

  private static boolean unsignedOverflow(int bits, long a, long b, long carry) {
    long sum = a + b + carry;
    if (bits < 64) {
      return sum > IntegerStamp.mask(bits);
    }
    return carry == 0 ? Long.compareUnsigned(sum, a) < 0 : Long.compareUnsigned(sum, a) <= 0;
  }

  /** {@code a * b}, the low half. */
  public static IntegerStamp multiply(IntegerStamp a, IntegerStamp b) {
    int bits = a.bits();
    if (a.isEmpty() || b.isEmpty()) {
      return IntegerStamp.empty(bits);
    }
    if (a.isFull() && b.isFull()) {
      return IntegerStamp.full(bits);
    }
    long mask = IntegerStamp.mask(bits);
    long minimum = ~(mask >>> 1);
    long maximum = mask >>> 1;
    if (!productOverflows(bits, a.minimum(), b.minimum())
        && !productOverflows(bits, a.minimum(), b.maximum())
        && !productOverflows(bits, a.maximum(), b.minimum())
        && !productOverflows(bits, a.maximum(), b.maximum())) {
      long p = a.minimum() * b.minimum();
      long q = a.minimum() * b.maximum();
      long r = a.maximum() * b.minimum();
      long s = a.maximum() * b.maximum();
      minimum = Math.min(Math.min(p, q), Math.min(r, s));
      maximum = Math.max(Math.max(p, q), Math.max(r, s));
    }
    long unsignedMinimum = 0;
    long unsignedMaximum = mask;
    if (Math.unsignedMultiplyHigh(a.unsignedMaximum(), b.unsignedMaximum()) == 0
        && Long.compareUnsigned(a.unsignedMaximum() * b.unsignedMaximum(), mask) <= 0) {
      unsignedMinimum = a.unsignedMinimum() * b.unsignedMinimum();
      unsignedMaximum = a.unsignedMaximum() * b.unsignedMaximum();
    }
    // The low bits of a product depend on as many low bits of the factors.
    long known = (a.knownZeros() | a.knownOnes()) & (b.knownZeros() | b.knownOnes());
    long low = lowOnes(known);
    long product = a.knownOnes() * b.knownOnes();
    int zeros = trailingZeros(a) + trailingZeros(b);
    long zeroMask = zeros >= 64 ? -1L : (1L << zeros) - 1;
    return IntegerStamp.of(
        bits,
        minimum,
        maximum,
        unsignedMinimum,
        unsignedMaximum,
        (~product & low) | zeroMask,
        product & low & ~zeroMask);
  }

  private static boolean productOverflows(int bits, long a, long b) {
    long low = a * b;
    return Math.multiplyHigh(a, b) != low >> 63 || IntegerStamp.signExtend(bits, low) != low;
  }

  /** The ones below the lowest zero of {@code known}. */
  private static long lowOnes(long known) {
    return known & ~(known + 1);
  }

  private static int trailingZeros(IntegerStamp a) {
    return Long.numberOfTrailingZeros(~a.knownZeros());
  }

  /** The high half of the signed product. Widths up to 32, and 64. */
  public static IntegerStamp multiplyHigh(IntegerStamp a, IntegerStamp b) {
    int bits = a.bits();
    if (a.isEmpty() || b.isEmpty()) {
      return IntegerStamp.empty(bits);
    }
    long p = high(bits, a.minimum(), b.minimum());
    long q = high(bits, a.minimum(), b.maximum());
    long r = high(bits, a.maximum(), b.minimum());
    long s = high(bits, a.maximum(), b.maximum());
    return IntegerStamp.signedRange(
        bits, Math.min(Math.min(p, q), Math.min(r, s)), Math.max(Math.max(p, q), Math.max(r, s)));
  }

  private static long high(int bits, long a, long b) {
    return bits == 64 ? Math.multiplyHigh(a, b) : (a * b) >> bits;
  }

  /** The high half of the unsigned product. Widths up to 32, and 64. */
  public static IntegerStamp unsignedMultiplyHigh(IntegerStamp a, IntegerStamp b) {
    int bits = a.bits();
    if (a.isEmpty() || b.isEmpty()) {
      return IntegerStamp.empty(bits);
    }
    return IntegerStamp.unsignedRange(
        bits,
        unsignedHigh(bits, a.unsignedMinimum(), b.unsignedMinimum()),
        unsignedHigh(bits, a.unsignedMaximum(), b.unsignedMaximum()));
  }

  private static long unsignedHigh(int bits, long a, long b) {
    return bits == 64 ? Math.unsignedMultiplyHigh(a, b) : (a * b) >>> bits;
  }

  /** The signed quotient {@code a / b}, rounded to zero, where it does not trap. */
  public static IntegerStamp divide(IntegerStamp a, IntegerStamp b) {
    int bits = a.bits();
    IntegerStamp result = IntegerStamp.empty(bits);
    if (a.isEmpty() || b.isEmpty()) {
      return result;
    }
    // For divisors of one sign, the extremes are at the corners.
    if (b.maximum() > 0) {
      result = quotient(a, Math.max(b.minimum(), 1), b.maximum());
    }
    if (b.minimum() < 0) {
      result = result.meet(quotient(a, b.minimum(), Math.min(b.maximum(), -1)));
    }
    return result;
  }

  private static IntegerStamp quotient(IntegerStamp a, long from, long to) {
    int bits = a.bits();
    long p = quotient(bits, a.minimum(), from);
    long q = quotient(bits, a.minimum(), to);
    long r = quotient(bits, a.maximum(), from);
    long s = quotient(bits, a.maximum(), to);
    return IntegerStamp.signedRange(
        bits, Math.min(Math.min(p, q), Math.min(r, s)), Math.max(Math.max(p, q), Math.max(r, s)));
  }

  private static long quotient(int bits, long a, long b) {
    // The least number by -1 traps; the numbers beside it give the greatest.
    long maximum = IntegerStamp.mask(bits) >>> 1;
    return b == -1 && a == ~maximum ? maximum : a / b;
  }

  /** The unsigned quotient {@code a / b} where it does not trap. */
  public static IntegerStamp unsignedDivide(IntegerStamp a, IntegerStamp b) {
    int bits = a.bits();
    if (a.isEmpty() || b.isEmpty() || b.unsignedMaximum() == 0) {
      return IntegerStamp.empty(bits);
    }
    return IntegerStamp.unsignedRange(
        bits,
        Long.divideUnsigned(a.unsignedMinimum(), b.unsignedMaximum()),
        Long.divideUnsigned(a.unsignedMaximum(), IntegerStamp.maxUnsigned(b.unsignedMinimum(), 1)));
  }

  /** The signed remainder of {@code a / b}, with the sign of {@code a}, where it does not trap. */
  public static IntegerStamp remainder(IntegerStamp a, IntegerStamp b) {
    int bits = a.bits();
    if (a.isEmpty() || b.isEmpty() || b.unsignedMaximum() == 0) {
      return IntegerStamp.empty(bits);
    }
    // The remainder is smaller than the divisor and no larger than the dividend.
    long largest = IntegerStamp.maxUnsigned(magnitude(b.minimum()), magnitude(b.maximum())) - 1;
    long minimum = a.minimum() >= 0 ? 0 : Math.max(a.minimum(), -largest);
    long maximum = a.maximum() <= 0 ? 0 : Math.min(a.maximum(), largest);
    IntegerStamp range = IntegerStamp.signedRange(bits, minimum, maximum);
    return range.join(sharedLowBits(a, b)).join(dividendIfLess(a, b, true));
  }

  /** The unsigned remainder of {@code a / b} where it does not trap. */
  public static IntegerStamp unsignedRemainder(IntegerStamp a, IntegerStamp b) {
    int bits = a.bits();
    if (a.isEmpty() || b.isEmpty() || b.unsignedMaximum() == 0) {
      return IntegerStamp.empty(bits);
    }
    IntegerStamp range =
        IntegerStamp.unsignedRange(
            bits, 0, IntegerStamp.minUnsigned(a.unsignedMaximum(), b.unsignedMaximum() - 1));
    return range.join(sharedLowBits(a, b)).join(dividendIfLess(a, b, false));
  }

  private static long magnitude(long value) {
    return value < 0 ? -value : value;
  }

  /** What divides the divisor divides the difference of dividend and remainder. */
  private static IntegerStamp sharedLowBits(IntegerStamp a, IntegerStamp b) {
    int zeros = trailingZeros(b);
    long low = zeros >= 64 ? -1L : (1L << zeros) - 1;
    return IntegerStamp.ofKnownBits(a.bits(), a.knownZeros() & low, a.knownOnes() & low);
  }

  /** A dividend of smaller magnitude than every divisor is itself the remainder. */
  private static IntegerStamp dividendIfLess(IntegerStamp a, IntegerStamp b, boolean signed) {
    boolean less;
    if (signed) {
      long largest = IntegerStamp.maxUnsigned(magnitude(a.minimum()), magnitude(a.maximum()));
      long smallest = b.contains(0) ? 0 : b.maximum() < 0 ? -b.maximum() : Math.max(b.minimum(), 1);
      less = Long.compareUnsigned(largest, smallest) < 0;
    } else {
      less = Long.compareUnsigned(a.unsignedMaximum(), b.unsignedMinimum()) < 0;
    }
    return less ? a : IntegerStamp.full(a.bits());
  }
}
