package dev.sargasso.x64.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.x64.CodeOptions;
import dev.sargasso.x64.CompiledFunction;
import dev.sargasso.x64.code.LoadedCode;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Frames of all sizes and alignments: slots do not overlap, addresses are aligned, guards stand.
 */
final class FramesTest {
  private static Function newFunction(String name) {
    return NativeProgram.function(name, List.of(Type.I64), List.of(Type.I64));
  }

  private static Node constant(FunctionBuilder builder, long value) {
    return builder.constant(Type.I64, value);
  }

  @Test
  void slotsOfAnySizeHoldTheirValues() throws InterruptedException {
    int[] sizes = {8, 24, 120, 4000, 4096, 9000, 70_000, 1 << 20};
    Program program = new Program("frames");
    for (int size : sizes) {
      Function function = newFunction("f" + size);
      StackSlot low = function.newSlot("low", size, 8);
      StackSlot high = function.newSlot("high", size, 8);
      FunctionBuilder builder = new FunctionBuilder(function);
      Node[] places = {
        builder.slotAddress(low),
        builder.offset(builder.slotAddress(low), constant(builder, size - 8)),
        builder.slotAddress(high),
        builder.offset(builder.slotAddress(high), constant(builder, size - 8))
      };
      for (int i = size == 8 ? 1 : 0; i < 4; i++) {
        builder.store(
            places[i],
            builder.binary(Op.ADD, Type.I64, builder.parameter(0), constant(builder, i)));
      }
      // A call in between, so that something else uses the stack below.
      Signature signature = Signature.of(List.of(Type.I64), List.of(Type.I64));
      builder.call(new CallDescriptor(signature, "labs"), List.of(builder.parameter(0)));
      Node sum = constant(builder, 0);
      for (Node place : places) {
        sum =
            builder.binary(
                Op.ADD,
                Type.I64,
                builder.binary(Op.MUL, Type.I64, sum, constant(builder, 10)),
                builder.load(Type.I64, place));
      }
      builder.returnValues(sum);
      builder.finish();
      program.add(function);
    }
    for (CodeOptions options : NativeProgram.variants()) {
      try (LoadedCode code = NativeProgram.load(program, options)) {
        for (int size : sizes) {
          // With one word the second place is the first.
          long expected = size == 8 ? 1133 : 123;
          assertEquals(expected, onLargeStack(code, "f" + size), "size " + size);
        }
      }
    }
  }

  private static long onLargeStack(LoadedCode code, String function) throws InterruptedException {
    long[] result = new long[1];
    Thread thread = new Thread(null, () -> result[0] = code.call(function, 0), function, 16 << 20);
    thread.start();
    thread.join();
    return result[0];
  }

  @Test
  void addressesAreAsAlignedAsTheirSlots() {
    Program program = new Program("alignment");
    for (int alignment = 1; alignment <= 4096; alignment *= 2) {
      Function function = newFunction("f" + alignment);
      StackSlot odd = function.newSlot("odd", 3, 1);
      StackSlot slot = function.newSlot("slot", 40, alignment);
      FunctionBuilder builder = new FunctionBuilder(function);
      Node address = builder.slotAddress(slot);
      builder.store(builder.slotAddress(odd), builder.constant(Type.I8, 1));
      builder.store(address, builder.parameter(0));
      builder.store(builder.offset(address, constant(builder, 32)), builder.parameter(0));
      Node misplaced =
          builder.binary(
              Op.AND,
              Type.I64,
              builder.unary(Op.BITCAST, Type.I64, address),
              constant(builder, alignment - 1));
      builder.returnValues(
          builder.binary(
              Op.ADD,
              Type.I64,
              misplaced,
              builder.binary(
                  Op.ADD,
                  Type.I64,
                  builder.load(Type.I64, address),
                  builder.unary(
                      Op.ZERO_EXTEND, Type.I64, builder.load(Type.I8, builder.slotAddress(odd))))));
      builder.finish();
      program.add(function);
    }
    for (CodeOptions options : NativeProgram.variants()) {
      try (LoadedCode code = NativeProgram.load(program, options)) {
        for (int alignment = 1; alignment <= 4096; alignment *= 2) {
          assertEquals(78, code.call("f" + alignment, 77), "alignment " + alignment);
        }
      }
    }
  }

  @Test
  void tooLargeFramesAreRefused() {
    Function function = newFunction("huge");
    StackSlot slot = function.newSlot("slot", Integer.MAX_VALUE, 8);
    FunctionBuilder builder = new FunctionBuilder(function);
    builder.store(builder.slotAddress(slot), builder.parameter(0));
    builder.returnValues(builder.load(Type.I64, builder.slotAddress(slot)));
    builder.finish();
    Program program = new Program("huge");
    program.add(function);
    assertThrows(
        IllegalArgumentException.class,
        () ->
            NativeProgram.compile(program, CodeOptions.DEFAULT, GlobalCodeMotion.Options.DEFAULT));
  }

  @Test
  void trapsAreWhereTheTableSays() {
    Function function = newFunction("traps");
    FunctionBuilder builder = new FunctionBuilder(function);
    Node zero = constant(builder, 0);
    builder.guard(builder.compare(Op.NE, builder.parameter(0), zero), 41);
    int ifTrue = builder.newBlock();
    int ifFalse = builder.newBlock();
    builder.branch(builder.compare(Op.LT, builder.parameter(0), zero), ifTrue, ifFalse);
    builder.setBlock(ifTrue);
    builder.trap(42);
    builder.setBlock(ifFalse);
    builder.returnValues(builder.parameter(0));
    builder.finish();
    Program program = new Program("traps");
    program.add(function);
    CompiledFunction compiled =
        NativeProgram.compile(
                program, CodeOptions.DEFAULT.withVerify(true), GlobalCodeMotion.Options.DEFAULT)
            .get(0);
    assertEquals(2, compiled.traps().count());
    long codes = 0;
    for (int i = 0; i < 2; i++) {
      int offset = compiled.traps().offset(i);
      assertEquals(0x0f, compiled.code().bytes()[offset]);
      assertEquals(0x0b, compiled.code().bytes()[offset + 1]);
      codes += compiled.traps().code(i);
    }
    assertEquals(83, codes);
  }
}
