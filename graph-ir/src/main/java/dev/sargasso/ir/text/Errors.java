package dev.sargasso.ir.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the errors of one run over a text. */
final class Errors {
  private static final int LIMIT = 20;

  private final SourceText source;
  private final List<Diagnostic> found = new ArrayList<>();

  Errors(SourceText source) {
    this.source = source;
  }

  /** Notes an error; one a place is enough. */
  void add(int offset, String message) {
    Diagnostic diagnostic = source.diagnostic(offset, message);
    for (Diagnostic other : found) {
      if (other.line() == diagnostic.line() && other.column() == diagnostic.column()) {
        return;
      }
    }
    found.add(diagnostic);
    if (found.size() == LIMIT) {
      throw stop();
    }
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  /** Throws if there were any. */
  void check() {
    if (!found.isEmpty()) {
      throw stop();
    }
  }

  private ParseException stop() {
    found.sort(Comparator.comparingInt(Diagnostic::line).thenComparingInt(Diagnostic::column));
    return new ParseException(found);
  }
}
