package dev.sargasso.passes.loop;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.duplicate.LoopBodies;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Turns multiplications of a counter by what a loop does not change into additions: the product
 * becomes a phi that starts with the product of the first value and goes on by the product of the
 * step (F. Allen, J. Cocke, K. Kennedy, "Reduction of operator strength", 1981).
 *
 * <p>Sums around the product, as in {@code (i * n + j) * 8}, are taken along as far as they stay
 * linear in the counter, so that nothing is left to add in the loop. Shifts alone are not worth a
 * register: the machine scales an index for nothing. All is exact modulo two to the width, so it
 * needs no promise.
 */
final class StrengthReduction {
  /** More than this for one loop would cost more registers than they save multiplications. */
  private static final int MAX_REDUCED = 4;

  /** Operations above a product, and below it. */
  private static final int MAX_DEPTH = 4;

  private final LoopBodies bodies;
  private final Graph graph;
  private final Predicate<Node> mayReduce;
  private int reduced;
  private int loop;
  private Node header;

  private StrengthReduction(LoopBodies bodies, Predicate<Node> mayReduce) {
    this.bodies = bodies;
    this.mayReduce = mayReduce;
    graph = bodies.controlFlow().graph();
    header = graph.start();
  }

  /**
   * Reduces what pays, inner loops first. The graph must retain nodes without use meanwhile, and
   * wants a clean-up afterwards.
   *
   * @param mayReduce asked last, with the product or the sum around it
   * @return how many phis have been made
   */
  static int run(LoopBodies bodies, Predicate<Node> mayReduce) {
    StrengthReduction pass = new StrengthReduction(bodies, mayReduce);
    ControlFlow controlFlow = bodies.controlFlow();
    LoopTree loops = controlFlow.loops();
    for (int loop = loops.count() - 1; loop >= 0; loop--) {
      if (bodies.hasForm(loop)) {
        pass.loop = loop;
        pass.header = controlFlow.head(loops.header(loop));
        pass.reduceProducts();
      }
    }
    return pass.reduced;
  }

  private void reduceProducts() {
    int left = MAX_REDUCED;
    for (int i = 0; i < header.useCount() && left > 0; i++) {
      Node phi = header.user(i);
      if (phi.op() == Op.PHI && bodies.early(phi) >= 0 && step(phi) != null) {
        left -= reduceProductsOf(phi, left);
      }
    }
  }

  private int reduceProductsOf(Node phi, int limit) {
    int made = 0;
    // Products are found beneath sums with what the loop does not change, and with the next value.
    for (Node base : new Node[] {phi, phi.input(2)}) {
      for (int i = 0; i < base.useCount() && made < limit; i++) {
        Node product = base.user(i);
        if (isProduct(product) && isLinear(product, phi, MAX_DEPTH)) {
          Node whole = widest(product, phi);
          if (mayReduce.test(whole)) {
            reduce(whole, phi);
            made++;
            // The uses have changed.
            i = -1;
          }
        }
      }
    }
    return made;
  }

  private boolean isProduct(Node node) {
    return node.op() == Op.MUL
        && bodies.isIn(loop, node)
        && isUsedInside(node)
        && !isOneAddress(node.value(1));
  }

  /** Whether the machine multiplies by the factor as it computes an address. */
  private static boolean isOneAddress(Node factor) {
    return factor.isConstant(3) || factor.isConstant(5) || factor.isConstant(9);
  }

  private boolean isUsedInside(Node node) {
    for (int i = 0; i < node.useCount(); i++) {
      if (bodies.isIn(loop, node.user(i))) {
        return true;
      }
    }
    return false;
  }

  private boolean isInvariant(Node node) {
    return !bodies.isIn(loop, node);
  }

  private @Nullable Node step(Node phi) {
    if (!phi.type().isInteger()) {
      return null;
    }
    Node next = phi.input(2);
    return (next.op() == Op.ADD || next.op() == Op.SUB)
            && next.value(0) == phi
            && isInvariant(next.value(1))
        ? next.value(1)
        : null;
  }

  /** The largest sum around the product that is used for nothing else and stays linear. */
  private Node widest(Node product, Node phi) {
    Node whole = product;
    for (int i = 0; i < MAX_DEPTH && whole.useCount() == 1; i++) {
      Node user = whole.user(0);
      if (!bodies.isIn(loop, user)
          || (user.op() != Op.ADD && user.op() != Op.SUB)
          || !isLinear(user, phi, MAX_DEPTH)
          || leavesFolded(user)) {
        break;
      }
      whole = user;
    }
    return whole;
  }

  /** Whether a constant is added, which the machine does in an address for nothing. */
  private static boolean leavesFolded(Node sum) {
    return sum.value(1).isConstant();
  }

  /** Whether {@code node} is a multiple of the counter plus something. */
  private boolean isLinear(Node node, Node phi, int depth) {
    if (node == phi || isInvariant(node)) {
      return true;
    }
    if (depth == 0 || node.type() != phi.type()) {
      return false;
    }
    return switch (node.op()) {
      case ADD, SUB ->
          isLinear(node.value(0), phi, depth - 1) && isLinear(node.value(1), phi, depth - 1);
      case MUL ->
          isInvariant(node.value(1))
              ? isLinear(node.value(0), phi, depth - 1)
              : isInvariant(node.value(0)) && isLinear(node.value(1), phi, depth - 1);
      case SHL -> node.value(1).isConstant() && isLinear(node.value(0), phi, depth - 1);
      default -> false;
    };
  }

  private void reduce(Node whole, Node phi) {
    int from = graph.idLimit();
    Type type = phi.type();
    graph.setPosition(whole.position());
    Node step = Objects.requireNonNull(step(phi));
    Node first = at(whole, phi, phi.input(1));
    Node change = graph.make(Op.MUL, type, 0, null, factor(whole, phi), step);
    Node made = graph.makeRaw(Op.PHI, type, 0, null, header, first);
    Node next = graph.makeRaw(phi.input(2).op(), type, 0, null, made, change);
    graph.addInput(made, next);
    graph.setPosition(0);
    bodies.settle(from);
    graph.replace(whole, made);
    reduced++;
  }

  /** {@code node} with {@code value} in place of the counter. */
  private Node at(Node node, Node phi, Node value) {
    if (node == phi) {
      return value;
    }
    if (isInvariant(node)) {
      return node;
    }
    return graph.make(
        node.op(),
        node.type(),
        0,
        null,
        at(node.value(0), phi, value),
        at(node.value(1), phi, value));
  }

  /** By how much {@code node} grows when the counter grows by one. */
  private Node factor(Node node, Node phi) {
    Type type = phi.type();
    if (node == phi) {
      return graph.constant(type, 1);
    }
    if (isInvariant(node)) {
      return graph.constant(type, 0);
    }
    return switch (node.op()) {
      case ADD, SUB ->
          graph.make(
              node.op(), type, 0, null, factor(node.value(0), phi), factor(node.value(1), phi));
      case MUL ->
          isInvariant(node.value(1))
              ? graph.make(Op.MUL, type, 0, null, factor(node.value(0), phi), node.value(1))
              : graph.make(Op.MUL, type, 0, null, node.value(0), factor(node.value(1), phi));
      default -> graph.make(node.op(), type, 0, null, factor(node.value(0), phi), node.value(1));
    };
  }
}
