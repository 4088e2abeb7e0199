package dev.sargasso.passes.motion;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.type.Type;
import dev.sargasso.ir.verify.ScheduleVerifier;
import dev.sargasso.ir.verify.VerificationFailed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** For every rule of schedules one that breaks it is refused. */
final class ScheduleVerifierTest {
  private final Sketch sketch = new Sketch(2);

  /** Rows of nodes that can be rearranged. */
  private List<List<Node>> rows() {
    Schedule schedule = sketch.schedule(PlacementPolicies.CLICK);
    List<List<Node>> rows = new ArrayList<>();
    for (int b = 0; b < schedule.blockCount(); b++) {
      List<Node> row = new ArrayList<>();
      for (int i = 0; i < schedule.size(b); i++) {
        row.add(schedule.node(b, i));
      }
      rows.add(row);
    }
    return rows;
  }

  private void expect(String rule, List<List<Node>> rows) {
    Schedule.Builder builder =
        new Schedule.Builder(sketch.schedule(PlacementPolicies.CLICK).controlFlow());
    for (int b = 0; b < rows.size(); b++) {
      for (Node node : rows.get(b)) {
        builder.append(b, node);
      }
    }
    Schedule schedule = builder.build();
    VerificationFailed failure =
        assertThrows(VerificationFailed.class, () -> ScheduleVerifier.verify("f", schedule));
    assertTrue(failure.breaks(rule), failure.getMessage());
  }

  private static void move(List<List<Node>> rows, Node node, int block, int index) {
    rows.forEach(row -> row.remove(node));
    List<Node> row = rows.get(block);
    row.add(index < 0 ? row.size() + index : index, node);
  }

  private static int blockOf(List<List<Node>> rows, Node node) {
    for (int b = 0; b < rows.size(); b++) {
      if (rows.get(b).contains(node)) {
        return b;
      }
    }
    throw new AssertionError(node + " is nowhere");
  }

  private Node makeDiamond() {
    Node product = sketch.multiply(sketch.a(), sketch.b());
    int then = sketch.build.newBlock();
    int after = sketch.build.newBlock();
    sketch.build.branch(sketch.isLess(sketch.a(), sketch.b()), then, after);
    sketch.sealed(then);
    sketch.build.store(sketch.p(), sketch.constant(1));
    sketch.build.jump(after);
    sketch.sealed(after);
    sketch.finish(product);
    return product;
  }

  @Test
  void aNodeThatIsMissing() {
    Node product = makeDiamond();
    List<List<Node>> rows = rows();
    rows.forEach(row -> row.remove(product));
    expect("once", rows);
  }

  @Test
  void aNodeThatIsThereTwice() {
    Node product = makeDiamond();
    List<List<Node>> rows = rows();
    rows.get(0).add(rows.get(0).size() - 1, product);
    expect("once", rows);
  }

  @Test
  void aNodeThatIsNotLive() {
    makeDiamond();
    List<List<Node>> rows = rows();
    Node useless = sketch.function.graph().make(Op.NEG, Type.I64, 0, null, sketch.a());
    rows.get(0).add(rows.get(0).size() - 1, useless);
    expect("once", rows);
  }

  @Test
  void aPinnedNodeElsewhere() {
    makeDiamond();
    List<List<Node>> rows = rows();
    move(rows, sketch.only(Op.STORE), 0, -1);
    expect("pinned", rows);
  }

  @Test
  void aPhiThatIsNotFirst() {
    makeDiamond();
    List<List<Node>> rows = rows();
    Node phi = sketch.only(Op.PHI);
    int block = blockOf(rows, phi);
    move(rows, phi, block, -1);
    expect("shape", rows);
  }

  @Test
  void aTerminatorThatIsNotLast() {
    makeDiamond();
    List<List<Node>> rows = rows();
    Node exit = sketch.only(Op.RETURN);
    int block = blockOf(rows, exit);
    move(rows, exit, block, rows.get(block).size() - 2);
    expect("shape", rows);
  }

  @Test
  void aResultThatDoesNotFollowItsCall() {
    Node call =
        sketch.build.call(
            new CallDescriptor(Signature.of(List.of(), List.of(Type.I64)), "g"), List.of());
    Node result = sketch.build.result(call, 0);
    sketch.finish(sketch.add(result, sketch.multiply(sketch.a(), sketch.b())));
    List<List<Node>> rows = rows();
    Node product = sketch.only(Op.MUL);
    move(rows, product, 0, rows.get(0).indexOf(call) + 1);
    expect("shape", rows);
  }

  @Test
  void aUseBeforeItsDefinition() {
    Node sum = sketch.add(sketch.multiply(sketch.a(), sketch.b()), sketch.a());
    sketch.finish(sum);
    List<List<Node>> rows = rows();
    move(rows, sum, 0, rows.get(0).indexOf(sketch.only(Op.MUL)));
    expect("dominance", rows);
  }

  @Test
  void aDefinitionThatDoesNotDominateItsUse() {
    Node product = makeDiamond();
    List<List<Node>> rows = rows();
    move(rows, product, blockOf(rows, sketch.only(Op.STORE)), 0);
    expect("dominance", rows);
  }

  @Test
  void aPhisInputThatIsNotThereAtTheEndOfThePredecessor() {
    Loop loop = new Loop(sketch);
    loop.accumulate(sketch.multiply(loop.counter(), sketch.b()));
    loop.end();
    sketch.finish(loop.sum());
    List<List<Node>> rows = rows();
    Node product = sketch.only(Op.MUL);
    int body = blockOf(rows, product);
    Node step = rows.get(body).getLast();
    // Into the block behind the loop.
    move(rows, step, rows.size() - 1, 0);
    expect("dominance", rows);
  }

  @Test
  void aDivisionAboveItsControl() {
    Loop loop = new Loop(sketch);
    Node quotient = sketch.build.divide(Op.UDIV, Type.I64, sketch.a(), sketch.b());
    loop.accumulate(quotient);
    loop.end();
    sketch.finish(loop.sum());
    List<List<Node>> rows = rows();
    move(rows, quotient, 0, rows.get(0).size());
    expect("dominance", rows);
  }

  @Test
  void aDivisionBeforeItsGuard() {
    sketch.build.guard(sketch.build.compare(Op.NE, sketch.b(), sketch.constant(0)), 1);
    Node quotient = sketch.build.divide(Op.UREM, Type.I64, sketch.a(), sketch.b());
    sketch.finish(quotient);
    List<List<Node>> rows = rows();
    move(rows, quotient, 0, rows.get(0).indexOf(sketch.only(Op.GUARD)));
    expect("dominance", rows);
  }

  @Test
  void aLoadBehindTheStoreThatReplacesItsState() {
    Node old = sketch.load();
    sketch.build.store(sketch.p(), sketch.a());
    sketch.finish(old);
    List<List<Node>> rows = rows();
    move(rows, old, 0, -1);
    expect("memory", rows);
  }

  @Test
  void aLoadBehindAMemoryPhi() {
    Node old = sketch.load();
    makeStoringDiamond(0);
    sketch.finish(old);
    List<List<Node>> rows = rows();
    move(rows, old, blockOf(rows, sketch.only(Op.RETURN)), -1);
    expect("memory", rows);
  }

  @Test
  void aLoadInALoopThatReplacesItsState() {
    Node old = sketch.build.load(Type.I64, sketch.p(), Access.of(1));
    Loop loop = new Loop(sketch);
    loop.accumulate(old);
    sketch.build.store(sketch.p(), loop.counter(), Access.of(1));
    loop.end();
    sketch.finish(loop.sum());
    List<List<Node>> rows = rows();
    Node store = sketch.only(Op.STORE);
    move(rows, old, blockOf(rows, store), 0);
    expect("memory", rows);
  }

  @Test
  void aLoadBehindACall() {
    Node old = sketch.build.load(Type.I64, sketch.p(), Access.of(1));
    sketch.build.call(new CallDescriptor(Signature.of(List.of(), List.of()), "g"), List.of());
    sketch.finish(old);
    List<List<Node>> rows = rows();
    move(rows, old, 0, -1);
    expect("memory", rows);
  }

  @Test
  void aLoadWhereStatesHaveMetWithoutAPhi() {
    Node old = sketch.build.load(Type.I64, sketch.p(), Access.of(1));
    int value = sketch.build.newVariable(Type.I64);
    sketch.build.write(value, sketch.b());
    int then = sketch.build.newBlock();
    int after = sketch.build.newBlock();
    sketch.build.branch(sketch.isLess(sketch.a(), sketch.b()), then, after);
    sketch.sealed(then);
    sketch.build.store(sketch.p(), sketch.a(), Access.of(1));
    Node stored = sketch.build.load(Type.I64, sketch.p(), Access.of(1));
    sketch.build.write(value, stored);
    sketch.build.jump(after);
    sketch.sealed(after);
    sketch.build.returnValues(sketch.add(old, sketch.build.read(value)));
    sketch.build.finish();
    Node exit = sketch.only(Op.RETURN);
    sketch.function.graph().setInput(exit, 1, exit.memory().input(0));
    List<List<Node>> rows = rows();
    move(rows, old, blockOf(rows, exit), 1);
    expect("memory", rows);
  }

  @Test
  void aCallThatMissesAStore() {
    sketch.build.store(sketch.p(), sketch.a(), Access.of(1));
    Node loaded = sketch.build.load(Type.I64, sketch.p(), Access.of(1));
    Node call =
        sketch.build.call(new CallDescriptor(Signature.of(List.of(), List.of()), "g"), List.of());
    sketch.finish(loaded);
    Node merge = call.memory();
    sketch.function.graph().setInput(call, 1, merge.input(0));
    GlobalCodeMotion.Options options = GlobalCodeMotion.Options.DEFAULT;
    Schedule schedule = GlobalCodeMotion.schedule(sketch.function, options);
    // The store has no order with the call now; put it first.
    List<Node> row = new ArrayList<>();
    for (int i = 0; i < schedule.size(0); i++) {
      row.add(schedule.node(0, i));
    }
    Node store = sketch.only(Op.STORE);
    row.removeAll(List.of(store, loaded));
    row.addAll(row.indexOf(call), List.of(store, loaded));
    Schedule.Builder builder = new Schedule.Builder(schedule.controlFlow());
    row.forEach(node -> builder.append(0, node));
    Schedule changed = builder.build();
    VerificationFailed failure =
        assertThrows(VerificationFailed.class, () -> ScheduleVerifier.verify("f", changed));
    assertTrue(failure.breaks("memory"), failure.getMessage());
  }

  private void makeStoringDiamond(int aliasClass) {
    int then = sketch.build.newBlock();
    int after = sketch.build.newBlock();
    sketch.build.branch(sketch.isLess(sketch.a(), sketch.b()), then, after);
    sketch.sealed(then);
    sketch.build.store(sketch.p(), sketch.a(), Access.of(aliasClass));
    sketch.build.jump(after);
    sketch.sealed(after);
  }
}
