package dev.sargasso.bench.fuzz;

import dev.sargasso.bench.generate.GeneratorOptions;
import dev.sargasso.bench.generate.ProgramGenerator;
import dev.sargasso.bench.generate.Reducer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code bench/fuzz}. */
@Command(
    name = "fuzz",
    mixinStandardHelpOptions = true,
    description =
        "Generates C programs without undefined behaviour, runs each by another compiler, by the"
            + " interpreters and as native code under every policy, and reports differences.",
    footer = {"", "The exit status is 1 if any program ended differently anywhere."})
public final class Fuzz implements Callable<Integer> {
  private static final int REDUCTION_ATTEMPTS = 400;

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
      names = "--only",
      split = ",",
      paramLabel = "EXECUTION",
      description = "Only these executions, such as sea,native-click.")
  private List<String> only = List.of();

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
      defaultValue = "10",
      description = "CPU seconds that each execution may take (default: ${DEFAULT-VALUE}).")
  private int timeout;

  @Option(
      names = {"-o", "--keep"},
      paramLabel = "FOLDER",
      defaultValue = "fuzz-findings",
      description = "Where programs are kept that showed a difference (default: ${DEFAULT-VALUE}).")
  private Path findings = Path.of("");

  @Option(names = "--reduce", description = "Make them small as well.")
  private boolean reduce;

  private Fuzz() {}

  /** Runs the command and exits with its status. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The command, ready to execute. */
  static CommandLine commandLine() {
    return new CommandLine(new Fuzz());
  }

  @Override
  public Integer call() throws IOException {
    CommandLine line = Objects.requireNonNull(spec).commandLine();
    if (programs < 1 || size < 1 || timeout < 1 || chaos < 0) {
      throw new ParameterException(line, "--programs, --size and --timeout take 1 or more");
    }
    List<Execution> executions = executions(line);
    GeneratorOptions options = options(line);
    PrintWriter out = line.getOut();
    Path scratch = Files.createTempDirectory("fuzz");
    Map<String, Integer> tally = new TreeMap<>();
    int differing = 0;
    try {
      for (long s = seed; s < seed + programs; s++) {
        boolean differs = false;
        String text = ProgramGenerator.generate(s, options).text();
        Path source = Files.writeString(scratch.resolve(s + ".c"), text);
        Ending expected = expected(source, scratch);
        if (!expected.isSuccess()) {
          out.println("seed " + s + ": the reference fails: " + expected.how());
          differs = true;
        }
        for (Execution execution : executions) {
          String difference =
              expected.isSuccess()
                  ? execution.run(source, scratch, timeout).differenceFrom(expected)
                  : "";
          if (!difference.isEmpty()) {
            out.println("seed " + s + ": " + execution.name() + ": " + difference);
            tally.merge(execution.name(), 1, Integer::sum);
            if (!differs && reduce) {
              keep(s + ".small.c", reduced(s, options, execution, scratch));
            }
            differs = true;
          }
        }
        if (differs) {
          differing++;
          keep(s + ".c", text);
        }
        out.flush();
        Files.delete(source);
      }
    } finally {
      delete(scratch);
    }
    out.printf("%d programs, %d executions of each: ", programs, executions.size());
    out.println(differing == 0 ? "all agree" : differing + " differ " + tally);
    if (differing > 0) {
      out.println("kept in " + findings);
    }
    out.flush();
    return differing == 0 ? 0 : 1;
  }

  private Ending expected(Path source, Path scratch) throws IOException {
    return new OtherCompiler("reference", reference).run(source, scratch, timeout);
  }

  private List<Execution> executions(CommandLine line) {
    List<Execution> all = Executions.all(chaos);
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

  private void keep(String name, String text) throws IOException {
    Files.createDirectories(findings);
    Files.writeString(findings.resolve(name), text);
  }

  /** The program with as few statements as show a difference of the same sort. */
  private String reduced(long s, GeneratorOptions options, Execution execution, Path scratch)
      throws IOException {
    Path source = scratch.resolve("small.c");
    Files.writeString(source, ProgramGenerator.generate(s, options).text());
    Ending first = execution.run(source, scratch, timeout);
    return new Reducer(
            s,
            options,
            text -> {
              try {
                Files.writeString(source, text);
                Ending ending = execution.run(source, scratch, timeout);
                if (first.isSuccess() != ending.isSuccess()
                    || (!ending.isSuccess() && !sort(first).equals(sort(ending)))) {
                  return false;
                }
                Ending expected = expected(source, scratch);
                return expected.isSuccess() && !ending.differenceFrom(expected).isEmpty();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            REDUCTION_ATTEMPTS)
        .reduce();
  }

  /** The ending without what varies from program to program: names and numbers. */
  private static String sort(Ending ending) {
    return ending.how().replaceAll("\\b[a-z]*\\d+\\b", "").replaceAll("[^A-Za-z]+", " ");
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
