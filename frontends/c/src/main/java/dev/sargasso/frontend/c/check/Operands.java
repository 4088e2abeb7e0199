package dev.sargasso.frontend.c.check;

import dev.sargasso.frontend.c.source.Diagnostics;
import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.syntax.Expression.AddressOf;
import dev.sargasso.frontend.c.syntax.Expression.Convert;
import dev.sargasso.frontend.c.syntax.Expression.Erroneous;
import dev.sargasso.frontend.c.syntax.Expression.IntegerConstant;
import dev.sargasso.frontend.c.syntax.Expression.Member;
import dev.sargasso.frontend.c.type.ArrayType;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.Compatibility;
import dev.sargasso.frontend.c.type.Conversions;
import dev.sargasso.frontend.c.type.FunctionType;
import dev.sargasso.frontend.c.type.IntegerType;
import dev.sargasso.frontend.c.type.PointerType;
import dev.sargasso.frontend.c.type.RecordType;
import dev.sargasso.frontend.c.type.VoidType;

/** What happens to an expression before an operator gets it: decay, promotion, conversion (6.3). */
public final class Operands {
  private final Diagnostics diagnostics;

  /** Checks with messages to the given diagnostics. */
  public Operands(final Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  /** Reports an error and returns an expression that stands for it. */
  Expression wrong(final int position, final String message) {
    diagnostics.error(position, message);
    return new Erroneous(position);
  }

  /** The value of an expression: arrays and functions become pointers (6.3.2.1). */
  public Expression value(final Expression expression) {
    final CType type = expression.type().unqualified();
    if (type instanceof ArrayType(CType element, long _)) {
      if (!expression.isLvalue() && !(expression instanceof Member)) {
        return wrong(expression.position(), "this array has no address; store it first");
      }
      takeAddress(expression);
      return new AddressOf(expression, new PointerType(element), expression.position());
    }
    if (type instanceof FunctionType) {
      takeAddress(expression);
      return new AddressOf(expression, new PointerType(type), expression.position());
    }
    if (expression.isLvalue() && !type.isComplete() && !type.isVoid()) {
      return wrong(
          expression.position(),
          "'" + type.describe() + "' is incomplete here; define it before its value is used");
    }
    return expression;
  }

  /** Notes that the address of the object or function that an expression designates is taken. */
  void takeAddress(final Expression expression) {
    switch (expression) {
      case Expression.Variable variable -> variable.symbol().takeAddress();
      case Expression.FunctionName function -> function.symbol().use();
      case Member member -> takeAddress(member.object());
      case Expression.CompoundLiteral literal -> literal.object().takeAddress();
      default -> {}
    }
  }

  /** Whether an expression is a null pointer constant (6.3.2.3, 3). */
  static boolean isNullPointer(final Expression expression) {
    return expression instanceof IntegerConstant constant
        && constant.value() == 0
        && (constant.type().isInteger()
            || (constant.type().unqualified() instanceof PointerType(CType target)
                && target == VoidType.VOID));
  }

  /** Applies the integer promotions to an integer value. */
  public Expression promote(final Expression expression) {
    final int width = bitWidth(expression);
    final CType type =
        width > 0
            ? Conversions.promoteBitField(expression.type(), width)
            : Conversions.promote(expression.type());
    return convert(expression, type, expression.position());
  }

  /** The width of the bit-field whose value an expression has, or 0. */
  private static int bitWidth(final Expression expression) {
    return switch (expression) {
      case Member member -> member.field().bitWidth();
      case Expression.Assign assign -> bitWidth(assign.target());
      case Expression.CompoundAssign assign -> bitWidth(assign.target());
      case Expression.Step step -> bitWidth(step.target());
      case Expression.Comma comma -> bitWidth(comma.right());
      default -> 0;
    };
  }

  /** The type that an arithmetic operand brings into the usual arithmetic conversions. */
  private static CType operandType(final Expression expression) {
    final int width = bitWidth(expression);
    return width > 0
        ? Conversions.promoteBitField(expression.type(), width)
        : expression.type().unqualified();
  }

  /** The common type of two arithmetic operands. */
  static CType common(final Expression left, final Expression right) {
    return Conversions.common(operandType(left), operandType(right));
  }

  /** Applies the default argument promotions. */
  Expression promoteArgument(final Expression expression) {
    if (expression.type().isInteger()) {
      return promote(expression);
    }
    final CType promoted = Conversions.promoteArgument(expression.type());
    return promoted.isScalar() ? convert(expression, promoted, expression.position()) : expression;
  }

  /** Converts a value to a scalar type without questions; constants are folded. */
  Expression convert(final Expression expression, final CType type, final int position) {
    final CType target = type.unqualified();
    if (expression.type().unqualified().equals(target) || expression.type().isError()) {
      return expression;
    }
    final Expression folded = Folding.convert(expression, target, position);
    if (folded != null) {
      return folded;
    }
    if (target.isInteger() && target.size() == 8 && expression.type().isPointer()) {
      final AddressConstant address = AddressConstant.of(expression);
      if (address != null && address.isAbsolute()) {
        return new IntegerConstant(target, address.offset(), position);
      }
    }
    return new Convert(expression, target, position);
  }

  /** A cast (6.5.4). */
  public Expression cast(final Expression operand, final CType type, final int position) {
    final CType target = type.unqualified();
    if (target.isVoid()) {
      return new Convert(operand, VoidType.VOID, position);
    }
    final Expression value = value(operand);
    final CType source = value.type().unqualified();
    if (source.isError() || target.isError()) {
      return new Erroneous(position);
    }
    if (source instanceof RecordType && source.equals(target)) {
      return value;
    }
    if (!target.isScalar() || !source.isScalar()) {
      return wrong(
          position,
          "cannot convert '"
              + source.describe()
              + "' to '"
              + target.describe()
              + "'; only numbers and pointers convert");
    }
    if ((target.isPointer() && source.isFloating())
        || (target.isFloating() && source.isPointer())) {
      return wrong(
          position, "a pointer and a floating value do not convert; go through an integer type");
    }
    final Expression result = convert(value, target, position);
    return result.isLvalue() ? new Convert(result, target, position) : result;
  }

  /**
   * Converts a value as if by assignment (6.5.16.1).
   *
   * @param purpose what the value is for, such as "assign to 'x'", for messages
   */
  public Expression assign(
      final Expression expression, final CType type, final int position, final String purpose) {
    final Expression value = value(expression);
    final CType source = value.type().unqualified();
    final CType target = type.unqualified();
    if (source.isError() || target.isError()) {
      return new Erroneous(position);
    }
    if ((target.isArithmetic() && source.isArithmetic())
        || (target == IntegerType.BOOL && source.isPointer())) {
      return convert(value, target, position);
    }
    if (target instanceof RecordType && Compatibility.compatible(source, target)) {
      return value;
    }
    if (target instanceof PointerType pointer) {
      if (isNullPointer(value)) {
        return convert(value, target, position);
      }
      if (source instanceof PointerType(CType from)) {
        return assignPointer(value, from, pointer, position, purpose);
      }
    }
    final String hint =
        target.isScalar() && source.isScalar()
            ? "cast it if that is meant"
            : "the types have to be the same";
    return wrong(
        position,
        "cannot "
            + purpose
            + ": '"
            + target.describe()
            + "' is needed, but the value has type '"
            + source.describe()
            + "'; "
            + hint);
  }

  private Expression assignPointer(
      final Expression value,
      final CType from,
      final PointerType pointer,
      final int position,
      final String purpose) {
    final CType to = pointer.target();
    if (!goTogether(from, to)) {
      diagnostics.warning(
          position,
          "to "
              + purpose
              + ", '"
              + pointer.describe()
              + "' is needed, but the value has type '"
              + value.type().unqualified().describe()
              + "'; cast it if that is meant");
      return convert(value, pointer, position);
    }
    final int lost = innermost(from).qualifiers() & ~innermost(to).qualifiers();
    if (lost != 0) {
      diagnostics.warning(
          position,
          "to "
              + purpose
              + " drops a qualifier of '"
              + from.describe()
              + "'; declare the target with it, or cast");
    }
    return convert(value, pointer, position);
  }

  /** Whether pointers to two types may be assigned and compared, qualifiers aside. */
  static boolean goTogether(final CType left, final CType right) {
    if (left.isVoid() || right.isVoid() || Compatibility.compatibleUnqualified(left, right)) {
      return true;
    }
    // The qualifiers of an array are those of its elements (C23 6.7.4.1, 10), which lets a matrix
    // go where one of constant elements is wanted.
    if (left.unqualified() instanceof ArrayType(CType a, long n)
        && right.unqualified() instanceof ArrayType(CType b, long m)
        && (n == m || n == ArrayType.UNKNOWN || m == ArrayType.UNKNOWN)) {
      return Compatibility.compatibleUnqualified(innermost(a), innermost(b))
          && Compatibility.sameShape(a, b);
    }
    // Signed and unsigned char, int and unsigned, long and long long: same representation.
    return left.isInteger()
        && right.isInteger()
        && left.size() == right.size()
        && Conversions.integer(left) != IntegerType.BOOL
        && Conversions.integer(right) != IntegerType.BOOL;
  }

  /** What an array of arrays is made of in the end; any other type itself. */
  private static CType innermost(final CType type) {
    CType inner = type;
    while (inner.unqualified() instanceof ArrayType(CType element, long _)) {
      inner = element;
    }
    return inner;
  }

  /** Checks that a value can be compared with zero, and returns it. */
  public Expression condition(final Expression expression) {
    final Expression value = value(expression);
    if (value.type().isError() || value.type().isScalar()) {
      return value;
    }
    return wrong(
        value.position(),
        "a condition has to be a number or a pointer, not '" + value.type().describe() + "'");
  }
}
