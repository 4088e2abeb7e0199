package dev.sargasso.frontend.c.check;

import dev.sargasso.frontend.c.syntax.BinaryOperator;
import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.syntax.Expression.AddressOf;
import dev.sargasso.frontend.c.syntax.Expression.Call;
import dev.sargasso.frontend.c.syntax.Expression.Dereference;
import dev.sargasso.frontend.c.syntax.Expression.Erroneous;
import dev.sargasso.frontend.c.syntax.Expression.IntegerConstant;
import dev.sargasso.frontend.c.syntax.Expression.Member;
import dev.sargasso.frontend.c.syntax.FunctionSymbol;
import dev.sargasso.frontend.c.syntax.Symbol;
import dev.sargasso.frontend.c.syntax.VariableSymbol;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.Field;
import dev.sargasso.frontend.c.type.FunctionType;
import dev.sargasso.frontend.c.type.IntegerType;
import dev.sargasso.frontend.c.type.PointerType;
import dev.sargasso.frontend.c.type.RecordType;
import java.util.ArrayList;
import java.util.List;

/** Names, members, elements, addresses, sizes and calls (C11 6.5.1 to 6.5.3). */
public final class Accesses {
  private final SymbolTable symbols;
  private final Operands operands;
  private final Operators operators;

  /** Checks names in the given scopes. */
  public Accesses(final SymbolTable symbols, final Operands operands, final Operators operators) {
    this.symbols = symbols;
    this.operands = operands;
    this.operators = operators;
  }

  /** An identifier; {@code called} says whether an opening parenthesis follows. */
  public Expression name(final String name, final boolean called, final int position) {
    return switch (symbols.find(name)) {
      case VariableSymbol variable -> new Expression.Variable(variable, variable.type(), position);
      case FunctionSymbol function -> {
        function.use();
        yield new Expression.FunctionName(function, position);
      }
      case Symbol.Enumerator constant ->
          new IntegerConstant(constant.type(), constant.value(), position);
      case Symbol.TypeName _ ->
          operands.wrong(position, "'" + name + "' is a type; an expression is expected here");
      case null -> operands.wrong(position, undeclared(name, called));
    };
  }

  private static String undeclared(final String name, final boolean called) {
    final String header = LibraryHeaders.of(name);
    if (!header.isEmpty()) {
      return "'" + name + "' is not declared; add #include <" + header + ">";
    }
    return called
        ? "function '" + name + "' is not declared; declare it before it is called"
        : "'" + name + "' is not declared; declare it before it is used";
  }

  /** The object that a pointer points to. */
  public Expression dereference(final Expression operand, final int position) {
    final Expression pointer = operands.value(operand);
    if (pointer.type().isError()) {
      return pointer;
    }
    if (!(pointer.type().unqualified() instanceof PointerType(CType target))) {
      return operands.wrong(
          position,
          "'*' needs a pointer, not a value of type '"
              + pointer.type().unqualified().describe()
              + "'");
    }
    if (target instanceof FunctionType
        && pointer instanceof AddressOf address
        && address.operand() instanceof Expression.FunctionName function) {
      return function;
    }
    return new Dereference(pointer, target, position);
  }

  /** The address of an object or function. */
  public Expression address(final Expression operand, final int position) {
    final CType type = operand.type();
    if (type.isError()) {
      return operand;
    }
    if (operand instanceof Dereference dereference) {
      // &*p is p, even if nothing is there.
      return operands.convert(dereference.pointer(), new PointerType(type), position);
    }
    if (!operand.isLvalue() && !(type instanceof FunctionType)) {
      return operands.wrong(
          position, "'&' needs an object or a function; this is a value without an address");
    }
    if (operand instanceof Member member && member.field().isBitField()) {
      return operands.wrong(
          position, "bit-field '" + member.field().name() + "' has no address; copy its value");
    }
    operands.takeAddress(operand);
    return new AddressOf(operand, new PointerType(type), position);
  }

  /** An element of an array. */
  public Expression index(final Expression array, final Expression index, final int position) {
    final Expression left = operands.value(array);
    final Expression right = operands.value(index);
    final CType a = left.type().unqualified();
    final CType b = right.type().unqualified();
    if (a.isError() || b.isError()) {
      return new Erroneous(position);
    }
    if (!((a.isPointer() && b.isInteger()) || (a.isInteger() && b.isPointer()))) {
      final boolean noArray = !a.isPointer() && !b.isPointer();
      return operands.wrong(
          position,
          noArray
              ? "'" + a.describe() + "' is not an array or a pointer and has no elements"
              : "an array index has to be an integer, not '"
                  + (a.isPointer() ? b : a).describe()
                  + "'");
    }
    return dereference(operators.binary(BinaryOperator.ADD, left, right, position), position);
  }

  /** A member of an object, or of what a pointer points to. */
  public Expression member(
      final Expression object, final String name, final boolean arrow, final int position) {
    Expression base = object;
    if (base.type().isError()) {
      return base;
    }
    if (arrow) {
      final Expression pointer = operands.value(base);
      if (!(pointer.type().unqualified() instanceof PointerType)) {
        final String hint =
            pointer.type().unqualified() instanceof RecordType ? "; use '.' instead" : "";
        return operands.wrong(
            position,
            "'->' needs a pointer to a structure, not '"
                + pointer.type().unqualified().describe()
                + "'"
                + hint);
      }
      base = dereference(pointer, position);
    }
    if (!(base.type().unqualified() instanceof RecordType record)) {
      final boolean pointer =
          base.type().unqualified() instanceof PointerType(CType target)
              && target.unqualified() instanceof RecordType;
      return operands.wrong(
          position,
          "'"
              + base.type().unqualified().describe()
              + "' has no members"
              + (pointer ? "; use '->' instead of '.'" : ""));
    }
    if (!record.isComplete()) {
      return operands.wrong(
          position, "'" + record.describe() + "' is incomplete here; define it before");
    }
    final List<Field> path = record.path(name);
    if (path.isEmpty()) {
      return operands.wrong(
          position, "'" + record.describe() + "' has no member '" + name + "'; correct the name");
    }
    if (base instanceof Expression.Variable variable) {
      variable.symbol().useMember();
    }
    for (final Field field : path) {
      base = new Member(base, field, field.type().qualified(base.type().qualifiers()), position);
    }
    return base;
  }

  /** The size of a type. */
  public Expression sizeOf(final CType type, final int position) {
    final CType plain = type.unqualified();
    if (plain.isError()) {
      return new Erroneous(position);
    }
    if (plain.isVoid() || plain instanceof FunctionType) {
      return new IntegerConstant(IntegerType.UNSIGNED_LONG, 1, position);
    }
    if (!plain.isComplete()) {
      return operands.wrong(
          position, "'" + plain.describe() + "' is incomplete and has no size; define it before");
    }
    return new IntegerConstant(IntegerType.UNSIGNED_LONG, plain.size(), position);
  }

  /** The size of the object or value of an expression. */
  public Expression sizeOf(final Expression operand, final int position) {
    if (operand instanceof Member member && member.field().isBitField()) {
      return operands.wrong(position, "a bit-field has no size in bytes");
    }
    return sizeOf(operand.type(), position);
  }

  /** The alignment of a type. */
  public Expression alignOf(final CType type, final int position) {
    final CType plain = type.unqualified();
    if (plain.isError()) {
      return new Erroneous(position);
    }
    if (!plain.isComplete() && !plain.isVoid()) {
      return operands.wrong(
          position, "'" + plain.describe() + "' is incomplete and has no alignment; define it");
    }
    return new IntegerConstant(IntegerType.UNSIGNED_LONG, plain.alignment(), position);
  }

  /** A call. */
  public Expression call(
      final Expression callee, final List<Expression> arguments, final int position) {
    final Expression function = operands.value(callee);
    if (function.type().isError()) {
      return function;
    }
    if (!(function.type().unqualified() instanceof PointerType(CType target))
        || !(target.unqualified() instanceof FunctionType type)) {
      return operands.wrong(
          position,
          "'"
              + function.type().unqualified().describe()
              + "' is not a function; only functions"
              + " and pointers to them can be called");
    }
    final String name =
        callee instanceof Expression.FunctionName named ? "'" + named.symbol().name() + "'" : "it";
    final int count = type.parameters().size();
    if (type.prototyped()
        && (arguments.size() < count || (arguments.size() > count && !type.variadic()))) {
      return operands.wrong(
          position,
          name
              + " takes "
              + (type.variadic() ? "at least " : "")
              + count
              + (count == 1 ? " argument" : " arguments")
              + ", but the call has "
              + arguments.size());
    }
    if (!type.result().isVoid() && !type.result().isComplete()) {
      return operands.wrong(
          position,
          "the result type '" + type.result().describe() + "' is incomplete; define it before");
    }
    final List<Expression> values = new ArrayList<>(arguments.size());
    boolean wrong = false;
    for (int index = 0; index < arguments.size(); index++) {
      final Expression argument = arguments.get(index);
      final Expression value =
          index < count
              ? operands.assign(
                  argument,
                  type.parameters().get(index),
                  argument.position(),
                  "pass argument " + (index + 1) + " of " + name)
              : extraArgument(argument);
      wrong |= value.type().isError();
      values.add(value);
    }
    return wrong
        ? new Erroneous(position)
        : new Call(
            callee instanceof Expression.FunctionName ? callee : function,
            type,
            List.copyOf(values),
            type.result().unqualified(),
            position);
  }

  private Expression extraArgument(final Expression argument) {
    final Expression value = operands.value(argument);
    if (value.type().isVoid()) {
      return operands.wrong(argument.position(), "a void expression cannot be an argument");
    }
    return operands.promoteArgument(value);
  }
}
