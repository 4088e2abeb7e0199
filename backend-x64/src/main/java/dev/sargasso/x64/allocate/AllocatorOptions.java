package dev.sargasso.x64.allocate;

/**
 * How registers are allocated. All combinations are correct; the trivial ones serve to find out
 * which stage is to blame, and as baselines.
 *
 * @param spilling which spiller runs where values exceed the registers
 * @param colouring how registers are chosen
 * @param seed decides the random choices of {@link Choice#RANDOM}
 */
public record AllocatorOptions(Spilling spilling, Choice colouring, long seed) {
  /** What to use unless there is a reason not to. */
  public static final AllocatorOptions DEFAULT =
      new AllocatorOptions(Spilling.NEXT_USE, Choice.PREFERENCES, 0);

  /** The spillers. */
  public enum Spilling {
    /** By next-use distance, and only where values do not fit. */
    NEXT_USE,
    /** Every value lives in memory. */
    EVERYWHERE
  }

  /** The ways to choose a register. */
  public enum Choice {
    /** By preferences, which coalesces most copies. */
    PREFERENCES,
    /** The lowest free register: no coalescing. */
    LOWEST,
    /** Any free register. */
    RANDOM
  }

  /** Random choices with a seed, the rest as usual. */
  public static AllocatorOptions chaos(final long seed) {
    return new AllocatorOptions(Spilling.NEXT_USE, Choice.RANDOM, seed);
  }
}
