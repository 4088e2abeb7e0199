package dev.sargasso.passes.constants;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.PointerStamp;
import dev.sargasso.ir.type.Stamp;
import dev.sargasso.passes.simplify.StampInference;
import java.util.Objects;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Runs {@link Propagation} and writes back what it found: constants take the place of values, phis
 * keep their stamps, and a SWITCH loses the arms that its value cannot take. Branches whose
 * condition is now constant are left to control simplification, which must follow. Linear in the
 * graph.
 *
 * <p>Everything found holds wherever the node is computed: the analysis asks which edges are ever
 * taken, but not under which condition a value is used. So a stamp may travel with its node.
 */
public final class ConstantPropagation {
  private final Graph graph;
  private final Propagation propagation;
  private final BiPredicate<String, Node> mayChange;
  private final @Nullable Refinement refinement;
  private int constants;
  private int branches;
  private int arms;
  private int stamps;

  private ConstantPropagation(
      Graph graph,
      long chaosSeed,
      BiPredicate<String, Node> mayChange,
      @Nullable Refinement refinement) {
    this.graph = graph;
    this.mayChange = mayChange;
    this.refinement = refinement;
    propagation = new Propagation(graph, chaosSeed, refinement);
  }

  /**
   * What was found.
   *
   * @param constants values that are always the same
   * @param branches IFs of which one arm is never taken
   * @param arms of SWITCHes that are never taken
   * @param stamps phis of which more is known than before
   * @param visits of nodes until nothing changed
   */
  public record Counts(int constants, int branches, int arms, int stamps, long visits) {
    /** All that was found. */
    public long total() {
      return (long) constants + branches + arms + stamps;
    }
  }

  /**
   * Analyses and rewrites a function.
   *
   * @param chaosSeed 0, or the seed of a random order of visits
   * @param mayChange asked for each change to the graph, with what it is and where
   */
  public static Counts run(Function function, long chaosSeed, BiPredicate<String, Node> mayChange) {
    return run(function, chaosSeed, mayChange, null);
  }

  /**
   * Analyses and rewrites a function into which the phis of a refinement have been put. No stamp is
   * written back then, since nodes that use these phis do not keep them.
   *
   * @param chaosSeed 0, or the seed of a random order of visits
   * @param mayChange asked for each change to the graph, with what it is and where
   * @param refinement what conditions add, or null for nothing
   */
  public static Counts run(
      Function function,
      long chaosSeed,
      BiPredicate<String, Node> mayChange,
      @Nullable Refinement refinement) {
    ConstantPropagation pass =
        new ConstantPropagation(function.graph(), chaosSeed, mayChange, refinement);
    Counts counts = pass.run();
    if (counts.arms() > 0) {
      new Reachability(function.graph(), function.aliasClassCount()).complete();
    }
    return counts;
  }

  private Counts run() {
    int limit = graph.idLimit();
    @Nullable Stamp[] before = stamps(limit);
    propagation.run();
    for (int id = 0; id < limit; id++) {
      Node node = graph.node(id);
      if (node == null) {
        continue;
      }
      switch (node.op()) {
        case IF -> branch(node);
        case SWITCH -> multiway(node);
        default -> {
          if (propagation.isEvaluated(node)) {
            value(node, before[id]);
          }
        }
      }
    }
    if (refinement != null) {
      for (int id = 0; id < limit; id++) {
        Node node = graph.node(id);
        if (node != null) {
          node.setStamp(before[id]);
        }
      }
    }
    return new Counts(constants, branches, arms, stamps, propagation.visits());
  }

  private @Nullable Stamp[] stamps(int limit) {
    @Nullable Stamp[] before = new Stamp[limit];
    for (int id = 0; id < limit; id++) {
      Node node = graph.node(id);
      if (node != null) {
        before[id] = node.stamp();
      }
    }
    return before;
  }

  // ------------------------------------------------------------------ values

  private void value(Node node, @Nullable Stamp before) {
    if (node.op() != Op.PHI && (node.op().isPinned() || node.op() == Op.LOAD)) {
      return;
    }
    Node constant = node.isConstant() ? null : constantOf(node);
    if (constant != null && mayChange.test("constant", node)) {
      constants++;
      if (refinement != null && node.op() == Op.PHI && refinement.refines(node)) {
        refinement.become(node, constant);
      } else {
        graph.replace(node, constant);
      }
    } else if (refinement != null) {
      return;
    } else if (node.op() == Op.PHI) {
      // What other analyses have found stays true.
      Stamp now = node.stamp();
      if (now == null) {
        node.setStamp(before);
      } else if (before != null && !now.join(before).isEmpty()) {
        node.setStamp(now.join(before));
      }
      stamps += Objects.equals(node.stamp(), before) ? 0 : 1;
    }
    if (node.isAlive() && !Objects.equals(node.stamp(), before)) {
      graph.stampChanged(node);
    }
  }

  private @Nullable Node constantOf(Node node) {
    Stamp stamp = node.stamp();
    if (stamp instanceof IntegerStamp known && known.isConstant()) {
      // Who wants the value of a division that traps, shall trap.
      return StampInference.isTotal(node) ? graph.constant(node.type(), known.minimum()) : null;
    }
    if (stamp == PointerStamp.NULL) {
      return graph.constant(node.type(), 0);
    }
    return propagation.floatConstant(node);
  }

  // ---------------------------------------------------------------- branches

  private void branch(Node node) {
    if (node.inputOrNull(0) != null && propagation.isReached(node)) {
      for (int i = 0; i < node.useCount(); i++) {
        branches += propagation.isReached(node.user(i)) ? 0 : 1;
      }
    }
  }

  /** Leaves out the arms that are never taken; the default may be one of them. */
  private void multiway(Node node) {
    if (node.inputOrNull(0) == null || !propagation.isReached(node) || node.value(0).isConstant()) {
      return;
    }
    boolean[] live = new boolean[node.useCount()];
    int count = 0;
    for (int i = 0; i < node.useCount(); i++) {
      if (propagation.isReached(node.user(i))) {
        live[(int) node.user(i).immediate()] = true;
        count++;
      }
    }
    Stamp stamp = node.value(0).stamp();
    IntegerStamp values =
        stamp instanceof IntegerStamp known
            ? known
            : IntegerStamp.full(node.value(0).type().bits());
    if (count == live.length || count == 0 || !mayChange.test("dead arms", node)) {
      return;
    }
    arms += live.length - count;
    SwitchArms.narrow(graph, node, live, values);
  }
}
