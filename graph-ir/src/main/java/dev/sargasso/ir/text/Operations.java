package dev.sargasso.ir.text;

import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which pure operations can be written, under which names, and on which types. */
final class Operations {
  /** How the operands and the result of an operation hang together. */
  enum Shape {
    /** Operands and result of one type. */
    UNIFORM,
    /** Operands of one type, result I1. */
    COMPARISON,
    /** One operand; the result's type is written. */
    CONVERSION,
    /** A pointer and an I64. */
    OFFSET,
    /** I1 and two of the result's type. */
    SELECT,
    /** Takes or gives vectors; what the lanes are is said by modifiers. */
    VECTOR
  }

  private static final Map<String, Op> BY_NAME =
      Arrays.stream(Op.values())
          .filter(op -> shape(op) != null)
          .collect(Collectors.toUnmodifiableMap(Op::text, op -> op));

  private Operations() {}

  /** The pure operation of this name, or null. */
  static @Nullable Op named(String name) {
    return BY_NAME.get(name);
  }

  /** The shape of a pure operation that can be written; null for others. */
  static @Nullable Shape shape(Op op) {
    return switch (op) {
      case ADD, SUB, MUL, MUL_HIGH, UMUL_HIGH, DIV, UDIV, REM, UREM, AND, OR, XOR -> Shape.UNIFORM;
      case SHL, SHR, SAR, ROL, NEG, NOT, POPCNT, LZCNT, TZCNT, BSWAP -> Shape.UNIFORM;
      case FADD, FSUB, FMUL, FDIV, FNEG, FABS, FSQRT -> Shape.UNIFORM;
      case EQ, NE, LT, LE, ULT, ULE, FEQ, FNE, FLT, FLE -> Shape.COMPARISON;
      case SIGN_EXTEND, ZERO_EXTEND, TRUNCATE, BITCAST -> Shape.CONVERSION;
      case INT_TO_FLOAT, UINT_TO_FLOAT, FLOAT_TO_INT, FLOAT_TO_UINT -> Shape.CONVERSION;
      case FLOAT_EXTEND, FLOAT_ROUND -> Shape.CONVERSION;
      case OFFSET -> Shape.OFFSET;
      case SELECT -> Shape.SELECT;
      default -> op.isVector() ? Shape.VECTOR : null;
    };
  }

  /** Number of value operands of a pure operation. */
  static int operandCount(Op op) {
    return op.arity() - op.firstValue();
  }

  /** Whether the operation, of shape UNIFORM or COMPARISON, takes operands of this type. */
  static boolean takes(Op op, Type type) {
    return switch (op) {
      case FADD, FSUB, FMUL, FDIV, FNEG, FABS, FSQRT, FEQ, FNE, FLT, FLE -> type.isFloat();
      case EQ, NE, ULT, ULE -> type.isGeneral();
      case BSWAP -> type == Type.I16 || type == Type.I32 || type == Type.I64;
      default -> type.isInteger();
    };
  }

  /** What to write instead, where {@link #takes} is false; empty if nothing comes to mind. */
  static String advice(Op op, Type type) {
    if (type == Type.PTR && (op == Op.ADD || op == Op.SUB)) {
      return "; a pointer is moved by offset %p, BYTES";
    }
    if (type.isFloat() && BY_NAME.containsKey("f" + op.text())) {
      return "; for floating point it is f" + op.text();
    }
    if (!type.isFloat()
        && op.text().startsWith("f")
        && BY_NAME.containsKey(op.text().substring(1))) {
      return "; for integers it is " + op.text().substring(1);
    }
    return "";
  }

  /** Whether a conversion goes between these types. */
  static boolean converts(Op op, Type from, Type to) {
    return switch (op) {
      case SIGN_EXTEND, ZERO_EXTEND ->
          from.isInteger() && to.isInteger() && from.bits() < to.bits();
      case TRUNCATE -> from.isInteger() && to.isInteger() && from.bits() > to.bits();
      case BITCAST -> from != to && from.bits() == to.bits() && from != Type.V128;
      case INT_TO_FLOAT, UINT_TO_FLOAT -> isWord(from) && to.isFloat();
      case FLOAT_TO_INT, FLOAT_TO_UINT -> from.isFloat() && isWord(to);
      case FLOAT_EXTEND -> from == Type.F32 && to == Type.F64;
      case FLOAT_ROUND -> from == Type.F64 && to == Type.F32;
      default -> false;
    };
  }

  private static boolean isWord(Type type) {
    return type == Type.I32 || type == Type.I64;
  }

  /** Whether {@code nsw} may stand behind the operation. */
  static boolean mayPromiseNoWrap(Op op) {
    return switch (op) {
      case ADD, SUB, MUL, NEG, SHL -> true;
      default -> false;
    };
  }

  /**
   * A comparison as written behind {@code cmp.}.
   *
   * @param swapped whether the operands change places
   */
  record Comparison(Op op, boolean swapped) {}

  /**
   * The comparison {@code cmp.NAME} on operands of a type, or null if there is none of that name.
   * On floating-point operands {@code lt} means {@code flt}.
   */
  static @Nullable Comparison comparison(String name, Type type) {
    boolean isFloat = type.isFloat();
    return switch (name) {
      case "eq" -> new Comparison(isFloat ? Op.FEQ : Op.EQ, false);
      case "ne" -> new Comparison(isFloat ? Op.FNE : Op.NE, false);
      case "lt" -> new Comparison(isFloat ? Op.FLT : Op.LT, false);
      case "le" -> new Comparison(isFloat ? Op.FLE : Op.LE, false);
      case "gt" -> new Comparison(isFloat ? Op.FLT : Op.LT, true);
      case "ge" -> new Comparison(isFloat ? Op.FLE : Op.LE, true);
      case "ult" -> new Comparison(Op.ULT, false);
      case "ule" -> new Comparison(Op.ULE, false);
      case "ugt" -> new Comparison(Op.ULT, true);
      case "uge" -> new Comparison(Op.ULE, true);
      case "feq" -> new Comparison(Op.FEQ, false);
      case "fne" -> new Comparison(Op.FNE, false);
      case "flt" -> new Comparison(Op.FLT, false);
      case "fle" -> new Comparison(Op.FLE, false);
      case "fgt" -> new Comparison(Op.FLT, true);
      case "fge" -> new Comparison(Op.FLE, true);
      default -> null;
    };
  }
}
