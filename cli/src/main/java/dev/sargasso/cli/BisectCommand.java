package dev.sargasso.cli;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import dev.sargasso.ir.interpret.CLibrary;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.MainArguments;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.prove.bisect.Bisection;
import dev.sargasso.prove.bisect.ExecutableExperiment;
import dev.sargasso.prove.bisect.Site;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code sargasso bisect}: finds the change that makes a program wrong. */
final class BisectCommand implements Callable<Integer> {
  private final CommonOptions common = new CommonOptions();

  private final OptionSpec reference =
      OptionSpec.builder("--reference")
          .paramLabel("WHAT")
          .type(String.class)
          .defaultValue("gcc")
          .description(
              "What is right: what the program does when 'gcc' compiles it without optimisation,"
                  + " or when its graph is run by 'interpret', before any pass (default: gcc).")
          .build();

  private final OptionSpec timeout =
      OptionSpec.builder("--timeout")
          .paramLabel("SECONDS")
          .type(double.class)
          .initialValue(10.0)
          .description("Time for each run of the program (default: 10).")
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

  private BisectCommand() {}

  /** The command, to be added to the main one. */
  static CommandSpec specification() {
    BisectCommand command = new BisectCommand();
    CommandSpec specification =
        Main.withHelp(CommandSpec.wrapWithoutInspection(command).name("bisect"))
            .addOption(command.reference)
            .addOption(command.timeout)
            .addPositional(command.file)
            .addPositional(command.arguments);
    command.common.addTo(specification);
    specification
        .usageMessage()
        .description(
            "Compiles a program, runs it, and compares what it prints and its exit status with a"
                + " reference. If they differ, or the compiler fails, it is compiled again and"
                + " again with fewer and fewer changes forbidden, until it is known which pass, in"
                + " which function, and which single rewrite has to be left out for the program to"
                + " be right.",
            "The exit status is 0 if the program is right, else 1.")
        .footer(
            "",
            "Examples:",
            "  sargasso bisect prog.c",
            "  sargasso bisect prog.c --reference=interpret -O1 -- input.txt");
    return specification;
  }

  @Override
  public Integer call() throws UserError, SourceException {
    double seconds = timeout.<Double>getValue();
    if (!(seconds >= 0.001 && seconds <= 86_400)) {
      throw new UserError("--timeout takes a number of seconds from 0.001 to 86400");
    }
    Path scratch = null;
    try {
      scratch = Files.createTempDirectory("sargasso-bisect");
      return bisect(scratch, (long) (seconds * 1000));
    } catch (IOException e) {
      throw new UserError(String.valueOf(e.getMessage()));
    } catch (UncheckedIOException e) {
      throw new UserError(String.valueOf(e.getCause().getMessage()));
    } finally {
      if (scratch != null) {
        delete(scratch);
      }
    }
  }

  private Integer bisect(Path scratch, long milliseconds)
      throws UserError, SourceException, IOException {
    CompilerOptions options = common.compiler().options();
    Path path = Path.of(file.<String>getValue());
    String kind = reference.<String>getValue();
    ExecutableExperiment.Reference right =
        switch (kind) {
          case "gcc" -> made -> made.compiledBy("gcc -O0 -w");
          case "interpret" -> made -> interpreted(options, path);
          default ->
              throw new UserError("--reference takes 'gcc' or 'interpret', not '" + kind + "'");
        };
    // Read once here, so that faults of the source are told as such.
    Program program = new Compiler(options).read(path);
    ExecutableExperiment experiment =
        new ExecutableExperiment(
            options, path, arguments.<List<String>>getValue(), milliseconds, scratch, right);
    Bisection bisection = new Bisection(experiment, step -> System.err.println("  " + step));
    List<String> functions = program.functions().stream().map(Function::name).toList();
    Bisection.Result result = bisection.run(functions);
    System.out.println(text(result));
    System.err.println("  after " + bisection.experiments() + " experiments");
    return result instanceof Bisection.Result.Right ? 0 : 1;
  }

  private static String text(Bisection.Result result) {
    return switch (result) {
      case Bisection.Result.Right right -> "the program is right";
      case Bisection.Result.NoPass none ->
          "wrong even without any change by a pass: look at the front end, the placement of nodes"
              + " (--policy), and the back end; 'sargasso run --interpret=sea' tells which";
      case Bisection.Result.GuiltyPass guilty ->
          "wrong by pass "
              + String.join(", ", guilty.passes())
              + " in "
              + String.join(", ", guilty.functions());
      case Bisection.Result.GuiltySites guilty -> {
        StringBuilder text = new StringBuilder();
        for (Site site : guilty.sites()) {
          text.append(text.isEmpty() ? "wrong by " : "\nand by ").append(site.text());
        }
        yield text.toString();
      }
    };
  }

  private ExecutableExperiment.Behaviour interpreted(CompilerOptions options, Path path)
      throws SourceException {
    Program program = new Compiler(options.withLevel("0")).read(path);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CLibrary library =
        new CLibrary(new ByteArrayInputStream(new byte[0]), out, new ByteArrayOutputStream());
    SeaInterpreter interpreter = new SeaInterpreter(program, library, Limits.DEFAULT);
    Function main = program.function("main");
    if (main == null) {
      throw new SourceException(List.of(path + " does not define 'main'"));
    }
    List<String> argv = new ArrayList<>();
    argv.add(path.toString());
    argv.addAll(arguments.<List<String>>getValue());
    Outcome outcome =
        interpreter.run("main", MainArguments.write(interpreter.memory(), main.signature(), argv));
    int status =
        switch (outcome) {
          case Outcome.Returned returned ->
              returned.values().length == 0 ? 0 : (int) returned.values()[0] & 0xff;
          case Outcome.Exited exited -> exited.status() & 0xff;
          case Outcome.Trapped trapped -> Interpretation.TRAPPED;
        };
    return new ExecutableExperiment.Behaviour(out.toString(StandardCharsets.ISO_8859_1), status);
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    } catch (IOException e) {
      System.err.println("sargasso: warning: cannot remove " + folder + ": " + e.getMessage());
    }
  }
}
