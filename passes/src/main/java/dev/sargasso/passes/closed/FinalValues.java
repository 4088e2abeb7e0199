package dev.sargasso.passes.closed;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.interpret.Evaluation;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.counted.Counter;
import dev.sargasso.passes.counted.Rounds;
import dev.sargasso.passes.duplicate.LoopBody;
import org.jspecify.annotations.Nullable;

/**
 * What values of a counted loop are in its last round, as expressions over what is there before it.
 *
 * <p>With {@code r} rounds, a counter ends as {@code start + r * step}, and a sum of something that
 * grows evenly from {@code x} by {@code d} as {@code start + r * x + d * r * (r - 1) / 2}, all
 * modulo two to the width. Half of the product is taken of the even factor: {@code (r >> 1) * ((r -
 * 1) | 1)}.
 */
final class FinalValues {
  /** Operations that one value may be made of. */
  private static final int MAX_OPERATIONS = 12;

  /** How deep they may be nested. */
  private static final int MAX_DEPTH = 6;

  private final LoopBody body;
  private final Rounds rounds;
  private final Graph graph;
  private int operations;

  FinalValues(LoopBody body, Rounds rounds, Graph graph) {
    this.body = body;
    this.rounds = rounds;
    this.graph = graph;
  }

  /** Whether {@link #of} knows the value. Takes time bounded by a constant. */
  boolean isKnown(Node node) {
    operations = 0;
    return isKnown(node, MAX_DEPTH);
  }

  private boolean isKnown(Node node, int depth) {
    if (!body.contains(node)) {
      return true;
    }
    if (depth == 0 || ++operations > MAX_OPERATIONS) {
      return false;
    }
    if (node.op() == Op.PHI) {
      return Counter.of(body, node) != null || sumOf(node) != null;
    }
    if (!isPlain(node)) {
      return false;
    }
    for (int i = 0; i < node.inputCount(); i++) {
      Node input = node.inputOrNull(i);
      if (input != null && !isKnown(input, depth - 1)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPlain(Node node) {
    return node.control() == null
        && node.op().isFloating()
        && (node.op() == Op.OFFSET
            || (Evaluation.isEvaluable(node.op()) && node.valueCount() == node.inputCount()));
  }

  /** The value in the last round, which is there before the loop; it must be known. */
  Node of(Node node) {
    if (!body.contains(node)) {
      return node;
    }
    if (node.op() == Op.PHI) {
      Counter counter = Counter.of(body, node);
      if (counter != null) {
        Type type = counter.type() == Type.PTR ? Type.I64 : counter.type();
        return counter.valueIn(graph, roundsIn(type));
      }
      // What other values took to be known says nothing of this one.
      operations = 0;
      Node addend = sumOf(node);
      if (addend == null) {
        throw new IllegalStateException(node + " was known before");
      }
      return sum(node, addend);
    }
    @Nullable Node[] inputs = new Node[node.inputCount()];
    for (int i = 0; i < inputs.length; i++) {
      Node input = node.inputOrNull(i);
      inputs[i] = input == null ? null : of(input);
    }
    return graph.make(node.op(), node.type(), node.immediate(), node.attribute(), inputs);
  }

  /** The number of rounds modulo two to the width of {@code type}. */
  private Node roundsIn(Type type) {
    Node made = rounds.make(graph);
    if (made.type() == type) {
      return made;
    }
    Op op = made.type().bits() < type.bits() ? Op.ZERO_EXTEND : Op.TRUNCATE;
    return graph.make(op, type, 0, null, made);
  }

  // -------------------------------------------------------------------- sums

  /** What the phi has added to it or subtracted from it, if that grows evenly; else null. */
  private @Nullable Node sumOf(Node phi) {
    Type type = phi.type();
    Node next = phi.input(2);
    if (phi.input(0) != body.header()
        || !type.isInteger()
        || type == Type.I1
        || (next.op() != Op.ADD && next.op() != Op.SUB)) {
      return null;
    }
    Node addend =
        next.value(0) == phi
            ? next.value(1)
            : next.op() == Op.ADD && next.value(1) == phi ? next.value(0) : null;
    return addend != null && isEven(addend, MAX_DEPTH) ? addend : null;
  }

  /** Whether the value grows by the same in each round, modulo two to its width. */
  private boolean isEven(Node node, int depth) {
    if (!body.contains(node)) {
      return true;
    }
    if (depth == 0 || ++operations > MAX_OPERATIONS) {
      return false;
    }
    return switch (node.op()) {
      case PHI -> Counter.of(body, node) != null;
      case ADD, SUB -> isEven(node.value(0), depth - 1) && isEven(node.value(1), depth - 1);
      case MUL ->
          (!body.contains(node.value(1)) && isEven(node.value(0), depth - 1))
              || (!body.contains(node.value(0)) && isEven(node.value(1), depth - 1));
      case SHL -> node.value(1).isConstant() && isEven(node.value(0), depth - 1);
      case NEG, TRUNCATE -> isEven(node.value(0), depth - 1);
      case SIGN_EXTEND, ZERO_EXTEND -> isExact(node);
      default -> false;
    };
  }

  /** Whether the extension is one of a counter that does not wrap, so that it grows evenly. */
  private boolean isExact(Node extension) {
    Counter counter = Counter.of(body, extension.value(0));
    if (counter == null) {
      return false;
    }
    boolean isTested = rounds.counter().phi() == counter.phi();
    return extension.op() == Op.SIGN_EXTEND
        ? counter.isExactSigned() || (isTested && rounds.isExactSigned())
        : counter.isExactUnsigned() || (isTested && rounds.isExactUnsigned());
  }

  private Node sum(Node phi, Node addend) {
    Type type = phi.type();
    Node first = at(addend, 0);
    Node growth = graph.make(Op.SUB, type, 0, null, at(addend, 1), first);
    Node number = roundsIn(type);
    Node half = graph.make(Op.SHR, type, 0, null, number, graph.constant(type, 1));
    // The upper bits of a narrowed number are gone, but half of it needs the lowest of those.
    Node whole = rounds.make(graph);
    if (whole.type().bits() > type.bits()) {
      Node one = graph.constant(whole.type(), 1);
      Node wide = graph.make(Op.SHR, whole.type(), 0, null, whole, one);
      half = graph.make(Op.TRUNCATE, type, 0, null, wide);
    }
    Node less = graph.make(Op.SUB, type, 0, null, number, graph.constant(type, 1));
    Node odd = graph.make(Op.OR, type, 0, null, less, graph.constant(type, 1));
    Node pairs = graph.make(Op.MUL, type, 0, null, half, odd);
    Node all =
        graph.make(
            Op.ADD,
            type,
            0,
            null,
            graph.make(Op.MUL, type, 0, null, number, first),
            graph.make(Op.MUL, type, 0, null, pairs, growth));
    return graph.make(phi.input(2).op(), type, 0, null, phi.input(1), all);
  }

  /** An even value in round 0 or 1. */
  private Node at(Node node, int round) {
    if (!body.contains(node)) {
      return node;
    }
    if (node.op() == Op.PHI) {
      Counter counter = Counter.of(body, node);
      if (counter == null) {
        throw new IllegalStateException(node + " was a counter before");
      }
      Type type = counter.type() == Type.PTR ? Type.I64 : counter.type();
      return counter.valueIn(graph, graph.constant(type, round));
    }
    // Wrapping in a round that may not be made breaks no promise.
    return node.inputCount() == 1
        ? graph.make(node.op(), node.type(), 0, null, at(node.value(0), round))
        : graph.make(
            node.op(), node.type(), 0, null, at(node.value(0), round), at(node.value(1), round));
  }
}
