package dev.sargasso.bench.fuzz;

import dev.sargasso.bench.peers.Kernel;
import dev.sargasso.passes.pipeline.OptimizationLevel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code bench/matrix}. */
@Command(
    name = "matrix",
    mixinStandardHelpOptions = true,
    description =
        "Runs every C program of a folder at every level, under every placement policy and order,"
            + " with all choices at random, natively and in the interpreters, and compares what it"
            + " prints with NAME.expected. All verifiers are on.",
    footer = {
      "",
      "A cell says how many executions agreed. An interpreter that needs more than the given time",
      "is counted as unfinished, which is no failure. The exit status is 1 if anything differed."
    })
public final class Matrix implements Callable<Integer> {
  /** Executions after which a line tells how far this is. */
  private static final int PROGRESS = 20;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "FOLDER", description = "Holds NAME.c and NAME.expected.")
  private Path folder = Path.of("");

  @Option(
      names = {"-O", "--levels"},
      split = ",",
      paramLabel = "LEVEL",
      description = "Levels, separated by commas (default: all).")
  private List<String> levels =
      Arrays.stream(OptimizationLevel.values()).map(OptimizationLevel::suffix).toList();

  @Option(
      names = "--chaos",
      paramLabel = "SEEDS",
      defaultValue = "10",
      description = "How many random choices at each level (default: ${DEFAULT-VALUE}).")
  private int chaos;

  @Option(
      names = {"-t", "--timeout"},
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "CPU seconds that native code may take (default: ${DEFAULT-VALUE}).")
  private int timeout;

  @Option(
      names = "--interpret",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description =
          "About how long an interpreter may take; 0 for none (default: ${DEFAULT-VALUE}).")
  private int interpret;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "NAME",
      description = "Only these programs, separated by commas.")
  private List<String> only = List.of();

  private Matrix() {}

  /** Runs the command and exits with its status. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The command, ready to execute. */
  static CommandLine commandLine() {
    return new CommandLine(new Matrix());
  }

  /** How the executions of one kind went. */
  private static final class Tally {
    int agreed;
    int unfinished;
    int failed;

    @Override
    public String toString() {
      String text = agreed + " of " + (agreed + failed + unfinished);
      return unfinished == 0 ? text : text + " (" + unfinished + " unfinished)";
    }
  }

  @Override
  public Integer call() throws IOException {
    CommandLine line = Objects.requireNonNull(spec).commandLine();
    if (chaos < 0 || timeout < 1 || interpret < 0) {
      throw new ParameterException(line, "--chaos and --interpret take 0 or more, --timeout 1");
    }
    for (String level : levels) {
      try {
        OptimizationLevel.of(level);
      } catch (IllegalArgumentException e) {
        throw new ParameterException(line, String.valueOf(e.getMessage()), e);
      }
    }
    List<Kernel> kernels = kernels(line);
    PrintWriter out = line.getOut();
    List<String> complaints = new ArrayList<>();
    boolean headed = false;
    for (Kernel kernel : kernels) {
      Map<String, Tally> tallies = run(kernel, line.getErr(), complaints);
      if (!headed) {
        out.println("| program | " + String.join(" | ", tallies.keySet()) + " |");
        out.println("|---|" + "---|".repeat(tallies.size()));
        headed = true;
      }
      out.print("| " + kernel.name() + " |");
      tallies.values().forEach(tally -> out.print(" " + tally + " |"));
      out.println();
      out.flush();
    }
    complaints.forEach(out::println);
    out.println(complaints.isEmpty() ? "no difference" : complaints.size() + " differences");
    out.flush();
    return complaints.isEmpty() ? 0 : 1;
  }

  private List<Kernel> kernels(CommandLine line) throws IOException {
    List<Kernel> kernels = new ArrayList<>();
    List<String> unknown = new ArrayList<>(only);
    for (Kernel kernel : Kernel.in(folder)) {
      if (only.isEmpty() || only.contains(kernel.name())) {
        kernels.add(kernel);
      }
      unknown.remove(kernel.name());
    }
    if (!unknown.isEmpty()) {
      throw new ParameterException(line, folder + " has no program " + unknown.getFirst() + ".c");
    }
    if (kernels.isEmpty()) {
      throw new ParameterException(line, folder + " has no C programs");
    }
    return kernels;
  }

  private Map<String, Tally> run(Kernel kernel, PrintWriter progress, List<String> complaints)
      throws IOException {
    Map<String, Tally> tallies = new TreeMap<>();
    List<Execution> executions = Executions.matrix(levels, chaos, interpret > 0);
    Ending expected = new Ending(Ending.SUCCESS, Files.readString(kernel.expected()));
    Path scratch = Files.createTempDirectory("matrix");
    try {
      int done = 0;
      for (Execution execution : executions) {
        int seconds = execution instanceof InterpretedExecution ? interpret : timeout;
        Ending ending = execution.run(kernel.source(), scratch, seconds);
        String difference = ending.differenceFrom(expected);
        Tally tally = tallies.computeIfAbsent(kind(execution.name()), key -> new Tally());
        if (!difference.isEmpty()) {
          tally.failed++;
          complaints.add(kernel.name() + ": " + execution.name() + ": " + difference);
        } else if (ending.how().equals(Ending.UNFINISHED)) {
          tally.unfinished++;
        } else {
          tally.agreed++;
        }
        if (++done % PROGRESS == 0) {
          progress.println(kernel.name() + ": " + done + " of " + executions.size());
          progress.flush();
        }
      }
    } finally {
      try (Stream<Path> files = Files.walk(scratch)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    return tallies;
  }

  /**
   * The column: {@code native-2-click-source} is {@code native}, with chaos a column of its own.
   */
  private static String kind(String name) {
    String first = name.substring(0, name.indexOf('-'));
    return name.contains("chaos") ? first + ", chaos" : first;
  }
}
