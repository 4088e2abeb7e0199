package dev.sargasso.passes.dead;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;

/** Values and control simplified in turn, then a sweep. */
public final class Cleanup {
  /** Each round makes branches known that the last one could not; in practice two do. */
  private static final int MAX_ROUNDS = 4;

  private Cleanup() {}

  /**
   * What came of it.
   *
   * @param visits of nodes by the worklist
   * @param changes that the worklist made
   * @param edits of control
   * @param exhausted visits refused by the worklist's limit
   */
  public record Counts(long visits, long changes, long edits, long exhausted) {
    Counts plus(Worklist list, int moreEdits) {
      return new Counts(
          visits + list.visits(),
          changes + list.changes(),
          edits + moreEdits,
          exhausted + list.exhausted());
    }
  }

  /**
   * Simplifies until control does not change any more.
   *
   * @param simplifier for finished graphs
   * @param chaosSeed 0, or the seed of a random order of visits
   */
  public static Counts run(Function function, Simplifier simplifier, long chaosSeed) {
    Counts counts = new Counts(0, 0, 0, 0);
    for (int round = 0; round < MAX_ROUNDS; round++) {
      Worklist list = new Worklist(function.graph(), chaosSeed);
      list.run(simplifier);
      int edits = ControlSimplification.run(function);
      counts = counts.plus(list, edits);
      if (edits == 0) {
        break;
      }
    }
    sweep(function.graph());
    return counts;
  }

  /** Removes every node that END does not need. Linear in the graph. */
  public static void sweep(Graph graph) {
    graph.retain(Reachability.liveNodes(graph));
  }
}
