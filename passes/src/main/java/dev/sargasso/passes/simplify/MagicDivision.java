package dev.sargasso.passes.simplify;

/**
 * The multiplier that divides: {@code x / d} is the high part of {@code x * multiplier}, shifted.
 * After Granlund and Montgomery, "Division by Invariant Integers using Multiplication" (PLDI 1994),
 * with the least multiplier as in Warren, "Hacker's Delight", chapter 10. Works at every width up
 * to 64, so that tests can try all dividends of a narrow one.
 *
 * @param multiplier the low {@code width} bits of the multiplier, zero-extended
 * @param shift how far the high half of the product is shifted right
 * @param add whether the multiplier has one more bit, 1, above those; unsigned only
 */
record MagicDivision(long multiplier, int shift, boolean add) {
  /**
   * For signed dividends. With the product of the dividend and the multiplier (both signed, the
   * multiplier of {@code width + 1} bits) in double width: {@code (product >> width >> shift) + (x
   * < 0 ? 1 : 0)}.
   *
   * @param divisor from 2 to the maximum of the width, no power of two
   */
  static MagicDivision signed(int width, long divisor) {
    // The least p with 2^p > nc * (d - 2^p mod d), where nc is the greatest dividend that leaves
    // the remainder d - 1. Quotients and remainders of 2^p are carried along.
    long high = 1L << (width - 1);
    long mask = -1L >>> (64 - width);
    long nc = high - 1 - Long.remainderUnsigned(high & mask, divisor);
    int p = width - 1;
    long q1 = Long.divideUnsigned(high & mask, nc);
    long r1 = (high & mask) - q1 * nc;
    long q2 = Long.divideUnsigned(high & mask, divisor);
    long r2 = (high & mask) - q2 * divisor;
    long delta;
    do {
      p++;
      q1 <<= 1;
      r1 <<= 1;
      if (Long.compareUnsigned(r1, nc) >= 0) {
        q1++;
        r1 -= nc;
      }
      q2 <<= 1;
      r2 <<= 1;
      if (Long.compareUnsigned(r2, divisor) >= 0) {
        q2++;
        r2 -= divisor;
      }
      delta = divisor - r2;
    } while (Long.compareUnsigned(q1, delta) < 0 || (q1 == delta && r1 == 0));
    return new MagicDivision((q2 + 1) & mask, p - width, false);
  }

  /**
   * For unsigned dividends below {@code 2 ^ dividendBits}. The quotient is {@code umulhigh(x,
   * multiplier) >>> shift}, or with {@code add} that of {@code x * (2 ^ width + multiplier)}.
   *
   * @param divisor unsigned, at least 3, no power of two, below half of {@code 2 ^ width}
   * @param dividendBits from 1 to {@code width}
   */
  static MagicDivision unsigned(int width, long divisor, int dividendBits) {
    // The least shift s with e = d - 2^(width+s) mod d at most 2^(width+s-dividendBits); the
    // multiplier is then (2^(width+s) + e) / d, and the error stays below one for all dividends.
    long mask = -1L >>> (64 - width);
    // Quotient and remainder of 2^width, without its being representable.
    long q = Long.divideUnsigned(mask, divisor);
    long r = mask - q * divisor + 1;
    if (r == divisor) {
      q++;
      r = 0;
    }
    boolean carry = false;
    for (int shift = 0; ; shift++) {
      long error = divisor - r;
      int slack = width - dividendBits + shift;
      if (slack >= 63 || Long.compareUnsigned(error, 1L << slack) <= 0) {
        long multiplier = q + 1;
        boolean overflow = carry || (multiplier & ~mask) != 0 || (width == 64 && multiplier == 0);
        return new MagicDivision(multiplier & mask, shift, overflow);
      }
      carry |= (q & (mask ^ (mask >>> 1))) != 0;
      q = (q << 1) & mask;
      // r < d < 2^63, so that doubling does not overflow.
      r <<= 1;
      if (Long.compareUnsigned(r, divisor) >= 0) {
        q++;
        r -= divisor;
      }
    }
  }
}
