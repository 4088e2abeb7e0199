package dev.sargasso.x64.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import dev.sargasso.x64.code.LoadedCode;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Setting, clearing and turning single bits computes what the operations it stands for do. */
final class SingleBitsTest {
  private static final long[] VALUES = {
    0,
    1,
    -1,
    5,
    31,
    32,
    33,
    63,
    64,
    65,
    1L << 31,
    1L << 40,
    ~(1L << 40),
    Long.MIN_VALUE,
    0x1234_5678_9abc_def0L
  };

  private static final int KINDS = 7;

  private final Program program = new Program("bits");

  private static String name(Type type, int kind) {
    return type.name() + "_" + kind;
  }

  /** {@code f(x, n)} of one kind; the constant bit is the highest of the type. */
  private void add(Type type, int kind) {
    Function function =
        NativeProgram.function(name(type, kind), List.of(Type.I64, Type.I64), List.of(Type.I64));
    program.add(function);
    FunctionBuilder b = new FunctionBuilder(function);
    Node x = narrow(b, type, b.parameter(0));
    Node n = narrow(b, type, b.parameter(1));
    Node bit = b.binary(Op.SHL, type, b.constant(type, 1), n);
    Node high = b.constant(type, type.canonical(1L << (type.bits() - 1)));
    Node low = b.constant(type, type.canonical(~(1L << (type.bits() - 1))));
    Node result =
        switch (kind) {
          case 0 -> b.binary(Op.OR, type, x, bit);
          case 1 -> b.binary(Op.XOR, type, bit, x);
          case 2 -> b.binary(Op.AND, type, b.unary(Op.NOT, type, bit), x);
          case 3 -> b.binary(Op.OR, type, x, high);
          case 4 -> b.binary(Op.XOR, type, x, high);
          case 5 -> b.binary(Op.AND, type, x, low);
          default -> b.binary(Op.AND, type, b.unary(Op.NOT, type, x), n);
        };
    b.returnValues(type == Type.I64 ? result : b.unary(Op.ZERO_EXTEND, Type.I64, result));
    b.finish();
  }

  private static Node narrow(FunctionBuilder b, Type type, Node node) {
    return type == Type.I64 ? node : b.unary(Op.TRUNCATE, type, node);
  }

  private static long expected(Type type, int kind, long x, long n) {
    long bit = 1L << (n & (type.bits() - 1));
    long high = 1L << (type.bits() - 1);
    long result =
        switch (kind) {
          case 0 -> x | bit;
          case 1 -> x ^ bit;
          case 2 -> x & ~bit;
          case 3 -> x | high;
          case 4 -> x ^ high;
          case 5 -> x & ~high;
          default -> ~x & n;
        };
    return type == Type.I64 ? result : result & 0xFFFF_FFFFL;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4})
  void agreeWithWhatTheyStandFor(int variant) {
    for (Type type : List.of(Type.I32, Type.I64)) {
      for (int kind = 0; kind < KINDS; kind++) {
        add(type, kind);
      }
    }
    try (LoadedCode code = NativeProgram.load(program, NativeProgram.variants().get(variant))) {
      for (Type type : List.of(Type.I32, Type.I64)) {
        for (int kind = 0; kind < KINDS; kind++) {
          for (long x : VALUES) {
            for (long n : VALUES) {
              assertEquals(
                  expected(type, kind, x, n),
                  code.call(name(type, kind), x, n),
                  name(type, kind) + " of " + x + " and " + n);
            }
          }
        }
      }
    }
  }
}
