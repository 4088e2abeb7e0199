package dev.sargasso.bench.fuzz;

import dev.sargasso.driver.SourceException;
import java.util.stream.Collectors;

/** The endings of executions that came to no run. */
final class Failures {
  private Failures() {}

  /** The compiler refused the program. */
  static Ending refused(SourceException e) {
    return new Ending("compile: " + e.messages().getFirst(), "");
  }

  /** The compiler itself failed. */
  static Ending broken(Throwable e) {
    String message =
        String.valueOf(e.getMessage())
            .lines()
            .limit(2)
            .map(String::strip)
            .collect(Collectors.joining(" "));
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    StackTraceElement[] trace = root.getStackTrace();
    String where = trace.length == 0 ? "" : " at " + trace[0];
    return new Ending(
        "compiler failed: " + root.getClass().getSimpleName() + ": " + message + where, "");
  }
}
