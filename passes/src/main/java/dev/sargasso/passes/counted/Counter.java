package dev.sargasso.passes.counted;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.duplicate.LoopBody;
import org.jspecify.annotations.Nullable;

/**
 * A phi of a loop's header that goes on with itself plus or minus what the loop does not change: a
 * basic induction variable (Aho, Sethi and Ullman 1986, section 10.7). In round {@code k}, counted
 * from 0, it is {@code start + k * step} modulo two to the width.
 *
 * @param phi an integer or a pointer
 * @param next what it goes on with: ADD, SUB or OFFSET
 * @param step what {@code next} adds or subtracts, of the type of the phi, or I64 for a pointer
 */
public record Counter(Node phi, Node next, Node step) {
  /** The counter that {@code phi} is in the loop, or null. */
  public static @Nullable Counter of(LoopBody body, Node phi) {
    if (phi.op() != Op.PHI || phi.input(0) != body.header()) {
      return null;
    }
    Type type = phi.type();
    if ((!type.isInteger() && type != Type.PTR) || type == Type.I1) {
      return null;
    }
    Node next = phi.input(2);
    if (next.op() != Op.ADD && next.op() != Op.SUB && next.op() != Op.OFFSET) {
      return null;
    }
    if (next.value(0) == phi && !body.contains(next.value(1))) {
      return new Counter(phi, next, next.value(1));
    }
    return next.op() == Op.ADD && next.value(1) == phi && !body.contains(next.value(0))
        ? new Counter(phi, next, next.value(0))
        : null;
  }

  /** The value in the first round. */
  public Node start() {
    return phi.input(1);
  }

  /** The type of the phi. */
  public Type type() {
    return phi.type();
  }

  /** Bits of the phi. */
  public int bits() {
    return phi.type().isInteger() ? phi.type().bits() : Long.SIZE;
  }

  /** By how much it grows each round, sign-extended; 0 if that is no constant. */
  public long change() {
    if (!step.isConstant()) {
      return 0;
    }
    return signExtend(next.op() == Op.SUB ? -step.immediate() : step.immediate(), bits());
  }

  /**
   * Whether no step wraps as a signed number, by a promise or by what is known of the phi. What
   * rests on a promise may be used to rewrite values, never to let something trap elsewhere.
   */
  public boolean isExactSigned() {
    if (next.op() != Op.OFFSET && (next.immediate() & Op.NO_SIGNED_WRAP) != 0) {
      return true;
    }
    long change = change();
    if (change == 0 || !type().isInteger()) {
      return false;
    }
    IntegerStamp known = stamp(phi);
    return fitsSigned(known.minimum(), change, bits())
        && fitsSigned(known.maximum(), change, bits());
  }

  /** Whether what is known of the phi shows that no step wraps as an unsigned number. */
  public boolean isExactUnsigned() {
    long change = change();
    if (change == 0 || !type().isInteger()) {
      return false;
    }
    IntegerStamp known = stamp(phi);
    return change > 0
        ? Long.compareUnsigned(known.unsignedMaximum(), mask(bits()) - change) <= 0
        : Long.compareUnsigned(known.unsignedMinimum(), -change) >= 0;
  }

  /**
   * The value at the beginning of round number {@code round}, as a node that can stand before the
   * loop.
   *
   * @param round of the type of the counter, or I64 for a pointer; available before the loop
   */
  public Node valueIn(Graph graph, Node round) {
    Type type = round.type();
    Node way = graph.make(Op.MUL, type, 0, null, round, step);
    return graph.make(next.op(), phi.type(), 0, null, start(), way);
  }

  // ------------------------------------------------------------------ numbers

  static IntegerStamp stamp(Node node) {
    int bits = node.type().isInteger() ? node.type().bits() : Long.SIZE;
    if (node.isConstant()) {
      return IntegerStamp.constant(bits, node.immediate());
    }
    return node.stamp() instanceof IntegerStamp known && known.bits() == bits
        ? known
        : IntegerStamp.full(bits);
  }

  static long mask(int bits) {
    return -1L >>> (Long.SIZE - bits);
  }

  static long signExtend(long value, int bits) {
    return value << (Long.SIZE - bits) >> (Long.SIZE - bits);
  }

  private static boolean fitsSigned(long value, long change, int bits) {
    long sum = value + change;
    return ((value ^ sum) & (change ^ sum)) >= 0 && signExtend(sum, bits) == sum;
  }
}
