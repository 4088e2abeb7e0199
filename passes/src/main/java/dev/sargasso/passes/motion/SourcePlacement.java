package dev.sargasso.passes.motion;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Node;

/**
 * Where the source has it, as far as positions tell: what a compiler does that leaves every
 * instruction in the block in which it was written. This is the policy to compare others with.
 *
 * <p>A node begins where it is needed at the latest and goes up as long as the block above ends
 * behind it in the source: a value that was computed before a branch stays before that branch, and
 * one that was computed in a loop stays in the loop. A node without a position, which no line of
 * the source asked for, stands where it is needed.
 */
final class SourcePlacement implements PlacementPolicy {
  /** Blocks looked at, so that one node costs constant time. */
  private static final int MOST_STEPS = 64;

  @Override
  public int choose(Node node, Candidates candidates) {
    int block = candidates.late();
    if (node.position() == 0) {
      return block;
    }
    int last = candidates.count() - 1;
    for (int i = last - 1; i >= 0 && i >= last - MOST_STEPS; i--) {
      int above = candidates.block(i);
      if (end(candidates.controlFlow(), above, block) < node.position()) {
        break;
      }
      block = above;
    }
    return block;
  }

  /** The position at which {@code above} ends, on the way to {@code below}; 0 if none is known. */
  private static int end(ControlFlow controlFlow, int above, int below) {
    Node terminator = controlFlow.terminator(above);
    return terminator != null && terminator.position() != 0
        ? terminator.position()
        : controlFlow.head(below).position();
  }
}
