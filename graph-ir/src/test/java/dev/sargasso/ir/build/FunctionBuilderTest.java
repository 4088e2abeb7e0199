package dev.sargasso.ir.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.type.Type;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Construction makes the phis that are needed and no others. */
final class FunctionBuilderTest {
  private final Graph graph = new Graph(Simplifier.NONE);
  private final Function function =
      new Function(
          "f",
          Signature.of(List.of(Type.I32, Type.PTR), List.of(Type.I32)),
          Linkage.GLOBAL,
          graph,
          "");

  private int count(Op op) {
    int count = 0;
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && node.op() == op) {
        count++;
      }
    }
    return count;
  }

  private int countPhis(Type type) {
    int count = 0;
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && node.op() == Op.PHI && node.type() == type) {
        count++;
      }
    }
    return count;
  }

  private Node onlyReturn() {
    return graph.end().input(0);
  }

  @Test
  void straightCodeNeedsNoPhi() {
    FunctionBuilder b = new FunctionBuilder(function);
    int x = b.newVariable(Type.I32);
    b.write(x, b.parameter(0));
    b.write(x, b.binary(Op.ADD, Type.I32, b.read(x), b.constant(Type.I32, 1)));
    b.returnValues(b.read(x));
    b.finish();
    assertEquals(0, count(Op.PHI));
    assertEquals(Op.ADD, onlyReturn().value(0).op());
  }

  @Test
  void aDiamondMergesOnlyWhatDiffers() {
    FunctionBuilder b = new FunctionBuilder(function);
    int x = b.newVariable(Type.I32);
    int y = b.newVariable(Type.I32);
    b.write(x, b.parameter(0));
    b.write(y, b.parameter(0));
    int then = b.newBlock();
    int other = b.newBlock();
    int join = b.newBlock();
    b.branch(b.compare(Op.EQ, b.parameter(0), b.constant(Type.I32, 0)), then, other);
    b.seal(then);
    b.seal(other);
    b.setBlock(then);
    b.write(x, b.constant(Type.I32, 1));
    b.jump(join);
    b.setBlock(other);
    b.jump(join);
    b.seal(join);
    b.setBlock(join);
    b.returnValues(b.binary(Op.ADD, Type.I32, b.read(x), b.read(y)));
    b.finish();
    assertEquals(1, count(Op.PHI));
    assertEquals(Op.PARAMETER, onlyReturn().value(0).value(1).op());
  }

  @Test
  void aLoopGetsPhisForWhatChangesAndForNothingElse() {
    FunctionBuilder b = new FunctionBuilder(function);
    int i = b.newVariable(Type.I32);
    int fixed = b.newVariable(Type.I32);
    b.write(i, b.parameter(0));
    b.write(fixed, b.parameter(0));
    int header = b.newBlock();
    int body = b.newBlock();
    int exit = b.newBlock();
    b.jump(header);
    b.setBlock(header);
    b.branch(b.compare(Op.LT, b.read(i), b.read(fixed)), body, exit);
    b.seal(body);
    b.setBlock(body);
    b.write(i, b.binary(Op.ADD, Type.I32, b.read(i), b.constant(Type.I32, 1)));
    b.store(b.parameter(1), b.read(i));
    b.jump(header);
    b.seal(header);
    b.seal(exit);
    b.setBlock(exit);
    b.returnValues(b.read(i));
    b.finish();
    // One for i, one for memory; the one for the variable that never changes is gone.
    assertEquals(2, count(Op.PHI));
    assertEquals(1, count(Op.REGION));
    Node memory = onlyReturn().memory();
    assertEquals(Op.PHI, memory.op());
    assertEquals(Op.STORE, memory.input(2).op());
  }

  @Test
  void anEndlessLoopIsTiedToTheEnd() {
    FunctionBuilder b = new FunctionBuilder(function);
    int loop = b.newBlock();
    b.jump(loop);
    b.setBlock(loop);
    b.store(b.parameter(1), b.constant(Type.I32, 1));
    b.jump(loop);
    b.finish();
    assertEquals(1, count(Op.NEVER));
    assertEquals(1, count(Op.STORE), "the store in the loop stays alive");
    assertEquals(Op.UNREACHABLE, onlyReturn().op());
  }

  @Test
  void codeAfterAReturnVanishes() {
    FunctionBuilder b = new FunctionBuilder(function);
    b.returnValues(b.constant(Type.I32, 1));
    b.store(b.parameter(1), b.constant(Type.I32, 2));
    int dead = b.newBlock();
    b.jump(dead);
    b.setBlock(dead);
    b.jump(dead);
    b.finish();
    assertEquals(0, count(Op.STORE));
    assertEquals(0, count(Op.REGION));
    assertEquals(1, graph.end().inputCount());
  }

  @Test
  void anIrreducibleLoopIsBuilt() {
    FunctionBuilder b = new FunctionBuilder(function);
    int x = b.newVariable(Type.I32);
    b.write(x, b.parameter(0));
    int left = b.newBlock();
    int right = b.newBlock();
    int exit = b.newBlock();
    Node condition = b.compare(Op.EQ, b.parameter(0), b.constant(Type.I32, 3));
    b.branch(condition, left, right);
    b.setBlock(left);
    b.write(x, b.binary(Op.ADD, Type.I32, b.read(x), b.constant(Type.I32, 1)));
    b.jump(right);
    b.setBlock(right);
    b.branch(b.compare(Op.LT, b.read(x), b.constant(Type.I32, 9)), left, exit);
    b.setBlock(exit);
    b.returnValues(b.read(x));
    b.finish();
    assertEquals(2, countPhis(Type.I32));
    assertEquals(0, countPhis(Type.MEM), "two phis that only know each other and one token");
    assertEquals(2, count(Op.REGION));
  }

  @Test
  void callsMergeAndSplitAliasClasses() {
    int own = function.newAliasClass();
    FunctionBuilder b = new FunctionBuilder(function);
    b.store(b.parameter(1), b.constant(Type.I32, 1), Access.of(own));
    Node call =
        b.call(new CallDescriptor(Signature.of(List.of(), List.of(Type.I32)), "g"), List.of());
    assertEquals(Op.MEMORY_MERGE, call.memory().op());
    Node after = b.load(Type.I32, b.parameter(1), Access.of(own));
    assertEquals(Op.MEMORY_PART, after.memory().op());
    b.returnValues(after);
    b.finish();
    assertSame(call, onlyReturn().memory().input(0), "nothing was written since the call");
  }

  @Test
  void aVariableThroughAHundredThousandBlocksNeedsNoDeepStack() {
    FunctionBuilder b = new FunctionBuilder(function);
    int x = b.newVariable(Type.I32);
    b.write(x, b.parameter(0));
    Node condition = b.compare(Op.EQ, b.parameter(0), b.constant(Type.I32, 0));
    for (int i = 0; i < 30_000; i++) {
      int then = b.newBlock();
      int join = b.newBlock();
      b.branch(condition, then, join);
      b.seal(then);
      b.setBlock(then);
      b.jump(join);
      b.seal(join);
      b.setBlock(join);
    }
    b.returnValues(b.read(x));
    b.finish();
    assertEquals(0, count(Op.PHI));
  }

  @Test
  void jumpingToASealedBlockIsRefused() {
    FunctionBuilder b = new FunctionBuilder(function);
    int block = b.newBlock();
    b.seal(block);
    assertThrows(IllegalStateException.class, () -> b.jump(block));
    assertTrue(b.isReachable());
  }
}
