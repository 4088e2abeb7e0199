package dev.sargasso.passes.counted;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.Type;
import java.util.OptionalLong;

/**
 * How often control comes round in a loop before it leaves by one exit, if it leaves by no other.
 *
 * <p>What is tested in round {@code k} is {@code first + k * change}; the loop goes on as long as
 * that is to {@code bound} as {@code relation} says. With {@code d} the distance from {@code first}
 * to the bound, that is {@code (d - 1) / |change| + 1} times for a strict relation, {@code d /
 * |change| + 1} times otherwise, and 0 if the relation does not hold at first; {@code d / |change|}
 * times for values that are to become equal. All divisions are of unsigned numbers.
 *
 * @param branch the IF that control leaves by; it is passed in every round
 * @param stay the number of the arm by which control stays
 * @param counter whose value, or that plus a constant, is tested
 * @param relation of the tested value to the bound while the loop goes on
 * @param first the tested value in the first round; available before the loop
 * @param bound what the loop does not change; of the type of {@code first}
 * @param change by how much the tested value grows each round; not 0
 * @param entry what is known of the relation where the loop is entered
 * @param proof why the tested value does not wrap before the exit is taken
 * @param isExact whether the phi of the counter takes no step that wraps before the exit is taken,
 *     as a number with or without sign, whichever the relation compares
 */
public record Rounds(
    Node branch,
    long stay,
    Counter counter,
    Relation relation,
    Node first,
    Node bound,
    long change,
    Entry entry,
    Proof proof,
    boolean isExact) {

  /** What is known where the loop is entered. */
  public enum Entry {
    /** Nothing. */
    UNKNOWN,
    /** The relation holds of the first tested value, so that control comes round at least once. */
    HOLDS,
    /** The relation holds of the value one step before the first one. */
    HELD_BEFORE
  }

  /** Why a tested value does not wrap. */
  public enum Proof {
    /** Steps of one cannot jump over the bound. */
    STEP_OF_ONE,
    /** Behind the bound there is room for a step. */
    ROOM,
    /**
     * The step promises not to wrap. A broken promise leaves open how often the loop goes round.
     */
    PROMISE,
    /** The distance is a multiple of the step. */
    MULTIPLE
  }

  /** The type of {@link #make}: that of the numbers compared, I64 for pointers. */
  public Type type() {
    return first.type() == Type.PTR ? Type.I64 : first.type();
  }

  private int bits() {
    return type().bits();
  }

  /** Whether no step of the counter's phi wraps as a signed number. */
  public boolean isExactSigned() {
    return isExact && !relation.isUnsigned();
  }

  /** Whether no step of the counter's phi wraps as an unsigned number. */
  public boolean isExactUnsigned() {
    return isExact && relation.isUnsigned();
  }

  /** Whether control comes round at least once. */
  public boolean comesRound() {
    return entry == Entry.HOLDS;
  }

  /** The number, if it is a constant; as an unsigned number. */
  public OptionalLong constant() {
    return first.isConstant() && bound.isConstant()
        ? OptionalLong.of(count(first.immediate(), bound.immediate()))
        : OptionalLong.empty();
  }

  /** An upper bound, unsigned, by what is known of the values. */
  public long most() {
    if (constant().isPresent()) {
      return constant().getAsLong();
    }
    long step = Math.abs(change);
    long widest = Long.divideUnsigned(Counter.mask(bits()), step);
    if (relation == Relation.DIFFERENT) {
      return widest;
    }
    IntegerStamp low = Counter.stamp(relation.isUpward() ? first : bound);
    IntegerStamp high = Counter.stamp(relation.isUpward() ? bound : first);
    long from = relation.isUnsigned() ? low.unsignedMinimum() : low.minimum();
    long to = relation.isUnsigned() ? high.unsignedMaximum() : high.maximum();
    if (!relation.holds(relation.isUpward() ? from : to, relation.isUpward() ? to : from)) {
      return 0;
    }
    long distance = (to - from) & Counter.mask(bits());
    return rounded(distance);
  }

  /** The number for these values of {@code first} and {@code bound}, as an unsigned number. */
  long count(long firstValue, long boundValue) {
    long mask = Counter.mask(bits());
    long from = relation.isUnsigned() ? firstValue & mask : firstValue;
    long to = relation.isUnsigned() ? boundValue & mask : boundValue;
    if (relation == Relation.DIFFERENT) {
      long distance = (change > 0 ? to - from : from - to) & mask;
      return Long.divideUnsigned(distance, Math.abs(change));
    }
    if (!relation.holds(from, to)) {
      return 0;
    }
    return rounded((relation.isUpward() ? to - from : from - to) & mask);
  }

  private long rounded(long distance) {
    long last = relation.isStrict() ? distance - 1 : distance;
    return Long.divideUnsigned(last, Math.abs(change)) + 1;
  }

  /**
   * Makes the number as a node that can stand before the loop. With {@link Proof#PROMISE} it means
   * nothing where the promise is broken.
   */
  public Node make(Graph graph) {
    Type type = type();
    if (constant().isPresent()) {
      return graph.constant(type, Counter.signExtend(constant().getAsLong(), bits()));
    }
    Node from = number(graph, first);
    Node to = number(graph, bound);
    boolean isUpward = relation == Relation.DIFFERENT ? change > 0 : relation.isUpward();
    Node distance =
        isUpward
            ? graph.make(Op.SUB, type, 0, null, to, from)
            : graph.make(Op.SUB, type, 0, null, from, to);
    if (relation == Relation.DIFFERENT) {
      return divided(graph, distance);
    }
    Node one = graph.constant(type, 1);
    if (entry == Entry.HELD_BEFORE) {
      // The first value is a step nearer to the bound than one that is in front of it.
      Node step = graph.constant(type, Math.abs(change));
      Node before = graph.make(Op.ADD, type, 0, null, distance, step);
      Node last = relation.isStrict() ? graph.make(Op.SUB, type, 0, null, before, one) : before;
      return divided(graph, last);
    }
    Node last = relation.isStrict() ? graph.make(Op.SUB, type, 0, null, distance, one) : distance;
    Node rounds = graph.make(Op.ADD, type, 0, null, divided(graph, last), one);
    if (entry == Entry.HOLDS) {
      return rounds;
    }
    Node holds =
        relation.isUpward()
            ? graph.make(relation.comparison(), Type.I1, 0, null, from, to)
            : graph.make(relation.comparison(), Type.I1, 0, null, to, from);
    return graph.make(Op.SELECT, type, 0, null, holds, rounds, graph.constant(type, 0));
  }

  private Node divided(Graph graph, Node distance) {
    long step = Math.abs(change);
    return step == 1
        ? distance
        : graph.make(
            Op.UDIV, distance.type(), 0, null, null, distance, graph.constant(type(), step));
  }

  private static Node number(Graph graph, Node value) {
    return value.type() == Type.PTR ? graph.make(Op.BITCAST, Type.I64, 0, null, value) : value;
  }
}
