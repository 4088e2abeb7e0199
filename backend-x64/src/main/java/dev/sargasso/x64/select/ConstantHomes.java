package dev.sargasso.x64.select;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.Node;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Moves constants and addresses that must be in a register out of loops, to the end of the nearest
 * block above that runs less often and is in no loop, or in as few as possible. Global code motion
 * leaves them where they are used, since most become part of an instruction; only here it is known
 * which do not. Where registers run out, the allocator makes them anew instead of keeping them.
 */
final class ConstantHomes {
  private static final int UNKNOWN = -2;
  private static final int NONE = -1;

  private @Nullable ControlFlow flow;

  /** By loop: the block for what leaves the loop, or none. */
  private int[] homeOfLoop = new int[0];

  /** By block: the last node that moved to its end, and from there on the one before. */
  private @Nullable Node[] moved = new Node[0];

  private @Nullable Node[] previous = new Node[0];

  /** Starts another function. */
  void reset(ControlFlow newFlow) {
    flow = newFlow;
    int loops = newFlow.loops().count();
    if (homeOfLoop.length < loops) {
      homeOfLoop = new int[2 * loops];
    }
    Arrays.fill(homeOfLoop, 0, loops, UNKNOWN);
    if (moved.length < newFlow.count()) {
      moved = new Node[2 * newFlow.count()];
    }
    Arrays.fill(moved, 0, newFlow.count(), null);
    int ids = newFlow.graph().idLimit();
    if (previous.length < ids) {
      previous = new Node[ids + ids / 2];
    }
  }

  /** Moves a node out of the loops around a block, if there is a better block. */
  boolean move(Node node, int block) {
    ControlFlow graph = flow;
    if (graph == null) {
      return false;
    }
    int loop = graph.loops().loopOf(block);
    if (loop < 0) {
      return false;
    }
    int home = homeOf(graph, loop);
    if (home < 0 || graph.frequencies().frequency(home) >= graph.frequencies().frequency(block)) {
      return false;
    }
    previous[node.id()] = moved[home];
    moved[home] = node;
    return true;
  }

  /** The node that moved to the end of a block last, or null. */
  @Nullable Node lastOf(int block) {
    return moved[block];
  }

  /** The node that moved to the same block before, or null. */
  @Nullable Node before(Node node) {
    return previous[node.id()];
  }

  private int homeOf(ControlFlow graph, int loop) {
    if (homeOfLoop[loop] == UNKNOWN) {
      homeOfLoop[loop] = findHome(graph, loop);
    }
    return homeOfLoop[loop];
  }

  private int findHome(ControlFlow graph, int loop) {
    LoopTree loops = graph.loops();
    Dominators dominators = graph.dominators();
    int best = NONE;
    int at = loop;
    while (at >= 0 && !loops.isIrreducible(at)) {
      int header = loops.header(at);
      int above = dominators.immediateDominator(header);
      if (best < 0 || loops.depth(above) < loops.depth(best)) {
        best = above;
      }
      at = loops.loopOf(above);
      if (at >= 0 && loops.header(at) >= header) {
        break;
      }
    }
    return best;
  }
}
