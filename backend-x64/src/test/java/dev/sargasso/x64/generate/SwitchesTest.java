package dev.sargasso.x64.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import dev.sargasso.x64.CodeOptions;
import dev.sargasso.x64.code.LoadedCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A switch takes the arm of its table, whatever mixture of tables and searches it becomes. */
final class SwitchesTest {
  private record Case(String name, Type type, SwitchTable table) {}

  private final Random random = new Random(3);
  private final Program program = new Program("switches");
  private final List<Case> cases = new ArrayList<>();

  @Test
  void takeTheArmOfTheirTable() {
    for (int i = 0; i < 120; i++) {
      Type[] types = {Type.I8, Type.I16, Type.I32, Type.I64};
      add(types[i % 4], keys(types[i % 4], i % 10), 1 + random.nextInt(8));
    }
    add(Type.I64, new long[] {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE}, 4);
    add(Type.I32, new long[] {Integer.MIN_VALUE, Integer.MAX_VALUE}, 3);
    add(Type.I32, range(0, 10_000, 1), 300);
    add(Type.I64, range(-70_000, 10_000, 131), 50);
    add(Type.I8, range(-128, 256, 1), 7);
    for (CodeOptions options : NativeProgram.variants()) {
      try (LoadedCode code = NativeProgram.load(program, options)) {
        for (Case tested : cases) {
          check(code, tested);
        }
      }
    }
  }

  private void check(LoadedCode code, Case tested) {
    SwitchTable table = tested.table;
    for (int i = 0; i < table.size(); i++) {
      for (int near = -1; near <= 1; near++) {
        check(code, tested, tested.type.canonical(table.key(i) + near));
      }
    }
    for (int i = 0; i < 20; i++) {
      check(code, tested, tested.type.canonical(random.nextLong() >> random.nextInt(64)));
    }
  }

  private void check(LoadedCode code, Case tested, long value) {
    long dirty =
        tested.type == Type.I64
            ? value
            : (value & ((1L << tested.type.bits()) - 1)) | random.nextLong() << tested.type.bits();
    assertEquals(
        100 + tested.table.select(value),
        code.call(tested.name, dirty),
        () -> tested + " of " + value);
  }

  private long[] keys(Type type, int density) {
    int count = 1 + random.nextInt(60);
    long[] keys = new long[count];
    long at = type.canonical(random.nextLong() >> random.nextInt(64));
    for (int i = 0; i < count; i++) {
      at += 1 + (random.nextInt(10) < density ? random.nextInt(type == Type.I8 ? 5 : 5000) : 0);
      keys[i] = type.canonical(at);
    }
    return Arrays.stream(keys).sorted().distinct().toArray();
  }

  private static long[] range(long first, int count, long step) {
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      keys[i] = first + i * step;
    }
    return keys;
  }

  private void add(Type type, long[] keys, int arms) {
    int[] targets = new int[keys.length];
    for (int i = 0; i < keys.length; i++) {
      targets[i] = i > 0 && random.nextInt(3) == 0 ? targets[i - 1] : random.nextInt(arms);
    }
    SwitchTable table = new SwitchTable(keys, targets, arms);
    String name = "s" + cases.size();
    cases.add(new Case(name, type, table));
    Function function = NativeProgram.function(name, List.of(Type.I64), List.of(Type.I64));
    FunctionBuilder builder = new FunctionBuilder(function);
    Node value =
        type == Type.I64
            ? builder.parameter(0)
            : builder.unary(Op.TRUNCATE, type, builder.parameter(0));
    int[] blocks = new int[arms];
    for (int i = 0; i < arms; i++) {
      blocks[i] = builder.newBlock();
    }
    builder.switchTo(value, table, blocks);
    for (int i = 0; i < arms; i++) {
      builder.seal(blocks[i]);
      builder.setBlock(blocks[i]);
      builder.returnValues(builder.constant(Type.I64, 100 + i));
    }
    builder.finish();
    program.add(function);
  }
}
