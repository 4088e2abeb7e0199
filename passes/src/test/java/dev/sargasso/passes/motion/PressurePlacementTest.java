package dev.sargasso.passes.motion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.type.Type;
import org.junit.jupiter.api.Test;

/** What the policy {@code pressure} does besides what {@code click} does. */
final class PressurePlacementTest {
  private final Sketch sketch = new Sketch();

  /** Four ways, of which the last two need {@code shared}. */
  private void fourWays(Node shared, boolean storeInBetween) {
    int[] arms = new int[4];
    for (int i = 0; i < arms.length; i++) {
      arms[i] = sketch.build.newBlock();
    }
    sketch.build.switchTo(
        sketch.a(), new SwitchTable(new long[] {1, 2, 3}, new int[] {1, 2, 3}, 4), arms);
    sketch.sealed(arms[0]);
    sketch.build.returnValues(sketch.constant(1));
    sketch.sealed(arms[1]);
    sketch.build.returnValues(sketch.constant(2));
    sketch.sealed(arms[2]);
    if (storeInBetween) {
      sketch.build.store(sketch.p(), sketch.constant(5));
    }
    sketch.build.returnValues(shared);
    sketch.sealed(arms[3]);
    sketch.finish(sketch.add(shared, sketch.b()));
  }

  private static int blocksWith(Schedule schedule, Op op) {
    int found = 0;
    for (int block = 0; block < schedule.blockCount(); block++) {
      for (int i = 0; i < schedule.size(block); i++) {
        found += schedule.node(block, i).op() == op ? 1 : 0;
      }
    }
    return found;
  }

  @Test
  void whatTwoArmsOfFourNeedIsComputedInBoth() {
    Node product = sketch.multiply(sketch.add(sketch.a(), sketch.b()), sketch.b());
    fourWays(product, false);
    assertEquals(0, sketch.schedule(PlacementPolicies.CLICK).blockOf(product));
    Schedule schedule = sketch.schedule(PlacementPolicies.PRESSURE);
    assertNotEquals(0, schedule.blockOf(product));
    assertEquals(2, blocksWith(schedule, Op.MUL));
    // The sum follows, and one arm adds in any case.
    assertEquals(3, blocksWith(schedule, Op.ADD));
  }

  @Test
  void loadsAreCopiedAsWellAndStandBeforeWhatReplacesTheirState() {
    Node word = sketch.word(0);
    fourWays(word, true);
    Schedule schedule = sketch.schedule(PlacementPolicies.PRESSURE);
    assertNotEquals(0, schedule.blockOf(word));
    assertEquals(2, blocksWith(schedule, Op.LOAD));
  }

  @Test
  void aSumOfTwoDyingValuesIsNotDelayed() {
    Node left = sketch.build.load(Type.F64, sketch.p());
    Node offset = sketch.build.offset(sketch.p(), sketch.constant(8));
    Node right = sketch.build.load(Type.F64, offset);
    Node sum = sketch.build.binary(Op.FADD, Type.F64, left, right);
    int rare = sketch.build.newBlock();
    int usual = sketch.build.newBlock();
    int end = sketch.build.newBlock();
    // Both are used here, so they are there in any case.
    sketch.build.branch(sketch.build.compare(Op.FLT, left, right), usual, rare);
    sketch.sealed(usual);
    sketch.build.jump(end);
    sketch.sealed(rare);
    sketch.build.jump(end);
    sketch.sealed(end);
    sketch.finish(sketch.build.unary(Op.FLOAT_TO_INT, Type.I64, sum));
    assertNotEquals(0, sketch.schedule(PlacementPolicies.CLICK).blockOf(sum));
    assertEquals(0, sketch.schedule(PlacementPolicies.PRESSURE).blockOf(sum));
  }
}
