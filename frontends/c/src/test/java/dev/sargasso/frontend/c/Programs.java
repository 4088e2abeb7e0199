package dev.sargasso.frontend.c;

import dev.sargasso.frontend.c.source.Diagnostic;
import dev.sargasso.frontend.c.source.SourceText;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.verify.GraphVerifier;
import java.util.Arrays;
import java.util.List;

/** Compiles texts for tests. */
final class Programs {
  static final String NAME = "test.c";

  private Programs() {}

  /** The program of a text that has to be right. */
  static Program compile(final String text) {
    try {
      final Program program =
          CFrontEnd.compile(
              new SourceText(NAME, text), CFrontEndOptions.DEFAULT, () -> Simplifier.NONE);
      program.functions().forEach(GraphVerifier::verify);
      return program;
    } catch (CompilationFailed e) {
      throw new AssertionError(e.getMessage() + "\nin\n" + text, e);
    }
  }

  /** The errors of a text; empty if it is right. */
  static List<Diagnostic> errors(final String text) {
    try {
      final Program program =
          CFrontEnd.compile(
              new SourceText(NAME, text), CFrontEndOptions.DEFAULT, () -> Simplifier.NONE);
      program.functions().forEach(GraphVerifier::verify);
      return List.of();
    } catch (CompilationFailed e) {
      return e.diagnostics().stream()
          .filter(diagnostic -> diagnostic.severity() == Diagnostic.Severity.ERROR)
          .toList();
    }
  }

  /** The contents of a static variable, as long as it is. */
  static byte[] contents(final Program program, final String name) {
    final Global global = program.global(name);
    if (global == null) {
      throw new AssertionError("no variable " + name);
    }
    return Arrays.copyOf(global.initialiser(), (int) global.size());
  }
}
