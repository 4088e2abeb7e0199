package dev.sargasso.passes.thread;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.interpret.Evaluation;
import dev.sargasso.ir.type.ConversionStamps;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.PointerStamp;
import dev.sargasso.ir.type.Type;
import java.util.OptionalLong;

/**
 * What values come to if control takes a given way through a few regions. The way is written
 * backwards: step 0 is the region that control comes to last.
 */
final class EdgeValues {
  /** The longest way. */
  static final int MOST_STEPS = 4;

  private static final int MOST_DEPTH = 6;

  private final Node[] regions = new Node[MOST_STEPS];
  private final int[] edges = new int[MOST_STEPS];
  private int steps;

  /** Forgets the way. */
  void clear() {
    steps = 0;
  }

  /** Whether no more steps may be added. */
  boolean isLong() {
    return steps == MOST_STEPS;
  }

  /** Control comes to {@code region} by its input {@code edge}, later than all that is known. */
  void addLater(Node region, int edge) {
    System.arraycopy(regions, 0, regions, 1, steps);
    System.arraycopy(edges, 0, edges, 1, steps);
    regions[0] = region;
    edges[0] = edge;
    steps++;
  }

  /** Whether the way comes through {@code region}. */
  boolean passes(Node region) {
    for (int i = 0; i < steps; i++) {
      if (regions[i] == region) {
        return true;
      }
    }
    return false;
  }

  /** The constant that {@code node} is at the end of the way, if it is one. */
  OptionalLong constant(Node node) {
    return constant(node, 0, 0);
  }

  private OptionalLong constant(Node node, int step, int depth) {
    if (!node.type().isGeneral() || depth > MOST_DEPTH) {
      return OptionalLong.empty();
    }
    if (node.isConstant()) {
      return OptionalLong.of(node.immediate());
    }
    if (node.op() == Op.PHI) {
      int at = stepOf(node, step);
      return at < 0 ? OptionalLong.empty() : constant(node.input(edges[at] + 1), at + 1, depth + 1);
    }
    if (!Evaluation.isEvaluable(node.op()) || node.control() != null) {
      return OptionalLong.empty();
    }
    OptionalLong a = constant(node.value(0), step, depth + 1);
    OptionalLong b = node.valueCount() > 1 ? constant(node.value(1), step, depth + 1) : a;
    if (node.op() == Op.SELECT) {
      return a.isEmpty() ? a : a.getAsLong() != 0 ? b : constant(node.value(2), step, depth + 1);
    }
    if (a.isPresent() && b.isPresent()) {
      Type type = node.value(0).type();
      return Evaluation.traps(node.op(), type, a.getAsLong(), b.getAsLong())
          ? OptionalLong.empty()
          : OptionalLong.of(
              Evaluation.evaluate(node.op(), node.type(), type, a.getAsLong(), b.getAsLong(), 0));
    }
    if (node.type() == Type.I1 && (node.op() == Op.AND || node.op() == Op.OR)) {
      long decisive = node.op() == Op.AND ? 0 : 1;
      if (isValue(a, decisive) || isValue(b, decisive)) {
        return OptionalLong.of(decisive);
      }
    }
    return node.op() == Op.EQ || node.op() == Op.NE ? unequal(node, step) : OptionalLong.empty();
  }

  private static boolean isValue(OptionalLong known, long value) {
    return known.isPresent() && known.getAsLong() == value;
  }

  /** Compares what is known of two values. */
  private OptionalLong unequal(Node node, int step) {
    Node a = leaf(node.value(0), step);
    Node b = leaf(node.value(1), step);
    boolean differ =
        a.type() == Type.PTR
            ? (b.isConstant(0) && a.stamp() == PointerStamp.NON_NULL)
            : a.type().isInteger() && isFalse(ConversionStamps.equal(stamp(a), stamp(b)));
    return differ ? OptionalLong.of(node.op() == Op.NE ? 1 : 0) : OptionalLong.empty();
  }

  private static boolean isFalse(IntegerStamp truth) {
    return truth.isConstant() && !truth.contains(1);
  }

  private Node leaf(Node node, int from) {
    Node at = node;
    int step = from;
    while (at.op() == Op.PHI) {
      int found = stepOf(at, step);
      if (found < 0) {
        break;
      }
      at = at.input(edges[found] + 1);
      step = found + 1;
    }
    return at;
  }

  private static IntegerStamp stamp(Node node) {
    return node.isConstant()
        ? IntegerStamp.constant(node.type().bits(), node.immediate())
        : node.stamp() instanceof IntegerStamp known
            ? known
            : IntegerStamp.full(node.type().bits());
  }

  private int stepOf(Node phi, int from) {
    for (int i = from; i < steps; i++) {
      if (regions[i] == phi.input(0)) {
        return i;
      }
    }
    return -1;
  }
}
