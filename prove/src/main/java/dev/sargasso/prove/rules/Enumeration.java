package dev.sargasso.prove.rules;

import dev.sargasso.ir.graph.Op;
import dev.sargasso.prove.rules.Expression.Constant;
import dev.sargasso.prove.rules.Expression.Operation;
import dev.sargasso.prove.rules.Expression.Variable;
import dev.sargasso.prove.rules.Expression.Width;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Every expression of depth two: an operation on one operation and leaves. */
public final class Enumeration {
  static final List<Op> BINARY =
      List.of(
          Op.ADD,
          Op.SUB,
          Op.MUL,
          Op.MUL_HIGH,
          Op.UMUL_HIGH,
          Op.DIV,
          Op.UDIV,
          Op.REM,
          Op.UREM,
          Op.AND,
          Op.OR,
          Op.XOR,
          Op.SHL,
          Op.SHR,
          Op.SAR,
          Op.ROL);
  static final List<Op> UNARY = List.of(Op.NEG, Op.NOT, Op.POPCNT, Op.LZCNT, Op.TZCNT);
  static final List<Op> COMPARISONS = List.of(Op.EQ, Op.NE, Op.LT, Op.LE, Op.ULT, Op.ULE);

  /** For expressions with many leaves. */
  private static final List<Expression> FEW =
      List.of(new Variable(0), new Variable(1), Constant.ZERO, Constant.ONE, Constant.MINUS_ONE);

  private final List<Expression> leaves = new ArrayList<>();
  private final Consumer<Expression> taker;

  private Enumeration(Consumer<Expression> taker) {
    this.taker = taker;
    leaves.add(new Variable(0));
    leaves.add(new Variable(1));
    leaves.addAll(List.of(Constant.values()));
  }

  /** Hands every expression to {@code taker}, those that differ in the names of variables once. */
  public static void all(Consumer<Expression> taker) {
    Enumeration enumeration = new Enumeration(taker);
    enumeration.arithmetic();
    enumeration.comparisons();
    enumeration.conversions();
    enumeration.choices();
  }

  /** Whether the operation can promise not to wrap. */
  static boolean canPromise(Op op) {
    return switch (op) {
      case ADD, SUB, MUL, NEG, SHL -> true;
      default -> false;
    };
  }

  private static Expression apply(Op op, boolean promise, Expression... operands) {
    return new Operation(
        op, op.isComparison() ? Width.BIT : Width.CHOSEN, promise, List.of(operands));
  }

  private void take(Expression expression) {
    if (expression.variables() != 2) {
      taker.accept(expression);
    }
  }

  /** Operations on leaves; those that can promise with and without it. */
  private List<Expression> inner(List<Expression> operands) {
    List<Expression> made = new ArrayList<>();
    for (Op op : BINARY) {
      for (Expression a : operands) {
        for (Expression b : operands) {
          if ((a.variables() | b.variables()) != 0) {
            made.add(apply(op, false, a, b));
            if (canPromise(op)) {
              made.add(apply(op, true, a, b));
            }
          }
        }
      }
    }
    for (Op op : UNARY) {
      for (Expression a : operands) {
        if (a.variables() != 0) {
          made.add(apply(op, false, a));
          if (canPromise(op)) {
            made.add(apply(op, true, a));
          }
        }
      }
    }
    return made;
  }

  /** Those without promises. */
  private static List<Expression> plain(List<Expression> expressions) {
    return expressions.stream()
        .filter(e -> !(e instanceof Operation operation && operation.promise()))
        .toList();
  }

  private void arithmetic() {
    for (Expression inner : inner(leaves)) {
      take(inner);
      for (Op op : UNARY) {
        take(apply(op, false, inner));
      }
      for (Op op : BINARY) {
        for (Expression leaf : leaves) {
          for (int flags = canPromise(op) ? 1 : 0; flags >= 0; flags--) {
            take(apply(op, flags != 0, inner, leaf));
            take(apply(op, flags != 0, leaf, inner));
          }
        }
      }
    }
    // Both operands are operations: few leaves.
    List<Expression> few = plain(inner(List.of(new Variable(0), new Variable(1))));
    for (Op op : BINARY) {
      for (Expression a : few) {
        for (Expression b : few) {
          take(apply(op, false, a, b));
        }
      }
    }
  }

  private void comparisons() {
    for (Expression inner : inner(leaves)) {
      for (Op op : COMPARISONS) {
        for (Expression leaf : leaves) {
          take(apply(op, false, inner, leaf));
          take(apply(op, false, leaf, inner));
        }
      }
    }
    List<Expression> few = plain(inner(List.of(new Variable(0), new Variable(1))));
    for (Op op : COMPARISONS) {
      for (Expression a : few) {
        for (Expression b : few) {
          take(apply(op, false, a, b));
        }
      }
    }
  }

  private void conversions() {
    for (Op extension : List.of(Op.SIGN_EXTEND, Op.ZERO_EXTEND)) {
      for (Expression inner : inner(leaves)) {
        Expression wide = new Operation(extension, Width.DOUBLE, false, List.of(inner));
        take(wide);
        take(new Operation(Op.TRUNCATE, Width.CHOSEN, false, List.of(wide)));
      }
      for (Op op : BINARY) {
        for (Expression a : leaves) {
          for (Expression b : leaves) {
            Expression x = new Operation(extension, Width.DOUBLE, false, List.of(a));
            for (Op other : List.of(Op.SIGN_EXTEND, Op.ZERO_EXTEND)) {
              Expression y = new Operation(other, Width.DOUBLE, false, List.of(b));
              Expression wide = new Operation(op, Width.DOUBLE, false, List.of(x, y));
              take(wide);
              take(new Operation(Op.TRUNCATE, Width.CHOSEN, false, List.of(wide)));
            }
          }
        }
      }
      for (Op op : COMPARISONS) {
        for (Expression a : leaves) {
          for (Expression b : leaves) {
            Expression x = new Operation(extension, Width.DOUBLE, false, List.of(a));
            Expression y = new Operation(extension, Width.DOUBLE, false, List.of(b));
            take(new Operation(op, Width.BIT, false, List.of(x, y)));
            take(new Operation(extension, Width.CHOSEN, false, List.of(apply(op, false, a, b))));
          }
        }
      }
    }
  }

  private void choices() {
    for (Op comparison : COMPARISONS) {
      for (Expression a : FEW) {
        for (Expression b : FEW) {
          Expression condition = apply(comparison, false, a, b);
          for (Expression c : leaves) {
            for (Expression d : leaves) {
              Expression choice = apply(Op.SELECT, false, condition, c, d);
              take(choice);
              take(apply(Op.EQ, false, choice, Constant.ONE));
            }
          }
          for (Op op : List.of(Op.AND, Op.OR, Op.XOR)) {
            for (Op other : COMPARISONS) {
              for (Expression c : FEW) {
                Expression second = apply(other, false, a, c);
                take(new Operation(op, Width.BIT, false, List.of(condition, second)));
              }
            }
          }
        }
      }
    }
  }
}
