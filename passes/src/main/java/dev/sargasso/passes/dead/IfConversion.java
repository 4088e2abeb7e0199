package dev.sargasso.passes.dead;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Turns branches that only choose between a few cheap values into selects.
 *
 * <p>A branch qualifies if both arms are empty and meet at once, so that nothing but phis depends
 * on it, and if what would then be computed in vain is cheap: a mispredicted branch costs far more
 * than a few operations, a predicted one hardly more than the wait for its condition. Values that
 * are loaded or divided in an arm hang on its control, so that such an arm is not empty.
 */
public final class IfConversion {
  /** Phis that one branch may decide. */
  private static final int MAX_SELECTS = 2;

  /** Cheap operations that may be computed in vain. */
  private static final int MAX_COST = 4;

  /** How far single uses are followed to find what belongs to one arm only. */
  private static final int MAX_DEPTH = 4;

  private static final int TOO_DEAR = 1000;

  private final Graph graph;
  private final boolean small;
  private final Predicate<Node> mayConvert;
  private int conversions;

  private IfConversion(Graph graph, boolean small, Predicate<Node> mayConvert) {
    this.small = small;
    this.graph = graph;
    this.mayConvert = mayConvert;
  }

  /**
   * Converts what qualifies now; a clean-up may lay open more.
   *
   * @param simplifier for finished graphs
   * @param small whether a branch that takes fewer bytes than the selects shall stay
   * @param mayConvert asked for each branch that qualifies
   * @return how many branches are gone
   */
  public static int run(
      Function function, Simplifier simplifier, boolean small, Predicate<Node> mayConvert) {
    Graph graph = function.graph();
    graph.setSimplifier(simplifier);
    IfConversion pass = new IfConversion(graph, small, mayConvert);
    int limit = graph.idLimit();
    for (int id = 0; id < limit; id++) {
      Node node = graph.node(id);
      if (node != null && node.op() == Op.IF && node.inputOrNull(0) != null) {
        pass.convert(node);
      }
    }
    if (pass.conversions > 0) {
      new Reachability(graph, function.aliasClassCount()).complete();
    }
    return pass.conversions;
  }

  private void convert(Node branch) {
    Node no = Objects.requireNonNull(branch.projection(0));
    Node yes = Objects.requireNonNull(branch.projection(1));
    if (no.useCount() != 1 || yes.useCount() != 1 || no.user(0) != yes.user(0)) {
      return;
    }
    Node region = no.user(0);
    if (region.op() != Op.REGION) {
      return;
    }
    int ifNo = no.userSlot(0) + 1;
    int ifYes = yes.userSlot(0) + 1;
    if (!pays(branch.value(0), region, ifYes, ifNo) || !mayConvert.test(branch)) {
      return;
    }
    Node condition = branch.value(0);
    graph.setPosition(branch.position());
    for (Node phi : phisToldApart(region, ifYes, ifNo)) {
      Node a = phi.input(ifYes);
      Node b = phi.input(ifNo);
      graph.setInput(phi, ifNo, graph.make(Op.SELECT, a.type(), 0, null, condition, a, b));
    }
    graph.setPosition(0);
    forget(region, ifYes);
    Node control = branch.input(0);
    graph.setInput(branch, 0, null);
    graph.replace(no, control);
    conversions++;
  }

  /**
   * Empties a way into a region that will not be reached. It is dropped with all others in the end,
   * for to take away many of thousands one by one would be quadratic; until then its values must
   * not seem to be used.
   */
  private void forget(Node region, int slot) {
    for (int i = 0; i < region.useCount(); i++) {
      Node phi = region.user(i);
      if (phi.op() == Op.PHI && region.userSlot(i) == 0 && phi.type() != Type.MEM) {
        graph.setInput(phi, slot, graph.zero(phi.type()));
      }
    }
  }

  private static List<Node> phisToldApart(Node region, int ifYes, int ifNo) {
    List<Node> phis = new ArrayList<>();
    for (int i = 0; i < region.useCount(); i++) {
      Node phi = region.user(i);
      if (phi.op() == Op.PHI && phi.input(ifYes) != phi.input(ifNo)) {
        phis.add(phi);
      }
    }
    return phis;
  }

  private boolean pays(Node condition, Node region, int ifYes, int ifNo) {
    List<Node> phis = phisToldApart(region, ifYes, ifNo);
    int cost = 0;
    for (Node phi : phis) {
      boolean extreme = isExtreme(condition, phi, ifYes, ifNo);
      if (!isSelectable(phi, ifYes, ifNo) && !extreme) {
        return false;
      }
      if (small && !extreme && !isTruth(phi.input(ifYes), phi.input(ifNo))) {
        return false;
      }
      cost += cost(phi.input(ifYes), 0) + cost(phi.input(ifNo), 0);
    }
    return phis.size() <= MAX_SELECTS && cost <= MAX_COST;
  }

  /** Whether the choice is between 0 and 1, which the condition then is or its opposite. */
  private static boolean isTruth(Node one, Node other) {
    return (one.isConstant(0) && other.isConstant(1)) || (one.isConstant(1) && other.isConstant(0));
  }

  private static boolean isSelectable(Node phi, int ifYes, int ifNo) {
    Type type = phi.type();
    // A truth value that is chosen is most often branched on at once: short-circuit evaluation.
    return type == Type.I1
        ? phi.input(ifYes).isConstant() && phi.input(ifNo).isConstant()
        : type.isGeneral();
  }

  /**
   * Whether the phi is the smaller or the larger of two numbers, for which there are instructions.
   */
  private static boolean isExtreme(Node condition, Node phi, int ifYes, int ifNo) {
    if (condition.op() != Op.FLT || !phi.type().isFloat()) {
      return false;
    }
    Node a = condition.value(0);
    Node b = condition.value(1);
    Node yes = phi.input(ifYes);
    Node no = phi.input(ifNo);
    return (yes == a && no == b) || (yes == b && no == a);
  }

  /** What it costs to compute {@code value} if nobody else wants it. */
  private static int cost(Node value, int depth) {
    if (value.useCount() > 1 || value.op().isRematerialisable() || value.op().isPinned()) {
      return 0;
    }
    if (depth == MAX_DEPTH || value.control() != null || value.op() == Op.LOAD) {
      return TOO_DEAR;
    }
    int cost =
        switch (value.op()) {
          case DIV, UDIV, REM, UREM, FDIV, FSQRT -> TOO_DEAR;
          case MUL, MUL_HIGH, UMUL_HIGH -> 3;
          case SIGN_EXTEND, ZERO_EXTEND, TRUNCATE, BITCAST -> 0;
          default -> value.type().isFloat() ? TOO_DEAR : 1;
        };
    for (int i = 0; i < value.valueCount() && cost < TOO_DEAR; i++) {
      cost += cost(value.value(i), depth + 1);
    }
    return cost;
  }
}
