package dev.sargasso.passes.pipeline;

/** How much is done to a function. */
public enum OptimizationLevel {
  /** Only what every graph needs. */
  O0,
  /** What pays for itself. */
  O1,
  /** Everything. */
  O2;

  /** Whether passes of {@code other} run at this level. */
  public boolean includes(OptimizationLevel other) {
    return compareTo(other) >= 0;
  }
}
