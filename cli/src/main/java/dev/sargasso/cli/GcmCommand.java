package dev.sargasso.cli;

import dev.sargasso.driver.SourceException;
import dev.sargasso.lab.compare.Comparison;
import dev.sargasso.lab.compare.ComparisonException;
import dev.sargasso.lab.compare.Contestant;
import dev.sargasso.lab.compare.Report;
import dev.sargasso.lab.policy.PolicyException;
import dev.sargasso.lab.report.CsvReport;
import dev.sargasso.lab.report.HtmlReport;
import dev.sargasso.lab.report.JsonReport;
import dev.sargasso.lab.report.TableReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code sargasso gcm}: one program under several placement policies. */
final class GcmCommand implements Callable<Integer> {
  private static final int MOST_RUNS = 10_000;

  private final CommonOptions common = new CommonOptions("click,pressure,early,late");

  private final OptionSpec function =
      OptionSpec.builder("--function")
          .paramLabel("NAME")
          .type(String.class)
          .defaultValue("")
          .description("Report only this function.")
          .build();

  private final OptionSpec runs =
      OptionSpec.builder("--runs")
          .paramLabel("N")
          .type(int.class)
          .defaultValue("5")
          .description(
              "Time N runs under each policy, in turns; 0 for none (default: ${DEFAULT-VALUE}).")
          .build();

  private final OptionSpec steps =
      OptionSpec.builder("--steps")
          .paramLabel("N")
          .type(long.class)
          .defaultValue("200000000")
          .description(
              "Count how often blocks run in the interpreter, for at most N nodes; 0 to estimate"
                  + " it (default: ${DEFAULT-VALUE}).")
          .build();

  private final OptionSpec timeout =
      OptionSpec.builder("--timeout")
          .paramLabel("SECONDS")
          .type(double.class)
          .defaultValue("60")
          .description("Give up if a run takes longer (default: ${DEFAULT-VALUE}).")
          .build();

  private final OptionSpec solver =
      OptionSpec.builder("--solver-seconds")
          .paramLabel("SECONDS")
          .type(double.class)
          .defaultValue("10")
          .description(
              "Time for the policy 'optimal', for each function (default: ${DEFAULT-VALUE}).")
          .build();

  private final OptionSpec csv =
      OptionSpec.builder("--csv")
          .paramLabel("FILE")
          .type(Path.class)
          .description("Write all figures as CSV; - is standard output, instead of the tables.")
          .build();

  private final OptionSpec json =
      OptionSpec.builder("--json")
          .paramLabel("FILE")
          .type(Path.class)
          .description("Write everything as JSON, likewise.")
          .build();

  private final OptionSpec html =
      OptionSpec.builder("--html")
          .paramLabel("FILE")
          .type(Path.class)
          .description(
              "Write a page with charts, and with the control-flow graph of each function on which"
                  + " nodes are drawn where each policy put them, likewise.")
          .build();

  private final PositionalParamSpec file =
      PositionalParamSpec.builder()
          .index("0")
          .required(true)
          .paramLabel("FILE")
          .type(Path.class)
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

  private GcmCommand() {}

  /** The command, to be added to the main one. */
  static CommandSpec specification() {
    GcmCommand command = new GcmCommand();
    CommandSpec specification =
        Main.withHelp(CommandSpec.wrapWithoutInspection(command).name("gcm"))
            .addOption(command.function)
            .addOption(command.runs)
            .addOption(command.steps)
            .addOption(command.timeout)
            .addOption(command.solver)
            .addOption(command.csv)
            .addOption(command.json)
            .addOption(command.html)
            .addPositional(command.file)
            .addPositional(command.arguments);
    command.common.addTo(specification);
    specification
        .usageMessage()
        .description(
            "Compiles a program once with each placement policy of global code motion (and each"
                + " order inside blocks) and shows side by side what came of it: nodes moved,"
                + " instructions, values alive at once, spills, reloads and moves, as they stand in"
                + " the code and as often as they are executed; bytes; and time, with a confidence"
                + " interval for the ratio to the first policy. Programs must do the same under"
                + " all policies, or the command fails.",
            "The policy 'optimal' is the cheapest placement under a stated model of cost, found by"
                + " a solver, with a proof or the remaining gap; others are compared with it.")
        .footer(
            "",
            "Examples:",
            "  sargasso gcm examples/sieve.c -- 1000000",
            "  sargasso gcm examples/nbody.c --policy=click,Mine.java --function=main --runs=0");
    return specification;
  }

  @Override
  public Integer call() throws UserError, SourceException {
    int count = runs.getValue();
    double seconds = timeout.getValue();
    long most = steps.getValue();
    if (count < 0 || count > MOST_RUNS) {
      throw new UserError("--runs takes a number from 0 to " + MOST_RUNS);
    }
    if (!(seconds > 0 && seconds <= 1e6)) {
      throw new UserError("--timeout takes a number of seconds greater than 0, up to a million");
    }
    double limit = solver.getValue();
    if (!(limit > 0 && limit <= 1e6)) {
      throw new UserError(
          "--solver-seconds takes a number of seconds greater than 0, up to a million");
    }
    if (most < 0) {
      throw new UserError("--steps takes a number from 0 on");
    }
    Report report;
    try {
      report =
          new Comparison(
                  common.options(),
                  Contestant.all(common.policies(), common.orders(), limit),
                  new Comparison.Settings(
                      function.getValue(),
                      arguments.<List<String>>getValue(),
                      most,
                      count,
                      Math.max(1, (long) (seconds * 1000))),
                  System.err::println)
              .run(file.getValue(), common.level());
    } catch (PolicyException e) {
      throw CommonOptions.refused(e);
    } catch (ComparisonException e) {
      throw new UserError(String.valueOf(e.getMessage()));
    }
    boolean tables = true;
    @Nullable Path target = csv.getValue();
    if (target != null) {
      tables &= write(target, CsvReport.of(report));
    }
    target = json.getValue();
    if (target != null) {
      tables &= write(target, JsonReport.of(report));
    }
    target = html.getValue();
    if (target != null) {
      tables &= write(target, HtmlReport.of(report));
    }
    if (tables) {
      System.out.print(TableReport.of(report));
    }
    return 0;
  }

  /** Writes a report; whether standard output is still free. */
  private static boolean write(Path target, String text) throws UserError {
    if (target.toString().equals("-")) {
      System.out.print(text);
      return false;
    }
    try {
      Files.writeString(target, text);
    } catch (IOException e) {
      throw new UserError("cannot write " + target + ": " + e + "; name another file");
    }
    return true;
  }
}
