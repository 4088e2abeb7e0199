package dev.sargasso.x64.allocate;

/**
 * Counts what the stages of allocation do beyond a constant amount for each instruction, operand
 * and argument, so that tests can see how it grows without measuring time.
 */
final class Work {
  private long steps;

  Work() {}

  /** Some steps were taken. */
  void add(final long count) {
    steps += count;
  }

  /** How many steps were taken so far. */
  long steps() {
    return steps;
  }
}
