package dev.sargasso.driver;

/** A program was compiled but cannot be loaded: a symbol is defined nowhere, or memory is short. */
public final class LoadException extends Exception {
  private static final long serialVersionUID = 1L;

  LoadException(String message) {
    super(message, null, false, false);
  }
}
