package dev.sargasso.passes.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.type.Type;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Loads that become values, and the cost of finding out; more cases are file tests. */
final class LoadEliminationTest {
  private final Function function =
      new Function(
          "f",
          Signature.of(List.of(Type.PTR, Type.PTR, Type.I64), List.of(Type.I64)),
          Linkage.GLOBAL,
          new Graph(Simplifier.NONE),
          "");
  private final FunctionBuilder build = new FunctionBuilder(function);
  private final Graph graph = function.graph();

  /** Loads seen, removed and put in. */
  private List<Long> eliminate() {
    LoadElimination.Counts counts =
        LoadElimination.run(function, Simplifications.forWholeGraph(), true, load -> true);
    GraphVerifier.verify(function, true);
    return List.of(counts.seen(), counts.removed(), counts.inserted());
  }

  private Node at(Node pointer, long by) {
    return graph.make(
        Op.OFFSET, Type.PTR, Op.IN_BOUNDS, null, pointer, graph.constant(Type.I64, by));
  }

  private Node exitValue() {
    return graph.end().input(0).value(0);
  }

  @Test
  void aLoadIsTheLoadBeforeIt() {
    Node first = build.load(Type.I64, build.parameter(0));
    build.store(at(build.parameter(0), 8), build.parameter(2));
    Node second = build.load(Type.I64, build.parameter(0));
    build.returnValues(build.binary(Op.XOR, Type.I64, first, second));
    build.finish();
    assertEquals(List.of(2L, 1L, 0L), eliminate());
    Node sum = exitValue();
    assertEquals(sum.value(0), sum.value(1));
  }

  @Test
  void aStoreThroughAnotherPointerIsInTheWay() {
    build.store(build.parameter(0), build.parameter(2));
    build.store(build.parameter(1), build.constant(Type.I64, 3));
    Node load = build.load(Type.I64, build.parameter(0));
    build.returnValues(load);
    build.finish();
    assertEquals(0, eliminate().get(1));
  }

  @Test
  void aWiderLoadIsNoStoredValue() {
    build.store(build.parameter(0), build.constant(Type.I32, 5));
    Node load = build.load(Type.I64, build.parameter(0));
    build.returnValues(load);
    build.finish();
    assertEquals(0, eliminate().get(1));
  }

  @Test
  void anUnsafeLoadIsNotPutOnAnEdge() {
    // Only one arm knows the value, and the load behind the join need not happen on the other.
    int yes = build.newBlock();
    int no = build.newBlock();
    int join = build.newBlock();
    int use = build.newBlock();
    int skip = build.newBlock();
    Node zero = build.constant(Type.I64, 0);
    build.branch(graph.make(Op.EQ, Type.I1, 0, null, build.parameter(2), zero), yes, no);
    sealed(yes);
    build.store(build.parameter(0), build.constant(Type.I64, 1));
    build.jump(join);
    sealed(no);
    build.store(build.parameter(1), build.constant(Type.I64, 2));
    build.jump(join);
    sealed(join);
    build.branch(graph.make(Op.LT, Type.I1, 0, null, zero, build.parameter(2)), use, skip);
    sealed(use);
    build.returnValues(build.load(Type.I64, build.parameter(0)));
    sealed(skip);
    build.returnValues(zero);
    build.finish();
    assertEquals(List.of(1L, 0L, 0L), eliminate());
  }

  private void sealed(int block) {
    build.seal(block);
    build.setBlock(block);
  }

  /** Stores to elements that a load has to look past, again and again. */
  @Test
  void theCostIsLinear() {
    long few = steps(1_000);
    long many = steps(16_000);
    assertTrue(few > 1_000, few + " steps");
    assertTrue(many <= 17 * few, few + " steps, then " + many);
  }

  private static long steps(int count) {
    LoadEliminationTest test = new LoadEliminationTest();
    Node sum = test.build.parameter(2);
    for (int i = 0; i < count; i++) {
      Node p = test.build.parameter(i & 1);
      test.build.store(test.at(p, 8L * i), sum);
      Node load = test.build.load(Type.I64, test.at(p, 8L * (i / 2)));
      sum = test.build.binary(Op.ADD, Type.I64, sum, load);
    }
    test.build.returnValues(sum);
    test.build.finish();
    return LoadElimination.run(test.function, Simplifications.forWholeGraph(), true, load -> true)
        .steps();
  }
}
