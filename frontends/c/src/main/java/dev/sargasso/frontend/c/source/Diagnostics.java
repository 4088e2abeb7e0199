package dev.sargasso.frontend.c.source;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects the messages of a compilation.
 *
 * <p>A second error at the position of the one before it is dropped: it is a consequence. When the
 * limit of errors is reached, {@link ErrorLimitReached} ends the compilation.
 */
public final class Diagnostics {
  /** How many errors a compilation reports unless told otherwise. */
  public static final int DEFAULT_LIMIT = 20;

  /** Ends a compilation that has reported as many errors as it may, or one that cannot go on. */
  public static final class ErrorLimitReached extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ErrorLimitReached() {
      super("the limit of errors is reached", null, false, false);
    }
  }

  private final SourceMap sources;
  private final int limit;
  private final List<Diagnostic> messages = new ArrayList<>();
  private int errors;
  private int lastPosition = -1;

  /** Collects up to {@code limit} errors, at least one, about the given sources. */
  public Diagnostics(final SourceMap sources, final int limit) {
    this.sources = sources;
    this.limit = Math.max(1, limit);
  }

  /** The sources that positions refer to. */
  public SourceMap sources() {
    return sources;
  }

  /** Reports an error. */
  public void error(final int position, final String message) {
    if (position == lastPosition && position != SourceMap.UNKNOWN) {
      return;
    }
    lastPosition = position;
    messages.add(diagnostic(Diagnostic.Severity.ERROR, position, message));
    if (++errors >= limit) {
      throw new ErrorLimitReached();
    }
  }

  /** Reports an error after which nothing sensible can follow. */
  public ErrorLimitReached fatal(final int position, final String message) {
    error(position, message);
    return new ErrorLimitReached();
  }

  /** Reports something that does not keep the program from being translated. */
  public void warning(final int position, final String message) {
    messages.add(diagnostic(Diagnostic.Severity.WARNING, position, message));
  }

  /** Whether an error was reported. */
  public boolean hasErrors() {
    return errors > 0;
  }

  /** The number of errors so far. */
  public int errorCount() {
    return errors;
  }

  /** All messages in the order in which they were reported. */
  public List<Diagnostic> messages() {
    return List.copyOf(messages);
  }

  private Diagnostic diagnostic(
      final Diagnostic.Severity severity, final int position, final String message) {
    return new Diagnostic(severity, sources.locate(position), message, sources.lineText(position));
  }
}
