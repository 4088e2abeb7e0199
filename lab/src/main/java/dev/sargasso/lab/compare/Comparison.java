package dev.sargasso.lab.compare;

import dev.sargasso.driver.CompiledProgram;
import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Position;
import dev.sargasso.ir.program.Program;
import dev.sargasso.lab.optimal.OptimalPlacement;
import dev.sargasso.passes.pipeline.PassFailure;
import dev.sargasso.visualizer.describe.NodeText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;

/** Compiles one program once for each contestant and measures what comes out. */
public final class Comparison {
  /** Seconds that a run should take, so that starting and ending it matters little. */
  private static final double SHORT = 0.02;

  private final CompilerOptions options;
  private final List<Contestant> contestants;
  private final Settings settings;
  private final Consumer<String> warnings;

  /**
   * What to do besides compiling.
   *
   * @param function measure only this one, or all if empty
   * @param arguments what the program is called with
   * @param steps nodes after which the run that counts executions stops; 0 for no such run
   * @param runs timed runs of each executable; 0 for none
   * @param timeoutMillis after which a timed run is given up
   */
  public record Settings(
      String function, List<String> arguments, long steps, int runs, long timeoutMillis) {
    /** Copies the list. */
    public Settings {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * @param options how to compile; placement and order are the contestants'
   * @param contestants at least one, the baseline first
   * @param warnings takes warnings about the source
   */
  public Comparison(
      CompilerOptions options,
      List<Contestant> contestants,
      Settings settings,
      Consumer<String> warnings) {
    this.options = options.withThreads(1);
    this.contestants = List.copyOf(contestants);
    this.settings = settings;
    this.warnings = warnings;
  }

  /**
   * Compares.
   *
   * @param description of the options, for the report
   * @throws SourceException if the file cannot be read or is wrong
   * @throws ComparisonException if a contestant breaks, or a wish cannot be met
   */
  public Report run(Path file, String description) throws SourceException, ComparisonException {
    List<String> argv = new ArrayList<>();
    argv.add(file.toString());
    argv.addAll(settings.arguments());
    Compiler plain = new Compiler(options, warnings);
    Program program = plain.read(file);
    boolean runs = program.function("main") != null;
    Profile profile = Profile.run(plain, program, argv, settings.steps());
    List<String> notes = new ArrayList<>();
    List<FigureCollector> collectors = new ArrayList<>();
    List<CompiledProgram> programs = new ArrayList<>();
    for (Contestant contestant : contestants) {
      FigureCollector collector = new FigureCollector(profile);
      Compiler compiler =
          new Compiler(
              options.withPlacement(contestant.placement()).withOrder(contestant.order()),
              warning -> {},
              collector);
      collectors.add(collector);
      programs.add(compile(compiler, file, contestant));
    }
    List<String> wanted = wanted(collectors.getFirst(), program);
    List<FunctionReport> functions = new ArrayList<>();
    for (String name : wanted) {
      FunctionReport function = report(name, collectors);
      functions.add(function);
      compareWithOptimum(function, collectors, notes);
    }
    List<Timing> times = List.of();
    if (settings.runs() > 0 && runs) {
      times =
          Races.run(
              contestants.stream().map(Contestant::name).toList(),
              programs,
              settings.arguments(),
              settings.runs(),
              settings.timeoutMillis());
      if (times.getFirst().median() < SHORT) {
        notes.add(
            "the program runs too briefly for its times to tell anything; give it more to do");
      }
    } else if (!runs) {
      notes.add("nothing was timed, since there is no function main");
    }
    return new Report(
        program.name(),
        description,
        contestants.stream().map(Contestant::name).toList(),
        profile.description(),
        functions,
        times,
        notes);
  }

  private static CompiledProgram compile(Compiler compiler, Path file, Contestant contestant)
      throws SourceException, ComparisonException {
    Program program = compiler.read(file);
    try {
      return compiler.compile(program);
    } catch (PassFailure e) {
      throw new ComparisonException(
          "placement policy " + contestant.name() + ": " + String.valueOf(e.getMessage()));
    }
  }

  private List<String> wanted(FigureCollector first, Program program) throws ComparisonException {
    String only = settings.function();
    if (only.isEmpty()) {
      return first.functions();
    }
    if (first.result(only) != null) {
      return List.of(only);
    }
    throw new ComparisonException(
        program.name()
            + (program.functions().stream().map(Function::name).anyMatch(only::equals)
                ? ": nothing is left of function '" + only + "'"
                : " does not define '" + only + "', or it was inlined everywhere")
            + "; compiled were "
            + first.functions().stream().limit(20).toList());
  }

  private FunctionReport report(String name, List<FigureCollector> collectors)
      throws ComparisonException {
    List<FigureCollector.Result> results = new ArrayList<>();
    for (FigureCollector collector : collectors) {
      results.add(Objects.requireNonNull(collector.result(name)));
    }
    FigureCollector.Result first = results.getFirst();
    int blockCount = first.schedule.blockCount();
    for (FigureCollector.Result result : results) {
      if (result.schedule.blockCount() != blockCount) {
        throw new ComparisonException(
            "function " + name + " has different blocks under different contestants");
      }
    }
    ControlFlow flow = first.schedule.controlFlow();
    List<BlockReport> blocks = new ArrayList<>();
    for (int block = 0; block < blockCount; block++) {
      List<Integer> successors = new ArrayList<>();
      for (int i = 0; i < flow.successorCount(block); i++) {
        successors.add(flow.successor(block, i));
      }
      List<Integer> pressure = new ArrayList<>();
      for (FigureCollector.Result result : results) {
        pressure.add(result.pressure[block]);
      }
      blocks.add(
          new BlockReport(
              flow.head(block).op().text(),
              Position.line(flow.head(block).position()),
              successors,
              flow.loops().depth(block),
              flow.frequencies().frequency(block),
              first.executions[block],
              pressure));
    }
    List<NodeReport> moved = new ArrayList<>();
    int free = 0;
    for (int block = 0; block < blockCount; block++) {
      for (int i = 0; i < first.schedule.size(block); i++) {
        Node node = first.schedule.node(block, i);
        if (first.isFree(node)) {
          free++;
          addIfMoved(node, results, moved);
        }
      }
    }
    return new FunctionReport(
        name, blocks, free, moved, results.stream().map(result -> result.figures).toList());
  }

  /** Notes how far each contestant is from the cheapest placement, if one of them is that. */
  private void compareWithOptimum(
      FunctionReport function, List<FigureCollector> collectors, List<String> notes) {
    for (int i = 0; i < contestants.size(); i++) {
      if (!(contestants.get(i).placement() instanceof OptimalPlacement optimal)) {
        continue;
      }
      FigureCollector.Result result =
          Objects.requireNonNull(collectors.get(i).result(function.name()));
      OptimalPlacement.Outcome outcome = optimal.outcome(result.schedule.controlFlow());
      if (outcome == null) {
        continue;
      }
      StringBuilder note = new StringBuilder(function.name());
      note.append(": optimum ").append(outcome.description());
      double least = function.figures().get(i).get(Measure.COST);
      for (int k = 0; k < contestants.size() && outcome.solved(); k++) {
        if (k != i && least > 0) {
          double above = 100 * (function.figures().get(k).get(Measure.COST) / least - 1);
          note.append(
              String.format(Locale.ROOT, "; %s %+.2f %%", contestants.get(k).name(), above));
        }
      }
      notes.add(note.toString());
    }
  }

  private static void addIfMoved(
      Node node, List<FigureCollector.Result> results, List<NodeReport> moved) {
    List<Integer> places = new ArrayList<>();
    for (FigureCollector.Result result : results) {
      // Each contestant has a graph of its own; the same source makes the same nodes.
      Node same = result.schedule.graph().node(node.id());
      places.add(same == null ? -1 : result.schedule.blockOf(same));
    }
    if (places.stream().distinct().count() > 1) {
      moved.add(results.getFirst().describe(node, NodeText.line(node), places));
    }
  }
}
