package dev.sargasso.x64.allocate;

/**
 * Chooses among the registers that a value may have. Any choice is legal; they differ in how many
 * copies the code needs in the end.
 */
interface RegisterChoice {
  /**
   * Chooses a register.
   *
   * @param value the value to place
   * @param allowed the registers that it may have; not empty
   * @param hints registers that would save a copy here
   * @param frequency how often a copy here would be executed; what a hint is worth
   */
  int choose(int value, long allowed, long hints, float frequency);

  /**
   * A value's definition was given a register.
   *
   * @param frequency of the block of the definition
   */
  void settle(int value, int register, float frequency);

  /** What it costs, in executed copies, that a value is in a register rather than in the best. */
  float cost(int value, int register);

  /**
   * How much cheaper the rest of the value's life would be in the best of some registers than where
   * it is, and which that is: a register, or -1 if moving at the given cost does not pay.
   */
  int better(int value, int current, long allowed, float cost);
}
