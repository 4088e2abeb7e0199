package dev.sargasso.frontend.c.parse;

/** Ends the statement or declaration in work, whose error has been reported. */
final class SyntaxError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SyntaxError() {
    super("syntax error", null, false, false);
  }
}
