package dev.sargasso.ir.cfg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.random.RandomProgram;
import dev.sargasso.ir.random.RandomShape;
import dev.sargasso.ir.type.Type;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Blocks, their order, and how often they are thought to run. */
final class ControlFlowTest {
  private final Function function =
      new Function(
          "f",
          Signature.of(List.of(Type.I64, Type.PTR), List.of(Type.I64)),
          Linkage.LOCAL,
          new Graph(Simplifier.NONE),
          "");
  private final FunctionBuilder build = new FunctionBuilder(function);

  private Node isLess(long limit) {
    return build.compare(Op.LT, build.parameter(0), build.constant(Type.I64, limit));
  }

  private void enter(int block) {
    build.seal(block);
    build.setBlock(block);
  }

  private ControlFlow finish() {
    build.finish();
    return ControlFlow.of(function.graph());
  }

  @Test
  void theArmsOfABranchAreItsSuccessorsByProjection() {
    int then = build.newBlock();
    int otherwise = build.newBlock();
    build.branch(isLess(5), then, otherwise);
    enter(then);
    build.returnValues(build.constant(Type.I64, 1));
    enter(otherwise);
    build.returnValues(build.constant(Type.I64, 2));
    ControlFlow flow = finish();
    assertEquals(3, flow.count());
    assertSame(function.graph().start(), flow.head(0));
    Node branch = flow.terminator(0);
    assertNotNull(branch);
    for (int i = 0; i < 2; i++) {
      Node head = flow.head(flow.successor(0, i));
      assertEquals(i, head.immediate());
      assertSame(branch, head.input(0));
      Node exit = flow.terminator(flow.successor(0, i));
      assertNotNull(exit);
      assertEquals(2 - i, exit.value(0).immediate());
      assertEquals(flow.successor(0, i), flow.blockOf(exit));
    }
    // The true arm follows directly.
    assertEquals(1, flow.successor(0, 1));
  }

  @Test
  void aGotoLeadsToTheRegionAsThePredecessorThatItIs() {
    int then = build.newBlock();
    int after = build.newBlock();
    build.branch(isLess(5), then, after);
    enter(then);
    build.guard(isLess(3), 1);
    build.jump(after);
    enter(after);
    build.returnValues(build.constant(Type.I64, 2));
    ControlFlow flow = finish();
    assertEquals(4, flow.count());
    int region = 3;
    assertTrue(flow.head(region).op().isRegion());
    for (int i = 0; i < 2; i++) {
      int from = flow.predecessor(region, i);
      assertNull(flow.terminator(from));
      assertSame(flow.head(region).input(i), flow.lastToken(from));
      assertEquals(region, flow.successor(from, 0));
      assertEquals(i, flow.predecessorIndex(from, 0));
    }
    assertEquals(Op.GUARD, flow.lastToken(1).op());
    assertEquals(1, flow.blockOf(flow.lastToken(1)));
  }

  @Test
  void theArmsOfASwitchComeInOrderAndTheDefaultLast() {
    int[] arms = {build.newBlock(), build.newBlock(), build.newBlock()};
    SwitchTable table = new SwitchTable(new long[] {4, 9}, new int[] {1, 2}, 3);
    build.switchTo(build.parameter(0), table, arms);
    for (int arm : arms) {
      enter(arm);
      build.returnValues(build.constant(Type.I64, arm));
    }
    ControlFlow flow = finish();
    assertEquals(3, flow.successor(0, 0));
    assertEquals(1, flow.successor(0, 1));
    assertEquals(2, flow.successor(0, 2));
  }

  @Test
  void malformedControlIsRefusedWithTheNode() {
    build.returnValues(build.constant(Type.I64, 2));
    build.finish();
    Graph graph = function.graph();
    Node exit = graph.end().input(0);
    Node second = graph.makeRaw(Op.TRAP, Type.CTRL, 0, null, exit.input(0), exit.memory());
    graph.addInput(graph.end(), second);
    IllegalStateException failure =
        assertThrows(IllegalStateException.class, () -> ControlFlow.of(graph));
    assertTrue(failure.getMessage().contains(graph.start().toString()), failure.getMessage());
  }

  @Property(tries = 100)
  void loopsAreContiguousAndPredecessorsComeBefore(@ForAll long seed) {
    ControlFlow flow =
        ControlFlow.of(
            RandomProgram.of(seed, RandomShape.STRUCTURED).functions().stream()
                .skip(1)
                .findFirst()
                .orElseThrow()
                .graph());
    LoopTree loops = flow.loops();
    for (int loop = 0; loop < loops.count(); loop++) {
      int last = -1;
      for (int b = 0; b < flow.count(); b++) {
        if (loops.contains(loop, b)) {
          assertTrue(last < 0 || last == b - 1, "loop " + loop + " is torn at " + b);
          last = b;
        }
      }
    }
    for (int b = 0; b < flow.count(); b++) {
      for (int i = 0; i < flow.predecessorCount(b); i++) {
        int p = flow.predecessor(b, i);
        assertTrue(p < b || flow.dominators().dominates(b, p));
      }
    }
  }

  @Property(tries = 100)
  void edgesAreTheSameFromBothEnds(@ForAll long seed) {
    for (Function each : RandomProgram.of(seed, RandomShape.WILD).functions()) {
      ControlFlow flow = ControlFlow.of(each.graph());
      int forwards = 0;
      int backwards = 0;
      for (int b = 0; b < flow.count(); b++) {
        backwards += flow.predecessorCount(b);
        forwards += flow.successorCount(b);
        double sum = 0;
        for (int i = 0; i < flow.successorCount(b); i++) {
          int to = flow.successor(b, i);
          assertEquals(b, flow.predecessor(to, flow.predecessorIndex(b, i)));
          sum += flow.frequencies().probability(b, i);
        }
        assertTrue(flow.successorCount(b) == 0 || Math.abs(sum - 1) < 1e-9);
        assertTrue(flow.frequencies().frequency(b) > 0);
      }
      assertEquals(forwards, backwards);
    }
  }

  // ------------------------------------------------------------- frequencies

  @Test
  void whatGoesIntoALoopComesOutOfItAndItsBodyRunsTenTimes() {
    int head = build.newBlock();
    int body = build.newBlock();
    int leave = build.newBlock();
    int after = build.newBlock();
    build.jump(head);
    build.setBlock(head);
    build.branch(isLess(1), body, after);
    enter(body);
    build.store(build.parameter(1), build.parameter(0));
    int again = build.newBlock();
    build.branch(isLess(2), leave, again);
    enter(leave);
    build.jump(after);
    enter(again);
    build.jump(head);
    build.seal(head);
    enter(after);
    build.returnValues(build.constant(Type.I64, 0));
    ControlFlow flow = finish();
    BlockFrequencies frequencies = flow.frequencies();
    assertEquals(10, frequencies.frequency(1), 1e-9);
    assertEquals(1, flow.loops().count());
    int last = flow.count() - 1;
    assertEquals(1, frequencies.frequency(last), 1e-9);
  }

  @Test
  void armsThatStopAreColdAndLoopsAreEntered() {
    int bad = build.newBlock();
    int fine = build.newBlock();
    build.branch(isLess(0), bad, fine);
    enter(bad);
    build.trap(3);
    enter(fine);
    int loop = build.newBlock();
    int after = build.newBlock();
    build.branch(isLess(10), loop, after);
    build.setBlock(loop);
    build.store(build.parameter(1), build.parameter(0));
    build.branch(isLess(5), loop, after);
    build.seal(loop);
    enter(after);
    build.returnValues(build.constant(Type.I64, 0));
    ControlFlow flow = finish();
    BlockFrequencies frequencies = flow.frequencies();
    assertTrue(frequencies.probability(0, 1) < 0.001);
    int test = flow.successor(0, 0);
    assertTrue(frequencies.probability(test, 1) > 0.7);
    int header = flow.loops().header(0);
    assertTrue(frequencies.frequency(header) > 7 && frequencies.frequency(header) < 10);
  }

  @Test
  void deepNestsKeepFiniteFrequencies() {
    int depth = 600;
    int[] heads = new int[depth];
    for (int i = 0; i < depth; i++) {
      heads[i] = build.newBlock();
      build.jump(heads[i]);
      build.setBlock(heads[i]);
    }
    for (int i = depth - 1; i >= 0; i--) {
      int after = build.newBlock();
      build.branch(isLess(i), heads[i], after);
      build.seal(heads[i]);
      enter(after);
    }
    build.returnValues(build.constant(Type.I64, 0));
    ControlFlow flow = finish();
    assertEquals(depth, flow.loops().count());
    for (int b = 0; b < flow.count(); b++) {
      assertTrue(Double.isFinite(flow.frequencies().frequency(b)));
    }
  }
}
