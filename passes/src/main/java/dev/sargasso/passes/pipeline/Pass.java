package dev.sargasso.passes.pipeline;

import java.util.List;

/**
 * One row of the table.
 *
 * @param name short and unique, as in flags
 * @param title what it does, for people
 * @param from the lowest level at which it runs
 * @param required whether it may not be switched off
 * @param mustFollow passes that must stand before it
 * @param body what it does to a function
 */
public record Pass(
    String name,
    String title,
    OptimizationLevel from,
    boolean required,
    List<Follows> mustFollow,
    Body body) {
  /** Copies the list. */
  public Pass {
    mustFollow = List.copyOf(mustFollow);
  }

  /**
   * A constraint on the order of rows.
   *
   * @param pass the name of a pass that stands before
   * @param reason why
   */
  public record Follows(String pass, String reason) {}

  /** Changes a function. */
  @FunctionalInterface
  public interface Body {
    /** Does the work; returns how much changed, in units of its own, 0 for nothing. */
    long run(PassContext context);
  }
}
