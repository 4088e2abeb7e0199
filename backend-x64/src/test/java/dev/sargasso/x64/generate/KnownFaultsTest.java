package dev.sargasso.x64.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.passes.motion.PlacementPolicies;
import dev.sargasso.passes.motion.PlacementPolicy;
import dev.sargasso.x64.CodeOptions;
import dev.sargasso.x64.code.LoadedCode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Mistakes that compilers of this kind have made, each in a program of its own. */
final class KnownFaultsTest {
  private interface Check {
    void run(LoadedCode code);
  }

  private static void everyWay(List<Type> parameters, Consumer<FunctionBuilder> body, Check check) {
    Program program = new Program("fault");
    Function function = NativeProgram.function("f", parameters, List.of(Type.I64));
    FunctionBuilder builder = new FunctionBuilder(function);
    body.accept(builder);
    builder.finish();
    program.add(function);
    for (PlacementPolicy policy :
        List.of(PlacementPolicies.EARLY, PlacementPolicies.LATE, PlacementPolicies.CLICK)) {
      for (CodeOptions options : NativeProgram.variants()) {
        try (LoadedCode code =
            NativeProgram.load(program, options, GlobalCodeMotion.Options.DEFAULT.with(policy))) {
          check.run(code);
        }
      }
    }
  }

  private static Node constant(FunctionBuilder b, long value) {
    return b.constant(Type.I64, value);
  }

  private static Node binary(FunctionBuilder b, Op op, Node left, Node right) {
    return b.binary(op, Type.I64, left, right);
  }

  private static Node at(FunctionBuilder b, Node pointer, long offset) {
    return b.offset(pointer, constant(b, offset));
  }

  /** For i from 0 while i is less than {@code limit}: {@code body}. */
  private static void loop(FunctionBuilder b, Node limit, Consumer<Node> body) {
    int i = b.newVariable(Type.I64);
    int head = b.newBlock();
    int inside = b.newBlock();
    int exit = b.newBlock();
    b.write(i, constant(b, 0));
    b.jump(head);
    b.setBlock(head);
    b.branch(b.compare(Op.LT, b.read(i), limit), inside, exit);
    b.seal(inside);
    b.setBlock(inside);
    body.accept(b.read(i));
    b.write(i, binary(b, Op.ADD, b.read(i), constant(b, 1)));
    b.jump(head);
    b.seal(head);
    b.seal(exit);
    b.setBlock(exit);
  }

  @Test
  void aSumWhoseOnlyUserIsAPhi() {
    everyWay(
        List.of(Type.I64, Type.I64),
        b -> {
          int a = b.newVariable(Type.I64);
          b.write(a, b.parameter(0));
          int less = b.newBlock();
          int join = b.newBlock();
          b.branch(b.compare(Op.LT, b.parameter(0), b.parameter(1)), less, join);
          b.seal(less);
          b.setBlock(less);
          b.write(a, binary(b, Op.ADD, b.read(a), b.parameter(1)));
          b.jump(join);
          b.seal(join);
          b.setBlock(join);
          b.returnValues(b.read(a));
        },
        code -> {
          assertEquals(7, code.call("f", 3, 4));
          assertEquals(9, code.call("f", 9, 4));
        });
  }

  @Test
  void productsInEveryRegister() {
    everyWay(
        List.of(Type.I64),
        b -> {
          Node[] products = new Node[20];
          for (int i = 0; i < products.length; i++) {
            products[i] = binary(b, Op.MUL, b.parameter(0), constant(b, 1001 + 2 * i));
          }
          // Backwards, so that all are alive at once.
          Node sum = constant(b, 0);
          for (int i = products.length - 1; i >= 0; i--) {
            sum = binary(b, Op.XOR, binary(b, Op.MUL, sum, constant(b, 13)), products[i]);
          }
          b.returnValues(sum);
        },
        code -> {
          long sum = 0;
          for (int i = 19; i >= 0; i--) {
            sum = sum * 13 ^ 77L * (1001 + 2 * i);
          }
          assertEquals(sum, code.call("f", 77));
        });
  }

  @Test
  void aLoadedIntegerThatIsNeededAfterACall() {
    everyWay(
        List.of(Type.PTR),
        b -> {
          Node[] loaded = new Node[18];
          for (int i = 0; i < loaded.length; i++) {
            loaded[i] = b.load(Type.I64, at(b, b.parameter(0), 8L * i));
          }
          Signature signature = Signature.of(List.of(Type.I64), List.of(Type.I64));
          Node call = b.call(new CallDescriptor(signature, "labs"), List.of(constant(b, -5)));
          Node sum = b.result(call, 0);
          for (Node value : loaded) {
            sum = binary(b, Op.ADD, binary(b, Op.MUL, sum, constant(b, 3)), value);
          }
          b.returnValues(sum);
        },
        code -> {
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(8 * 18, 8);
            long sum = 5;
            for (int i = 0; i < 18; i++) {
              memory.setAtIndex(ValueLayout.JAVA_LONG, i, (long) i * i);
              sum = sum * 3 + (long) i * i;
            }
            assertEquals(sum, code.call("f", memory.address()));
          }
        });
  }

  @Test
  void twoLoopsThatWriteDifferentFields() {
    everyWay(
        List.of(Type.PTR, Type.I64),
        b -> {
          for (int field = 0; field < 2; field++) {
            Node place = at(b, b.parameter(0), 8L * field);
            loop(
                b,
                b.parameter(1),
                i -> b.store(place, binary(b, Op.ADD, b.load(Type.I64, place), i)));
          }
          b.returnValues(
              binary(
                  b,
                  Op.SUB,
                  b.load(Type.I64, b.parameter(0)),
                  b.load(Type.I64, at(b, b.parameter(0), 8))));
        },
        code -> {
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(16, 8);
            memory.set(ValueLayout.JAVA_LONG, 0, 100);
            assertEquals(100, code.call("f", memory.address(), 10));
            assertEquals(45, memory.get(ValueLayout.JAVA_LONG, 8));
          }
        });
  }

  @Test
  void aDivisionStaysBelowWhatMakesItSafe() {
    everyWay(
        List.of(Type.I64, Type.I64),
        b -> {
          int sum = b.newVariable(Type.I64);
          b.write(sum, constant(b, 0));
          // Does not depend on the loop, but must not be done where the loop is not entered.
          loop(
              b,
              b.parameter(0),
              i ->
                  b.write(
                      sum,
                      binary(
                          b,
                          Op.ADD,
                          b.read(sum),
                          b.divide(Op.DIV, Type.I64, constant(b, 100), b.parameter(1)))));
          b.returnValues(b.read(sum));
        },
        code -> {
          assertEquals(0, code.call("f", 0, 0));
          assertEquals(100, code.call("f", 4, 4));
        });
  }

  @Test
  void aValueReadBeforeALoopThatOverwritesIt() {
    everyWay(
        List.of(Type.PTR, Type.I64),
        b -> {
          Node before = b.load(Type.I64, b.parameter(0));
          loop(
              b,
              b.parameter(1),
              i -> {
                Node old = b.load(Type.I64, b.parameter(0));
                b.store(b.parameter(0), binary(b, Op.ADD, i, constant(b, 1000)));
                b.store(at(b, b.parameter(0), 8), old);
              });
          b.returnValues(
              binary(
                  b,
                  Op.ADD,
                  before,
                  binary(
                      b, Op.MUL, b.load(Type.I64, at(b, b.parameter(0), 8)), constant(b, 10_000))));
        },
        code -> {
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(16, 8);
            memory.set(ValueLayout.JAVA_LONG, 0, 7);
            assertEquals(10_020_007, code.call("f", memory.address(), 4));
            memory.set(ValueLayout.JAVA_LONG, 0, 9);
            assertEquals(10_020_009, code.call("f", memory.address(), 0));
          }
        });
  }

  @Test
  void aLoopThatDoesNothingForEver() {
    Program program = new Program("endless");
    Function function = NativeProgram.function("f", List.of(Type.I64), List.of(Type.I64));
    FunctionBuilder b = new FunctionBuilder(function);
    int spin = b.newBlock();
    int out = b.newBlock();
    b.branch(b.compare(Op.EQ, b.parameter(0), constant(b, 0)), spin, out);
    b.setBlock(spin);
    b.jump(spin);
    b.seal(spin);
    b.setBlock(out);
    b.returnValues(b.parameter(0));
    b.finish();
    program.add(function);
    for (CodeOptions options : NativeProgram.variants()) {
      try (LoadedCode code = NativeProgram.load(program, options)) {
        assertEquals(3, code.call("f", 3));
      }
    }
  }
}
