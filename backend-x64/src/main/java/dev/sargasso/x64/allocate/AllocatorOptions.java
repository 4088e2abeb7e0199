package dev.sargasso.x64.allocate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
    /** By recolouring, within a budget: to compare preferences with. */
    RECOLOURING,
    /** The lowest free register: no coalescing. */
    LOWEST,
    /** Any free register. */
    RANDOM
  }

  /**
   * The same with another spiller.
   *
   * @param name {@code next-use} or {@code everywhere}
   * @throws IllegalArgumentException if there is no such spiller
   */
  public AllocatorOptions withSpilling(final String name) {
    return new AllocatorOptions(named(Spilling.values(), name, "spiller"), colouring, seed);
  }

  /**
   * The same with another way to choose registers.
   *
   * @param name {@code preferences}, {@code recolouring}, {@code lowest} or {@code random}
   * @throws IllegalArgumentException if there is no such way
   */
  public AllocatorOptions withColouring(final String name) {
    return new AllocatorOptions(spilling, named(Choice.values(), name, "colouring"), seed);
  }

  private static <E extends Enum<E>> E named(
      final E[] values, final String name, final String what) {
    final List<String> names = new ArrayList<>();
    for (final E value : values) {
      final String own = value.name().toLowerCase(Locale.ROOT).replace('_', '-');
      if (own.equals(name)) {
        return value;
      }
      names.add(own);
    }
    throw new IllegalArgumentException(
        "there is no " + what + " '" + name + "'; take one of " + names);
  }

  /** Random choices with a seed, the rest as usual. */
  public static AllocatorOptions chaos(final long seed) {
    return new AllocatorOptions(Spilling.NEXT_USE, Choice.RANDOM, seed);
  }
}
