package dev.sargasso.frontend.c.check;

import dev.sargasso.frontend.c.syntax.BinaryOperator;
import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.syntax.Expression.Assign;
import dev.sargasso.frontend.c.syntax.Expression.CompoundAssign;
import dev.sargasso.frontend.c.syntax.Expression.Erroneous;
import dev.sargasso.frontend.c.syntax.Expression.Step;
import dev.sargasso.frontend.c.type.ArrayType;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.Field;
import dev.sargasso.frontend.c.type.FunctionType;
import dev.sargasso.frontend.c.type.QualifiedType;
import dev.sargasso.frontend.c.type.RecordType;

/** The operators that change an object (C11 6.5.2.4, 6.5.3.1, 6.5.16). */
public final class Assignments {
  private final Operands operands;
  private final Operators operators;

  /** Checks with the given rules for operands and operators. */
  public Assignments(final Operands operands, final Operators operators) {
    this.operands = operands;
    this.operators = operators;
  }

  /** An assignment. */
  public Expression assign(final Expression target, final Expression value, final int position) {
    if (!isModifiable(target, position)) {
      return new Erroneous(position);
    }
    final CType type = target.type().unqualified();
    final Expression converted =
        operands.assign(value, type, position, "assign to " + describe(target));
    return converted.type().isError() ? converted : new Assign(target, converted, type, position);
  }

  private static String describe(final Expression target) {
    return switch (target) {
      case Expression.Variable variable -> "'" + variable.symbol().name() + "'";
      case Expression.Member member -> "member '" + member.field().name() + "'";
      default -> "an object";
    };
  }

  /** An assignment that combines. */
  public Expression compound(
      final BinaryOperator operator,
      final Expression target,
      final Expression operand,
      final int position) {
    if (!isModifiable(target, position)) {
      return new Erroneous(position);
    }
    // The binary operator checks the operands and says which type it works in.
    final Expression combined = operators.binary(operator, target, operand, position);
    if (combined.type().isError()) {
      return combined;
    }
    final CType type = target.type().unqualified();
    final Expression value = operands.value(operand);
    if (type.isPointer()) {
      if (!(combined instanceof Expression.PointerOffset moved)) {
        return operands.wrong(
            position, "'" + operator.spelling() + "=' does not move a pointer; use '+=' or '-='");
      }
      return new CompoundAssign(
          operator, target, moved.index(), type, Math.abs(moved.scale()), type, position);
    }
    if (!combined.type().isArithmetic()) {
      return operands.wrong(
          position,
          "'"
              + operator.spelling()
              + "=' cannot leave a value of type '"
              + combined.type().describe()
              + "' in an object of type '"
              + type.describe()
              + "'; convert the right operand");
    }
    final CType computation = combined.type().unqualified();
    final Expression right =
        operator.isShift()
            ? operands.promote(value)
            : operands.convert(value, computation, value.position());
    return new CompoundAssign(operator, target, right, computation, 1, type, position);
  }

  /** An increment or decrement; {@code sign} is 1 or -1. */
  public Expression step(
      final Expression target, final int sign, final boolean prefix, final int position) {
    if (!isModifiable(target, position)) {
      return new Erroneous(position);
    }
    final CType type = target.type().unqualified();
    if (type.isPointer()) {
      final long size = operators.elementSize(type, position);
      return size < 0
          ? new Erroneous(position)
          : new Step(target, sign * size, prefix, type, position);
    }
    if (!type.isArithmetic()) {
      return operands.wrong(
          position,
          "'"
              + (sign > 0 ? "++" : "--")
              + "' needs a number or a pointer, not '"
              + type.describe()
              + "'");
    }
    return new Step(target, sign, prefix, type, position);
  }

  private boolean isModifiable(final Expression target, final int position) {
    final CType type = target.type();
    if (type.isError()) {
      return false;
    }
    final String problem;
    if (type.unqualified() instanceof ArrayType) {
      problem = "an array cannot be assigned to; assign its elements one by one";
    } else if (type.unqualified() instanceof FunctionType) {
      problem = "a function cannot be assigned to; use a pointer to it";
    } else if (!target.isLvalue()) {
      problem = "this is a value, not an object that can be changed; assign to a variable";
    } else if (!type.isComplete()) {
      problem = "'" + type.describe() + "' is incomplete here; define it before";
    } else if ((type.qualifiers() & QualifiedType.CONST) != 0 || hasConstMember(type)) {
      problem = describe(target) + " is const and cannot be changed; remove the const if it must";
    } else {
      return true;
    }
    operands.wrong(position, problem);
    return false;
  }

  private static boolean hasConstMember(final CType type) {
    if (type.unqualified() instanceof RecordType record) {
      for (final Field field : record.fields()) {
        CType member = field.type();
        while (member.unqualified() instanceof ArrayType(CType element, long _)) {
          member = element;
        }
        if ((member.qualifiers() & QualifiedType.CONST) != 0 || hasConstMember(member)) {
          return true;
        }
      }
    }
    return false;
  }
}
