package dev.sargasso.bench.fuzz;

import dev.sargasso.frontend.c.CFrontEnd;
import dev.sargasso.frontend.c.CFrontEndOptions;
import dev.sargasso.frontend.c.CompilationFailed;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.ir.verify.VerificationFailed;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Reads C files into verified programs. */
final class Sources {
  private Sources() {}

  static Program read(Path source, Supplier<Simplifier> simplifiers) throws CompilationFailed {
    Program program = CFrontEnd.compile(source, CFrontEndOptions.DEFAULT, simplifiers);
    for (Function function : program.functions()) {
      GraphVerifier.verify(function);
    }
    return program;
  }

  /** The ending of an execution that got no further. */
  static Ending refused(CompilationFailed e) {
    return new Ending("compile: " + firstLine(e), "");
  }

  /** The ending of an execution in which the compiler itself failed. */
  static Ending broken(Throwable e) {
    StackTraceElement[] trace = e.getStackTrace();
    String where = e instanceof VerificationFailed || trace.length == 0 ? "" : " at " + trace[0];
    String message =
        String.valueOf(e.getMessage())
            .lines()
            .limit(2)
            .map(String::strip)
            .collect(Collectors.joining(" "));
    return new Ending(
        "compiler failed: " + e.getClass().getSimpleName() + ": " + message + where, "");
  }

  private static String firstLine(Throwable e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }
}
