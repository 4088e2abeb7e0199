package dev.sargasso.cli;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.SourceException;
import dev.sargasso.measure.phase.BenchInput;
import dev.sargasso.measure.phase.Builds;
import dev.sargasso.measure.phase.Profiler;
import dev.sargasso.measure.report.HtmlReport;
import dev.sargasso.measure.report.JsonReport;
import dev.sargasso.measure.report.TextReport;
import dev.sargasso.measure.sample.Comparison;
import dev.sargasso.measure.sample.SampleTable;
import dev.sargasso.measure.sample.Verdict;
import dev.sargasso.measure.shape.Subject;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code sargasso bench}: what each phase of a compilation takes, and whether that has changed. */
final class BenchCommand implements Callable<Integer> {
  private static final int LEAST_NODES = 100;

  private final CommonOptions common = new CommonOptions();

  private final OptionSpec shapes =
      OptionSpec.builder("--shape")
          .paramLabel("NAME")
          .type(List.class)
          .splitRegex(",")
          .initialValue(List.of())
          .description(
              "Compile generated functions of this shape, or of several separated by commas; 'all'"
                  + " is every one. They are described in docs/bench.md.")
          .build();

  private final OptionSpec nodes =
      OptionSpec.builder("--nodes")
          .paramLabel("N")
          .type(List.class)
          .auxiliaryTypes(Integer.class)
          .splitRegex(",")
          .initialValue(List.of(1_000, 10_000, 100_000))
          .description(
              "With --shape: of about so many nodes, or of several sizes, which tell how fast time"
                  + " grows (default: 1000,10000,100000).")
          .build();

  private final OptionSpec rounds =
      OptionSpec.builder("-n", "--rounds")
          .paramLabel("N")
          .type(Integer.class)
          .defaultValue("10")
          .description("How often each input is measured (default: ${DEFAULT-VALUE}).")
          .build();

  private final OptionSpec warmUp =
      OptionSpec.builder("--warm-up")
          .paramLabel("SECONDS")
          .type(Double.class)
          .defaultValue("6")
          .description("Seconds of compiling before (default: ${DEFAULT-VALUE}).")
          .build();

  private final OptionSpec processes =
      OptionSpec.builder("--processes")
          .paramLabel("N")
          .type(Integer.class)
          .description(
              "Measure in so many fresh processes, of which each gives one sample (default: 8 with"
                  + " --save or --against, else in this process alone).")
          .build();

  private final OptionSpec save =
      OptionSpec.builder("--save")
          .paramLabel("FILE")
          .type(Path.class)
          .description("Save the samples, to be compared with later.")
          .build();

  private final OptionSpec against =
      OptionSpec.builder("--against")
          .paramLabel("WHAT")
          .type(String.class)
          .description(
              "Compare with a FILE that --save wrote, or with another build of this compiler, named"
                  + " by the command that starts it, such as ../old/sargasso; its processes and"
                  + " ours then take turns, which no drift of the machine can fool.")
          .build();

  private final OptionSpec csv = fileOption("--csv", "Write every sample to FILE, as CSV.");
  private final OptionSpec json = fileOption("--json", "Write medians and verdicts as JSON.");
  private final OptionSpec html = fileOption("--html", "Write a page with charts.");

  private final PositionalParamSpec sources =
      PositionalParamSpec.builder()
          .arity("0..*")
          .paramLabel("FILE")
          .type(List.class)
          .auxiliaryTypes(Path.class)
          .initialValue(List.of())
          .description("The sources.")
          .build();

  private @Nullable CommandSpec specification;

  private BenchCommand() {}

  private static OptionSpec fileOption(String name, String description) {
    return OptionSpec.builder(name)
        .paramLabel("FILE")
        .type(Path.class)
        .description(description)
        .build();
  }

  /** The command, to be added to the main one. */
  static CommandSpec specification() {
    BenchCommand command = new BenchCommand();
    CommandSpec specification =
        Main.withHelp(CommandSpec.wrapWithoutInspection(command).name("bench"))
            .addOption(command.shapes)
            .addOption(command.nodes)
            .addOption(command.rounds)
            .addOption(command.warmUp)
            .addOption(command.processes)
            .addOption(command.save)
            .addOption(command.against)
            .addOption(command.csv)
            .addOption(command.json)
            .addOption(command.html)
            .addPositional(command.sources);
    command.common.addTo(specification);
    command.specification = specification;
    specification
        .usageMessage()
        .description(
            "Compiles files or generated functions over and over, warm and in one thread, and"
                + " prints what each phase takes: CPU time, its share, nanoseconds and allocated"
                + " bytes a node of the sea as it was built, and how fast time grows with size. Can"
                + " say whether a phase has become slower than in another build.")
        .footer(
            "",
            "With --against the exit status is 1 if something has become slower. 'all' is the time",
            "of the compiling thread; garbage collection and the JVM's compiler have threads of",
            "their own. Examples:",
            "  sargasso bench examples/nbody.c",
            "  sargasso bench --shape=diamonds --nodes=1000,10000,100000 --html=diamonds.html",
            "  sargasso bench examples/*.c --save=before.csv",
            "  sargasso bench examples/*.c --against=before.csv",
            "  sargasso bench examples/*.c --against=../old/sargasso");
    return specification;
  }

  @Override
  public Integer call() throws UserError, SourceException {
    CommandLine line = Objects.requireNonNull(specification).commandLine();
    List<BenchInput> inputs = inputs();
    int samples = rounds.getValue();
    double seconds = warmUp.getValue();
    if (samples < 1 || !(seconds >= 0)) {
      throw new UserError("--rounds takes 1 or more, --warm-up 0 or more");
    }
    @Nullable String other = against.getValue();
    @Nullable Path saved = save.getValue();
    @Nullable Integer asked = processes.getValue();
    if (asked != null && asked < 1) {
      throw new UserError("--processes takes 1 or more");
    }
    int count = asked != null ? asked : other != null || saved != null ? 8 : 1;
    Compiler compiler = common.compiler();
    PrintWriter err = line.getErr();
    List<SampleTable> tables;
    if (count == 1 && other == null) {
      tables = List.of(inThisProcess(compiler, inputs, samples, seconds, err));
    } else if (other == null || isSaved(other)) {
      List<SampleTable> own = inProcesses(List.of(self()), count, err);
      tables = other == null ? own : List.of(read(Path.of(other)), own.getFirst());
    } else {
      tables = inProcesses(List.of(other, self()), count, err);
    }
    return report(tables, other, line.getOut());
  }

  private List<BenchInput> inputs() throws UserError {
    List<BenchInput> inputs = new ArrayList<>();
    for (Path file : sources.<List<Path>>getValue()) {
      inputs.add(new BenchInput.SourceFile(file));
    }
    List<String> names = shapes.getValue();
    List<Integer> sizes = nodes.getValue();
    for (int size : sizes) {
      if (size < LEAST_NODES) {
        throw new UserError("--nodes takes " + LEAST_NODES + " or more");
      }
    }
    List<Subject> subjects = new ArrayList<>();
    for (String name : names) {
      try {
        subjects.addAll(name.equals("all") ? Subject.all() : List.of(Subject.named(name)));
      } catch (IllegalArgumentException e) {
        throw new UserError(String.valueOf(e.getMessage()));
      }
    }
    for (Subject subject : subjects) {
      for (int size : sizes) {
        inputs.add(new BenchInput.Generated(subject, size));
      }
    }
    if (inputs.isEmpty()) {
      throw new UserError("there is nothing to compile; name files, or a --shape");
    }
    return inputs;
  }

  private SampleTable inThisProcess(
      Compiler compiler, List<BenchInput> inputs, int samples, double seconds, PrintWriter err)
      throws SourceException {
    Profiler profiler = new Profiler(compiler.options(), inputs, common.summary());
    tell(err, "warming up");
    SampleTable table = profiler.measure(seconds, samples, text -> tell(err, text));
    tell(err, "garbage collection took " + Profiler.collectionMillis() + " ms in all");
    return table;
  }

  private static void tell(PrintWriter err, String text) {
    err.println(text);
    err.flush();
  }

  /** The command that has started this process. */
  private static String self() {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    words.add("-cp");
    words.add(System.getProperty("java.class.path"));
    words.add(Main.class.getName());
    return String.join(" ", words.stream().map(Builds::quoted).toList());
  }

  private List<SampleTable> inProcesses(List<String> commands, int count, PrintWriter err)
      throws UserError {
    String arguments =
        " bench " + String.join(" ", childArguments()) + " --processes=1 --save={out}";
    try {
      Path scratch = Files.createTempDirectory("bench");
      try {
        return Builds.measure(
            commands.stream().map(command -> command + arguments).toList(),
            count,
            scratch,
            text -> tell(err, text));
      } finally {
        try (Stream<Path> files = Files.walk(scratch)) {
          for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(file);
          }
        }
      }
    } catch (IOException e) {
      throw new UserError("measuring in other processes failed: " + e.getMessage());
    } catch (Builds.ProcessFailed e) {
      throw new UserError(String.valueOf(e.getMessage()));
    }
  }

  /** The arguments of this command but those that only this process needs. */
  private List<String> childArguments() {
    List<String> all =
        Objects.requireNonNull(specification).commandLine().getParseResult().originalArgs();
    List<String> own = List.of("--processes", "--save", "--against", "--csv", "--json", "--html");
    List<String> rest = new ArrayList<>();
    for (int i = all.indexOf("bench") + 1; i < all.size(); i++) {
      String word = all.get(i);
      if (own.contains(word)) {
        i++;
      } else if (own.stream().noneMatch(name -> word.startsWith(name + "="))) {
        rest.add(Builds.quoted(word));
      }
    }
    return rest;
  }

  private static boolean isSaved(String what) {
    Path file = Path.of(what);
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (Stream<String> lines = Files.lines(file)) {
      return lines.findFirst().orElse("").equals(SampleTable.MAGIC);
    } catch (IOException | java.io.UncheckedIOException e) {
      return false;
    }
  }

  private static SampleTable read(Path file) throws UserError {
    try {
      return SampleTable.parse(Files.readAllLines(file, StandardCharsets.UTF_8));
    } catch (MalformedInputException e) {
      throw new UserError(file + ": this is no text; name a file that --save wrote");
    } catch (IOException e) {
      throw new UserError(file + " cannot be read: " + e.getMessage());
    } catch (IllegalArgumentException e) {
      throw new UserError(file + ": " + e.getMessage());
    }
  }

  private int report(List<SampleTable> tables, @Nullable String other, PrintWriter out)
      throws UserError {
    SampleTable own = tables.getLast();
    out.println(TextReport.phases(own));
    List<Verdict> verdicts = List.of();
    if (tables.size() > 1) {
      try {
        verdicts = Comparison.of(tables.getFirst(), own);
      } catch (IllegalArgumentException e) {
        throw new UserError("cannot compare with " + other + ": " + e.getMessage());
      }
      out.println("against " + other + ":");
      out.print(TextReport.verdicts(verdicts));
      out.printf(
          Locale.ROOT,
          "%s (all verdicts together are right with %.0f %% confidence)%n",
          TextReport.conclusion(verdicts),
          100 * (1 - Comparison.ERROR));
    }
    out.flush();
    write(save, own.csv());
    write(csv, own.csv());
    write(json, JsonReport.of(own, verdicts));
    write(html, HtmlReport.of(own, verdicts));
    return verdicts.stream().anyMatch(v -> v.outcome() == Verdict.Outcome.SLOWER) ? 1 : 0;
  }

  private static void write(OptionSpec option, String text) throws UserError {
    @Nullable Path file = option.getValue();
    if (file != null) {
      try {
        Files.writeString(file, text);
      } catch (IOException e) {
        throw new UserError("cannot write " + file + "; name a file in a folder that exists");
      }
    }
  }
}
