package dev.sargasso.passes.pipeline;

/**
 * What a pipeline does.
 *
 * @param level which passes run
 * @param verify whether the graph is verified before the first and after each pass, and the
 *     schedule
 * @param chaosSeed 0 for the usual choices; else every free choice is made at random, from this
 *     seed and the function's name
 * @param flags for single passes
 */
public record PipelineOptions(
    OptimizationLevel level, boolean verify, long chaosSeed, PassFlags flags) {
  /** Everything on, nothing verified. */
  public static final PipelineOptions DEFAULT =
      new PipelineOptions(OptimizationLevel.O2, false, 0, PassFlags.NONE);

  /** The same at another level. */
  public PipelineOptions withLevel(OptimizationLevel newLevel) {
    return new PipelineOptions(newLevel, verify, chaosSeed, flags);
  }

  /** The same with or without verification. */
  public PipelineOptions withVerify(boolean newVerify) {
    return new PipelineOptions(level, newVerify, chaosSeed, flags);
  }

  /** The same with another seed for chaos. */
  public PipelineOptions withChaos(long newSeed) {
    return new PipelineOptions(level, verify, newSeed, flags);
  }

  /** The same with other flags. */
  public PipelineOptions withFlags(PassFlags newFlags) {
    return new PipelineOptions(level, verify, chaosSeed, newFlags);
  }

  /** Whether nodes are simplified while a function is built. */
  public boolean simplifiesWhileBuilding() {
    return level != OptimizationLevel.O0;
  }
}
