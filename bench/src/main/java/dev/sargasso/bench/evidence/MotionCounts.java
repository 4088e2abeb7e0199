package dev.sargasso.bench.evidence;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.passes.motion.Candidates;
import dev.sargasso.passes.motion.PlacementPolicies;
import dev.sargasso.passes.motion.PlacementPolicy;

/**
 * The usual policy, which counts where nodes could go and where it puts them. For compilations in
 * one thread, since it counts.
 */
final class MotionCounts implements PlacementPolicy {
  /** Of one kind of nodes. */
  static final class Kind {
    long free;
    long sunk;
    long outOfLoops;
    long awayFromSource;

    private void count(Candidates candidates, int chosen, int source) {
      free += candidates.count() > 1 ? 1 : 0;
      sunk += chosen != candidates.early() ? 1 : 0;
      outOfLoops += candidates.loopDepth(chosen) < candidates.loopDepth(source) ? 1 : 0;
      awayFromSource += chosen != source ? 1 : 0;
    }
  }

  final Kind loads = new Kind();
  final Kind others = new Kind();

  @Override
  public int choose(Node node, Candidates candidates) {
    int chosen = PlacementPolicies.CLICK.choose(node, candidates);
    int source = PlacementPolicies.SOURCE.choose(node, candidates);
    (node.op() == Op.LOAD ? loads : others).count(candidates, chosen, source);
    return chosen;
  }
}
