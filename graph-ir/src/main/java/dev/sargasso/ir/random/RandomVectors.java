package dev.sargasso.ir.random;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Lanes;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import java.util.SplittableRandom;

/** Random operations on variables of type v128. */
final class RandomVectors {
  private static final Type[] INTEGERS = {Type.I8, Type.I16, Type.I32, Type.I64};
  private static final Op[] INTEGER = {
    Op.ADD, Op.SUB, Op.MUL, Op.AND, Op.OR, Op.XOR, Op.EQ, Op.LT, Op.ULT
  };
  private static final Op[] FLOAT = {
    Op.FADD, Op.FSUB, Op.FMUL, Op.FDIV, Op.FEQ, Op.FNE, Op.FLT, Op.FLE
  };
  private static final Op[] INTERLEAVING = {Op.INTERLEAVE_LOW, Op.INTERLEAVE_HIGH};
  private static final Op[] SHIFT = {Op.SHL, Op.SHR, Op.SAR};

  private final FunctionBuilder builder;
  private final SplittableRandom random;
  private final int[] variables;

  /** With {@code count} variables; none if it is 0. */
  RandomVectors(FunctionBuilder builder, SplittableRandom random, int count) {
    this.builder = builder;
    this.random = random;
    variables = new int[count];
    for (int i = 0; i < count; i++) {
      variables[i] = builder.newVariable(Type.V128);
    }
  }

  void initialise() {
    for (int variable : variables) {
      Node low =
          random.nextBoolean() ? builder.parameter(1) : builder.constant(Type.I64, 3141592653589L);
      builder.write(variable, make(Op.VECTOR_PAIR, 0, low, number(random.nextLong())));
    }
  }

  private Node number(long value) {
    return builder.constant(Type.I64, value);
  }

  private Node make(Op op, long immediate, Node... inputs) {
    return builder.graph().make(op, Type.V128, immediate, null, inputs);
  }

  Node read() {
    return builder.read(variables[random.nextInt(variables.length)]);
  }

  void write(Node value) {
    builder.write(variables[random.nextInt(variables.length)], value);
  }

  private Type integer() {
    return INTEGERS[random.nextInt(INTEGERS.length)];
  }

  private Type real() {
    return random.nextBoolean() ? Type.F32 : Type.F64;
  }

  /** A lane as an I64. */
  Node extract() {
    Type lane = random.nextInt(3) == 0 ? real() : integer();
    Node value =
        builder
            .graph()
            .make(Op.EXTRACT_LANE, lane, random.nextInt(Lanes.count(lane)), null, read());
    if (lane.isFloat()) {
      value = builder.unary(Op.BITCAST, lane == Type.F32 ? Type.I32 : Type.I64, value);
    }
    return value.type() == Type.I64 ? value : builder.unary(Op.SIGN_EXTEND, Type.I64, value);
  }

  /** One operation. */
  void makeSimple(Node wide, Node narrow) {
    write(
        switch (random.nextInt(12)) {
          case 0 -> splat(wide, narrow);
          case 1 -> make(Op.VECTOR_PAIR, 0, wide, number(random.nextLong()));
          case 2 -> realOperation();
          case 3 -> {
            Op op = random.nextBoolean() ? Op.INT_TO_FLOAT : Op.FLOAT_TO_INT;
            Type lane = op == Op.INT_TO_FLOAT ? Type.F32 : Type.I32;
            yield make(Op.VECTOR_UNARY, Lanes.of(op, lane), read());
          }
          case 4 -> shift(narrow);
          case 5 -> {
            Type lane = integer();
            long less = Lanes.of(random.nextBoolean() ? Op.LT : Op.EQ, lane);
            Node a = read();
            Node b = read();
            Node mask = random.nextBoolean() ? make(Op.VECTOR_BINARY, less, a, b) : read();
            yield make(Op.BLEND, 0, mask, a, b);
          }
          case 6 -> make(Op.SHUFFLE, random.nextInt(256), read());
          case 7 -> make(INTERLEAVING[random.nextInt(2)], Lanes.of(integer()), read(), read());
          case 8 -> make(Op.EVEN_LANES, Lanes.of(INTEGERS[random.nextInt(3)]), read(), read());
          case 9 -> {
            Node condition = builder.compare(Op.LT, wide, number(random.nextInt(100)));
            yield builder.select(condition, read(), read());
          }
          default ->
              make(
                  Op.VECTOR_BINARY,
                  Lanes.of(INTEGER[random.nextInt(INTEGER.length)], integer()),
                  read(),
                  read());
        });
  }

  private Node splat(Node wide, Node narrow) {
    return switch (random.nextInt(6)) {
      case 0 -> make(Op.SPLAT, 0, wide);
      case 1 -> make(Op.SPLAT, 0, narrow);
      case 2 -> make(Op.SPLAT, 0, builder.unary(Op.TRUNCATE, Type.I8, wide));
      case 3 -> make(Op.SPLAT, 0, builder.unary(Op.TRUNCATE, Type.I16, wide));
      case 4 -> make(Op.SPLAT, 0, builder.unary(Op.INT_TO_FLOAT, Type.F64, wide));
      default -> make(Op.SPLAT, 0, builder.unary(Op.INT_TO_FLOAT, Type.F32, narrow));
    };
  }

  private Node shift(Node narrow) {
    while (true) {
      Op op = SHIFT[random.nextInt(SHIFT.length)];
      Type lane = integer();
      if (Lanes.applies(Op.VECTOR_SHIFT, op, lane)) {
        Node count =
            random.nextBoolean() ? narrow : builder.constant(Type.I32, random.nextInt(-2, 70));
        return make(Op.VECTOR_SHIFT, Lanes.of(op, lane), read(), count);
      }
    }
  }

  /** A floating-point operation; lanes that are no numbers become 1.5, for NaNs differ. */
  private Node realOperation() {
    Type lane = real();
    if (random.nextInt(5) == 0) {
      return numbers(make(Op.VECTOR_UNARY, Lanes.of(Op.FSQRT, lane), read()), lane);
    }
    Op op = FLOAT[random.nextInt(FLOAT.length)];
    Node result = make(Op.VECTOR_BINARY, Lanes.of(op, lane), read(), read());
    return op.isComparison() ? result : numbers(result, lane);
  }

  private Node numbers(Node value, Type lane) {
    Node same = make(Op.VECTOR_BINARY, Lanes.of(Op.FEQ, lane), value, value);
    Node number =
        lane == Type.F64
            ? builder.graph().constant(1.5)
            : builder.constant(Type.F32, Float.floatToRawIntBits(1.5f));
    return make(Op.BLEND, 0, same, value, make(Op.SPLAT, 0, number));
  }

  /** All variables mixed into a number. */
  Node summary(Node sum) {
    Node result = sum;
    for (int variable : variables) {
      for (int half = 0; half < 2; half++) {
        Node value =
            builder.graph().make(Op.EXTRACT_LANE, Type.I64, half, null, builder.read(variable));
        result =
            builder.binary(
                Op.ADD, Type.I64, builder.binary(Op.MUL, Type.I64, result, number(31)), value);
      }
    }
    return result;
  }
}
