package dev.sargasso.passes.pipeline;

import java.io.Serial;

/** A pass failed, or left something malformed: a defect of the compiler, not of the program. */
public final class PassFailure extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final String pass;
  private final String function;
  private final int node;

  /**
   * @param node id of the node in work, or -1 if that is not known
   */
  public PassFailure(String pass, String function, int node, Throwable cause) {
    super(message(pass, function, node, cause), cause);
    this.pass = pass;
    this.function = function;
    this.node = node;
  }

  private static String message(String pass, String function, int node, Throwable cause) {
    String at = node < 0 ? "" : ", node v" + node;
    String what = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    return "pass " + pass + ", function " + function + at + ": " + what;
  }

  /** The name of the pass. */
  public String pass() {
    return pass;
  }

  /** The name of the function. */
  public String function() {
    return function;
  }

  /** The id of the node in work, or -1. */
  public int node() {
    return node;
  }
}
