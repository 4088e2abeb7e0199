package dev.sargasso.passes.counted;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.duplicate.LoopBody;
import org.jspecify.annotations.Nullable;

/**
 * Reads the test of an exit: a comparison of a counter, or of a counter plus a constant, with what
 * the loop does not change. The counter may be compared in another width than it counts in.
 */
public final class ExitTest {
  private final LoopBody body;
  private final ControlFlow controlFlow;
  private final Graph graph;

  private ExitTest(LoopBody body, ControlFlow controlFlow) {
    this.body = body;
    this.controlFlow = controlFlow;
    graph = controlFlow.graph();
  }

  /**
   * How often control comes round before it leaves by exit number {@code exit} of the body, or null
   * if that is not known. Constant time.
   */
  public static @Nullable Rounds rounds(LoopBody body, ControlFlow controlFlow, int exit) {
    return new ExitTest(body, controlFlow).rounds(body.exit(exit));
  }

  private @Nullable Rounds rounds(Node exit) {
    Node branch = exit.input(0);
    if (branch.op() != Op.IF) {
      return null;
    }
    int latch = controlFlow.predecessor(controlFlow.blockOf(body.header()), 1);
    if (!controlFlow.dominators().dominates(controlFlow.blockOf(branch), latch)) {
      return null;
    }
    long stay = 1 - exit.immediate();
    Node condition = branch.value(0);
    Relation relation = Relation.of(condition, stay == 1);
    if (relation == null) {
      return null;
    }
    Node left = condition.value(0);
    Node right = condition.value(1);
    if (!body.contains(right)) {
      return rounds(branch, stay, relation, left, right);
    }
    return body.contains(left) ? null : rounds(branch, stay, relation.mirrored(), right, left);
  }

  private @Nullable Rounds rounds(
      Node branch, long stay, Relation relation, Node tested, Node bound) {
    Op resized = resizes(tested.op()) ? tested.op() : null;
    Node value = resized == null ? tested : tested.value(0);
    Counter counter = Counter.of(body, value);
    long added = 0;
    if (counter == null && isSum(value)) {
      counter = Counter.of(body, value.value(0));
      added = value.op() == Op.SUB ? -value.value(1).immediate() : value.value(1).immediate();
    }
    if (counter == null || counter.change() == 0 || (resized != null && !isInteger(counter))) {
      return null;
    }
    boolean keepsPromise = value == counter.phi() || value == counter.next();
    if (resized == Op.SIGN_EXTEND || resized == Op.ZERO_EXTEND) {
      boolean asSigned = resized == Op.SIGN_EXTEND || Counter.stamp(value).isNonNegative();
      boolean isExact = asSigned ? counter.isExactSigned() : counter.isExactUnsigned();
      if (!isExact || !keepsPromise) {
        return null;
      }
    }
    int bits = tested.type().isInteger() ? tested.type().bits() : Long.SIZE;
    long change = Counter.signExtend(counter.change(), bits);
    // The least number has no absolute value.
    if (change == 0 || change == Long.MIN_VALUE) {
      return null;
    }
    if (relation != Relation.DIFFERENT && relation.isUpward() != change > 0) {
      return null;
    }
    Node before = resize(resized, counter.start(), tested.type());
    Node first = before;
    if (added != 0) {
      Node sum = graph.constant(value.value(1).type(), added);
      Op op = value.op() == Op.OFFSET ? Op.OFFSET : Op.ADD;
      first =
          resize(
              resized, graph.make(op, value.type(), 0, null, counter.start(), sum), tested.type());
    }
    Rounds.Proof proof =
        proof(relation, counter, first, bound, change, resized == Op.TRUNCATE, keepsPromise);
    if (proof == null) {
      return null;
    }
    if (relation == Relation.DIFFERENT) {
      return new Rounds(
          branch,
          stay,
          counter,
          relation,
          first,
          bound,
          change,
          Rounds.Entry.UNKNOWN,
          proof,
          false);
    }
    int entry = controlFlow.predecessor(controlFlow.blockOf(body.header()), 0);
    boolean holds = EntryConditions.hold(controlFlow, entry, relation, first, bound);
    boolean heldBefore =
        value == counter.next()
            && EntryConditions.hold(controlFlow, entry, relation, before, bound);
    Rounds.Entry known =
        holds ? Rounds.Entry.HOLDS : heldBefore ? Rounds.Entry.HELD_BEFORE : Rounds.Entry.UNKNOWN;
    boolean isExact = resized == null && (value == counter.phi() || heldBefore);
    return new Rounds(branch, stay, counter, relation, first, bound, change, known, proof, isExact);
  }

  private static boolean isInteger(Counter counter) {
    return counter.type().isInteger();
  }

  private static boolean resizes(Op op) {
    return op == Op.TRUNCATE || op == Op.SIGN_EXTEND || op == Op.ZERO_EXTEND;
  }

  private static boolean isSum(Node node) {
    return (node.op() == Op.ADD || node.op() == Op.SUB || node.op() == Op.OFFSET)
        && node.value(1).isConstant();
  }

  private Node resize(@Nullable Op op, Node value, Type type) {
    if (op == null) {
      return value;
    }
    boolean undoes = op == Op.TRUNCATE && resizes(value.op()) && value.value(0).type() == type;
    return undoes ? value.value(0) : graph.make(op, type, 0, null, value);
  }

  private static Rounds.@Nullable Proof proof(
      Relation relation,
      Counter counter,
      Node first,
      Node bound,
      long change,
      boolean isTruncated,
      boolean keepsPromise) {
    long step = Math.abs(change);
    if (relation == Relation.DIFFERENT) {
      return step == 1
          ? Rounds.Proof.STEP_OF_ONE
          : isMultiple(first, bound, change) ? Rounds.Proof.MULTIPLE : null;
    }
    // A strict relation ends at the bound itself, another one behind it.
    long room = relation.isStrict() ? step - 1 : step;
    if (room == 0) {
      return Rounds.Proof.STEP_OF_ONE;
    }
    if (hasRoom(relation, bound, room)) {
      return Rounds.Proof.ROOM;
    }
    boolean promises =
        keepsPromise && !isTruncated && !relation.isUnsigned() && counter.isExactSigned();
    return promises ? Rounds.Proof.PROMISE : null;
  }

  private static boolean hasRoom(Relation relation, Node bound, long room) {
    if (!bound.type().isInteger()) {
      return false;
    }
    IntegerStamp known = Counter.stamp(bound);
    int bits = bound.type().bits();
    if (relation.isUnsigned()) {
      return relation.isUpward()
          ? Long.compareUnsigned(known.unsignedMaximum(), Counter.mask(bits) - room) <= 0
          : Long.compareUnsigned(known.unsignedMinimum(), room) >= 0;
    }
    long largest = Counter.mask(bits) >>> 1;
    return relation.isUpward()
        ? known.maximum() <= largest - room
        : known.minimum() >= ~largest + room;
  }

  private static boolean isMultiple(Node first, Node bound, long change) {
    long step = Math.abs(change);
    if (first.isConstant() && bound.isConstant()) {
      long mask = Counter.mask(first.type().isInteger() ? first.type().bits() : Long.SIZE);
      long distance = bound.immediate() - first.immediate();
      return Long.remainderUnsigned((change > 0 ? distance : -distance) & mask, step) == 0;
    }
    if (Long.bitCount(step) != 1) {
      return false;
    }
    long low = step - 1;
    IntegerStamp from = Counter.stamp(first);
    IntegerStamp to = Counter.stamp(bound);
    long known = (from.knownZeros() | from.knownOnes()) & (to.knownZeros() | to.knownOnes());
    return (known & low) == low && ((from.knownOnes() ^ to.knownOnes()) & low) == 0;
  }
}
