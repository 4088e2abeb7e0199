package dev.sargasso.ir.text;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Lanes;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns one instruction of the SSA notation into nodes, checking types on the way. */
final class InstructionReader {
  private final FunctionBuilder builder;
  private final Declarations declarations;
  private final Symbols symbols;
  private final SsaValues values;
  private final PointeeTypes pointees;
  private final Errors errors;

  InstructionReader(
      FunctionBuilder builder,
      Declarations declarations,
      Symbols symbols,
      SsaValues values,
      PointeeTypes pointees,
      Errors errors) {
    this.builder = builder;
    this.declarations = declarations;
    this.symbols = symbols;
    this.values = values;
    this.pointees = pointees;
    this.errors = errors;
  }

  private Cursor.Recovery fail(int offset, String message) {
    errors.add(offset, message);
    return new Cursor.Recovery();
  }

  // ---------------------------------------------------------------- operands

  /** The type of an operand that has one of itself, or null for a bare number. */
  @Nullable Type typeOf(Operand operand) {
    return switch (operand.kind) {
      case SYMBOL -> Type.PTR;
      case LITERAL -> operand.text.equals("null") ? Type.PTR : operand.type;
      case REGISTER -> {
        if (operand.value < 0 || values.node(operand.value) == null) {
          // Its definition was in error, and that has been said.
          throw new Cursor.Recovery();
        }
        yield values.type(operand.value);
      }
    };
  }

  /** The node of an operand that must be of type {@code expected}. */
  Node node(Operand operand, Type expected, String what) {
    if (operand.type != null && operand.type != expected) {
      throw fail(
          operand.offset,
          what + " is " + expected.text() + ", but " + operand + " is " + operand.type.text());
    }
    return switch (operand.kind) {
      case LITERAL -> {
        if (expected == Type.V128) {
          throw fail(operand.offset, what + " is v128, of which there are no constants; use splat");
        }
        Long value = declarations.value(operand.text, expected, operand.offset);
        if (value == null) {
          throw new Cursor.Recovery();
        }
        yield builder.constant(expected, value);
      }
      case SYMBOL -> {
        if (!symbols.isDeclared(operand.text)) {
          throw fail(
              operand.offset,
              operand + " is not declared; add 'extern " + operand + "' to the file");
        }
        require(operand, Type.PTR, expected, what);
        yield builder.symbol(operand.text);
      }
      case REGISTER -> {
        Type type = typeOf(operand);
        Node node = values.node(operand.value);
        if (type == null || node == null) {
          throw new Cursor.Recovery();
        }
        require(operand, type, expected, what);
        yield node;
      }
    };
  }

  private void require(Operand operand, Type type, Type expected, String what) {
    if (type != expected) {
      throw fail(
          operand.offset,
          what + " is " + expected.text() + ", but " + operand + " is " + type.text());
    }
  }

  /** The type that the operands share, or null if all are bare numbers. */
  private @Nullable Type common(List<Operand> operands, int from) {
    for (int i = from; i < operands.size(); i++) {
      Type type = typeOf(operands.get(i));
      if (type != null) {
        return type;
      }
    }
    return null;
  }

  // ------------------------------------------------------------ instructions

  /** Builds one instruction and defines its results, which are numbered from {@code value}. */
  void build(FunctionSyntax.Instruction instruction, int value) {
    try {
      dispatch(instruction, value);
    } catch (Cursor.Recovery e) {
      // The error is noted; go on as if the results were there, where their type is known.
      int number = value;
      for (FunctionSyntax.Result result : instruction.results()) {
        if (result.type() != null && values.node(number) == null) {
          values.define(number, result.type(), builder.constant(result.type(), 0));
        }
        number++;
      }
    }
  }

  private void dispatch(FunctionSyntax.Instruction instruction, int value) {
    String operation = instruction.operation();
    switch (operation) {
      case "stack", "stack_slot" -> stack(instruction, value);
      case "load", "volatile_load" -> load(instruction, value);
      case "store" -> store(instruction);
      case "copy", "memory_copy" -> copy(instruction);
      case "fill", "memory_fill" -> fill(instruction);
      case "call" -> call(instruction, value);
      case "guard" -> guard(instruction);
      case "constant", "symbol" -> constant(instruction, value);
      default -> {
        Op op = Operations.named(operation);
        if (op != null) {
          pure(instruction, op, value);
        } else if (operation.startsWith("cmp.")) {
          compare(instruction, value);
        } else {
          throw fail(instruction.offset(), "unknown operation '" + operation + "'");
        }
      }
    }
  }

  private void operandCount(FunctionSyntax.Instruction instruction, int count) {
    int given = instruction.operands().size();
    if (given != count) {
      throw fail(
          instruction.offset(),
          instruction.operation()
              + " takes "
              + count
              + (count == 1 ? " operand, " : " operands, ")
              + given
              + " given");
    }
  }

  private void resultCount(FunctionSyntax.Instruction instruction, int count) {
    if (instruction.results().size() != count) {
      throw fail(
          instruction.offset(),
          count == 0
              ? instruction.operation() + " has no result"
              : instruction.operation() + " has one result; write %x = in front");
    }
  }

  /** Complains about modifiers other than {@code allowed}. */
  private void modifiers(FunctionSyntax.Instruction instruction, String... allowed) {
    Modifiers given = instruction.modifiers();
    List<String> may = List.of(allowed);
    String wrong = null;
    if (given.noSignedWrap && !may.contains("nsw")) {
      wrong = "nsw";
    } else if (given.inBounds && !may.contains("inbounds")) {
      wrong = "inbounds";
    } else if (given.isVolatile && !may.contains("volatile")) {
      wrong = "volatile";
    } else if (given.aliasClass != 0 && !may.contains("class")) {
      wrong = "class";
    } else if (given.size >= 0 && !may.contains("size")) {
      wrong = "size";
    } else if (given.code != 0 && !may.contains("code")) {
      wrong = "code";
    } else if (given.lanes != 0 && !may.contains("lane")) {
      wrong = "lane";
    } else if (given.index >= 0 && !may.contains("index")) {
      wrong = "index";
    }
    if (wrong != null) {
      throw fail(given.offset, "'" + wrong + "' does not apply to " + instruction.operation());
    }
  }

  /** The written type of the result if there is one, which must be {@code type}. */
  private void define(FunctionSyntax.Instruction instruction, int value, Type type, Node node) {
    FunctionSyntax.Result result = instruction.results().getFirst();
    if (result.type() != null && result.type() != type) {
      throw fail(
          result.offset(),
          "%"
              + result.name()
              + " is declared "
              + result.type().text()
              + ", but "
              + instruction.operation()
              + " gives "
              + type.text());
    }
    values.define(value, type, node);
  }

  private Type resultType(FunctionSyntax.Instruction instruction) {
    FunctionSyntax.Result result = instruction.results().getFirst();
    Type type = result.type();
    if (type == null) {
      throw fail(
          result.offset(),
          "the type of %"
              + result.name()
              + " cannot be told; write %"
              + result.name()
              + ": i32 = "
              + instruction.operation()
              + " ...");
    }
    return type;
  }

  // --------------------------------------------------------- pure operations

  private void pure(FunctionSyntax.Instruction instruction, Op op, int value) {
    resultCount(instruction, 1);
    operandCount(instruction, Operations.operandCount(op));
    Operations.Shape shape = Operations.shape(op);
    if (shape == null) {
      throw new AssertionError(op);
    }
    switch (shape) {
      case UNIFORM -> uniform(instruction, op, value);
      case COMPARISON -> {
        modifiers(instruction);
        comparison(instruction, op, false, operandType(instruction), value);
      }
      case CONVERSION -> conversion(instruction, op, value);
      case VECTOR -> vector(instruction, op, value);
      case OFFSET -> {
        modifiers(instruction, "inbounds");
        Node pointer = node(instruction.operands().get(0), Type.PTR, "the base of an offset");
        Node bytes = node(instruction.operands().get(1), Type.I64, "the distance of an offset");
        long flags = instruction.modifiers().inBounds ? Op.IN_BOUNDS : 0;
        define(instruction, value, Type.PTR, builder.binary(op, Type.PTR, flags, pointer, bytes));
      }
      case SELECT -> {
        modifiers(instruction);
        Type type = instruction.results().getFirst().type();
        if (type == null) {
          type = common(instruction.operands(), 1);
        }
        if (type == null) {
          type = resultType(instruction);
        }
        Node condition = node(instruction.operands().get(0), Type.I1, "the condition of a select");
        Node a = node(instruction.operands().get(1), type, "the value of this select");
        Node b = node(instruction.operands().get(2), type, "the value of this select");
        define(instruction, value, type, builder.select(condition, a, b));
      }
    }
  }

  private void vector(FunctionSyntax.Instruction instruction, Op op, int value) {
    boolean indexed = op == Op.EXTRACT_LANE || op == Op.SHUFFLE;
    modifiers(instruction, indexed ? "index" : "lane");
    long lanes = indexed ? instruction.modifiers().index : instruction.modifiers().lanes;
    if (!VectorText.takes(op, lanes)) {
      throw fail(instruction.offset(), op.text() + " needs " + VectorText.advice(op) + " in front");
    }
    Type type = op == Op.EXTRACT_LANE ? resultType(instruction) : Type.V128;
    Node[] operands = new Node[instruction.operands().size()];
    for (int i = 0; i < operands.length; i++) {
      Type operandType = op == Op.SPLAT ? operandType(instruction) : VectorText.operandType(op, i);
      operands[i] = node(instruction.operands().get(i), operandType, "this operand");
    }
    boolean right =
        op == Op.EXTRACT_LANE
            ? Lanes.isLane(type) && lanes < Lanes.count(type)
            : op != Op.SPLAT || Lanes.isLane(operands[0].type());
    if (!right) {
      throw fail(instruction.offset(), op.text() + " has no such lane");
    }
    define(instruction, value, type, builder.graph().make(op, type, lanes, null, operands));
  }

  private Type operandType(FunctionSyntax.Instruction instruction) {
    Type type = common(instruction.operands(), 0);
    if (type == null) {
      throw fail(
          instruction.operands().getFirst().offset,
          "the type of this cannot be told; write " + instruction.operands().getFirst() + ": i32");
    }
    return type;
  }

  private void takes(FunctionSyntax.Instruction instruction, Op op, Type type) {
    if (!Operations.takes(op, type)) {
      throw fail(
          instruction.offset(),
          instruction.operation() + " does not take " + type.text() + Operations.advice(op, type));
    }
  }

  private void uniform(FunctionSyntax.Instruction instruction, Op op, int value) {
    if (Operations.mayPromiseNoWrap(op)) {
      modifiers(instruction, "nsw");
    } else {
      modifiers(instruction);
    }
    Type type = instruction.results().getFirst().type();
    if (type == null) {
      type = common(instruction.operands(), 0);
    }
    if (type == null) {
      type = resultType(instruction);
    }
    takes(instruction, op, type);
    long flags = instruction.modifiers().noSignedWrap ? Op.NO_SIGNED_WRAP : 0;
    String what = "this " + op.text();
    Node a = node(instruction.operands().get(0), type, what);
    Node made;
    if (instruction.operands().size() == 1) {
      made = builder.graph().make(op, type, flags, null, a);
    } else {
      Node b = node(instruction.operands().get(1), type, what);
      made =
          op.hasControl() ? builder.divide(op, type, a, b) : builder.binary(op, type, flags, a, b);
    }
    define(instruction, value, type, made);
  }

  private void compare(FunctionSyntax.Instruction instruction, int value) {
    resultCount(instruction, 1);
    operandCount(instruction, 2);
    modifiers(instruction);
    Type type = operandType(instruction);
    Operations.Comparison comparison =
        Operations.comparison(instruction.operation().substring(4), type);
    if (comparison == null) {
      throw fail(
          instruction.offset(),
          "unknown comparison '"
              + instruction.operation()
              + "'; there are eq, ne, lt, le, gt, ge, ult, ule, ugt, uge");
    }
    comparison(instruction, comparison.op(), comparison.swapped(), type, value);
  }

  private void comparison(
      FunctionSyntax.Instruction instruction, Op op, boolean swapped, Type type, int value) {
    takes(instruction, op, type);
    Node a = node(instruction.operands().get(0), type, "this comparison");
    Node b = node(instruction.operands().get(1), type, "this comparison");
    define(
        instruction,
        value,
        Type.I1,
        swapped ? builder.compare(op, b, a) : builder.compare(op, a, b));
  }

  private void conversion(FunctionSyntax.Instruction instruction, Op op, int value) {
    modifiers(instruction);
    Type to = resultType(instruction);
    Operand operand = instruction.operands().getFirst();
    Type from = operandType(instruction);
    if (!Operations.converts(op, from, to)) {
      throw fail(
          instruction.offset(),
          op.text() + " does not go from " + from.text() + " to " + to.text());
    }
    define(instruction, value, to, builder.unary(op, to, node(operand, from, "this")));
  }

  private void constant(FunctionSyntax.Instruction instruction, int value) {
    resultCount(instruction, 1);
    operandCount(instruction, 1);
    modifiers(instruction);
    Operand operand = instruction.operands().getFirst();
    boolean isSymbol = instruction.operation().equals("symbol");
    if (isSymbol != (operand.kind == Operand.Kind.SYMBOL) || operand.isRegister()) {
      throw fail(
          operand.offset, isSymbol ? "a symbol such as $main expected" : "a number expected");
    }
    Type type = typeOf(operand);
    if (type == null) {
      type = resultType(instruction);
    }
    define(instruction, value, type, node(operand, type, "this"));
  }

  // ------------------------------------------------------------------ memory

  private void stack(FunctionSyntax.Instruction instruction, int value) {
    resultCount(instruction, 1);
    modifiers(instruction);
    FunctionSyntax.SlotSyntax slot = instruction.slot();
    if (slot == null) {
      throw new AssertionError();
    }
    String name = slot.name() == null ? instruction.results().getFirst().name() : slot.name();
    StackSlot made = builder.function().newSlot(name, slot.size(), slot.alignment());
    define(instruction, value, Type.PTR, builder.slotAddress(made));
  }

  private static long access(FunctionSyntax.Instruction instruction) {
    Modifiers modifiers = instruction.modifiers();
    return modifiers.isVolatile || instruction.operation().equals("volatile_load")
        ? Access.ofVolatile(modifiers.aliasClass)
        : Access.of(modifiers.aliasClass);
  }

  private void load(FunctionSyntax.Instruction instruction, int value) {
    resultCount(instruction, 1);
    operandCount(instruction, 1);
    modifiers(instruction, "volatile", "class");
    Operand address = instruction.operands().getFirst();
    Type type = instruction.results().getFirst().type();
    if (type == null) {
      type = pointees.of(address.value);
    }
    Node pointer = node(address, Type.PTR, "the address of a load");
    if (type == null) {
      quietBehindErrors(address);
      type = resultType(instruction);
    }
    define(instruction, value, type, builder.load(type, pointer, access(instruction)));
  }

  /** Says nothing of a type that is not known because of an error that has been reported. */
  private void quietBehindErrors(Operand address) {
    if (!errors.isEmpty() && pointees.isOpen(address.value)) {
      throw new Cursor.Recovery();
    }
  }

  private void store(FunctionSyntax.Instruction instruction) {
    resultCount(instruction, 0);
    operandCount(instruction, 2);
    modifiers(instruction, "volatile", "class");
    Operand address = instruction.operands().get(0);
    Operand stored = instruction.operands().get(1);
    Node pointer = node(address, Type.PTR, "the address of a store");
    Type type = typeOf(stored);
    if (type == null) {
      type = pointees.of(address.value);
    }
    if (type == null) {
      quietBehindErrors(address);
      throw fail(stored.offset, "the type of the value cannot be told; write " + stored + ": i32");
    }
    builder.store(pointer, node(stored, type, "the value of this store"), access(instruction));
  }

  private int size(FunctionSyntax.Instruction instruction) {
    if (instruction.modifiers().size < 0) {
      throw fail(
          instruction.offset(),
          "the number of bytes is missing; write " + instruction.operation() + " size=8 ...");
    }
    return instruction.modifiers().size;
  }

  private void copy(FunctionSyntax.Instruction instruction) {
    resultCount(instruction, 0);
    operandCount(instruction, 2);
    modifiers(instruction, "size", "class");
    Node target = node(instruction.operands().get(0), Type.PTR, "the target of a copy");
    Node source = node(instruction.operands().get(1), Type.PTR, "the source of a copy");
    builder.copyMemory(target, source, size(instruction), instruction.modifiers().aliasClass);
  }

  private void fill(FunctionSyntax.Instruction instruction) {
    resultCount(instruction, 0);
    operandCount(instruction, 2);
    modifiers(instruction, "size", "class");
    Node target = node(instruction.operands().get(0), Type.PTR, "the target of a fill");
    Node filler = node(instruction.operands().get(1), Type.I8, "the byte of a fill");
    builder.fillMemory(target, filler, size(instruction), instruction.modifiers().aliasClass);
  }

  // ------------------------------------------------------------------- calls

  private void guard(FunctionSyntax.Instruction instruction) {
    resultCount(instruction, 0);
    operandCount(instruction, 1);
    modifiers(instruction, "code");
    Node condition = node(instruction.operands().getFirst(), Type.I1, "the condition of a guard");
    builder.guard(condition, instruction.modifiers().code);
  }

  private void call(FunctionSyntax.Instruction instruction, int value) {
    modifiers(instruction);
    Operand callee = instruction.operands().getFirst();
    Signature signature = instruction.signature();
    List<Node> arguments = new ArrayList<>();
    String symbol = null;
    if (callee.kind == Operand.Kind.SYMBOL) {
      symbol = callee.text;
      Signature declared = symbols.signature(symbol);
      if (signature == null) {
        signature = declared;
      }
      if (signature == null) {
        throw fail(
            callee.offset,
            symbols.isDeclared(symbol)
                ? callee + " is no function; to call through it, load it and write the signature"
                : callee + " is not declared; add 'extern " + callee + "(TYPES) -> (TYPE)'");
      }
      if (!symbols.isDeclared(symbol)) {
        symbols.declare(symbol, signature);
      }
    } else {
      arguments.add(node(callee, Type.PTR, "the callee"));
      if (signature == null) {
        throw fail(
            callee.offset,
            "an indirect call needs a signature: call " + callee + "(...) : (TYPES) -> (TYPE)");
      }
    }
    arguments(instruction, signature, arguments);
    List<FunctionSyntax.Result> results = instruction.results();
    if (!results.isEmpty() && results.size() != signature.results().size()) {
      throw fail(
          instruction.offset(),
          "this call has "
              + signature.results().size()
              + " results, but "
              + results.size()
              + " are named");
    }
    Node call = builder.call(new CallDescriptor(signature, symbol), arguments);
    for (int i = 0; i < results.size(); i++) {
      FunctionSyntax.Result result = results.get(i);
      Type type = signature.results().get(i);
      values.define(value + i, type, builder.result(call, i));
      if (result.type() != null && result.type() != type) {
        errors.add(
            result.offset(),
            "%"
                + result.name()
                + " is declared "
                + result.type().text()
                + ", but the call gives "
                + type.text());
      }
    }
  }

  private void arguments(
      FunctionSyntax.Instruction instruction, Signature signature, List<Node> arguments) {
    List<Operand> given = instruction.operands().subList(1, instruction.operands().size());
    int parameters = signature.parameters().size();
    if (given.size() < parameters || (given.size() > parameters && !signature.variadic())) {
      throw fail(
          instruction.operands().getFirst().offset,
          instruction.operands().getFirst()
              + " takes "
              + (signature.variadic() ? "at least " : "")
              + parameters
              + (parameters == 1 ? " argument, " : " arguments, ")
              + given.size()
              + " given");
    }
    for (int i = 0; i < given.size(); i++) {
      Operand argument = given.get(i);
      Type type;
      if (i < parameters) {
        type = signature.parameters().get(i).type();
      } else {
        type = typeOf(argument);
        if (type == null && Literal.isFraction(argument.text)) {
          // What C would pass.
          type = Type.F64;
        }
        if (type == null) {
          throw fail(
              argument.offset,
              "the type of this argument cannot be told; write " + argument + ": i32");
        }
      }
      arguments.add(node(argument, type, "argument " + (i + 1)));
    }
  }
}
