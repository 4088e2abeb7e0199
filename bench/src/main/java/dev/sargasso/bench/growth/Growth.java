package dev.sargasso.bench.growth;

import dev.sargasso.bench.phase.Phase;
import dev.sargasso.measure.shape.Subject;
import dev.sargasso.passes.pipeline.OptimizationLevel;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code bench/growth}. */
@Command(
    name = "growth",
    mixinStandardHelpOptions = true,
    description =
        "Compiles functions of several shapes at growing sizes, and prints CPU nanoseconds a node"
            + " for each phase, the exponent of growth, and nodes a second from the sea to bytes.",
    footer = {
      "",
      "An exponent of 1 is linear, 2 quadratic. With --gate the exit status is 1 if the whole",
      "compilation of any shape grows faster than allowed."
    })
public final class Growth implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--sizes",
      split = ",",
      defaultValue = "1000,3162,10000,31623,100000",
      description = "Sizes in nodes, ascending (default: ${DEFAULT-VALUE}).")
  private int[] sizes = {};

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "SHAPE",
      description = "Only these shapes, separated by commas.")
  private List<String> only = List.of();

  @Option(
      names = {"-n", "--rounds"},
      defaultValue = "7",
      description = "How often each is measured (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "15",
      description = "Seconds of compiling before (default: ${DEFAULT-VALUE}).")
  private double warmUp;

  @Option(
      names = "--gate",
      arity = "0..1",
      fallbackValue = "1.15",
      paramLabel = "EXPONENT",
      description = "Fail if an exponent is higher (${FALLBACK-VALUE} if none is given).")
  private @Nullable Double gate;

  @Option(
      names = "--least-speed",
      paramLabel = "NODES",
      description = "Fail if fewer nodes a second go from the sea to bytes, over all shapes.")
  private @Nullable Double leastSpeed;

  @Option(
      names = {"-O", "--level"},
      defaultValue = "O2",
      description = "Level of optimisation: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OptimizationLevel level = OptimizationLevel.O2;

  @Option(names = "--phases", description = "Also print a table for each phase.")
  private boolean phases;

  private Growth() {}

  /** Runs the command and exits with its status. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The command, ready to execute. */
  static CommandLine commandLine() {
    return new CommandLine(new Growth());
  }

  @Override
  public Integer call() {
    CommandLine line = Objects.requireNonNull(spec).commandLine();
    for (int i = 0; i < sizes.length; i++) {
      if (sizes[i] < 100 || (i > 0 && sizes[i] <= sizes[i - 1])) {
        throw new ParameterException(line, "--sizes takes ascending sizes of 100 and more");
      }
    }
    if (sizes.length < 2 || rounds < 1) {
      throw new ParameterException(line, "--sizes takes two and more, --rounds one and more");
    }
    PrintWriter err = line.getErr();
    Measurement measurement =
        new Measurement(
            subjects(line),
            sizes,
            rounds,
            level,
            text -> {
              err.println(text);
              err.flush();
            });
    measurement.warmUp(warmUp);
    measurement.run();
    PrintWriter out = line.getOut();
    Tables tables = new Tables(measurement);
    if (phases) {
      for (Phase phase : Phase.values()) {
        out.print(tables.phase(phase));
      }
    }
    out.print(tables.whole());
    out.print(tables.speed());
    out.flush();
    boolean failed = false;
    if (gate != null) {
      for (String complaint : tables.steeperThan(gate)) {
        err.println("too steep: " + complaint);
        failed = true;
      }
    }
    double speed = tables.totalSpeed();
    if (leastSpeed != null && !(speed >= leastSpeed)) {
      err.printf(Locale.ROOT, "too slow: %,.0f nodes a second%n", speed);
      failed = true;
    }
    err.flush();
    return failed ? 1 : 0;
  }

  private List<Subject> subjects(CommandLine line) {
    List<Subject> chosen = new ArrayList<>();
    List<String> unknown = new ArrayList<>(only);
    for (Subject subject : Subject.all()) {
      if (only.isEmpty() || only.contains(subject.name())) {
        chosen.add(subject);
      }
      unknown.remove(subject.name());
    }
    if (!unknown.isEmpty()) {
      String known = Subject.all().stream().map(Subject::name).collect(Collectors.joining(", "));
      throw new ParameterException(
          line, "no shape is named '" + unknown.getFirst() + "'; there are " + known);
    }
    return chosen;
  }
}
