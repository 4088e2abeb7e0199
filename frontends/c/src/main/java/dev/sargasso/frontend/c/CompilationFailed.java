package dev.sargasso.frontend.c;

import dev.sargasso.frontend.c.source.Diagnostic;
import java.util.List;
import java.util.stream.Collectors;

/** A source file was not translated; the diagnostics say why, for people. */
public final class CompilationFailed extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<Diagnostic> diagnostics;

  /** A failure with at least one error among its diagnostics. */
  public CompilationFailed(final List<Diagnostic> diagnostics) {
    super(
        diagnostics.stream().map(Diagnostic::format).collect(Collectors.joining("\n")),
        null,
        false,
        false);
    this.diagnostics = List.copyOf(diagnostics);
  }

  /** All messages, in the order of the source. */
  public List<Diagnostic> diagnostics() {
    return diagnostics;
  }
}
