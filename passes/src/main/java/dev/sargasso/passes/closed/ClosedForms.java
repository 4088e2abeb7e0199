package dev.sargasso.passes.closed;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.counted.CountedLoop;
import dev.sargasso.passes.counted.Counter;
import dev.sargasso.passes.counted.Rounds;
import dev.sargasso.passes.dead.Cleanup;
import dev.sargasso.passes.duplicate.LoopBodies;
import dev.sargasso.passes.duplicate.LoopBody;
import dev.sargasso.passes.duplicate.LoopForm;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.Arrays;
import java.util.function.BiPredicate;

/**
 * Removes loops without effects whose results have closed forms, if it is known that they end, and
 * tells those behind a loop that stays what its counters are if that is a constant.
 *
 * <p>A loop that is removed keeps its test, but as a constant that leaves in the first round; the
 * clean-up does the rest. Loads and divisions that nobody wants any more vanish with it: they were
 * not pinned. Innermost loops only; call it again for what has become innermost.
 */
public final class ClosedForms {
  private final LoopBodies bodies;
  private final Graph graph;
  private final BiPredicate<String, Node> mayChange;

  /** Nodes with this id and above have been made here, and belong to no loop. */
  private final int oldNodes;

  private int removed;
  private int constants;

  // Outer uses of values of the loop in work.
  private Node[] users = new Node[16];
  private int[] slots = new int[16];
  private Node[] values = new Node[16];
  private int uses;

  private ClosedForms(LoopBodies bodies, BiPredicate<String, Node> mayChange) {
    this.bodies = bodies;
    this.mayChange = mayChange;
    graph = bodies.controlFlow().graph();
    oldNodes = graph.idLimit();
  }

  /**
   * What has been done.
   *
   * @param removed loops
   * @param constants uses behind loops that have become constants
   */
  public record Counts(int removed, int constants) {
    /** All changes. */
    public int total() {
      return removed + constants;
    }
  }

  /**
   * Removes what it can; afterwards the graph wants a clean-up if anything has changed. Linear in
   * the graph.
   *
   * @param mayChange asked last, with what would be done and where
   */
  public static Counts run(Function function, BiPredicate<String, Node> mayChange) {
    Graph graph = function.graph();
    ControlFlow controlFlow = ControlFlow.of(graph);
    if (controlFlow.loops().count() == 0) {
      return new Counts(0, 0);
    }
    if (LoopForm.run(controlFlow) > 0) {
      controlFlow = ControlFlow.of(graph);
    }
    Simplifier before = graph.simplifier();
    graph.setSimplifier(Simplifications.whileBuilding(before));
    graph.setRetaining(true);
    ClosedForms pass = new ClosedForms(LoopBodies.of(controlFlow), mayChange);
    for (int loop = 0; loop < controlFlow.loops().count(); loop++) {
      CountedLoop counted = CountedLoop.of(pass.bodies, loop);
      if (counted != null) {
        pass.look(counted);
      }
    }
    graph.setRetaining(false);
    graph.setSimplifier(before);
    Counts counts = new Counts(pass.removed, pass.constants);
    if (counts.total() > 0) {
      Cleanup.sweep(graph);
    }
    return counts;
  }

  private void look(CountedLoop loop) {
    LoopBody body = loop.body();
    Rounds rounds = loop.rounds();
    collectUses(body);
    FinalValues finals = new FinalValues(body, rounds, graph);
    boolean isRemovable = hasNoEffect(body);
    for (int i = 0; i < uses && isRemovable; i++) {
      isRemovable = finals.isKnown(values[i]);
    }
    if (isRemovable) {
      if (mayChange.test("remove loop", rounds.branch())) {
        for (int i = 0; i < uses; i++) {
          redirect(i, finals);
        }
        graph.setInput(rounds.branch(), 1, graph.constant(Type.I1, 1 - rounds.stay()));
        removed++;
      }
    } else if (rounds.constant().isPresent()) {
      for (int i = 0; i < uses; i++) {
        if (isEndOfConstant(body, values[i]) && mayChange.test("counter at end", users[i])) {
          redirect(i, finals);
          constants++;
        }
      }
    }
    Arrays.fill(users, 0, uses, null);
    Arrays.fill(values, 0, uses, null);
  }

  /** Whether the value is that of a counter that begins with a constant and goes on by one. */
  private static boolean isEndOfConstant(LoopBody body, Node value) {
    Node at = value;
    if (value.op() == Op.ADD || value.op() == Op.SUB) {
      at = value.value(0);
    }
    if (at.op() != Op.PHI || (at != value && at.input(2) != value)) {
      return false;
    }
    Counter counter = Counter.of(body, at);
    return counter != null
        && counter.type().isInteger()
        && counter.start().isConstant()
        && counter.change() != 0;
  }

  private void redirect(int use, FinalValues finals) {
    graph.setPosition(values[use].position());
    Node value = finals.of(values[use]);
    graph.setPosition(0);
    graph.setInput(users[use], slots[use], value);
  }

  private static boolean hasNoEffect(LoopBody body) {
    for (int i = 0; i < body.size(); i++) {
      Node member = body.member(i);
      switch (member.op()) {
        case PHI -> {
          if (member.type() == Type.MEM) {
            return false;
          }
        }
        case LOOP, REGION, IF, SWITCH, PROJECTION -> {}
        default -> {
          if (member.op().isPinned()) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private void collectUses(LoopBody body) {
    uses = 0;
    for (int i = 0; i < body.size(); i++) {
      Node member = body.member(i);
      if (member.type() == Type.TUPLE) {
        continue;
      }
      for (int k = 0; k < member.useCount(); k++) {
        Node user = member.user(k);
        if (!body.contains(user) && (bodies.early(user) >= 0 || user.id() >= oldNodes)) {
          if (uses == users.length) {
            users = Arrays.copyOf(users, 2 * uses);
            slots = Arrays.copyOf(slots, 2 * uses);
            values = Arrays.copyOf(values, 2 * uses);
          }
          users[uses] = user;
          slots[uses] = member.userSlot(k);
          values[uses++] = member;
        }
      }
    }
  }
}
