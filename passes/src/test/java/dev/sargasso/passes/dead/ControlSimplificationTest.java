package dev.sargasso.passes.dead;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.type.Type;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Branches, regions and phis go where they make no difference, and only there. */
class ControlSimplificationTest {
  private final Function function =
      new Function(
          "f",
          Signature.of(List.of(Type.I64, Type.I1), List.of(Type.I64)),
          Linkage.GLOBAL,
          new Graph(Simplifier.NONE),
          "");
  private final FunctionBuilder builder = new FunctionBuilder(function);
  private final Graph graph = function.graph();
  private final Node x = builder.parameter(0);
  private final Node b = builder.parameter(1);

  private int count(Op op) {
    int found = 0;
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      found += node != null && node.op() == op ? 1 : 0;
    }
    return found;
  }

  private Cleanup.Counts clean() {
    builder.finish();
    GraphVerifier.verify(function);
    Cleanup.Counts counts = Cleanup.run(function, Simplifications.forWholeGraph(), 0);
    GraphVerifier.verify(function);
    assertEquals(0, counts.exhausted());
    return counts;
  }

  /** Returns the value of the only exit. */
  private Node result() {
    return graph.end().input(0).value(0);
  }

  private Node constant(long value) {
    return builder.constant(Type.I64, value);
  }

  /** Makes an if whose arms give a variable two values; leaves the builder behind it. */
  private Node ifElse(Node condition, Node yes, Node no) {
    int variable = builder.newVariable(Type.I64);
    int then = builder.newBlock();
    int otherwise = builder.newBlock();
    int after = builder.newBlock();
    builder.branch(condition, then, otherwise);
    builder.seal(then);
    builder.seal(otherwise);
    builder.setBlock(then);
    builder.write(variable, yes);
    builder.jump(after);
    builder.setBlock(otherwise);
    builder.write(variable, no);
    builder.jump(after);
    builder.seal(after);
    builder.setBlock(after);
    return builder.read(variable);
  }

  private Node truth(long seven) {
    // Not yet known when the branch is built.
    return builder.compare(Op.EQ, constant(seven), constant(7));
  }

  @Test
  void aBranchWhoseWayIsKnownIsTaken() {
    builder.returnValues(ifElse(truth(7), x, constant(3)));
    clean();
    assertEquals(x, result());
    assertEquals(0, count(Op.IF) + count(Op.REGION) + count(Op.PHI));
  }

  @Test
  void theOtherWayToo() {
    builder.returnValues(ifElse(truth(8), x, constant(3)));
    clean();
    assertTrue(result().isConstant(3));
  }

  @Test
  void whatOneBranchDecidesMayDecideTheNext() {
    Node first = ifElse(truth(7), constant(1), constant(2));
    Node second = ifElse(builder.compare(Op.EQ, first, constant(1)), x, constant(2));
    builder.returnValues(second);
    clean();
    assertEquals(x, result());
    assertEquals(0, count(Op.IF));
  }

  @Test
  void aSwitchWhoseWayIsKnownIsTaken() {
    int variable = builder.newVariable(Type.I64);
    int[] blocks = {builder.newBlock(), builder.newBlock(), builder.newBlock()};
    int after = builder.newBlock();
    Node key = builder.binary(Op.ADD, Type.I64, constant(2), constant(3));
    builder.switchTo(key, new SwitchTable(new long[] {1, 5}, new int[] {1, 2}, 3), blocks);
    for (int i = 0; i < 3; i++) {
      builder.seal(blocks[i]);
      builder.setBlock(blocks[i]);
      builder.write(variable, constant(10 + i));
      builder.jump(after);
    }
    builder.seal(after);
    builder.setBlock(after);
    builder.returnValues(builder.read(variable));
    clean();
    assertTrue(result().isConstant(12));
    assertEquals(0, count(Op.SWITCH));
  }

  @Test
  void aBranchOnANegationIsTurnedRound() {
    Node not = builder.binary(Op.XOR, Type.I1, b, builder.constant(Type.I1, 1));
    builder.returnValues(ifElse(not, x, constant(3)));
    clean();
    Node phi = result();
    assertEquals(Op.PHI, phi.op());
    Node edgeOfX = phi.input(0).input(phi.input(1) == x ? 0 : 1);
    assertEquals(0, edgeOfX.immediate(), "x is for when b is false");
    assertEquals(b, edgeOfX.input(0).value(0));
  }

  @Test
  void aBranchThatMakesNoDifferenceGoes() {
    builder.returnValues(ifElse(b, x, x));
    clean();
    assertEquals(0, count(Op.IF) + count(Op.REGION));
  }

  @Test
  void aBranchThatMakesADifferenceStays() {
    builder.returnValues(ifElse(b, x, constant(3)));
    assertEquals(0, clean().edits());
    assertEquals(1, count(Op.IF));
  }

  @Test
  void aJoinThatOnlyLeadsToAnotherIsMerged() {
    int variable = builder.newVariable(Type.I64);
    int then = builder.newBlock();
    int otherwise = builder.newBlock();
    int after = builder.newBlock();
    builder.branch(b, then, otherwise);
    builder.seal(then);
    builder.seal(otherwise);
    builder.setBlock(then);
    Node odd =
        builder.compare(Op.EQ, builder.binary(Op.AND, Type.I64, x, constant(1)), constant(1));
    builder.write(variable, ifElse(odd, x, constant(4)));
    builder.jump(after);
    builder.setBlock(otherwise);
    builder.write(variable, constant(5));
    builder.jump(after);
    builder.seal(after);
    builder.setBlock(after);
    builder.returnValues(builder.read(variable));
    clean();
    assertEquals(1, count(Op.REGION));
    assertEquals(1, count(Op.PHI));
    assertEquals(4, result().inputCount());
  }

  @Test
  void aJoinAtTheEndOfALoopIsNotMergedIntoItsHead() {
    int variable = builder.newVariable(Type.I64);
    builder.write(variable, x);
    int head = builder.newBlock();
    int body = builder.newBlock();
    int exit = builder.newBlock();
    builder.jump(head);
    builder.setBlock(head);
    Node now = builder.read(variable);
    builder.branch(builder.compare(Op.LT, now, constant(100)), body, exit);
    builder.seal(body);
    builder.setBlock(body);
    Node one = builder.binary(Op.ADD, Type.I64, now, constant(1));
    Node two = builder.binary(Op.MUL, Type.I64, now, constant(3));
    builder.write(variable, ifElse(b, one, two));
    builder.jump(head);
    builder.seal(head);
    builder.seal(exit);
    builder.setBlock(exit);
    builder.returnValues(now);
    clean();
    assertEquals(2, count(Op.REGION));
  }

  @Test
  void phisThatOnlyKeepEachOtherAliveGo() {
    int used = builder.newVariable(Type.I64);
    int unused = builder.newVariable(Type.I64);
    builder.write(used, x);
    builder.write(unused, x);
    int head = builder.newBlock();
    int body = builder.newBlock();
    int exit = builder.newBlock();
    builder.jump(head);
    builder.setBlock(head);
    Node now = builder.read(used);
    builder.branch(builder.compare(Op.LT, now, constant(100)), body, exit);
    builder.seal(body);
    builder.setBlock(body);
    builder.write(used, builder.binary(Op.ADD, Type.I64, now, constant(1)));
    builder.write(unused, builder.binary(Op.MUL, Type.I64, builder.read(unused), constant(3)));
    builder.jump(head);
    builder.seal(head);
    builder.seal(exit);
    builder.setBlock(exit);
    builder.returnValues(now);
    clean();
    assertEquals(1, count(Op.PHI));
    assertEquals(0, count(Op.MUL));
  }

  /** A phi that goes takes another phi of its region along, which moves the region's uses about. */
  @Test
  void droppingAnEdgeReachesEveryPhi() {
    Graph other = new Graph(Simplifier.NONE);
    Node start = other.start();
    Node value = other.make(Op.PARAMETER, Type.I64, 0, null, start);
    Node region = other.makeRaw(Op.REGION, Type.CTRL, 0, null, start, start);
    Node first = other.makeRaw(Op.PHI, Type.I64, 0, null, region, value, value);
    Node doomed = other.makeRaw(Op.PHI, Type.I64, 0, null, region, value, value);
    Node last = other.makeRaw(Op.PHI, Type.I64, 0, null, region, value, value);
    Node veryLast = other.makeRaw(Op.PHI, Type.I64, 0, null, region, value, value);
    other.setInput(last, 2, doomed);
    other.make(Op.NOT, Type.I64, 0, null, first);
    other.make(Op.NOT, Type.I64, 0, null, veryLast);
    Reachability.dropEdge(other, region, 1);
    assertFalse(doomed.isAlive());
    assertEquals(2, first.inputCount());
    assertEquals(2, last.inputCount());
    assertEquals(2, veryLast.inputCount());
  }

  @Test
  void aLongChainOfJoinsIsMergedInLinearTime() {
    // if (..) ... else if (..) ... else if: every join leads to the next one only.
    int depth = 3000;
    int variable = builder.newVariable(Type.I64);
    int[] joins = new int[depth];
    for (int i = 0; i < depth; i++) {
      joins[i] = builder.newBlock();
    }
    for (int i = 0; i < depth; i++) {
      int then = builder.newBlock();
      int otherwise = builder.newBlock();
      builder.branch(builder.compare(Op.EQ, x, constant(i)), then, otherwise);
      builder.seal(then);
      builder.seal(otherwise);
      builder.setBlock(then);
      builder.write(variable, constant(1000L + i));
      builder.jump(joins[i]);
      builder.setBlock(otherwise);
    }
    builder.write(variable, constant(-1));
    builder.jump(joins[depth - 1]);
    for (int i = depth - 1; i >= 0; i--) {
      builder.seal(joins[i]);
      builder.setBlock(joins[i]);
      if (i > 0) {
        builder.jump(joins[i - 1]);
      }
    }
    builder.returnValues(builder.read(variable));
    Cleanup.Counts counts = clean();
    assertEquals(1, count(Op.REGION));
    assertEquals(depth + 2, result().inputCount());
    assertTrue(counts.visits() < 30L * depth, counts.toString());
  }
}
