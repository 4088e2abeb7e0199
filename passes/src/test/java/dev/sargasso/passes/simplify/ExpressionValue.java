package dev.sargasso.passes.simplify;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.interpret.Evaluation;
import dev.sargasso.ir.type.Type;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;

/** Computes a pure expression, and notices traps and broken promises. */
final class ExpressionValue {
  /** The expression traps. */
  static final class Trap extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** The expression breaks a promise of its own, so that any value will do. */
  static final class BrokenPromise extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final ToLongFunction<Node> parameters;
  private final boolean checkPromises;
  private final Map<Node, Long> known = new HashMap<>();

  /**
   * @param parameters the value of each parameter
   * @param checkPromises whether "no signed wrap" is looked after
   */
  ExpressionValue(ToLongFunction<Node> parameters, boolean checkPromises) {
    this.parameters = parameters;
    this.checkPromises = checkPromises;
  }

  long of(Node node) {
    Long value = known.get(node);
    if (value == null) {
      value = compute(node);
      known.put(node, value);
    }
    return value;
  }

  private long compute(Node node) {
    switch (node.op()) {
      case PARAMETER -> {
        return node.type().canonical(parameters.applyAsLong(node));
      }
      case CONSTANT -> {
        return node.immediate();
      }
      case SYMBOL -> {
        return 0x40_0000 + 64L * Math.floorMod(Objects.hashCode(node.attribute()), 1000);
      }
      case STACK_SLOT -> {
        return node.attribute() instanceof StackSlot slot ? 0x7000_0000L + 64L * slot.index() : 0;
      }
      default -> {}
    }
    int count = node.valueCount();
    long a = of(node.value(0));
    long b = count > 1 ? of(node.value(1)) : 0;
    long c = count > 2 ? of(node.value(2)) : 0;
    Op op = node.op();
    Type operands = op == Op.SELECT ? node.type() : node.value(0).type();
    if (Evaluation.traps(op, operands, a, b)) {
      throw new Trap();
    }
    if (checkPromises && node.immediate() != 0 && op != Op.OFFSET && wraps(node, a, b)) {
      throw new BrokenPromise();
    }
    return Evaluation.evaluate(op, node.type(), operands, a, b, c);
  }

  private static boolean wraps(Node node, long a, long b) {
    BigInteger x = BigInteger.valueOf(a);
    BigInteger y = BigInteger.valueOf(b);
    int bits = node.type().bits();
    BigInteger exact =
        switch (node.op()) {
          case ADD -> x.add(y);
          case SUB -> x.subtract(y);
          case MUL -> x.multiply(y);
          case NEG -> x.negate();
          case SHL -> x.shiftLeft((int) b & (bits - 1));
          default -> throw new IllegalArgumentException("flag on " + node.op());
        };
    return exact.bitLength() >= bits;
  }

  /** Whether two values of {@code type} are the same, where all NaNs count as one. */
  static boolean same(Type type, long a, long b) {
    return a == b || (isNan(type, a) && isNan(type, b));
  }

  private static boolean isNan(Type type, long bits) {
    return type == Type.F64
        ? Double.isNaN(Double.longBitsToDouble(bits))
        : type == Type.F32 && Float.isNaN(Float.intBitsToFloat((int) bits));
  }
}
