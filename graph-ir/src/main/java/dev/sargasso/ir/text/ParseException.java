package dev.sargasso.ir.text;

import java.util.List;
import java.util.stream.Collectors;

/** A text was not accepted; says all that is wrong with it, up to a limit. */
public final class ParseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Diagnostic> diagnostics;

  /**
   * @param diagnostics at least one, in the order of the text
   */
  public ParseException(List<Diagnostic> diagnostics) {
    super(diagnostics.stream().map(Diagnostic::toString).collect(Collectors.joining("\n")));
    this.diagnostics = List.copyOf(diagnostics);
  }

  /** The errors, at least one, in the order of the text. */
  public List<Diagnostic> diagnostics() {
    return diagnostics;
  }
}
