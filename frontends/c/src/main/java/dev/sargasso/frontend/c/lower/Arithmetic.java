package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.syntax.BinaryOperator;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.Conversions;
import dev.sargasso.frontend.c.type.IntegerType;
import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;

/** Operators and conversions on scalar values. */
final class Arithmetic {
  private final FunctionBuilder builder;
  private final Graph graph;

  Arithmetic(final FunctionBuilder builder) {
    this.builder = builder;
    this.graph = builder.graph();
  }

  /** An operator other than a comparison, in a C type to which the left operand belongs. */
  Node binary(final BinaryOperator operator, final CType type, final Node a, final Node b) {
    final Type own = Types.of(type);
    if (own.isFloat()) {
      return switch (operator) {
        case ADD -> builder.binary(Op.FADD, own, a, b);
        case SUBTRACT -> builder.binary(Op.FSUB, own, a, b);
        case MULTIPLY -> builder.binary(Op.FMUL, own, a, b);
        case DIVIDE -> builder.binary(Op.FDIV, own, a, b);
        default -> throw new IllegalArgumentException(operator + " of floating values");
      };
    }
    final boolean signed = Types.isSigned(type);
    final long flags = signed ? Op.NO_SIGNED_WRAP : 0;
    return switch (operator) {
      case ADD -> builder.binary(Op.ADD, own, flags, a, b);
      case SUBTRACT -> builder.binary(Op.SUB, own, flags, a, b);
      case MULTIPLY -> builder.binary(Op.MUL, own, flags, a, b);
      case DIVIDE -> builder.divide(signed ? Op.DIV : Op.UDIV, own, a, b);
      case REMAINDER -> builder.divide(signed ? Op.REM : Op.UREM, own, a, b);
      case AND -> builder.binary(Op.AND, own, a, b);
      case OR -> builder.binary(Op.OR, own, a, b);
      case XOR -> builder.binary(Op.XOR, own, a, b);
      case SHIFT_LEFT -> builder.binary(Op.SHL, own, a, resize(b, own, false));
      case SHIFT_RIGHT -> builder.binary(signed ? Op.SAR : Op.SHR, own, a, resize(b, own, false));
      default -> throw new IllegalArgumentException(operator + " is a comparison");
    };
  }

  /** A comparison of two values of one C type; the result is I1. */
  Node compare(final BinaryOperator operator, final CType type, final Node a, final Node b) {
    if (type.isFloating()) {
      return switch (operator) {
        case LESS -> builder.compare(Op.FLT, a, b);
        case GREATER -> builder.compare(Op.FLT, b, a);
        case LESS_EQUAL -> builder.compare(Op.FLE, a, b);
        case GREATER_EQUAL -> builder.compare(Op.FLE, b, a);
        case EQUAL -> builder.compare(Op.FEQ, a, b);
        default -> builder.compare(Op.FNE, a, b);
      };
    }
    final boolean signed = Types.isSigned(type);
    final Op less = signed ? Op.LT : Op.ULT;
    final Op lessEqual = signed ? Op.LE : Op.ULE;
    return switch (operator) {
      case LESS -> builder.compare(less, a, b);
      case GREATER -> builder.compare(less, b, a);
      case LESS_EQUAL -> builder.compare(lessEqual, a, b);
      case GREATER_EQUAL -> builder.compare(lessEqual, b, a);
      case EQUAL -> builder.compare(Op.EQ, a, b);
      default -> builder.compare(Op.NE, a, b);
    };
  }

  /** Whether a scalar is not zero, or for false, whether it is; the result is I1. */
  Node isNonZero(final Node value, final boolean nonZero) {
    final Node zero = graph.constant(value.type(), 0);
    if (value.type().isFloat()) {
      return builder.compare(nonZero ? Op.FNE : Op.FEQ, value, zero);
    }
    return builder.compare(nonZero ? Op.NE : Op.EQ, value, zero);
  }

  /** The opposite of a truth value. */
  Node not(final Node truth) {
    return builder.binary(Op.XOR, Type.I1, truth, graph.constant(Type.I1, 1));
  }

  /** An integer in another width. */
  Node resize(final Node value, final Type to, final boolean signed) {
    final int from = value.type().bits();
    if (from == to.bits()) {
      return value;
    }
    if (from > to.bits()) {
      return builder.unary(Op.TRUNCATE, to, value);
    }
    return builder.unary(signed ? Op.SIGN_EXTEND : Op.ZERO_EXTEND, to, value);
  }

  /** A value of one scalar type as one of another (C11 6.3.1, 6.3.2.3). */
  Node convert(final Node value, final CType from, final CType to) {
    final Type target = Types.of(to);
    if (to.unqualified() == IntegerType.BOOL) {
      return from.unqualified() == IntegerType.BOOL
          ? value
          : builder.unary(Op.ZERO_EXTEND, Type.I8, isNonZero(value, true));
    }
    if (from.isFloating()) {
      return target.isFloat() ? betweenFloats(value, target) : toInteger(value, to);
    }
    if (target.isFloat()) {
      return toFloat(value, Conversions.integer(from), target);
    }
    if (from.isPointer()) {
      return to.isPointer()
          ? value
          : resize(builder.unary(Op.BITCAST, Type.I64, value), target, false);
    }
    if (to.isPointer()) {
      return builder.unary(Op.BITCAST, Type.PTR, resize(value, Type.I64, Types.isSigned(from)));
    }
    return resize(value, target, Types.isSigned(from));
  }

  private Node betweenFloats(final Node value, final Type target) {
    if (value.type() == target) {
      return value;
    }
    return builder.unary(target == Type.F64 ? Op.FLOAT_EXTEND : Op.FLOAT_ROUND, target, value);
  }

  private Node toFloat(final Node value, final IntegerType from, final Type target) {
    if (from == IntegerType.UNSIGNED_INT) {
      return builder.unary(Op.INT_TO_FLOAT, target, builder.unary(Op.ZERO_EXTEND, Type.I64, value));
    }
    if (from.bits() == 64 && !from.isSigned()) {
      return builder.unary(Op.UINT_TO_FLOAT, target, value);
    }
    final Node wide = from.bits() < 32 ? resize(value, Type.I32, from.isSigned()) : value;
    return builder.unary(Op.INT_TO_FLOAT, target, wide);
  }

  private Node toInteger(final Node value, final CType to) {
    final IntegerType integer = Conversions.integer(to);
    if (integer.bits() == 64 && !integer.isSigned()) {
      return builder.unary(Op.FLOAT_TO_UINT, Type.I64, value);
    }
    final Type through =
        integer.bits() == 64 || integer == IntegerType.UNSIGNED_INT ? Type.I64 : Type.I32;
    return resize(builder.unary(Op.FLOAT_TO_INT, through, value), Types.of(to), true);
  }

  /** A pointer moved by an index of elements of a size. */
  Node moved(final Node pointer, final Node index, final CType indexType, final long scale) {
    Node bytes = resize(index, Type.I64, Types.isSigned(indexType));
    if (scale != 1) {
      final long size = Math.abs(scale);
      if (Long.bitCount(size) == 1) {
        if (size > 1) {
          bytes =
              builder.binary(
                  Op.SHL,
                  Type.I64,
                  bytes,
                  graph.constant(Type.I64, Long.numberOfTrailingZeros(size)));
        }
      } else {
        bytes = builder.binary(Op.MUL, Type.I64, bytes, graph.constant(Type.I64, size));
      }
      if (scale < 0) {
        bytes = builder.unary(Op.NEG, Type.I64, bytes);
      }
    }
    return builder.offset(pointer, bytes);
  }

  /** The distance of two pointers in elements of a size. */
  Node distance(final Node left, final Node right, final long scale) {
    final Node bytes =
        builder.binary(
            Op.SUB,
            Type.I64,
            builder.unary(Op.BITCAST, Type.I64, left),
            builder.unary(Op.BITCAST, Type.I64, right));
    if (scale == 1) {
      return bytes;
    }
    if (Long.bitCount(scale) == 1) {
      // The distance is a multiple of the size, so that shifting is dividing.
      return builder.binary(
          Op.SAR, Type.I64, bytes, graph.constant(Type.I64, Long.numberOfTrailingZeros(scale)));
    }
    return graph.make(Op.DIV, Type.I64, 0, null, null, bytes, graph.constant(Type.I64, scale));
  }
}
