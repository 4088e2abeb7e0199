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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code sargasso run}: compiles a program into memory and runs it. */
final class RunCommand implements Callable<Integer> {
  private final CommonOptions common = new CommonOptions();
  private final DumpOptions dumps = new DumpOptions();

  private final OptionSpec call =
      OptionSpec.builder("--call")
          .paramLabel("CALL")
          .type(String.class)
          .description("Call this function instead of main and print its result: 'fib(30)'.")
          .build();

  private final OptionSpec timeout =
      OptionSpec.builder("--timeout")
          .paramLabel("SECONDS")
          .type(double.class)
          .initialValue(0.0)
          .description("Stop the program after this time.")
          .build();

  private final OptionSpec inProcess =
      OptionSpec.builder("--in-process")
          .type(boolean.class)
          .initialValue(false)
          .description("Run in this process; if the program crashes, so does this command.")
          .build();

  private final OptionSpec perfMap =
      OptionSpec.builder("--perf-map")
          .type(boolean.class)
          .initialValue(false)
          .description("Tell perf the names of functions, in /tmp/perf-PROCESS.map.")
          .build();

  private final OptionSpec jitDump =
      OptionSpec.builder("--jitdump")
          .paramLabel("FOLDER")
          .type(Path.class)
          .description(
              "Write code and lines to FOLDER/jit-PROCESS.dump, for 'perf record -k mono' and"
                  + " 'perf inject --jit'.")
          .build();

  private final OptionSpec debugger =
      OptionSpec.builder("--gdb")
          .type(boolean.class)
          .initialValue(false)
          .description(
              "Tell a debugger that runs this command of functions, lines and variables (GDB's"
                  + " interface for JIT compilers).")
          .build();

  private final OptionSpec interpret =
      OptionSpec.builder("--interpret")
          .paramLabel("FORM")
          .type(String.class)
          .description("Do not compile: interpret the 'sea' (unscheduled) or the 'schedule'.")
          .build();

  private final PositionalParamSpec file =
      PositionalParamSpec.builder()
          .index("0")
          .required(true)
          .paramLabel("FILE")
          .type(String.class)
          .description("The program.")
          .build();

  private final PositionalParamSpec arguments =
      PositionalParamSpec.builder()
          .index("1..*")
          .arity("0..*")
          .paramLabel("ARGUMENT")
          .type(List.class)
          .initialValue(List.of())
          .description("Arguments of the program.")
          .build();

  private RunCommand() {}

  /** The command, to be added to the main one. */
  static CommandSpec specification() {
    RunCommand command = new RunCommand();
    CommandSpec specification =
        Main.withHelp(CommandSpec.wrapWithoutInspection(command).name("run"))
            .addOption(command.call)
            .addOption(command.timeout)
            .addOption(command.inProcess)
            .addOption(command.perfMap)
            .addOption(command.jitDump)
            .addOption(command.debugger)
            .addOption(command.interpret)
            .addPositional(command.file)
            .addPositional(command.arguments);
    command.common.addTo(specification);
    command.dumps.addTo(specification);
    specification
        .usageMessage()
        .description(
            "Compiles a C file (.c), functions in SSA notation (.ssa) or in the sea form (.sea),"
                + " and runs the result.",
            "The program runs in a child process: a crash, an endless loop or a call of exit() is"
                + " its own affair. The exit status is that of the program, or 128 plus the signal"
                + " that ended it.")
        .footer(
            "",
            "Arguments of the program that look like options stand behind '--':",
            "  sargasso run prog.c -- -v file");
    return specification;
  }

  @Override
  public Integer call() throws UserError, SourceException, LoadException {
    if (seconds() < 0 || seconds() > 1e9) {
      throw new UserError("--timeout takes a number of seconds from 0 to a billion");
    }
    @Nullable String callText = call.getValue();
    CallExpression expression = null;
    if (callText != null) {
      try {
        expression = CallExpression.parse(callText);
      } catch (IllegalArgumentException e) {
        throw new UserError(String.valueOf(e.getMessage()));
      }
    }
    String entry = expression == null ? "main" : expression.function();
    Compiler compiler = common.compiler(Set.of(entry), debugger.<Boolean>getValue());
    String name = file.getValue();
    Program program = compiler.read(Path.of(name));
    Function function = program.function(entry);
    if (function == null) {
      throw new UserError(
          name
              + " does not define '"
              + entry
              + "'; it defines "
              + program.functions().stream().map(Function::name).limit(20).toList()
              + (expression == null ? "; name one with --call" : ""));
    }
    @Nullable String form = interpret.getValue();
    if (form != null) {
      return Interpretation.run(compiler, program, form, function, expression, argv());
    }
    CompiledProgram compiled = dumps.around(compiler, each -> each.compileForThisMachine(program));
    common.printStatistics(List.of(compiled));
    try (LoadedProgram loaded = compiled.load()) {
      announce(loaded);
      System.out.flush();
      if (expression != null) {
        return callFunction(loaded, function, expression);
      }
      if (inProcess.<Boolean>getValue()) {
        return loaded.runHere(argv()) & 0xff;
      }
      return finish(loaded, loaded.runIsolated(argv(), milliseconds()));
    }
  }

  private void announce(LoadedProgram loaded) throws UserError {
    try {
      if (perfMap.<Boolean>getValue()) {
        loaded.writePerfMap();
      }
      @Nullable Path folder = jitDump.getValue();
      if (folder != null) {
        if (!Files.isDirectory(folder)) {
          throw new UserError(folder + " is no folder; make it first, or name another");
        }
        loaded.writeJitDump(folder);
      }
      if (debugger.<Boolean>getValue()) {
        loaded.registerWithDebugger();
      }
    } catch (IOException e) {
      throw new UserError("cannot write " + e.getMessage());
    }
  }

  private List<String> argv() {
    List<String> all = new ArrayList<>();
    all.add(file.getValue());
    all.addAll(arguments.<List<String>>getValue());
    return all;
  }

  private double seconds() {
    return timeout.<Double>getValue();
  }

  private long milliseconds() {
    return seconds() == 0 ? 0 : Math.max(1, (long) (seconds() * 1000));
  }

  private Integer finish(LoadedProgram loaded, ForkedRun.Outcome outcome) {
    String report = EndReport.describe(outcome, loaded, file.getValue());
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
