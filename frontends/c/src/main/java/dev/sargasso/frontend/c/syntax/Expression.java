package dev.sargasso.frontend.c.syntax;

import dev.sargasso.frontend.c.type.ArrayType;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.ErrorType;
import dev.sargasso.frontend.c.type.Field;
import dev.sargasso.frontend.c.type.FunctionType;
import dev.sargasso.frontend.c.type.IntegerType;
import dev.sargasso.frontend.c.type.VoidType;
import java.util.List;

/**
 * A checked expression. Where it designates an object, its type may be qualified; the value of the
 * object has the unqualified type.
 */
public sealed interface Expression {
  /** The type. */
  CType type();

  /** Where it stands: its operator, or its only token. */
  int position();

  /** Whether the expression designates an object (C11 6.3.2.1). */
  default boolean isLvalue() {
    return switch (this) {
      case Variable _, StringConstant _, Dereference _, CompoundLiteral _ -> true;
      case Member member -> member.object.isLvalue();
      default -> false;
    };
  }

  /** A constant of integer or pointer type; the value is extended to 64 bits by its type. */
  record IntegerConstant(CType type, long value, int position) implements Expression {}

  /** A constant of type float or double. */
  record FloatConstant(CType type, double value, int position) implements Expression {}

  /** A string literal; the bytes include the terminating zero. */
  // Nobody asks whether two of them are equal, and the array is not changed.
  @SuppressWarnings("ArrayRecordComponent")
  record StringConstant(ArrayType type, byte[] bytes, int position) implements Expression {}

  /** A variable. */
  record Variable(VariableSymbol symbol, CType type, int position) implements Expression {}

  /** A function by its name. */
  record FunctionName(FunctionSymbol symbol, int position) implements Expression {
    @Override
    public CType type() {
      return symbol.type();
    }
  }

  /** A member of a structure or union. */
  record Member(Expression object, Field field, CType type, int position) implements Expression {}

  /** What a pointer points to. */
  record Dereference(Expression pointer, CType type, int position) implements Expression {}

  /** The address of an object or function; an array or function that decays is this too. */
  record AddressOf(Expression operand, CType type, int position) implements Expression {}

  /** A conversion to another scalar type or to void. */
  record Convert(Expression operand, CType type, int position) implements Expression {}

  /** Arithmetic negation. */
  record Negate(Expression operand, CType type, int position) implements Expression {}

  /** Bitwise complement. */
  record Complement(Expression operand, CType type, int position) implements Expression {}

  /** Whether a scalar is zero. */
  record Not(Expression operand, int position) implements Expression {
    @Override
    public CType type() {
      return IntegerType.INT;
    }
  }

  /** An operator on two values of one type; for a shift, the right one has a promoted type. */
  record Binary(
      BinaryOperator operator, Expression left, Expression right, CType type, int position)
      implements Expression {}

  /** A pointer moved by a number of elements of {@code scale} bytes, backward if it is negative. */
  record PointerOffset(Expression pointer, Expression index, long scale, CType type, int position)
      implements Expression {}

  /** The distance of two pointers in elements of {@code scale} bytes. */
  record PointerDifference(Expression left, Expression right, long scale, int position)
      implements Expression {
    @Override
    public CType type() {
      return IntegerType.LONG;
    }
  }

  /** A conjunction or disjunction, which evaluates its right operand only if it has to. */
  record Logical(boolean conjunction, Expression left, Expression right, int position)
      implements Expression {
    @Override
    public CType type() {
      return IntegerType.INT;
    }
  }

  /** The conditional operator. */
  record Conditional(
      Expression condition, Expression whenTrue, Expression whenFalse, CType type, int position)
      implements Expression {}

  /** An assignment; the value has the target's type already. */
  record Assign(Expression target, Expression value, CType type, int position)
      implements Expression {}

  /**
   * An assignment that combines. The operator works in the type {@code computation}, to which the
   * target's value is converted; for a pointer the operator adds or subtracts elements of {@code
   * scale} bytes.
   */
  record CompoundAssign(
      BinaryOperator operator,
      Expression target,
      Expression value,
      CType computation,
      long scale,
      CType type,
      int position)
      implements Expression {}

  /** An increment or decrement by {@code amount}, which for a pointer is in bytes. */
  record Step(Expression target, long amount, boolean prefix, CType type, int position)
      implements Expression {}

  /** The comma operator. */
  record Comma(Expression left, Expression right, CType type, int position) implements Expression {}

  /** A call of a function or of what a pointer points to; arguments are converted already. */
  record Call(
      Expression callee,
      FunctionType function,
      List<Expression> arguments,
      CType type,
      int position)
      implements Expression {}

  /** An unnamed object with an initialiser; a static one has it in its symbol. */
  record CompoundLiteral(VariableSymbol object, Initializer initializer, int position)
      implements Expression {
    @Override
    public CType type() {
      return object.type();
    }
  }

  /** The beginning of variable arguments, from the va_list at an address on. */
  record BeginArguments(Expression list, int position) implements Expression {
    @Override
    public CType type() {
      return VoidType.VOID;
    }
  }

  /** The next variable argument out of the va_list at an address. */
  record NextArgument(Expression list, CType type, int position) implements Expression {}

  /** A copy of the va_list at one address to another. */
  record CopyArguments(Expression target, Expression source, int position) implements Expression {
    @Override
    public CType type() {
      return VoidType.VOID;
    }
  }

  /** An expression that was reported as wrong. */
  record Erroneous(int position) implements Expression {
    @Override
    public CType type() {
      return ErrorType.ERROR;
    }
  }
}
