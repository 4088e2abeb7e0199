package dev.sargasso.bench.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes expressions without side effects and without undefined behaviour over the names of a scope.
 *
 * <p>Calls within expressions are of pure functions only, so that the order of evaluation, which C
 * leaves open, cannot matter.
 */
final class Expressions {
  private final Dice dice;
  private final GeneratorOptions options;
  private final Scope scope;
  private final List<Callable> callables;
  private final Work work;
  private final Literals literals;
  private final Places places;

  Expressions(
      Dice dice, GeneratorOptions options, Scope scope, List<Callable> callables, Work work) {
    this.dice = dice;
    this.options = options;
    this.scope = scope;
    this.callables = callables;
    this.work = work;
    literals = new Literals(dice);
    places = new Places(dice, scope, this);
  }

  Places places() {
    return places;
  }

  Literals literals() {
    return literals;
  }

  /** An integer or, where they are allowed, a floating-point value. */
  Expression any(int depth) {
    return options.floats() && dice.percent(20) ? floating(depth) : integer(depth);
  }

  /** A value that may be assigned to an object of type {@code target}. */
  String valueFor(Scalar target, int depth) {
    Expression value = dice.percent(target.isFloat() ? 25 : 92) ? integer(depth) : any(depth);
    if (target.isFloat() && value.type() != target && options.floats()) {
      value = dice.percent(70) ? floating(depth) : value;
    }
    return converted(value, target).text();
  }

  /** A truth value, as for {@code if}. */
  String condition(int depth) {
    return dice.percent(75) ? comparison(depth).text() : integer(depth).text();
  }

  /** An index into {@code length} elements, a power of two. */
  String index(int length, int depth) {
    if (length == 1) {
      return "0";
    }
    if (dice.percent(30)) {
      return Integer.toString(dice.below(length));
    }
    List<Item.Variable> counters = new ArrayList<>();
    for (Item.Variable variable : scope.all(Item.Variable.class)) {
      if (!variable.assignable() && !variable.lasting()) {
        counters.add(variable);
      }
    }
    if (!counters.isEmpty() && dice.percent(70)) {
      String counter = dice.pick(counters).name();
      return switch (dice.below(3)) {
        case 0 -> counter + " & " + (length - 1);
        case 1 -> "(" + counter + " + " + dice.between(1, 9) + ") & " + (length - 1);
        default -> "(" + (length - 1) + " - " + counter + ") & " + (length - 1);
      };
    }
    return integer(Math.min(depth, 1)).text() + " & " + (length - 1);
  }

  /** {@code value} as {@code target}; a conversion out of range gives 0. */
  Expression converted(Expression value, Scalar target) {
    if (!value.type().isFloat() || target.isFloat() || target == Scalar.BOOL) {
      return value;
    }
    Scalar wide =
        switch (dice.below(4)) {
          case 0 -> Scalar.I32;
          case 1 -> Scalar.U32;
          case 2 -> Scalar.U64;
          default -> Scalar.I64;
        };
    return new Expression(Prelude.fromDouble(wide) + "(" + value.text() + ")", wide);
  }

  // ---------------------------------------------------------------- integers

  /** An integer value of any type. */
  Expression integer(int depth) {
    if (depth <= 0) {
      return integerLeaf();
    }
    return switch (dice.below(22)) {
      case 0, 1, 2, 3, 4 -> arithmetic(integer(depth - 1), integer(depth - 1));
      case 5, 6 -> bitwise(depth);
      case 7, 8 -> shift(depth);
      case 9, 10 -> division(depth);
      case 11, 12 -> comparison(depth);
      case 13 -> logic(depth);
      case 14 -> conditional(integer(depth - 1), integer(depth - 1), depth);
      case 15, 16 -> integer(depth - 1).as(integerType());
      case 17 -> unary(integer(depth - 1));
      case 18 -> pureCall(false, depth).orElseGet(this::integerLeaf);
      case 19 -> options.floats() ? converted(floating(depth - 1), Scalar.I64) : rotation(depth);
      case 20 -> dice.percent(50) ? rotation(depth) : comma(depth);
      default -> integerLeaf();
    };
  }

  Scalar integerType() {
    return dice.pick(
        Scalar.I32,
        Scalar.U32,
        Scalar.I64,
        Scalar.U64,
        Scalar.I8,
        Scalar.U8,
        Scalar.I16,
        Scalar.U16,
        Scalar.I32,
        Scalar.BOOL);
  }

  private Expression integerLeaf() {
    if (dice.percent(70)) {
      Optional<Expression> place = places.readable();
      if (place.isPresent()) {
        return place.get().type().isFloat() ? converted(place.get(), Scalar.I64) : place.get();
      }
    }
    if (dice.percent(4)) {
      Optional<String> equal = places.pointerComparison();
      if (equal.isPresent()) {
        return new Expression(equal.get(), Scalar.I32);
      }
    }
    if (dice.percent(5)) {
      return new Expression("(\"sargasso\"[" + index(8, 0) + "])", Scalar.I8);
    }
    return literals.of(integerType());
  }

  /** A sum, difference or product that wraps where it does not fit. */
  private Expression arithmetic(Expression a, Expression b) {
    Scalar type = Scalar.arithmetic(a.type(), b.type());
    String operator = dice.pick("+", "-", "*", "+", "-");
    boolean narrow = a.type().bits < 16 && b.type().bits < 16 && a.type().signed == b.type().signed;
    if (!type.signed || (narrow && dice.percent(60))) {
      return binary(a, operator, b, type);
    }
    Scalar wrapping = type.wrapping();
    Expression wrapped = binary(a.as(wrapping), operator, b.as(wrapping), wrapping);
    return dice.percent(60) ? wrapped.as(type) : wrapped;
  }

  private static Expression binary(Expression a, String operator, Expression b, Scalar type) {
    return new Expression("(" + a.text() + " " + operator + " " + b.text() + ")", type);
  }

  private Expression bitwise(int depth) {
    Expression a = integer(depth - 1);
    Expression b = integer(depth - 1);
    return binary(a, dice.pick("&", "|", "^"), b, Scalar.arithmetic(a.type(), b.type()));
  }

  private Expression shift(int depth) {
    Expression a = integer(depth - 1);
    Scalar type = a.type().promoted();
    String count =
        dice.percent(50)
            ? Integer.toString(dice.below(type.bits))
            : "(" + integer(depth - 1).text() + " & " + (type.bits - 1) + ")";
    if (dice.percent(50)) {
      return new Expression("(" + a.text() + " >> " + count + ")", type);
    }
    Scalar wrapping = type.wrapping();
    return new Expression("(" + a.as(wrapping).text() + " << " + count + ")", wrapping);
  }

  private Expression rotation(int depth) {
    Scalar type = dice.pick(Scalar.U32, Scalar.U64);
    Expression a = integer(Math.min(depth - 1, 1)).as(type);
    int count = dice.between(1, type.bits - 1);
    return new Expression(
        "(" + a.text() + " << " + count + " | " + a.text() + " >> " + (type.bits - count) + ")",
        type);
  }

  private Expression division(int depth) {
    String operator = dice.pick("/", "%");
    Expression a = integer(depth - 1);
    return switch (dice.below(4)) {
      case 0 -> {
        Scalar type = dice.pick(Scalar.I32, Scalar.U32, Scalar.I64, Scalar.U64);
        String helper = operator.equals("/") ? Prelude.divide(type) : Prelude.remainder(type);
        yield new Expression(
            helper + "(" + a.text() + ", " + integer(depth - 1).text() + ")", type);
      }
      case 1 -> {
        Scalar type = a.type().promoted().wrapping();
        Expression b = integer(depth - 1).as(type);
        yield binary(a.as(type), operator, new Expression("(" + b.text() + " | 1)", type), type);
      }
      case 2 -> {
        Expression b = new Expression("((" + integer(depth - 1).text() + " & 63) + 1)", Scalar.I32);
        // The mask may be of a wider or unsigned type; as an int the divisor is positive for sure.
        Expression divisor = b.as(Scalar.I32);
        yield binary(a, operator, divisor, Scalar.arithmetic(a.type(), Scalar.I32));
      }
      default -> {
        Scalar type = a.type().promoted();
        long divisor = literals.value(type);
        if (divisor == 0 || (divisor == -1 && type.signed)) {
          divisor = dice.pick(2L, 3L, 7L, 10L, 16L, 100L, 1000L);
        }
        yield binary(a, operator, new Expression(Literals.integer(type, divisor), type), type);
      }
    };
  }

  private Expression comparison(int depth) {
    String operator = dice.pick("<", "<=", ">", ">=", "==", "!=");
    Expression a = any(depth - 1);
    Expression b = a.type().isFloat() ? floating(depth - 1) : integer(depth - 1);
    if (dice.percent(25) && !a.type().isFloat()) {
      b = literals.of(a.type());
    }
    return binary(a, operator, b, Scalar.I32);
  }

  private Expression logic(int depth) {
    if (dice.percent(30)) {
      return new Expression("(!" + any(depth - 1).text() + ")", Scalar.I32);
    }
    return binary(any(depth - 1), dice.pick("&&", "||"), any(depth - 1), Scalar.I32);
  }

  private Expression conditional(Expression a, Expression b, int depth) {
    return new Expression(
        "(" + condition(depth - 1) + " ? " + a.text() + " : " + b.text() + ")",
        Scalar.arithmetic(a.type(), b.type()));
  }

  private Expression comma(int depth) {
    Expression b = integer(depth - 1);
    return new Expression("((void)" + integer(0).text() + ", " + b.text() + ")", b.type());
  }

  private Expression unary(Expression a) {
    Scalar type = a.type().promoted();
    if (dice.percent(50)) {
      return new Expression("(~" + a.text() + ")", type);
    }
    if (type.signed && a.type().bits >= 32) {
      Scalar wrapping = type.wrapping();
      return new Expression("(-" + a.as(wrapping).text() + ")", wrapping);
    }
    return new Expression("(-" + a.text() + ")", type);
  }

  // ------------------------------------------------------------------ floats

  /** A floating-point value; every operation on it is exact IEEE arithmetic of its type. */
  Expression floating(int depth) {
    if (depth <= 0) {
      return floatingLeaf();
    }
    return switch (dice.below(10)) {
      case 0, 1, 2, 3, 4 -> {
        Expression a = floating(depth - 1);
        Expression b = dice.percent(80) ? floating(depth - 1) : integer(depth - 1);
        yield binary(
            a,
            dice.pick("+", "-", "*", "/", "+", "-", "*"),
            b,
            Scalar.arithmetic(a.type(), b.type()));
      }
      case 5 -> integer(depth - 1).as(dice.pick(Scalar.F32, Scalar.F64));
      case 6 -> floating(depth - 1).as(dice.pick(Scalar.F32, Scalar.F64));
      case 7 -> {
        Expression a = floating(depth - 1);
        yield new Expression("(-" + a.text() + ")", a.type());
      }
      case 8 -> conditional(floating(depth - 1), floating(depth - 1), depth);
      default -> pureCall(true, depth).orElseGet(this::floatingLeaf);
    };
  }

  private Expression floatingLeaf() {
    if (dice.percent(70)) {
      Optional<Expression> place = places.readableFloat();
      if (place.isPresent()) {
        return place.get();
      }
    }
    return literals.of(dice.pick(Scalar.F32, Scalar.F64, Scalar.F64));
  }

  // ------------------------------------------------------------------- calls

  private Optional<Expression> pureCall(boolean floating, int depth) {
    List<Callable> candidates = new ArrayList<>();
    for (Callable callable : callables) {
      if (callable.pure()
          && callable.result().isPresent()
          && callable.result().get().isFloat() == floating
          && work.affords(callable.cost())) {
        candidates.add(callable);
      }
    }
    if (candidates.isEmpty()) {
      return Optional.empty();
    }
    Callable callee = dice.pick(candidates);
    Optional<String> call = call(callee, callee.name(), depth - 1);
    return call.map(text -> new Expression(text, callee.result().orElseThrow()));
  }

  /** A call with arguments that fit, or nothing if the scope has none; it is paid for. */
  Optional<String> call(Callable callee, String designator, int depth) {
    StringBuilder text = new StringBuilder(designator).append('(');
    for (int i = 0; i < callee.parameters().size(); i++) {
      Optional<String> argument = argument(callee.parameters().get(i), depth);
      if (argument.isEmpty()) {
        return Optional.empty();
      }
      text.append(i == 0 ? "" : ", ").append(argument.get());
    }
    work.spend(callee.cost());
    return Optional.of(text.append(')').toString());
  }

  private Optional<String> argument(Item parameter, int depth) {
    return switch (parameter) {
      case Item.Variable variable -> Optional.of(valueFor(variable.type(), depth));
      case Item.Pointer pointer -> places.address(pointer.type());
      case Item.Array array -> places.start(array.type(), array.length());
      case Item.Aggregate aggregate -> places.structure(aggregate.type(), aggregate.pointed());
    };
  }
}
