package dev.sargasso.x64.code;

/**
 * Code could not be brought into memory: a symbol is missing, something is too large, or the system
 * refuses.
 */
public final class CodeMemoryException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * Makes the exception.
   *
   * @param message says what is wrong, for the person who runs the program
   */
  public CodeMemoryException(final String message) {
    super(message);
  }
}
