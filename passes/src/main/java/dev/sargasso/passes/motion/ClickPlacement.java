package dev.sargasso.passes.motion;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;

/**
 * C. Click, "Global code motion, global value numbering" (PLDI 1995): out of loops as far as
 * possible, and within that as late as possible, so that nothing runs on paths that do not need it.
 *
 * <p>Three refinements. A block deeper in loops is taken after all if it is estimated to run far
 * less often, as an arm that leads to an error does. What machines fold into its users (the
 * displacement or scale of an address, a comparison into the branch on it) stays with them:
 * computing it outside a loop would save nothing and take a register through the loop. And a node
 * moves up only to leave a loop, never for nothing.
 */
final class ClickPlacement implements PlacementPolicy {
  /** How much less often a deeper block must run to be preferred. */
  private static final double MARGIN = 4;

  /** Uses looked at before a node is taken not to be foldable. */
  private static final int USES_LOOKED_AT = 16;

  @Override
  public int choose(Node node, Candidates candidates) {
    int late = candidates.late();
    if (late == candidates.early() || isFolded(node)) {
      return late;
    }
    int shallowest = candidates.shallowest();
    int coolest = candidates.coolest();
    return candidates.frequency(coolest) * MARGIN < candidates.frequency(shallowest)
        ? coolest
        : shallowest;
  }

  /** Whether machines compute the node within each of its users. */
  static boolean isFolded(Node node) {
    return switch (node.op()) {
      case OFFSET -> fitsDisplacement(node.value(1)) && allUses(node, Use.ADDRESS);
      case SHL ->
          node.value(1).isConstant()
              && Long.compareUnsigned(node.value(1).immediate(), 3) <= 0
              && allUses(node, Use.SCALED_INDEX);
      default -> node.op().isComparison() && allUses(node, Use.CONDITION);
    };
  }

  private static boolean fitsDisplacement(Node bytes) {
    return bytes.isConstant() && bytes.immediate() == (int) bytes.immediate();
  }

  private enum Use {
    ADDRESS,
    SCALED_INDEX,
    CONDITION
  }

  private static boolean allUses(Node node, Use kind) {
    if (node.useCount() > USES_LOOKED_AT) {
      return false;
    }
    for (int i = 0; i < node.useCount(); i++) {
      if (!isUse(node.user(i), node.userSlot(i), kind)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isUse(Node user, int slot, Use kind) {
    return switch (kind) {
      case ADDRESS ->
          switch (user.op()) {
            case LOAD, STORE, VOLATILE_LOAD -> slot == user.op().firstValue();
            default -> false;
          };
      case SCALED_INDEX -> user.op() == Op.OFFSET && slot == 1 && allUses(user, Use.ADDRESS);
      case CONDITION ->
          switch (user.op()) {
            case IF, GUARD -> true;
            case SELECT -> slot == 0;
            default -> false;
          };
    };
  }
}
