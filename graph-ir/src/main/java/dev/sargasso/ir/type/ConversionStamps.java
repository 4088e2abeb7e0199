package dev.sargasso.ir.type;

/**
 * Transfer functions of conversions between widths, and of comparisons, whose result has width 1;
 * see {@link ArithmeticStamps} for what a transfer function promises.
 */
public final class ConversionStamps {
  private static final IntegerStamp FALSE = IntegerStamp.constant(1, 0);
  private static final IntegerStamp TRUE = IntegerStamp.constant(1, 1);
  private static final IntegerStamp EITHER = IntegerStamp.full(1);

  private ConversionStamps() {}

  /** {@code a} with copies of its highest bit in front. */
  public static IntegerStamp signExtend(IntegerStamp a, int bits) {
    if (a.isEmpty()) {
      return IntegerStamp.empty(bits);
    }
    long mask = IntegerStamp.mask(bits);
    return IntegerStamp.of(
        bits,
        a.minimum(),
        a.maximum(),
        0,
        mask,
        IntegerStamp.signExtend(a.bits(), a.knownZeros()) & mask,
        IntegerStamp.signExtend(a.bits(), a.knownOnes()) & mask);
  }

  /** {@code a} with zeros in front. */
  public static IntegerStamp zeroExtend(IntegerStamp a, int bits) {
    if (a.isEmpty()) {
      return IntegerStamp.empty(bits);
    }
    long mask = IntegerStamp.mask(bits);
    return IntegerStamp.of(
        bits,
        ~(mask >>> 1),
        mask >>> 1,
        a.unsignedMinimum(),
        a.unsignedMaximum(),
        a.knownZeros() | (mask & ~IntegerStamp.mask(a.bits())),
        a.knownOnes());
  }

  /** The low bits of {@code a}. */
  public static IntegerStamp truncate(IntegerStamp a, int bits) {
    if (a.isEmpty()) {
      return IntegerStamp.empty(bits);
    }
    long mask = IntegerStamp.mask(bits);
    long minimum = ~(mask >>> 1);
    long maximum = mask >>> 1;
    // An interval stays one if it is short and does not cross a boundary of the narrow type.
    long low = IntegerStamp.signExtend(bits, a.minimum());
    long high = IntegerStamp.signExtend(bits, a.maximum());
    if (low <= high && Long.compareUnsigned(a.maximum() - a.minimum(), mask) <= 0) {
      minimum = low;
      maximum = high;
    }
    long unsignedMinimum = 0;
    long unsignedMaximum = mask;
    long from = a.unsignedMinimum() & mask;
    long to = a.unsignedMaximum() & mask;
    if (Long.compareUnsigned(from, to) <= 0
        && Long.compareUnsigned(a.unsignedMaximum() - a.unsignedMinimum(), mask) <= 0) {
      unsignedMinimum = from;
      unsignedMaximum = to;
    }
    return IntegerStamp.of(
        bits,
        minimum,
        maximum,
        unsignedMinimum,
        unsignedMaximum,
        a.knownZeros() & mask,
        a.knownOnes() & mask);
  }

  /** Whether {@code a == b}. */
  public static IntegerStamp equal(IntegerStamp a, IntegerStamp b) {
    if (a.isEmpty() || b.isEmpty()) {
      return IntegerStamp.empty(1);
    }
    if (a.isConstant() && b.isConstant()) {
      return a.minimum() == b.minimum() ? TRUE : FALSE;
    }
    return a.join(b).isEmpty() ? FALSE : EITHER;
  }

  /** Whether {@code a < b}, signed. */
  public static IntegerStamp less(IntegerStamp a, IntegerStamp b) {
    if (a.isEmpty() || b.isEmpty()) {
      return IntegerStamp.empty(1);
    }
    return a.maximum() < b.minimum() ? TRUE : a.minimum() >= b.maximum() ? FALSE : EITHER;
  }

  /** Whether {@code a <= b}, signed. */
  public static IntegerStamp lessOrEqual(IntegerStamp a, IntegerStamp b) {
    return BitStamps.not(less(b, a));
  }

  /** Whether {@code a < b}, unsigned. */
  public static IntegerStamp below(IntegerStamp a, IntegerStamp b) {
    if (a.isEmpty() || b.isEmpty()) {
      return IntegerStamp.empty(1);
    }
    return Long.compareUnsigned(a.unsignedMaximum(), b.unsignedMinimum()) < 0
        ? TRUE
        : Long.compareUnsigned(a.unsignedMinimum(), b.unsignedMaximum()) >= 0 ? FALSE : EITHER;
  }

  /** Whether {@code a <= b}, unsigned. */
  public static IntegerStamp belowOrEqual(IntegerStamp a, IntegerStamp b) {
    return BitStamps.not(below(b, a));
  }

  /** {@code b} where {@code condition}, of width 1, is 1, else {@code c}. */
  public static <S extends Stamp> S select(IntegerStamp condition, S b, S c) {
    if (condition.isConstant()) {
      return condition.minimum() == 0 ? c : b;
    }
    @SuppressWarnings("unchecked") // The meet of two stamps of a kind is of that kind.
    S meet = (S) b.meet(c);
    return meet;
  }
}
