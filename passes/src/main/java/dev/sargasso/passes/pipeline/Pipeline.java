package dev.sargasso.passes.pipeline;

import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.ir.verify.ScheduleVerifier;
import dev.sargasso.ir.verify.VerificationFailed;
import dev.sargasso.passes.decision.Decisions;
import dev.sargasso.passes.inline.InlineCounts;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Takes functions from the sea that a front end made to a schedule. Belongs to one thread; make one
 * for each, and add up their statistics.
 */
public final class Pipeline {
  private final PipelineOptions options;
  private final CompilationListener listener;
  private final Simplifications simplifications;
  private final PassStatistics statistics = new PassStatistics();
  private final InlineCounts inlineCounts = new InlineCounts();

  /** A pipeline that tells {@code listener} what it does. */
  public Pipeline(PipelineOptions options, CompilationListener listener) {
    this.options = options;
    simplifications = Simplifications.forWholeGraph(options.level().prefersSize());
    this.listener = listener;
  }

  /** A new simplifier for the graph of a function that is to be built, as {@code options} say. */
  public static Simplifier simplifierFor(PipelineOptions options) {
    if (!options.simplifiesWhileBuilding()) {
      return Simplifier.NONE;
    }
    Simplifications simplifications = Simplifications.whileBuilding(options.level().prefersSize());
    simplifications.enter(options.decisions(), Decisions.CONSTRUCTION, null);
    return simplifications;
  }

  /** What has been counted so far, hits of rules in finished graphs included. */
  public PassStatistics statistics() {
    PassStatistics sum = new PassStatistics();
    sum.add(statistics);
    sum.addHits(simplifications);
    sum.add(inlineCounts);
    return sum;
  }

  /**
   * Runs the passes of the level on a function, but those that look at several.
   *
   * @throws PassFailure if one fails
   */
  public void optimize(Function function) {
    prepare(function);
    finish(function);
  }

  /**
   * Runs those passes that make a function ready to be looked at together with others.
   *
   * @throws PassFailure if one fails
   */
  public void prepare(Function function) {
    if (options.verify()) {
      verify(function, "construction", false);
    }
    run(function, PassTable.preparation(), context(function));
  }

  /**
   * Runs the passes of the level that look at several functions, which must have been prepared.
   *
   * @param statistics takes what belongs to no function
   * @throws PassFailure if one fails
   */
  public static void optimizeTogether(
      Program program, PipelineOptions options, Workers workers, PassStatistics statistics) {
    ProgramContext context = new ProgramContext(program, options, workers, statistics);
    for (ProgramPass pass : PassTable.programPasses()) {
      if (runs(options, pass.name(), pass.from())) {
        pass.body().run(context);
      }
    }
  }

  /**
   * Runs the passes that come when a function holds all that it will.
   *
   * @throws PassFailure if one fails
   */
  public void finish(Function function) {
    PassContext context = context(function);
    // So preparation has left it, and whatever looked at several functions.
    context.setSimplified(runs(options, "simplify", OptimizationLevel.O1));
    run(function, PassTable.optimisation(), context);
  }

  /** Runs part of a pass over the program on one function. */
  void step(Function function, String pass, Pass.Body body) {
    if (options.decisions().mayRun(pass, function)) {
      PassContext context = context(function);
      context.enter(pass);
      run(function, new Pass(pass, pass, options.level(), false, List.of(), body), context);
    }
  }

  /** What inlining has done in this pipeline. */
  InlineCounts inlineCounts() {
    return inlineCounts;
  }

  private static boolean runs(PipelineOptions options, String pass, OptimizationLevel from) {
    return options.level().includes(from) && !options.flags().has(pass, PassFlags.Flag.OFF);
  }

  private PassContext context(Function function) {
    // Another pipeline, in another thread, may have left its own in the graph.
    if (options.simplifiesWhileBuilding()) {
      function.graph().setSimplifier(simplifications);
    }
    return new PassContext(
        function,
        simplifications,
        chaosSeed(function),
        options.level(),
        options.decisions(),
        options.facts(),
        statistics);
  }

  private void run(Function function, List<Pass> passes, PassContext context) {
    for (Pass pass : passes) {
      if (runs(options, pass.name(), pass.from())
          && (pass.required() || options.decisions().mayRun(pass.name(), function))) {
        context.enter(pass.name());
        run(function, pass, context);
      }
    }
  }

  private void run(Function function, Pass pass, PassContext context) {
    String name = pass.name();
    listener.beforePass(function, name);
    boolean counting = options.flags().has(name, PassFlags.Flag.STATS);
    GraphCensus before = counting ? GraphCensus.of(function.graph()) : GraphCensus.NONE;
    long visits = context.visits();
    long changed = context.visitsThatChanged();
    measure(function, name, () -> pass.body().run(context));
    statistics.addVisits(name, context.visits() - visits, context.visitsThatChanged() - changed);
    if (counting) {
      statistics.addCensus(name, before, GraphCensus.of(function.graph()));
    }
    if (options.verify() || options.flags().has(name, PassFlags.Flag.CHECK)) {
      verify(function, name, !pass.required());
    }
    listener.afterPass(function, name);
    if (options.flags().has(name, PassFlags.Flag.DUMP)) {
      listener.dump(function, name);
    }
  }

  /**
   * Gives every node a place.
   *
   * @throws PassFailure if that fails
   */
  public Schedule schedule(Function function, GlobalCodeMotion.Options motion) {
    String name = PassFlags.MOTION;
    listener.beforePass(function, name);
    Schedule[] made = new Schedule[1];
    measure(
        function,
        name,
        () -> {
          made[0] = GlobalCodeMotion.schedule(function, motion);
          function.graph().forget();
          return made[0].controlFlow().count();
        });
    Schedule schedule = made[0];
    if (options.verify() || options.flags().has(name, PassFlags.Flag.CHECK)) {
      guarded(
          function,
          name,
          () -> {
            ScheduleVerifier.verify(function.name(), schedule);
            return null;
          });
    }
    listener.afterPass(function, name);
    listener.scheduleReady(function, schedule);
    if (options.flags().has(name, PassFlags.Flag.DUMP)) {
      listener.dump(function, name);
    }
    return schedule;
  }

  private void measure(Function function, String pass, LongSupplier work) {
    boolean countBytes = options.flags().has(pass, PassFlags.Flag.TIME);
    long bytes = countBytes ? Allocation.bytes() : 0;
    long start = System.nanoTime();
    long changes = guarded(function, pass, work::getAsLong);
    long time = System.nanoTime() - start;
    statistics.add(pass, time, countBytes ? Allocation.bytes() - bytes : 0, changes);
  }

  private void verify(Function function, String pass, boolean garbageAllowed) {
    guarded(
        function,
        pass,
        () -> {
          GraphVerifier.verify(function, garbageAllowed);
          return null;
        });
  }

  // Whatever goes wrong in a pass is a defect that should be reported with its place.
  @SuppressWarnings("TypeParameterUnusedInFormals")
  private <T extends @org.jspecify.annotations.Nullable Object> T guarded(
      Function function, String pass, Supplier<T> work) {
    try {
      return work.get();
    } catch (PassFailure e) {
      throw e;
    } catch (VerificationFailed e) {
      throw new PassFailure(pass, function.name(), e.problems().getFirst().node(), e);
    } catch (RuntimeException | StackOverflowError e) {
      throw new PassFailure(pass, function.name(), simplifications.nodeInWork(), e);
    }
  }

  private long chaosSeed(Function function) {
    return options.chaosSeed() == 0
        ? 0
        : options.chaosSeed() * 0x9E3779B97F4A7C15L + function.name().hashCode();
  }
}
