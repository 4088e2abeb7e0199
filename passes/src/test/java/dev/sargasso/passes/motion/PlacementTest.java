package dev.sargasso.passes.motion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.type.Type;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where nodes go, policy by policy. */
final class PlacementTest {
  private final Sketch sketch = new Sketch();

  @Test
  void loadsNeededInOneArmEachSinkIntoTheirArms() {
    Node first = sketch.word(0);
    Node second = sketch.word(1);
    int then = sketch.build.newBlock();
    int otherwise = sketch.build.newBlock();
    sketch.build.branch(sketch.isLess(sketch.a(), sketch.b()), then, otherwise);
    sketch.sealed(then);
    sketch.build.returnValues(first);
    sketch.sealed(otherwise);
    sketch.finish(second);
    for (PlacementPolicy policy : List.of(PlacementPolicies.LATE, PlacementPolicies.CLICK)) {
      Schedule schedule = sketch.schedule(policy);
      assertNotEquals(0, schedule.blockOf(first));
      assertNotEquals(0, schedule.blockOf(second));
      assertNotEquals(schedule.blockOf(first), schedule.blockOf(second));
    }
    assertEquals(0, sketch.schedule(PlacementPolicies.EARLY).blockOf(first));
    sketch.inAllWays(s -> {});
  }

  @Test
  void clickMovesInvariantsOutOfLoopsAndLateDoesNot() {
    Loop outer = new Loop(sketch);
    Loop inner = new Loop(sketch);
    Node invariant = sketch.multiply(sketch.a(), sketch.b());
    Node varying = sketch.multiply(outer.counter(), sketch.b());
    inner.accumulate(sketch.build.binary(Op.XOR, Type.I64, invariant, varying));
    inner.end();
    outer.accumulate(inner.sum());
    outer.end();
    sketch.finish(outer.sum());
    Schedule click = sketch.schedule(PlacementPolicies.CLICK);
    assertEquals(0, Sketch.loopDepth(click, invariant));
    assertEquals(1, Sketch.loopDepth(click, varying));
    Schedule late = sketch.schedule(PlacementPolicies.LATE);
    assertEquals(2, Sketch.loopDepth(late, invariant));
    sketch.inAllWays(s -> {});
  }

  @Test
  void clickDoesNotMoveUpForNothing() {
    Node product = sketch.multiply(sketch.a(), sketch.b());
    int then = sketch.build.newBlock();
    int otherwise = sketch.build.newBlock();
    sketch.build.branch(sketch.isLess(sketch.a(), sketch.b()), then, otherwise);
    sketch.sealed(then);
    sketch.build.returnValues(product);
    sketch.sealed(otherwise);
    sketch.finish(sketch.a());
    assertNotEquals(0, sketch.schedule(PlacementPolicies.CLICK).blockOf(product));
  }

  @Test
  void anInvariantNeededOnlyWhereTheProgramStopsStaysThere() {
    Loop loop = new Loop(sketch);
    int bad = sketch.build.newBlock();
    int fine = sketch.build.newBlock();
    sketch.build.branch(sketch.build.compare(Op.EQ, loop.counter(), sketch.b()), bad, fine);
    sketch.sealed(bad);
    Node product = sketch.multiply(sketch.a(), sketch.b());
    sketch.build.call(
        new CallDescriptor(Signature.of(List.of(Type.I64), List.of()), "fail"), List.of(product));
    sketch.build.unreachable();
    sketch.sealed(fine);
    loop.end();
    sketch.finish(loop.counter());
    Schedule schedule = sketch.schedule(PlacementPolicies.CLICK);
    assertEquals(schedule.blockOf(sketch.only(Op.CALL)), schedule.blockOf(product));
  }

  @Test
  void whatAddressesFoldStaysWithTheAccess() {
    Loop loop = new Loop(sketch);
    Node address = sketch.build.offset(sketch.p(), sketch.constant(24));
    sketch.build.store(address, loop.counter());
    loop.end();
    sketch.finish(loop.counter());
    assertEquals(1, Sketch.loopDepth(sketch.schedule(PlacementPolicies.CLICK), address));
  }

  @Test
  void anInvariantConditionIsComparedWhereItIsBranchedOn() {
    Loop loop = new Loop(sketch);
    int then = sketch.build.newBlock();
    int after = sketch.build.newBlock();
    Node condition = sketch.isLess(sketch.a(), sketch.b());
    sketch.build.branch(condition, then, after);
    sketch.sealed(then);
    loop.accumulate(loop.counter());
    sketch.build.jump(after);
    sketch.sealed(after);
    loop.end();
    sketch.finish(loop.sum());
    Schedule schedule = sketch.schedule(PlacementPolicies.CLICK);
    assertEquals(1, Sketch.loopDepth(schedule, condition));
    int block = schedule.blockOf(condition);
    assertEquals(schedule.size(block) - 2, schedule.indexOf(condition));
    assertSame(Op.IF, schedule.node(block, schedule.size(block) - 1).op());
  }

  @Test
  void constantsStandWhereTheyAreNeeded() {
    int then = sketch.build.newBlock();
    int otherwise = sketch.build.newBlock();
    sketch.build.branch(sketch.isLess(sketch.a(), sketch.b()), then, otherwise);
    sketch.sealed(then);
    Node constant = sketch.constant(12345);
    sketch.build.returnValues(constant);
    sketch.sealed(otherwise);
    sketch.finish(sketch.a());
    for (PlacementPolicy policy : PlacementPolicies.byName().values()) {
      assertNotEquals(0, sketch.schedule(policy).blockOf(constant));
    }
  }

  // --------------------------------------------------------------- divisions

  @Test
  void aDivisionStaysBelowTheTestOfItsDivisor() {
    Loop loop = new Loop(sketch);
    int then = sketch.build.newBlock();
    int after = sketch.build.newBlock();
    Node isSafe = sketch.build.compare(Op.NE, sketch.b(), sketch.constant(0));
    sketch.build.branch(isSafe, then, after);
    sketch.sealed(then);
    Node quotient = sketch.build.divide(Op.UDIV, Type.I64, sketch.a(), sketch.b());
    loop.accumulate(quotient);
    sketch.build.jump(after);
    sketch.sealed(after);
    loop.end();
    sketch.finish(loop.sum());
    sketch.inAllWays(
        s -> {
          int home = s.controlFlow().blockOf(quotient.input(0));
          assertTrue(s.controlFlow().dominators().dominates(home, s.blockOf(quotient)));
          assertEquals(1, Sketch.loopDepth(s, quotient));
        });
  }

  @Test
  void aDivisionInALoopThatMayNotRunStaysInIt() {
    Loop loop = new Loop(sketch);
    Node quotient = sketch.build.divide(Op.DIV, Type.I64, sketch.constant(100), sketch.b());
    loop.accumulate(quotient);
    loop.end();
    sketch.finish(loop.sum());
    sketch.inAllWays(s -> assertEquals(1, Sketch.loopDepth(s, quotient)));
  }

  @Test
  void aDivisionStaysBehindItsGuard() {
    sketch.build.guard(sketch.build.compare(Op.NE, sketch.b(), sketch.constant(0)), 1);
    Node quotient = sketch.build.divide(Op.UREM, Type.I64, sketch.a(), sketch.b());
    sketch.finish(quotient);
    sketch.inAllWays(s -> assertTrue(s.indexOf(sketch.only(Op.GUARD)) < s.indexOf(quotient)));
  }

  @Test
  void aDivisionThatIsSafeAnywhereLeavesTheLoop() {
    Loop loop = new Loop(sketch);
    Node quotient =
        sketch.build.graph().make(Op.DIV, Type.I64, 0, null, null, sketch.b(), sketch.constant(3));
    loop.accumulate(quotient);
    loop.end();
    sketch.finish(loop.sum());
    assertEquals(0, Sketch.loopDepth(sketch.schedule(PlacementPolicies.CLICK), quotient));
  }

  @Test
  void aDivisionInOneCaseOfASwitchIsNotExecutedInTheOthers() {
    int[] arms = {sketch.build.newBlock(), sketch.build.newBlock(), sketch.build.newBlock()};
    SwitchTable table = new SwitchTable(new long[] {1, 2}, new int[] {1, 2}, 3);
    Node quotient = sketch.build.divide(Op.UDIV, Type.I64, sketch.a(), sketch.b());
    sketch.build.switchTo(sketch.a(), table, arms);
    for (int arm : arms) {
      sketch.sealed(arm);
      sketch.build.returnValues(arm == arms[2] ? sketch.constant(0) : quotient);
    }
    sketch.finish();
    // The two cases that need it share the block above; with one of them it goes down.
    Sketch single = new Sketch();
    int[] cases = {single.build.newBlock(), single.build.newBlock(), single.build.newBlock()};
    Node once = single.build.divide(Op.UDIV, Type.I64, single.a(), single.b());
    single.build.switchTo(single.a(), table, cases);
    for (int arm : cases) {
      single.sealed(arm);
      single.build.returnValues(arm == cases[1] ? once : single.constant(0));
    }
    single.finish();
    assertEquals(0, sketch.schedule(PlacementPolicies.CLICK).blockOf(quotient));
    assertNotEquals(0, single.schedule(PlacementPolicies.CLICK).blockOf(once));
  }

  // ----------------------------------------------------------- strange loops

  @Test
  void endlessLoopsAreScheduled() {
    int head = sketch.build.newBlock();
    sketch.build.jump(head);
    sketch.open(head);
    Node old = sketch.load();
    sketch.build.store(sketch.p(), sketch.add(old, sketch.a()));
    sketch.build.jump(head);
    sketch.build.seal(head);
    sketch.finish();
    sketch.inAllWays(
        s -> {
          assertEquals(1, Sketch.loopDepth(s, old));
          assertTrue(s.indexOf(old) < s.indexOf(sketch.only(Op.STORE)));
        });
  }

  @Test
  void anEndlessLoopOfNothingIsScheduled() {
    int head = sketch.build.newBlock();
    sketch.build.jump(head);
    sketch.open(head);
    sketch.build.jump(head);
    sketch.build.seal(head);
    sketch.finish();
    sketch.inAllWays(s -> assertEquals(1, s.controlFlow().loops().count()));
  }

  // -------------------------------------------------------------- candidates

  @Test
  void candidatesAreThePathFromEarlyToLate() {
    Loop loop = new Loop(sketch);
    Node invariant = sketch.multiply(sketch.a(), sketch.b());
    loop.accumulate(invariant);
    loop.end();
    sketch.finish(loop.sum());
    boolean[] asked = new boolean[1];
    Schedule schedule =
        sketch.schedule(
            (node, candidates) -> {
              if (node == invariant) {
                asked[0] = true;
                assertEquals(3, candidates.count());
                assertEquals(candidates.early(), candidates.block(0));
                assertEquals(candidates.late(), candidates.block(2));
                assertEquals(0, candidates.loopDepth(candidates.early()));
                assertEquals(1, candidates.loopDepth(candidates.late()));
                assertEquals(candidates.late(), candidates.useBlock(0));
                assertEquals(candidates.early(), candidates.shallowest());
                assertEquals(candidates.early(), candidates.coolest());
                assertTrue(
                    candidates.frequency(candidates.early())
                        < candidates.frequency(candidates.late()));
                return candidates.block(1);
              }
              return candidates.late();
            });
    assertTrue(asked[0]);
    assertEquals(1, Sketch.loopDepth(schedule, invariant));
  }

  @Test
  void aPolicyThatChoosesAnIllegalBlockIsToldSo() {
    Loop loop = new Loop(sketch);
    loop.accumulate(sketch.multiply(sketch.a(), sketch.b()));
    loop.end();
    sketch.finish(loop.sum());
    IllegalStateException failure =
        assertThrows(
            IllegalStateException.class, () -> sketch.schedule((node, candidates) -> 1000));
    assertTrue(failure.getMessage().contains("policy"), failure.getMessage());
    assertTrue(failure.getMessage().contains("function f"), failure.getMessage());
  }
}
