package dev.sargasso.passes.range;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.passes.dead.Cleanup;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Random chains of comparisons give the same for every number they name and its neighbours. */
final class EqualityChainsTest {
  private static final Type[] TYPES = {Type.I8, Type.I16, Type.I32, Type.I64};

  @Test
  void chainsKeepTheirMeaning() {
    int switches = 0;
    int words = 0;
    for (int seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Type type = TYPES[random.nextInt(TYPES.length)];
      int length = 2 + random.nextInt(seed % 20 == 0 ? 90 : 9);
      long[] keys = keys(random, type, length);
      int results = 1 + random.nextInt(3);
      Program before = program(seed, type, keys, results);
      Program after = program(seed, type, keys, results);
      Function function = after.functions().iterator().next();
      EqualityChains.Counts counts = EqualityChains.run(function, (what, node) -> true);
      GraphVerifier.verify(function, true);
      switches += counts.switches();
      words += counts.words();
      Cleanup.run(function, Simplifications.forWholeGraph(), 0);
      GraphVerifier.verify(function, true);
      for (long key : keys) {
        for (long near = -2; near <= 2; near++) {
          same(before, after, type.canonical(key + near), seed);
          same(before, after, type.canonical(key + 64 * near), seed);
        }
      }
    }
    assertTrue(switches > 50, switches + " switches");
    assertTrue(words > 50, words + " words");
  }

  private static void same(Program before, Program after, long value, int seed) {
    assertEquals(run(before, value), run(after, value), "seed " + seed + ", f(" + value + ")");
  }

  private static Object run(Program program, long value) {
    return new SeaInterpreter(program, Externals.NONE, Limits.DEFAULT).run("f", value);
  }

  private static long[] keys(SplittableRandom random, Type type, int length) {
    long[] keys = new long[length];
    long range = 1L << (1 + random.nextInt(7));
    long from = random.nextInt(4) == 0 ? type.canonical(random.nextLong()) : -random.nextInt(9);
    for (int i = 0; i < length; i++) {
      keys[i] = type.canonical(from + random.nextLong(range));
    }
    return keys;
  }

  /** One test for each key, equal or not at random, of one place for each result. */
  private static Program program(long seed, Type type, long[] keys, int results) {
    SplittableRandom random = new SplittableRandom(~seed);
    Function function =
        new Function(
            "f",
            Signature.of(List.of(type), List.of(Type.I32)),
            Linkage.GLOBAL,
            new Graph(Simplifier.NONE),
            "");
    FunctionBuilder build = new FunctionBuilder(function);
    int[] places = new int[results + 1];
    for (int i = 0; i <= results; i++) {
      places[i] = build.newBlock();
    }
    int out = build.newBlock();
    int answer = build.newVariable(Type.I32);
    for (long key : keys) {
      int next = build.newBlock();
      int place = places[1 + random.nextInt(results)];
      boolean equal = random.nextBoolean();
      build.branch(
          build.compare(equal ? Op.EQ : Op.NE, build.parameter(0), build.constant(type, key)),
          equal ? place : next,
          equal ? next : place);
      build.seal(next);
      build.setBlock(next);
    }
    build.jump(places[0]);
    for (int i = 0; i <= results; i++) {
      build.seal(places[i]);
      build.setBlock(places[i]);
      build.write(answer, build.constant(Type.I32, 100 + i));
      build.jump(out);
    }
    build.seal(out);
    build.setBlock(out);
    build.returnValues(build.read(answer));
    build.finish();
    Program program = new Program("test");
    program.add(function);
    return program;
  }
}
