package dev.sargasso.bench.fuzz;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import dev.sargasso.ir.interpret.CLibrary;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.ScheduleInterpreter;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.interpret.TrapKind;
import dev.sargasso.ir.program.Program;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Execution by an interpreter, of what the passes made of the program.
 *
 * @param name for reports
 * @param options of the compiler, checks included
 * @param scheduled whether the schedule is interpreted, or the sea
 */
record InterpretedExecution(String name, CompilerOptions options, boolean scheduled)
    implements Execution {
  private static final long STEPS_A_SECOND = 10_000_000;

  @Override
  public Ending run(Path source, Path folder, int seconds) {
    Compiler compiler = new Compiler(options);
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    try {
      Program program = compiler.read(source);
      compiler.optimise(program);
      Limits limits = Limits.DEFAULT.withSteps(seconds * STEPS_A_SECOND);
      CLibrary library = new CLibrary(output);
      Outcome outcome =
          scheduled
              ? new ScheduleInterpreter(program, compiler::schedule, library, limits)
                  .run("main", 0, 0)
              : new SeaInterpreter(program, library, limits).run("main", 0, 0);
      return new Ending(text(outcome), output.toString(StandardCharsets.ISO_8859_1));
    } catch (SourceException e) {
      return Failures.refused(e);
    } catch (RuntimeException | StackOverflowError | AssertionError e) {
      return Failures.broken(e);
    }
  }

  /** As the system would tell it. */
  private static String text(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Returned returned -> "exit " + (returned.value() & 0xFF);
      case Outcome.Exited exited -> "exit " + (exited.status() & 0xFF);
      case Outcome.Trapped trapped ->
          trapped.trap().kind() == TrapKind.STEP_LIMIT
              ? Ending.UNFINISHED
              : "trap: " + trapped.trap();
    };
  }
}
