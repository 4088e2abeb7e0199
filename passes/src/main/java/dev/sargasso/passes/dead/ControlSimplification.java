package dev.sargasso.passes.dead;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Edits control: takes branches whose way is known, turns branches on a negation round, drops
 * branches that make no difference, and lets jumps to a region that only leads to another go there.
 * Linear in the graph.
 */
public final class ControlSimplification {
  private final Function function;
  private final Graph graph;
  private int edits;

  private ControlSimplification(Function function) {
    this.function = function;
    graph = function.graph();
  }

  /**
   * Simplifies control once; returns the number of edits, after which other passes may find more.
   */
  public static int run(Function function) {
    ControlSimplification pass = new ControlSimplification(function);
    pass.branches();
    int branchEdits = pass.edits;
    if (branchEdits > 0) {
      pass.complete();
    }
    pass.regions();
    if (pass.edits > branchEdits) {
      pass.complete();
    }
    return pass.edits;
  }

  private void complete() {
    new Reachability(graph, function.aliasClassCount()).complete();
  }

  // ---------------------------------------------------------------- branches

  private void branches() {
    int limit = graph.idLimit();
    for (int id = 0; id < limit; id++) {
      Node node = graph.node(id);
      if (node == null || node.inputCount() == 0 || node.inputOrNull(0) == null) {
        continue;
      }
      if (node.op() == Op.IF) {
        branch(node);
      } else if (node.op() == Op.SWITCH) {
        multiway(node);
      }
    }
  }

  private void branch(Node node) {
    Node condition = node.value(0);
    if (condition.isConstant()) {
      take(node, (int) condition.immediate());
    } else if (condition.op() == Op.XOR && condition.value(1).isConstant(1)) {
      turnRound(node, condition.value(0));
    } else {
      dropIfSame(node);
    }
  }

  /** Goes on at projection {@code arm} only. The others are found to be unreachable later. */
  private void take(Node branch, int arm) {
    Node taken = Objects.requireNonNull(branch.projection(arm));
    Node control = branch.input(0);
    graph.setInput(branch, 0, null);
    graph.replace(taken, control);
    edits++;
  }

  private void turnRound(Node branch, Node condition) {
    graph.setPosition(branch.position());
    Node turned = graph.make(Op.IF, Type.TUPLE, 0, null, branch.input(0), condition);
    Node[] arms = {
      Objects.requireNonNull(branch.projection(0)), Objects.requireNonNull(branch.projection(1))
    };
    for (int i = 0; i < 2; i++) {
      graph.replace(arms[i], graph.make(Op.PROJECTION, Type.CTRL, 1 - i, null, turned));
    }
    graph.setPosition(0);
    graph.kill(branch);
    edits++;
  }

  /** Both arms are empty and meet at once, and no phi tells them apart. */
  private void dropIfSame(Node branch) {
    Node no = Objects.requireNonNull(branch.projection(0));
    Node yes = Objects.requireNonNull(branch.projection(1));
    if (no.useCount() != 1 || yes.useCount() != 1 || no.user(0) != yes.user(0)) {
      return;
    }
    Node region = no.user(0);
    if (!region.op().isRegion()) {
      return;
    }
    int first = no.userSlot(0);
    int second = yes.userSlot(0);
    if (region.op() == Op.LOOP && (first == 0) != (second == 0)) {
      return;
    }
    for (int i = 0; i < region.useCount(); i++) {
      Node user = region.user(i);
      if (user.op() == Op.PHI && user.input(first + 1) != user.input(second + 1)) {
        return;
      }
    }
    // The other way in goes with all that is not reached, in bulk.
    take(branch, 0);
  }

  private void multiway(Node node) {
    SwitchTable table = (SwitchTable) Objects.requireNonNull(node.attribute());
    Node value = node.value(0);
    if (value.isConstant()) {
      take(node, table.select(value.immediate()));
    } else if (table.targetCount() == 1) {
      take(node, 0);
    }
  }

  // ----------------------------------------------------------------- regions

  /** From the end to the start, so that what a region took over is not moved again. */
  private void regions() {
    if (!anyLeadsOn()) {
      return;
    }
    ControlFlow controlFlow = ControlFlow.of(graph);
    for (int block = controlFlow.count() - 1; block > 0; block--) {
      Node region = controlFlow.head(block);
      if (region.op() != Op.REGION
          || controlFlow.terminator(block) != null
          || isLoopHeader(controlFlow, block)) {
        continue;
      }
      // Where it leads by now: its successor may have been merged already.
      Node next = next(region);
      // A loop keeps one way in and, if it had one, one way round.
      if (next != null
          && next.op() == Op.REGION
          && !isLoopHeader(controlFlow, controlFlow.blockOf(next))
          && isHandedOn(region, next)) {
        merge(region, next);
        edits++;
      }
    }
  }

  /** Whether any region only leads to another; most often none does, which is soon seen. */
  private boolean anyLeadsOn() {
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node == null || node.op() != Op.REGION) {
        continue;
      }
      Node next = next(node);
      if (next != null && next.op() == Op.REGION && isHandedOn(node, next)) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable Node next(Node region) {
    for (int i = 0; i < region.useCount(); i++) {
      if (region.user(i).op().isRegion()) {
        return region.user(i);
      }
    }
    return null;
  }

  private static boolean isLoopHeader(ControlFlow controlFlow, int block) {
    for (int i = 0; i < controlFlow.predecessorCount(block); i++) {
      if (controlFlow.predecessor(block, i) >= block) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether {@code region} does nothing but lead to {@code next}, its phis being used there only.
   */
  private static boolean isHandedOn(Node region, Node next) {
    for (int i = 0; i < region.useCount(); i++) {
      Node user = region.user(i);
      if (user != next && (user.op() != Op.PHI || region.userSlot(i) != 0)) {
        return false;
      }
    }
    int edge = edgeFrom(next, region);
    for (int i = 0; i < region.useCount(); i++) {
      Node phi = region.user(i);
      if (phi.op() != Op.PHI) {
        continue;
      }
      for (int k = 0; k < phi.useCount(); k++) {
        Node user = phi.user(k);
        if (user.op() != Op.PHI || user.input(0) != next || phi.userSlot(k) != edge + 1) {
          return false;
        }
      }
    }
    return true;
  }

  private static int edgeFrom(Node next, Node region) {
    for (int i = 0; i < region.useCount(); i++) {
      if (region.user(i) == next) {
        return region.userSlot(i);
      }
    }
    throw new IllegalStateException(region + " does not lead to " + next);
  }

  /** Lets every way into {@code region} lead to {@code next} at once. */
  private void merge(Node region, Node next) {
    int edge = edgeFrom(next, region);
    int ways = region.inputCount();
    for (int i = 0; i < next.useCount(); i++) {
      Node phi = next.user(i);
      if (phi.op() != Op.PHI || next.userSlot(i) != 0) {
        continue;
      }
      Node value = phi.input(edge + 1);
      boolean handedOn = value.op() == Op.PHI && value.input(0) == region;
      for (int way = 1; way < ways; way++) {
        graph.addInput(phi, handedOn ? value.input(way + 1) : value);
      }
      if (handedOn) {
        graph.setInput(phi, edge + 1, value.input(1));
      }
    }
    Node first = region.input(0);
    for (int way = 1; way < ways; way++) {
      graph.addInput(next, region.input(way));
    }
    graph.setInput(next, edge, first);
    // What is left of the region hangs on nothing that is reached.
    for (int i = region.useCount() - 1; i >= 0; i--) {
      if (i < region.useCount() && region.user(i).useCount() == 0) {
        graph.kill(region.user(i));
      }
    }
    if (region.useCount() == 0) {
      graph.kill(region);
    }
  }
}
