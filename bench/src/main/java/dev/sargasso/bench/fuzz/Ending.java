package dev.sargasso.bench.fuzz;

import java.util.List;

/**
 * How an execution ended.
 *
 * @param how the exit status, the signal, the trap, or why there was no run, in one line
 * @param output what it printed until then
 */
public record Ending(String how, String output) {
  /** A run that came to its end and returned 0. */
  public static final String SUCCESS = "exit 0";

  /** An interpreter gave up, as it is too slow for this program; that says nothing. */
  public static final String UNFINISHED = "unfinished";

  /** The limit of time was reached. */
  public static final String TIMEOUT = "timeout";

  /** Whether the program came to its end and returned 0. */
  public boolean isSuccess() {
    return how.equals(SUCCESS);
  }

  /** The first difference from {@code expected} in one line, or the empty string. */
  public String differenceFrom(Ending expected) {
    if (how.equals(UNFINISHED)) {
      return "";
    }
    if (!how.equals(expected.how)) {
      return how;
    }
    List<String> own = output.lines().toList();
    List<String> other = expected.output.lines().toList();
    for (int i = 0; i < Math.max(own.size(), other.size()); i++) {
      String got = i < own.size() ? own.get(i) : "nothing";
      String want = i < other.size() ? other.get(i) : "nothing";
      if (!got.equals(want)) {
        return "line " + (i + 1) + " is '" + got + "', not '" + want + "'";
      }
    }
    return output.equals(expected.output) ? "" : "line ends differ";
  }
}
