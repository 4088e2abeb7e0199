package dev.sargasso.passes.counted;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.alias.Aliasing;
import dev.sargasso.passes.duplicate.LoopBody;
import org.jspecify.annotations.Nullable;

/**
 * An address in a loop that moves on by the same number of bytes in each round: the sum of a
 * pointer and integers that the loop does not change and of a multiple of one counter.
 *
 * <p>Two of them with the same {@link #variable} are apart by the difference of their displacements
 * in every round.
 *
 * @param address the whole
 * @param variable the address without the constant that is added to it last
 * @param displacement that constant, in bytes
 * @param base the pointer that the loop does not change, or where the pointer itself counts, its
 *     phi
 * @param counter that the address goes with, or null if it stays where it is
 * @param scale bytes by which it moves when the counter grows by one
 */
public record LinearAddress(
    Node address,
    Node variable,
    long displacement,
    Node base,
    @Nullable Counter counter,
    long scale) {
  /** Operations between an address and the counter. */
  private static final int MAX_DEPTH = 10;

  /** Bytes by which the address moves on each round; 0 if it does not, or not by a constant. */
  public long stride() {
    return counter == null ? 0 : scale * counter.change();
  }

  /**
   * The address in the first round, as a node that can stand before the loop. The graph is
   * simplified as its simplifier does. Linear in the expression, which is limited.
   */
  public Node first(Graph graph, LoopBody body) {
    return at(graph, body, address, MAX_DEPTH);
  }

  private Node at(Graph graph, LoopBody body, Node node, int depth) {
    if (counter != null && node == counter.phi()) {
      return counter.start();
    }
    if (!body.contains(node)) {
      return node;
    }
    if (depth == 0) {
      throw new IllegalStateException(node + " is deeper than when it was looked at");
    }
    Node a = at(graph, body, node.value(0), depth - 1);
    return node.inputCount() == 1
        ? graph.make(node.op(), node.type(), node.immediate(), null, a)
        : graph.make(
            node.op(),
            node.type(),
            node.immediate(),
            null,
            a,
            at(graph, body, node.value(1), depth - 1));
  }

  /**
   * What {@code address} is in the loop, or null if it is nothing of the kind.
   *
   * @param rounds of an exit that is taken, or null; its proof serves counters too that promise
   *     nothing
   */
  public static @Nullable LinearAddress of(LoopBody body, Node address, @Nullable Rounds rounds) {
    Search search = new Search(body, rounds);
    Node at = address;
    long scale = 0;
    int depth = MAX_DEPTH;
    while (body.contains(at) && at.op() == Op.OFFSET && depth-- > 0) {
      long factor = search.factor(at.value(1), depth);
      if (search.hasFailed) {
        return null;
      }
      scale += factor;
      at = at.value(0);
    }
    if (body.contains(at)) {
      Counter pointer = at.type() == Type.PTR ? Counter.of(body, at) : null;
      if (pointer == null || search.counter != null) {
        return null;
      }
      search.counter = pointer;
      scale = 1;
    }
    Node variable = Aliasing.base(address);
    return new LinearAddress(
        address, variable, Aliasing.constant(address), at, search.counter, scale);
  }

  /** Finds by how much an integer grows with the one counter in it. */
  private static final class Search {
    private final LoopBody body;
    private final @Nullable Rounds rounds;
    private @Nullable Counter counter;
    private boolean hasFailed;

    Search(LoopBody body, @Nullable Rounds rounds) {
      this.body = body;
      this.rounds = rounds;
    }

    private long fail() {
      hasFailed = true;
      return 0;
    }

    /** The factor, modulo two to the 64, of the I64 {@code node}. */
    long factor(Node node, int depth) {
      if (hasFailed || !body.contains(node)) {
        return 0;
      }
      if (depth <= 0) {
        return fail();
      }
      return switch (node.op()) {
        case PHI -> ofCounter(node);
        case ADD -> factor(node.value(0), depth - 1) + factor(node.value(1), depth - 1);
        case SUB -> factor(node.value(0), depth - 1) - factor(node.value(1), depth - 1);
        case MUL ->
            node.value(1).isConstant()
                ? factor(node.value(0), depth - 1) * node.value(1).immediate()
                : fail();
        case SHL ->
            node.value(1).isConstant()
                ? factor(node.value(0), depth - 1)
                    << (node.value(1).immediate() & (node.type().bits() - 1))
                : fail();
        case SIGN_EXTEND, ZERO_EXTEND ->
            isExact(node.value(0), node.op(), depth - 1)
                ? factor(node.value(0), depth - 1)
                : fail();
        default -> fail();
      };
    }

    private long ofCounter(Node phi) {
      Counter found = Counter.of(body, phi);
      if (found == null || (counter != null && counter.phi() != phi)) {
        return fail();
      }
      counter = found;
      return 1;
    }

    /** Whether the narrow value is the number that it would be unwrapped, with or without sign. */
    private boolean isExact(Node node, Op extension, int depth) {
      if (!body.contains(node)) {
        return true;
      }
      if (depth <= 0) {
        return false;
      }
      boolean asSigned = extension == Op.SIGN_EXTEND || Counter.stamp(node).isNonNegative();
      return switch (node.op()) {
        case PHI -> isExactCounter(node, asSigned, extension == Op.ZERO_EXTEND);
        case ADD, SUB, MUL, SHL ->
            asSigned
                && (node.immediate() & Op.NO_SIGNED_WRAP) != 0
                && isExact(node.value(0), Op.SIGN_EXTEND, depth - 1)
                && isExact(node.value(1), Op.SIGN_EXTEND, depth - 1);
        default -> false;
      };
    }

    private boolean isExactCounter(Node phi, boolean asSigned, boolean asUnsigned) {
      Counter found = Counter.of(body, phi);
      if (found == null) {
        return false;
      }
      Rounds proof = rounds != null && rounds.counter().phi() == phi ? rounds : null;
      boolean isSigned = found.isExactSigned() || (proof != null && proof.isExactSigned());
      boolean isUnsigned = found.isExactUnsigned() || (proof != null && proof.isExactUnsigned());
      return (asSigned && isSigned) || (asUnsigned && isUnsigned);
    }
  }
}
