package dev.sargasso.passes.loop;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.LoopTree;
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
import dev.sargasso.passes.duplicate.LoopCopies;
import dev.sargasso.passes.duplicate.LoopForm;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.function.Predicate;

/**
 * Lets counted loops do 2, 4 or 8 rounds between two tests:
 *
 * <pre>
 *   if (rounds / 4 != 0)
 *     do { a round; a round; a round; a round } while (--count != 0)
 *   the loop as it was, from where this has come to
 * </pre>
 *
 * <p>What is saved is the test, the branch and most of the counting; neighbouring rounds share
 * addresses, and what one stores the next need not load. The new loop counts down on its own, so it
 * does not matter what the old one compares, nor where in its round (J. J. Dongarra and A. R.
 * Hinds, "Unrolling loops in FORTRAN", Software: Practice and Experience 9, 1979).
 */
public final class PartialUnrolling {
  /** A function may grow by its own size and this. */
  private static final int GROWTH = 1000;

  /** Nodes of a body that is looked at. */
  private static final int LARGEST = 120;

  /** Operations of all rounds together: what a processor's cache of decoded ones holds easily. */
  private static final int MOST_OPERATIONS = 64;

  /** The most rounds between two tests, as a power of two: more save next to nothing. */
  private static final int MOST_DOUBLINGS = 3;

  /** Operations that a round costs for being one: counting, comparing, jumping. */
  private static final int OVERHEAD = 3;

  /** What is saved must be at least one in so many operations. */
  private static final int WORTH = 12;

  private final ControlFlow controlFlow;
  private final LoopBodies bodies;
  private final Graph graph;
  private final Predicate<Node> mayUnroll;
  private int allowance;
  private int unrolled;
  private int rounds;

  private PartialUnrolling(ControlFlow controlFlow, Predicate<Node> mayUnroll) {
    this.controlFlow = controlFlow;
    bodies = LoopBodies.of(controlFlow);
    graph = controlFlow.graph();
    this.mayUnroll = mayUnroll;
    allowance = graph.size() + GROWTH;
  }

  /**
   * What came of it.
   *
   * @param loops that do several rounds at once
   * @param rounds that these do, added up
   */
  public record Counts(int loops, int rounds) {}

  /**
   * Unrolls the innermost loops that qualify and pay; afterwards the graph wants a clean-up. Linear
   * in the function.
   *
   * @param mayUnroll asked last, with the branch that ends the loop
   */
  public static Counts run(Function function, Predicate<Node> mayUnroll) {
    Graph graph = function.graph();
    ControlFlow controlFlow = ControlFlow.of(graph);
    if (controlFlow.loops().count() == 0) {
      return new Counts(0, 0);
    }
    if (LoopForm.run(controlFlow) > 0) {
      controlFlow = ControlFlow.of(graph);
    }
    Simplifier before = graph.simplifier();
    graph.setSimplifier(Simplifications.whileBuilding());
    graph.setRetaining(true);
    PartialUnrolling pass = new PartialUnrolling(controlFlow, mayUnroll);
    for (int loop = 0; loop < controlFlow.loops().count(); loop++) {
      if (CountedLoop.isInnermost(controlFlow, loop)
          && pass.bodies.sizeOfLoop(loop) <= Math.min(LARGEST, pass.allowance)) {
        pass.look(loop);
      }
    }
    graph.setRetaining(false);
    graph.setSimplifier(before);
    if (pass.unrolled > 0) {
      Cleanup.sweep(graph);
    }
    return new Counts(pass.unrolled, pass.rounds);
  }

  private void look(int number) {
    int from = graph.idLimit();
    CountedLoop loop = CountedLoop.of(bodies, number);
    if (loop == null || !loop.body().canBeCopied() || isRemainder(loop)) {
      return;
    }
    int doublings = doublings(loop);
    if (doublings > 0 && mayUnroll.test(loop.rounds().branch())) {
      unroll(loop, doublings, from);
      allowance -= loop.body().size() << doublings;
      unrolled++;
      rounds += 1 << doublings;
    }
  }

  // --------------------------------------------------------------------- cost

  /** Whether the loop goes on where another has left off, which mostly leaves little to do. */
  private boolean isRemainder(CountedLoop loop) {
    LoopTree loops = controlFlow.loops();
    Node entry = loop.body().header().input(0);
    Node start = loop.rounds().counter().start();
    if (start.op() != Op.PHI) {
      return false;
    }
    int meeting = controlFlow.blockOf(start);
    if (loops.isHeader(meeting) && controlFlow.blockOf(entry) != meeting) {
      // It is entered by the exit of the loop that its counter has been counting for.
      return !loops.contains(loops.loopOf(meeting), controlFlow.blockOf(loop.body().header()));
    }
    for (int i = 0; i < controlFlow.predecessorCount(meeting); i++) {
      if (loops.outermostLeft(controlFlow.predecessor(meeting, i), meeting) >= 0) {
        return true;
      }
    }
    return false;
  }

  /** How often the rounds between two tests are to be doubled; 0 if that does not pay. */
  private static int doublings(CountedLoop loop) {
    int weight = FullUnrolling.weight(loop.body());
    int operations = Math.max(weight - OVERHEAD, 1);
    long most = loop.rounds().most();
    int doublings = MOST_DOUBLINGS;
    while (doublings > 0
        && (operations << doublings > MOST_OPERATIONS
            || Long.compareUnsigned(most, 2L << doublings) < 0)) {
      doublings--;
    }
    int saved = OVERHEAD * ((1 << doublings) - 1);
    int all = (operations + OVERHEAD) << doublings;
    return saved * WORTH >= all ? doublings : 0;
  }

  // ---------------------------------------------------------------- the graph

  private void unroll(CountedLoop loop, int doublings, int from) {
    LoopBody body = loop.body();
    Node header = body.header();
    int entry = controlFlow.predecessor(controlFlow.blockOf(header), 0);
    settle(from, entry);
    LoopCopies copies = new LoopCopies(body);
    from = graph.idLimit();
    graph.setPosition(header.position());
    Rounds rounds = loop.rounds();
    Type type = rounds.type();
    Node shift = graph.constant(type, doublings);
    Node count = graph.make(Op.SHR, type, 0, null, rounds.make(graph), shift);
    Node zero = graph.constant(type, 0);
    Node enough = graph.make(Op.NE, Type.I1, 0, null, count, zero);
    Node test = graph.make(Op.IF, Type.TUPLE, 0, null, header.input(0), enough);
    Node otherwise = graph.make(Op.PROJECTION, Type.CTRL, 0, null, test);
    Node enter = graph.make(Op.PROJECTION, Type.CTRL, 1, null, test);
    Node join = graph.makeRaw(Op.REGION, Type.CTRL, 0, null, otherwise);
    settle(from, entry);

    // The twin stays as the loop was, and goes on where the loop itself has come to.
    copies.twin(join);
    Node[] phis = body.phis();
    Node[] twins = new Node[phis.length];
    for (int i = 0; i < phis.length; i++) {
      twins[i] = copies.image(phis[i]);
    }
    graph.setInput(header, 0, enter);
    graph.setInput(rounds.branch(), 1, graph.constant(Type.I1, rounds.stay()));
    for (int i = 1; i < 1 << doublings; i++) {
      copies.extend();
    }

    from = graph.idLimit();
    graph.setPosition(header.position());
    Node left = graph.makeRaw(Op.PHI, type, 0, null, header, count);
    Node next = graph.make(Op.ADD, type, 0, null, left, graph.constant(type, -1));
    Node more = graph.make(Op.NE, Type.I1, 0, null, next, zero);
    Node branch = graph.make(Op.IF, Type.TUPLE, 0, null, header.input(1), more);
    graph.setInput(header, 1, graph.make(Op.PROJECTION, Type.CTRL, 1, null, branch));
    graph.addInput(left, next);
    settle(from, controlFlow.blockOf(header));
    from = graph.idLimit();
    graph.addInput(join, graph.make(Op.PROJECTION, Type.CTRL, 0, null, branch));
    for (int i = 0; i < phis.length; i++) {
      if (twins[i] != phis[i]) {
        goOn(loop, phis[i], twins[i], join, doublings);
      }
    }
    settle(from, entry);
    graph.setPosition(0);
  }

  /** The twin begins with what the loop would have come round with. */
  private void goOn(CountedLoop loop, Node phi, Node twin, Node join, int doublings) {
    Node reached = phi.input(2);
    if (loop.rounds().constant().isPresent()) {
      // Then the counter of what is left is a constant too, and that may be laid out.
      long done = loop.rounds().constant().getAsLong() >>> doublings << doublings;
      for (Counter counter : loop.counters()) {
        if (counter.phi() == phi) {
          Type type = phi.type() == Type.PTR ? Type.I64 : phi.type();
          reached = counter.valueIn(graph, graph.constant(type, type.canonical(done)));
        }
      }
    }
    Node start =
        graph.makeRaw(Op.PHI, phi.type(), phi.immediate(), null, join, phi.input(1), reached);
    start.setStamp(phi.stamp());
    graph.setInput(twin, 1, start);
  }

  /** Nodes that have been made since belong to this block for whoever looks at other loops. */
  private void settle(int from, int block) {
    for (int id = from; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && bodies.early(node) < 0) {
        bodies.setEarly(node, block);
      }
    }
  }
}
