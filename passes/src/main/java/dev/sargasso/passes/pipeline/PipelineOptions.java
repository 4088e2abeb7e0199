package dev.sargasso.passes.pipeline;

import dev.sargasso.passes.decision.Decisions;
import java.util.Set;

/**
 * What a pipeline does.
 *
 * @param level which passes run
 * @param verify whether the graph is verified before the first and after each pass, and the
 *     schedule
 * @param chaosSeed 0 for the usual choices; else every free choice is made at random, from this
 *     seed and the function's name
 * @param flags for single passes
 * @param decisions asked before each change; everything is allowed unless a change is searched for
 * @param kept names of local functions that stay even if nothing in the program uses them
 * @param facts what carries the facts that conditions state
 */
public record PipelineOptions(
    OptimizationLevel level,
    boolean verify,
    long chaosSeed,
    PassFlags flags,
    Decisions decisions,
    Set<String> kept,
    FactCarrier facts) {
  /** Everything on, nothing verified. */
  public static final PipelineOptions DEFAULT =
      new PipelineOptions(
          OptimizationLevel.O2,
          false,
          0,
          PassFlags.NONE,
          Decisions.ALL,
          Set.of(),
          FactCarrier.DOMINATORS);

  /** Copies the set. */
  public PipelineOptions {
    kept = Set.copyOf(kept);
  }

  /** The same at another level. */
  public PipelineOptions withLevel(OptimizationLevel newLevel) {
    return new PipelineOptions(newLevel, verify, chaosSeed, flags, decisions, kept, facts);
  }

  /** The same with or without verification. */
  public PipelineOptions withVerify(boolean newVerify) {
    return new PipelineOptions(level, newVerify, chaosSeed, flags, decisions, kept, facts);
  }

  /** The same with another seed for chaos. */
  public PipelineOptions withChaos(long newSeed) {
    return new PipelineOptions(level, verify, newSeed, flags, decisions, kept, facts);
  }

  /** The same with other flags. */
  public PipelineOptions withFlags(PassFlags newFlags) {
    return new PipelineOptions(level, verify, chaosSeed, newFlags, decisions, kept, facts);
  }

  /** The same with somebody else to ask before each change. */
  public PipelineOptions withDecisions(Decisions newDecisions) {
    return new PipelineOptions(level, verify, chaosSeed, flags, newDecisions, kept, facts);
  }

  /** The same, but local functions of these names stay even if nothing uses them. */
  public PipelineOptions withKept(Set<String> names) {
    return new PipelineOptions(level, verify, chaosSeed, flags, decisions, names, facts);
  }

  /** The same with something else to carry facts. */
  public PipelineOptions withFacts(FactCarrier carrier) {
    return new PipelineOptions(level, verify, chaosSeed, flags, decisions, kept, carrier);
  }

  /** Whether nodes are simplified while a function is built. */
  public boolean simplifiesWhileBuilding() {
    return level != OptimizationLevel.O0;
  }
}
