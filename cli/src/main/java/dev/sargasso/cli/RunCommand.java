package dev.sargasso.cli;

import dev.sargasso.driver.CompiledProgram;
import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.LoadException;
import dev.sargasso.driver.LoadedProgram;
import dev.sargasso.driver.SourceException;
import dev.sargasso.driver.process.ForkedRun;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sargasso run}: compiles a program into memory and runs it. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = {
      "Compiles a C file (.c) or functions in SSA notation (.ssa) and runs the result.",
      "The program runs in a child process: a crash, an endless loop or a call of exit() is its own"
          + " affair. The exit status is that of the program, or 128 plus the signal that ended it."
    },
    footer = {
      "",
      "Arguments of the program that look like options stand behind '--':",
      "  sargasso run prog.c -- -v file"
    })
final class RunCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();

  @Option(
      names = "--call",
      paramLabel = "CALL",
      description = "Call this function instead of main and print its result: 'fib(30)'.")
  private @Nullable String call;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "Stop the program after this time.")
  private double timeout;

  @Option(
      names = "--in-process",
      description = "Run in this process; if the program crashes, so does this command.")
  private boolean inProcess;

  @Option(
      names = "--interpret",
      paramLabel = "FORM",
      description = "Do not compile: interpret the 'sea' (unscheduled) or the 'schedule'.")
  private @Nullable String interpret;

  @Parameters(index = "0", paramLabel = "FILE", description = "The program.")
  private Path file = Path.of("");

  @Parameters(index = "1..*", paramLabel = "ARGUMENT", description = "Arguments of the program.")
  private List<String> arguments = List.of();

  @Override
  public Integer call() throws UserError, SourceException, LoadException {
    if (timeout < 0 || timeout > 1e9) {
      throw new UserError("--timeout takes a number of seconds from 0 to a billion");
    }
    Compiler compiler = common.compiler();
    Program program = compiler.read(file);
    CallExpression expression = null;
    if (call != null) {
      try {
        expression = CallExpression.parse(call);
      } catch (IllegalArgumentException e) {
        throw new UserError(String.valueOf(e.getMessage()));
      }
    }
    String entry = expression == null ? "main" : expression.function();
    Function function = program.function(entry);
    if (function == null) {
      throw new UserError(
          file
              + " does not define '"
              + entry
              + "'; it defines "
              + program.functions().stream().map(Function::name).limit(20).toList()
              + (expression == null ? "; name one with --call" : ""));
    }
    if (interpret != null) {
      return Interpretation.run(compiler, program, interpret, function, expression, argv());
    }
    CompiledProgram compiled = compiler.compileForThisMachine(program);
    common.printStatistics(compiled);
    try (LoadedProgram loaded = compiled.load()) {
      System.out.flush();
      if (expression != null) {
        return callFunction(loaded, function, expression);
      }
      if (inProcess) {
        return loaded.runHere(argv()) & 0xff;
      }
      return finish(loaded, loaded.runIsolated(argv(), milliseconds()));
    }
  }

  private List<String> argv() {
    List<String> all = new ArrayList<>();
    all.add(file.toString());
    all.addAll(arguments);
    return all;
  }

  private long milliseconds() {
    return timeout == 0 ? 0 : Math.max(1, (long) (timeout * 1000));
  }

  private Integer finish(LoadedProgram loaded, ForkedRun.Outcome outcome) {
    String report = EndReport.describe(outcome, loaded, file.toString());
    if (report != null) {
      System.err.println(report);
    }
    return outcome.status().shellCode();
  }

  private Integer callFunction(LoadedProgram loaded, Function function, CallExpression expression)
      throws UserError {
    Signature signature = function.signature();
    long[] integers = new long[6];
    long[] floats = new long[8];
    int integerCount = 0;
    int floatCount = 0;
    CallArguments.check(function, expression);
    for (int i = 0; i < expression.arguments().size(); i++) {
      Type type = signature.parameters().get(i).type();
      long bits = CallArguments.bits(type, expression.arguments().get(i));
      if (type.isFloat() && floatCount < 8) {
        floats[floatCount++] = bits;
      } else if (!type.isFloat() && integerCount < 6) {
        integers[integerCount++] = bits;
      } else {
        throw new UserError("--call passes at most 6 integers and 8 floating-point numbers");
      }
    }
    ForkedRun.Outcome outcome =
        loaded.callIsolated(function.name(), integers, floats, milliseconds());
    if (outcome.returned() && !signature.results().isEmpty()) {
      Type type = signature.results().get(0);
      System.out.println(
          CallArguments.text(type, type.isFloat() ? outcome.floatResult() : outcome.result()));
    }
    return finish(loaded, outcome);
  }
}
