package dev.sargasso.passes.range;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.interpret.Evaluation;
import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.passes.dead.Cleanup;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Intervals and the tests made of them, on all numbers of eight bits. */
class RangeTestsTest {
  private static final Op[] COMPARISONS = {Op.EQ, Op.NE, Op.LT, Op.LE, Op.ULT, Op.ULE};
  private static final long[] CONSTANTS = {
    -128, -127, -100, -33, -2, -1, 0, 1, 2, 31, 48, 57, 58, 65, 90, 91, 97, 122, 123, 126, 127
  };

  private static boolean holds(Node condition, long x) {
    long a = value(condition.value(0), x);
    long b = value(condition.value(1), x);
    return Evaluation.evaluate(condition.op(), Type.I1, Type.I8, a, b, 0) == 1;
  }

  private static long value(Node node, long x) {
    return switch (node.op()) {
      case CONSTANT -> node.immediate();
      case ADD -> Type.I8.canonical(x + node.value(1).immediate());
      default -> x;
    };
  }

  private static List<Node> conditions() {
    Graph graph = new Graph(Simplifier.NONE);
    Node x = graph.make(Op.PARAMETER, Type.I8, 0, null, graph.start());
    Node sum = graph.make(Op.ADD, Type.I8, 0, null, x, graph.constant(Type.I8, 100));
    List<Node> made = new ArrayList<>();
    for (long c : CONSTANTS) {
      Node constant = graph.constant(Type.I8, c);
      for (Op op : COMPARISONS) {
        made.add(graph.make(op, Type.I1, 0, null, x, constant));
        made.add(graph.make(op, Type.I1, 0, null, constant, x));
        made.add(graph.make(op, Type.I1, 0, null, sum, constant));
      }
    }
    return made;
  }

  @Test
  void intervalsSayWhereComparisonsHold() {
    for (Node condition : conditions()) {
      Interval interval = Interval.of(condition);
      int holding = 0;
      for (int x = -128; x < 128; x++) {
        holding += holds(condition, x) ? 1 : 0;
        if (interval != null) {
          assertEquals(holds(condition, x), interval.contains(x), interval + " at " + x);
          assertEquals(!holds(condition, x), interval.complement().contains(x));
        }
      }
      assertEquals(holding == 0 || holding == 256, interval == null);
    }
  }

  @Test
  void intersectionsAreExactOrNotGiven() {
    List<Interval> intervals = new ArrayList<>();
    for (Node condition : conditions()) {
      Interval interval = Interval.of(condition);
      if (interval != null && !intervals.contains(interval)) {
        intervals.add(interval);
      }
    }
    int given = 0;
    for (Interval a : intervals) {
      for (Interval b : intervals) {
        Interval both = a.intersection(b);
        int pieces = 0;
        for (int x = 0; x < 256; x++) {
          boolean in = a.contains(x) && b.contains(x);
          boolean before = a.contains(x - 1) && b.contains(x - 1);
          pieces += in && !before ? 1 : 0;
          if (both != null) {
            assertEquals(in, both.contains(x), a + " and " + b + " at " + x);
          }
        }
        assertEquals(pieces == 1, both != null, a + " and " + b);
        given += both != null ? 1 : 0;
        long bit = a.onlyDifference(b);
        if (bit != 0) {
          Interval lower = new Interval(8, a.low() & ~bit, a.more());
          for (int x = 0; x < 256; x++) {
            assertEquals(a.contains(x) || b.contains(x), lower.contains(x & ~bit));
          }
        }
      }
    }
    assertTrue(given > 1000);
  }

  /** Nested branches on comparisons of one value, all ways told apart by the result or not. */
  private static Function random(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Function function =
        new Function(
            "f",
            Signature.of(List.of(Type.I8), List.of(Type.I8)),
            Linkage.GLOBAL,
            new Graph(seed % 2 == 0 ? Simplifier.NONE : Simplifications.whileBuilding()),
            "");
    FunctionBuilder builder = new FunctionBuilder(function);
    int result = builder.newVariable(Type.I8);
    builder.write(result, builder.constant(Type.I8, 0));
    for (int i = 0; i < 3; i++) {
      int yes = builder.newBlock();
      int no = builder.newBlock();
      int after = builder.newBlock();
      int count = 2 + random.nextInt(3);
      for (int k = 0; k < count; k++) {
        int next = builder.newBlock();
        Node condition = condition(builder, random);
        if (random.nextInt(4) == 0) {
          Op op = random.nextBoolean() ? Op.AND : Op.OR;
          condition = builder.binary(op, Type.I1, condition, condition(builder, random));
        }
        int exit = random.nextInt(8) == 0 ? yes : no;
        if (random.nextBoolean()) {
          builder.branch(condition, next, exit);
        } else {
          builder.branch(condition, exit, next);
        }
        builder.seal(next);
        builder.setBlock(next);
      }
      builder.jump(yes);
      builder.seal(yes);
      builder.seal(no);
      builder.setBlock(yes);
      Node old = builder.read(result);
      builder.write(
          result, builder.binary(Op.ADD, Type.I8, old, builder.constant(Type.I8, 1L << i)));
      builder.jump(after);
      builder.setBlock(no);
      builder.jump(after);
      builder.seal(after);
      builder.setBlock(after);
    }
    builder.returnValues(builder.read(result));
    builder.finish();
    return function;
  }

  private static Node condition(FunctionBuilder builder, SplittableRandom random) {
    Node x = builder.parameter(0);
    Node c = builder.constant(Type.I8, CONSTANTS[random.nextInt(CONSTANTS.length)]);
    if (random.nextInt(4) == 0) {
      x = builder.binary(Op.ADD, Type.I8, x, builder.constant(Type.I8, random.nextInt(-9, 9)));
    }
    Op op = COMPARISONS[random.nextInt(COMPARISONS.length)];
    return random.nextBoolean() ? builder.compare(op, x, c) : builder.compare(op, c, x);
  }

  private static List<Outcome> outcomes(Function function) {
    Program program = new Program("p");
    program.add(function);
    SeaInterpreter interpreter = new SeaInterpreter(program, Externals.NONE, Limits.DEFAULT);
    List<Outcome> outcomes = new ArrayList<>();
    for (int x = -128; x < 128; x++) {
      outcomes.add(interpreter.run("f", new long[] {x}));
    }
    return outcomes;
  }

  @Test
  void randomTestsComeToTheSame() {
    int joined = 0;
    for (int seed = 0; seed < 120; seed++) {
      Function function = random(seed);
      List<Outcome> expected = outcomes(function);
      for (int round = 0; round < 3; round++) {
        joined += RangeTests.run(function, (what, node) -> true);
        GraphVerifier.verify(function, true);
        assertEquals(expected, outcomes(function), "seed " + seed + ", round " + round);
        Cleanup.run(function, Simplifications.forWholeGraph(), 0);
        GraphVerifier.verify(function);
        assertEquals(expected, outcomes(function), "seed " + seed + ", cleaned " + round);
      }
    }
    assertTrue(joined > 100, "only " + joined);
  }
}
