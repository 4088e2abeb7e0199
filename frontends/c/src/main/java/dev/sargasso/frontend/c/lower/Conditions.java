package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.type.Type;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Truth values, and the control flow of conditions. */
final class Conditions {
  private final Context context;

  Conditions(final Context context) {
    this.context = context;
  }

  /** The value of a condition that is constant, or null. */
  static @Nullable Boolean known(final Expression condition) {
    return switch (condition) {
      case Expression.IntegerConstant constant -> constant.value() != 0;
      case Expression.FloatConstant constant -> constant.value() != 0;
      case Expression.AddressOf address
          when address.operand() instanceof Expression.Variable
              || address.operand() instanceof Expression.StringConstant ->
          true;
      default -> null;
    };
  }

  /** Whether a scalar expression is not zero, as an I1. */
  Node truth(final Expression expression) {
    return switch (expression) {
      case Expression.Not not -> negated(not);
      case Expression.Binary binary when binary.operator().isComparison() -> {
        final Node left = context.values.of(binary.left());
        final Node right = context.values.of(binary.right());
        context.at(binary.position());
        yield context.arithmetic.compare(binary.operator(), binary.left().type(), left, right);
      }
      case Expression.Logical logical -> joined(logical);
      default -> {
        final Boolean known = known(expression);
        if (known != null) {
          yield context.graph.constant(Type.I1, known ? 1 : 0);
        }
        final Node value = context.values.of(expression);
        context.at(expression.position());
        yield context.arithmetic.isNonZero(value, true);
      }
    };
  }

  private Node negated(final Expression.Not not) {
    final Expression operand = not.operand();
    if (operand instanceof Expression.Not
        || operand instanceof Expression.Logical
        || (operand instanceof Expression.Binary binary && binary.operator().isComparison())) {
      final Node truth = truth(operand);
      context.at(not.position());
      return context.arithmetic.not(truth);
    }
    final Node value = context.values.of(operand);
    context.at(not.position());
    return context.arithmetic.isNonZero(value, false);
  }

  private Node joined(final Expression.Logical logical) {
    final int result = context.builder.newVariable(Type.I1);
    final int whenTrue = context.builder.newBlock();
    final int whenFalse = context.builder.newBlock();
    final int after = context.builder.newBlock();
    branch(logical, whenTrue, whenFalse);
    context.builder.seal(whenTrue);
    context.builder.seal(whenFalse);
    context.builder.setBlock(whenTrue);
    context.builder.write(result, context.graph.constant(Type.I1, 1));
    context.builder.jump(after);
    context.builder.setBlock(whenFalse);
    context.builder.write(result, context.graph.constant(Type.I1, 0));
    context.builder.jump(after);
    context.builder.seal(after);
    context.builder.setBlock(after);
    return context.builder.read(result);
  }

  /**
   * Ends the block: to one block if a condition holds, to another if not. The left spine of a long
   * chain of the same operator is walked by a loop; its right operands get blocks of their own.
   */
  void branch(final Expression condition, final int whenTrue, final int whenFalse) {
    Expression expression = condition;
    int ifTrue = whenTrue;
    int ifFalse = whenFalse;
    while (expression instanceof Expression.Not not) {
      expression = not.operand();
      final int swapped = ifTrue;
      ifTrue = ifFalse;
      ifFalse = swapped;
    }
    if (!(expression instanceof Expression.Logical logical)) {
      final Node truth = truth(expression);
      context.at(expression.position());
      context.builder.branch(truth, ifTrue, ifFalse);
      return;
    }
    final boolean conjunction = logical.conjunction();
    final ArrayDeque<Expression> operands = new ArrayDeque<>();
    Expression left = logical;
    while (left instanceof Expression.Logical link && link.conjunction() == conjunction) {
      operands.push(link.right());
      left = link.left();
    }
    operands.push(left);
    while (true) {
      final Expression operand = operands.pop();
      if (operands.isEmpty()) {
        branch(operand, ifTrue, ifFalse);
        return;
      }
      final int next = context.builder.newBlock();
      if (conjunction) {
        branch(operand, next, ifFalse);
      } else {
        branch(operand, ifTrue, next);
      }
      context.builder.seal(next);
      context.builder.setBlock(next);
    }
  }
}
