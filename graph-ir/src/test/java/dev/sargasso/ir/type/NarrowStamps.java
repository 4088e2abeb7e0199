package dev.sargasso.ir.type;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** All stamps of a width of at most 4, and the sets that they denote, as bit masks. */
final class NarrowStamps {
  private NarrowStamps() {}

  /** Every set that a stamp can describe. */
  static List<IntegerStamp> all(int bits) {
    int size = 1 << bits;
    int half = size / 2;
    Set<IntegerStamp> found = new LinkedHashSet<>();
    found.add(IntegerStamp.empty(bits));
    found.add(IntegerStamp.full(bits));
    for (int low = -half; low < half; low++) {
      for (int high = low; high < half; high++) {
        for (int from = 0; from < size; from++) {
          for (int to = from; to < size; to++) {
            IntegerStamp range = IntegerStamp.of(bits, low, high, from, to, 0, 0);
            if (!found.add(range)) {
              continue;
            }
            for (int zeros = 0; zeros < size; zeros++) {
              for (int ones = 0; ones < size; ones++) {
                if ((zeros & ones) == 0) {
                  found.add(IntegerStamp.of(bits, low, high, from, to, zeros, ones));
                }
              }
            }
          }
        }
      }
    }
    return List.copyOf(found);
  }

  /** A part of {@link #all}, the same each time. */
  static List<IntegerStamp> sample(int bits, int count) {
    List<IntegerStamp> all = new ArrayList<>(all(bits));
    Random random = new Random(11);
    while (all.size() > count) {
      all.set(random.nextInt(all.size()), all.getLast());
      all.removeLast();
    }
    return all;
  }

  /** The members, as bits numbered by unsigned value. */
  static int members(IntegerStamp stamp) {
    int members = 0;
    for (int i = 0; i < 1 << stamp.bits(); i++) {
      if (stamp.contains(i)) {
        members |= 1 << i;
      }
    }
    return members;
  }

  /** The least stamp that holds {@code members}, from first principles. */
  static IntegerStamp describe(int bits, int members) {
    if (members == 0) {
      return IntegerStamp.empty(bits);
    }
    long minimum = Long.MAX_VALUE;
    long maximum = Long.MIN_VALUE;
    long unsignedMinimum = Long.MAX_VALUE;
    long unsignedMaximum = Long.MIN_VALUE;
    long zeros = -1;
    long ones = -1;
    for (int i = 0; i < 1 << bits; i++) {
      if ((members & 1 << i) != 0) {
        long signed = (long) i << (64 - bits) >> (64 - bits);
        minimum = Math.min(minimum, signed);
        maximum = Math.max(maximum, signed);
        unsignedMinimum = Math.min(unsignedMinimum, i);
        unsignedMaximum = Math.max(unsignedMaximum, i);
        zeros &= ~i;
        ones &= i;
      }
    }
    return IntegerStamp.of(bits, minimum, maximum, unsignedMinimum, unsignedMaximum, zeros, ones);
  }
}
