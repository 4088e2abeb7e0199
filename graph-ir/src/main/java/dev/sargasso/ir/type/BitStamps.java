package dev.sargasso.ir.type;

/**
 * Transfer functions of bitwise operations, shifts, rotations and bit counts; see {@link
 * ArithmeticStamps} for what a transfer function promises.
 */
public final class BitStamps {
  private BitStamps() {}

  /** {@code a & b}. */
  public static IntegerStamp and(IntegerStamp a, IntegerStamp b) {
    int bits = a.bits();
    if (a.isEmpty() || b.isEmpty()) {
      return IntegerStamp.empty(bits);
    }
    long mask = IntegerStamp.mask(bits);
    return IntegerStamp.of(
        bits,
        ~(mask >>> 1),
        mask >>> 1,
        0,
        IntegerStamp.minUnsigned(a.unsignedMaximum(), b.unsignedMaximum()),
        a.knownZeros() | b.knownZeros(),
        a.knownOnes() & b.knownOnes());
  }

  /** {@code a | b}. */
  public static IntegerStamp or(IntegerStamp a, IntegerStamp b) {
    int bits = a.bits();
    if (a.isEmpty() || b.isEmpty()) {
      return IntegerStamp.empty(bits);
    }
    long mask = IntegerStamp.mask(bits);
    return IntegerStamp.of(
        bits,
        ~(mask >>> 1),
        mask >>> 1,
        IntegerStamp.maxUnsigned(a.unsignedMinimum(), b.unsignedMinimum()),
        mask,
        a.knownZeros() & b.knownZeros(),
        a.knownOnes() | b.knownOnes());
  }

  /** {@code a ^ b}. */
  public static IntegerStamp xor(IntegerStamp a, IntegerStamp b) {
    if (a.isEmpty() || b.isEmpty()) {
      return IntegerStamp.empty(a.bits());
    }
    return IntegerStamp.ofKnownBits(
        a.bits(),
        (a.knownZeros() & b.knownZeros()) | (a.knownOnes() & b.knownOnes()),
        (a.knownZeros() & b.knownOnes()) | (a.knownOnes() & b.knownZeros()));
  }

  /** {@code ~a}. */
  public static IntegerStamp not(IntegerStamp a) {
    if (a.isEmpty()) {
      return a;
    }
    long mask = IntegerStamp.mask(a.bits());
    return IntegerStamp.of(
        a.bits(),
        ~a.maximum(),
        ~a.minimum(),
        ~a.unsignedMaximum() & mask,
        ~a.unsignedMinimum() & mask,
        a.knownOnes(),
        a.knownZeros());
  }

  // ------------------------------------------------------------------ shifts

  /** {@code a} shifted left by {@code count} modulo the width. */
  public static IntegerStamp shiftLeft(IntegerStamp a, IntegerStamp count) {
    int bits = a.bits();
    if (a.isEmpty() || count.isEmpty()) {
      return IntegerStamp.empty(bits);
    }
    int least = leastCount(count);
    int most = mostCount(count);
    long mask = IntegerStamp.mask(bits);
    long high = mask >>> 1;
    long minimum = ~high;
    long maximum = high;
    if (a.minimum() >= ~high >> most && a.maximum() <= high >> most) {
      minimum = a.minimum() < 0 ? a.minimum() << most : a.minimum() << least;
      maximum = a.maximum() < 0 ? a.maximum() << least : a.maximum() << most;
    }
    long unsignedMinimum = 0;
    long unsignedMaximum = mask;
    if (Long.compareUnsigned(a.unsignedMaximum(), mask >>> most) <= 0) {
      unsignedMinimum = a.unsignedMinimum() << least;
      unsignedMaximum = a.unsignedMaximum() << most;
    }
    int trailing = Math.min(Long.numberOfTrailingZeros(~a.knownZeros()), bits);
    int zeros = Math.min(trailing + least, bits);
    long knownZeros = zeros == 0 ? 0 : IntegerStamp.mask(zeros);
    long knownOnes = 0;
    if (least == most) {
      knownZeros |= a.knownZeros() << least;
      knownOnes = a.knownOnes() << least;
    }
    return IntegerStamp.of(
        bits, minimum, maximum, unsignedMinimum, unsignedMaximum, knownZeros, knownOnes);
  }

  /** {@code a} shifted right by {@code count} modulo the width, zeros coming in. */
  public static IntegerStamp shiftRight(IntegerStamp a, IntegerStamp count) {
    int bits = a.bits();
    if (a.isEmpty() || count.isEmpty()) {
      return IntegerStamp.empty(bits);
    }
    int least = leastCount(count);
    int most = mostCount(count);
    long mask = IntegerStamp.mask(bits);
    long knownZeros = 0;
    long knownOnes = 0;
    if (least == most) {
      knownZeros = (a.knownZeros() >>> least) | (mask & ~(mask >>> least));
      knownOnes = a.knownOnes() >>> least;
    }
    return IntegerStamp.of(
        bits,
        ~(mask >>> 1),
        mask >>> 1,
        a.unsignedMinimum() >>> most,
        a.unsignedMaximum() >>> least,
        knownZeros,
        knownOnes);
  }

  /** {@code a} shifted right by {@code count} modulo the width, copies of the sign coming in. */
  public static IntegerStamp shiftArithmetic(IntegerStamp a, IntegerStamp count) {
    int bits = a.bits();
    if (a.isEmpty() || count.isEmpty()) {
      return IntegerStamp.empty(bits);
    }
    int least = leastCount(count);
    int most = mostCount(count);
    long knownZeros = 0;
    long knownOnes = 0;
    if (least == most) {
      // Sign-extended, the masks say what comes in.
      knownZeros = IntegerStamp.signExtend(bits, a.knownZeros()) >> least;
      knownOnes = IntegerStamp.signExtend(bits, a.knownOnes()) >> least;
    }
    return IntegerStamp.of(
        bits,
        a.minimum() < 0 ? a.minimum() >> least : a.minimum() >> most,
        a.maximum() < 0 ? a.maximum() >> most : a.maximum() >> least,
        0,
        IntegerStamp.mask(bits),
        knownZeros,
        knownOnes);
  }

  /** {@code a} rotated left by {@code count} modulo the width. */
  public static IntegerStamp rotateLeft(IntegerStamp a, IntegerStamp count) {
    int bits = a.bits();
    if (a.isEmpty() || count.isEmpty()) {
      return IntegerStamp.empty(bits);
    }
    int least = leastCount(count);
    if (least != mostCount(count)) {
      // Only what is the same everywhere stays known.
      long mask = IntegerStamp.mask(bits);
      return a.knownZeros() == mask || a.knownOnes() == mask ? a : IntegerStamp.full(bits);
    }
    return IntegerStamp.ofKnownBits(
        bits, rotate(bits, a.knownZeros(), least), rotate(bits, a.knownOnes(), least));
  }

  private static long rotate(int bits, long value, int count) {
    return count == 0
        ? value
        : ((value << count) | (value >>> (bits - count))) & IntegerStamp.mask(bits);
  }

  /** The least count that is meant; counts are modulo the width, which is a power of two. */
  private static int leastCount(IntegerStamp count) {
    int width = count.bits();
    return Long.compareUnsigned(count.unsignedMaximum(), width) < 0
        ? (int) count.unsignedMinimum()
        : (int) (count.knownOnes() & (width - 1));
  }

  private static int mostCount(IntegerStamp count) {
    int width = count.bits();
    return Long.compareUnsigned(count.unsignedMaximum(), width) < 0
        ? (int) count.unsignedMaximum()
        : (int) (~count.knownZeros() & (width - 1));
  }

  // ------------------------------------------------------------------ counts

  /** The number of ones in {@code a}. */
  public static IntegerStamp populationCount(IntegerStamp a) {
    int bits = a.bits();
    return a.isEmpty()
        ? a
        : IntegerStamp.unsignedRange(
            bits, Long.bitCount(a.knownOnes()), bits - Long.bitCount(a.knownZeros()));
  }

  /** The number of zeros above the highest one of {@code a}; the width for 0. */
  public static IntegerStamp leadingZeros(IntegerStamp a) {
    int bits = a.bits();
    int spare = 64 - bits;
    return a.isEmpty()
        ? a
        : IntegerStamp.unsignedRange(
            bits,
            Long.numberOfLeadingZeros(a.unsignedMaximum()) - spare,
            Long.numberOfLeadingZeros(a.unsignedMinimum()) - spare);
  }

  /** The number of zeros below the lowest one of {@code a}; the width for 0. */
  public static IntegerStamp trailingZeros(IntegerStamp a) {
    int bits = a.bits();
    if (a.isEmpty()) {
      return a;
    }
    int least = Math.min(Long.numberOfTrailingZeros(~a.knownZeros()), bits);
    int most = Math.min(Long.numberOfTrailingZeros(a.knownOnes()), bits);
    if (most == bits && a.unsignedMinimum() != 0) {
      most = Math.min(most, 63 - Long.numberOfLeadingZeros(~a.knownZeros() & mask(bits)));
    }
    return IntegerStamp.unsignedRange(bits, least, most);
  }

  private static long mask(int bits) {
    return IntegerStamp.mask(bits);
  }

  /** The bytes of {@code a} in reverse order; the width must be a multiple of 8. */
  public static IntegerStamp swapBytes(IntegerStamp a) {
    int spare = 64 - a.bits();
    return a.isEmpty()
        ? a
        : IntegerStamp.ofKnownBits(
            a.bits(),
            Long.reverseBytes(a.knownZeros()) >>> spare,
            Long.reverseBytes(a.knownOnes()) >>> spare);
  }
}
