package dev.sargasso.cli;

/** What the user asked for cannot be done; the message says why, and what to do. */
final class UserError extends Exception {
  private static final long serialVersionUID = 1L;

  UserError(String message) {
    super(message, null, false, false);
  }
}
