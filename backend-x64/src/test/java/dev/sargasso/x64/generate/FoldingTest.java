package dev.sargasso.x64.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.select.CpuFeatures;
import dev.sargasso.x64.select.Opcode;
import dev.sargasso.x64.select.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What one instruction can do is one instruction, and what it must not do is not. */
final class FoldingTest {
  /** The instructions of a function of a pointer and two I64, without entry, jumps and return. */
  private static String select(Type result, Consumer<FunctionBuilder> body) {
    return select(CpuFeatures.BASELINE, result, body);
  }

  private static String select(CpuFeatures features, Type result, Consumer<FunctionBuilder> body) {
    Function function =
        NativeProgram.function(
            "f", List.of(Type.PTR, Type.I64, Type.I64, Type.F64), List.of(result));
    function.ensureAliasClasses(2);
    FunctionBuilder builder = new FunctionBuilder(function);
    body.accept(builder);
    builder.finish();
    Schedule schedule = GlobalCodeMotion.schedule(function, GlobalCodeMotion.Options.DEFAULT);
    MachineFunction machine = new Selector().select(function, schedule, features, symbol -> true);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < machine.instructionCount(); i++) {
      String name = Opcode.nameOf(machine.opcode(i));
      if (!name.startsWith("entry") && !name.startsWith("return") && !name.startsWith("jump")) {
        names.add(name);
      }
    }
    return String.join(" ", names);
  }

  private static Node constant(FunctionBuilder b, long value) {
    return b.constant(Type.I64, value);
  }

  private static Node binary(FunctionBuilder b, Op op, Node left, Node right) {
    return b.binary(op, left.type(), left, right);
  }

  private static Node narrow(FunctionBuilder b, int parameter) {
    return b.unary(Op.TRUNCATE, Type.I32, b.parameter(parameter));
  }

  /** The address {@code parameter 0 + parameter 1 * 8 + 40}, its parts in either order. */
  private static Node element(FunctionBuilder b, boolean scaleFirst) {
    Node scaled = binary(b, Op.SHL, b.parameter(1), constant(b, 3));
    Node index =
        scaleFirst
            ? binary(b, Op.ADD, scaled, constant(b, 40))
            : binary(b, Op.ADD, constant(b, 40), scaled);
    return b.offset(b.parameter(0), index);
  }

  @Test
  void addressesAreOperands() {
    for (boolean first : new boolean[] {false, true}) {
      assertEquals(
          "mov.64.m", select(Type.I64, b -> b.returnValues(b.load(Type.I64, element(b, first)))));
    }
    assertEquals(
        "mov.64.m",
        select(
            Type.I64,
            b -> b.returnValues(b.load(Type.I64, b.offset(b.symbol("table"), constant(b, 16))))));
    assertEquals(
        "lea.64.m mov.64.m",
        select(
            Type.I64,
            b ->
                b.returnValues(
                    b.load(
                        Type.I64,
                        b.offset(
                            b.symbol("table"),
                            binary(b, Op.SHL, b.parameter(1), constant(b, 3)))))));
  }

  @Test
  void oneAddressServesLoadAndStore() {
    assertEquals(
        "imul.64.m store.64.mr",
        select(
            Type.I64,
            b -> {
              Node address = element(b, true);
              Node product = binary(b, Op.MUL, b.parameter(2), b.load(Type.I64, address));
              b.store(address, product);
              b.returnValues(product);
            }));
  }

  @Test
  void readModifyWriteIsOneInstruction() {
    for (Op op : new Op[] {Op.ADD, Op.SUB, Op.AND, Op.OR, Op.XOR}) {
      assertEquals(
          op.text() + ".64.mr",
          select(
              Type.PTR,
              b -> {
                Node address = element(b, false);
                b.store(address, binary(b, op, b.load(Type.I64, address), b.parameter(2)));
                b.returnValues(b.parameter(0));
              }));
    }
    // As C writes it for a byte: extended, changed, cut off.
    assertEquals(
        "add.8.mi",
        select(
            Type.PTR,
            b -> {
              Node wide = b.unary(Op.ZERO_EXTEND, Type.I32, b.load(Type.I8, b.parameter(0)));
              Node sum = binary(b, Op.ADD, wide, b.constant(Type.I32, 1));
              b.store(b.parameter(0), b.unary(Op.TRUNCATE, Type.I8, sum));
              b.returnValues(b.parameter(0));
            }));
    assertEquals(
        "shl.32.mi",
        select(
            Type.PTR,
            b -> {
              Node loaded = b.load(Type.I32, b.parameter(0));
              b.store(b.parameter(0), binary(b, Op.SHL, loaded, b.constant(Type.I32, 5)));
              b.returnValues(b.parameter(0));
            }));
  }

  @Test
  void aLoadStaysBeforeTheStoreThatMayChangeIt() {
    assertEquals(
        "mov.64.m store.64.mi add.64",
        select(
            Type.I64,
            b -> {
              Node loaded = b.load(Type.I64, b.parameter(0));
              b.store(b.offset(b.parameter(0), constant(b, 8)), constant(b, 1));
              b.returnValues(binary(b, Op.ADD, b.parameter(1), loaded));
            }));
    // A store to memory that is another alias class does not matter.
    assertEquals(
        "store.64.mi add.64.m",
        select(
            Type.I64,
            b -> {
              Node loaded = b.load(Type.I64, b.parameter(0), Access.of(1));
              b.store(b.offset(b.parameter(0), constant(b, 8)), constant(b, 1));
              b.returnValues(binary(b, Op.ADD, b.parameter(1), loaded));
            }));
  }

  @Test
  void aLoadIsNotRepeated() {
    assertEquals(
        "mov.64.m add.64 sub.64",
        select(
            Type.I64,
            b -> {
              Node loaded = b.load(Type.I64, b.parameter(0));
              b.returnValues(binary(b, Op.SUB, loaded, binary(b, Op.ADD, b.parameter(1), loaded)));
            }));
  }

  private static void branch(FunctionBuilder b, Node truth) {
    int ifTrue = b.newBlock();
    int ifFalse = b.newBlock();
    b.branch(truth, ifTrue, ifFalse);
    b.setBlock(ifTrue);
    b.returnValues(b.parameter(1));
    b.setBlock(ifFalse);
    b.returnValues(b.parameter(2));
  }

  @Test
  void comparisonsMeltIntoBranches() {
    assertEquals(
        "branch.64.compare.l",
        select(Type.I64, b -> branch(b, b.compare(Op.LT, b.parameter(1), b.parameter(2)))));
    assertEquals(
        "branch.64.compare.g.i",
        select(Type.I64, b -> branch(b, b.compare(Op.LT, constant(b, 9), b.parameter(2)))));
    assertEquals(
        "branch.8.compare.e.mi",
        select(
            Type.I64,
            b ->
                branch(
                    b,
                    b.compare(
                        Op.EQ,
                        b.unary(Op.ZERO_EXTEND, Type.I32, b.load(Type.I8, b.parameter(0))),
                        b.constant(Type.I32, 200)))));
    assertEquals(
        "branch.8.test.ne.i",
        select(
            Type.I64,
            b ->
                branch(
                    b,
                    b.compare(
                        Op.NE,
                        binary(b, Op.AND, narrow(b, 1), b.constant(Type.I32, 64)),
                        b.constant(Type.I32, 0)))));
    assertEquals(
        "branch.64.compare.be",
        select(
            Type.I64,
            b ->
                branch(
                    b,
                    binary(
                        b,
                        Op.XOR,
                        b.compare(Op.FLT, b.parameter(3), b.parameter(3)),
                        b.constant(Type.I1, 1)))));
    assertEquals(
        "branch.64.compare.feq.m",
        select(
            Type.I64, b -> branch(b, b.compare(Op.FEQ, b.parameter(3), b.graph().constant(2.5)))));
  }

  @Test
  void sumsAreLea() {
    for (boolean shiftLeft : new boolean[] {false, true}) {
      assertEquals(
          "lea.64.m",
          select(
              Type.I64,
              b -> {
                Node scaled = binary(b, Op.SHL, b.parameter(1), constant(b, 2));
                Node sum =
                    shiftLeft
                        ? binary(b, Op.ADD, scaled, b.parameter(2))
                        : binary(b, Op.ADD, b.parameter(2), scaled);
                b.returnValues(binary(b, Op.ADD, sum, constant(b, 7)));
              }));
    }
    assertEquals(
        "lea.64.m",
        select(Type.I64, b -> b.returnValues(binary(b, Op.MUL, b.parameter(1), constant(b, 9)))));
    assertEquals(
        "imul_immediate.64.m",
        select(
            Type.I64,
            b ->
                b.returnValues(
                    binary(b, Op.MUL, b.load(Type.I64, b.parameter(0)), constant(b, 100)))));
  }

  @Test
  void extensionsThatChangeNothingVanish() {
    assertEquals(
        "add.32",
        select(
            Type.I64,
            b ->
                b.returnValues(
                    b.unary(
                        Op.ZERO_EXTEND, Type.I64, binary(b, Op.ADD, narrow(b, 1), narrow(b, 2))))));
    assertEquals(
        "movsx8.64.m",
        select(
            Type.I64,
            b ->
                b.returnValues(
                    b.unary(Op.SIGN_EXTEND, Type.I64, b.load(Type.I8, b.parameter(0))))));
    assertEquals(
        "movzx8.32.m",
        select(
            Type.I64,
            b -> {
              Node loaded = b.load(Type.I8, b.parameter(0));
              b.returnValues(b.unary(Op.ZERO_EXTEND, Type.I64, loaded));
            }));
  }

  @Test
  void variableShiftsUseWhatTheProcessorHas() {
    Consumer<FunctionBuilder> body =
        b -> {
          Node count = binary(b, Op.AND, narrow(b, 2), b.constant(Type.I32, 63));
          b.returnValues(
              binary(b, Op.SHL, b.parameter(1), b.unary(Op.ZERO_EXTEND, Type.I64, count)));
        };
    assertEquals("shl.64", select(Type.I64, body));
    assertEquals("shlx.64", select(CpuFeatures.ALL, Type.I64, body));
  }

  private static Node bit(FunctionBuilder b, int number) {
    return binary(b, Op.SHL, constant(b, 1), b.parameter(number));
  }

  @Test
  void singleBitsAreInstructions() {
    assertEquals(
        "bts.64",
        select(Type.I64, b -> b.returnValues(binary(b, Op.OR, b.parameter(1), bit(b, 2)))));
    assertEquals(
        "btc.64",
        select(Type.I64, b -> b.returnValues(binary(b, Op.XOR, bit(b, 2), b.parameter(1)))));
    assertEquals(
        "btr.64",
        select(
            Type.I64,
            b ->
                b.returnValues(
                    binary(b, Op.AND, b.parameter(1), b.unary(Op.NOT, Type.I64, bit(b, 2))))));
    assertEquals(
        "bts.64.i",
        select(
            Type.I64,
            b -> b.returnValues(binary(b, Op.OR, b.parameter(1), constant(b, 1L << 40)))));
    assertEquals(
        "btr.64.i",
        select(
            Type.I64,
            b -> b.returnValues(binary(b, Op.AND, b.parameter(1), constant(b, ~(1L << 40))))));
    // What fits the field of the plain instruction had better stay there.
    assertEquals(
        "or.64.i",
        select(Type.I64, b -> b.returnValues(binary(b, Op.OR, b.parameter(1), constant(b, 16)))));
  }

  @Test
  void complementIsPartOfAndWhereTheProcessorHasThat() {
    Consumer<FunctionBuilder> body =
        b ->
            b.returnValues(
                binary(b, Op.AND, b.unary(Op.NOT, Type.I64, b.parameter(1)), b.parameter(2)));
    assertEquals("andn.64", select(CpuFeatures.ALL, Type.I64, body));
    assertEquals("not.64 and.64", select(Type.I64, body));
  }

  @Test
  void callsTakeTheirTargetFromMemory() {
    assertEquals(
        "call.64.m",
        select(
            Type.I64,
            b -> {
              Signature signature = Signature.of(List.of(Type.I64), List.of(Type.I64));
              Node call =
                  b.call(
                      new CallDescriptor(signature, null),
                      List.of(b.load(Type.PTR, element(b, true)), b.parameter(2)));
              b.returnValues(b.result(call, 0));
            }));
  }

  @Test
  void minimumAndMaximumAreInstructions() {
    assertEquals(
        "maxsd.64.m",
        select(
            Type.F64,
            b -> {
              Node zero = b.graph().constant(1.5);
              b.returnValues(
                  b.select(b.compare(Op.FLT, zero, b.parameter(3)), b.parameter(3), zero));
            }));
  }
}
