package dev.sargasso.bench.evidence;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.program.Function;
import dev.sargasso.passes.pipeline.CompilationListener;

/** Counts nodes that nobody needs after each pass. */
final class DeadNodes implements CompilationListener {
  private long states;
  private long nodes;
  private long dead;
  private long most;
  private long atTheEnd;

  @Override
  public void afterPass(Function function, String pass) {
    Graph graph = function.graph();
    boolean[] live = Reachability.markLiveNodes(graph);
    long garbage = 0;
    for (int id = 0; id < graph.idLimit(); id++) {
      garbage += graph.node(id) != null && !live[id] ? 1 : 0;
    }
    if (pass.equals("sweep")) {
      atTheEnd += garbage;
    } else {
      states++;
      nodes += graph.size();
      dead += garbage;
      most = Math.max(most, garbage);
    }
  }

  /** The share of dead nodes in all states but the last, of 1. */
  double share() {
    return nodes == 0 ? 0 : (double) dead / nodes;
  }

  /** How many states were looked at. */
  long states() {
    return states;
  }

  /** Dead nodes that are left when passes are done, over all functions. */
  long atTheEnd() {
    return atTheEnd;
  }
}
