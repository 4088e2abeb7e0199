package dev.sargasso.passes.motion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.type.Type;
import dev.sargasso.ir.verify.GraphVerifier;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A load never sees what is stored after it, however late its value is needed. */
final class AntiDependenceTest {
  private final Sketch sketch = new Sketch(3);

  @Test
  void aLoadStaysBeforeTheStoreThatFollows() {
    Node old = sketch.load();
    sketch.build.store(sketch.p(), sketch.a());
    sketch.finish(old);
    sketch.inAllWays(s -> assertTrue(s.indexOf(old) < s.indexOf(sketch.only(Op.STORE))));
  }

  @Test
  void aLoadStaysBeforeTheCallThatFollows() {
    Node old = sketch.build.load(Type.I64, sketch.p(), Access.of(1));
    Node call =
        sketch.build.call(new CallDescriptor(Signature.of(List.of(), List.of()), "g"), List.of());
    sketch.finish(old);
    sketch.inAllWays(s -> assertTrue(s.indexOf(old) < s.indexOf(call)));
  }

  @Test
  void aLoadOfAnotherClassNeedNotStay() {
    Node old = sketch.build.load(Type.I64, sketch.p(), Access.of(1));
    sketch.build.store(sketch.p(), sketch.a(), Access.of(2));
    int after = sketch.build.newBlock();
    int other = sketch.build.newBlock();
    sketch.build.branch(sketch.isLess(sketch.a(), sketch.b()), after, other);
    sketch.sealed(after);
    sketch.build.returnValues(old);
    sketch.sealed(other);
    sketch.finish(sketch.constant(0));
    assertEquals(1, depthOf(old, PlacementPolicies.LATE));
    assertEquals(1, depthOf(old, PlacementPolicies.CLICK));
    sketch.inAllWays(s -> {});
  }

  private int depthOf(Node node, PlacementPolicy policy) {
    var schedule = sketch.schedule(policy);
    return schedule.controlFlow().dominators().depth(schedule.blockOf(node));
  }

  @Test
  void aLoadStaysAboveAMemoryPhiThatReplacesItsState() {
    Node old = sketch.load();
    storeInOneArm(0);
    sketch.finish(old);
    sketch.inAllWays(s -> assertEquals(0, s.blockOf(old)));
  }

  private void storeInOneArm(int aliasClass) {
    int then = sketch.build.newBlock();
    int after = sketch.build.newBlock();
    sketch.build.branch(sketch.isLess(sketch.a(), sketch.b()), then, after);
    sketch.sealed(then);
    sketch.build.store(sketch.p(), sketch.a(), Access.of(aliasClass));
    sketch.build.jump(after);
    sketch.sealed(after);
  }

  @Test
  void aLoadMaySinkIntoTheArmThatDoesNotStore() {
    Node old = sketch.load();
    int then = sketch.build.newBlock();
    int otherwise = sketch.build.newBlock();
    sketch.build.branch(sketch.isLess(sketch.a(), sketch.b()), then, otherwise);
    sketch.sealed(then);
    sketch.build.store(sketch.p(), sketch.a());
    sketch.build.returnValues(sketch.constant(1));
    sketch.sealed(otherwise);
    sketch.finish(old);
    assertEquals(1, depthOf(old, PlacementPolicies.LATE));
    sketch.inAllWays(s -> {});
  }

  @Test
  void aLoadStaysAboveAMeetingOfStatesThatNeededNoPhi() {
    // The states of class 1 meet, but nobody reads the class afterwards, so there is no phi.
    Node old = sketch.build.load(Type.I64, sketch.p(), Access.of(1));
    int then = sketch.build.newBlock();
    int after = sketch.build.newBlock();
    int value = sketch.build.newVariable(Type.I64);
    sketch.build.write(value, sketch.b());
    sketch.build.branch(sketch.isLess(sketch.a(), sketch.b()), then, after);
    sketch.sealed(then);
    sketch.build.store(sketch.p(), sketch.a(), Access.of(1));
    sketch.build.write(value, sketch.build.load(Type.I64, sketch.p(), Access.of(1)));
    sketch.build.jump(after);
    sketch.sealed(after);
    sketch.build.returnValues(sketch.add(old, sketch.build.read(value)));
    sketch.build.finish();
    Node exit = sketch.only(Op.RETURN);
    sketch.function.graph().setInput(exit, 1, exit.memory().input(0));
    GraphVerifier.verify(sketch.function);
    sketch.inAllWays(s -> assertEquals(0, s.blockOf(old)));
  }

  @Test
  void aLoadBeforeALoopStaysBeforeTheStoresInIt() {
    Node old = sketch.load();
    Loop loop = new Loop(sketch);
    sketch.build.store(sketch.p(), loop.counter());
    loop.end();
    sketch.finish(old);
    sketch.inAllWays(
        s -> {
          assertEquals(0, Sketch.loopDepth(s, old));
          assertTrue(Sketch.isBefore(s, old, sketch.only(Op.STORE)));
        });
  }

  @Test
  void aLoadOfALoopsStateStaysInTheLoopBeforeItsStore() {
    Loop loop = new Loop(sketch);
    Node read = sketch.load();
    sketch.build.store(sketch.p(), sketch.b());
    sketch.build.write(loop.sum, sketch.add(loop.sum(), read));
    loop.end();
    sketch.finish(loop.sum());
    sketch.inAllWays(
        s -> {
          assertEquals(1, Sketch.loopDepth(s, read));
          assertTrue(Sketch.isBefore(s, read, sketch.only(Op.STORE)));
        });
  }

  @Test
  void aLoadDoesNotEnterAnIrreducibleLoopThatStores() {
    Node old = sketch.load();
    int left = sketch.build.newBlock();
    int right = sketch.build.newBlock();
    int out = sketch.build.newBlock();
    int counter = sketch.build.newVariable(Type.I64);
    sketch.build.write(counter, sketch.constant(0));
    sketch.build.branch(sketch.isLess(sketch.a(), sketch.b()), left, right);
    sketch.open(left);
    Node next = sketch.add(sketch.build.read(counter), sketch.constant(1));
    sketch.build.write(counter, next);
    sketch.build.branch(sketch.isLess(next, sketch.b()), right, out);
    sketch.open(right);
    sketch.build.store(sketch.p(), sketch.build.read(counter));
    sketch.build.jump(left);
    sketch.sealed(out);
    sketch.finish(sketch.add(old, sketch.build.read(counter)));
    sketch.inAllWays(
        s -> {
          assertEquals(0, s.blockOf(old));
          assertFalse(s.controlFlow().loops().count() == 0);
        });
  }

  @Test
  void aLoadOfAnIrreducibleLoopsPhiStaysBetweenItAndTheStore() {
    int left = sketch.build.newBlock();
    int right = sketch.build.newBlock();
    int out = sketch.build.newBlock();
    int value = sketch.build.newVariable(Type.I64);
    sketch.build.write(value, sketch.constant(0));
    sketch.build.branch(sketch.isLess(sketch.a(), sketch.b()), left, right);
    sketch.open(left);
    Node read = sketch.load();
    sketch.build.store(sketch.p(), sketch.add(read, sketch.constant(1)));
    sketch.build.write(value, read);
    sketch.build.branch(sketch.isLess(read, sketch.b()), right, out);
    sketch.open(right);
    sketch.build.store(sketch.p(), sketch.build.read(value));
    sketch.build.jump(left);
    sketch.sealed(out);
    sketch.finish(sketch.build.read(value));
    sketch.inAllWays(s -> assertEquals(s.controlFlow().blockOf(read.memory()), s.blockOf(read)));
  }

  @Test
  void loadsOfOneStateReachedByTwoTokensAreBothKept() {
    // Two loads of the same state, one needed before and one after the store in an arm.
    Node first = sketch.word(0);
    Node second = sketch.word(1);
    sketch.build.store(sketch.p(), first);
    storeInOneArm(0);
    sketch.finish(second);
    sketch.inAllWays(s -> assertEquals(0, s.blockOf(second)));
  }

  @Test
  void storesStayWhereTheyAre() {
    sketch.build.store(sketch.p(), sketch.constant(1));
    Loop loop = new Loop(sketch);
    loop.end();
    sketch.build.store(sketch.p(), sketch.constant(2));
    sketch.finish(loop.counter());
    sketch.inAllWays(
        s -> {
          for (int b = 0; b < s.blockCount(); b++) {
            for (int i = 0; i < s.size(b); i++) {
              assertTrue(s.node(b, i).op() != Op.STORE || s.controlFlow().loops().depth(b) == 0);
            }
          }
        });
  }

  @Test
  void aVolatileLoadReplacesTheStateForLoadsBeforeIt() {
    Node old = sketch.load();
    Node seen = sketch.build.load(Type.I64, sketch.p(), Access.ofVolatile(0));
    sketch.finish(sketch.add(old, seen));
    sketch.inAllWays(s -> assertTrue(s.indexOf(old) < s.indexOf(sketch.only(Op.VOLATILE_LOAD))));
  }
}
