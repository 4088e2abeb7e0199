package dev.sargasso.ir.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Sabotage;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.random.RandomProgram;
import dev.sargasso.ir.random.RandomShape;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.Type;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Right graphs pass; for every rule a graph that breaks it, and only just, does not. */
final class GraphVerifierTest {
  private static final Signature SIGNATURE =
      Signature.of(List.of(Type.I64, Type.I64, Type.PTR), List.of(Type.I64));

  private Graph graph = new Graph(Simplifier.NONE);
  private Function function = new Function("f", SIGNATURE, Linkage.LOCAL, graph, "");
  private FunctionBuilder builder = new FunctionBuilder(function);

  private Node a() {
    return builder.parameter(0);
  }

  private Node b() {
    return builder.parameter(1);
  }

  private Node pointer() {
    return builder.parameter(2);
  }

  private Node add(Node x, Node y) {
    return builder.binary(Op.ADD, Type.I64, x, y);
  }

  private Node constant(long value) {
    return builder.constant(Type.I64, value);
  }

  private void finish(Node result) {
    builder.returnValues(result);
    builder.finish();
  }

  private void expect(String rule) {
    VerificationFailed failure =
        assertThrows(VerificationFailed.class, () -> GraphVerifier.verify(function));
    assertTrue(failure.breaks(rule), failure.getMessage());
    assertTrue(failure.getMessage().contains("function f"), failure.getMessage());
    assertEquals("f", failure.function());
    assertTrue(failure.problems().stream().anyMatch(p -> p.rule().equals(rule) && p.node() >= 0));
  }

  private void passes() {
    GraphVerifier.verify(function);
  }

  /** A loop that sums up what it loads, with a guarded division, a call and a switch behind it. */
  private Node makeEverything() {
    function.ensureAliasClasses(2);
    builder = new FunctionBuilder(function);
    int sum = builder.newVariable(Type.I64);
    int head = builder.newBlock();
    int body = builder.newBlock();
    int after = builder.newBlock();
    builder.write(sum, a());
    builder.jump(head);
    builder.setBlock(head);
    builder.branch(builder.compare(Op.LT, builder.read(sum), b()), body, after);
    builder.seal(body);
    builder.setBlock(body);
    Node loaded = builder.load(Type.I64, pointer(), Access.of(1));
    builder.store(pointer(), add(loaded, b()), Access.of(1));
    builder.write(sum, add(builder.read(sum), loaded));
    builder.jump(head);
    builder.seal(head);
    builder.seal(after);
    builder.setBlock(after);
    builder.guard(builder.compare(Op.NE, b(), constant(0)), 3);
    Node quotient = builder.divide(Op.UDIV, Type.I64, builder.read(sum), b());
    Node call =
        builder.call(
            new CallDescriptor(Signature.of(List.of(Type.I64), List.of(Type.I64)), "g"),
            List.of(quotient));
    int left = builder.newBlock();
    int right = builder.newBlock();
    SwitchTable table = new SwitchTable(new long[] {1, 2}, new int[] {1, 0}, 2);
    builder.switchTo(builder.result(call, 0), table, new int[] {left, right});
    builder.seal(left);
    builder.seal(right);
    builder.setBlock(left);
    builder.trap(1);
    builder.setBlock(right);
    builder.returnValues(builder.load(Type.I64, pointer(), Access.ofVolatile(0)));
    builder.finish();
    return quotient;
  }

  private Node find(Op op) {
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && node.op() == op) {
        return node;
      }
    }
    throw new AssertionError("no " + op);
  }

  @Test
  void aRightGraphPasses() {
    makeEverything();
    passes();
  }

  @Property(tries = 100)
  void randomProgramsPass(@ForAll long seed) {
    for (RandomShape shape :
        List.of(RandomShape.STRUCTURED, RandomShape.JUMPING, RandomShape.WILD)) {
      RandomProgram.of(seed, shape).functions().forEach(GraphVerifier::verify);
    }
  }

  // ------------------------------------------------------------------- edges

  @Test
  void aForgottenUse() {
    finish(add(a(), b()));
    Sabotage.forgetUse(a());
    expect("edge");
  }

  @Test
  void aDeadInput() {
    Node sum = add(a(), b());
    finish(sum);
    Sabotage.markDead(sum);
    expect("edge");
  }

  @Test
  void aMissingInput() {
    Node sum = add(a(), b());
    finish(sum);
    graph.setInput(sum, 1, null);
    expect("edge");
  }

  @Test
  void aNumberedNodeChangedBehindTheTable() {
    Node sum = add(a(), b());
    finish(add(sum, constant(3)));
    Sabotage.replaceInput(sum, 1, a());
    // b is still there by another use, so that nothing else is wrong.
    expect("numbering");
  }

  @Test
  void garbage() {
    finish(add(a(), b()));
    Node useless = builder.graph().make(Op.SUB, Type.I64, 0, null, a(), b());
    expect("garbage");
    GraphVerifier.verify(function, true);
    graph.kill(useless);
    passes();
  }

  @Test
  void aCycleWithoutAPhi() {
    Node first = add(a(), b());
    Node second = add(first, constant(1));
    finish(second);
    graph.setInput(first, 0, second);
    expect("cycle");
  }

  // -------------------------------------------------------------- operations

  @Test
  void tooManyInputs() {
    Node sum = add(a(), b());
    finish(sum);
    Sabotage.appendInput(sum, a());
    expect("arity");
  }

  @Test
  void aPhiWithoutAValueForEachWayIn() {
    makeEverything();
    Node phi = find(Op.PHI);
    Sabotage.removeInput(phi, 2);
    expect("arity");
  }

  @Test
  void aCallWithTooFewArguments() {
    makeEverything();
    Sabotage.removeInput(find(Op.CALL), 2);
    expect("arity");
  }

  @Test
  void aReturnWithoutItsValue() {
    makeEverything();
    Sabotage.removeInput(find(Op.RETURN), 2);
    expect("arity");
  }

  @Test
  void anOperandOfAnotherType() {
    Node sum = add(a(), b());
    finish(sum);
    graph.setInput(sum, 1, builder.constant(Type.I32, 3));
    expect("type");
  }

  @Test
  void aPhiOfAnotherType() {
    makeEverything();
    Node phi = find(Op.PHI);
    graph.setInput(phi, 1, phi.type() == Type.MEM ? a() : builder.constant(Type.I32, 1));
    expect("type");
  }

  @Test
  void anExtensionToLess() {
    finish(graph.make(Op.SIGN_EXTEND, Type.I64, 0, null, a()));
    expect("type");
  }

  @Test
  void aSignedComparisonOfPointers() {
    finish(builder.select(builder.compare(Op.LT, pointer(), pointer()), a(), b()));
    expect("type");
  }

  @Test
  void aTupleUsedAsAValue() {
    makeEverything();
    graph.setInput(find(Op.ADD), 1, find(Op.CALL));
    expect("type");
  }

  @Test
  void aStampOfAnotherType() {
    Node sum = add(a(), b());
    finish(sum);
    sum.setStamp(IntegerStamp.full(32));
    expect("type");
  }

  @Test
  void aSwitchWithoutTable() {
    makeEverything();
    Node branch = find(Op.SWITCH);
    Node bare = graph.makeRaw(Op.SWITCH, Type.TUPLE, 0, null, branch.input(0), branch.input(1));
    graph.replace(branch, bare);
    expect("attribute");
  }

  @Test
  void aSlotOfAnotherFunction() {
    finish(builder.load(Type.I64, builder.slotAddress(new StackSlot(0, "x", 8, 8))));
    expect("attribute");
  }

  @Test
  void aConstantThatIsNotCanonical() {
    Node wrong = graph.make(Op.CONSTANT, Type.I8, 255, null);
    finish(builder.unary(Op.SIGN_EXTEND, Type.I64, wrong));
    expect("immediate");
  }

  @Test
  void anUnknownFlag() {
    finish(graph.make(Op.ADD, Type.I64, 4, null, a(), b()));
    expect("immediate");
  }

  @Test
  void aProjectionThatThereIsNone() {
    makeEverything();
    Node call = find(Op.CALL);
    graph.setInput(find(Op.ADD), 1, graph.make(Op.PROJECTION, Type.I64, 5, null, call));
    expect("immediate");
  }

  @Test
  void anAliasClassThatThereIsNone() {
    builder.store(pointer(), a());
    finish(graph.make(Op.LOAD, Type.I64, 1, null, graph.start(), find(Op.STORE), pointer()));
    expect("immediate");
  }

  @Test
  void aLoadFromTheTokenOfAnotherClass() {
    makeEverything();
    Node load = find(Op.LOAD);
    graph.setInput(load, 1, graph.make(Op.INITIAL_MEMORY, Type.MEM, 0, null, graph.start()));
    expect("class");
  }

  @Test
  void aMergeOfOneClassTwice() {
    function.ensureAliasClasses(2);
    builder = new FunctionBuilder(function);
    builder.store(pointer(), a(), Access.of(1));
    finish(b());
    Node merge = find(Op.MEMORY_MERGE);
    graph.addInput(merge, graph.make(Op.INITIAL_MEMORY, Type.MEM, 1, null, graph.start()));
    expect("class");
  }

  @Test
  void aDivisionThatNothingMakesSafe() {
    Node quotient = graph.make(Op.DIV, Type.I64, 0, null, null, a(), b());
    finish(quotient);
    expect("division");
  }

  @Test
  void aDivisionByMinusOneThatNothingMakesSafe() {
    finish(graph.make(Op.DIV, Type.I64, 0, null, null, a(), constant(-1)));
    expect("division");
  }

  @Test
  void divisionsThatAreSafeByThemselves() {
    Node first = graph.make(Op.DIV, Type.I64, 0, null, null, a(), constant(7));
    Node second = graph.make(Op.UREM, Type.I64, 0, null, null, first, constant(-1));
    Node divisor = add(b(), constant(1));
    divisor.setStamp(IntegerStamp.signedRange(64, 1, 100));
    finish(graph.make(Op.REM, Type.I64, 0, null, null, second, divisor));
    passes();
  }

  // ----------------------------------------------------------------- control

  @Test
  void aTokenContinuedTwice() {
    makeEverything();
    Node branch = find(Op.SWITCH);
    Node other =
        graph.makeRaw(Op.TRAP, Type.CTRL, 0, null, branch.input(0), find(Op.TRAP).memory());
    graph.addInput(graph.end(), other);
    expect("control");
  }

  @Test
  void aTokenThatLeadsNowhere() {
    makeEverything();
    Node trap = find(Op.TRAP);
    for (int i = 0; i < graph.end().inputCount(); i++) {
      if (graph.end().input(i) == trap) {
        graph.removeInput(graph.end(), i);
        break;
      }
    }
    graph.kill(trap);
    expect("control");
  }

  @Test
  void aBranchWithOneArm() {
    makeEverything();
    Node branch = find(Op.SWITCH);
    Node wider =
        graph.makeRaw(
            Op.SWITCH,
            Type.TUPLE,
            0,
            new SwitchTable(new long[] {1, 2}, new int[] {1, 2}, 3),
            branch.input(0),
            branch.input(1));
    graph.replace(branch, wider);
    expect("control");
  }

  @Test
  void aProjectionThatIsThereTwice() {
    makeEverything();
    Node branch = find(Op.SWITCH);
    Node again = graph.makeRaw(Op.PROJECTION, Type.CTRL, 0, null, branch);
    Node trap = graph.makeRaw(Op.TRAP, Type.CTRL, 0, null, again, find(Op.TRAP).memory());
    graph.addInput(graph.end(), trap);
    expect("control");
  }

  @Test
  void controlThatStartDoesNotReach() {
    makeEverything();
    Node region = graph.makeRaw(Op.REGION, Type.CTRL, 0, null);
    graph.addInput(region, region);
    Node loop = find(Op.REGION);
    graph.addInput(loop, region);
    for (int i = loop.useCount() - 1; i >= 0; i--) {
      Node phi = loop.user(i);
      if (phi.op() == Op.PHI) {
        graph.addInput(phi, phi.input(1));
      }
    }
    expect("control");
  }

  @Test
  void aLoopEnteredByItsBackEdge() {
    makeEverything();
    Node region = find(Op.REGION);
    graph.becomeLoop(region);
    passes();
    swapWaysIn(region);
    expect("loop");
  }

  private void swapWaysIn(Node region) {
    swapInputs(region, 0, 1);
    for (int i = 0; i < region.useCount(); i++) {
      if (region.user(i).op() == Op.PHI) {
        swapInputs(region.user(i), 1, 2);
      }
    }
  }

  private static void swapInputs(Node node, int i, int k) {
    Node first = node.input(i);
    Sabotage.replaceInput(node, i, node.input(k));
    Sabotage.replaceInput(node, k, first);
  }

  @Test
  void aValueUsedWhereItIsNotAvailable() {
    makeEverything();
    // The sum of the loop's body, used on the way into the loop.
    Node region = find(Op.REGION);
    for (int i = 0; i < region.useCount(); i++) {
      Node phi = region.user(i);
      if (phi.op() == Op.PHI && phi.type() == Type.I64) {
        graph.setInput(phi, 1, find(Op.LOAD));
      }
    }
    expect("dominance");
  }

  @Test
  void aDivisionBelowWhatUsesIt() {
    Node quotient = makeEverything();
    // Hangs on the GUARD behind the loop, but would be needed in the loop.
    graph.setInput(find(Op.STORE), 3, quotient);
    expect("dominance");
  }
}
