package dev.sargasso.ir.random;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.type.Type;
import java.util.SplittableRandom;

/** Random values, loads and stores, on variables of types i32, i64 and f64. */
final class RandomValues {
  private static final Op[] INTEGER = {
    Op.ADD, Op.SUB, Op.MUL, Op.AND, Op.OR, Op.XOR, Op.SHL, Op.SHR, Op.SAR, Op.ROL
  };
  private static final Op[] UNARY = {Op.NEG, Op.NOT, Op.POPCNT, Op.LZCNT, Op.TZCNT, Op.BSWAP};
  private static final Op[] FLOAT = {Op.FADD, Op.FSUB, Op.FMUL};
  private static final Op[] COMPARE = {Op.EQ, Op.NE, Op.LT, Op.LE, Op.ULT, Op.ULE};
  private static final Type[] STORED = {Type.I8, Type.I16, Type.I32, Type.I64, Type.F64};

  private final FunctionBuilder builder;
  private final RandomShape shape;
  private final SplittableRandom random;
  private final int[] narrow;
  private final int[] wide;
  private final int[] real;
  private final StackSlot slot;
  private final RandomVectors vectors;

  RandomValues(FunctionBuilder builder, RandomShape shape, SplittableRandom random) {
    this.builder = builder;
    this.shape = shape;
    this.random = random;
    narrow = declare(Type.I32);
    wide = declare(Type.I64);
    real = declare(Type.F64);
    slot = builder.function().newSlot("local", RandomProgram.GLOBAL_SIZE, 16);
    vectors = new RandomVectors(builder, random, shape.vectors() ? shape.variables() : 0);
  }

  private int[] declare(Type type) {
    int[] result = new int[shape.variables()];
    for (int i = 0; i < result.length; i++) {
      result[i] = builder.newVariable(type);
    }
    return result;
  }

  void initialise() {
    for (int i = 0; i < shape.variables(); i++) {
      builder.write(narrow[i], i % 2 == 0 ? builder.parameter(0) : builder.parameter(3));
      builder.write(
          wide[i],
          i % 2 == 0 ? builder.parameter(1) : builder.constant(Type.I64, random.nextLong()));
      builder.write(
          real[i],
          i % 2 == 0
              ? number(builder.parameter(2))
              : builder.graph().constant(random.nextInt(100) / 4.0));
    }
    vectors.initialise();
    builder.fillMemory(
        builder.slotAddress(slot), builder.constant(Type.I8, 0), RandomProgram.GLOBAL_SIZE);
  }

  /** The value, or a constant if it is no number: the bits of a NaN depend on too much. */
  private Node number(Node value) {
    Node isNumber = builder.compare(Op.FEQ, value, value);
    return builder.select(isNumber, value, builder.graph().constant(1.5));
  }

  private int any(int[] variables) {
    return variables[random.nextInt(variables.length)];
  }

  Node wide() {
    return random.nextInt(8) == 0
        ? builder.constant(Type.I64, random.nextInt(-20, 20))
        : builder.read(any(wide));
  }

  private Node narrow() {
    return random.nextInt(8) == 0
        ? builder.constant(Type.I32, random.nextInt(-20, 20))
        : builder.read(any(narrow));
  }

  private Node real() {
    return builder.read(any(real));
  }

  /** An i32 of few different values. */
  Node smallInteger() {
    return builder.binary(Op.AND, Type.I32, narrow(), builder.constant(Type.I32, 7));
  }

  void writeWide(Node value) {
    builder.write(any(wide), value);
  }

  Node condition() {
    return switch (random.nextInt(4)) {
      case 0 -> builder.compare(COMPARE[random.nextInt(COMPARE.length)], wide(), wide());
      case 1 -> builder.compare(random.nextBoolean() ? Op.FLT : Op.FEQ, real(), real());
      default -> builder.compare(COMPARE[random.nextInt(COMPARE.length)], narrow(), narrow());
    };
  }

  Node rareCondition() {
    Node bits = builder.binary(Op.AND, Type.I64, wide(), builder.constant(Type.I64, 1023));
    return builder.compare(Op.EQ, bits, builder.constant(Type.I64, 77));
  }

  /** One statement without control flow of its own. */
  void makeSimple() {
    switch (random.nextInt(shape.vectors() ? 22 : 16)) {
      case 0, 1, 2 -> makeLoad();
      case 3, 4, 5 -> makeStore();
      case 6 -> builder.write(any(narrow), integer(Type.I32, narrow(), narrow()));
      case 7, 8 -> builder.write(any(wide), integer(Type.I64, wide(), wide()));
      case 9 -> {
        Node sum = builder.binary(FLOAT[random.nextInt(FLOAT.length)], Type.F64, real(), real());
        builder.write(any(real), number(sum));
      }
      case 10 -> {
        Op op = UNARY[random.nextInt(UNARY.length)];
        builder.write(any(wide), builder.unary(op, Type.I64, wide()));
      }
      case 11 -> builder.write(any(wide), builder.unary(Op.SIGN_EXTEND, Type.I64, narrow()));
      case 12 -> builder.write(any(narrow), builder.unary(Op.TRUNCATE, Type.I32, wide()));
      case 13 -> builder.write(any(wide), builder.select(condition(), wide(), wide()));
      case 14 -> makeWholesale();
      case 15 -> makeMixed();
      case 16 -> makeVectorLoad();
      case 17 -> makeVectorStore();
      case 18 -> writeWide(vectors.extract());
      default -> vectors.makeSimple(wide(), narrow());
    }
  }

  private Node integer(Type type, Node a, Node b) {
    return builder.binary(INTEGER[random.nextInt(INTEGER.length)], type, a, b);
  }

  private void makeMixed() {
    if (shape.guards() && random.nextInt(3) == 0) {
      builder.guard(condition(), 7);
    } else if (random.nextBoolean()) {
      builder.write(any(real), builder.unary(Op.INT_TO_FLOAT, Type.F64, wide()));
    } else {
      builder.write(any(wide), builder.unary(Op.FLOAT_TO_INT, Type.I64, real()));
    }
  }

  /** A copy or fill of half of an object of class 0. */
  private void makeWholesale() {
    int half = RandomProgram.GLOBAL_SIZE / 2;
    if (random.nextBoolean()) {
      builder.copyMemory(builder.slotAddress(slot), builder.symbol("g0"), half);
    } else {
      Node value = builder.unary(Op.TRUNCATE, Type.I8, narrow());
      builder.fillMemory(builder.symbol("g0"), value, half);
    }
  }

  /** An aligned address within the global of a class, or in the slot for class 0. */
  private Node address(int aliasClass, Type type) {
    Node base =
        aliasClass == 0 && random.nextBoolean()
            ? builder.slotAddress(slot)
            : builder.symbol("g" + aliasClass);
    int places = RandomProgram.GLOBAL_SIZE / type.bytes();
    if (random.nextInt(3) > 0) {
      long offset = (long) random.nextInt(places) * type.bytes();
      return builder.offset(base, builder.constant(Type.I64, offset));
    }
    Node index = builder.binary(Op.AND, Type.I64, wide(), builder.constant(Type.I64, places - 1));
    Node bytes = builder.binary(Op.MUL, Type.I64, index, builder.constant(Type.I64, type.bytes()));
    return builder.offset(base, bytes);
  }

  private long access(int aliasClass) {
    return shape.volatileAccesses() && random.nextInt(12) == 0
        ? Access.ofVolatile(aliasClass)
        : Access.of(aliasClass);
  }

  private void makeLoad() {
    int aliasClass = random.nextInt(shape.aliasClasses() + 1);
    Type type = STORED[random.nextInt(STORED.length)];
    Node value = builder.load(type, address(aliasClass, type), access(aliasClass));
    switch (type) {
      case I8, I16 -> builder.write(any(wide), builder.unary(Op.ZERO_EXTEND, Type.I64, value));
      case I32 -> builder.write(any(narrow), value);
      case I64 -> builder.write(any(wide), value);
      default -> builder.write(any(real), number(value));
    }
  }

  /** Where 16 bytes are, aligned or not. */
  private Node vectorAddress(int aliasClass) {
    Node base = builder.symbol("g" + aliasClass);
    Node index = builder.binary(Op.AND, Type.I64, wide(), builder.constant(Type.I64, 31));
    long more = random.nextInt(RandomProgram.GLOBAL_SIZE - 31 - 15);
    return builder.offset(
        random.nextBoolean() ? base : builder.offset(base, index),
        builder.constant(Type.I64, more));
  }

  private void makeVectorLoad() {
    int aliasClass = random.nextInt(shape.aliasClasses() + 1);
    vectors.write(builder.load(Type.V128, vectorAddress(aliasClass), access(aliasClass)));
  }

  private void makeVectorStore() {
    int aliasClass = random.nextInt(shape.aliasClasses() + 1);
    builder.store(vectorAddress(aliasClass), vectors.read(), access(aliasClass));
  }

  private void makeStore() {
    int aliasClass = random.nextInt(shape.aliasClasses() + 1);
    Type type = STORED[random.nextInt(STORED.length)];
    Node value =
        switch (type) {
          case I8, I16 -> builder.unary(Op.TRUNCATE, type, wide());
          case I32 -> narrow();
          case I64 -> wide();
          default -> real();
        };
    builder.store(address(aliasClass, type), value, access(aliasClass));
  }

  /** All variables and some memory, mixed into one number. */
  Node summary() {
    Node result = builder.constant(Type.I64, 17);
    for (int i = 0; i < shape.variables(); i++) {
      result = mix(result, builder.unary(Op.SIGN_EXTEND, Type.I64, builder.read(narrow[i])));
      result = mix(result, builder.read(wide[i]));
      result = mix(result, builder.unary(Op.BITCAST, Type.I64, builder.read(real[i])));
    }
    result = vectors.summary(result);
    for (int c = 0; c <= shape.aliasClasses(); c++) {
      result = mix(result, builder.load(Type.I64, builder.symbol("g" + c), Access.of(c)));
    }
    return mix(result, builder.load(Type.I64, builder.slotAddress(slot)));
  }

  private Node mix(Node sum, Node value) {
    Node scaled = builder.binary(Op.MUL, Type.I64, sum, builder.constant(Type.I64, 31));
    return builder.binary(Op.ADD, Type.I64, scaled, value);
  }
}
