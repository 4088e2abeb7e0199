package dev.sargasso.ir.graph;

import dev.sargasso.ir.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * What a vector operation does with the lanes of its operands, packed into the immediate: the type
 * of a lane (bits 0-7), and for operations that apply a scalar one to each lane, that one (bits
 * 8-23). Lane 0 is the one at the lowest address.
 */
public final class Lanes {
  private static final Op[] OPS = Op.values();
  private static final Type[] TYPES = Type.values();
  private static final int OP_SHIFT = 8;

  private Lanes() {}

  /** The immediate of an operation that depends on the type of its lanes alone. */
  public static long of(Type lane) {
    return lane.ordinal();
  }

  /** The immediate of an operation that applies {@code op} to each lane. */
  public static long of(Op op, Type lane) {
    return lane.ordinal() | (long) op.ordinal() << OP_SHIFT;
  }

  /** The type of a lane. */
  public static Type type(long immediate) {
    return TYPES[(int) immediate & 0xFF];
  }

  /** The operation that is applied to each lane. */
  public static Op op(long immediate) {
    return OPS[(int) (immediate >> OP_SHIFT)];
  }

  /** Lanes of a type in a vector: 2 to 16. */
  public static int count(Type lane) {
    return 16 / lane.bytes();
  }

  /** Whether vectors have lanes of a type: {@code i8} to {@code i64}, {@code f32}, {@code f64}. */
  public static boolean isLane(Type type) {
    return switch (type) {
      case I8, I16, I32, I64, F32, F64 -> true;
      default -> false;
    };
  }

  /** Whether an immediate names a type of lanes, and no operation if there is none to name. */
  public static boolean isWellFormed(Op vector, long immediate) {
    int type = (int) immediate & 0xFF;
    long op = immediate >> OP_SHIFT;
    if (type >= TYPES.length || !isLane(TYPES[type]) || op < 0 || op >= OPS.length) {
      return false;
    }
    return switch (vector) {
      case VECTOR_UNARY, VECTOR_BINARY, VECTOR_SHIFT -> applies(vector, OPS[(int) op], TYPES[type]);
      default -> op == 0;
    };
  }

  /**
   * Whether a vector operation can apply a scalar one to lanes of a type.
   *
   * @param vector VECTOR_UNARY, VECTOR_BINARY or VECTOR_SHIFT
   */
  public static boolean applies(Op vector, Op op, Type lane) {
    return switch (vector) {
      case VECTOR_UNARY -> (op == Op.FSQRT && lane.isFloat()) || convertedFrom(op, lane) != null;
      case VECTOR_BINARY ->
          switch (op) {
            case ADD, SUB, MUL, AND, OR, XOR, EQ, LT, ULT -> lane.isInteger() && lane != Type.I1;
            case FADD, FSUB, FMUL, FDIV, FEQ, FNE, FLT, FLE -> lane.isFloat();
            default -> false;
          };
      case VECTOR_SHIFT ->
          switch (op) {
            case SHL, SHR -> lane == Type.I16 || lane == Type.I32 || lane == Type.I64;
            case SAR -> lane == Type.I16 || lane == Type.I32;
            default -> false;
          };
      default -> false;
    };
  }

  /** The type of the operand's lanes in a conversion to {@code lane}; null if there is none. */
  public static @Nullable Type convertedFrom(Op op, Type lane) {
    return op == Op.INT_TO_FLOAT && lane == Type.F32
        ? Type.I32
        : op == Op.FLOAT_TO_INT && lane == Type.I32 ? Type.F32 : null;
  }
}
