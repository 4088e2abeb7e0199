package dev.sargasso.passes.pipeline;

/**
 * A pass that looks at several functions.
 *
 * @param name short and unique, as in flags
 * @param title what it does, for people
 * @param from the lowest level at which it runs
 * @param body what it does to a program
 */
public record ProgramPass(String name, String title, OptimizationLevel from, Body body) {
  /** Changes a program. */
  @FunctionalInterface
  public interface Body {
    /** Does the work; what it does to single functions goes through {@link Pipeline#step}. */
    void run(ProgramContext context);
  }
}
