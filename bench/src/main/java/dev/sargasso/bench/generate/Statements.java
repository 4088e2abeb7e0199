package dev.sargasso.bench.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes the statements of one function. */
final class Statements {
  private static final int DEEPEST = 4;
  private static final int EXPRESSION_DEPTH = 3;

  private final Dice dice;
  private final GeneratorOptions options;
  private final Scope scope;
  private final Expressions expressions;
  private final Places places;
  private final Body body;
  private final Work work;
  private final List<Callable> callables;
  private final List<DispatchTable> tables;
  private final boolean pure;
  private final Optional<String> result;
  private int loops;
  private int left;

  /**
   * Functions of one signature, to be called through an array of pointers.
   *
   * @param length a power of two
   */
  record DispatchTable(String name, Callable signature, int length) {}

  /**
   * @param pure whether the function may change nothing but its own variables
   * @param result what a return gives, as of a variable that always holds a result; absent for void
   */
  Statements(
      Dice dice,
      GeneratorOptions options,
      Scope scope,
      Expressions expressions,
      Body body,
      Work work,
      List<Callable> callables,
      List<DispatchTable> tables,
      boolean pure,
      Optional<String> result) {
    this.dice = dice;
    this.options = options;
    this.scope = scope;
    this.expressions = expressions;
    this.places = expressions.places();
    this.body = body;
    this.work = work;
    this.callables = callables;
    this.tables = tables;
    this.pure = pure;
    this.result = result;
  }

  /** About {@code count} statements, those inside of others included. */
  void make(int count) {
    left = count;
    while (left > 0) {
      statement(0);
    }
  }

  private void several(int depth) {
    int count = dice.between(1, 4);
    for (int i = 0; i < count && (left > 0 || i == 0); i++) {
      statement(depth);
    }
  }

  private void statement(int depth) {
    left--;
    work.spend(1);
    body.statement(() -> choose(depth));
  }

  private void choose(int depth) {
    int choice = dice.below(depth < DEEPEST ? 100 : 55);
    if (choice < 22) {
      assign();
    } else if (choice < 32) {
      update();
    } else if (choice < 38) {
      call();
    } else if (choice < 42) {
      repoint();
    } else if (choice < 45) {
      copyStructure();
    } else if (choice < 48) {
      mix();
    } else if (choice < 52) {
      leave();
    } else if (choice < 55) {
      library();
    } else if (choice < 67) {
      branch(depth);
    } else if (choice < 77) {
      countingLoop(depth);
    } else if (choice < 82) {
      fuelledLoop(depth);
    } else if (choice < 86) {
      arrayLoop();
    } else if (choice < 91) {
      selection(depth);
    } else if (choice < 94) {
      block(depth);
    } else if (options.jumps()) {
      jump(depth);
    } else {
      branch(depth);
    }
  }

  // ----------------------------------------------------------- simple ones

  private void assign() {
    Optional<Expression> target = places.writable();
    if (target.isEmpty()) {
      body.line(";");
      return;
    }
    body.line(
        target.get().text()
            + " = "
            + expressions.valueFor(target.get().type(), EXPRESSION_DEPTH)
            + ";");
  }

  private void update() {
    Expression target = places.writable().orElse(null);
    if (target == null) {
      body.line(";");
      return;
    }
    Scalar type = target.type();
    String text = target.text();
    if (type.isFloat()) {
      String operator = dice.pick(" += ", " -= ", " *= ");
      body.line(text + operator + expressions.floating(2).text() + ";");
    } else if (type == Scalar.BOOL) {
      body.line(text + " ^= " + expressions.condition(2) + ";");
    } else if (type.signed && type.bits >= 32) {
      String operator = dice.pick(" &= ", " |= ", " ^= ", " >>= ");
      String value =
          operator.equals(" >>= ")
              ? Integer.toString(dice.below(type.bits))
              : expressions.integer(2).text();
      body.line(text + operator + value + ";");
    } else if (dice.percent(40)) {
      body.line(
          dice.percent(50)
              ? text + dice.pick("++", "--") + ";"
              : dice.pick("++", "--") + text + ";");
    } else if (type.signed || type.bits < 32) {
      // Computed as an int, in which sums and differences of these types fit.
      body.line(
          text + dice.pick(" += ", " -= ") + expressions.integer(2).as(Scalar.I16).text() + ";");
    } else {
      String operator = dice.pick(" += ", " -= ", " *= ", " ^= ", " <<= ", " /= ");
      String value =
          switch (operator) {
            case " <<= " -> Integer.toString(dice.below(type.bits));
            case " /= " -> "(" + expressions.integer(1).as(type).text() + " | 1)";
            default -> expressions.integer(2).as(type).text();
          };
      body.line(text + operator + value + ";");
    }
  }

  private void call() {
    if (!pure && !tables.isEmpty() && dice.percent(25)) {
      DispatchTable table = dice.pick(tables);
      if (work.affords(table.signature().cost())) {
        String designator = table.name() + "[" + expressions.index(table.length(), 1) + "]";
        finishCall(table.signature(), expressions.call(table.signature(), designator, 2));
        return;
      }
    }
    List<Callable> candidates = new ArrayList<>();
    for (Callable callable : callables) {
      if ((!pure || callable.pure()) && work.affords(callable.cost())) {
        candidates.add(callable);
      }
    }
    if (candidates.isEmpty()) {
      assign();
      return;
    }
    Callable callee = dice.pick(candidates);
    finishCall(callee, expressions.call(callee, callee.name(), 2));
  }

  /** Nothing else is evaluated in the statement, so that the order cannot matter. */
  private void finishCall(Callable callee, Optional<String> call) {
    if (call.isEmpty()) {
      assign();
      return;
    }
    if (callee.structure().isPresent()) {
      for (Item.Aggregate aggregate : scope.all(Item.Aggregate.class)) {
        if (!aggregate.pointed() && aggregate.type().equals(callee.structure().get())) {
          body.line(aggregate.name() + " = " + call.get() + ";");
          return;
        }
      }
    } else if (callee.result().isPresent()) {
      Optional<Item.Variable> target = places.variable();
      if (target.isPresent()) {
        Expression value = new Expression(call.get(), callee.result().get());
        body.line(
            target.get().name()
                + " = "
                + expressions.converted(value, target.get().type()).text()
                + ";");
        return;
      }
    }
    body.line(call.get() + ";");
  }

  private void repoint() {
    List<Item.Pointer> pointers = new ArrayList<>();
    for (Item.Pointer pointer : scope.all(Item.Pointer.class)) {
      if (pointer.assignable()) {
        pointers.add(pointer);
      }
    }
    if (pointers.isEmpty()) {
      assign();
      return;
    }
    Item.Pointer pointer = dice.pick(pointers);
    String first = places.address(pointer.type()).orElseThrow();
    String second = places.address(pointer.type()).orElseThrow();
    body.line(
        dice.percent(60)
            ? pointer.name() + " = " + first + ";"
            : pointer.name()
                + " = "
                + expressions.condition(2)
                + " ? "
                + first
                + " : "
                + second
                + ";");
  }

  private void copyStructure() {
    List<Item.Aggregate> aggregates = scope.all(Item.Aggregate.class);
    if (aggregates.isEmpty()) {
      assign();
      return;
    }
    Item.Aggregate target = dice.pick(aggregates);
    String source = places.structure(target.type(), false).orElseThrow();
    body.line((target.pointed() ? "*" : "") + target.name() + " = " + source + ";");
  }

  private void mix() {
    if (pure) {
      assign();
      return;
    }
    Expression value = expressions.converted(expressions.any(2), Scalar.I64);
    body.line("mix((uint64_t)" + value.text() + ");");
  }

  /** Leaves a loop or the function, on a condition. */
  private void leave() {
    String condition = expressions.condition(2);
    if (loops > 0 && dice.percent(75)) {
      body.line("if (" + condition + ") " + dice.pick("break;", "continue;"));
    } else if (dice.percent(50)) {
      body.line("if (" + condition + ") return" + result.map(name -> " " + name).orElse("") + ";");
    } else {
      assign();
    }
  }

  private void library() {
    List<Item.Array> arrays = new ArrayList<>();
    for (Item.Array array : scope.all(Item.Array.class)) {
      if (array.assignable() && !array.type().isFloat() && array.type() != Scalar.BOOL) {
        arrays.add(array);
      }
    }
    if (arrays.isEmpty()) {
      assign();
      return;
    }
    Item.Array array = dice.pick(arrays);
    String row = array.rows() == 1 ? "" : "[" + expressions.index(array.rows(), 0) + "]";
    int bytes = array.length() * array.type().bits / 8;
    if (dice.percent(50)) {
      body.line(
          "memset("
              + array.name()
              + row
              + ", "
              + dice.pick("0", "255", "7")
              + ", "
              + dice.between(1, bytes)
              + ");");
    } else {
      int half = array.length() / 2;
      body.line(
          "memcpy("
              + array.name()
              + row
              + ", "
              + array.name()
              + row
              + " + "
              + half
              + ", "
              + dice.between(1, bytes / 2)
              + ");");
    }
  }

  // -------------------------------------------------------------- branches

  private void open(String head) {
    body.line(head + " {");
  }

  private void branch(int depth) {
    open("if (" + expressions.condition(EXPRESSION_DEPTH) + ")");
    several(depth + 1);
    if (dice.percent(50)) {
      body.line("} else {");
      several(depth + 1);
    }
    body.line("}");
  }

  private void block(int depth) {
    int mark = scope.mark();
    body.line("{");
    Scalar type = options.floats() && dice.percent(20) ? Scalar.F64 : expressions.integerType();
    String name = body.fresh("t");
    body.line(type.text + " " + name + " = " + expressions.valueFor(type, 2) + ";");
    scope.add(new Item.Variable(name, type, true, false));
    several(depth + 1);
    body.line("}");
    scope.leave(mark);
  }

  private void selection(int depth) {
    int cases = dice.between(1, 9);
    int first = dice.pick(0, 0, 1, -3, 100);
    int step = dice.pick(1, 1, 1, 3, 17);
    int range = Integer.highestOneBit(cases) * 2;
    String value = "(" + expressions.integer(2).text() + " & " + (range - 1) + ")";
    open("switch ((int)" + value + (step == 1 ? "" : " * " + step) + " + (" + first + "))");
    int outside = loops;
    // A break here would leave the switch, and a continue the loop around it: both are fine.
    for (int i = 0; i < cases; i++) {
      body.line(dice.percent(12) ? "default:;" : "case " + (first + i * step) + ":;");
      boolean isDefault = body.endsWith("default:;");
      several(depth + 1);
      if (dice.percent(75)) {
        body.line("break;");
      }
      if (isDefault) {
        break;
      }
    }
    loops = outside;
    body.line("}");
  }

  // ----------------------------------------------------------------- loops

  private void loop(int depth, int times) {
    work.enter(times);
    loops++;
    several(depth + 1);
    loops--;
    work.leave(times);
  }

  private void countingLoop(int depth) {
    int times = dice.pick(1, 2, 3, 4, 5, 8, 10, 16);
    if (!work.affords(times * 8.0)) {
      assign();
      return;
    }
    int mark = scope.mark();
    String counter = body.fresh("i");
    Scalar type = dice.pick(Scalar.I32, Scalar.I32, Scalar.U32, Scalar.I64, Scalar.U8, Scalar.I16);
    int step = dice.pick(1, 1, 1, 2, 3);
    switch (dice.below(4)) {
      case 0 ->
          open(
              "for (" + type.text + " " + counter + " = " + times + "; " + counter + " > 0; "
                  + counter + "--)");
      case 1 ->
          open(
              "for (" + type.text + " " + counter + " = 0; " + counter + " != " + times + "; "
                  + counter + "++)");
      case 2 ->
          open(
              "for ("
                  + type.text
                  + " "
                  + counter
                  + " = 0; "
                  + counter
                  + " < "
                  + times * step
                  + "; "
                  + counter
                  + " += "
                  + step
                  + ")");
      default ->
          open(
              "for (" + type.text + " " + counter + " = 1; " + counter + " <= " + times + "; ++"
                  + counter + ")");
    }
    scope.add(new Item.Variable(counter, type, false, false));
    loop(depth, times);
    body.line("}");
    scope.leave(mark);
  }

  private void fuelledLoop(int depth) {
    int times = dice.between(1, 8);
    if (!work.affords(times * 8.0)) {
      assign();
      return;
    }
    String fuel = body.fuel();
    body.line(fuel + " = " + times + ";");
    String condition = fuel + "-- > 0 && " + expressions.condition(2);
    if (dice.percent(50)) {
      open("while (" + condition + ")");
      loop(depth, times);
      body.line("}");
    } else {
      open("do");
      loop(depth, times + 1);
      body.line("} while (" + condition + ");");
    }
  }

  /** A loop over a whole array, as programs have them. */
  private void arrayLoop() {
    List<Item.Array> arrays = new ArrayList<>();
    for (Item.Array array : scope.all(Item.Array.class)) {
      if (array.assignable() && work.affords(array.length())) {
        arrays.add(array);
      }
    }
    if (arrays.isEmpty()) {
      assign();
      return;
    }
    Item.Array array = dice.pick(arrays);
    int mark = scope.mark();
    String counter = body.fresh("i");
    String row = array.rows() == 1 ? "" : "[" + expressions.index(array.rows(), 0) + "]";
    open(
        "for (int32_t "
            + counter
            + " = 0; "
            + counter
            + " < "
            + array.length()
            + "; "
            + counter
            + "++)");
    scope.add(new Item.Variable(counter, Scalar.I32, false, false));
    work.enter(array.length());
    work.spend(1);
    body.line(
        array.name() + row + "[" + counter + "] = " + expressions.valueFor(array.type(), 2) + ";");
    work.leave(array.length());
    body.line("}");
    scope.leave(mark);
  }

  // ----------------------------------------------------------------- jumps

  private void jump(int depth) {
    switch (dice.below(3)) {
      case 0 -> forwardJump(depth);
      case 1 -> backwardJump(depth);
      default -> jumpIntoLoop(depth);
    }
  }

  private void forwardJump(int depth) {
    String label = body.fresh("skip");
    body.line("if (" + expressions.condition(2) + ") goto " + label + ";");
    several(depth + 1);
    if (dice.percent(40)) {
      body.line("if (" + expressions.condition(1) + ") goto " + label + ";");
      several(depth + 1);
    }
    body.line(label + ":;");
  }

  private void backwardJump(int depth) {
    int times = dice.between(1, 5);
    if (!work.affords(times * 8.0)) {
      assign();
      return;
    }
    String label = body.fresh("again");
    String fuel = body.fuel();
    body.line(fuel + " = " + times + ";");
    body.line(label + ":;");
    work.enter(times + 1);
    several(depth + 1);
    work.leave(times + 1);
    body.line("if (" + fuel + "-- > 0 && " + expressions.condition(2) + ") goto " + label + ";");
  }

  /** A loop with two entries: irreducible control flow. */
  private void jumpIntoLoop(int depth) {
    int times = dice.between(1, 5);
    if (!work.affords(times * 16.0)) {
      assign();
      return;
    }
    String label = body.fresh("into");
    String fuel = body.fuel();
    body.line(fuel + " = " + times + ";");
    body.line("if (" + expressions.condition(2) + ") goto " + label + ";");
    open("while (" + fuel + "-- > 0 && " + expressions.condition(2) + ")");
    work.enter(times + 1);
    loops++;
    several(depth + 1);
    body.line(label + ":;");
    several(depth + 1);
    loops--;
    work.leave(times + 1);
    body.line("}");
  }
}
