package dev.sargasso.passes.range;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import java.util.Objects;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes one test of two on the same value: {@code 'a' <= c && c <= 'z'} is {@code c - 'a' < 26}
 * unsigned, {@code x == 3 || x == 4} is {@code x - 3 < 2}, and two ranges that differ in one bit,
 * as the upper and lower case letters do, are one range once that bit is cleared. Linear in the
 * graph.
 */
public final class RangeTests {
  private final Graph graph;
  private final BiPredicate<String, Node> mayChange;
  private int tests;

  private RangeTests(Graph graph, BiPredicate<String, Node> mayChange) {
    this.graph = graph;
    this.mayChange = mayChange;
  }

  /**
   * Joins what can be joined now; once control has been simplified, there may be more.
   *
   * @param mayChange asked for each pair of tests, with what is done and where
   * @return how many tests are gone
   */
  public static int run(Function function, BiPredicate<String, Node> mayChange) {
    RangeTests pass = new RangeTests(function.graph(), mayChange);
    int limit = pass.graph.idLimit();
    for (int id = 0; id < limit; id++) {
      Node node = pass.graph.node(id);
      if (node == null) {
        continue;
      }
      if (node.op() == Op.IF && node.inputOrNull(0) != null) {
        pass.branch(node);
      } else if (node.type() == Type.I1 && (node.op() == Op.AND || node.op() == Op.OR)) {
        pass.truth(node);
      }
    }
    return pass.tests;
  }

  // ------------------------------------------------------------------ values

  private void truth(Node node) {
    Node a = node.value(0);
    Node b = node.value(1);
    if (a.useCount() > 1 || b.useCount() > 1) {
      return;
    }
    boolean all = node.op() == Op.AND;
    Node joined = joined(a, all, b, all, node);
    if (joined == null) {
      return;
    }
    tests++;
    graph.replace(node, all ? joined : graph.make(Op.XOR, Type.I1, 0, null, joined, one()));
  }

  private Node one() {
    return graph.constant(Type.I1, 1);
  }

  // ---------------------------------------------------------------- branches

  /** A branch of which one arm holds but another branch, and both have an exit to one place. */
  private void branch(Node outer) {
    for (int arm = 0; arm < 2; arm++) {
      Node inside = Objects.requireNonNull(outer.projection(arm));
      Node exit = Objects.requireNonNull(outer.projection(1 - arm));
      if (inside.useCount() != 1 || !leadsOn(exit)) {
        continue;
      }
      Node inner = inside.user(0);
      if (inner.op() != Op.IF) {
        continue;
      }
      for (int stay = 0; stay < 2; stay++) {
        Node other = Objects.requireNonNull(inner.projection(1 - stay));
        if (!leadsOn(other) || !isSame(exit, other)) {
          continue;
        }
        Node joined = joined(outer.value(0), arm == 1, inner.value(0), stay == 1, outer);
        if (joined != null) {
          tests++;
          graph.setInput(
              outer, 1, arm == 1 ? joined : graph.make(Op.XOR, Type.I1, 0, null, joined, one()));
          graph.setInput(inner, 1, graph.constant(Type.I1, stay));
          return;
        }
      }
    }
  }

  private static boolean leadsOn(Node arm) {
    return arm.useCount() == 1 && arm.user(0).op().isRegion();
  }

  /** Whether two arms lead to one region, which cannot tell by which of them control came. */
  static boolean isSame(Node exit, Node other) {
    Node region = exit.user(0);
    if (other.user(0) != region) {
      return false;
    }
    int a = exit.userSlot(0) + 1;
    int b = other.userSlot(0) + 1;
    for (int i = 0; i < region.useCount(); i++) {
      Node phi = region.user(i);
      if (phi.op() == Op.PHI && region.userSlot(i) == 0 && phi.input(a) != phi.input(b)) {
        return false;
      }
    }
    return true;
  }

  // -------------------------------------------------------------------- tests

  /**
   * One condition that holds if {@code a} is {@code ifA} and {@code b} is {@code ifB}; null if
   * there is none, or it may not be used at {@code place}.
   */
  private @Nullable Node joined(Node a, boolean ifA, Node b, boolean ifB, Node place) {
    Node subject = Interval.subject(a);
    if (subject == null || Interval.subject(b) != subject) {
      return null;
    }
    Interval first = Interval.of(a);
    Interval second = Interval.of(b);
    if (first == null || second == null) {
      return null;
    }
    first = ifA ? first : first.complement();
    second = ifB ? second : second.complement();
    Interval both = first.intersection(second);
    if (both != null) {
      return mayChange.test("join range", place) ? test(subject, both) : null;
    }
    // Not in either of two that differ in one bit.
    Interval notFirst = first.complement();
    long bit = notFirst.onlyDifference(second.complement());
    if (bit == 0 || !mayChange.test("join ranges", place)) {
      return null;
    }
    Type type = subject.type();
    Node cleared = graph.make(Op.AND, type, 0, null, subject, graph.constant(type, ~bit));
    Interval lower = new Interval(notFirst.bits(), notFirst.low() & ~bit, notFirst.more());
    return test(cleared, lower.complement());
  }

  /** Whether {@code subject} is in {@code interval}. */
  private Node test(Node subject, Interval interval) {
    Type type = subject.type();
    if (interval.more() == 0) {
      return compare(Op.EQ, subject, graph.constant(type, interval.low()));
    }
    Interval rest = interval.complement();
    if (rest.more() == 0) {
      return compare(Op.NE, subject, graph.constant(type, rest.low()));
    }
    long least = type.unsigned(-1L << (type.bits() - 1));
    if (interval.low() == 0) {
      return compare(Op.ULT, subject, graph.constant(type, interval.high() + 1));
    }
    if (interval.low() == least) {
      return compare(Op.LT, subject, graph.constant(type, interval.high() + 1));
    }
    if (rest.low() == 0) {
      return compare(Op.ULT, graph.constant(type, rest.high()), subject);
    }
    if (rest.low() == least) {
      return compare(Op.LT, graph.constant(type, rest.high()), subject);
    }
    // The lower of the two ends that are tested, so that numbers stay small.
    boolean inverted = Long.compareUnsigned(rest.more(), interval.more()) < 0;
    Interval tested = inverted ? rest : interval;
    Node shifted = graph.make(Op.ADD, type, 0, null, subject, graph.constant(type, -tested.low()));
    Node bound = graph.constant(type, tested.more());
    return inverted ? compare(Op.ULT, bound, shifted) : compare(Op.ULE, shifted, bound);
  }

  private Node compare(Op op, Node a, Node b) {
    return graph.make(op, Type.I1, 0, null, a, b);
  }
}
