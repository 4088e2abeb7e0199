package dev.sargasso.bench.fuzz;

import dev.sargasso.bench.generate.GeneratorOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands {@code bench/fuzz} and {@code bench/csmith}. */
@Command(
    name = "fuzz",
    mixinStandardHelpOptions = true,
    description =
        "Generates C programs without undefined behaviour, runs each by another compiler, by the"
            + " interpreters and as native code under every policy, and reports differences.",
    footer = {"", "The exit status is 1 if any program ended differently anywhere."})
public final class Fuzz implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = {"-n", "--programs"},
      defaultValue = "200",
      description = "How many programs (default: ${DEFAULT-VALUE}).")
  private int programs;

  @Option(
      names = {"-s", "--seed"},
      defaultValue = "1",
      description = "The first seed (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--size",
      defaultValue = "100",
      description = "About how many statements each has (default: ${DEFAULT-VALUE}).")
  private int size;

  @Option(
      names = "--without",
      split = ",",
      paramLabel = "FEATURE",
      description = "Leave out floats, structures, pointers or jumps.")
  private List<String> without = List.of();

  @Option(
      names = "--csmith",
      paramLabel = "PRESET",
      description =
          "Programs of csmith instead: scalar, arrays, pointers, structs, byvalue, floats,"
              + " bitfields, volatiles, packed, inline or all.")
  private @Nullable String csmith;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "EXECUTION",
      description = "Only these executions, such as sea,native-click.")
  private List<String> only = List.of();

  @Option(
      names = "--also",
      paramLabel = "NAME=COMMAND",
      description = "An execution by a shell command, such as 'run=./sargasso run {src}'.")
  private List<String> also = List.of();

  @Option(
      names = "--chaos",
      paramLabel = "SEEDS",
      defaultValue = "3",
      description = "How many executions with random choices (default: ${DEFAULT-VALUE}).")
  private int chaos;

  @Option(
      names = "--reference",
      paramLabel = "COMMAND",
      defaultValue = "gcc -w -O1",
      description = "The other compiler (default: ${DEFAULT-VALUE}).")
  private String reference = "";

  @Option(
      names = {"-t", "--timeout"},
      paramLabel = "SECONDS",
      defaultValue = "20",
      description = "CPU seconds that each execution may take (default: ${DEFAULT-VALUE}).")
  private int timeout;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      defaultValue = "2",
      description =
          "CPU seconds after which a program is skipped, by the other compiler"
              + " (default: ${DEFAULT-VALUE}).")
  private int patience;

  @Option(
      names = {"-j", "--jobs"},
      paramLabel = "JOBS",
      defaultValue = "1",
      description = "How many programs at a time (default: ${DEFAULT-VALUE}).")
  private int jobs;

  @Option(
      names = {"-o", "--keep"},
      paramLabel = "FOLDER",
      defaultValue = "fuzz-findings",
      description = "Where programs are kept that showed a difference (default: ${DEFAULT-VALUE}).")
  private Path findings = Path.of("");

  @Option(names = "--reduce", description = "Make them small as well, unless they are csmith's.")
  private boolean reduce;

  private Fuzz() {}

  /** Runs the command and exits with its status. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The command, ready to execute. */
  static CommandLine commandLine() {
    // A script may give a value that the one who calls it gives again.
    return new CommandLine(new Fuzz()).setOverwrittenOptionsAllowed(true);
  }

  @Override
  public Integer call() throws IOException {
    CommandLine line = Objects.requireNonNull(spec).commandLine();
    if (programs < 1 || size < 1 || timeout < 1 || patience < 1 || jobs < 1 || chaos < 0) {
      throw new ParameterException(
          line, "--programs, --size, --timeout, --patience and --jobs take 1 or more");
    }
    Campaign campaign = campaign(line);
    PrintWriter out = line.getOut();
    Map<Campaign.Verdict, Integer> verdicts = new EnumMap<>(Campaign.Verdict.class);
    Map<String, Integer> executions = new TreeMap<>();
    try (ExecutorService workers = Executors.newFixedThreadPool(jobs)) {
      Queue<Future<Campaign.Finding>> running = new ArrayDeque<>();
      long next = seed;
      while (next < seed + programs || !running.isEmpty()) {
        while (next < seed + programs && running.size() < 2 * jobs) {
          long number = next++;
          running.add(workers.submit(() -> campaign.attempt(number)));
        }
        Campaign.Finding finding = finished(running.remove());
        verdicts.merge(finding.verdict(), 1, Integer::sum);
        if (finding.verdict() == Campaign.Verdict.DIFFERS) {
          report(finding, out, executions);
        }
      }
    }
    out.print(programs + " programs, " + campaign.executions().size() + " executions of each");
    verdicts.forEach(
        (verdict, count) ->
            out.print(", " + count + " " + verdict.name().toLowerCase(Locale.ROOT)));
    out.println(executions.isEmpty() ? "" : " " + executions);
    out.flush();
    return verdicts.containsKey(Campaign.Verdict.DIFFERS) ? 1 : 0;
  }

  private static Campaign.Finding finished(Future<Campaign.Finding> future) throws IOException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private void report(Campaign.Finding finding, PrintWriter out, Map<String, Integer> executions)
      throws IOException {
    for (Campaign.Difference difference : finding.differences()) {
      out.println(
          "seed " + finding.seed() + ": " + difference.execution() + ": " + difference.text());
      executions.merge(difference.execution(), 1, Integer::sum);
    }
    Files.createDirectories(findings);
    Path file = findings.resolve(finding.seed() + ".c");
    Files.writeString(file, finding.text());
    if (finding.small().isPresent()) {
      file = findings.resolve(finding.seed() + ".small.c");
      Files.writeString(file, finding.small().get());
    }
    out.println("seed " + finding.seed() + ": kept as " + file);
    out.flush();
  }

  // ----------------------------------------------------------------- options

  private Campaign campaign(CommandLine line) throws IOException {
    List<Path> includes = new ArrayList<>();
    ProgramSource source = new OwnGenerator(options(line));
    if (csmith != null) {
      source = new Csmith(preset(line, csmith));
      Path headers =
          Csmith.headers()
              .orElseThrow(
                  () ->
                      new ParameterException(
                          line,
                          "csmith.h was not found; install csmith and libcsmith-dev, or set"
                              + " CSMITH_INCLUDE to its folder"));
      includes.add(headers);
    }
    String command = reference;
    for (Path include : includes) {
      command += " -I " + Commands.quoted(include);
    }
    return new Campaign(
        source,
        new OtherCompiler("reference", command),
        new OtherCompiler(
            "sanitised",
            command + " -fsanitize=undefined,float-cast-overflow -fno-sanitize-recover=all"),
        executions(line, includes),
        timeout,
        patience,
        reduce && csmith == null);
  }

  private static Csmith.Preset preset(CommandLine line, String name) {
    for (Csmith.Preset preset : Csmith.Preset.values()) {
      if (preset.name().toLowerCase(Locale.ROOT).equals(name)) {
        return preset;
      }
    }
    throw new ParameterException(
        line,
        "no preset is named '"
            + name
            + "'; take scalar, arrays, pointers, structs, byvalue, floats, bitfields, volatiles,"
            + " packed, inline or all");
  }

  private List<Execution> executions(CommandLine line, List<Path> includes) {
    List<Execution> all = Executions.all(includes, chaos);
    List<Execution> chosen = new ArrayList<>();
    List<String> unknown = new ArrayList<>(only);
    for (Execution execution : all) {
      if (only.isEmpty() || only.contains(execution.name())) {
        chosen.add(execution);
      }
      unknown.remove(execution.name());
    }
    if (!unknown.isEmpty()) {
      throw new ParameterException(
          line,
          "no execution is named '"
              + unknown.getFirst()
              + "'; there are "
              + all.stream().map(Execution::name).collect(Collectors.joining(", ")));
    }
    try {
      for (String text : also) {
        chosen.add(ShellExecution.parse(text));
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(line, String.valueOf(e.getMessage()), e);
    }
    return chosen;
  }

  private GeneratorOptions options(CommandLine line) {
    for (String feature : without) {
      if (!List.of("floats", "structures", "pointers", "jumps").contains(feature)) {
        throw new ParameterException(
            line, "'" + feature + "' cannot be left out; floats, structures, pointers, jumps can");
      }
    }
    return new GeneratorOptions(
        size,
        !without.contains("floats"),
        !without.contains("structures"),
        !without.contains("pointers"),
        !without.contains("jumps"));
  }
}
