package dev.sargasso.passes.counted;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.passes.simplify.Simplifications;
import org.junit.jupiter.api.Test;

/** What is known of the phis and the addresses of a loop. */
class CountedLoopTest {
  private static final String LOOP =
      """
      func $f(%a: ptr, %n: i32, %row: i64, %x: i32) -> (i32, i32) {
          %g: i1 = cmp.lt 0, %n
          goto %g { 1 -> @loop(0, %a, 1, 0, 7, 9), 0 -> @past }
        @past:
          return 0, 0
        @loop(%i: i32, %p: ptr, %product: i32, %sum: i32, %most: i32, %odd: i32):
          %wide: i64 = sign_extend %i
          %index: i64 = add %wide, %row
          %bytes: i64 = shl %index, 2
          %at: ptr = offset inbounds %a, %bytes
          %behind: ptr = offset inbounds %at, 12
          %v: i32 = load %at
          %w: i32 = load %behind
          %u: i32 = load %p
          store %p, %x
          %sum1: i32 = add %sum, %v
          %sum2: i32 = add %sum1, %w
          %product1: i32 = mul %u, %product
          %less: i1 = cmp.lt %most, %v
          %most1: i32 = select %less, %v, %most
          %odd1: i32 = xor %i, %odd
          %odd2: i32 = add %odd1, %odd
          %p1: ptr = offset %p, -8
          %i1: i32 = add %i, 1
          %c: i1 = cmp.lt %i1, %n
          goto %c { 1 -> @round, 0 -> @out }
        @round:
          goto @loop(%i1, %p1, %product1, %sum2, %most1, %odd2)
        @out:
          %one: i32 = mul %product1, %sum2
          %two: i32 = mul %most1, %odd2
          return %one, %two
      }
      """;

  private final Function function = Loops.parse(LOOP, Simplifications.whileBuilding());

  private CountedLoop loop() {
    CountedLoop loop = Loops.counted(function);
    assertNotNull(loop);
    return loop;
  }

  @Test
  void eachPhiIsWhatItIs() {
    CountedLoop loop = loop();
    assertTrue(loop.isOneBlock());
    assertEquals(Rounds.Entry.HELD_BEFORE, loop.rounds().entry());
    assertEquals(Rounds.Proof.STEP_OF_ONE, loop.rounds().proof());
    assertEquals(2, loop.counters().size());
    assertEquals(1, loop.memories().size());
    assertEquals(1, loop.others().size());
    assertEquals(3, loop.reductions().size());
    for (Reduction reduction : loop.reductions()) {
      assertTrue(reduction.isReorderable());
      switch (reduction.op()) {
        case ADD -> {
          assertEquals(2, reduction.chain().size());
          assertSame(Op.LOAD, reduction.operand(0).op());
          assertSame(reduction.result(), reduction.phi().input(2));
        }
        case MUL, SELECT -> assertSame(Op.LOAD, reduction.operand(0).op());
        default -> throw new AssertionError(reduction);
      }
    }
  }

  @Test
  void roundsNeedNoSelectBehindAGuard() {
    Node rounds = loop().rounds().make(function.graph());
    assertSame(Op.ADD, rounds.op());
    assertTrue(rounds.value(1).isConstant(-1));
    assertSame(Op.PARAMETER, rounds.value(0).op());
  }

  @Test
  void addressesMoveOn() {
    CountedLoop loop = loop();
    int found = 0;
    Node variable = null;
    for (int i = 0; i < loop.body().size(); i++) {
      Node node = loop.body().member(i);
      if (node.op() != Op.LOAD) {
        continue;
      }
      LinearAddress address = LinearAddress.of(loop.body(), node.value(0), loop.rounds());
      assertNotNull(address);
      found++;
      if (address.base().op() == Op.PHI) {
        assertEquals(-8, address.stride());
        assertSame(Op.PARAMETER, address.first(function.graph(), loop.body()).op());
        continue;
      }
      assertEquals(4, address.stride());
      assertSame(Op.PARAMETER, address.base().op());
      assertTrue(address.displacement() == 0 || address.displacement() == 12);
      assertTrue(variable == null || variable == address.variable());
      variable = address.variable();
      assertFalse(dependsOnPhi(address.first(function.graph(), loop.body())));
    }
    assertEquals(3, found);
  }

  private static boolean dependsOnPhi(Node node) {
    if (node.op() == Op.PHI) {
      return true;
    }
    for (int i = 0; i < node.inputCount(); i++) {
      Node input = node.inputOrNull(i);
      if (input != null && !input.op().isPinned() && dependsOnPhi(input)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void whatWrapsIsNoAddressThatMovesOn() {
    // Without the test's proof, the counter's extension is not known to go on evenly.
    String text = LOOP.replace("cmp.lt %i1, %n", "cmp.ne %i1, %n");
    Function other = Loops.parse(text, Simplifications.whileBuilding());
    CountedLoop loop = Loops.counted(other);
    assertNotNull(loop);
    int without = 0;
    for (int i = 0; i < loop.body().size(); i++) {
      Node node = loop.body().member(i);
      if (node.op() == Op.LOAD
          && LinearAddress.of(loop.body(), node.value(0), loop.rounds()) == null) {
        without++;
      }
    }
    assertEquals(2, without);
  }

  @Test
  void severalExitsAreNotCounted() {
    String text =
        LOOP.replace(
            "%less: i1 =",
            """
            %stop: i1 = cmp.eq %v, 3
                goto %stop { 1 -> @out2, 0 -> @on }
              @out2:
                return 1, 1
              @on:
                %less: i1 =\
            """);
    Function other = Loops.parse(text, Simplifications.whileBuilding());
    assertNull(Loops.counted(other));
  }

  @Test
  void valuesInLaterRounds() {
    CountedLoop loop = loop();
    Graph graph = function.graph();
    for (Counter counter : loop.counters()) {
      if (counter.type().isInteger()) {
        Node seventh = counter.valueIn(graph, graph.constant(counter.type(), 7));
        assertTrue(seventh.isConstant(7));
      }
    }
  }
}
