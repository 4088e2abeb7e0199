package dev.sargasso.x64.generate;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Makes programs that compute something senseless but defined: all operations on all types, memory
 * in all widths and address forms, branches, counted loops, irreducible flow, switches, and calls
 * with many parameters. Function {@code f0} takes two integers and a pointer to the global {@code
 * buffer}, and returns a hash of its variables.
 */
final class RandomProgram {
  static final int BUFFER_BYTES = 512;
  private static final Type[] VALUES = {
    Type.I1, Type.I8, Type.I16, Type.I32, Type.I64, Type.I32, Type.I64, Type.F32, Type.F64
  };
  private static final int VARIABLES = 14;
  private static final int OTHER_CLASS = 1;

  private final Random random;
  private final Simplifier simplifier;
  private final Program program = new Program("random");
  private final List<Function> functions = new ArrayList<>();
  private FunctionBuilder builder;
  private int[] variables;
  private Type[] types;
  private Node pointer;
  private StackSlot slot;
  private int budget;
  private int callees;

  private RandomProgram(long seed, Simplifier simplifier) {
    random = new Random(seed);
    this.simplifier = simplifier;
    builder = new FunctionBuilder(newFunction("unused", Signature.of(List.of(), List.of())));
    variables = new int[0];
    types = new Type[0];
    pointer = builder.constant(Type.PTR, 0);
    slot = builder.function().newSlot("unused", 8, 8);
  }

  static Program make(long seed, Simplifier simplifier) {
    return new RandomProgram(seed, simplifier).make();
  }

  private Program make() {
    program.add(
        new Global("buffer", BUFFER_BYTES, 16, new byte[0], List.of(), false, Linkage.GLOBAL));
    program.add(new Global("other", BUFFER_BYTES, 16, bytes(), List.of(), false, Linkage.GLOBAL));
    int count = 1 + random.nextInt(3);
    for (int i = count - 1; i >= 0; i--) {
      makeFunction(i);
    }
    for (int i = functions.size() - 1; i >= 0; i--) {
      program.add(functions.get(i));
    }
    return program;
  }

  private byte[] bytes() {
    byte[] bytes = new byte[BUFFER_BYTES];
    random.nextBytes(bytes);
    return bytes;
  }

  private Function newFunction(String name, Signature signature) {
    return new Function(name, signature, Linkage.GLOBAL, new Graph(simplifier), "");
  }

  private void makeFunction(int number) {
    List<Signature.Parameter> parameters = new ArrayList<>();
    parameters.add(Signature.Parameter.of(Type.I64));
    parameters.add(Signature.Parameter.of(Type.I64));
    parameters.add(Signature.Parameter.of(Type.PTR));
    List<Type> results = new ArrayList<>(List.of(Type.I64));
    if (number > 0) {
      int more = random.nextInt(18);
      for (int i = 0; i < more; i++) {
        parameters.add(
            random.nextInt(8) == 0
                ? new Signature.Parameter(Type.PTR, 1 + random.nextInt(40), 8)
                : Signature.Parameter.of(type()));
      }
      if (random.nextBoolean()) {
        results.add(Type.F64);
        results.add(Type.I32);
        results.add(Type.F32);
      }
    }
    Function function = newFunction("f" + number, new Signature(parameters, results, false));
    function.ensureAliasClasses(2);
    slot = function.newSlot("local", 64, random.nextInt(4) == 0 ? 32 : 16);
    builder = new FunctionBuilder(function);
    pointer = builder.parameter(2);
    declareVariables(parameters);
    budget = 30 + random.nextInt(60);
    callees = functions.size();
    builder.fillMemory(builder.slotAddress(slot), builder.constant(Type.I8, 7), 64);
    statements(0);
    Node hash = hash();
    List<Node> returned = new ArrayList<>(List.of(hash));
    for (int i = 1; i < results.size(); i++) {
      returned.add(convert(results.get(i), hash));
    }
    builder.returnValues(returned.toArray(new Node[0]));
    builder.finish();
    functions.add(function);
  }

  private void declareVariables(List<Signature.Parameter> parameters) {
    variables = new int[VARIABLES];
    types = new Type[VARIABLES];
    for (int i = 0; i < VARIABLES; i++) {
      types[i] = i < VALUES.length ? VALUES[i] : type();
      variables[i] = builder.newVariable(types[i]);
      int from = random.nextInt(parameters.size());
      Signature.Parameter parameter = parameters.get(from);
      Node value = builder.parameter(from);
      if (parameter.isByValue()) {
        value = builder.load(Type.I8, value);
      } else if (parameter.type() == Type.PTR) {
        value = builder.constant(Type.I64, random.nextLong());
      }
      builder.write(variables[i], convert(types[i], value));
    }
  }

  private Type type() {
    return VALUES[random.nextInt(VALUES.length)];
  }

  // -------------------------------------------------------------- statements

  private void statements(int depth) {
    int count = 2 + random.nextInt(6);
    for (int i = 0; i < count && budget > 0; i++) {
      budget--;
      switch (random.nextInt(depth < 4 ? 15 : 8)) {
        case 0, 1, 2, 3 -> assign();
        case 4, 5 -> store();
        case 6 -> modify();
        case 7 -> bulk();
        case 8, 9 -> branch(depth);
        case 10, 11 -> loop(depth);
        case 12 -> choose(depth);
        case 13 -> tangle();
        default -> call();
      }
    }
  }

  private void assign() {
    int to = random.nextInt(VARIABLES);
    builder.write(variables[to], expression(types[to], 3));
  }

  private void store() {
    Type type = type();
    Place place = place(type);
    builder.store(place.address, expression(type, 2), place.access);
  }

  /** Reads, changes and writes one place. */
  private void modify() {
    Type[] integers = {Type.I8, Type.I16, Type.I32, Type.I64};
    Type type = integers[random.nextInt(4)];
    Place place = place(type);
    Op[] ops = {Op.ADD, Op.SUB, Op.AND, Op.OR, Op.XOR, Op.SHL, Op.SHR, Op.SAR};
    Op op = ops[random.nextInt(ops.length)];
    Node loaded = builder.load(type, place.address, place.access);
    Node by = random.nextBoolean() ? constant(type) : expression(type, 1);
    Node changed;
    if (type.bits() < 32 && op.ordinal() < Op.SHL.ordinal() && random.nextBoolean()) {
      Node wide =
          builder.binary(
              op,
              Type.I32,
              builder.unary(
                  random.nextBoolean() ? Op.ZERO_EXTEND : Op.SIGN_EXTEND, Type.I32, loaded),
              convert(Type.I32, by));
      changed = builder.unary(Op.TRUNCATE, type, wide);
    } else if (op.isCommutative() && random.nextBoolean()) {
      changed = builder.binary(op, type, by, loaded);
    } else {
      changed = builder.binary(op, type, loaded, by);
    }
    builder.store(place.address, changed, place.access);
  }

  /** Copies or fills some bytes; the two halves of a buffer never overlap. */
  private void bulk() {
    int size = 1 + random.nextInt(random.nextInt(4) == 0 ? 200 : 60);
    Node half =
        builder.offset(builder.symbol("buffer"), builder.constant(Type.I64, BUFFER_BYTES / 2));
    if (random.nextBoolean()) {
      builder.copyMemory(half, builder.symbol("buffer"), size);
    } else {
      Node value = random.nextBoolean() ? constant(Type.I8) : expression(Type.I8, 1);
      builder.fillMemory(half, value, size);
    }
  }

  private void branch(int depth) {
    int ifTrue = builder.newBlock();
    int ifFalse = builder.newBlock();
    int join = builder.newBlock();
    builder.branch(expression(Type.I1, 2), ifTrue, ifFalse);
    builder.seal(ifTrue);
    builder.seal(ifFalse);
    builder.setBlock(ifTrue);
    statements(depth + 1);
    builder.jump(join);
    builder.setBlock(ifFalse);
    if (random.nextBoolean()) {
      statements(depth + 1);
    }
    builder.jump(join);
    builder.seal(join);
    builder.setBlock(join);
  }

  private void loop(int depth) {
    int counter = builder.newVariable(Type.I32);
    builder.write(counter, builder.constant(Type.I32, 0));
    int head = builder.newBlock();
    int body = builder.newBlock();
    int exit = builder.newBlock();
    builder.jump(head);
    builder.setBlock(head);
    builder.branch(
        builder.compare(
            Op.LT, builder.read(counter), builder.constant(Type.I32, 1 + random.nextInt(3))),
        body,
        exit);
    builder.seal(body);
    builder.setBlock(body);
    if (random.nextInt(3) == 0) {
      int goOn = builder.newBlock();
      builder.branch(expression(Type.I1, 1), exit, goOn);
      builder.seal(goOn);
      builder.setBlock(goOn);
    }
    statements(depth + 1);
    builder.write(
        counter,
        builder.binary(Op.ADD, Type.I32, builder.read(counter), builder.constant(Type.I32, 1)));
    builder.jump(head);
    builder.seal(head);
    builder.seal(exit);
    builder.setBlock(exit);
  }

  /** Blocks that jump to one another at random, until a counter runs out. */
  private void tangle() {
    int counter = builder.newVariable(Type.I32);
    builder.write(counter, builder.constant(Type.I32, 4 + random.nextInt(12)));
    int[] blocks = new int[2 + random.nextInt(6)];
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = builder.newBlock();
    }
    int exit = builder.newBlock();
    builder.branch(expression(Type.I1, 1), blocks[0], blocks[1]);
    for (int block : blocks) {
      builder.setBlock(block);
      int goOn = builder.newBlock();
      Node left =
          builder.binary(Op.SUB, Type.I32, builder.read(counter), builder.constant(Type.I32, 1));
      builder.write(counter, left);
      builder.branch(builder.compare(Op.LT, left, builder.constant(Type.I32, 0)), exit, goOn);
      builder.seal(goOn);
      builder.setBlock(goOn);
      assign();
      int one = blocks[random.nextInt(blocks.length)];
      int other = blocks[random.nextInt(blocks.length)];
      if (random.nextInt(3) == 0) {
        store();
      }
      builder.branch(expression(Type.I1, 1), one, other);
    }
    for (int block : blocks) {
      builder.seal(block);
    }
    builder.seal(exit);
    builder.setBlock(exit);
  }

  private void choose(int depth) {
    Type[] switched = {Type.I8, Type.I16, Type.I32, Type.I64};
    Type type = switched[random.nextInt(4)];
    int count = 1 + random.nextInt(12);
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      keys[i] =
          random.nextInt(3) == 0
              ? type.canonical(random.nextLong())
              : random.nextInt(16) - (type == Type.I8 ? 4 : 2);
    }
    keys = Arrays.stream(keys).sorted().distinct().toArray();
    int arms = 1 + random.nextInt(4);
    int[] targets = new int[keys.length];
    for (int i = 0; i < keys.length; i++) {
      targets[i] = random.nextInt(arms);
    }
    int[] blocks = new int[arms];
    for (int i = 0; i < arms; i++) {
      blocks[i] = builder.newBlock();
    }
    int join = builder.newBlock();
    Node value = expression(type, 1);
    if (random.nextBoolean()) {
      value = builder.binary(Op.AND, type, value, builder.constant(type, 15));
    }
    builder.switchTo(value, new SwitchTable(keys, targets, arms), blocks);
    for (int block : blocks) {
      builder.seal(block);
      builder.setBlock(block);
      assign();
      if (depth < 3 && random.nextInt(3) == 0) {
        statements(depth + 2);
      }
      builder.jump(join);
    }
    builder.seal(join);
    builder.setBlock(join);
  }

  private void call() {
    if (callees == 0) {
      assign();
      return;
    }
    Function callee = functions.get(random.nextInt(callees));
    List<Node> arguments = new ArrayList<>();
    boolean indirect = random.nextInt(3) == 0;
    if (indirect) {
      arguments.add(builder.symbol(callee.name()));
    }
    for (Signature.Parameter parameter : callee.signature().parameters()) {
      if (parameter.isByValue()) {
        arguments.add(builder.offset(pointer, builder.constant(Type.I64, random.nextInt(64))));
      } else if (parameter.type() == Type.PTR) {
        arguments.add(pointer);
      } else {
        arguments.add(expression(parameter.type(), 1));
      }
    }
    Node call =
        builder.call(
            new CallDescriptor(callee.signature(), indirect ? null : callee.name()), arguments);
    for (int i = 0; i < callee.signature().results().size(); i++) {
      int to = random.nextInt(VARIABLES);
      builder.write(variables[to], convert(types[to], builder.result(call, i)));
    }
  }

  // ------------------------------------------------------------------ memory

  private record Place(Node address, long access) {}

  private Place place(Type type) {
    int bytes = type.bytes();
    int shift = Integer.numberOfTrailingZeros(bytes);
    int kind = random.nextInt(4);
    int limit = kind == 3 ? 64 : BUFFER_BYTES / 2;
    Node base =
        switch (kind) {
          case 0 -> builder.symbol("buffer");
          case 1 -> builder.symbol("other");
          case 2 -> pointer;
          default -> builder.slotAddress(slot);
        };
    long access = Access.of(kind == 1 ? OTHER_CLASS : Access.ANY_CLASS);
    int constant = random.nextInt(limit / 2 / bytes) * bytes;
    Node address = base;
    if (random.nextBoolean()) {
      Type indexType = random.nextBoolean() ? Type.I32 : Type.I64;
      Node index =
          builder.binary(
              Op.AND,
              indexType,
              expression(indexType, 1),
              builder.constant(indexType, limit / 2 / bytes - 1));
      if (indexType == Type.I32) {
        index =
            builder.unary(random.nextBoolean() ? Op.SIGN_EXTEND : Op.ZERO_EXTEND, Type.I64, index);
      }
      if (shift > 0) {
        index = builder.binary(Op.SHL, Type.I64, index, builder.constant(Type.I64, shift));
      }
      if (random.nextBoolean()) {
        index = builder.binary(Op.ADD, Type.I64, index, builder.constant(Type.I64, constant));
        constant = 0;
      }
      address = builder.offset(address, index);
    }
    if (constant != 0) {
      address = builder.offset(address, builder.constant(Type.I64, constant));
    }
    return new Place(address, access);
  }

  // ------------------------------------------------------------- expressions

  private Node constant(Type type) {
    return switch (type) {
      case F32 -> builder.graph().constant((float) (random.nextInt(200) - 100) / 4);
      case F64 -> builder.graph().constant((double) (random.nextInt(200) - 100) / 8);
      default ->
          builder.constant(
              type,
              random.nextBoolean()
                  ? random.nextInt(20) - 5
                  : random.nextLong() >> random.nextInt(64));
    };
  }

  private Node variable(Type type) {
    for (int tries = 0; tries < 6; tries++) {
      int from = random.nextInt(VARIABLES);
      if (types[from] == type) {
        return builder.read(variables[from]);
      }
    }
    int from = random.nextInt(VARIABLES);
    return convert(type, builder.read(variables[from]));
  }

  private Node expression(Type type, int depth) {
    if (depth == 0) {
      return random.nextInt(3) == 0 ? constant(type) : variable(type);
    }
    int kind = random.nextInt(10);
    if (kind == 0) {
      return constant(type);
    }
    if (kind == 1) {
      return variable(type);
    }
    if (kind <= 3) {
      Place place = place(type);
      return builder.load(type, place.address, place.access);
    }
    if (kind == 4) {
      return builder.select(
          expression(Type.I1, depth - 1), expression(type, depth - 1), expression(type, depth - 1));
    }
    return switch (type) {
      case I1 -> truth(depth - 1);
      case F32, F64 -> floating(type, depth - 1);
      default -> integer(type, depth - 1);
    };
  }

  private Node truth(int depth) {
    if (random.nextInt(4) == 0) {
      Op[] ops = {Op.AND, Op.OR, Op.XOR};
      return builder.binary(
          ops[random.nextInt(3)], Type.I1, expression(Type.I1, depth), expression(Type.I1, depth));
    }
    Type operands = type();
    if (operands.isFloat()) {
      Op[] ops = {Op.FEQ, Op.FNE, Op.FLT, Op.FLE};
      return builder.compare(
          ops[random.nextInt(4)], expression(operands, depth), expression(operands, depth));
    }
    Op[] ops = {Op.EQ, Op.NE, Op.LT, Op.LE, Op.ULT, Op.ULE};
    Node left = expression(operands, depth);
    if (operands.bits() > 1 && random.nextInt(4) == 0) {
      left = builder.binary(Op.AND, operands, left, constant(operands));
    }
    Node right = random.nextInt(3) == 0 ? constant(operands) : expression(operands, depth);
    if (random.nextInt(5) == 0) {
      right = builder.constant(operands, 0);
    }
    return builder.compare(ops[random.nextInt(6)], left, right);
  }

  private Node floating(Type type, int depth) {
    return switch (random.nextInt(8)) {
      case 0 ->
          builder.unary(random.nextBoolean() ? Op.FNEG : Op.FABS, type, expression(type, depth));
      case 1 ->
          builder.unary(Op.FSQRT, type, builder.unary(Op.FABS, type, expression(type, depth)));
      case 2 -> convert(type, expression(random.nextBoolean() ? Type.I32 : Type.I64, depth));
      default -> {
        Op[] ops = {Op.FADD, Op.FSUB, Op.FMUL, Op.FDIV};
        yield builder.binary(
            ops[random.nextInt(4)], type, expression(type, depth), expression(type, depth));
      }
    };
  }

  private Node integer(Type type, int depth) {
    return switch (random.nextInt(12)) {
      case 0 -> {
        Op[] ops = {Op.NEG, Op.NOT, Op.POPCNT, Op.LZCNT, Op.TZCNT, Op.BSWAP};
        Op op = ops[random.nextInt(type == Type.I8 ? 5 : 6)];
        yield builder.unary(op, type, expression(type, depth));
      }
      case 1 -> {
        Op[] ops = {Op.DIV, Op.UDIV, Op.REM, Op.UREM};
        Node divisor =
            builder.binary(
                Op.OR,
                type,
                builder.binary(Op.AND, type, expression(type, depth), builder.constant(type, 62)),
                builder.constant(type, 1));
        yield builder.divide(ops[random.nextInt(4)], type, expression(type, depth), divisor);
      }
      case 2 -> {
        Op[] ops = {Op.MUL_HIGH, Op.UMUL_HIGH};
        yield builder.binary(
            ops[random.nextInt(2)], type, expression(type, depth), expression(type, depth));
      }
      case 3, 4 -> {
        Op[] ops = {Op.SHL, Op.SHR, Op.SAR, Op.ROL};
        Node count = random.nextBoolean() ? constant(type) : expression(type, depth);
        yield builder.binary(ops[random.nextInt(4)], type, expression(type, depth), count);
      }
      case 5 -> convert(type, expression(type(), depth));
      case 6 -> {
        // Sums that lea can do.
        Node scaled =
            builder.binary(
                Op.SHL, type, expression(type, depth), builder.constant(type, random.nextInt(4)));
        Node sum =
            random.nextBoolean()
                ? builder.binary(Op.ADD, type, scaled, expression(type, depth))
                : builder.binary(Op.ADD, type, expression(type, depth), scaled);
        yield builder.binary(Op.ADD, type, sum, constant(type));
      }
      default -> {
        Op[] ops = {Op.ADD, Op.SUB, Op.MUL, Op.AND, Op.OR, Op.XOR};
        Node right = random.nextInt(3) == 0 ? constant(type) : expression(type, depth);
        yield builder.binary(ops[random.nextInt(6)], type, expression(type, depth), right);
      }
    };
  }

  private Node convert(Type to, Node value) {
    Type from = value.type();
    if (from == to) {
      return value;
    }
    if (from.isFloat()) {
      if (to.isFloat()) {
        return builder.unary(to == Type.F64 ? Op.FLOAT_EXTEND : Op.FLOAT_ROUND, to, value);
      }
      Type middle = to == Type.I64 || random.nextBoolean() ? Type.I64 : Type.I32;
      Op op = random.nextBoolean() ? Op.FLOAT_TO_INT : Op.FLOAT_TO_UINT;
      return convert(to, builder.unary(op, middle, value));
    }
    if (to.isFloat()) {
      Node whole = from == Type.I64 ? value : convert(Type.I32, value);
      Op op = random.nextBoolean() ? Op.INT_TO_FLOAT : Op.UINT_TO_FLOAT;
      return builder.unary(op, to, whole);
    }
    if (from.bits() > to.bits()) {
      return builder.unary(Op.TRUNCATE, to, value);
    }
    return builder.unary(random.nextBoolean() ? Op.SIGN_EXTEND : Op.ZERO_EXTEND, to, value);
  }

  /** Mixes all variables; all NaNs are the same to it. */
  private Node hash() {
    Node hash = builder.constant(Type.I64, 17);
    for (int i = 0; i < VARIABLES; i++) {
      Node value = builder.read(variables[i]);
      Node bits;
      if (types[i].isFloat()) {
        Node isNumber = builder.compare(Op.FEQ, value, value);
        Node raw =
            types[i] == Type.F64
                ? builder.unary(Op.BITCAST, Type.I64, value)
                : builder.unary(
                    Op.ZERO_EXTEND, Type.I64, builder.unary(Op.BITCAST, Type.I32, value));
        bits = builder.select(isNumber, raw, builder.constant(Type.I64, 3));
      } else {
        bits = types[i] == Type.I64 ? value : builder.unary(Op.SIGN_EXTEND, Type.I64, value);
      }
      hash =
          builder.binary(
              Op.ADD,
              Type.I64,
              builder.binary(Op.MUL, Type.I64, hash, builder.constant(Type.I64, 31)),
              bits);
    }
    return hash;
  }
}
