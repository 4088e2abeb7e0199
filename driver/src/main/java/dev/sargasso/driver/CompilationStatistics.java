package dev.sargasso.driver;

import dev.sargasso.ir.build.SsaConstruction;
import dev.sargasso.ir.program.ConstructionCounts;
import dev.sargasso.passes.pipeline.PassStatistics;

/** What it took to compile a program, or several together, and what came of it. */
public final class CompilationStatistics {
  private final SsaConstruction construction;
  private final ConstructionCounts counts;
  private final PassStatistics passes;

  CompilationStatistics(
      SsaConstruction construction, ConstructionCounts counts, PassStatistics passes) {
    this.construction = construction;
    this.counts = counts;
    this.passes = passes;
  }

  /** Both together; they have been built in the same way. */
  public CompilationStatistics plus(CompilationStatistics other) {
    PassStatistics sum = new PassStatistics();
    sum.add(passes);
    sum.add(other.passes);
    return new CompilationStatistics(construction, counts.plus(other.counts), sum);
  }

  /** How many phis building the functions took, and how long: one line under a head. */
  public String constructionTable() {
    return ConstructionCounts.HEAD + counts.row(construction.text());
  }

  /** A table of the passes: how long each took, and how much it changed. */
  public String passTable() {
    return passes.passTable();
  }

  /**
   * A table of what the graphs were made of before and after each pass; empty but for its head
   * unless the flag {@code stats} was set for passes.
   */
  public String censusTable() {
    return passes.censusTable();
  }

  /** A table of the rewrite rules: how often each was applied in the passes. */
  public String ruleTable() {
    return passes.ruleTable();
  }

  /** All that is counted of passes, as CSV. */
  public String csv() {
    return passes.csv();
  }
}
