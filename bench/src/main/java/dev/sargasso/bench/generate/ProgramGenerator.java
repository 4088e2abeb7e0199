package dev.sargasso.bench.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/** Makes one program of a seed. */
public final class ProgramGenerator {
  /** Statements that one call of a function may execute, as a bound. */
  private static final double FUNCTION_WORK = 4_000;

  private static final double PURE_WORK = 120;
  private static final double MAIN_WORK = 60_000;

  private final Dice dice;
  private final GeneratorOptions options;
  private final IntPredicate keep;
  private final Body.Names names = new Body.Names();
  private final List<String> lines = new ArrayList<>();
  private final List<Item.Structure> structures = new ArrayList<>();
  private final Scope globals = new Scope();
  private final Scope constants = new Scope();
  private final List<Callable> callables = new ArrayList<>();
  private final List<Statements.DispatchTable> tables = new ArrayList<>();

  private ProgramGenerator(long seed, GeneratorOptions options, IntPredicate keep) {
    this.dice = new Dice(seed);
    this.options = options;
    this.keep = keep;
  }

  /**
   * A generated program.
   *
   * @param text in C11; prints its checksums and returns 0
   * @param statements how many numbered statements it has, those left out included
   */
  public record Generated(String text, int statements) {}

  /** The whole program of {@code seed}. */
  public static Generated generate(long seed, GeneratorOptions options) {
    return generate(seed, options, number -> true);
  }

  /**
   * The program of {@code seed} with only some of its statements.
   *
   * @param keep which, by number; asked once for each in ascending order of where they end
   */
  public static Generated generate(long seed, GeneratorOptions options, IntPredicate keep) {
    ProgramGenerator generator = new ProgramGenerator(seed, options, keep);
    generator.program();
    return new Generated(Indentation.of(generator.lines), generator.names.statements());
  }

  private void program() {
    lines.addAll(Prelude.lines(options));
    if (options.structures()) {
      int count = dice.between(1, 3);
      for (int i = 0; i < count; i++) {
        structure();
      }
    }
    lines.add("");
    globals();
    int functions = Math.max(2, options.size() / 14);
    int each = Math.max(3, options.size() / (functions + 1));
    for (int i = 0; i < functions; i++) {
      boolean pure = dice.percent(35);
      function(pure, pure ? Math.max(2, each / 2) : each);
      if (!pure && dice.percent(30)) {
        dispatchTable();
      }
    }
    mainFunction(each);
  }

  // ------------------------------------------------------------ declarations

  private Scalar scalarType(Expressions expressions) {
    return options.floats() && dice.percent(15)
        ? dice.pick(Scalar.F64, Scalar.F64, Scalar.F32)
        : expressions.integerType();
  }

  private void structure() {
    Expressions expressions = expressions(new Scope(), new Work(0));
    String name = names.fresh("S");
    List<Item.Field> fields = new ArrayList<>();
    lines.add("");
    lines.add("typedef struct {");
    int count = dice.between(1, 6);
    for (int i = 0; i < count; i++) {
      String field = "f" + i;
      Scalar type = scalarType(expressions);
      if (!structures.isEmpty() && dice.percent(20)) {
        Item.Structure nested = dice.pick(structures);
        fields.add(new Item.Field(field, type, 0, Optional.of(nested)));
        lines.add(nested.name() + " " + field + ";");
      } else {
        int length = dice.percent(20) ? dice.pick(2, 4, 8) : 0;
        fields.add(new Item.Field(field, type, length, Optional.empty()));
        lines.add(type.text + " " + field + (length == 0 ? "" : "[" + length + "]") + ";");
      }
    }
    lines.add("} " + name + ";");
    structures.add(new Item.Structure(name, fields));
  }

  private void globals() {
    Expressions expressions = expressions(new Scope(), new Work(0));
    Literals literals = expressions.literals();
    int count = dice.between(3, 6 + options.size() / 20);
    for (int i = 0; i < count; i++) {
      Scalar type = scalarType(expressions);
      String name = names.fresh("g");
      lines.add("static " + type.text + " " + name + " = " + literals.of(type).text() + ";");
      globals.add(new Item.Variable(name, type, true, true));
    }
    count = dice.between(2, 4);
    for (int i = 0; i < count; i++) {
      globals.add(array("static ", names.fresh("a"), lines));
    }
    Scalar type = dice.pick(Scalar.U8, Scalar.I32, Scalar.I64);
    String table = names.fresh("c");
    int length = dice.pick(8, 16);
    lines.add(
        "static const "
            + type.text
            + " "
            + table
            + "["
            + length
            + "] = "
            + elements(type, 1, length)
            + ";");
    constants.add(new Item.Array(table, type, 1, length, false));
    for (Item.Structure structure : structures) {
      String name = names.fresh("s");
      lines.add("static " + structure.name() + " " + name + " = " + initialiser(structure) + ";");
      globals.add(new Item.Aggregate(name, structure, false));
    }
    if (options.pointers()) {
      Places places = expressions(globals, new Work(0)).places();
      for (Item.Variable variable : globals.all(Item.Variable.class)) {
        if (dice.percent(30)) {
          String name = names.fresh("p");
          // The value of an address must be constant here: a variable's, or the first element's.
          lines.add(
              "static " + variable.type().text + " *" + name + " = &" + variable.name() + ";");
          globals.add(new Item.Pointer(name, variable.type(), false));
        }
      }
      Item.Array array = dice.pick(globals.all(Item.Array.class));
      String name = names.fresh("p");
      lines.add(
          "static "
              + array.type().text
              + " *"
              + name
              + " = &"
              + array.name()
              + (array.rows() == 1 ? "" : "[" + dice.below(array.rows()) + "]")
              + "["
              + dice.below(array.length())
              + "];");
      globals.add(new Item.Pointer(name, array.type(), false));
      if (places
          .structure(structures.isEmpty() ? NONE : structures.getFirst(), false)
          .isPresent()) {
        Item.Aggregate aggregate = globals.all(Item.Aggregate.class).getFirst();
        String pointer = names.fresh("q");
        lines.add(
            "static " + aggregate.type().name() + " *" + pointer + " = &" + aggregate.name() + ";");
        globals.add(new Item.Aggregate(pointer, aggregate.type(), true));
      }
    }
    globals.addAll(constants);
  }

  private static final Item.Structure NONE = new Item.Structure("", List.of());

  /** Declares an array with an initialiser. */
  private Item.Array array(String storage, String name, List<String> into) {
    Expressions expressions = expressions(new Scope(), new Work(0));
    Scalar type = scalarType(expressions);
    int rows = dice.percent(25) ? dice.pick(2, 4) : 1;
    int length = dice.pick(4, 8, 8, 16, 32);
    into.add(
        storage
            + type.text
            + " "
            + name
            + (rows == 1 ? "" : "[" + rows + "]")
            + "["
            + length
            + "] = "
            + elements(type, rows, length)
            + ";");
    return new Item.Array(name, type, rows, length, true);
  }

  private String elements(Scalar type, int rows, int length) {
    Literals literals = new Literals(dice);
    StringBuilder text = new StringBuilder("{");
    int given = dice.percent(30) ? dice.between(1, length) : length;
    for (int r = 0; r < rows; r++) {
      text.append(r == 0 ? "" : ", ").append(rows == 1 ? "" : "{");
      for (int i = 0; i < given; i++) {
        text.append(i == 0 ? "" : ", ").append(literals.of(type).text());
      }
      text.append(rows == 1 ? "" : "}");
    }
    return text.append("}").toString();
  }

  private String initialiser(Item.Structure structure) {
    Literals literals = new Literals(dice);
    boolean designated = dice.percent(30);
    StringBuilder text = new StringBuilder("{");
    for (Item.Field field : structure.fields()) {
      text.append(text.length() == 1 ? "" : ", ");
      text.append(designated ? "." + field.name() + " = " : "");
      if (field.nested().isPresent()) {
        text.append(initialiser(field.nested().get()));
      } else if (field.length() > 0) {
        text.append(elements(field.type(), 1, field.length()));
      } else {
        text.append(literals.of(field.type()).text());
      }
    }
    return text.append("}").toString();
  }

  private Expressions expressions(Scope scope, Work work) {
    return new Expressions(dice, options, scope, callables, work);
  }

  // --------------------------------------------------------------- functions

  private void function(boolean pure, int statements) {
    Scope scope = new Scope();
    scope.addAll(pure ? constants : globals);
    Work work = new Work(pure ? PURE_WORK : FUNCTION_WORK);
    Expressions expressions = expressions(scope, work);
    Body body = new Body(names, keep);
    String name = names.fresh(pure ? "pure" : "f");
    List<Item> parameters = new ArrayList<>();
    List<String> declared = new ArrayList<>();
    int count = dice.pick(0, 1, 2, 2, 3, 3, 4, 5, 7, 10);
    for (int i = 0; i < (pure ? Math.max(1, count) : count); i++) {
      Item parameter = parameter(pure, expressions, declared);
      parameters.add(parameter);
      scope.add(parameter);
    }
    if (!pure && !structures.isEmpty() && dice.percent(20)) {
      Item.Structure structure = dice.pick(structures);
      locals(scope, expressions, body, pure);
      String local = names.fresh("r");
      body.declare(structure.name() + " " + local + " = " + initialiser(structure) + ";");
      scope.add(new Item.Aggregate(local, structure, false));
      emit(scope, expressions, body, work, pure, Optional.of(local), statements);
      body.line("return " + local + ";");
      define(structure.name(), name, declared, body);
      callables.add(
          new Callable(
              name, Optional.empty(), Optional.of(structure), parameters, false, work.spent() + 1));
      return;
    }
    Scalar type = scalarType(expressions);
    locals(scope, expressions, body, pure);
    String local = names.fresh("r");
    body.declare(type.text + " " + local + " = " + expressions.literals().of(type).text() + ";");
    scope.add(new Item.Variable(local, type, true, true));
    emit(scope, expressions, body, work, pure, Optional.of(local), statements);
    body.line("return " + local + ";");
    define(type.text, name, declared, body);
    callables.add(
        new Callable(
            name, Optional.of(type), Optional.empty(), parameters, pure, work.spent() + 1));
  }

  private void emit(
      Scope scope,
      Expressions expressions,
      Body body,
      Work work,
      boolean pure,
      Optional<String> result,
      int statements) {
    new Statements(
            dice,
            options,
            scope,
            expressions,
            body,
            work,
            List.copyOf(callables),
            tables,
            pure,
            result)
        .make(statements);
  }

  private void define(String type, String name, List<String> parameters, Body body) {
    lines.add("");
    lines.add(
        "static "
            + type
            + " "
            + name
            + "("
            + (parameters.isEmpty() ? "void" : String.join(", ", parameters))
            + ")");
    lines.add("{");
    lines.addAll(body.lines());
    lines.add("}");
  }

  private Item parameter(boolean pure, Expressions expressions, List<String> declared) {
    String name = names.fresh("x");
    int sort = dice.below(100);
    if (!pure && options.pointers() && sort < 15) {
      Item.Variable model = dice.pick(globals.all(Item.Variable.class));
      declared.add(model.type().text + " *" + name);
      return new Item.Pointer(name, model.type(), true);
    }
    if (!pure && options.pointers() && sort < 28) {
      Item.Array model = dice.pick(globals.all(Item.Array.class));
      if (model.assignable()) {
        int length = model.length() / dice.pick(1, 1, 2);
        declared.add(model.type().text + " *" + name);
        return new Item.Array(name, model.type(), 1, length, true);
      }
    }
    if (!structures.isEmpty() && !pure && sort >= 80) {
      Item.Structure structure = dice.pick(structures);
      boolean pointed = options.pointers() && dice.percent(50);
      declared.add(structure.name() + (pointed ? " *" : " ") + name);
      return new Item.Aggregate(name, structure, pointed);
    }
    Scalar type = scalarType(expressions);
    declared.add(type.text + " " + name);
    return new Item.Variable(name, type, true, true);
  }

  private void locals(Scope scope, Expressions expressions, Body body, boolean pure) {
    int count = dice.between(2, 6);
    for (int i = 0; i < count; i++) {
      Scalar type = scalarType(expressions);
      String name = names.fresh("v");
      body.declare(type.text + " " + name + " = " + expressions.valueFor(type, 1) + ";");
      scope.add(new Item.Variable(name, type, true, true));
    }
    if (dice.percent(50)) {
      List<String> declared = new ArrayList<>();
      Item.Array array = array("", names.fresh("b"), declared);
      declared.forEach(body::declare);
      scope.add(array);
    }
    if (pure) {
      return;
    }
    if (dice.percent(30)) {
      Scalar type = expressions.integerType();
      String name = names.fresh("k");
      body.declare(
          "static "
              + type.text
              + " "
              + name
              + " = "
              + expressions.literals().of(type).text()
              + ";");
      scope.add(new Item.Variable(name, type, true, true));
    }
    if (!structures.isEmpty() && dice.percent(50)) {
      Item.Structure structure = dice.pick(structures);
      String name = names.fresh("s");
      body.declare(structure.name() + " " + name + " = " + initialiser(structure) + ";");
      scope.add(new Item.Aggregate(name, structure, false));
    }
    if (options.pointers()) {
      int pointers = dice.between(0, 3);
      for (int i = 0; i < pointers; i++) {
        Item.Variable model = dice.pick(scope.all(Item.Variable.class));
        Optional<String> target = expressions.places().address(model.type());
        if (target.isPresent()) {
          String name = names.fresh("p");
          body.declare(model.type().text + " *" + name + " = " + target.get() + ";");
          scope.add(new Item.Pointer(name, model.type(), true));
        }
      }
    }
  }

  /** An array of pointers to functions with the parameters and result of the latest function. */
  private void dispatchTable() {
    Callable model = callables.getLast();
    if (model.result().isEmpty() || model.parameters().size() > 4) {
      return;
    }
    // A second function of the same type, which calls the first with its own arguments.
    List<String> types = new ArrayList<>();
    List<String> declared = new ArrayList<>();
    List<String> arguments = new ArrayList<>();
    for (Item parameter : model.parameters()) {
      String type =
          switch (parameter) {
            case Item.Variable variable -> variable.type().text;
            case Item.Pointer pointer -> pointer.type().text + " *";
            case Item.Array array -> array.type().text + " *";
            case Item.Aggregate aggregate ->
                aggregate.type().name() + (aggregate.pointed() ? " *" : "");
          };
      types.add(type);
      declared.add(type + " " + parameter.name());
      arguments.add(parameter.name());
    }
    String twin = names.fresh("f");
    String type = model.result().get().text;
    String parameters = declared.isEmpty() ? "void" : String.join(", ", declared);
    lines.add("");
    lines.add("static " + type + " " + twin + "(" + parameters + ")");
    lines.add("{");
    lines.add("mix(" + dice.below(1000) + ");");
    lines.add("return " + model.name() + "(" + String.join(", ", arguments) + ");");
    lines.add("}");
    String name = names.fresh("table");
    lines.add("");
    lines.add(
        "static "
            + type
            + " (*const "
            + name
            + "[2])("
            + (types.isEmpty() ? "void" : String.join(", ", types))
            + ") = {"
            + model.name()
            + ", "
            + twin
            + "};");
    tables.add(
        new Statements.DispatchTable(
            name,
            new Callable(
                twin,
                model.result(),
                Optional.empty(),
                model.parameters(),
                false,
                model.cost() + 2),
            2));
  }

  private void mainFunction(int statements) {
    Scope scope = new Scope();
    scope.addAll(globals);
    Work work = new Work(MAIN_WORK);
    Expressions expressions = expressions(scope, work);
    Body body = new Body(names, keep);
    locals(scope, expressions, body, false);
    emit(scope, expressions, body, work, false, Optional.of("0"), statements);
    for (Callable callable : callables) {
      if (!callable.pure() && work.affords(callable.cost())) {
        Optional<String> call = expressions.call(callable, callable.name(), 1);
        body.statement(
            () ->
                call.ifPresent(
                    text ->
                        body.line(
                            callable.result().isEmpty()
                                ? text + ";"
                                : "mix((uint64_t)"
                                    + expressions
                                        .converted(
                                            new Expression(text, callable.result().get()),
                                            Scalar.I64)
                                        .text()
                                    + ");")));
        body.line("printf(\"%s %016lx\\n\", \"" + callable.name() + "\", checksum);");
      }
    }
    lines.add("");
    lines.add("int main(void)");
    lines.add("{");
    lines.addAll(body.lines());
    Report report = new Report(names);
    globals.items().forEach(report::item);
    lines.addAll(report.lines());
    lines.add("printf(\"%016lx\\n\", checksum);");
    lines.add("return 0;");
    lines.add("}");
  }
}
