package dev.sargasso.lab.compare;

/** A comparison cannot be made, or contestants compute different things. */
public final class ComparisonException extends Exception {
  private static final long serialVersionUID = 1L;

  ComparisonException(String message) {
    super(message);
  }
}
