package dev.sargasso.passes.effects;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.passes.memory.EarliestBlocks;
import dev.sargasso.passes.memory.NodeOrder;
import org.jspecify.annotations.Nullable;

/**
 * Whether all loops of a function come to an end: each has a branch that is passed in every
 * iteration, leaves the loop one way, and compares a counter with what the loop does not change. A
 * counter with an odd step takes every value of its type, so that the comparison must fail unless
 * it holds for all; one that promises not to wrap gets past any bound. Linear in the graph.
 */
final class FiniteLoops {
  private final ControlFlow flow;
  private final Dominators dominators;
  private final LoopTree loops;
  private final EarliestBlocks earliest;

  private FiniteLoops(ControlFlow flow) {
    this.flow = flow;
    dominators = flow.dominators();
    loops = flow.loops();
    earliest = new EarliestBlocks(flow, NodeOrder.of(flow.graph()));
  }

  /** Whether every loop ends. */
  static boolean all(ControlFlow flow) {
    int count = flow.loops().count();
    if (count == 0) {
      return true;
    }
    FiniteLoops finite = new FiniteLoops(flow);
    for (int loop = 0; loop < count; loop++) {
      if (finite.loops.isIrreducible(loop) || !finite.ends(loop)) {
        return false;
      }
    }
    return true;
  }

  private boolean ends(int loop) {
    for (int i = 0; i < loops.blockCount(loop); i++) {
      int block = loops.block(loop, i);
      Node last = flow.terminator(block);
      if (last == null || last.op() != Op.IF || !isPassedAlways(loop, block)) {
        continue;
      }
      boolean stays = loops.contains(loop, flow.successor(block, 1));
      if (stays != loops.contains(loop, flow.successor(block, 0))
          && runsOut(loop, last.value(0), stays)) {
        return true;
      }
    }
    return false;
  }

  private boolean isPassedAlways(int loop, int block) {
    int header = loops.header(loop);
    for (int i = 0; i < flow.predecessorCount(header); i++) {
      int latch = flow.predecessor(header, i);
      if (loops.contains(loop, latch) && !dominators.dominates(block, latch)) {
        return false;
      }
    }
    return true;
  }

  /**
   * @param stays the outcome of the condition with which the loop goes on
   */
  private boolean runsOut(int loop, Node condition, boolean stays) {
    if (!condition.op().isComparison() || !condition.value(0).type().isInteger()) {
      return false;
    }
    for (int side = 0; side < 2; side++) {
      Node counter = condition.value(side);
      Node bound = condition.value(1 - side);
      if (!loops.contains(loop, earliest.of(bound))) {
        Node phi = counter.op() == Op.ADD ? counter.value(0) : counter;
        Node next = step(loop, phi);
        if (next != null && (counter == phi || counter == next)) {
          return runsOut(condition.op(), side, next, stays);
        }
      }
    }
    return false;
  }

  private static boolean runsOut(Op comparison, int side, Node next, boolean stays) {
    long step = next.value(1).immediate();
    boolean odd = (step & 1) != 0;
    boolean upwards = step > 0;
    boolean holds = (next.immediate() & Op.NO_SIGNED_WRAP) != 0;
    return switch (comparison) {
      case EQ -> stays || odd;
      case NE -> !stays || odd;
      // Strictly less holds for some values and fails for one at least, whatever the bound.
      case LT -> (stays && odd) || (holds && (side == 0) == (upwards == stays));
      case ULT -> stays && odd;
      case LE -> (!stays && odd) || (holds && (side == 0) == (upwards == stays));
      case ULE -> !stays && odd;
      default -> false;
    };
  }

  /** What {@code phi} of the header goes on with, if that is itself and a constant always. */
  private @Nullable Node step(int loop, Node phi) {
    int header = loops.header(loop);
    if (phi.op() != Op.PHI || flow.blockOf(phi) != header) {
      return null;
    }
    Node next = null;
    for (int i = 0; i < flow.predecessorCount(header); i++) {
      if (!loops.contains(loop, flow.predecessor(header, i))) {
        continue;
      }
      Node value = phi.input(i + 1);
      if ((next != null && next != value)
          || value.op() != Op.ADD
          || value.value(0) != phi
          || !value.value(1).isConstant()
          || value.value(1).isConstant(0)) {
        return null;
      }
      next = value;
    }
    return next;
  }
}
