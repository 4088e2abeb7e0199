package dev.sargasso.passes.simplify;

import static dev.sargasso.passes.simplify.Rewrite.isKnown;
import static dev.sargasso.passes.simplify.Rewrite.stamp;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.ArithmeticStamps;
import dev.sargasso.ir.type.BitStamps;
import dev.sargasso.ir.type.ConversionStamps;
import dev.sargasso.ir.type.FloatStamp;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.PointerStamp;
import dev.sargasso.ir.type.Stamp;
import dev.sargasso.ir.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * The stamp of a node from those of its inputs. Null stands for "nothing is known", which is what
 * most nodes have, and what this decides before it computes anything.
 */
public final class StampInference {
  private StampInference() {}

  /**
   * What is known of {@code node} from its operation and the stamps of its inputs, or null for
   * nothing. Constants know themselves. What depends on more than its inputs, such as a phi, keeps
   * the stamp that an analysis of the whole function gave it.
   */
  public static @Nullable Stamp infer(Node node) {
    return switch (node.op()) {
      case PHI, PARAMETER, LOAD, PROJECTION -> node.stamp();
      default -> inferByType(node);
    };
  }

  private static @Nullable Stamp inferByType(Node node) {
    return switch (node.type()) {
      case I1, I8, I16, I32, I64 -> integer(node);
      case PTR -> pointer(node);
      case F32, F64 -> floating(node);
      case V128, CTRL, MEM, TUPLE -> null;
    };
  }

  private static @Nullable Stamp integer(Node node) {
    IntegerStamp result = inferInteger(node);
    return result == null || result.isFull() || result.isEmpty() ? null : result;
  }

  private static @Nullable IntegerStamp inferInteger(Node node) {
    Op op = node.op();
    return switch (op) {
      case ADD, SUB, MUL, AND, OR, XOR, ROL, SHL, MUL_HIGH, UMUL_HIGH, DIV, SAR ->
          isKnown(node.value(0)) || isKnown(node.value(1))
              ? binary(op, stamp(node.value(0)), stamp(node.value(1)))
              : null;
      case SHR, UDIV, REM, UREM ->
          isKnown(node.value(1)) || isKnown(node.value(0))
              ? binary(op, stamp(node.value(0)), stamp(node.value(1)))
              : null;
      case EQ, NE, LT, LE, ULT, ULE -> comparison(node);
      case NEG -> isKnown(node.value(0)) ? ArithmeticStamps.negate(stamp(node.value(0))) : null;
      case NOT -> isKnown(node.value(0)) ? BitStamps.not(stamp(node.value(0))) : null;
      case POPCNT -> BitStamps.populationCount(stamp(node.value(0)));
      case LZCNT -> BitStamps.leadingZeros(stamp(node.value(0)));
      case TZCNT -> BitStamps.trailingZeros(stamp(node.value(0)));
      case BSWAP -> isKnown(node.value(0)) ? BitStamps.swapBytes(stamp(node.value(0))) : null;
      case SELECT -> select(node);
      case SIGN_EXTEND -> ConversionStamps.signExtend(stamp(node.value(0)), node.type().bits());
      case ZERO_EXTEND -> ConversionStamps.zeroExtend(stamp(node.value(0)), node.type().bits());
      case TRUNCATE ->
          isKnown(node.value(0))
              ? ConversionStamps.truncate(stamp(node.value(0)), node.type().bits())
              : null;
      default -> null;
    };
  }

  private static @Nullable IntegerStamp binary(Op op, IntegerStamp a, IntegerStamp b) {
    // Division and order of truth values do not see 1 as -1, as their stamps do.
    boolean narrow = a.bits() == 1;
    return switch (op) {
      case ADD -> ArithmeticStamps.add(a, b);
      case SUB -> ArithmeticStamps.subtract(a, b);
      case MUL -> ArithmeticStamps.multiply(a, b);
      case AND -> BitStamps.and(a, b);
      case OR -> BitStamps.or(a, b);
      case XOR -> BitStamps.xor(a, b);
      case SHL -> BitStamps.shiftLeft(a, b);
      case SHR -> BitStamps.shiftRight(a, b);
      case SAR -> BitStamps.shiftArithmetic(a, b);
      case ROL -> BitStamps.rotateLeft(a, b);
      case MUL_HIGH -> narrow ? null : ArithmeticStamps.multiplyHigh(a, b);
      case UMUL_HIGH -> ArithmeticStamps.unsignedMultiplyHigh(a, b);
      case DIV -> narrow ? null : ArithmeticStamps.divide(a, b);
      case UDIV -> ArithmeticStamps.unsignedDivide(a, b);
      case REM -> narrow ? null : ArithmeticStamps.remainder(a, b);
      default -> ArithmeticStamps.unsignedRemainder(a, b);
    };
  }

  private static @Nullable IntegerStamp select(Node node) {
    IntegerStamp condition = stamp(node.value(0));
    if (condition.isConstant()) {
      return stamp(node.value(condition.contains(1) ? 1 : 2));
    }
    return isKnown(node.value(1)) && isKnown(node.value(2))
        ? stamp(node.value(1)).meet(stamp(node.value(2)))
        : null;
  }

  private static @Nullable IntegerStamp comparison(Node node) {
    Node x = node.value(0);
    Node y = node.value(1);
    if (x.type() == Type.PTR) {
      return pointerComparison(node.op(), pointerStamp(x), pointerStamp(y));
    }
    if (!x.type().isInteger() || (!isKnown(x) && !isKnown(y))) {
      return null;
    }
    IntegerStamp a = stamp(x);
    IntegerStamp b = stamp(y);
    boolean narrow = a.bits() == 1;
    return switch (node.op()) {
      case EQ -> ConversionStamps.equal(a, b);
      case NE -> BitStamps.not(ConversionStamps.equal(a, b));
      case LT -> narrow ? null : ConversionStamps.less(a, b);
      case LE -> narrow ? null : ConversionStamps.lessOrEqual(a, b);
      case ULT -> ConversionStamps.below(a, b);
      default -> ConversionStamps.belowOrEqual(a, b);
    };
  }

  private static @Nullable IntegerStamp pointerComparison(Op op, PointerStamp a, PointerStamp b) {
    boolean equal = a == PointerStamp.NULL && b == PointerStamp.NULL;
    boolean differ = !a.isEmpty() && !b.isEmpty() && a.join(b).isEmpty();
    if (!equal && !differ) {
      return null;
    }
    return switch (op) {
      case EQ -> IntegerStamp.constant(1, equal ? 1 : 0);
      case NE -> IntegerStamp.constant(1, equal ? 0 : 1);
      case ULT -> IntegerStamp.constant(1, differ && a == PointerStamp.NULL ? 1 : 0);
      default -> IntegerStamp.constant(1, equal || a == PointerStamp.NULL ? 1 : 0);
    };
  }

  /** What is known of a pointer. */
  private static PointerStamp pointerStamp(Node node) {
    if (node.isConstant()) {
      return node.immediate() == 0 ? PointerStamp.NULL : PointerStamp.NON_NULL;
    }
    return node.stamp() instanceof PointerStamp known ? known : PointerStamp.ANY;
  }

  private static @Nullable Stamp pointer(Node node) {
    return switch (node.op()) {
      case STACK_SLOT, SYMBOL -> PointerStamp.NON_NULL;
      case OFFSET ->
          (node.immediate() & Op.IN_BOUNDS) != 0
                  && node.value(1).isConstant()
                  && isNonNull(node.value(0))
              ? PointerStamp.NON_NULL
              : null;
      case SELECT ->
          isNonNull(node.value(1)) && isNonNull(node.value(2)) ? PointerStamp.NON_NULL : null;
      default -> null;
    };
  }

  private static boolean isNonNull(Node node) {
    return node.stamp() == PointerStamp.NON_NULL;
  }

  private static @Nullable Stamp floating(Node node) {
    return switch (node.op()) {
      case INT_TO_FLOAT, UINT_TO_FLOAT -> FloatStamp.numbers(node.type());
      case FNEG, FABS, FLOAT_EXTEND, FLOAT_ROUND ->
          node.value(0).stamp() instanceof FloatStamp known && !known.mayBeNan()
              ? FloatStamp.numbers(node.type())
              : null;
      default -> null;
    };
  }

  /** Whether executing {@code node} cannot trap, so that its value alone counts. */
  public static boolean isTotal(Node node) {
    return switch (node.op()) {
      case DIV, REM ->
          isKnown(node.value(1))
              && !stamp(node.value(1)).contains(0)
              && (!stamp(node.value(1)).contains(-1)
                  || !stamp(node.value(0)).contains(Rewrite.minimum(node.type())));
      case UDIV, UREM -> isKnown(node.value(1)) && !stamp(node.value(1)).contains(0);
      default -> true;
    };
  }
}
