package dev.sargasso.passes.reassociate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.passes.dead.Cleanup;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Trees of operations, in and outside of loops, compute the same and get no dearer. */
class ReassociationTest {
  private static final Limits LIMITS = new Limits(1_000_000, 2, 1 << 12, 1 << 12);
  private static final Op[] OPS = {Op.ADD, Op.SUB, Op.ADD, Op.SUB, Op.MUL, Op.AND, Op.OR, Op.XOR};
  private static final Type[] TYPES = {Type.I8, Type.I16, Type.I32, Type.I64};

  private final Program program = new Program("p");
  private final Function function =
      new Function(
          "f",
          Signature.of(List.of(Type.I64, Type.I64, Type.I64), List.of(Type.I64)),
          Linkage.GLOBAL,
          new Graph(Simplifications.whileBuilding()),
          "");
  private final FunctionBuilder builder = new FunctionBuilder(function);
  private final List<Node> leaves = new ArrayList<>();
  private Random random = new Random(0);
  private Type type = Type.I32;

  ReassociationTest() {
    program.add(function);
  }

  private static ReassociationTest withSeed(long seed) {
    ReassociationTest test = new ReassociationTest();
    test.random = new Random(seed);
    test.type = TYPES[(int) (seed & 3)];
    for (int i = 0; i < 3; i++) {
      test.leaves.add(test.narrow(test.builder.parameter(i)));
    }
    return test;
  }

  private Node narrow(Node node) {
    return node.type() == type ? node : builder.unary(Op.TRUNCATE, type, node);
  }

  private Node constant(long value) {
    return builder.constant(type, value);
  }

  private Node tree(int size, Op family) {
    if (size == 1) {
      return random.nextInt(6) == 0
          ? constant(random.nextInt(9) - 4)
          : leaves.get(random.nextInt(leaves.size()));
    }
    Op op = random.nextInt(5) == 0 ? OPS[random.nextInt(OPS.length)] : family;
    if (family == Op.ADD) {
      op = random.nextInt(3) == 0 ? Op.SUB : op;
      if (random.nextInt(6) == 0) {
        Op scale = random.nextBoolean() ? Op.MUL : Op.SHL;
        return builder.binary(scale, type, tree(size - 1, family), constant(random.nextInt(6)));
      }
      if (random.nextInt(8) == 0) {
        return builder.unary(Op.NEG, type, tree(size - 1, family));
      }
    }
    int left = 1 + random.nextInt(size - 1);
    return builder.binary(op, type, tree(left, family), tree(size - left, family));
  }

  private Node wide(Node node) {
    return type == Type.I64 ? node : builder.unary(Op.SIGN_EXTEND, Type.I64, node);
  }

  /** Two nested loops, each adding trees to what it carries. */
  private Node loops(int depth) {
    if (depth == 0) {
      return tree(2 + random.nextInt(8), OPS[random.nextInt(OPS.length)]);
    }
    int counter = builder.newVariable(Type.I32);
    int carried = builder.newVariable(type);
    int known = leaves.size();
    builder.write(counter, builder.constant(Type.I32, 3));
    builder.write(carried, leaves.get(0));
    int head = builder.newBlock();
    int exit = builder.newBlock();
    builder.jump(head);
    builder.setBlock(head);
    leaves.add(builder.read(carried));
    leaves.add(narrow(builder.unary(Op.SIGN_EXTEND, Type.I64, builder.read(counter))));
    Node inner = loops(depth - 1);
    Node next = tree(2 + random.nextInt(5), Op.ADD);
    builder.write(carried, builder.binary(Op.ADD, type, builder.read(carried), inner));
    builder.write(carried, builder.binary(Op.XOR, type, builder.read(carried), next));
    Node less =
        builder.binary(Op.ADD, Type.I32, builder.read(counter), builder.constant(Type.I32, -1));
    builder.write(counter, less);
    builder.branch(builder.compare(Op.NE, less, builder.constant(Type.I32, 0)), head, exit);
    builder.seal(head);
    builder.seal(exit);
    builder.setBlock(exit);
    while (leaves.size() > known) {
      leaves.removeLast();
    }
    Node result = builder.read(carried);
    leaves.add(result);
    return result;
  }

  private Reassociation.Counts finishAndCompare(Node value, String what) {
    builder.returnValues(wide(value));
    builder.finish();
    Cleanup.run(function, Simplifications.forWholeGraph(), 0);
    List<Outcome> before = run();
    Reassociation.Counts counts =
        Reassociation.run(function, Simplifications.forWholeGraph(), (change, node) -> true);
    GraphVerifier.verify(function, true);
    assertEquals(before, run(), what);
    Cleanup.run(function, Simplifications.forWholeGraph(), 0);
    GraphVerifier.verify(function);
    assertEquals(before, run(), what + ", cleaned up");
    return counts;
  }

  private List<Outcome> run() {
    List<Outcome> outcomes = new ArrayList<>();
    long[][] inputs = {{0, 1, 2}, {-1, 7, 1L << 40}, {0x123456789L, -77, Long.MIN_VALUE + 3}};
    for (long[] input : inputs) {
      outcomes.add(new SeaInterpreter(program, Externals.NONE, LIMITS).run("f", input.clone()));
    }
    return outcomes;
  }

  @Test
  void trees() {
    int changed = 0;
    for (int seed = 0; seed < 600; seed++) {
      ReassociationTest test = withSeed(seed);
      Node value = test.tree(3 + seed % 12, OPS[seed % OPS.length]);
      changed += test.finishAndCompare(value, "seed " + seed).trees();
    }
    assertTrue(changed > 150, "changed " + changed);
  }

  @Test
  void treesInLoops() {
    int changed = 0;
    for (int seed = 0; seed < 300; seed++) {
      ReassociationTest test = withSeed(seed);
      changed += test.finishAndCompare(test.loops(1 + seed % 2), "seed " + seed).trees();
    }
    assertTrue(changed > 100, "changed " + changed);
  }

  /** Larger trees than are taken apart at once. */
  @Test
  void longSums() {
    ReassociationTest test = withSeed(2);
    Node sum = test.leaves.get(0);
    for (int i = 0; i < 3000; i++) {
      Node leaf = test.leaves.get(i % 3);
      Node product = test.builder.binary(Op.MUL, test.type, leaf, test.constant(i * 7L + 3));
      sum = test.builder.binary(Op.ADD, test.type, sum, product);
    }
    assertTrue(test.finishAndCompare(sum, "long sum").trees() > 0);
  }

  @Test
  void aTreeThatIsCheapStays() {
    ReassociationTest test = withSeed(2);
    Node x = test.leaves.get(0);
    Node y = test.leaves.get(1);
    Node sum = test.builder.binary(Op.ADD, test.type, x, y);
    Node all = test.builder.binary(Op.SUB, test.type, sum, test.leaves.get(2));
    assertEquals(0, test.finishAndCompare(all, "x + y - z").trees());
  }
}
