package dev.sargasso.cli;

/** What the user asked for cannot be done; the message says why, and what to do. */
final class UserError extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean named;

  UserError(String message) {
    this(message, false);
  }

  /**
   * @param named whether the message says itself what it is about, as {@code file:line: error: ...}
   */
  UserError(String message, boolean named) {
    super(message, null, false, false);
    this.named = named;
  }

  /** The message with the name of the command where it needs one. */
  String text() {
    return named ? String.valueOf(getMessage()) : "sargasso: error: " + getMessage();
  }
}
