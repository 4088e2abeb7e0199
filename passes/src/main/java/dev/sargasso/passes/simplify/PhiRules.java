package dev.sargasso.passes.simplify;

import dev.sargasso.ir.graph.Node;
import org.jspecify.annotations.Nullable;

/** PHI and GUARD: what needs no control edge to be changed. */
final class PhiRules {
  private PhiRules() {}

  static @Nullable Node phi(Rewrite r, Node node) {
    // While a function is built, a phi may not have got all its inputs yet.
    if (node.inputCount() != node.input(0).inputCount() + 1 || !r.wholeGraph()) {
      return null;
    }
    Node same = null;
    for (int i = 1; i < node.inputCount(); i++) {
      Node input = node.input(i);
      if (input == node || input == same) {
        continue;
      }
      if (same != null) {
        return null;
      }
      same = input;
    }
    return same != null && r.fires(Rule.PHI_SAME) ? same : null;
  }

  /** Whether the first inputs show already that this is no phi of one value. */
  static boolean isNeeded(Node phi) {
    return phi.inputCount() > 2
        && phi.inputOrNull(1) != phi.inputOrNull(2)
        && phi.inputOrNull(1) != phi
        && phi.inputOrNull(2) != phi;
  }

  static @Nullable Node guard(Rewrite r, Node node) {
    return node.value(0).isConstant(1) && r.fires(Rule.GUARD_TRUE) ? node.input(0) : null;
  }
}
