package dev.sargasso.passes.motion;

import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;

/**
 * As {@link ClickPlacement}, by frequency first, with two changes that make fewer values live at
 * once and less run in vain.
 *
 * <p><em>Rising.</em> A node that ends the lives of two operands or more is computed where these
 * are used last besides, not as late as possible, if that block runs hardly more often: one value
 * lives on instead of two, and the operands' registers are free for the results. To delay it would
 * keep both alive, and on a machine that overwrites an operand would ask for copies. Only for
 * values in vector registers: for those in general ones measurements spoke against it.
 *
 * <p><em>Copies.</em> A node that only some arms of a branch use, in several of them, is computed
 * in each of those arms if that is less often altogether; loads too, where the arms still see their
 * state of memory. Its operands may follow it, since they are placed after it.
 *
 * <p>Nodes are not kept in loops to spare registers: what that saves, a reload that the next
 * instruction reads as its operand, costs no more than what it repeats (G. Barany, A. Krall,
 * "Optimal and heuristic global code motion for minimal spilling", CC 2013, found the same).
 */
final class PressurePlacement implements PlacementPolicy {
  /** How much more often a block may run for a node to rise to it. */
  private static final double RISE = 1.15;

  /** Copies must run less often than this share of what they replace. */
  private static final double SHARE = 0.8;

  /** Uses of an operand looked at before it is taken to live on. */
  private static final int USES_LOOKED_AT = 16;

  @Override
  public int choose(Node node, Candidates candidates) {
    int block = PlacementPolicies.CLICK.choose(node, candidates);
    return block == candidates.late() && mayRise(node) ? rise(node, candidates) : block;
  }

  private static boolean mayRise(Node node) {
    return node.valueCount() > 1
        && !node.type().isGeneral()
        && node.op() != Op.LOAD
        && !node.op().isComparison()
        && !ClickPlacement.isFolded(node);
  }

  private static int rise(Node node, Candidates candidates) {
    int late = candidates.late();
    int best = late;
    double limit = RISE * candidates.frequency(late);
    LoopTree loops = candidates.controlFlow().loops();
    for (int i = candidates.count() - 2; i >= 0; i--) {
      int block = candidates.block(i);
      if (candidates.frequency(block) > limit || loops.loopOf(block) != loops.loopOf(late)) {
        break;
      }
      if (endsTwoLives(node, block, candidates)) {
        best = block;
      }
    }
    return best;
  }

  private static boolean endsTwoLives(Node node, int block, Candidates candidates) {
    int ended = 0;
    for (int i = node.op().firstValue(); i < node.inputCount(); i++) {
      Node operand = node.input(i);
      boolean isRepeated = i > node.op().firstValue() && node.input(i - 1) == operand;
      if (!isRepeated && !operand.op().isRematerialisable() && ends(operand, block, candidates)) {
        ended++;
      }
    }
    return ended > 1;
  }

  /** Whether nothing that has a place already keeps the operand alive behind {@code block}. */
  private static boolean ends(Node operand, int block, Candidates candidates) {
    if (operand.useCount() > USES_LOOKED_AT) {
      return false;
    }
    LoopTree loops = candidates.controlFlow().loops();
    int home = candidates.blockOf(operand);
    if (home >= 0 && loops.loopOf(home) != loops.loopOf(block)) {
      return false;
    }
    for (int i = 0; i < operand.useCount(); i++) {
      Node user = operand.user(i);
      int use = candidates.blockOf(user);
      if (use >= 0 && user.op() == Op.PHI) {
        use = candidates.controlFlow().predecessor(use, operand.userSlot(i) - 1);
      }
      if (use >= 0
          && use != block
          && !candidates.controlFlow().dominators().dominates(use, block)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean mayCopy() {
    return true;
  }

  @Override
  public boolean copies(Node node, double once, double copied) {
    return copied < SHARE * once;
  }
}
