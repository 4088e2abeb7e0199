package dev.sargasso.passes.idiom;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Loops of one block that go on until a value is 0, clearing its lowest bit (Kernighan) or shifting
 * it right by one each time, and that count their rounds or add up the bits on the way.
 *
 * <p>Such a loop always ends. With {@code x} what the value is at first, the number of rounds is
 * the number of its ones, or the width less its leading zeros; where the test stands below the
 * step, a first round is made for 0 too. All results of the loop are then known without it.
 */
final class BitLoops {
  private final Graph graph;

  BitLoops(Graph graph) {
    this.graph = graph;
  }

  private enum Step {
    CLEAR_LOWEST,
    SHIFT
  }

  /**
   * What is known of the loop.
   *
   * @param back which input of the region is the edge round
   * @param value the phi of the value that becomes 0
   * @param below whether the test looks at the value behind the step
   */
  private record Loop(Node region, int back, Node branch, Node value, Step step, boolean below) {
    Node before(Node phi) {
      return phi.input(2 - back);
    }

    Node after(Node phi) {
      return phi.input(back + 1);
    }
  }

  /**
   * Replaces the results of the loop at {@code region} and the loop; false if it is no such loop.
   */
  boolean replace(Node region, BiPredicate<String, Node> mayChange) {
    Loop loop = find(region);
    if (loop == null) {
      return false;
    }
    List<Node> phis = new ArrayList<>();
    for (int i = 0; i < region.useCount(); i++) {
      Node user = region.user(i);
      if (user.op() == Op.PHI && user != loop.value) {
        if (!isUnderstood(loop, user)) {
          return false;
        }
        phis.add(user);
      }
    }
    if ((loop.below && !isStepOnly(loop)) || !mayChange.test("drop loop over bits", region)) {
      return false;
    }
    graph.setPosition(loop.branch.position());
    for (Node phi : phis) {
      Node result = result(loop, phi);
      graph.replace(loop.below ? loop.after(phi) : phi, result);
    }
    Node zero = graph.constant(loop.value.type(), 0);
    graph.replace(loop.below ? loop.after(loop.value) : loop.value, zero);
    graph.setPosition(0);
    leave(loop);
    return true;
  }

  private void leave(Loop loop) {
    Node exit = null;
    for (int i = 0; i < 2; i++) {
      Node projection = loop.branch.projection(i);
      if (projection != null && projection != loop.region.input(loop.back)) {
        exit = projection;
      }
    }
    if (exit == null) {
      throw new IllegalStateException(loop.branch + " does not leave the loop");
    }
    Reachability.dropEdge(graph, loop.region, loop.back);
    graph.setInput(loop.branch, 0, null);
    graph.replace(exit, loop.region);
  }

  // ------------------------------------------------------------------ finding

  private static @Nullable Loop find(Node region) {
    if (region.inputCount() != 2) {
      return null;
    }
    Node branch = null;
    for (int i = 0; i < region.useCount(); i++) {
      Node user = region.user(i);
      if (user.op() == Op.IF) {
        branch = user;
      }
    }
    if (branch == null) {
      return null;
    }
    int back = isArm(region.input(0), branch) ? 0 : 1;
    Node arm = region.input(back);
    if (!isArm(arm, branch) || arm.useCount() != 1) {
      return null;
    }
    Node test = branch.value(0);
    boolean goesOnUnless = test.op() == Op.NE;
    if ((!goesOnUnless && test.op() != Op.EQ)
        || !test.value(1).isConstant(0)
        || (arm.immediate() == 1) != goesOnUnless) {
      return null;
    }
    return ofValue(region, back, branch, test.value(0));
  }

  private static boolean isArm(Node control, Node branch) {
    return control.op() == Op.PROJECTION && control.input(0) == branch;
  }

  private static @Nullable Loop ofValue(Node region, int back, Node branch, Node tested) {
    if (!tested.type().isInteger() || tested.type() == Type.I1) {
      return null;
    }
    if (tested.op() == Op.PHI) {
      return tested.input(0) == region
          ? withStep(region, back, branch, tested, tested.input(back + 1), false)
          : null;
    }
    if (tested.op() != Op.AND && tested.op() != Op.SHR) {
      return null;
    }
    for (int i = 0; i < 2; i++) {
      Node phi = tested.value(i);
      if (phi.op() == Op.PHI && phi.input(0) == region && phi.input(back + 1) == tested) {
        return withStep(region, back, branch, phi, tested, true);
      }
    }
    return null;
  }

  private static @Nullable Loop withStep(
      Node region, int back, Node branch, Node phi, Node next, boolean below) {
    if (next.op() == Op.SHR && next.value(0) == phi && next.value(1).isConstant(1)) {
      return new Loop(region, back, branch, phi, Step.SHIFT, below);
    }
    if (next.op() == Op.AND
        && ((next.value(0) == phi && isLessOne(next.value(1), phi))
            || (next.value(1) == phi && isLessOne(next.value(0), phi)))) {
      return new Loop(region, back, branch, phi, Step.CLEAR_LOWEST, below);
    }
    return null;
  }

  private static boolean isLessOne(Node node, Node phi) {
    return node.op() == Op.ADD && node.value(0) == phi && node.value(1).isConstant(-1);
  }

  // ------------------------------------------------------------------ results

  private static boolean isUnderstood(Loop loop, Node phi) {
    Node next = loop.after(phi);
    if (!phi.type().isInteger() || phi.type() == Type.I1) {
      return false;
    }
    if (next.op() != Op.ADD && next.op() != Op.XOR) {
      return false;
    }
    // Behind the loop the phi is the value of the last round but one.
    if (loop.below && phi.useCount() != 1) {
      return false;
    }
    Node by = addend(next, phi);
    if (by == null) {
      return false;
    }
    if (next.op() == Op.ADD && by.isConstant()) {
      return true;
    }
    return loop.step == Step.SHIFT ? isLowBit(by, loop.value) : by.isConstant(1);
  }

  private static @Nullable Node addend(Node sum, Node phi) {
    return sum.value(0) == phi ? sum.value(1) : sum.value(1) == phi ? sum.value(0) : null;
  }

  /** Whether {@code node} is the lowest bit of {@code value}, in any width. */
  private static boolean isLowBit(Node node, Node value) {
    Node at = node;
    boolean masked = false;
    while (true) {
      if (at == value) {
        return masked;
      }
      switch (at.op()) {
        case ZERO_EXTEND, TRUNCATE -> at = at.value(0);
        case AND -> {
          if (!at.value(1).isConstant(1)) {
            return false;
          }
          masked = true;
          at = at.value(0);
        }
        default -> {
          return false;
        }
      }
    }
  }

  /** Whether the value itself is needed only to step on and to read its lowest bit. */
  private static boolean isStepOnly(Loop loop) {
    Node next = loop.after(loop.value);
    for (int i = 0; i < loop.value.useCount(); i++) {
      Node user = loop.value.user(i);
      boolean isInner =
          user == next
              || (loop.step == Step.CLEAR_LOWEST
                  && isLessOne(user, loop.value)
                  && user.useCount() == 1)
              || (loop.step == Step.SHIFT && leadsToSums(loop, user));
      if (!isInner) {
        return false;
      }
    }
    return true;
  }

  /** Whether a use of the value is but the bit that a sum of the loop adds. */
  private static boolean leadsToSums(Loop loop, Node user) {
    Node at = user;
    while (at.op() == Op.ZERO_EXTEND || at.op() == Op.TRUNCATE || at.op() == Op.AND) {
      if (at.useCount() != 1) {
        return false;
      }
      at = at.user(0);
    }
    if (at.op() != Op.ADD && at.op() != Op.XOR) {
      return false;
    }
    for (int i = 0; i < at.valueCount(); i++) {
      Node phi = at.value(i);
      if (phi.op() == Op.PHI && phi.input(0) == loop.region && loop.after(phi) == at) {
        return true;
      }
    }
    return false;
  }

  private Node result(Loop loop, Node phi) {
    Type type = phi.type();
    Node next = loop.after(phi);
    Node by = addend(next, phi);
    Node before = loop.before(phi);
    if (by == null) {
      throw new IllegalStateException(next + " is no sum with " + phi);
    }
    if (next.op() == Op.XOR) {
      Node ones = by.isConstant() ? rounds(loop, type) : ones(loop, type);
      Node odd = graph.make(Op.AND, type, 0, null, ones, graph.constant(type, 1));
      return graph.make(Op.XOR, type, 0, null, before, odd);
    }
    if (by.isConstant()) {
      Node sum = graph.make(Op.MUL, type, 0, null, rounds(loop, type), by);
      return graph.make(Op.ADD, type, 0, null, before, sum);
    }
    return graph.make(Op.ADD, type, 0, null, before, ones(loop, type));
  }

  private Node ones(Loop loop, Type type) {
    Node start = loop.before(loop.value);
    return resized(graph.make(Op.POPCNT, start.type(), 0, null, start), type);
  }

  private Node rounds(Loop loop, Type type) {
    Node start = loop.before(loop.value);
    Type counted = start.type();
    Node rounds =
        loop.step == Step.CLEAR_LOWEST
            ? ones(loop, type)
            : resized(
                graph.make(
                    Op.SUB,
                    counted,
                    0,
                    null,
                    graph.constant(counted, counted.bits()),
                    graph.make(Op.LZCNT, counted, 0, null, start)),
                type);
    if (!loop.below || isEnteredForOnes(loop, start)) {
      return rounds;
    }
    Node isZero = graph.make(Op.EQ, Type.I1, 0, null, start, graph.constant(counted, 0));
    return graph.make(
        Op.ADD, type, 0, null, rounds, graph.make(Op.ZERO_EXTEND, type, 0, null, isZero));
  }

  /** Whether control enters the loop only where its value is not 0. */
  private static boolean isEnteredForOnes(Loop loop, Node start) {
    Node entry = loop.region.input(1 - loop.back);
    if (entry.op() != Op.PROJECTION || entry.input(0).op() != Op.IF) {
      return false;
    }
    Node test = entry.input(0).value(0);
    return test.op() == (entry.immediate() == 1 ? Op.NE : Op.EQ)
        && test.value(0) == start
        && test.value(1).isConstant(0);
  }

  private Node resized(Node node, Type type) {
    if (node.type() == type) {
      return node;
    }
    Op op = node.type().bits() < type.bits() ? Op.ZERO_EXTEND : Op.TRUNCATE;
    return graph.make(op, type, 0, null, node);
  }
}
