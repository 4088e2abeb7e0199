package dev.sargasso.passes.promote;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import java.util.List;
import java.util.Random;

/**
 * Random programs that keep nearly everything in stack slots: scalars, structs that are copied and
 * cleared, fields of several types, addresses that escape, loops and branches.
 */
final class SlotPrograms {
  private static final Signature SIGNATURE =
      Signature.of(List.of(Type.I64, Type.I64, Type.I32), List.of(Type.I64));
  private static final Signature TOUCH = Signature.of(List.of(Type.PTR, Type.I64), List.of());

  /** Offset and type of the fields of a struct of 32 bytes. */
  private static final Type[] FIELDS = {
    Type.I64, Type.I32, Type.F32, Type.F64, Type.I8, Type.I16, Type.I32
  };

  private static final int[] OFFSETS = {0, 8, 12, 16, 24, 26, 28};

  private final Random random;
  private final FunctionBuilder builder;
  private final Function function;
  private final int classes;
  private final StackSlot[] scalars = new StackSlot[4];
  private final StackSlot[] structs = new StackSlot[4];
  private final boolean mixesTypes;
  private int budget = 50;

  private SlotPrograms(Function function, Random random, int classes) {
    this.function = function;
    this.random = random;
    this.classes = classes;
    builder = new FunctionBuilder(function);
    mixesTypes = random.nextBoolean();
  }

  /** The program of this seed: {@code f(i64, i64, i32) -> i64}. */
  static Program of(long seed, Simplifier simplifier) {
    Random random = new Random(seed);
    Program program = new Program("slots" + seed);
    program.add(new Global("g", 64, 8, new byte[64], List.of(), false, Linkage.LOCAL));
    int classes = 1 + random.nextInt(3);
    Function touch = new Function("touch", TOUCH, Linkage.LOCAL, new Graph(simplifier), "");
    touch.ensureAliasClasses(classes);
    FunctionBuilder toucher = new FunctionBuilder(touch);
    Node old = toucher.load(Type.I64, toucher.parameter(0));
    toucher.store(
        toucher.parameter(0), toucher.binary(Op.ADD, Type.I64, old, toucher.parameter(1)));
    toucher.returnValues();
    toucher.finish();
    program.add(touch);
    Function f = new Function("f", SIGNATURE, Linkage.GLOBAL, new Graph(simplifier), "");
    f.ensureAliasClasses(classes);
    new SlotPrograms(f, random, classes).make();
    program.add(f);
    return program;
  }

  private void make() {
    for (int i = 0; i < scalars.length; i++) {
      scalars[i] = function.newSlot("s" + i, 8, 8);
      builder.store(builder.slotAddress(scalars[i]), value(Type.I64, 0), scalarClass(i));
    }
    for (int i = 0; i < structs.length; i++) {
      structs[i] = function.newSlot("t" + i, 32, 8);
      builder.fillMemory(builder.slotAddress(structs[i]), byteValue(), 32);
    }
    statements(0);
    Node result = builder.parameter(0);
    for (int i = 0; i < scalars.length; i++) {
      result = mix(result, builder.load(Type.I64, builder.slotAddress(scalars[i]), scalarClass(i)));
    }
    for (StackSlot struct : structs) {
      for (int field = 0; field < FIELDS.length; field++) {
        result = mix(result, widened(loadField(struct, field)));
      }
    }
    for (int at = 0; at < 64; at += 8) {
      result =
          mix(
              result,
              builder.load(
                  Type.I64, builder.offset(builder.symbol("g"), builder.constant(Type.I64, at))));
    }
    builder.returnValues(result);
    builder.finish();
  }

  private int scalarClass(int i) {
    return i % classes;
  }

  private Node mix(Node a, Node b) {
    Node rotated = builder.binary(Op.ROL, Type.I64, a, builder.constant(Type.I64, 7));
    return builder.binary(Op.XOR, Type.I64, rotated, b);
  }

  private Node widened(Node value) {
    return switch (value.type()) {
      case I64 -> value;
      case F64 -> builder.unary(Op.BITCAST, Type.I64, value);
      case F32 ->
          builder.unary(Op.SIGN_EXTEND, Type.I64, builder.unary(Op.BITCAST, Type.I32, value));
      default -> builder.unary(Op.SIGN_EXTEND, Type.I64, value);
    };
  }

  // -------------------------------------------------------------- statements

  private void statements(int depth) {
    int count = 2 + random.nextInt(6);
    for (int i = 0; i < count && budget > 0; i++) {
      budget--;
      statement(depth);
    }
  }

  private void statement(int depth) {
    int kind = random.nextInt(depth < 3 ? 14 : 10);
    switch (kind) {
      case 0, 1 -> {
        int i = random.nextInt(scalars.length);
        builder.store(builder.slotAddress(scalars[i]), value(Type.I64, 2), scalarClass(i));
      }
      case 2, 3, 4 -> {
        StackSlot struct = struct();
        int field = random.nextInt(FIELDS.length);
        Node address = field(struct, field);
        if (mixesTypes && FIELDS[field] == Type.F64 && random.nextBoolean()) {
          builder.store(address, value(Type.I64, 1));
        } else {
          builder.store(address, value(FIELDS[field], 2));
        }
      }
      case 5, 6 -> {
        Node from = builder.slotAddress(struct());
        Node to = builder.slotAddress(struct());
        int half = random.nextInt(4) == 0 ? 16 : 32;
        builder.copyMemory(to, from, half);
      }
      case 7 -> {
        Node global =
            builder.offset(
                builder.symbol("g"), builder.constant(Type.I64, 16L * random.nextInt(3)));
        Node slot = builder.slotAddress(struct());
        if (random.nextBoolean()) {
          builder.copyMemory(global, slot, 16);
        } else {
          builder.copyMemory(slot, global, 16);
        }
      }
      case 8 -> {
        int size = random.nextBoolean() ? 16 : 8;
        builder.fillMemory(builder.slotAddress(struct()), byteValue(), size);
      }
      case 9 -> {
        if (random.nextInt(4) == 0) {
          builder.call(
              new CallDescriptor(TOUCH, "touch"),
              List.of(
                  random.nextInt(3) == 0 ? builder.slotAddress(struct()) : builder.symbol("g"),
                  value(Type.I64, 1)));
        }
      }
      case 10, 11 -> branch(depth);
      default -> loop(depth);
    }
  }

  private void branch(int depth) {
    int then = builder.newBlock();
    int otherwise = builder.newBlock();
    int after = builder.newBlock();
    builder.branch(condition(), then, otherwise);
    builder.seal(then);
    builder.seal(otherwise);
    builder.setBlock(then);
    statements(depth + 1);
    builder.jump(after);
    builder.setBlock(otherwise);
    if (random.nextBoolean()) {
      statements(depth + 1);
    }
    builder.jump(after);
    builder.seal(after);
    builder.setBlock(after);
  }

  private void loop(int depth) {
    int counter = builder.newVariable(Type.I32);
    builder.write(counter, builder.constant(Type.I32, 1 + random.nextInt(4)));
    int head = builder.newBlock();
    int body = builder.newBlock();
    int after = builder.newBlock();
    builder.jump(head);
    builder.setBlock(head);
    Node more = builder.compare(Op.LT, builder.constant(Type.I32, 0), builder.read(counter));
    builder.branch(more, body, after);
    builder.seal(body);
    builder.setBlock(body);
    statements(depth + 1);
    builder.write(
        counter,
        builder.binary(Op.SUB, Type.I32, builder.read(counter), builder.constant(Type.I32, 1)));
    builder.jump(head);
    builder.seal(head);
    builder.seal(after);
    builder.setBlock(after);
  }

  // ------------------------------------------------------------------ values

  private StackSlot struct() {
    return structs[random.nextInt(structs.length)];
  }

  private Node field(StackSlot struct, int field) {
    return builder.offset(builder.slotAddress(struct), builder.constant(Type.I64, OFFSETS[field]));
  }

  private Node loadField(StackSlot struct, int field) {
    return builder.load(FIELDS[field], field(struct, field));
  }

  private Node condition() {
    return builder.compare(
        random.nextBoolean() ? Op.LT : Op.EQ,
        builder.binary(Op.AND, Type.I64, value(Type.I64, 1), builder.constant(Type.I64, 3)),
        builder.constant(Type.I64, random.nextInt(3)));
  }

  private Node byteValue() {
    return random.nextBoolean()
        ? builder.constant(Type.I8, random.nextInt(3))
        : builder.unary(Op.TRUNCATE, Type.I8, builder.parameter(random.nextInt(2)));
  }

  private Node value(Type type, int depth) {
    if (type.isFloat()) {
      Node integer = value(type == Type.F64 ? Type.I64 : Type.I32, depth - 1);
      return builder.unary(Op.INT_TO_FLOAT, type, integer);
    }
    if (type != Type.I64) {
      return builder.unary(Op.TRUNCATE, type, value(Type.I64, depth - 1));
    }
    if (depth <= 0) {
      return random.nextBoolean()
          ? builder.parameter(random.nextInt(2))
          : builder.constant(Type.I64, random.nextInt(100));
    }
    return switch (random.nextInt(4)) {
      case 0 -> {
        int i = random.nextInt(scalars.length);
        yield scalars[i] == null
            ? builder.parameter(0)
            : builder.load(Type.I64, builder.slotAddress(scalars[i]), scalarClass(i));
      }
      case 1 ->
          structs[3] == null
              ? builder.parameter(1)
              : widened(loadField(struct(), random.nextInt(FIELDS.length)));
      default ->
          builder.binary(
              random.nextBoolean() ? Op.ADD : Op.XOR,
              type,
              value(type, depth - 1),
              value(type, depth - 1));
    };
  }
}
