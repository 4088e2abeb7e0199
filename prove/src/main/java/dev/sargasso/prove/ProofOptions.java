package dev.sargasso.prove;

import java.util.Optional;

/**
 * What to prove, and with how much effort.
 *
 * @param function only this one
 * @param pass only this one
 * @param milliseconds for each question to Z3, at least 1
 * @param rounds how often each loop may go round, at least 0
 */
public record ProofOptions(
    Optional<String> function, Optional<String> pass, int milliseconds, int rounds) {
  /** Everything, with five seconds and three rounds. */
  public static final ProofOptions DEFAULT =
      new ProofOptions(Optional.empty(), Optional.empty(), 5000, 3);

  /** Checks ranges. */
  public ProofOptions {
    if (milliseconds < 1 || rounds < 0) {
      throw new IllegalArgumentException("a time of at least 1 ms and at least 0 rounds");
    }
  }

  boolean includesFunction(String name) {
    return function.isEmpty() || function.get().equals(name);
  }

  boolean includesPass(String name) {
    return pass.isEmpty() || pass.get().equals(name);
  }
}
