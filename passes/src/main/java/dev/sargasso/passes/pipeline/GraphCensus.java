package dev.sargasso.passes.pipeline;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;

/**
 * What a graph, or several together, is made of. Only what END needs counts.
 *
 * @param nodes all of them
 * @param free those that float and hang on no control: they may be computed anywhere
 * @param phis of values and of memory
 * @param loads but volatile ones
 * @param freeLoads loads that hang on no control
 * @param stores copies and fills of memory included, volatile stores as well
 * @param guards checks that trap
 * @param branches places where control divides: IFs and SWITCHes
 */
public record GraphCensus(
    long nodes,
    long free,
    long phis,
    long loads,
    long freeLoads,
    long stores,
    long guards,
    long branches) {
  /** Of no graph. */
  public static final GraphCensus NONE = new GraphCensus(0, 0, 0, 0, 0, 0, 0, 0);

  /** Counts one graph; linear. */
  public static GraphCensus of(Graph graph) {
    boolean[] live = Reachability.liveNodes(graph);
    long nodes = 0;
    long free = 0;
    long phis = 0;
    long loads = 0;
    long freeLoads = 0;
    long stores = 0;
    long guards = 0;
    long branches = 0;
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node == null || !live[id]) {
        continue;
      }
      Op op = node.op();
      boolean isFree = op.isFloating() && node.control() == null;
      nodes++;
      free += isFree ? 1 : 0;
      switch (op) {
        case PHI -> phis++;
        case LOAD -> {
          loads++;
          freeLoads += isFree ? 1 : 0;
        }
        case STORE, MEMORY_COPY, MEMORY_FILL -> stores++;
        case GUARD -> guards++;
        case IF, SWITCH -> branches++;
        default -> {}
      }
    }
    return new GraphCensus(nodes, free, phis, loads, freeLoads, stores, guards, branches);
  }

  /** Both together. */
  public GraphCensus plus(GraphCensus other) {
    return new GraphCensus(
        nodes + other.nodes,
        free + other.free,
        phis + other.phis,
        loads + other.loads,
        freeLoads + other.freeLoads,
        stores + other.stores,
        guards + other.guards,
        branches + other.branches);
  }

  /** The share of nodes that are free, in per cent; 0 if there are none. */
  public double freeShare() {
    return nodes == 0 ? 0 : 100.0 * free / nodes;
  }
}
