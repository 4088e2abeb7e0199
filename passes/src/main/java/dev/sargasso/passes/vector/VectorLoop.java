package dev.sargasso.passes.vector;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.counted.CountedLoop;
import dev.sargasso.passes.counted.Counter;
import dev.sargasso.passes.counted.Reduction;
import dev.sargasso.passes.counted.Rounds;
import dev.sargasso.passes.duplicate.LoopBody;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes the loop on vectors of a plan, between the entry of a loop and its header:
 *
 * <pre>
 *   if enough rounds, and areas apart
 *     do { a round of vectors } while (--count != 0)
 *   the loop as it was, from where this has come to
 * </pre>
 *
 * <p>The values of the header's phis after so many rounds are those that the loop goes on from:
 * counters are computed, reductions joined, states of memory taken over. That holds wherever in its
 * round the loop has its test.
 */
final class VectorLoop {
  private final Graph graph;
  private final LoopPlan plan;
  private final CountedLoop loop;
  private final LoopBody body;
  private final LaneCode code;
  private final int logLanes;

  /** By node id, see {@link Marks#images}. */
  private final @Nullable Node[] images;

  private final List<Node> counterPhis = new ArrayList<>();
  private final List<Node> counterNexts = new ArrayList<>();

  VectorLoop(Graph graph, LoopPlan plan) {
    this.graph = graph;
    this.plan = plan;
    loop = plan.loop;
    body = loop.body();
    code = new LaneCode(graph);
    logLanes = Integer.numberOfTrailingZeros(plan.lanes);
    images = plan.marks.images;
  }

  void make() {
    Node header = body.header();
    graph.setPosition(header.position());
    Rounds rounds = loop.rounds();
    Type type = rounds.type();
    Node all = rounds.make(graph);
    Node count = graph.make(Op.SHR, type, 0, null, all, graph.constant(type, logLanes));
    Node done = graph.make(Op.SHL, type, 0, null, count, graph.constant(type, logLanes));
    Node zero = graph.constant(type, 0);
    Node condition = graph.make(Op.NE, Type.I1, 0, null, count, zero);
    for (Accesses.Check check : plan.accesses.checks()) {
      condition = graph.make(Op.AND, Type.I1, 0, null, condition, apart(check, wide(done)));
    }
    Node entry = header.input(0);
    Node test = graph.make(Op.IF, Type.TUPLE, 0, null, entry, condition);
    Node otherwise = graph.make(Op.PROJECTION, Type.CTRL, 0, null, test);
    Node enter = graph.make(Op.PROJECTION, Type.CTRL, 1, null, test);

    Node head = graph.makeRaw(Op.LOOP, Type.CTRL, 0, null, enter);
    Node left = graph.makeRaw(Op.PHI, type, 0, null, head, count);
    makePhis(head);
    for (int i = 0; i < body.size(); i++) {
      translate(body.member(i), head);
    }
    Node next = graph.make(Op.ADD, type, 0, null, left, graph.constant(type, -1));
    Node more = graph.make(Op.NE, Type.I1, 0, null, next, zero);
    Node branch = graph.make(Op.IF, Type.TUPLE, 0, null, head, more);
    graph.addInput(head, graph.make(Op.PROJECTION, Type.CTRL, 1, null, branch));
    graph.addInput(left, next);
    closePhis();
    Node leave = graph.make(Op.PROJECTION, Type.CTRL, 0, null, branch);

    Node join = graph.makeRaw(Op.REGION, Type.CTRL, 0, null, otherwise, leave);
    graph.setInput(header, 0, join);
    for (Counter counter : loop.counters()) {
      Type own = counter.phi().type() == Type.PTR ? Type.I64 : counter.phi().type();
      goOn(counter.phi(), join, counter.valueIn(graph, resized(done, own)));
    }
    for (Reduction reduction : loop.reductions()) {
      goOn(reduction.phi(), join, joined(reduction));
    }
    for (Node memory : loop.memories()) {
      goOn(memory, join, image(memory.input(2)));
    }
    graph.setPosition(0);
  }

  /** The loop as it was begins with this value where vectors have been at work. */
  private void goOn(Node phi, Node join, Node value) {
    Node start = phi.input(1);
    if (start != value) {
      graph.setInput(
          phi, 1, graph.makeRaw(Op.PHI, phi.type(), phi.immediate(), null, join, start, value));
    }
  }

  private Node image(Node node) {
    Node image = body.contains(node) && node.id() < images.length ? images[node.id()] : null;
    return image == null ? node : image;
  }

  // ------------------------------------------------------------------ numbers

  /** An unsigned number as one of another width. */
  private Node resized(Node number, Type type) {
    if (number.type() == type) {
      return number;
    }
    Op op = number.type().bits() < type.bits() ? Op.ZERO_EXTEND : Op.TRUNCATE;
    return graph.make(op, type, 0, null, number);
  }

  private Node wide(Node number) {
    return resized(number, Type.I64);
  }

  /** Whether two areas have no byte in common, given how many rounds there are. */
  private Node apart(Accesses.Check check, Node rounds) {
    Node one = start(check.one());
    Node other = start(check.other());
    Node before = graph.make(Op.ULE, Type.I1, 0, null, end(check.one(), one, rounds), other);
    Node behind = graph.make(Op.ULE, Type.I1, 0, null, end(check.other(), other, rounds), one);
    return graph.make(Op.OR, Type.I1, 0, null, before, behind);
  }

  private Node start(Accesses.Area area) {
    Node first = area.entry.address().first(graph, body);
    return moved(first, graph.constant(Type.I64, area.least - area.entry.address().displacement()));
  }

  private Node end(Accesses.Area area, Node start, Node rounds) {
    Node size = graph.constant(Type.I64, area.entry.bytes());
    Node way = graph.make(Op.MUL, Type.I64, 0, null, rounds, size);
    return moved(moved(start, way), graph.constant(Type.I64, area.most - area.least));
  }

  private Node moved(Node pointer, Node bytes) {
    return graph.make(Op.OFFSET, Type.PTR, 0, null, pointer, bytes);
  }

  // --------------------------------------------------------------------- phis

  private void makePhis(Node head) {
    for (Reduction reduction : loop.reductions()) {
      Node phi = reduction.phi();
      Node start =
          reduction.op() == Op.SELECT
              ? code.splat(phi.input(1))
              : code.neutral(reduction.op(), phi.type());
      images[phi.id()] = graph.makeRaw(Op.PHI, Type.V128, 0, null, head, start);
    }
    for (Node memory : loop.memories()) {
      images[memory.id()] =
          graph.makeRaw(Op.PHI, Type.MEM, memory.immediate(), null, head, memory.input(1));
    }
    for (Counter counter : loop.counters()) {
      Node phi = counter.phi();
      Node own = graph.makeRaw(Op.PHI, phi.type(), 0, null, head, phi.input(1));
      Type stepType = counter.step().type();
      Node lanes = graph.constant(stepType, plan.lanes);
      Node step = graph.make(Op.MUL, stepType, 0, null, counter.step(), lanes);
      long flags = counter.next().immediate();
      if (counter.next().op() != Op.OFFSET && !isSmall(counter)) {
        flags = 0;
      }
      counterPhis.add(own);
      counterNexts.add(graph.make(counter.next().op(), phi.type(), flags, null, own, step));
    }
  }

  /** Whether as many steps at once as there are lanes fit in the type, so that promises hold. */
  private static boolean isSmall(Counter counter) {
    return counter.change() != 0 && counter.bits() >= 32 && Math.abs(counter.change()) < 1 << 20;
  }

  private void closePhis() {
    for (Reduction reduction : loop.reductions()) {
      graph.addInput(own(reduction.phi()), own(reduction.result()));
    }
    for (Node memory : loop.memories()) {
      graph.addInput(own(memory), image(memory.input(2)));
    }
    for (int i = 0; i < counterPhis.size(); i++) {
      graph.addInput(counterPhis.get(i), counterNexts.get(i));
    }
  }

  private Node own(Node node) {
    return Objects.requireNonNull(images[node.id()]);
  }

  private int counterOf(Node phi) {
    for (int i = 0; i < loop.counters().size(); i++) {
      if (loop.counters().get(i).phi() == phi) {
        return i;
      }
    }
    return -1;
  }

  // --------------------------------------------------------------------- body

  private void translate(Node node, Node head) {
    graph.setPosition(node.position());
    if (node.op() == Op.STORE) {
      images[node.id()] =
          code.store(
              plan.lanes * node.value(1).type().bytes(),
              Access.withTag(node.immediate(), Access.ANY_TYPE),
              head,
              image(node.memory()),
              address(node.value(0)),
              vector(node.value(1), node.value(1).type().bytes()));
    } else if (!plan.isVector(node)) {
      return;
    } else if (node.op() == Op.LOAD) {
      images[node.id()] =
          code.load(
              plan.lanes * node.type().bytes(),
              Access.withTag(node.immediate(), Access.ANY_TYPE),
              head,
              image(node.memory()),
              address(node.value(0)));
    } else if (node.op() == Op.PHI) {
      int counter = counterOf(node);
      if (counter >= 0) {
        images[node.id()] = ramp(loop.counters().get(counter), counterPhis.get(counter));
      }
    } else {
      images[node.id()] = code.of(node, vectors(node));
    }
  }

  /** The values of a counter in the rounds that are done at once. */
  private Node ramp(Counter counter, Node first) {
    Type lane = counter.phi().type();
    long[] halves = new long[2];
    for (int i = 0; i < plan.lanes; i++) {
      int bit = i * lane.bits();
      halves[bit >> 6] |= lane.unsigned(lane.canonical(i * counter.change())) << (bit & 63);
    }
    Node steps =
        code.make(
            Op.VECTOR_PAIR,
            0,
            graph.constant(Type.I64, halves[0]),
            graph.constant(Type.I64, halves[1]));
    return code.sum(lane, code.splat(first), steps);
  }

  private Node[] vectors(Node node) {
    boolean isShift = node.op() == Op.SHL || node.op() == Op.SHR || node.op() == Op.SAR;
    Node[] vectors = new Node[node.valueCount()];
    for (int i = 0; i < vectors.length; i++) {
      Node value = node.value(i);
      vectors[i] =
          isShift && i == 1 ? resized(value, Type.I32) : vector(value, lanesFor(node, value));
    }
    return vectors;
  }

  /** Bytes of the lanes of an operand; of a truth value, those that its user needs. */
  private int lanesFor(Node user, Node value) {
    if (value.type() != Type.I1) {
      return value.type().bytes();
    }
    return plan.laneBytes(user);
  }

  private Node vector(Node value, int bytes) {
    if (body.contains(value)) {
      return own(value);
    }
    return value.type() == Type.I1 ? code.mask(value, bytes) : code.splat(value);
  }

  /** The address of the first lane. */
  private Node address(Node node) {
    if (!body.contains(node)) {
      return node;
    }
    int counter = counterOf(node);
    if (counter >= 0) {
      return counterPhis.get(counter);
    }
    Node[] inputs = new Node[node.inputCount()];
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = address(node.input(i));
    }
    return graph.make(node.op(), node.type(), node.immediate(), node.attribute(), inputs);
  }

  // --------------------------------------------------------------- reductions

  /** What a reduction has come to behind the loop on vectors. */
  private Node joined(Reduction reduction) {
    Node phi = reduction.phi();
    Type lane = phi.type();
    Node vector = own(reduction.result());
    Op op = reduction.op() == Op.SUB ? Op.ADD : reduction.op();
    if (op == Op.SELECT) {
      Node choice = reduction.result();
      Node comparison = choice.value(0);
      return code.reduce(
          lane,
          plan.lanes,
          vector,
          (a, b) -> {
            boolean first = comparison.value(0) == phi;
            Node mask = code.compare(comparison.op(), lane, first ? a : b, first ? b : a);
            boolean chosen = choice.value(1) == phi;
            return code.make(Op.BLEND, 0, mask, chosen ? a : b, chosen ? b : a);
          });
    }
    Node sum = code.reduce(lane, plan.lanes, vector, (a, b) -> code.joined(op, lane, a, b));
    return graph.make(op, lane, 0, null, phi.input(1), sum);
  }
}
