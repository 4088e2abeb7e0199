package dev.sargasso.bench.evidence;

import dev.sargasso.bench.generate.GeneratorOptions;
import dev.sargasso.bench.generate.ProgramGenerator;
import dev.sargasso.bench.peers.Contender;
import dev.sargasso.bench.peers.Contest;
import dev.sargasso.bench.peers.Installed;
import dev.sargasso.bench.peers.Kernel;
import dev.sargasso.bench.peers.Standings;
import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import dev.sargasso.driver.process.ShellCommand;
import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.text.SchedulePrinter;
import dev.sargasso.measure.phase.BenchInput;
import dev.sargasso.measure.phase.Profiler;
import dev.sargasso.measure.sample.RatioOfMedians;
import dev.sargasso.measure.sample.SampleTable;
import dev.sargasso.measure.shape.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Everything that the report speaks of, measured. */
final class Measured {
  /** Passes that make a load a value that is known, or a store unnecessary. */
  static final String NO_MEMORY_PASSES = "forward:off,stores:off,sink:off,bulk:off,tables:off";

  private static final int GENERATED = 20;
  private static final int GENERATED_SIZE = 100;
  private static final int DUMPED_NODES = 10_000;

  private final List<Kernel> kernels;
  private final List<Integer> sizes;
  private final Path scratch;
  private final String command;
  private final Consumer<String> progress;

  final Map<String, List<StaticFigures.Source>> corpora = new LinkedHashMap<>();
  final Map<String, StaticFigures> usual = new LinkedHashMap<>();

  /** Of the kernels, by what is different. */
  final Map<String, StaticFigures> ablations = new LinkedHashMap<>();

  final MotionCounts motion = new MotionCounts();
  final DeadNodes dead = new DeadNodes();
  final Map<Integer, double[]> visits = new LinkedHashMap<>();
  final Map<String, CacheCounts> caches = new LinkedHashMap<>();
  final Map<String, Double> warmMillis = new LinkedHashMap<>();
  double slowestDumpMillis;
  double loopNanosANode;
  MemoryMutations mutations = new MemoryMutations(0, 0, 0);
  private @Nullable SampleTable kernelProfile;
  private @Nullable SampleTable shapeProfile;
  private @Nullable Standings standings;
  private @Nullable Contest contest;

  /**
   * @param kernels programs with what they print
   * @param sizes of shapes in nodes, ascending
   * @param command that starts our compiler
   * @param scratch an empty folder
   * @param progress told one short line for each step
   */
  Measured(
      List<Kernel> kernels,
      List<Integer> sizes,
      String command,
      Path scratch,
      Consumer<String> progress) {
    this.kernels = kernels;
    this.sizes = List.copyOf(sizes);
    this.command = command;
    this.scratch = scratch;
    this.progress = progress;
  }

  SampleTable kernelProfile() {
    return present(kernelProfile);
  }

  SampleTable shapeProfile() {
    return present(shapeProfile);
  }

  Standings standings() {
    return present(standings);
  }

  Contest contest() {
    return present(contest);
  }

  private static <T> T present(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("not measured yet");
    }
    return value;
  }

  List<Kernel> kernels() {
    return kernels;
  }

  /** Takes programs as a corpus. */
  void addFiles(String name, List<Path> files) {
    corpora.put(name, files.stream().map(StaticFigures::file).toList());
  }

  /** Writes programs of our generator and takes them as a corpus. */
  void addGenerated() throws IOException {
    List<Path> files = new ArrayList<>();
    for (int seed = 1; seed <= GENERATED; seed++) {
      String text = ProgramGenerator.generate(seed, GeneratorOptions.ofSize(GENERATED_SIZE)).text();
      files.add(Files.writeString(scratch.resolve("generated" + seed + ".c"), text));
    }
    addFiles("generated", files);
  }

  private List<StaticFigures.Source> ofKernels() {
    return kernels.stream().map(kernel -> StaticFigures.file(kernel.source())).toList();
  }

  /** What takes no clock. */
  void count(int mutationsEach) throws IOException, SourceException {
    CompilerOptions options = CompilerOptions.DEFAULT;
    for (Map.Entry<String, List<StaticFigures.Source>> corpus : corpora.entrySet()) {
      progress.accept("counting: " + corpus.getKey());
      usual.put(corpus.getKey(), StaticFigures.of(options, corpus.getValue()));
      StaticFigures.of(options.withPlacement(motion), corpus.getValue());
      Compiler compiler = new Compiler(options.withThreads(1), warning -> {}, dead);
      for (StaticFigures.Source source : corpus.getValue()) {
        compiler.optimise(source.read(compiler));
      }
    }
    progress.accept("counting: ablations");
    ablations.put("usual", StaticFigures.of(options, ofKernels()));
    for (String policy : List.of("early", "late", "source")) {
      ablations.put(policy, StaticFigures.of(options.withPlacement(policy), ofKernels()));
    }
    ablations.put("order", StaticFigures.of(options.withOrder("source"), ofKernels()));
    ablations.put("types", StaticFigures.of(options.withStrictAliasing(false), ofKernels()));
    ablations.put(
        "memory",
        StaticFigures.of(options.withStrictAliasing(false), ofKernels(), NO_MEMORY_PASSES));
    List<StaticFigures.Source> before = preScheduled();
    ablations.put("scheduled", StaticFigures.of(options, before));
    ablations.put("scheduled in order", StaticFigures.of(options.withOrder("source"), before));
    progress.accept("counting: visits by size");
    for (int size : sizes) {
      visits.put(size, visits(size));
    }
    progress.accept("counting: wrong memory edges");
    List<StaticFigures.Source> all = new ArrayList<>();
    corpora.values().forEach(all::addAll);
    mutations = MemoryMutations.of(new Compiler(options.withThreads(1)), all, mutationsEach);
  }

  /** The schedules that we make ourselves, as programs of a producer that has optimised already. */
  private List<StaticFigures.Source> preScheduled() throws IOException, SourceException {
    List<StaticFigures.Source> sources = new ArrayList<>();
    Compiler compiler = new Compiler(CompilerOptions.DEFAULT.withThreads(1));
    for (Kernel kernel : kernels) {
      Program program = compiler.read(kernel.source());
      compiler.optimise(program);
      Path file = scratch.resolve(kernel.name() + ".ssa");
      Files.writeString(file, SchedulePrinter.print(program, compiler::schedule));
      sources.add(StaticFigures.file(file));
    }
    return sources;
  }

  /** Visits of worklists a node for each shape at one size. */
  private static double[] visits(int size) throws SourceException {
    List<Subject> subjects = Subject.all();
    double[] visits = new double[subjects.size()];
    for (int i = 0; i < visits.length; i++) {
      Subject subject = subjects.get(i);
      StaticFigures figures =
          StaticFigures.of(
              CompilerOptions.DEFAULT,
              List.of(compiler -> subject.program(size, compiler.newSimplifier())));
      visits[i] = figures.sum("visits") / Math.max(1, figures.first("nodes"));
    }
    return visits;
  }

  /**
   * What takes a clock of this process.
   *
   * @param warmUp seconds of compiling before
   * @param rounds how often each is compiled
   */
  void time(double warmUp, int rounds) throws SourceException {
    List<BenchInput> inputs = new ArrayList<>();
    for (Kernel kernel : kernels) {
      inputs.add(new BenchInput.SourceFile(kernel.source()));
    }
    for (String level : List.of("0", "1", "2", "3", "s")) {
      progress.accept("timing phases: kernels at -O" + level);
      SampleTable table =
          new Profiler(CompilerOptions.DEFAULT.withLevel(level), inputs, "-O" + level)
              .measure(warmUp, rounds, text -> {});
      warmMillis.put("O" + level, RatioOfMedians.median(table.nanos()) / 1e6);
      if (level.equals("2")) {
        kernelProfile = table;
      }
    }
    progress.accept("timing phases: shapes");
    List<BenchInput> shapes = new ArrayList<>();
    for (Subject subject : Subject.all()) {
      for (int size : sizes) {
        shapes.add(new BenchInput.Generated(subject, size));
      }
    }
    shapeProfile =
        new Profiler(CompilerOptions.DEFAULT, shapes, "-O2").measure(warmUp, rounds, text -> {});
    progress.accept("timing dumps and loops");
    dumps(rounds);
  }

  private void dumps(int rounds) {
    Compiler compiler = new Compiler(CompilerOptions.DEFAULT.withThreads(1));
    double loops = 0;
    long nodes = 0;
    for (Subject subject : Subject.all()) {
      Program program = subject.program(DUMPED_NODES, compiler.newSimplifier());
      compiler.optimise(program);
      Function function = program.functions().iterator().next();
      var schedule = compiler.schedule(function);
      double best = Double.MAX_VALUE;
      double bestLoops = Double.MAX_VALUE;
      for (int i = 0; i < rounds; i++) {
        long start = System.nanoTime();
        int length = SchedulePrinter.print(function, schedule).length();
        best = Math.min(best, length == 0 ? Double.MAX_VALUE : System.nanoTime() - start);
        start = System.nanoTime();
        ControlFlow controlFlow = ControlFlow.anew(function.graph());
        int depth = controlFlow.loops().depth(0);
        bestLoops = Math.min(bestLoops, depth < 0 ? Double.MAX_VALUE : System.nanoTime() - start);
      }
      slowestDumpMillis = Math.max(slowestDumpMillis, best / 1e6);
      loops += bestLoops;
      nodes += function.graph().size();
    }
    loopNanosANode = loops / nodes;
  }

  /** What runs the programs: all contenders in turn. */
  void race(int runs, int timeout) throws IOException {
    List<Contender> contenders = new ArrayList<>(Installed.ours(command));
    ablation(contenders, "early", "--policy=early");
    ablation(contenders, "late", "--policy=late");
    ablation(contenders, "source", "--policy=source");
    ablation(contenders, "order", "--order=source");
    ablation(contenders, "types", "-fno-strict-aliasing");
    ablation(contenders, "memory", "-fno-strict-aliasing --pass=" + NO_MEMORY_PASSES);
    for (String order : List.of("pressure", "source")) {
      contenders.add(
          new Contender(
              "scheduled-" + order,
              command
                  + " compile --emit=schedule {src} -o {out}.ssa && "
                  + command
                  + " compile --order="
                  + order
                  + " {out}.ssa -o {out}",
              "{out}"));
    }
    contenders.addAll(Installed.others());
    contenders.addAll(Installed.otherLanguages());
    // Our command may have to build itself first, which is no compile time.
    ShellCommand.run(
        command + " --version", scratch.resolve("version"), scratch.resolve("version.err"), 0);
    Contest all = new Contest(contenders, kernels, runs, 1, timeout, progress);
    Path folder = Files.createDirectory(scratch.resolve("contest"));
    all.run(folder);
    contest = all;
    standings = new Standings(all, index("ours-O2"));
  }

  private void ablation(List<Contender> contenders, String name, String option) {
    contenders.add(
        new Contender(
            "without-" + name, command + " compile " + option + " {src} -o {out}", "{out}"));
  }

  /** The number of a contender, or -1. */
  int index(String name) {
    List<Contender> contenders = present(contest).contenders();
    for (int i = 0; i < contenders.size(); i++) {
      if (contenders.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** What cachegrind says of a few kernels. */
  void cache(List<String> names) throws IOException {
    if (!Installed.isInstalled("valgrind")) {
      progress.accept("no valgrind: cache misses are left out");
      return;
    }
    for (Kernel kernel : kernels) {
      if (names.contains(kernel.name())) {
        progress.accept("cachegrind: " + kernel.name());
        cache(kernel, "ours-O2", command + " compile {src} -o {out}");
        cache(kernel, "source", command + " compile --policy=source {src} -o {out}");
        if (Installed.isInstalled("gcc")) {
          cache(kernel, "gcc-O2", "gcc -w -O2 {src} -o {out} -lm");
        }
      }
    }
  }

  private void cache(Kernel kernel, String name, String compile) throws IOException {
    Optional<CacheCounts> counts =
        CacheCounts.of(compile.replace("{src}", kernel.source().toString()), scratch);
    counts.ifPresent(found -> caches.put(kernel.name() + " " + name, found));
  }
}
