package dev.sargasso.passes.forward;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.passes.alias.Origins;
import dev.sargasso.passes.memory.EarliestBlocks;
import dev.sargasso.passes.memory.NodeOrder;
import java.util.function.Predicate;

/**
 * The pass. Partial redundancy elimination of loads after Morel and Renvoise (CACM 1979), with the
 * translation of addresses through phis of Chow et al. and VanDrunen and Hosking (CC 2004), driven
 * by demand along memory tokens instead of by data flow. Each load looks at a bounded number of
 * states, so that the pass is linear in the graph; nothing depends on the size of the whole.
 */
public final class LoadElimination {
  private final Graph graph;
  private final ControlFlow controlFlow;
  private final Dominators dominators;
  private final EarliestBlocks earliest;
  private final NodeOrder order;
  private final KnownLoads known;
  private final Answers answers;
  private final Search search;

  private long seen;
  private long removed;

  private final boolean makesPhis;
  private final Predicate<Node> mayRemove;

  private LoadElimination(Graph graph, boolean makesPhis, Predicate<Node> mayRemove) {
    this.makesPhis = makesPhis;
    this.graph = graph;
    this.mayRemove = mayRemove;
    controlFlow = ControlFlow.of(graph);
    dominators = controlFlow.dominators();
    order = NodeOrder.of(graph);
    earliest = new EarliestBlocks(controlFlow, order);
    known = new KnownLoads(dominators, earliest);
    answers = new Answers(graph, controlFlow, earliest);
    search = new Search(controlFlow, Origins.of(graph), known, earliest, answers);
  }

  /**
   * What came of it.
   *
   * @param seen loads that were there
   * @param removed loads that became other values
   * @param inserted loads on rarer edges that this took
   * @param steps states of memory that were looked at
   */
  public record Counts(long seen, long removed, long inserted, long steps) {
    /** Nothing. */
    public static final Counts NONE = new Counts(0, 0, 0, 0);
  }

  /**
   * Eliminates loads of a function without garbage; leaves trivial phis and unused addresses for a
   * clean-up, which should follow if any was removed.
   *
   * @param simplifier for finished graphs
   * @param makesPhis whether a load may become a phi of what was stored or loaded on several ways
   * @param mayRemove asked for each load that could become another value
   */
  public static Counts run(
      Function function, Simplifier simplifier, boolean makesPhis, Predicate<Node> mayRemove) {
    Graph graph = function.graph();
    if (!hasLoads(graph)) {
      return Counts.NONE;
    }
    graph.setSimplifier(simplifier);
    LoadElimination pass = new LoadElimination(graph, makesPhis, mayRemove);
    pass.run();
    return new Counts(pass.seen, pass.removed, pass.answers.inserted(), pass.search.steps());
  }

  private static boolean hasLoads(Graph graph) {
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && node.op() == Op.LOAD) {
        return true;
      }
    }
    return false;
  }

  private void run() {
    for (int i = 0; i < order.count(); i++) {
      if (order.node(i).op() == Op.LOAD) {
        known.add(order.node(i));
      }
    }
    for (int i = 0; i < order.count(); i++) {
      Node node = order.node(i);
      if (!node.isAlive() || node.op().isPinned()) {
        continue;
      }
      earliest.refresh(node);
      if (node.op() == Op.LOAD && node.useCount() > 0) {
        seen++;
        eliminate(node);
      }
    }
  }

  private void eliminate(Node load) {
    graph.setPosition(load.position());
    int answer = search.find(load, earliest.of(load), frequency(load));
    if (answer == Answers.NONE
        || (!makesPhis && !answers.isThere(answer))
        || !mayRemove.test(load)) {
      known.add(load);
    } else {
      graph.replace(load, answers.make(answer, load));
      removed++;
    }
    graph.setPosition(0);
  }

  /** How often the load is executed if it stands as far down as its uses allow. */
  private double frequency(Node load) {
    int late = -1;
    for (int i = 0; i < load.useCount(); i++) {
      Node user = load.user(i);
      int block = earliest.of(user);
      if (user.op() == Op.PHI) {
        block = controlFlow.predecessor(block, load.userSlot(i) - 1);
      }
      late = late < 0 ? block : dominators.commonDominator(late, block);
    }
    return controlFlow.frequencies().frequency(late);
  }
}
