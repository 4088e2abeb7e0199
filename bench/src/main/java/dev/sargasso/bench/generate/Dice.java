package dev.sargasso.bench.generate;

import java.util.List;

/**
 * Random numbers that depend on the seed alone, in every version of Java: SplitMix64, after Steele,
 * Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
 */
final class Dice {
  private long state;

  Dice(long seed) {
    state = seed;
  }

  /** 64 random bits. */
  long bits() {
    state += 0x9E3779B97F4A7C15L;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** A number in [0, bound). */
  int below(int bound) {
    return (int) Long.remainderUnsigned(bits(), bound);
  }

  /** A number in [low, high]. */
  int between(int low, int high) {
    return low + below(high - low + 1);
  }

  /** Whether something happens that does so in {@code percent} of all cases. */
  boolean percent(int percent) {
    return below(100) < percent;
  }

  /** One of the elements. */
  <T> T pick(List<T> list) {
    return list.get(below(list.size()));
  }

  /** One of the elements. */
  @SafeVarargs
  final <T> T pick(T... elements) {
    return elements[below(elements.length)];
  }
}
