package dev.sargasso.passes.range;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import org.jspecify.annotations.Nullable;

/**
 * The numbers from {@code low} on, {@code more} besides it, on the ring of integers of a width; all
 * arithmetic is modulo that. Neither none nor all of the ring.
 *
 * @param bits the width, 8 to 64
 * @param low where it begins, zero-extended
 * @param more how many numbers follow, unsigned; less than all
 */
record Interval(int bits, long low, long more) {
  private static long mask(int bits) {
    return -1L >>> (64 - bits);
  }

  /** From one number to another, upwards; null if that is the whole ring. */
  static @Nullable Interval of(int bits, long from, long to) {
    long more = (to - from) & mask(bits);
    return more == mask(bits) ? null : new Interval(bits, from & mask(bits), more);
  }

  /** Everything else. */
  Interval complement() {
    return new Interval(bits, (low + more + 1) & mask(bits), mask(bits) - 1 - more);
  }

  /** The same, of numbers that are less by {@code by}. */
  Interval down(long by) {
    return new Interval(bits, (low - by) & mask(bits), more);
  }

  /** The last number, zero-extended. */
  long high() {
    return (low + more) & mask(bits);
  }

  boolean contains(long value) {
    return Long.compareUnsigned((value - low) & mask(bits), more) <= 0;
  }

  /** What two have in common, if that is one interval; null if it is none or two. */
  @Nullable Interval intersection(Interval other) {
    boolean startsInside = other.contains(low);
    boolean otherStartsInside = contains(other.low);
    if (startsInside && otherStartsInside) {
      // Either one begins where the other does, or they meet at both ends.
      if (low == other.low) {
        return Long.compareUnsigned(more, other.more) <= 0 ? this : other;
      }
      return null;
    }
    if (!startsInside && !otherStartsInside) {
      return null;
    }
    Interval later = startsInside ? this : other;
    Interval earlier = startsInside ? other : this;
    long room = (earlier.high() - later.low) & mask(bits);
    return new Interval(
        bits, later.low, Long.compareUnsigned(room, later.more) <= 0 ? room : later.more);
  }

  /**
   * The bit in which the members of two intervals differ one by one, so that both become the lower
   * one if it is cleared; 0 if there is none.
   */
  long onlyDifference(Interval other) {
    long bit = low ^ other.low;
    if (Long.bitCount(bit) != 1 || more != other.more) {
      return 0;
    }
    long least = low & ~bit;
    // No member of the lower interval has the bit set, nor does it wrap.
    long last = least + more;
    boolean same =
        Long.compareUnsigned(more, bit) < 0
            && (last & bit) == 0
            && (last & mask(bits)) == last
            && Long.compareUnsigned(least, last) <= 0;
    return same ? bit : 0;
  }

  /** The value whose comparison with a constant {@code condition} is, or null. */
  static @Nullable Node subject(Node condition) {
    if (!condition.op().isComparison()) {
      return null;
    }
    Node a = condition.value(0);
    Node b = condition.value(1);
    if (!a.type().isInteger() || a.type().bits() < 8 || a.isConstant() == b.isConstant()) {
      return null;
    }
    Node x = a.isConstant() ? b : a;
    return x.op() == Op.ADD && x.value(1).isConstant() ? x.value(0) : x;
  }

  /** Where {@code condition}, which has a subject, holds; null if that is nowhere or everywhere. */
  static @Nullable Interval of(Node condition) {
    Node a = condition.value(0);
    Node b = condition.value(1);
    boolean left = a.isConstant();
    Node x = left ? b : a;
    long c = left ? a.immediate() : b.immediate();
    int bits = x.type().bits();
    long least = -1L << (bits - 1);
    Interval interval =
        switch (condition.op()) {
          case EQ -> of(bits, c, c);
          case NE -> new Interval(bits, c & mask(bits), 0).complement();
          case LT ->
              left ? from(bits, c + 1, ~least, c == ~least) : from(bits, least, c - 1, c == least);
          case LE -> left ? of(bits, c, ~least) : of(bits, least, c);
          case ULT -> left ? from(bits, c + 1, -1, c == -1) : from(bits, 0, c - 1, c == 0);
          default -> left ? of(bits, c, -1) : of(bits, 0, c);
        };
    if (interval == null || x.op() != Op.ADD || !x.value(1).isConstant()) {
      return interval;
    }
    return interval.down(x.value(1).immediate());
  }

  private static @Nullable Interval from(int bits, long from, long to, boolean isEmpty) {
    return isEmpty ? null : of(bits, from, to);
  }
}
