package dev.sargasso.frontend.c.check;

import dev.sargasso.frontend.c.syntax.BinaryOperator;
import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.syntax.Expression.FloatConstant;
import dev.sargasso.frontend.c.syntax.Expression.IntegerConstant;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.Conversions;
import dev.sargasso.frontend.c.type.FloatingType;
import dev.sargasso.frontend.c.type.IntegerType;
import dev.sargasso.frontend.c.type.PointerType;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Computes with constants as the program would. Integers are kept in 64 bits, extended by their
 * type; a float is kept in a double that it fits exactly. Methods return null for what has no
 * constant value: other operands, division by zero, a conversion whose result is undefined.
 */
final class Folding {
  private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);

  private Folding() {}

  static @Nullable Expression binary(
      final BinaryOperator operator,
      final Expression left,
      final Expression right,
      final CType type,
      final int position) {
    if (left instanceof IntegerConstant a && right instanceof IntegerConstant b) {
      return integer(operator, a, b, type, position);
    }
    if (left instanceof FloatConstant a && right instanceof FloatConstant b) {
      return floating(operator, a, b, type, position);
    }
    return null;
  }

  private static @Nullable Expression integer(
      final BinaryOperator operator,
      final IntegerConstant left,
      final IntegerConstant right,
      final CType type,
      final int position) {
    if (!left.type().isInteger() || !right.type().isInteger()) {
      return null;
    }
    final IntegerType own = Conversions.integer(left.type());
    final boolean signed = own.isSigned();
    final long a = left.value();
    final long b = right.value();
    final int order = signed ? Long.compare(a, b) : Long.compareUnsigned(a, b);
    final long value;
    switch (operator) {
      case MULTIPLY -> value = a * b;
      case ADD -> value = a + b;
      case SUBTRACT -> value = a - b;
      case AND -> value = a & b;
      case XOR -> value = a ^ b;
      case OR -> value = a | b;
      case LESS -> value = order < 0 ? 1 : 0;
      case GREATER -> value = order > 0 ? 1 : 0;
      case LESS_EQUAL -> value = order <= 0 ? 1 : 0;
      case GREATER_EQUAL -> value = order >= 0 ? 1 : 0;
      case EQUAL -> value = order == 0 ? 1 : 0;
      case NOT_EQUAL -> value = order != 0 ? 1 : 0;
      case DIVIDE, REMAINDER -> {
        final long least = own.bits() == 64 ? Long.MIN_VALUE : -(1L << (own.bits() - 1));
        if (b == 0 || (signed && b == -1 && a == least)) {
          return null;
        }
        if (operator == BinaryOperator.DIVIDE) {
          value = signed ? a / b : Long.divideUnsigned(a, b);
        } else {
          value = signed ? a % b : Long.remainderUnsigned(a, b);
        }
      }
      case SHIFT_LEFT, SHIFT_RIGHT -> {
        if (b < 0 || b >= own.bits()) {
          return null;
        }
        if (operator == BinaryOperator.SHIFT_LEFT) {
          value = a << b;
        } else {
          value = signed ? a >> b : a >>> b;
        }
      }
      default -> throw new IllegalStateException("operator " + operator);
    }
    return new IntegerConstant(type, Conversions.integer(type).truncate(value), position);
  }

  private static @Nullable Expression floating(
      final BinaryOperator operator,
      final FloatConstant left,
      final FloatConstant right,
      final CType type,
      final int position) {
    final double a = left.value();
    final double b = right.value();
    if (operator.isComparison()) {
      final boolean holds =
          switch (operator) {
            case LESS -> a < b;
            case GREATER -> a > b;
            case LESS_EQUAL -> a <= b;
            case GREATER_EQUAL -> a >= b;
            case EQUAL -> a == b;
            default -> a != b;
          };
      return new IntegerConstant(type, holds ? 1 : 0, position);
    }
    final boolean single = type.unqualified() == FloatingType.FLOAT;
    final float x = (float) a;
    final float y = (float) b;
    final double value;
    switch (operator) {
      case MULTIPLY -> value = single ? x * y : a * b;
      case DIVIDE -> value = single ? x / y : a / b;
      case ADD -> value = single ? x + y : a + b;
      case SUBTRACT -> value = single ? x - y : a - b;
      default -> {
        return null;
      }
    }
    // The sign of a new NaN is the processor's choice; the headers spell NAN as 0.0f / 0.0f, and
    // that should not print as -nan.
    final boolean made = Double.isNaN(value) && !Double.isNaN(a) && !Double.isNaN(b);
    return new FloatConstant(type, made ? Double.NaN : value, position);
  }

  static @Nullable Expression negate(
      final Expression operand, final CType type, final int position) {
    return switch (operand) {
      case IntegerConstant constant when constant.type().isInteger() ->
          new IntegerConstant(
              type, Conversions.integer(type).truncate(-constant.value()), position);
      case FloatConstant constant -> new FloatConstant(type, -constant.value(), position);
      default -> null;
    };
  }

  static @Nullable Expression complement(
      final Expression operand, final CType type, final int position) {
    return operand instanceof IntegerConstant constant
        ? new IntegerConstant(type, Conversions.integer(type).truncate(~constant.value()), position)
        : null;
  }

  /** Whether a constant is zero, or null for what is not constant. */
  static @Nullable Boolean isZero(final Expression operand) {
    return switch (operand) {
      case IntegerConstant constant -> constant.value() == 0;
      case FloatConstant constant -> constant.value() == 0;
      default -> null;
    };
  }

  /** Converts a constant to a scalar type. */
  static @Nullable Expression convert(
      final Expression operand, final CType type, final int position) {
    final CType target = type.unqualified();
    return switch (operand) {
      case IntegerConstant constant -> convertInteger(constant, target, position);
      case FloatConstant constant -> convertFloating(constant.value(), target, position);
      default -> null;
    };
  }

  private static @Nullable Expression convertInteger(
      final IntegerConstant constant, final CType target, final int position) {
    final long value = constant.value();
    if (target.isInteger()) {
      return new IntegerConstant(target, Conversions.integer(target).truncate(value), position);
    }
    if (target instanceof PointerType) {
      return new IntegerConstant(target, value, position);
    }
    if (target instanceof FloatingType floating && floating != FloatingType.LONG_DOUBLE) {
      final boolean negative = value < 0;
      final boolean unsigned =
          !constant.type().isInteger() || !Conversions.integer(constant.type()).isSigned();
      if (negative && unsigned) {
        final BigInteger whole = BigInteger.valueOf(value).add(TWO_TO_64);
        return new FloatConstant(
            target,
            floating == FloatingType.FLOAT ? whole.floatValue() : whole.doubleValue(),
            position);
      }
      return new FloatConstant(
          target, floating == FloatingType.FLOAT ? (float) value : (double) value, position);
    }
    return null;
  }

  private static @Nullable Expression convertFloating(
      final double value, final CType target, final int position) {
    if (target == FloatingType.DOUBLE) {
      return new FloatConstant(target, value, position);
    }
    if (target == FloatingType.FLOAT) {
      return new FloatConstant(target, (float) value, position);
    }
    if (!target.isInteger()) {
      return null;
    }
    final IntegerType integer = Conversions.integer(target);
    if (integer == IntegerType.BOOL) {
      return new IntegerConstant(target, value == 0 ? 0 : 1, position);
    }
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return null;
    }
    final BigInteger whole = new BigDecimal(value).toBigInteger();
    final boolean fits =
        integer.isSigned()
            ? whole.bitLength() < integer.bits()
            : whole.signum() >= 0 && whole.bitLength() <= integer.bits();
    return fits ? new IntegerConstant(target, whole.longValue(), position) : null;
  }
}
