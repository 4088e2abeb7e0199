package dev.sargasso.passes.counted;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.IntegerStamp;

/**
 * Whether two values are in a relation wherever control comes to a block, by what is known of the
 * values, or because a branch above has just asked: most loops are entered behind a test of the
 * same kind as their own.
 */
final class EntryConditions {
  /** Blocks above that are looked at. */
  private static final int MAX_STEPS = 16;

  private EntryConditions() {}

  /** Whether {@code a} is to {@code b} as {@code relation} says at the end of {@code block}. */
  static boolean hold(ControlFlow controlFlow, int block, Relation relation, Node a, Node b) {
    if (!relation.isUpward()) {
      return hold(controlFlow, block, relation.mirrored(), b, a);
    }
    if (areKnown(relation, a, b)) {
      return true;
    }
    int at = block;
    for (int i = 0; i < MAX_STEPS && at > 0; i++) {
      Node head = controlFlow.head(at);
      if (head.op() == Op.PROJECTION && head.input(0).op() == Op.IF) {
        Node condition = head.input(0).value(0);
        Relation given = Relation.of(condition, head.immediate() == 1);
        if (given != null
            && implies(given, condition.value(0), condition.value(1), relation, a, b)) {
          return true;
        }
      }
      at = controlFlow.dominators().immediateDominator(at);
    }
    return false;
  }

  private static boolean areKnown(Relation relation, Node a, Node b) {
    IntegerStamp left = Counter.stamp(a);
    IntegerStamp right = Counter.stamp(b);
    if (left.isEmpty() || right.isEmpty()) {
      return false;
    }
    return switch (relation) {
      case LESS -> left.maximum() < right.minimum();
      case AT_MOST -> left.maximum() <= right.minimum();
      case UNSIGNED_LESS ->
          Long.compareUnsigned(left.unsignedMaximum(), right.unsignedMinimum()) < 0;
      case UNSIGNED_AT_MOST ->
          Long.compareUnsigned(left.unsignedMaximum(), right.unsignedMinimum()) <= 0;
      default -> false;
    };
  }

  /** Whether {@code p given q} implies {@code a wanted b}; the latter looks upward. */
  private static boolean implies(Relation given, Node p, Node q, Relation wanted, Node a, Node b) {
    if (given == Relation.DIFFERENT) {
      // Zero is the least of the unsigned numbers, and of those that are not negative.
      return p == b
          && q.isConstant(0)
          && a.isConstant(wanted.isStrict() ? 0 : 1)
          && (wanted.isUnsigned() || Counter.stamp(b).isNonNegative());
    }
    if (!given.isUpward()) {
      return implies(given.mirrored(), q, p, wanted, a, b);
    }
    if (given.isUnsigned() != wanted.isUnsigned() || wanted == Relation.DIFFERENT) {
      return false;
    }
    // From p < y follows p + 1 <= y, from p <= y only p - 1 < y.
    int slack = (given.isStrict() ? 1 : 0) - (wanted.isStrict() ? 1 : 0);
    if (p == a && q == b) {
      return slack >= 0;
    }
    if (q == b && p.isConstant() && a.isConstant()) {
      return isAtMost(given, a.immediate(), p.immediate(), slack, a.type().bits());
    }
    return p == a
        && q.isConstant()
        && b.isConstant()
        && isAtMost(given, q.immediate(), b.immediate(), slack, b.type().bits());
  }

  /** Whether {@code less} is at most {@code more + slack}, in exact numbers. */
  private static boolean isAtMost(Relation kind, long less, long more, int slack, int bits) {
    int order =
        kind.isUnsigned()
            ? Long.compareUnsigned(less & Counter.mask(bits), more & Counter.mask(bits))
            : Long.compare(less, more);
    return slack < 0 ? order < 0 : order <= 0 || (slack > 0 && less - 1 == more);
  }
}
