package dev.sargasso.prove.rules;

import dev.sargasso.ir.graph.Op;
import dev.sargasso.prove.rules.Expression.Constant;
import dev.sargasso.prove.rules.Expression.Operation;
import dev.sargasso.prove.rules.Expression.Variable;
import dev.sargasso.prove.rules.Expression.Width;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random expressions of a given depth: the same for the same seed. */
public final class Sampling {
  private static final int LEAF_CHANCE = 4;

  private final Random random;

  /** Expressions from a seed. */
  public Sampling(long seed) {
    random = new Random(seed);
  }

  /** The next one, of the chosen width or one bit. */
  public Expression next(int depth) {
    return random.nextInt(4) == 0 ? condition(depth) : integer(depth);
  }

  private Expression integer(int depth) {
    if (depth == 0 || random.nextInt(LEAF_CHANCE * depth) == 0) {
      return leaf();
    }
    return switch (random.nextInt(8)) {
      case 0 -> {
        Op op = pick(Enumeration.UNARY);
        yield operation(op, Width.CHOSEN, List.of(integer(depth - 1)));
      }
      case 1 ->
          operation(
              Op.SELECT,
              Width.CHOSEN,
              List.of(condition(depth - 1), integer(depth - 1), integer(depth - 1)));
      case 2 ->
          operation(
              random.nextBoolean() ? Op.ZERO_EXTEND : Op.SIGN_EXTEND,
              Width.CHOSEN,
              List.of(condition(depth - 1)));
      default ->
          operation(
              pick(Enumeration.BINARY),
              Width.CHOSEN,
              List.of(integer(depth - 1), integer(depth - 1)));
    };
  }

  private Expression condition(int depth) {
    if (depth > 1 && random.nextInt(3) == 0) {
      return operation(
          pick(List.of(Op.AND, Op.OR, Op.XOR)),
          Width.BIT,
          List.of(condition(depth - 1), condition(depth - 1)));
    }
    int below = Math.max(0, depth - 1);
    return operation(
        pick(Enumeration.COMPARISONS), Width.BIT, List.of(integer(below), integer(below)));
  }

  private Expression operation(Op op, Width type, List<Expression> operands) {
    boolean promise = type == Width.CHOSEN && Enumeration.canPromise(op) && random.nextInt(3) == 0;
    return new Operation(op, type, promise, operands);
  }

  private Expression leaf() {
    List<Expression> leaves = new ArrayList<>(List.of(Constant.values()));
    return random.nextBoolean() ? new Variable(random.nextInt(2)) : pick(leaves);
  }

  private <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }
}
