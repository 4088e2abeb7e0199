package dev.sargasso.x64.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.testsupport.RequiresTool;
import dev.sargasso.x64.CodeOptions;
import dev.sargasso.x64.Commands;
import dev.sargasso.x64.CompiledFunction;
import dev.sargasso.x64.code.CodeImage;
import dev.sargasso.x64.code.LoadedCode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls between our code and code of the system's C compiler, in both directions. */
final class CallingConventionTest {
  private static final int SIGNATURES = 40;
  private static final int MOST_PARAMETERS = 20;

  /** What a parameter is in C and here. */
  private enum Kind {
    INT("int", Type.I32, 0),
    LONG("long", Type.I64, 0),
    FLOAT("float", Type.F32, 0),
    DOUBLE("double", Type.F64, 0),
    POINTER("long *", Type.PTR, 0),
    LARGE("struct large", Type.PTR, 24),
    ODD("struct odd", Type.PTR, 33),
    HUGE("struct huge", Type.PTR, 400);

    private final String text;
    private final Type type;
    private final int size;

    Kind(String text, Type type, int size) {
      this.text = text;
      this.type = type;
      this.size = size;
    }

    Signature.Parameter parameter() {
      return size == 0
          ? Signature.Parameter.of(type)
          : new Signature.Parameter(type, size, this == ODD ? 1 : 8);
    }
  }

  /** What comes back, in C and here. */
  private enum Result {
    LONG("long", "h"),
    INT("int", "(int)h"),
    DOUBLE("double", "(double)(h & 0xffff)"),
    FLOAT("float", "(float)(h & 0xffff)"),
    TWO("struct two", "(struct two){h, h + 1}"),
    MIXED("struct mixed", "(struct mixed){(double)(h & 0xffff), h}");

    private final String text;
    private final String value;

    Result(String text, String value) {
      this.text = text;
      this.value = value;
    }

    List<Type> types() {
      return switch (this) {
        case LONG -> List.of(Type.I64);
        case INT -> List.of(Type.I32);
        case DOUBLE -> List.of(Type.F64);
        case FLOAT -> List.of(Type.F32);
        case TWO -> List.of(Type.I64, Type.I64);
        case MIXED -> List.of(Type.F64, Type.I64);
      };
    }
  }

  private record Shape(int number, List<Kind> kinds, Result result) {
    Signature signature() {
      return new Signature(kinds.stream().map(Kind::parameter).toList(), result.types(), false);
    }
  }

  private static final String PRELUDE =
      """
      struct large { long a, b, c; };
      struct odd { char c[33]; };
      struct huge { long a[50]; };
      struct two { long a, b; };
      struct mixed { double a; long b; };
      """;

  @RequiresTool("cc")
  @Test
  void agreesWithTheSystemsCompiler(@TempDir Path directory) throws Exception {
    Random random = new Random(7);
    List<Shape> shapes = new ArrayList<>();
    StringBuilder c = new StringBuilder(PRELUDE);
    Program program = new Program("calls");
    for (int i = 0; i < SIGNATURES; i++) {
      List<Kind> kinds = new ArrayList<>();
      int count = random.nextInt(MOST_PARAMETERS);
      for (int k = 0; k < count; k++) {
        kinds.add(Kind.values()[random.nextInt(Kind.values().length)]);
      }
      Shape shape = new Shape(i, kinds, Result.values()[random.nextInt(Result.values().length)]);
      shapes.add(shape);
      c.append(theirs(shape)).append(driver(shape));
      program.add(ours(shape));
      program.add(caller(shape));
    }
    program.add(throughDriver());
    Files.writeString(directory.resolve("calls.c"), c);
    Commands.check(directory, "cc", "-O2", "-w", "-shared", "-fPIC", "-o", "calls.so", "calls.c");
    try (Arena arena = Arena.ofConfined()) {
      SymbolLookup library = SymbolLookup.libraryLookup(directory.resolve("calls.so"), arena);
      for (CodeOptions options : NativeProgram.variants()) {
        CodeImage image = new CodeImage(library);
        for (CompiledFunction function :
            NativeProgram.compile(program, options, GlobalCodeMotion.Options.DEFAULT)) {
          function.writeTo(image);
        }
        for (Shape shape : shapes) {
          image.global(pointerTo("drive" + shape.number, "driver" + shape.number));
        }
        try (LoadedCode code = image.load()) {
          compare(shapes, code, arena);
        }
      }
    }
  }

  private static Global pointerTo(String symbol, String name) {
    return new Global(
        name,
        8,
        8,
        new byte[0],
        List.of(new Global.DataRelocation(0, symbol, 0)),
        false,
        Linkage.GLOBAL);
  }

  private static void compare(List<Shape> shapes, LoadedCode code, Arena arena) {
    MemorySegment values = arena.allocate(8L * (MOST_PARAMETERS + 60), 16);
    Random random = new Random(11);
    for (int i = 0; i < MOST_PARAMETERS + 60; i++) {
      values.setAtIndex(ValueLayout.JAVA_LONG, i, random.nextLong());
    }
    for (Shape shape : shapes) {
      long expected = expected(shape, values);
      // We call their function; then theirs calls ours, through a pointer.
      assertEquals(
          expected, code.call("call" + shape.number, values.address()), "calling " + shape);
      assertEquals(
          expected,
          code.call(
              "call_driver",
              code.segment("driver" + shape.number).get(ValueLayout.JAVA_LONG, 0),
              code.address("our" + shape.number),
              values.address()),
          "called by " + shape);
    }
  }

  // --------------------------------------------------------------- what is due

  private static long expected(Shape shape, MemorySegment values) {
    long hash = 17;
    for (int i = 0; i < shape.kinds.size(); i++) {
      long value = values.getAtIndex(ValueLayout.JAVA_LONG, i);
      hash =
          hash * 31
              + switch (shape.kinds.get(i)) {
                case INT -> (int) value;
                case LONG -> value;
                case FLOAT, DOUBLE -> value & 0xffff;
                case POINTER, ODD -> values.get(ValueLayout.JAVA_BYTE, 8L * i + 5);
                case LARGE -> values.getAtIndex(ValueLayout.JAVA_LONG, i + 2);
                case HUGE -> values.getAtIndex(ValueLayout.JAVA_LONG, i + 49);
              };
    }
    return switch (shape.result) {
      case LONG -> hash;
      case INT -> (int) hash;
      case DOUBLE, FLOAT -> hash & 0xffff;
      case TWO -> hash + 3 * (hash + 1);
      case MIXED -> (hash & 0xffff) + 3 * hash;
    };
  }

  // ---------------------------------------------------------------------- in C

  private static String parameters(Shape shape) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < shape.kinds.size(); i++) {
      text.append(i > 0 ? ", " : "").append(shape.kinds.get(i).text).append(" p").append(i);
    }
    return text.isEmpty() ? "void" : text.toString();
  }

  private static String theirs(Shape shape) {
    StringBuilder text = new StringBuilder();
    text.append(shape.result.text + " their" + shape.number + "(" + parameters(shape) + ") {\n");
    text.append("  long h = 17;\n");
    for (int i = 0; i < shape.kinds.size(); i++) {
      text.append("  h = h * 31 + ")
          .append(
              switch (shape.kinds.get(i)) {
                case INT, LONG, FLOAT, DOUBLE -> "(long) p" + i;
                case POINTER -> "((signed char *) p" + i + ")[5]";
                case ODD -> "(signed char) p" + i + ".c[5]";
                case LARGE -> "p" + i + ".c";
                case HUGE -> "p" + i + ".a[49]";
              })
          .append(";\n");
    }
    text.append("  return " + shape.result.value + ";\n}\n");
    return text.toString();
  }

  private static String driver(Shape shape) {
    StringBuilder text = new StringBuilder();
    text.append(
        "long drive"
            + shape.number
            + "("
            + shape.result.text
            + " (*f)("
            + parameters(shape)
            + "), long *v) {\n");
    // Calling twice keeps v in a register that the callee must preserve.
    for (int twice = 0; twice < 2; twice++) {
      text.append("  " + shape.result.text + " r" + twice + " = f(");
      for (int i = 0; i < shape.kinds.size(); i++) {
        text.append(i > 0 ? ", " : "")
            .append(
                switch (shape.kinds.get(i)) {
                  case INT -> "(int) v[" + i + "]";
                  case LONG -> "v[" + i + "]";
                  case FLOAT -> "(float) (v[" + i + "] & 0xffff)";
                  case DOUBLE -> "(double) (v[" + i + "] & 0xffff)";
                  case POINTER -> "v + " + i;
                  default -> "*(" + shape.kinds.get(i).text + " *) (v + " + i + ")";
                });
      }
      text.append(");\n");
    }
    text.append(
        switch (shape.result) {
          case TWO -> "  return r0.a + 3 * r1.b;\n}\n";
          case MIXED -> "  return (long) r1.a + 3 * r0.b;\n}\n";
          default -> "  return r0 == r1 ? (long) r1 : -1;\n}\n";
        });
    return text.toString();
  }

  // --------------------------------------------------------------------- ours

  private static Function ours(Shape shape) {
    Function function = NativeProgram.function("our" + shape.number, shape.signature());
    FunctionBuilder builder = new FunctionBuilder(function);
    Node hash = builder.constant(Type.I64, 17);
    for (int i = 0; i < shape.kinds.size(); i++) {
      Node parameter = builder.parameter(i);
      Node value =
          switch (shape.kinds.get(i)) {
            case INT -> builder.unary(Op.SIGN_EXTEND, Type.I64, parameter);
            case LONG -> parameter;
            case FLOAT, DOUBLE -> builder.unary(Op.FLOAT_TO_INT, Type.I64, parameter);
            case POINTER, ODD ->
                builder.unary(
                    Op.SIGN_EXTEND, Type.I64, builder.load(Type.I8, at(builder, parameter, 5)));
            case LARGE -> builder.load(Type.I64, at(builder, parameter, 16));
            case HUGE -> builder.load(Type.I64, at(builder, parameter, 392));
          };
      hash =
          builder.binary(
              Op.ADD,
              Type.I64,
              builder.binary(Op.MUL, Type.I64, hash, builder.constant(Type.I64, 31)),
              value);
    }
    Node whole = hash;
    Node small = builder.binary(Op.AND, Type.I64, hash, builder.constant(Type.I64, 0xffff));
    switch (shape.result) {
      case LONG -> builder.returnValues(whole);
      case INT -> builder.returnValues(builder.unary(Op.TRUNCATE, Type.I32, whole));
      case DOUBLE -> builder.returnValues(builder.unary(Op.INT_TO_FLOAT, Type.F64, small));
      case FLOAT -> builder.returnValues(builder.unary(Op.INT_TO_FLOAT, Type.F32, small));
      case TWO ->
          builder.returnValues(
              whole, builder.binary(Op.ADD, Type.I64, whole, builder.constant(Type.I64, 1)));
      case MIXED -> builder.returnValues(builder.unary(Op.INT_TO_FLOAT, Type.F64, small), whole);
    }
    builder.finish();
    return function;
  }

  private static Node at(FunctionBuilder builder, Node pointer, int offset) {
    return builder.offset(pointer, builder.constant(Type.I64, offset));
  }

  private static Function caller(Shape shape) {
    Function function =
        NativeProgram.function("call" + shape.number, List.of(Type.PTR), List.of(Type.I64));
    FunctionBuilder builder = new FunctionBuilder(function);
    Node values = builder.parameter(0);
    List<Node> arguments = new ArrayList<>();
    for (int i = 0; i < shape.kinds.size(); i++) {
      Node place = at(builder, values, 8 * i);
      Node small =
          builder.binary(
              Op.AND, Type.I64, builder.load(Type.I64, place), builder.constant(Type.I64, 0xffff));
      arguments.add(
          switch (shape.kinds.get(i)) {
            case INT -> builder.load(Type.I32, place);
            case LONG -> builder.load(Type.I64, place);
            case FLOAT -> builder.unary(Op.INT_TO_FLOAT, Type.F32, small);
            case DOUBLE -> builder.unary(Op.INT_TO_FLOAT, Type.F64, small);
            case POINTER, LARGE, ODD, HUGE -> place;
          });
    }
    Node call =
        builder.call(new CallDescriptor(shape.signature(), "their" + shape.number), arguments);
    Node first = builder.result(call, 0);
    Node three = builder.constant(Type.I64, 3);
    Node result =
        switch (shape.result) {
          case LONG -> first;
          case INT -> builder.unary(Op.SIGN_EXTEND, Type.I64, first);
          case DOUBLE, FLOAT -> builder.unary(Op.FLOAT_TO_INT, Type.I64, first);
          case TWO ->
              builder.binary(
                  Op.ADD,
                  Type.I64,
                  first,
                  builder.binary(Op.MUL, Type.I64, builder.result(call, 1), three));
          case MIXED ->
              builder.binary(
                  Op.ADD,
                  Type.I64,
                  builder.unary(Op.FLOAT_TO_INT, Type.I64, first),
                  builder.binary(Op.MUL, Type.I64, builder.result(call, 1), three));
        };
    builder.returnValues(result);
    builder.finish();
    return function;
  }

  /** Calls its first parameter with the other two. */
  private static Function throughDriver() {
    Function function =
        NativeProgram.function(
            "call_driver", List.of(Type.PTR, Type.PTR, Type.PTR), List.of(Type.I64));
    FunctionBuilder builder = new FunctionBuilder(function);
    Signature signature = Signature.of(List.of(Type.PTR, Type.PTR), List.of(Type.I64));
    Node call =
        builder.call(
            new CallDescriptor(signature, null),
            List.of(builder.parameter(0), builder.parameter(1), builder.parameter(2)));
    builder.returnValues(builder.result(call, 0));
    builder.finish();
    return function;
  }

  // ----------------------------------------------------------------- variadic

  @Test
  void printsThroughTheLibrary() {
    Program program = new Program("variadic");
    Function function =
        NativeProgram.function(
            "print", List.of(Type.PTR, Type.PTR, Type.I64, Type.I64), List.of(Type.I32));
    FunctionBuilder builder = new FunctionBuilder(function);
    Node whole = builder.parameter(2);
    Node fraction = builder.unary(Op.BITCAST, Type.F64, builder.parameter(3));
    List<Node> arguments = new ArrayList<>();
    arguments.add(builder.parameter(0));
    arguments.add(builder.constant(Type.I64, 400));
    arguments.add(builder.parameter(1));
    for (int i = 0; i < 11; i++) {
      arguments.add(builder.binary(Op.ADD, Type.I64, whole, builder.constant(Type.I64, i)));
      arguments.add(
          builder.binary(Op.FADD, Type.F64, fraction, builder.graph().constant((double) i)));
    }
    Signature signature =
        new Signature(
            List.of(
                Signature.Parameter.of(Type.PTR),
                Signature.Parameter.of(Type.I64),
                Signature.Parameter.of(Type.PTR)),
            List.of(Type.I32),
            true);
    Node call = builder.call(new CallDescriptor(signature, "snprintf"), arguments);
    builder.returnValues(builder.result(call, 0));
    builder.finish();
    program.add(function);
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < 11; i++) {
      expected.append(1000 + i).append(' ').append(i).append(".5 ");
    }
    for (CodeOptions options : NativeProgram.variants()) {
      try (LoadedCode code = NativeProgram.load(program, options);
          Arena arena = Arena.ofConfined()) {
        MemorySegment buffer = arena.allocate(400);
        MemorySegment format = arena.allocateFrom("%ld %.1f ".repeat(11));
        int length =
            (int)
                code.call(
                    "print",
                    buffer.address(),
                    format.address(),
                    1000,
                    Double.doubleToRawLongBits(0.5));
        assertEquals(expected.toString(), buffer.getString(0, StandardCharsets.UTF_8));
        assertEquals(expected.length(), length);
      }
    }
  }
}
