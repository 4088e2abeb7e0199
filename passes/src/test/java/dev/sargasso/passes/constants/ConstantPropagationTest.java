package dev.sargasso.passes.constants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.interpret.Trap;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.random.RandomProgram;
import dev.sargasso.ir.random.RandomShape;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.Type;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.passes.dead.Cleanup;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What conditional constant propagation finds, and that it is true and found in linear time. */
class ConstantPropagationTest {
  private final Function function =
      new Function(
          "f",
          Signature.of(List.of(Type.I32, Type.I32), List.of(Type.I32)),
          Linkage.GLOBAL,
          new Graph(Simplifier.NONE),
          "");
  private final FunctionBuilder builder = new FunctionBuilder(function);

  private Node number(long value) {
    return builder.constant(Type.I32, value);
  }

  private Node phi() {
    Node found = null;
    Graph graph = function.graph();
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && node.op() == Op.PHI && node.type() == Type.I32) {
        assertEquals(null, found, "two phis");
        found = node;
      }
    }
    if (found == null) {
      throw new AssertionError("no phi");
    }
    return found;
  }

  @Test
  void aPhiKnowsWhatComesTogether() {
    int variable = builder.newVariable(Type.I32);
    int[] arms = {builder.newBlock(), builder.newBlock(), builder.newBlock()};
    int after = builder.newBlock();
    builder.switchTo(
        builder.parameter(0), new SwitchTable(new long[] {5, 9}, new int[] {1, 2}, 3), arms);
    for (int i = 0; i < 3; i++) {
      builder.seal(arms[i]);
      builder.setBlock(arms[i]);
      builder.write(variable, number(4 * i + 3));
      builder.jump(after);
    }
    builder.seal(after);
    builder.setBlock(after);
    builder.returnValues(builder.read(variable));
    builder.finish();
    ConstantPropagation.Counts counts = ConstantPropagation.run(function, 0, (what, node) -> true);
    assertEquals(1, counts.stamps());
    assertEquals(
        IntegerStamp.constant(32, 3)
            .meet(IntegerStamp.constant(32, 7))
            .meet(IntegerStamp.constant(32, 11)),
        phi().stamp());
  }

  @Test
  void aCounterThatWrapsEndsSoon() {
    int variable = builder.newVariable(Type.I32);
    int loop = builder.newBlock();
    int after = builder.newBlock();
    builder.write(variable, number(0));
    builder.jump(loop);
    builder.setBlock(loop);
    Node next = builder.binary(Op.ADD, Type.I32, builder.read(variable), number(4));
    builder.write(variable, next);
    builder.branch(
        builder.compare(Op.LT, builder.read(variable), builder.parameter(1)), loop, after);
    builder.seal(loop);
    builder.seal(after);
    builder.setBlock(after);
    builder.returnValues(builder.read(variable));
    builder.finish();
    ConstantPropagation.Counts counts = ConstantPropagation.run(function, 0, (what, node) -> true);
    assertTrue(counts.visits() < 100, "visits " + counts.visits());
    // Whatever it is, it is a multiple of four.
    assertEquals(IntegerStamp.ofKnownBits(32, 3, 0), phi().stamp());
  }

  @Test
  void stampsOfRandomProgramsHold() {
    int stamps = 0;
    for (RandomShape shape : List.of(RandomShape.STRUCTURED, RandomShape.JUMPING)) {
      for (int seed = 0; seed < 40; seed++) {
        stamps += checkStamps(seed, shape);
      }
    }
    assertTrue(stamps > 100, "only " + stamps + " stamps");
  }

  private static int checkStamps(int seed, RandomShape shape) {
    Program program = RandomProgram.of(seed, shape);
    int stamps = 0;
    for (Function each : program.functions()) {
      stamps +=
          ConstantPropagation.run(each, seed % 2 == 0 ? 0 : seed, (what, node) -> true).stamps();
      checkAtRunTime(each);
      GraphVerifier.verify(each, true);
    }
    for (long argument : new long[] {0, 1, -5, 1L << 35}) {
      long[] arguments = {
        (int) argument, -argument, Double.doubleToRawLongBits((double) argument), 7
      };
      Outcome outcome =
          new SeaInterpreter(program, Externals.NONE, Limits.DEFAULT.withSteps(30_000))
              .run("f", arguments);
      assertTrue(
          !(outcome instanceof Outcome.Trapped(Trap trap)) || trap.detail() != 4711,
          "seed " + seed + ", " + shape + ": " + outcome);
    }
    return stamps;
  }

  /** Behind each region, guards that trap where a phi is not what its stamp says. */
  private static void checkAtRunTime(Function function) {
    Graph graph = function.graph();
    List<Node> phis = new ArrayList<>();
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && node.op() == Op.PHI && node.stamp() instanceof IntegerStamp) {
        phis.add(node);
      }
    }
    for (Node phi : phis) {
      IntegerStamp stamp = (IntegerStamp) phi.stamp();
      if (phi.type() == Type.I1 || stamp == null) {
        continue;
      }
      Node low = graph.make(Op.LE, Type.I1, 0, null, constant(graph, phi, stamp.minimum()), phi);
      Node high = graph.make(Op.LE, Type.I1, 0, null, phi, constant(graph, phi, stamp.maximum()));
      Node mask = constant(graph, phi, stamp.knownZeros() | stamp.knownOnes());
      Node bits = graph.make(Op.AND, phi.type(), 0, null, phi, mask);
      Node same =
          graph.make(Op.EQ, Type.I1, 0, null, bits, constant(graph, phi, stamp.knownOnes()));
      for (Node condition : Arrays.asList(low, high, same)) {
        guard(graph, phi.input(0), condition);
      }
    }
  }

  private static Node constant(Graph graph, Node phi, long value) {
    return graph.constant(phi.type(), value);
  }

  private static void guard(Graph graph, Node region, Node condition) {
    for (int i = 0; i < region.useCount(); i++) {
      Node user = region.user(i);
      boolean goesOn =
          user.op().isRegion()
              || user.op() == Op.GUARD
              || user.op() == Op.CALL
              || user.op().isTerminator();
      if (goesOn) {
        int slot = region.userSlot(i);
        Node guard = graph.makeRaw(Op.GUARD, Type.CTRL, 4711, null, region, condition);
        graph.setInput(user, slot, guard);
        return;
      }
    }
  }

  // ------------------------------------------------------------------- growth

  /** Visits a node in a row of diamonds whose values all hang on one another. */
  private static double visitsPerNode(int diamonds) {
    Function function =
        new Function(
            "f",
            Signature.of(List.of(Type.I32, Type.I32), List.of(Type.I32)),
            Linkage.GLOBAL,
            new Graph(Simplifier.NONE),
            "");
    FunctionBuilder builder = new FunctionBuilder(function);
    int variable = builder.newVariable(Type.I32);
    builder.write(variable, builder.constant(Type.I32, 0));
    int loop = builder.newBlock();
    int out = builder.newBlock();
    builder.jump(loop);
    builder.setBlock(loop);
    for (int i = 0; i < diamonds; i++) {
      int then = builder.newBlock();
      int otherwise = builder.newBlock();
      int after = builder.newBlock();
      Node now = builder.read(variable);
      Node limit = builder.constant(Type.I32, i);
      builder.branch(builder.compare(Op.LT, now, limit), then, otherwise);
      builder.seal(then);
      builder.seal(otherwise);
      builder.setBlock(then);
      builder.write(variable, builder.binary(Op.ADD, Type.I32, now, limit));
      builder.jump(after);
      builder.setBlock(otherwise);
      builder.jump(after);
      builder.seal(after);
      builder.setBlock(after);
    }
    builder.branch(builder.compare(Op.NE, builder.read(variable), builder.parameter(0)), loop, out);
    builder.seal(loop);
    builder.seal(out);
    builder.setBlock(out);
    builder.returnValues(builder.read(variable));
    builder.finish();
    double nodes = function.graph().size();
    ConstantPropagation.Counts counts = ConstantPropagation.run(function, 0, (what, node) -> true);
    Cleanup.run(function, Simplifications.forWholeGraph(), 0);
    GraphVerifier.verify(function);
    return counts.visits() / nodes;
  }

  @Test
  void visitsGrowWithTheGraphAlone() {
    double small = visitsPerNode(100);
    double large = visitsPerNode(12_000);
    assertTrue(large <= 2 * small, small + " visits a node, then " + large);
  }
}
