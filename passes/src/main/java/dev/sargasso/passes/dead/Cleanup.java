package dev.sargasso.passes.dead;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;

/** Values and control simplified in turn, then a sweep. */
public final class Cleanup {
  /** Each round makes branches known that the last one could not; in practice two do. */
  private static final int MAX_ROUNDS = 8;

  private Cleanup() {}

  /**
   * What came of it.
   *
   * @param visits of nodes by the worklist
   * @param changes that the worklist made
   * @param edits of control
   * @param exhausted visits refused by the worklist's limit
   */
  public record Counts(long visits, long changes, long edits, long exhausted) {}

  /**
   * Simplifies until control does not change any more. After the first round only what an edit of
   * control has touched is looked at again.
   *
   * @param simplifier for finished graphs
   * @param chaosSeed 0, or the seed of a random order of visits
   */
  public static Counts run(Function function, Simplifier simplifier, long chaosSeed) {
    Worklist list = new Worklist(function.graph(), chaosSeed);
    long edits = 0;
    sweep(function.graph());
    list.start(simplifier);
    for (int round = 0; round < MAX_ROUNDS; round++) {
      list.drain();
      int now = ControlSimplification.run(function);
      if (now == 0) {
        break;
      }
      edits += now;
    }
    list.drain();
    sweep(function.graph());
    return new Counts(list.visits(), list.changes(), edits, list.exhausted());
  }

  /**
   * Removes every node that END does not need. Linear in the graph; takes no time if nothing has
   * been changed since it was last done.
   */
  public static void sweep(Graph graph) {
    if (graph.mayHoldGarbage()) {
      graph.retain(Reachability.liveNodes(graph));
    }
  }
}
