package dev.sargasso.passes.pipeline;

/** How much is done to a function, and to which end. */
public enum OptimizationLevel {
  /** Only what every graph needs: no motion beyond what is correct. */
  O0("0"),
  /** What pays for itself within one walk: no passes over loops, no inlining. */
  O1("1"),
  /** Everything that makes code faster without making it much larger. */
  O2("2"),
  /** Also what costs much space: vectors, more unrolling, more inlining. */
  O3("3"),
  /** What runs at level 2, but where code would grow, size decides. */
  OS("s");

  private final String suffix;

  OptimizationLevel(String suffix) {
    this.suffix = suffix;
  }

  /** What stands behind {@code -O} for this level. */
  public String suffix() {
    return suffix;
  }

  /** Whether passes of {@code other} run at this level. {@link #OS} runs what {@link #O2} does. */
  public boolean includes(OptimizationLevel other) {
    return rank() >= other.rank();
  }

  /** Whether passes should rather keep the code small than make it fast. */
  public boolean prefersSize() {
    return this == OS;
  }

  private int rank() {
    return this == OS ? O2.ordinal() : ordinal();
  }

  /**
   * The level with this suffix.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public static OptimizationLevel of(String suffix) {
    for (OptimizationLevel level : values()) {
      if (level.suffix.equals(suffix)) {
        return level;
      }
    }
    throw new IllegalArgumentException(
        "there is no optimisation level '" + suffix + "'; take 0, 1, 2, 3 or s");
  }
}
