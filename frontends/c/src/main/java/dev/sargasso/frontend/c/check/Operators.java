package dev.sargasso.frontend.c.check;

import dev.sargasso.frontend.c.source.Diagnostics;
import dev.sargasso.frontend.c.syntax.BinaryOperator;
import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.syntax.Expression.Binary;
import dev.sargasso.frontend.c.syntax.Expression.Complement;
import dev.sargasso.frontend.c.syntax.Expression.Conditional;
import dev.sargasso.frontend.c.syntax.Expression.Erroneous;
import dev.sargasso.frontend.c.syntax.Expression.IntegerConstant;
import dev.sargasso.frontend.c.syntax.Expression.Logical;
import dev.sargasso.frontend.c.syntax.Expression.Negate;
import dev.sargasso.frontend.c.syntax.Expression.Not;
import dev.sargasso.frontend.c.syntax.Expression.PointerDifference;
import dev.sargasso.frontend.c.syntax.Expression.PointerOffset;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.Compatibility;
import dev.sargasso.frontend.c.type.FunctionType;
import dev.sargasso.frontend.c.type.IntegerType;
import dev.sargasso.frontend.c.type.PointerType;
import dev.sargasso.frontend.c.type.RecordType;
import dev.sargasso.frontend.c.type.VoidType;

/** The operators that compute a value from values (C11 6.5.3.3, 6.5.5 to 6.5.15, 6.5.17). */
public final class Operators {
  private final Diagnostics diagnostics;
  private final Operands operands;

  /** Checks with messages to the given diagnostics. */
  public Operators(final Diagnostics diagnostics, final Operands operands) {
    this.diagnostics = diagnostics;
    this.operands = operands;
  }

  /** Unary plus. */
  public Expression plus(final Expression operand, final int position) {
    final Expression value = operands.value(operand);
    if (value.type().isError()) {
      return value;
    }
    if (!value.type().isArithmetic()) {
      return unfit("+", value, "a number", position);
    }
    return value.type().isInteger()
        ? operands.cast(operands.promote(value), operands.promote(value).type(), position)
        : operands.cast(value, value.type(), position);
  }

  /** Unary minus. */
  public Expression minus(final Expression operand, final int position) {
    Expression value = operands.value(operand);
    if (value.type().isError()) {
      return value;
    }
    if (!value.type().isArithmetic()) {
      return unfit("-", value, "a number", position);
    }
    if (value.type().isInteger()) {
      value = operands.promote(value);
    }
    final CType type = value.type().unqualified();
    final Expression folded = Folding.negate(value, type, position);
    return folded != null ? folded : new Negate(value, type, position);
  }

  /** The complement. */
  public Expression complement(final Expression operand, final int position) {
    Expression value = operands.value(operand);
    if (value.type().isError()) {
      return value;
    }
    if (!value.type().isInteger()) {
      return unfit("~", value, "an integer", position);
    }
    value = operands.promote(value);
    final CType type = value.type().unqualified();
    final Expression folded = Folding.complement(value, type, position);
    return folded != null ? folded : new Complement(value, type, position);
  }

  /** The logical negation. */
  public Expression not(final Expression operand, final int position) {
    final Expression value = operands.condition(operand);
    if (value.type().isError()) {
      return value;
    }
    final Boolean zero = Folding.isZero(value);
    return zero != null
        ? new IntegerConstant(IntegerType.INT, zero ? 1 : 0, position)
        : new Not(value, position);
  }

  private Expression unfit(
      final String operator, final Expression operand, final String wanted, final int position) {
    return operands.wrong(
        position,
        "'"
            + operator
            + "' needs "
            + wanted
            + ", not a value of type '"
            + operand.type().unqualified().describe()
            + "'");
  }

  /** A binary operator other than the logical ones, the comma and assignments. */
  public Expression binary(
      final BinaryOperator operator,
      final Expression first,
      final Expression second,
      final int position) {
    final Expression left = operands.value(first);
    final Expression right = operands.value(second);
    final CType leftType = left.type().unqualified();
    final CType rightType = right.type().unqualified();
    if (leftType.isError() || rightType.isError()) {
      return new Erroneous(position);
    }
    if (operator.isShift() && leftType.isInteger() && rightType.isInteger()) {
      return shift(operator, left, right, position);
    }
    if (leftType.isArithmetic()
        && rightType.isArithmetic()
        && !(operator.isIntegral() && !(leftType.isInteger() && rightType.isInteger()))) {
      return arithmetic(operator, left, right, position);
    }
    if (operator == BinaryOperator.ADD) {
      if (leftType.isPointer() && rightType.isInteger()) {
        return offset(left, right, 1, position);
      }
      if (leftType.isInteger() && rightType.isPointer()) {
        return offset(right, left, 1, position);
      }
    } else if (operator == BinaryOperator.SUBTRACT && leftType.isPointer()) {
      if (rightType.isInteger()) {
        return offset(left, right, -1, position);
      }
      if (rightType.isPointer()) {
        return difference(left, right, position);
      }
    } else if (operator.isComparison()) {
      return comparePointers(operator, left, right, position);
    }
    return operands.wrong(
        position,
        "'"
            + operator.spelling()
            + "' does not go with '"
            + leftType.describe()
            + "' and '"
            + rightType.describe()
            + "'; convert the operands to types it accepts");
  }

  private Expression arithmetic(
      final BinaryOperator operator,
      final Expression left,
      final Expression right,
      final int position) {
    final CType common = Operands.common(left, right);
    final Expression a = operands.convert(left, common, left.position());
    final Expression b = operands.convert(right, common, right.position());
    final CType type = operator.isComparison() ? IntegerType.INT : common;
    final Expression folded = Folding.binary(operator, a, b, type, position);
    if (folded != null) {
      return folded;
    }
    if (operator == BinaryOperator.DIVIDE || operator == BinaryOperator.REMAINDER) {
      if (b instanceof IntegerConstant divisor && divisor.value() == 0) {
        diagnostics.warning(position, "this divides by zero; the program stops if it gets here");
      }
    }
    return new Binary(operator, a, b, type, position);
  }

  private Expression shift(
      final BinaryOperator operator,
      final Expression left,
      final Expression right,
      final int position) {
    final Expression a = operands.promote(left);
    final Expression b = operands.promote(right);
    final CType type = a.type().unqualified();
    final Expression folded = Folding.binary(operator, a, b, type, position);
    return folded != null ? folded : new Binary(operator, a, b, type, position);
  }

  /** A pointer moved forward or backward by a number of elements. */
  Expression offset(
      final Expression pointer, final Expression index, final int sign, final int position) {
    final CType type = pointer.type().unqualified();
    final long size = elementSize(type, position);
    if (size < 0) {
      return new Erroneous(position);
    }
    if (index instanceof IntegerConstant constant && pointer instanceof IntegerConstant base) {
      return new IntegerConstant(type, base.value() + sign * size * constant.value(), position);
    }
    return new PointerOffset(pointer, operands.promote(index), sign * size, type, position);
  }

  /** The size of what a pointer points to, 1 for void and functions; -1 after a message. */
  long elementSize(final CType pointer, final int position) {
    final CType target = ((PointerType) pointer.unqualified()).target().unqualified();
    if (target.isVoid() || target instanceof FunctionType) {
      return 1;
    }
    if (!target.isComplete()) {
      diagnostics.error(
          position,
          "'"
              + target.describe()
              + "' is incomplete, so that pointers to it cannot be moved; define it before");
      return -1;
    }
    return target.size();
  }

  private Expression difference(final Expression left, final Expression right, final int position) {
    final CType a = ((PointerType) left.type().unqualified()).target();
    final CType b = ((PointerType) right.type().unqualified()).target();
    if (!Operands.goTogether(a, b)) {
      return operands.wrong(
          position,
          "pointers to '"
              + a.describe()
              + "' and '"
              + b.describe()
              + "' have no distance; convert one of them");
    }
    final long size = elementSize(left.type(), position);
    if (size < 0) {
      return new Erroneous(position);
    }
    if (size == 0) {
      return operands.wrong(position, "elements without size have no distance");
    }
    final AddressConstant x = AddressConstant.of(left);
    final AddressConstant y = x == null ? null : AddressConstant.of(right);
    if (x != null && y != null && x.isInSameObject(y)) {
      return new IntegerConstant(IntegerType.LONG, (x.offset() - y.offset()) / size, position);
    }
    return new PointerDifference(left, right, size, position);
  }

  private Expression comparePointers(
      final BinaryOperator operator,
      final Expression left,
      final Expression right,
      final int position) {
    final CType leftType = left.type().unqualified();
    final CType rightType = right.type().unqualified();
    Expression a = left;
    Expression b = right;
    if (leftType instanceof PointerType && Operands.isNullPointer(right)) {
      b = operands.convert(right, leftType, right.position());
    } else if (rightType instanceof PointerType && Operands.isNullPointer(left)) {
      a = operands.convert(left, rightType, left.position());
    } else if (leftType instanceof PointerType(CType from)
        && rightType instanceof PointerType(CType to)) {
      if (!Operands.goTogether(from, to)) {
        diagnostics.warning(
            position,
            "this compares pointers to '"
                + from.describe()
                + "' and '"
                + to.describe()
                + "'; convert one of them if that is meant");
      }
    } else {
      return operands.wrong(
          position,
          "cannot compare '"
              + leftType.describe()
              + "' with '"
              + rightType.describe()
              + "'; convert one of them");
    }
    if (a instanceof IntegerConstant x && b instanceof IntegerConstant y) {
      final Expression folded =
          Folding.binary(
              operator,
              new IntegerConstant(IntegerType.UNSIGNED_LONG, x.value(), position),
              new IntegerConstant(IntegerType.UNSIGNED_LONG, y.value(), position),
              IntegerType.INT,
              position);
      if (folded != null) {
        return folded;
      }
    }
    if ((isNull(b) && isObject(a)) || (isNull(a) && isObject(b))) {
      // No object is at the null address.
      if (operator == BinaryOperator.EQUAL || operator == BinaryOperator.NOT_EQUAL) {
        final int value = operator == BinaryOperator.NOT_EQUAL ? 1 : 0;
        return new IntegerConstant(IntegerType.INT, value, position);
      }
    }
    return new Binary(operator, a, b, IntegerType.INT, position);
  }

  private static boolean isNull(final Expression pointer) {
    return pointer instanceof IntegerConstant constant && constant.value() == 0;
  }

  private static boolean isObject(final Expression pointer) {
    final AddressConstant address = AddressConstant.of(pointer);
    return address != null && !address.isAbsolute() && address.offset() == 0;
  }

  /** A conjunction or disjunction. */
  public Expression logical(
      final boolean conjunction,
      final Expression first,
      final Expression second,
      final int position) {
    final Expression left = operands.condition(first);
    final Expression right = operands.condition(second);
    if (left.type().isError() || right.type().isError()) {
      return new Erroneous(position);
    }
    final Boolean leftZero = Folding.isZero(left);
    if (leftZero != null) {
      if (leftZero == conjunction) {
        return new IntegerConstant(IntegerType.INT, conjunction ? 0 : 1, position);
      }
      final Boolean rightZero = Folding.isZero(right);
      if (rightZero != null) {
        return new IntegerConstant(IntegerType.INT, rightZero ? 0 : 1, position);
      }
    }
    return new Logical(conjunction, left, right, position);
  }

  /** The conditional operator. */
  public Expression conditional(
      final Expression test, final Expression first, final Expression second, final int position) {
    final Expression condition = operands.condition(test);
    Expression a = operands.value(first);
    Expression b = operands.value(second);
    if (condition.type().isError() || a.type().isError() || b.type().isError()) {
      return new Erroneous(position);
    }
    final CType type = conditionalType(a, b, position);
    if (type.isError()) {
      return new Erroneous(position);
    }
    if (type.isScalar()) {
      a = operands.convert(a, type, a.position());
      b = operands.convert(b, type, b.position());
    }
    final Boolean zero = Folding.isZero(condition);
    if (zero != null) {
      final Expression chosen = zero ? b : a;
      if (chosen instanceof IntegerConstant || chosen instanceof Expression.FloatConstant) {
        return chosen;
      }
    }
    return new Conditional(condition, a, b, type, position);
  }

  private CType conditionalType(final Expression a, final Expression b, final int position) {
    final CType left = a.type().unqualified();
    final CType right = b.type().unqualified();
    if (left.isArithmetic() && right.isArithmetic()) {
      return Operands.common(a, b);
    }
    if (left.isVoid() || right.isVoid()) {
      return VoidType.VOID;
    }
    if (left instanceof RecordType && left.equals(right)) {
      return left;
    }
    if (left.isPointer() && Operands.isNullPointer(b)) {
      return left;
    }
    if (right.isPointer() && Operands.isNullPointer(a)) {
      return right;
    }
    if (left instanceof PointerType(CType x) && right instanceof PointerType(CType y)) {
      final int both = x.qualifiers() | y.qualifiers();
      if (x.isVoid() || y.isVoid()) {
        return new PointerType(VoidType.VOID.qualified(both));
      }
      if (Compatibility.compatibleUnqualified(x, y)) {
        return new PointerType(
            Compatibility.composite(x.unqualified(), y.unqualified()).qualified(both));
      }
      if (Operands.goTogether(x, y)) {
        return left;
      }
      diagnostics.warning(
          position,
          "the two values of '?:' are pointers to '"
              + x.describe()
              + "' and '"
              + y.describe()
              + "'; convert one of them if that is meant");
      return new PointerType(VoidType.VOID.qualified(both));
    }
    return operands
        .wrong(
            position,
            "the two values of '?:' have types '"
                + left.describe()
                + "' and '"
                + right.describe()
                + "', which do not go together; convert one of them")
        .type();
  }

  /** The comma operator. */
  public Expression comma(final Expression left, final Expression second, final int position) {
    final Expression right = operands.value(second);
    if (left.type().isError() || right.type().isError()) {
      return new Erroneous(position);
    }
    return new Expression.Comma(left, right, right.type().unqualified(), position);
  }
}
