package dev.sargasso.x64.allocate;

/** Random but reproducible legal choices, to shake out what depends on good luck. */
final class RandomRegister implements RegisterChoice {
  private long state;

  /** Choices that depend on the seed and the order of questions only. */
  RandomRegister(final long seed) {
    state = seed * 0x9e37_79b9_7f4a_7c15L + 1;
  }

  private int next(final int bound) {
    // Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
    state += 0x9e37_79b9_7f4a_7c15L;
    long mixed = state;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d0_49bb_1331_11ebL;
    return (int) (((mixed ^ (mixed >>> 31)) >>> 33) % bound);
  }

  @Override
  public int choose(final int value, final long allowed, final long hints, final float frequency) {
    long rest = allowed;
    for (int skip = next(Long.bitCount(allowed)); skip > 0; skip--) {
      rest &= rest - 1;
    }
    return Long.numberOfTrailingZeros(rest);
  }

  @Override
  public void settle(final int value, final int register, final float frequency) {}

  @Override
  public float cost(final int value, final int register) {
    return next(3);
  }

  @Override
  public int better(final int value, final int current, final long allowed, final float cost) {
    return allowed != 0 && next(4) == 0 ? choose(value, allowed, 0, cost) : -1;
  }
}
