package dev.sargasso.cli;

import dev.sargasso.driver.Compiler;
import dev.sargasso.ir.interpret.CLibrary;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.MainArguments;
import dev.sargasso.ir.interpret.Memory;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.ScheduleInterpreter;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Running a program in an interpreter instead of as machine code. */
final class Interpretation {
  /** The exit status of a program that was stopped. */
  static final int TRAPPED = 134;

  private Interpretation() {}

  /**
   * Runs one function and returns the exit status.
   *
   * @param form {@code sea} or {@code schedule}
   * @param call the call to make and whose result to print, or null for main
   */
  static int run(
      Compiler compiler,
      Program program,
      String form,
      Function function,
      @Nullable CallExpression call,
      List<String> argv)
      throws UserError {
    boolean scheduled = form.equals("schedule");
    if (!scheduled && !form.equals("sea")) {
      throw new UserError("--interpret takes 'sea' or 'schedule', not '" + form + "'");
    }
    compiler.optimise(program);
    // Not closed: that would close the standard output of this process.
    OutputStream out = new BufferedOutputStream(System.out);
    try {
      CLibrary library = new CLibrary(System.in, out, System.err);
      Outcome outcome;
      if (scheduled) {
        ScheduleInterpreter interpreter =
            new ScheduleInterpreter(program, compiler::schedule, library, Limits.DEFAULT);
        outcome =
            interpreter.run(function.name(), arguments(interpreter.memory(), function, call, argv));
      } else {
        SeaInterpreter interpreter = new SeaInterpreter(program, library, Limits.DEFAULT);
        outcome =
            interpreter.run(function.name(), arguments(interpreter.memory(), function, call, argv));
      }
      out.flush();
      return report(outcome, function, call);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long[] arguments(
      Memory memory, Function function, @Nullable CallExpression call, List<String> argv)
      throws UserError {
    return call == null
        ? MainArguments.write(memory, function.signature(), argv)
        : callArguments(function, call);
  }

  private static long[] callArguments(Function function, CallExpression call) throws UserError {
    CallArguments.check(function, call);
    long[] values = new long[call.arguments().size()];
    for (int i = 0; i < values.length; i++) {
      Type type = function.signature().parameters().get(i).type();
      values[i] = CallArguments.bits(type, call.arguments().get(i));
    }
    return values;
  }

  private static int report(Outcome outcome, Function function, @Nullable CallExpression call) {
    return switch (outcome) {
      case Outcome.Exited exited -> exited.status() & 0xff;
      case Outcome.Trapped trapped -> {
        System.err.println("the program was stopped: " + trapped.trap());
        yield TRAPPED;
      }
      case Outcome.Returned returned -> {
        if (call == null) {
          yield returned.values().length == 0 ? 0 : (int) returned.values()[0] & 0xff;
        }
        if (returned.values().length > 0) {
          System.out.println(
              CallArguments.text(function.signature().results().get(0), returned.values()[0]));
        }
        yield 0;
      }
    };
  }
}
