package dev.sargasso.ir.build;

import dev.sargasso.ir.cfg.FlowGraph;

/**
 * Into which blocks a variable is live, one variable at a time: backwards from the blocks that read
 * it before they write it, up to those that write it. Linear in the edges into the blocks where it
 * is live.
 */
final class LiveBlocks {
  private final FlowGraph flow;
  private final PhiPlacement.Pairs definitions;
  private final PhiPlacement.Pairs exposures;
  // A table entry counts only if it holds the number of the query.
  private final int[] live;
  private final int[] defines;
  private final int[] work;
  private int query;

  LiveBlocks(FlowGraph flow, PhiPlacement.Pairs definitions, PhiPlacement.Pairs exposures) {
    this.flow = flow;
    this.definitions = definitions;
    this.exposures = exposures;
    live = new int[flow.count()];
    defines = new int[flow.count()];
    work = new int[flow.count()];
  }

  /** Answers for {@code variable} from now on. */
  void find(int variable) {
    query++;
    for (int d = definitions.first(variable); d >= 0; d = definitions.next(d)) {
      defines[definitions.block(d)] = query;
    }
    int pending = 0;
    for (int e = exposures.first(variable); e >= 0; e = exposures.next(e)) {
      pending = reach(exposures.block(e), pending);
    }
    while (pending > 0) {
      int block = work[--pending];
      for (int i = 0; i < flow.predecessorCount(block); i++) {
        int from = flow.predecessor(block, i);
        if (defines[from] != query) {
          pending = reach(from, pending);
        }
      }
    }
  }

  private int reach(int block, int pending) {
    if (live[block] == query) {
      return pending;
    }
    live[block] = query;
    work[pending] = block;
    return pending + 1;
  }

  boolean isLiveInto(int block) {
    return live[block] == query;
  }
}
