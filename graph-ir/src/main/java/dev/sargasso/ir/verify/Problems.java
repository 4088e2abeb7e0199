package dev.sargasso.ir.verify;

import dev.sargasso.ir.graph.Node;
import java.util.ArrayList;
import java.util.List;

/** Collects broken rules until there is no point in collecting more. */
final class Problems {
  private static final int MOST = 1000;

  private final String function;
  private final List<VerificationFailed.Problem> list = new ArrayList<>();

  Problems(String function) {
    this.function = function;
  }

  void add(String rule, Node node, String text) {
    if (list.size() < MOST) {
      list.add(new VerificationFailed.Problem(rule, node.id(), describe(node) + " " + text));
    }
  }

  boolean isEmpty() {
    return list.isEmpty();
  }

  void throwIfAny() {
    if (!list.isEmpty()) {
      throw new VerificationFailed(function, list);
    }
  }

  static String describe(Node node) {
    return node + " (" + node.op().text() + ")";
  }
}
