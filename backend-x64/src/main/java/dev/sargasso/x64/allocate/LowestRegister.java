package dev.sargasso.x64.allocate;

/** The trivial choice: the lowest register, whatever that costs in copies. */
final class LowestRegister implements RegisterChoice {
  LowestRegister() {}

  @Override
  public int choose(final int value, final long allowed, final long hints, final float frequency) {
    return Long.numberOfTrailingZeros(allowed);
  }

  @Override
  public void settle(final int value, final int register, final float frequency) {}

  @Override
  public float cost(final int value, final int register) {
    return 0;
  }

  @Override
  public int better(final int value, final int current, final long allowed, final float cost) {
    return -1;
  }
}
