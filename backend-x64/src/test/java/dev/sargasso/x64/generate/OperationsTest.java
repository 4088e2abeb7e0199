package dev.sargasso.x64.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.interpret.Evaluation;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import dev.sargasso.x64.code.LoadedCode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every pure operation at every type computes in native code what {@link Evaluation} says, whatever
 * its operands come from: registers with rubbish above the width, constants, memory, one value
 * twice.
 */
final class OperationsTest {
  private static final Type[] INTEGERS = {Type.I1, Type.I8, Type.I16, Type.I32, Type.I64};
  private static final Type[] FLOATS = {Type.F32, Type.F64};

  /** Where the two operands come from. */
  private enum Form {
    REGISTERS,
    CONSTANT_RIGHT,
    CONSTANT_LEFT,
    MEMORY_LEFT,
    MEMORY_RIGHT,
    TWICE
  }

  /** What becomes of a truth value. */
  private enum Consumer {
    VALUE,
    BRANCH,
    SELECT_INTEGER,
    SELECT_FLOAT,
    GUARDED
  }

  private record Case(
      String name, Op op, Type type, Type operands, Form form, long constant, Consumer consumer) {}

  private final List<Case> cases = new ArrayList<>();
  private final Program program = new Program("operations");

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void agreeWithTheirDefinition(int variant) {
    makeCases();
    Random random = new Random(variant);
    try (LoadedCode code = NativeProgram.load(program, NativeProgram.variants().get(variant));
        Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(16, 16);
      for (Case tested : cases) {
        long[] left = values(tested.operands, random);
        long[] right = arity(tested.op) == 2 ? values(tested.operands, random) : new long[] {0};
        for (long a : left) {
          for (long b : right) {
            check(code, memory, tested, a, b, random);
          }
        }
      }
    }
  }

  private static void check(
      LoadedCode code, MemorySegment memory, Case tested, long a, long b, Random random) {
    long left = tested.form == Form.CONSTANT_LEFT ? tested.constant : a;
    long right =
        switch (tested.form) {
          case CONSTANT_RIGHT -> tested.constant;
          case TWICE -> left;
          default -> b;
        };
    if (Evaluation.traps(tested.op, tested.operands, left, right)) {
      return;
    }
    long expected = Evaluation.evaluate(tested.op, tested.type, tested.operands, left, right, 0);
    memory.set(ValueLayout.JAVA_LONG, 0, dirty(tested.operands, left, random));
    memory.set(ValueLayout.JAVA_LONG, 8, dirty(tested.operands, right, random));
    long result =
        code.call(
            tested.name,
            dirty(tested.operands, left, random),
            dirty(tested.operands, right, random),
            memory.address());
    if (isNan(tested.type, expected)) {
      // Which of two NaNs comes out is open.
      boolean open = isNan(tested.operands, left) && isNan(tested.operands, right);
      assertTrue(
          open ? isNan(tested.type, result) : result == expected,
          () -> describe(tested, left, right, expected, result));
    } else {
      assertEquals(expected, result, () -> describe(tested, left, right, expected, result));
    }
  }

  private static String describe(Case tested, long a, long b, long expected, long result) {
    return tested
        + " of "
        + Long.toHexString(a)
        + " and "
        + Long.toHexString(b)
        + ": expected "
        + Long.toHexString(expected)
        + ", is "
        + Long.toHexString(result);
  }

  private static boolean isNan(Type type, long bits) {
    return switch (type) {
      case F32 -> Float.isNaN(Float.intBitsToFloat((int) bits));
      case F64 -> Double.isNaN(Double.longBitsToDouble(bits));
      default -> false;
    };
  }

  /** The value with anything above its width. */
  private static long dirty(Type type, long value, Random random) {
    return type.bits() == 64
        ? value
        : (value & ((1L << type.bits()) - 1)) | random.nextLong() << type.bits();
  }

  // ------------------------------------------------------------------ values

  private static long[] values(Type type, Random random) {
    if (type == Type.I1) {
      return new long[] {0, 1};
    }
    long[] basic =
        switch (type) {
          case F32 -> floats();
          case F64 -> doubles();
          default -> integers(type);
        };
    long[] all = Arrays.copyOf(basic, basic.length + 4);
    for (int i = basic.length; i < all.length; i++) {
      all[i] = type.canonical(random.nextLong() >> random.nextInt(64));
    }
    return all;
  }

  private static long[] integers(Type type) {
    int bits = type.bits();
    long minimum = type.canonical(1L << (bits - 1));
    return new long[] {
      0,
      1,
      2,
      3,
      7,
      -1,
      -2,
      bits - 1,
      bits,
      bits + 1,
      minimum,
      minimum + 1,
      ~minimum,
      type.canonical(0x5555_5555_5555_5555L),
      type.canonical(0x8000_0001_0001_8081L)
    };
  }

  private static long[] doubles() {
    double[] values = {
      0.0,
      -0.0,
      1.0,
      -1.0,
      0.5,
      -0.75,
      3.7,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.MIN_VALUE,
      Double.MAX_VALUE,
      0x1p31,
      -0x1p31,
      0x1p32,
      0x1p63,
      -0x1p63,
      0x1p64,
      2147483647.5,
      4294967295.5,
      -2147483648.5,
      0x1.fffffffffffffp62,
      0x1.fffffffffffffp63,
      -0.99
    };
    long[] bits = new long[values.length + 3];
    for (int i = 0; i < values.length; i++) {
      bits[i] = Double.doubleToRawLongBits(values[i]);
    }
    bits[values.length] = 0x7FF8_0000_0000_0001L;
    bits[values.length + 1] = 0xFFF0_0000_0000_1234L;
    bits[values.length + 2] = Double.doubleToRawLongBits(0x1p31 - 0x1p-20);
    return bits;
  }

  private static long[] floats() {
    float[] values = {
      0.0f,
      -0.0f,
      1.0f,
      -1.0f,
      0.5f,
      -0.75f,
      3.7f,
      Float.POSITIVE_INFINITY,
      Float.NEGATIVE_INFINITY,
      Float.MIN_VALUE,
      Float.MAX_VALUE,
      0x1p31f,
      -0x1p31f,
      0x1p32f,
      0x1p63f,
      -0x1p63f,
      0x1p64f,
      0x1.fffffep30f,
      0x1.fffffep31f,
      0x1.fffffep63f
    };
    long[] bits = new long[values.length + 2];
    for (int i = 0; i < values.length; i++) {
      bits[i] = Float.floatToRawIntBits(values[i]) & 0xFFFF_FFFFL;
    }
    bits[values.length] = 0x7FC0_0001L;
    bits[values.length + 1] = 0xFF80_1234L;
    return bits;
  }

  // ------------------------------------------------------------------- cases

  private static int arity(Op op) {
    return op.arity() - op.firstValue();
  }

  private void makeCases() {
    for (Op op : Op.values()) {
      if (!Evaluation.isEvaluable(op) || op == Op.SELECT) {
        continue;
      }
      switch (op) {
        case EQ, NE, LT, LE, ULT, ULE -> compare(op, INTEGERS);
        case FEQ, FNE, FLT, FLE -> compare(op, FLOATS);
        case FADD, FSUB, FMUL, FDIV, FNEG, FABS, FSQRT -> sameType(op, FLOATS);
        case OFFSET -> sameType(op, Type.I64);
        case BSWAP -> sameType(op, Type.I16, Type.I32, Type.I64);
        case SIGN_EXTEND, ZERO_EXTEND -> convert(op, INTEGERS, INTEGERS, true);
        case TRUNCATE -> convert(op, INTEGERS, INTEGERS, false);
        case BITCAST -> {
          make(op, Type.I64, Type.F64);
          make(op, Type.F64, Type.I64);
          make(op, Type.I32, Type.F32);
          make(op, Type.F32, Type.I32);
        }
        case INT_TO_FLOAT, UINT_TO_FLOAT -> {
          for (Type to : FLOATS) {
            make(op, to, Type.I32);
            make(op, to, Type.I64);
          }
        }
        case FLOAT_TO_INT, FLOAT_TO_UINT -> {
          for (Type from : FLOATS) {
            make(op, Type.I32, from);
            make(op, Type.I64, from);
          }
        }
        case FLOAT_EXTEND -> make(op, Type.F64, Type.F32);
        case FLOAT_ROUND -> make(op, Type.F32, Type.F64);
        default -> sameType(op, INTEGERS);
      }
    }
  }

  private void sameType(Op op, Type... types) {
    for (Type type : types) {
      make(op, type, type);
    }
  }

  private void convert(Op op, Type[] from, Type[] to, boolean widens) {
    for (Type operand : from) {
      for (Type type : to) {
        if (widens ? type.bits() > operand.bits() : type.bits() < operand.bits()) {
          make(op, type, operand);
        }
      }
    }
  }

  private void compare(Op op, Type... types) {
    for (Type type : types) {
      for (Consumer consumer : Consumer.values()) {
        make(op, Type.I1, type, consumer);
      }
    }
  }

  private void make(Op op, Type type, Type operands) {
    make(op, type, operands, Consumer.VALUE);
  }

  private void make(Op op, Type type, Type operands, Consumer consumer) {
    for (Form form : Form.values()) {
      boolean binary = arity(op) == 2;
      switch (form) {
        case REGISTERS, MEMORY_LEFT -> add(op, type, operands, form, 0, consumer);
        case CONSTANT_LEFT, CONSTANT_RIGHT -> {
          if (binary) {
            for (long constant : constants(operands)) {
              if (form == Form.CONSTANT_LEFT || !Evaluation.traps(op, operands, 1, constant)) {
                add(op, type, operands, form, constant, consumer);
              }
            }
          }
        }
        default -> {
          if (binary) {
            add(op, type, operands, form, 0, consumer);
          }
        }
      }
    }
  }

  /** Some of the values, others each time. */
  private long[] constants(Type type) {
    long[] all = values(type, new Random(cases.size()));
    long[] some = new long[Math.min(3, all.length)];
    for (int i = 0; i < some.length; i++) {
      some[i] = all[(cases.size() * 7 + i * 5) % all.length];
    }
    return some;
  }

  private void add(Op op, Type type, Type operands, Form form, long constant, Consumer consumer) {
    String name = "t" + cases.size();
    cases.add(new Case(name, op, type, operands, form, constant, consumer));
    Function function =
        NativeProgram.function(name, List.of(Type.I64, Type.I64, Type.PTR), List.of(Type.I64));
    FunctionBuilder builder = new FunctionBuilder(function);
    Node left =
        switch (form) {
          case CONSTANT_LEFT -> builder.constant(operands, constant);
          case MEMORY_LEFT -> builder.load(operands, builder.parameter(2));
          default -> narrow(builder, operands, builder.parameter(0));
        };
    Node right =
        switch (form) {
          case CONSTANT_RIGHT -> builder.constant(operands, constant);
          case MEMORY_RIGHT ->
              builder.load(
                  operands, builder.offset(builder.parameter(2), builder.constant(Type.I64, 8)));
          case TWICE -> left;
          default -> narrow(builder, operands, builder.parameter(1));
        };
    if (op == Op.OFFSET) {
      left = builder.unary(Op.BITCAST, Type.PTR, left);
    }
    Node result =
        switch (op) {
          case DIV, UDIV, REM, UREM -> builder.divide(op, type, left, right);
          case OFFSET ->
              builder.unary(Op.BITCAST, Type.I64, builder.binary(op, Type.PTR, left, right));
          default ->
              arity(op) == 2
                  ? builder.binary(op, type, left, right)
                  : builder.unary(op, type, left);
        };
    finish(builder, consumer, type, result);
    program.add(function);
  }

  private static void finish(FunctionBuilder builder, Consumer consumer, Type type, Node result) {
    Node one = builder.constant(Type.I64, 1);
    Node zero = builder.constant(Type.I64, 0);
    switch (consumer) {
      case VALUE -> builder.returnValues(wide(builder, type, result));
      case SELECT_INTEGER -> builder.returnValues(builder.select(result, one, zero));
      case SELECT_FLOAT ->
          builder.returnValues(
              builder.unary(
                  Op.BITCAST,
                  Type.I64,
                  builder.select(
                      result, builder.constant(Type.F64, 1), builder.constant(Type.F64, 0))));
      case BRANCH -> {
        int ifTrue = builder.newBlock();
        int ifFalse = builder.newBlock();
        builder.branch(result, ifTrue, ifFalse);
        builder.setBlock(ifTrue);
        builder.returnValues(one);
        builder.setBlock(ifFalse);
        builder.returnValues(zero);
      }
      case GUARDED -> {
        // The guard never fails: it repeats what the branch has found out.
        int ifTrue = builder.newBlock();
        int ifFalse = builder.newBlock();
        builder.branch(result, ifTrue, ifFalse);
        builder.seal(ifTrue);
        builder.seal(ifFalse);
        builder.setBlock(ifTrue);
        builder.guard(result, 1);
        builder.returnValues(one);
        builder.setBlock(ifFalse);
        builder.guard(builder.binary(Op.XOR, Type.I1, result, builder.constant(Type.I1, 1)), 2);
        builder.returnValues(zero);
      }
    }
    builder.finish();
  }

  private static Node narrow(FunctionBuilder builder, Type type, Node wide) {
    return switch (type) {
      case I64 -> wide;
      case F64 -> builder.unary(Op.BITCAST, Type.F64, wide);
      case F32 -> builder.unary(Op.BITCAST, Type.F32, builder.unary(Op.TRUNCATE, Type.I32, wide));
      default -> builder.unary(Op.TRUNCATE, type, wide);
    };
  }

  /** The canonical form of a value as 64 bits. */
  private static Node wide(FunctionBuilder builder, Type type, Node value) {
    return switch (type) {
      case I64 -> value;
      case PTR, F64 -> builder.unary(Op.BITCAST, Type.I64, value);
      case F32 ->
          builder.unary(Op.ZERO_EXTEND, Type.I64, builder.unary(Op.BITCAST, Type.I32, value));
      case I1 -> builder.unary(Op.ZERO_EXTEND, Type.I64, value);
      default -> builder.unary(Op.SIGN_EXTEND, Type.I64, value);
    };
  }
}
