package dev.sargasso.bench.fuzz;

import dev.sargasso.frontend.c.CompilationFailed;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.interpret.CLibrary;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Program;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * Execution by the interpreter of the unscheduled graph.
 *
 * @param name for reports
 * @param simplifiers works while the graph is built
 */
record SeaExecution(String name, Supplier<Simplifier> simplifiers) implements Execution {
  private static final long STEPS_A_SECOND = 20_000_000;

  @Override
  public Ending run(Path source, Path folder, int seconds) {
    try {
      Program program = Sources.read(source, simplifiers);
      ByteArrayOutputStream output = new ByteArrayOutputStream();
      Limits limits = Limits.DEFAULT.withSteps(seconds * STEPS_A_SECOND);
      Outcome outcome = new SeaInterpreter(program, new CLibrary(output), limits).run("main", 0, 0);
      return new Ending(text(outcome), output.toString(StandardCharsets.ISO_8859_1));
    } catch (CompilationFailed e) {
      return Sources.refused(e);
    } catch (RuntimeException | StackOverflowError | AssertionError e) {
      return Sources.broken(e);
    }
  }

  /** As the system would tell it. */
  static String text(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Returned returned -> "exit " + (returned.value() & 0xFF);
      case Outcome.Exited exited -> "exit " + (exited.status() & 0xFF);
      case Outcome.Trapped trapped -> "trap: " + trapped.trap();
    };
  }
}
