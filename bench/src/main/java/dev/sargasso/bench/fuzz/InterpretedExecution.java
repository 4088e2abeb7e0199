package dev.sargasso.bench.fuzz;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import dev.sargasso.ir.interpret.CLibrary;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Memory;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.ScheduleInterpreter;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.interpret.TrapKind;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

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
      Outcome outcome;
      if (scheduled) {
        ScheduleInterpreter interpreter =
            new ScheduleInterpreter(program, compiler::schedule, library, limits);
        outcome = interpreter.run("main", arguments(program, interpreter.memory()));
      } else {
        SeaInterpreter interpreter = new SeaInterpreter(program, library, limits);
        outcome = interpreter.run("main", arguments(program, interpreter.memory()));
      }
      return new Ending(text(outcome), output.toString(StandardCharsets.ISO_8859_1));
    } catch (SourceException e) {
      return Failures.refused(e);
    } catch (RuntimeException | StackOverflowError | AssertionError e) {
      return Failures.broken(e);
    }
  }

  /** What the system hands to main: the name of the program, and no other arguments. */
  private static long[] arguments(Program program, Memory memory) {
    byte[] name = {'p', 0};
    long text = memory.allocate(name.length);
    memory.write(text, name);
    long vector = memory.allocate(16);
    memory.store(Type.PTR, vector, text);
    memory.store(Type.PTR, vector + 8, 0);
    Function main = program.function("main");
    return Arrays.copyOf(
        new long[] {1, vector, 0}, main == null ? 0 : main.signature().parameters().size());
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
