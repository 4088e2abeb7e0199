package dev.sargasso.ir.type;

/**
 * A set of integers of one width, described by a signed interval, an unsigned interval, and the
 * bits that all members share.
 *
 * <p>Every instance is <em>exact</em>: each bound is a member, and a bit counts as unknown only if
 * two members differ in it. So two instances denote the same set if and only if they are equal, the
 * hull of the components is the least describable set that holds two others, and {@link #join} is
 * the intersection itself. Exactness is reached in one step: the set is the union of what the
 * intervals and bits leave of the non-negative and of the negative half, and in one half the least
 * and the greatest member are found bit by bit.
 *
 * <p>Widths from 1 to 64 work alike, so that laws can be tested exhaustively on narrow ones. Signed
 * values are kept sign-extended, unsigned ones and masks zero-extended. The two values of width 1
 * are 0 and 1 unsigned, 0 and -1 signed.
 */
public final class IntegerStamp implements Stamp {
  private static final IntegerStamp[] FULL = new IntegerStamp[65];
  private static final IntegerStamp[] EMPTY = new IntegerStamp[65];

  static {
    for (int bits = 1; bits <= 64; bits++) {
      long mask = -1L >>> (64 - bits);
      long high = mask >>> 1;
      FULL[bits] = new IntegerStamp(bits, ~high, high, 0, mask, 0, 0);
      EMPTY[bits] = new IntegerStamp(bits, high, ~high, mask, 0, mask, mask);
    }
  }

  private final int bits;
  private final long minimum;
  private final long maximum;
  private final long unsignedMinimum;
  private final long unsignedMaximum;
  private final long knownZeros;
  private final long knownOnes;

  private IntegerStamp(
      int bits,
      long minimum,
      long maximum,
      long unsignedMinimum,
      long unsignedMaximum,
      long knownZeros,
      long knownOnes) {
    this.bits = bits;
    this.minimum = minimum;
    this.maximum = maximum;
    this.unsignedMinimum = unsignedMinimum;
    this.unsignedMaximum = unsignedMaximum;
    this.knownZeros = knownZeros;
    this.knownOnes = knownOnes;
  }

  // ------------------------------------------------------------------ making

  /** All integers of the width. */
  public static IntegerStamp full(int bits) {
    return FULL[bits];
  }

  /** No integer. */
  public static IntegerStamp empty(int bits) {
    return EMPTY[bits];
  }

  /** One integer; only the low {@code bits} bits of {@code value} count. */
  public static IntegerStamp constant(int bits, long value) {
    long mask = mask(bits);
    long unsigned = value & mask;
    long signed = signExtend(bits, value);
    return new IntegerStamp(bits, signed, signed, unsigned, unsigned, ~unsigned & mask, unsigned);
  }

  /** All integers from {@code minimum} to {@code maximum}, signed; empty if the first is larger. */
  public static IntegerStamp signedRange(int bits, long minimum, long maximum) {
    return of(bits, minimum, maximum, 0, mask(bits), 0, 0);
  }

  /**
   * All integers from {@code minimum} to {@code maximum}, unsigned; empty if the first is larger.
   */
  public static IntegerStamp unsignedRange(int bits, long minimum, long maximum) {
    long high = mask(bits) >>> 1;
    return of(bits, ~high, high, minimum, maximum, 0, 0);
  }

  /** All integers with zeros where {@code knownZeros} and ones where {@code knownOnes} has ones. */
  public static IntegerStamp ofKnownBits(int bits, long knownZeros, long knownOnes) {
    long high = mask(bits) >>> 1;
    return of(bits, ~high, high, 0, mask(bits), knownZeros, knownOnes);
  }

  /** All integers that satisfy every condition, made exact. */
  public static IntegerStamp of(
      int bits,
      long minimum,
      long maximum,
      long unsignedMinimum,
      long unsignedMaximum,
      long knownZeros,
      long knownOnes) {
    long mask = mask(bits);
    long zeros = knownZeros & mask;
    long ones = knownOnes & mask;
    if ((zeros & ones) != 0) {
      return EMPTY[bits];
    }
    // What is left of the non-negative half.
    long lowHere = maxUnsigned(unsignedMinimum, Math.max(minimum, 0));
    long highHere = minUnsigned(unsignedMaximum, maximum);
    boolean here = maximum >= 0 && Long.compareUnsigned(lowHere, highHere) <= 0;
    if (here) {
      lowHere = firstMatch(lowHere, zeros, ones, mask);
      highHere = lastMatch(highHere, zeros, ones, mask);
      here =
          Long.compareUnsigned(lowHere, highHere) <= 0
              && Long.compareUnsigned(lowHere, maxUnsigned(unsignedMinimum, Math.max(minimum, 0)))
                  >= 0
              && Long.compareUnsigned(highHere, minUnsigned(unsignedMaximum, maximum)) <= 0;
    }
    // What is left of the negative half, as unsigned numbers.
    long lowThere = maxUnsigned(unsignedMinimum, minimum & mask);
    long highThere = minUnsigned(unsignedMaximum, Math.min(maximum, -1) & mask);
    boolean there = minimum < 0 && Long.compareUnsigned(lowThere, highThere) <= 0;
    if (there) {
      long first = firstMatch(lowThere, zeros, ones, mask);
      long last = lastMatch(highThere, zeros, ones, mask);
      there =
          Long.compareUnsigned(first, last) <= 0
              && Long.compareUnsigned(first, lowThere) >= 0
              && Long.compareUnsigned(last, highThere) <= 0;
      lowThere = first;
      highThere = last;
    }
    if (!here && !there) {
      return EMPTY[bits];
    }
    long zerosHere = zeros | (~lowHere & commonPrefix(lowHere, highHere) & mask);
    long onesHere = ones | (lowHere & commonPrefix(lowHere, highHere));
    if (!there) {
      return new IntegerStamp(bits, lowHere, highHere, lowHere, highHere, zerosHere, onesHere);
    }
    long zerosThere = zeros | (~lowThere & commonPrefix(lowThere, highThere) & mask);
    long onesThere = ones | (lowThere & commonPrefix(lowThere, highThere) & mask);
    long least = signExtend(bits, lowThere);
    if (!here) {
      return new IntegerStamp(
          bits, least, signExtend(bits, highThere), lowThere, highThere, zerosThere, onesThere);
    }
    return new IntegerStamp(
        bits, least, highHere, lowHere, highThere, zerosHere & zerosThere, onesHere & onesThere);
  }

  /** The least number from {@code low} on with the given bits; less than {@code low} for none. */
  private static long firstMatch(long low, long zeros, long ones, long mask) {
    long wrong = (low & zeros) | (~low & ones);
    if (wrong == 0) {
      return low;
    }
    long bit = Long.highestOneBit(wrong);
    if ((low & bit) != 0) {
      // A one must become zero: a higher zero, the lowest that may, becomes one instead.
      bit = Long.lowestOneBit(~low & ~zeros & mask & -(bit << 1));
      if (bit == 0) {
        return 0;
      }
    }
    return (low & -(bit << 1)) | bit | (ones & (bit - 1));
  }

  /**
   * The greatest number up to {@code high} with the given bits; more than {@code high} for none.
   */
  private static long lastMatch(long high, long zeros, long ones, long mask) {
    return ~firstMatch(~high & mask, /* zeros= */ ones, /* ones= */ zeros, mask) & mask;
  }

  /** Ones above the highest bit in which the two differ. */
  private static long commonPrefix(long a, long b) {
    long difference = a ^ b;
    if (difference == 0) {
      return -1L;
    }
    return -(Long.highestOneBit(difference) << 1);
  }

  static long mask(int bits) {
    return -1L >>> (64 - bits);
  }

  static long signExtend(int bits, long value) {
    return value << (64 - bits) >> (64 - bits);
  }

  static long minUnsigned(long a, long b) {
    return Long.compareUnsigned(a, b) <= 0 ? a : b;
  }

  static long maxUnsigned(long a, long b) {
    return Long.compareUnsigned(a, b) >= 0 ? a : b;
  }

  // --------------------------------------------------------------- questions

  /** The width. */
  public int bits() {
    return bits;
  }

  /**
   * The integer type of this width.
   *
   * @throws IllegalStateException for a width that no type has
   */
  @Override
  public Type type() {
    return switch (bits) {
      case 1 -> Type.I1;
      case 8 -> Type.I8;
      case 16 -> Type.I16;
      case 32 -> Type.I32;
      case 64 -> Type.I64;
      default -> throw new IllegalStateException("no type of " + bits + " bits");
    };
  }

  /** The least member, signed; above {@link #maximum} if the set is empty. */
  public long minimum() {
    return minimum;
  }

  /** The greatest member, signed. */
  public long maximum() {
    return maximum;
  }

  /** The least member, unsigned and zero-extended; above the maximum if the set is empty. */
  public long unsignedMinimum() {
    return unsignedMinimum;
  }

  /** The greatest member, unsigned and zero-extended. */
  public long unsignedMaximum() {
    return unsignedMaximum;
  }

  /** The bits that are 0 in all members. */
  public long knownZeros() {
    return knownZeros;
  }

  /** The bits that are 1 in all members. */
  public long knownOnes() {
    return knownOnes;
  }

  @Override
  public boolean isEmpty() {
    return minimum > maximum;
  }

  @Override
  public boolean isFull() {
    return unsignedMinimum == 0
        && unsignedMaximum == mask(bits)
        && minimum == ~(mask(bits) >>> 1)
        && maximum == mask(bits) >>> 1
        && (knownZeros | knownOnes) == 0;
  }

  /** Whether there is exactly one member, which is {@link #minimum}. */
  public boolean isConstant() {
    return minimum == maximum;
  }

  /** Whether {@code value}, of which only the low bits count, is a member. */
  public boolean contains(long value) {
    long signed = signExtend(bits, value);
    long unsigned = value & mask(bits);
    return minimum <= signed
        && signed <= maximum
        && Long.compareUnsigned(unsignedMinimum, unsigned) <= 0
        && Long.compareUnsigned(unsigned, unsignedMaximum) <= 0
        && (unsigned & knownZeros) == 0
        && (unsigned & knownOnes) == knownOnes;
  }

  /** Whether no member is negative. */
  public boolean isNonNegative() {
    return minimum >= 0;
  }

  // ----------------------------------------------------------------- lattice

  @Override
  public IntegerStamp meet(Stamp other) {
    IntegerStamp that = check(other);
    if (isEmpty()) {
      return that;
    }
    if (that.isEmpty()) {
      return this;
    }
    return of(
        bits,
        Math.min(minimum, that.minimum),
        Math.max(maximum, that.maximum),
        minUnsigned(unsignedMinimum, that.unsignedMinimum),
        maxUnsigned(unsignedMaximum, that.unsignedMaximum),
        knownZeros & that.knownZeros,
        knownOnes & that.knownOnes);
  }

  @Override
  public IntegerStamp join(Stamp other) {
    IntegerStamp that = check(other);
    if (isEmpty()) {
      return this;
    }
    if (that.isEmpty()) {
      return that;
    }
    return of(
        bits,
        Math.max(minimum, that.minimum),
        Math.min(maximum, that.maximum),
        maxUnsigned(unsignedMinimum, that.unsignedMinimum),
        minUnsigned(unsignedMaximum, that.unsignedMaximum),
        knownZeros | that.knownZeros,
        knownOnes | that.knownOnes);
  }

  @Override
  public boolean includes(Stamp other) {
    IntegerStamp that = check(other);
    return that.isEmpty()
        || (minimum <= that.minimum
            && that.maximum <= maximum
            && Long.compareUnsigned(unsignedMinimum, that.unsignedMinimum) <= 0
            && Long.compareUnsigned(that.unsignedMaximum, unsignedMaximum) <= 0
            && (knownZeros & ~that.knownZeros) == 0
            && (knownOnes & ~that.knownOnes) == 0);
  }

  private IntegerStamp check(Stamp other) {
    if (other instanceof IntegerStamp that && that.bits == bits) {
      return that;
    }
    throw new IllegalArgumentException("an integer stamp of " + bits + " bits and " + other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IntegerStamp that
        && bits == that.bits
        && minimum == that.minimum
        && maximum == that.maximum
        && unsignedMinimum == that.unsignedMinimum
        && unsignedMaximum == that.unsignedMaximum
        && knownZeros == that.knownZeros
        && knownOnes == that.knownOnes;
  }

  @Override
  public int hashCode() {
    long hash = bits;
    hash = 31 * hash + minimum;
    hash = 31 * hash + maximum;
    hash = 31 * hash + unsignedMinimum;
    hash = 31 * hash + unsignedMaximum;
    hash = 31 * hash + knownZeros;
    hash = 31 * hash + knownOnes;
    return Long.hashCode(hash);
  }

  /** As {@code i8[-3..4, u 0..255, bits ......0.]}, leaving out what says nothing. */
  @Override
  public String toString() {
    if (isEmpty()) {
      return "i" + bits + "[]";
    }
    StringBuilder text = new StringBuilder("i").append(bits).append('[').append(minimum);
    if (isConstant()) {
      return text.append(']').toString();
    }
    text.append("..").append(maximum);
    if (minimum < 0) {
      text.append(", u ").append(Long.toUnsignedString(unsignedMinimum)).append("..");
      text.append(Long.toUnsignedString(unsignedMaximum));
    }
    if ((knownZeros | knownOnes) != 0) {
      text.append(", bits ");
      for (int i = bits - 1; i >= 0; i--) {
        long bit = 1L << i;
        text.append((knownZeros & bit) != 0 ? '0' : (knownOnes & bit) != 0 ? '1' : '.');
      }
    }
    return text.append(']').toString();
  }
}
