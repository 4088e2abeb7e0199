package dev.sargasso.passes.facts;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.PointerStamp;
import dev.sargasso.ir.type.Stamp;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.constants.SwitchArms;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Replaces conditions that the way to them implies.
 *
 * <p>One walk over the dominator tree. In each block the pass first learns from the branch that
 * leads there, then goes along the control tokens: a guard, branch or switch is asked what its
 * condition comes to, then what follows may rely on it. Values that are known to be one number here
 * are replaced where something pinned uses them: in stores, calls and returns, and at the end of
 * the block in phis that are tested later, so that jumps can be threaded.
 *
 * <p>Linear in the graph: every question looks at a bounded number of nodes.
 */
public final class ConditionalElimination {
  /** How far phis and comparisons are followed to see whether a phi is tested. */
  private static final int MOST_DEPTH = 3;

  /** How many uses of a phi are looked at for that. */
  private static final int MOST_USES = 8;

  private final Graph graph;
  private final BiPredicate<String, Node> mayChange;
  private final ControlFlow controlFlow;
  private final Facts facts;
  private final Assumptions assumptions;
  private final Conclusions conclusions;

  /** By block that ends in a SWITCH: its keys as lists, one for each arm. */
  private final @Nullable SwitchKeys[] keys;

  private final List<Node> narrowed = new ArrayList<>();
  private final List<boolean[]> liveArms = new ArrayList<>();
  private final List<IntegerStamp> switched = new ArrayList<>();

  private int branches;
  private int guards;
  private int values;

  private ConditionalElimination(Graph graph, BiPredicate<String, Node> mayChange) {
    this.graph = graph;
    this.mayChange = mayChange;
    controlFlow = ControlFlow.of(graph);
    facts = new Facts(graph);
    assumptions = new Assumptions(facts);
    conclusions = new Conclusions(facts);
    keys = new SwitchKeys[controlFlow.count()];
  }

  /**
   * What was done.
   *
   * @param branches of which the condition became known or shorter
   * @param guards that cannot trap
   * @param values that are constant where they are used
   * @param switches that lost arms
   */
  public record Counts(int branches, int guards, int values, int switches) {
    /** All that was done. */
    public long total() {
      return (long) branches + guards + values + switches;
    }
  }

  /**
   * Walks over a function once.
   *
   * @param mayChange asked for each change, with what it is and where
   * @return what was done; if that is anything, simplification of values and control should follow
   */
  public static Counts run(Function function, BiPredicate<String, Node> mayChange) {
    if (!branches(function.graph())) {
      return new Counts(0, 0, 0, 0);
    }
    ConditionalElimination pass = new ConditionalElimination(function.graph(), mayChange);
    pass.walk();
    for (int i = 0; i < pass.narrowed.size(); i++) {
      SwitchArms.narrow(
          pass.graph, pass.narrowed.get(i), pass.liveArms.get(i), pass.switched.get(i));
    }
    if (!pass.narrowed.isEmpty()) {
      new Reachability(function.graph(), function.aliasClassCount()).complete();
    }
    return new Counts(pass.branches, pass.guards, pass.values, pass.narrowed.size());
  }

  private static boolean branches(Graph graph) {
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && (node.op() == Op.IF || node.op() == Op.SWITCH || node.op() == Op.GUARD)) {
        return true;
      }
    }
    return false;
  }

  // -------------------------------------------------------------------- walk

  private void walk() {
    Dominators dominators = controlFlow.dominators();
    int[] path = new int[controlFlow.count()];
    int[] nextChild = new int[controlFlow.count()];
    long[] marks = new long[controlFlow.count()];
    int depth = 0;
    marks[0] = facts.enter();
    visit(0);
    path[depth++] = 0;
    while (depth > 0) {
      int block = path[depth - 1];
      int i = nextChild[block]++;
      if (i >= dominators.childCount(block)) {
        depth--;
        facts.leave(marks[depth]);
        continue;
      }
      int child = dominators.child(block, i);
      marks[depth] = facts.enter();
      path[depth++] = child;
      visit(child);
    }
  }

  private void visit(int block) {
    Node head = controlFlow.head(block);
    if (head.op() == Op.PROJECTION) {
      arm(head);
    } else if (head.op().isRegion()) {
      loop(block, head);
    }
    Node token = head;
    while (token != null) {
      token = after(token, block);
    }
  }

  private void arm(Node head) {
    Node branch = head.input(0);
    int arm = (int) head.immediate();
    if (branch.op() == Op.IF) {
      if (!branch.value(0).isConstant()) {
        assumptions.assume(branch.value(0), arm == 1);
      }
    } else if (branch.op() == Op.SWITCH && !branch.value(0).isConstant()) {
      int block = controlFlow.blockOf(branch);
      SwitchKeys lists = keys[block];
      if (lists == null) {
        lists = SwitchKeys.of(branch);
        keys[block] = lists;
      }
      assumptions.assumeArm(branch, arm, lists.first(), lists.next());
    }
  }

  /** Handles what hangs on a token; returns the next token of the block, or null at its end. */
  private @Nullable Node after(Node token, int block) {
    List<Node> pinned = new ArrayList<>();
    Node next = null;
    for (int i = 0; i < token.useCount(); i++) {
      Node user = token.user(i);
      if (user.op().isRegion()) {
        toRegion(user, token.userSlot(i));
        return null;
      }
      if (user.op().isPinned() && token.userSlot(i) == 0 && user.op() != Op.PHI) {
        pinned.add(user);
      }
    }
    for (Node user : pinned) {
      switch (user.op()) {
        case GUARD -> {
          guard(user);
          next = user;
        }
        case IF -> branch(user);
        case SWITCH -> multiway(user, block);
        case CALL -> {
          constantInputs(user);
          next = user.projection(0);
        }
        case STORE, MEMORY_FILL, RETURN -> constantInputs(user);
        default -> {}
      }
    }
    return next;
  }

  // ------------------------------------------------------------------- loops

  /**
   * A variable that only grows is never less than it was at first, and the other way round. That it
   * does not wrap is a promise, which is as good as a fact for what is decided where it is used.
   */
  private void loop(int block, Node head) {
    LoopTree loops = controlFlow.loops();
    if (!loops.isHeader(block) || loops.isIrreducible(loops.loopOf(block))) {
      return;
    }
    for (int i = 0; i < head.useCount(); i++) {
      Node phi = head.user(i);
      if (phi.op() == Op.PHI
          && head.userSlot(i) == 0
          && phi.type().isInteger()
          && phi.type() != Type.I1) {
        counter(block, phi);
      }
    }
  }

  private void counter(int block, Node phi) {
    int direction = 0;
    Node start = null;
    for (int i = 0; i < controlFlow.predecessorCount(block); i++) {
      Node input = phi.input(i + 1);
      if (!controlFlow.dominators().dominates(block, controlFlow.predecessor(block, i))) {
        if (start != null && start != input) {
          return;
        }
        start = input;
      } else if (input != phi) {
        int step = step(phi, input);
        if (step == 0 || step == -direction) {
          return;
        }
        direction = step;
      }
    }
    if (start == null || direction == 0) {
      return;
    }
    int bits = phi.type().bits();
    long least = -1L << (bits - 1);
    IntegerStamp first = conclusions.integer(start);
    if (direction > 0) {
      facts.learn(phi, IntegerStamp.signedRange(bits, first.minimum(), ~least));
      facts.relate(phi, start, Facts.ANY & ~Facts.LESS);
    } else {
      facts.learn(phi, IntegerStamp.signedRange(bits, least, first.maximum()));
      facts.relate(phi, start, Facts.ANY & ~Facts.GREATER);
    }
  }

  /** The sign of what is added to {@code phi} to make {@code next}; 0 if it may wrap. */
  private static int step(Node phi, Node next) {
    return next.op() == Op.ADD
            && (next.immediate() & Op.NO_SIGNED_WRAP) != 0
            && next.value(0) == phi
            && next.value(1).isConstant()
        ? Long.signum(next.value(1).immediate())
        : 0;
  }

  // -------------------------------------------------------------- conditions

  private void guard(Node guard) {
    Node condition = guard.value(0);
    if (condition.isConstant()) {
      return;
    }
    Node simpler = conclusions.simplified(condition);
    if (simpler != condition && mayChange.test("condition of guard", guard)) {
      guards += simpler.isConstant(1) ? 1 : 0;
      graph.setInput(guard, 1, simpler);
    }
    if (!guard.value(0).isConstant()) {
      assumptions.assume(guard.value(0), true);
    }
  }

  private void branch(Node branch) {
    Node condition = branch.value(0);
    if (condition.isConstant()) {
      return;
    }
    Node simpler = conclusions.simplified(condition);
    if (simpler != condition && mayChange.test("condition of branch", branch)) {
      branches++;
      graph.setInput(branch, 1, simpler);
    }
  }

  private void multiway(Node branch, int block) {
    Node value = branch.value(0);
    if (value.isConstant()) {
      return;
    }
    // What the keys of an arm are is found before the value is replaced.
    keys[block] = SwitchKeys.of(branch);
    IntegerStamp known = conclusions.integer(value);
    if (known.isConstant()) {
      if (mayChange.test("value of switch", branch)) {
        branches++;
        graph.setInput(branch, 1, graph.constant(value.type(), known.minimum()));
      }
      return;
    }
    if (facts.added(value) == null && known.equals(facts.integer(value))) {
      return;
    }
    boolean[] live = SwitchArms.live(branch, known);
    boolean all = true;
    for (boolean arm : live) {
      all &= arm;
    }
    if (!all && mayChange.test("arms of switch", branch)) {
      narrowed.add(branch);
      liveArms.add(live);
      switched.add(known);
    }
  }

  // ------------------------------------------------------------------ values

  /** The constant that an integer or pointer is here, or null. */
  private @Nullable Node constantHere(Node value) {
    if (value.isConstant()) {
      return null;
    }
    Stamp known = facts.added(value);
    if (known instanceof IntegerStamp integer && integer.isConstant()) {
      return graph.constant(value.type(), integer.minimum());
    }
    return known == PointerStamp.NULL ? graph.constant(Type.PTR, 0) : null;
  }

  private void constantInputs(Node node) {
    int first = node.op().firstValue() + (node.op() == Op.STORE ? 1 : 0);
    for (int i = first; i < node.inputCount(); i++) {
      Node constant = constantHere(node.input(i));
      if (constant != null && mayChange.test("constant in use", node)) {
        values++;
        graph.setInput(node, i, constant);
      }
    }
  }

  private void toRegion(Node region, int edge) {
    List<Node> phis = new ArrayList<>();
    for (int i = 0; i < region.useCount(); i++) {
      Node phi = region.user(i);
      if (phi.op() == Op.PHI && region.userSlot(i) == 0 && phi.type().isGeneral()) {
        phis.add(phi);
      }
    }
    for (Node phi : phis) {
      if (!phi.isAlive()) {
        continue;
      }
      Node value = phi.input(edge + 1);
      Node constant = constantHere(value);
      if (constant == null && value.type() == Type.I1 && !value.isConstant()) {
        Node simpler = conclusions.simplified(value);
        constant = simpler == value ? null : simpler;
      }
      if (constant != null
          && (value.type() == Type.I1 || isTested(phi, 0))
          && mayChange.test("constant in phi", phi)) {
        values++;
        graph.setInput(phi, edge + 1, constant);
      }
    }
  }

  /** Whether a branch hangs on a phi so closely that a constant in it may be of use. */
  static boolean isTested(Node value, int depth) {
    int uses = Math.min(value.useCount(), MOST_USES);
    for (int i = 0; i < uses; i++) {
      Node user = value.user(i);
      switch (user.op()) {
        case SWITCH, IF -> {
          return true;
        }
        case PHI, EQ, NE, LT, LE, ULT, ULE -> {
          if (depth < MOST_DEPTH && user != value && isTested(user, depth + 1)) {
            return true;
          }
        }
        default -> {}
      }
    }
    return false;
  }
}
