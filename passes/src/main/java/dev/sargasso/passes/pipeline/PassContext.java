package dev.sargasso.passes.pipeline;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.program.Function;
import dev.sargasso.passes.decision.Decisions;
import dev.sargasso.passes.simplify.Simplifications;

/** What the passes of a pipeline get, one after the other, for one function. */
public final class PassContext {
  private final Function function;
  private final Simplifications simplifications;
  private final long chaosSeed;
  private final OptimizationLevel level;
  private final Decisions decisions;
  private final FactCarrier facts;
  private final PassStatistics statistics;
  private String pass = "";
  private boolean isSimplified;
  private long visits;
  private long visitsThatChanged;

  /** A context at level 2, for passes that are run without a pipeline. */
  public PassContext(Function function, Simplifications simplifications, long chaosSeed) {
    this(function, simplifications, chaosSeed, OptimizationLevel.O2);
  }

  /** A context at any level. */
  public PassContext(
      Function function, Simplifications simplifications, long chaosSeed, OptimizationLevel level) {
    this(
        function,
        simplifications,
        chaosSeed,
        level,
        Decisions.ALL,
        FactCarrier.DOMINATORS,
        new PassStatistics());
  }

  PassContext(
      Function function,
      Simplifications simplifications,
      long chaosSeed,
      OptimizationLevel level,
      Decisions decisions,
      FactCarrier facts,
      PassStatistics statistics) {
    this.function = function;
    this.simplifications = simplifications;
    this.chaosSeed = chaosSeed;
    this.level = level;
    this.decisions = decisions;
    this.facts = facts;
    this.statistics = statistics;
  }

  /** Notes that the pass of this name is about to run. */
  void enter(String name) {
    pass = name;
    simplifications.enter(decisions, name, function);
  }

  /**
   * Whether the pass may make a change that it could as well leave alone. Each pass asks this once
   * for each such change, at last, before it makes anything for it.
   *
   * @param change what would be done, in a few words that are always the same
   * @param node where it would be done
   */
  public boolean mayChange(String change, Node node) {
    return decisions.mayChange(pass, function, change, node);
  }

  /**
   * Adds to what the statistics say of the pass, besides how much it changed.
   *
   * @param what was done so many times, in a few words that are always the same
   */
  public void count(String what, long number) {
    if (number != 0) {
      statistics.count(pass + ": " + what, number);
    }
  }

  /** The function to change. */
  public Function function() {
    return function;
  }

  /** For finished graphs, shared by all passes of a pipeline. */
  public Simplifications simplifications() {
    return simplifications;
  }

  /** 0, or a seed from which free choices are made at random. */
  public long chaosSeed() {
    return chaosSeed;
  }

  /** The level that is asked for: how large code may become, for one. */
  public OptimizationLevel level() {
    return level;
  }

  /** What carries the facts that conditions state. */
  public FactCarrier facts() {
    return facts;
  }

  /** Whether no pass has changed the graph since it was last simplified. */
  public boolean isSimplified() {
    return isSimplified;
  }

  /** Notes that the graph has just been simplified, or that a pass has changed it since. */
  public void setSimplified(boolean simplified) {
    isSimplified = simplified;
  }

  /**
   * Counts visits of a worklist for the statistics of the pass.
   *
   * @param changed how many of them changed something
   */
  public void countVisits(long count, long changed) {
    visits += count;
    visitsThatChanged += changed;
  }

  /** How many visits have been counted. */
  public long visits() {
    return visits;
  }

  /** How many of them changed something. */
  public long visitsThatChanged() {
    return visitsThatChanged;
  }
}
