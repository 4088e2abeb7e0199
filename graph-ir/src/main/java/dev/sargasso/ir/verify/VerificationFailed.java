package dev.sargasso.ir.verify;

import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;

/** A graph or schedule breaks the rules of the representation: a defect of the compiler. */
public final class VerificationFailed extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private static final int SHOWN = 20;

  private final String function;
  private final transient List<Problem> problems;

  /**
   * One broken rule.
   *
   * @param rule a short stable name, such as {@code use-count}
   * @param node id of the node, or -1 if there is none to name
   * @param text what is wrong
   */
  public record Problem(String rule, int node, String text) {
    @Override
    public String toString() {
      return rule + ": " + text;
    }
  }

  /**
   * @param problems at least one
   */
  public VerificationFailed(String function, List<Problem> problems) {
    super(message(function, problems));
    this.function = function;
    this.problems = List.copyOf(problems);
  }

  private static String message(String function, List<Problem> problems) {
    String shown =
        problems.stream()
            .limit(SHOWN)
            .map(problem -> "\n  " + problem)
            .collect(Collectors.joining());
    String more = problems.size() > SHOWN ? "\n  and " + (problems.size() - SHOWN) + " more" : "";
    return "function " + function + " is malformed:" + shown + more;
  }

  /** The name of the function. */
  public String function() {
    return function;
  }

  /** All broken rules, in order of discovery. */
  public List<Problem> problems() {
    return problems;
  }

  /** Whether the rule of this name is among the broken ones. */
  public boolean breaks(String rule) {
    return problems.stream().anyMatch(problem -> problem.rule().equals(rule));
  }
}
