package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.syntax.BinaryOperator;
import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.FloatingType;
import dev.sargasso.frontend.c.type.IntegerType;
import dev.sargasso.frontend.c.type.RecordType;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import java.util.ArrayDeque;

/** The values of scalar expressions. */
final class Values {
  private final Context context;

  Values(final Context context) {
    this.context = context;
  }

  /** Evaluates an expression for its effects alone. */
  void effects(final Expression expression) {
    switch (expression) {
      case Expression.Convert convert when convert.type().isVoid() -> effects(convert.operand());
      case Expression.Comma comma -> {
        effects(comma.left());
        effects(comma.right());
      }
      case Expression.Conditional choice when choice.type().isVoid() -> effectsOf(choice);
      case Expression.Logical logical -> {
        final int right = context.builder.newBlock();
        final int after = context.builder.newBlock();
        if (logical.conjunction()) {
          context.conditions.branch(logical.left(), right, after);
        } else {
          context.conditions.branch(logical.left(), after, right);
        }
        context.builder.seal(right);
        context.builder.setBlock(right);
        effects(logical.right());
        context.builder.jump(after);
        context.builder.seal(after);
        context.builder.setBlock(after);
      }
      case Expression.Call call -> context.calls.call(call);
      case Expression.Step step -> step(step, false);
      case Expression.BeginArguments begin -> context.variableArguments.begin(begin);
      case Expression.CopyArguments copy -> context.variableArguments.copy(copy);
      default -> {
        if (expression.type().unqualified() instanceof RecordType) {
          context.records.value(expression);
        } else if (expression.type().isScalar()) {
          of(expression);
        } else if (expression.isLvalue()) {
          context.places.of(expression);
        }
      }
    }
  }

  private void effectsOf(final Expression.Conditional choice) {
    final int whenTrue = context.builder.newBlock();
    final int whenFalse = context.builder.newBlock();
    final int after = context.builder.newBlock();
    context.conditions.branch(choice.condition(), whenTrue, whenFalse);
    context.builder.seal(whenTrue);
    context.builder.seal(whenFalse);
    context.builder.setBlock(whenTrue);
    effects(choice.whenTrue());
    context.builder.jump(after);
    context.builder.setBlock(whenFalse);
    effects(choice.whenFalse());
    context.builder.jump(after);
    context.builder.seal(after);
    context.builder.setBlock(after);
  }

  /** The value of a scalar expression. */
  Node of(final Expression expression) {
    return switch (expression) {
      case Expression.IntegerConstant constant ->
          context.graph.constant(Types.of(constant.type()), constant.value());
      case Expression.FloatConstant constant -> floating(constant);
      case Expression.Variable _, Expression.Dereference _, Expression.CompoundLiteral _ ->
          read(expression);
      case Expression.Member member ->
          member.isLvalue() ? read(expression) : context.records.scalarMember(member);
      case Expression.AddressOf address -> address(address);
      case Expression.Convert convert -> convert(convert);
      case Expression.Negate negate -> {
        final Node value = of(negate.operand());
        context.at(negate.position());
        final Type type = context.scalar(negate.type(), negate.position());
        yield type.isFloat()
            ? context.builder.unary(Op.FNEG, type, value)
            : context.graph.make(
                Op.NEG, type, Types.isSigned(negate.type()) ? Op.NO_SIGNED_WRAP : 0, null, value);
      }
      case Expression.Complement complement -> {
        final Node value = of(complement.operand());
        context.at(complement.position());
        yield context.builder.unary(Op.NOT, Types.of(complement.type()), value);
      }
      case Expression.Not _ -> context.number(context.conditions.truth(expression));
      case Expression.Binary binary -> binary(binary);
      case Expression.PointerOffset moved -> {
        final Node pointer = of(moved.pointer());
        if (moved.index() instanceof Expression.IntegerConstant index) {
          context.at(moved.position());
          yield context.memory.at(pointer, index.value() * moved.scale());
        }
        final Node index = of(moved.index());
        context.at(moved.position());
        yield context.arithmetic.moved(pointer, index, moved.index().type(), moved.scale());
      }
      case Expression.PointerDifference difference -> {
        final Node left = of(difference.left());
        final Node right = of(difference.right());
        context.at(difference.position());
        yield context.arithmetic.distance(left, right, difference.scale());
      }
      case Expression.Logical _ -> logical(expression);
      case Expression.Conditional choice -> conditional(choice);
      case Expression.Assign assign -> {
        if (assign.type().unqualified() instanceof RecordType) {
          throw new IllegalStateException("a structure is no scalar");
        }
        final Place target = context.places.of(assign.target());
        final Node value = of(assign.value());
        context.at(assign.position());
        yield context.places.write(target, value);
      }
      case Expression.CompoundAssign assign -> compound(assign);
      case Expression.Step step -> step(step, true);
      case Expression.Comma comma -> {
        effects(comma.left());
        yield of(comma.right());
      }
      case Expression.Call call -> context.calls.scalar(call);
      case Expression.NextArgument next -> context.variableArguments.scalar(next);
      case Expression.StringConstant _,
          Expression.FunctionName _,
          Expression.BeginArguments _,
          Expression.CopyArguments _,
          Expression.Erroneous _ ->
          throw new IllegalStateException("no scalar value: " + expression);
    };
  }

  private Node floating(final Expression.FloatConstant constant) {
    final CType type = constant.type().unqualified();
    context.scalar(type, constant.position());
    return type == FloatingType.FLOAT
        ? context.graph.constant((float) constant.value())
        : context.graph.constant(constant.value());
  }

  private Node read(final Expression expression) {
    final Place place = context.places.of(expression);
    context.at(expression.position());
    return context.places.read(place, expression.position());
  }

  private Node address(final Expression.AddressOf address) {
    context.at(address.position());
    if (address.operand() instanceof Expression.FunctionName function) {
      return context.builder.symbol(context.unit.symbol(function.symbol()));
    }
    if (address.operand() instanceof Expression.Dereference dereference) {
      return of(dereference.pointer());
    }
    final Place place = context.places.of(address.operand());
    context.at(address.position());
    return context.places.address(place);
  }

  private Node convert(final Expression.Convert convert) {
    final Expression operand = convert.operand();
    if (operand instanceof Expression.Logical
        || operand instanceof Expression.Not
        || (operand instanceof Expression.Binary binary && binary.operator().isComparison())) {
      // A truth value goes straight to the width that is wanted.
      if (convert.type().isInteger()) {
        final Node truth = context.conditions.truth(operand);
        return context.builder.unary(Op.ZERO_EXTEND, Types.of(convert.type()), truth);
      }
    }
    final Node value = of(operand);
    context.at(convert.position());
    context.scalar(convert.type(), convert.position());
    context.scalar(operand.type(), convert.position());
    return context.arithmetic.convert(value, operand.type(), convert.type());
  }

  /** A binary operator; the left spine of a long chain is walked by a loop. */
  private Node binary(final Expression.Binary outermost) {
    if (outermost.operator().isComparison()) {
      return context.number(context.conditions.truth(outermost));
    }
    if (!isChain(outermost.left())) {
      return apply(outermost, of(outermost.left()));
    }
    final ArrayDeque<Expression.Binary> spine = new ArrayDeque<>();
    Expression left = outermost;
    while (isChain(left)) {
      final Expression.Binary link = (Expression.Binary) left;
      spine.push(link);
      left = link.left();
    }
    Node value = of(left);
    while (!spine.isEmpty()) {
      value = apply(spine.pop(), value);
    }
    return value;
  }

  private static boolean isChain(final Expression expression) {
    return expression instanceof Expression.Binary binary && !binary.operator().isComparison();
  }

  private Node apply(final Expression.Binary binary, final Node left) {
    final Node right = of(binary.right());
    context.at(binary.position());
    context.scalar(binary.type(), binary.position());
    return context.arithmetic.binary(binary.operator(), binary.type(), left, right);
  }

  /** A logical operator whose value is asked for as a number. */
  private Node logical(final Expression expression) {
    return context.number(context.conditions.truth(expression));
  }

  private Node conditional(final Expression.Conditional choice) {
    final Boolean known = Conditions.known(choice.condition());
    if (known != null) {
      return of(known ? choice.whenTrue() : choice.whenFalse());
    }
    final Type type = context.scalar(choice.type(), choice.position());
    if (!type.isFloat() && isCheap(choice.whenTrue(), 2) && isCheap(choice.whenFalse(), 2)) {
      final Node truth = context.conditions.truth(choice.condition());
      final Node first = of(choice.whenTrue());
      final Node second = of(choice.whenFalse());
      context.at(choice.position());
      return context.builder.select(truth, first, second);
    }
    final int result = context.builder.newVariable(type);
    final int whenTrue = context.builder.newBlock();
    final int whenFalse = context.builder.newBlock();
    final int after = context.builder.newBlock();
    context.conditions.branch(choice.condition(), whenTrue, whenFalse);
    context.builder.seal(whenTrue);
    context.builder.seal(whenFalse);
    context.builder.setBlock(whenTrue);
    context.builder.write(result, of(choice.whenTrue()));
    context.builder.jump(after);
    context.builder.setBlock(whenFalse);
    context.builder.write(result, of(choice.whenFalse()));
    context.builder.jump(after);
    context.builder.seal(after);
    context.builder.setBlock(after);
    return context.builder.read(result);
  }

  /** Whether evaluating an expression costs next to nothing, cannot trap and has no effects. */
  private boolean isCheap(final Expression expression, final int budget) {
    return switch (expression) {
      case Expression.IntegerConstant _ -> true;
      case Expression.Variable variable -> context.isInVariable(variable.symbol());
      case Expression.Convert convert ->
          !convert.type().isFloating()
              && !convert.operand().type().isFloating()
              && isCheap(convert.operand(), budget);
      case Expression.Negate negate -> budget > 0 && isCheap(negate.operand(), budget - 1);
      case Expression.Complement complement ->
          budget > 0 && isCheap(complement.operand(), budget - 1);
      case Expression.Binary binary ->
          budget > 0
              && !binary.left().type().isFloating()
              && binary.operator() != BinaryOperator.DIVIDE
              && binary.operator() != BinaryOperator.REMAINDER
              && isCheap(binary.left(), budget - 1)
              && isCheap(binary.right(), budget - 1);
      default -> false;
    };
  }

  private Node compound(final Expression.CompoundAssign assign) {
    final Place target = context.places.of(assign.target());
    final Node operand = of(assign.value());
    context.at(assign.position());
    final Node old = context.places.read(target, assign.position());
    final CType computation = assign.computation();
    if (computation.isPointer()) {
      final long scale = assign.operator() == BinaryOperator.ADD ? assign.scale() : -assign.scale();
      return context.places.write(
          target, context.arithmetic.moved(old, operand, assign.value().type(), scale));
    }
    context.scalar(computation, assign.position());
    final Node left = context.arithmetic.convert(old, assign.type(), computation);
    final Node result = context.arithmetic.binary(assign.operator(), computation, left, operand);
    return context.places.write(
        target, context.arithmetic.convert(result, computation, assign.type()));
  }

  private Node step(final Expression.Step step, final boolean wanted) {
    final Place target = context.places.of(step.target());
    context.at(step.position());
    final Node old = context.places.read(target, step.position());
    final CType type = step.type();
    final Node changed;
    if (type.isPointer()) {
      changed = context.memory.at(old, step.amount());
    } else if (type.unqualified() == FloatingType.FLOAT) {
      changed =
          context.builder.binary(
              Op.FADD, Type.F32, old, context.graph.constant((float) step.amount()));
    } else if (type.isFloating()) {
      changed =
          context.builder.binary(
              Op.FADD, Type.F64, old, context.graph.constant((double) step.amount()));
    } else if (type.unqualified() == IntegerType.BOOL) {
      changed =
          step.amount() > 0
              ? context.graph.constant(Type.I8, 1)
              : context.builder.binary(Op.XOR, Type.I8, old, context.graph.constant(Type.I8, 1));
    } else {
      final Type own = Types.of(type);
      // Narrow types are computed with as int and cannot overflow there.
      final boolean noWrap = Types.isSigned(type) && own.bits() >= 32;
      changed =
          context.builder.binary(
              Op.ADD,
              own,
              noWrap ? Op.NO_SIGNED_WRAP : 0,
              old,
              context.graph.constant(own, step.amount()));
    }
    final Node written = context.places.write(target, changed);
    return step.prefix() || !wanted ? written : old;
  }
}
