package dev.sargasso.passes.promote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.graph.StackSlot;
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
import java.util.List;
import org.junit.jupiter.api.Test;

/** Slots become values where they can, stay where they must, and programs mean the same. */
class SlotPromotionTest {
  private static final Limits LIMITS = Limits.DEFAULT.withSteps(200_000);

  @Test
  void randomProgramsMeanTheSame() {
    int promoted = 0;
    for (int seed = 0; seed < 120; seed++) {
      Simplifier simplifier = seed % 2 == 0 ? Simplifier.NONE : Simplifications.whileBuilding();
      Program plain = SlotPrograms.of(seed, simplifier);
      Program changed = SlotPrograms.of(seed, simplifier);
      for (Function function : changed.functions()) {
        promoted += SlotPromotion.run(function, slot -> true);
        GraphVerifier.verify(function, true);
        Cleanup.run(function, Simplifications.forWholeGraph(), 0);
        GraphVerifier.verify(function);
      }
      for (int k = 0; k < 4; k++) {
        long[] arguments = {k * 0x1234_5678_9ABCL - 7, seed - 250L * k, k};
        assertEquals(run(plain, arguments), run(changed, arguments), "seed " + seed + " with " + k);
      }
    }
    assertTrue(promoted > 400, promoted + " slots");
  }

  private static Outcome run(Program program, long... arguments) {
    return new SeaInterpreter(program, Externals.NONE, LIMITS).run("f", arguments);
  }

  // ------------------------------------------------------------ single cases

  private final Function function =
      new Function(
          "f",
          Signature.of(List.of(Type.I64, Type.I64), List.of(Type.I64)),
          Linkage.GLOBAL,
          new Graph(Simplifier.NONE),
          "");
  private final FunctionBuilder builder = new FunctionBuilder(function);

  private long count(Op op) {
    Graph graph = function.graph();
    long found = 0;
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      found += node != null && node.op() == op ? 1 : 0;
    }
    return found;
  }

  private int promote() {
    GraphVerifier.verify(function);
    int promoted = SlotPromotion.run(function, slot -> true);
    Cleanup.run(function, Simplifications.forWholeGraph(), 0);
    GraphVerifier.verify(function);
    return promoted;
  }

  private Node at(StackSlot slot, long offset) {
    return builder.offset(builder.slotAddress(slot), builder.constant(Type.I64, offset));
  }

  @Test
  void aScalarThatIsWrittenInALoopBecomesAPhi() {
    StackSlot slot = function.newSlot("x", 8, 8);
    Node x = builder.slotAddress(slot);
    builder.store(x, builder.parameter(0));
    int head = builder.newBlock();
    int body = builder.newBlock();
    int after = builder.newBlock();
    builder.jump(head);
    builder.setBlock(head);
    Node now = builder.load(Type.I64, x);
    builder.branch(builder.compare(Op.LT, now, builder.parameter(1)), body, after);
    builder.seal(body);
    builder.setBlock(body);
    builder.store(x, builder.binary(Op.ADD, Type.I64, builder.load(Type.I64, x), now));
    builder.jump(head);
    builder.seal(head);
    builder.seal(after);
    builder.setBlock(after);
    builder.returnValues(builder.load(Type.I64, x));
    builder.finish();
    assertEquals(1, promote());
    assertEquals(0, count(Op.LOAD) + count(Op.STORE) + count(Op.STACK_SLOT));
    assertEquals(1, count(Op.PHI));
  }

  @Test
  void aStructIsCopiedByItsFields() {
    StackSlot a = function.newSlot("a", 16, 8);
    StackSlot b = function.newSlot("b", 16, 8);
    builder.store(at(a, 0), builder.parameter(0));
    builder.store(at(a, 8), builder.unary(Op.INT_TO_FLOAT, Type.F64, builder.parameter(1)));
    builder.copyMemory(builder.slotAddress(b), builder.slotAddress(a), 16);
    Node whole = builder.load(Type.I64, at(b, 8));
    builder.returnValues(builder.binary(Op.ADD, Type.I64, builder.load(Type.I64, at(b, 0)), whole));
    builder.finish();
    assertEquals(2, promote());
    assertEquals(0, count(Op.MEMORY_COPY) + count(Op.STORE) + count(Op.LOAD));
    assertEquals(1, count(Op.BITCAST));
  }

  @Test
  void copyingToOtherMemoryStoresThePieces() {
    StackSlot a = function.newSlot("a", 24, 8);
    builder.store(at(a, 8), builder.parameter(0));
    builder.store(at(a, 16), builder.unary(Op.TRUNCATE, Type.I32, builder.parameter(1)));
    builder.copyMemory(builder.symbol("g"), builder.slotAddress(a), 24);
    builder.returnValues(builder.constant(Type.I64, 0));
    builder.finish();
    assertEquals(1, promote());
    assertEquals(0, count(Op.MEMORY_COPY) + count(Op.STACK_SLOT));
    // The two fields, and the bytes around them.
    assertEquals(4, count(Op.STORE));
  }

  @Test
  void anAddressThatEscapesKeepsItsSlot() {
    StackSlot a = function.newSlot("a", 8, 8);
    builder.store(builder.slotAddress(a), builder.parameter(0));
    builder.store(builder.symbol("g"), builder.slotAddress(a));
    builder.returnValues(builder.load(Type.I64, builder.slotAddress(a)));
    builder.finish();
    assertEquals(0, promote());
    assertEquals(2, count(Op.STORE));
  }

  @Test
  void aVariableIndexKeepsTheSlot() {
    StackSlot a = function.newSlot("a", 32, 8);
    builder.store(at(a, 8), builder.parameter(0));
    Node index =
        builder.binary(Op.AND, Type.I64, builder.parameter(1), builder.constant(Type.I64, 24));
    builder.returnValues(builder.load(Type.I64, builder.offset(builder.slotAddress(a), index)));
    builder.finish();
    assertEquals(0, promote());
  }

  @Test
  void overlappingPiecesKeepTheSlot() {
    StackSlot a = function.newSlot("a", 8, 8);
    builder.store(at(a, 0), builder.parameter(0));
    Node byteOfIt = builder.load(Type.I8, at(a, 3));
    builder.returnValues(builder.unary(Op.ZERO_EXTEND, Type.I64, byteOfIt));
    builder.finish();
    assertEquals(0, promote());
  }

  @Test
  void volatileAccessesKeepTheSlot() {
    StackSlot a = function.newSlot("a", 8, 8);
    builder.store(at(a, 0), builder.parameter(0), Access.ofVolatile(0));
    builder.returnValues(builder.load(Type.I64, at(a, 0)));
    builder.finish();
    assertEquals(0, promote());
  }

  @Test
  void anAccessBeyondTheSlotKeepsIt() {
    StackSlot a = function.newSlot("a", 8, 8);
    builder.store(at(a, 0), builder.parameter(0));
    builder.store(at(a, 4), builder.parameter(0));
    builder.returnValues(builder.load(Type.I64, at(a, 0)));
    builder.finish();
    assertEquals(0, promote());
  }

  @Test
  void manySlotsAndALongChainTakeLinearTime() {
    long small = stepsOf(200);
    long large = stepsOf(1600);
    assertTrue(large < 16 * small, small + " nodes made, then " + large);
  }

  /** Nodes made while promoting {@code count} slots that are live over a chain of branches. */
  private static long stepsOf(int count) {
    Function many =
        new Function(
            "f",
            Signature.of(List.of(Type.I64), List.of(Type.I64)),
            Linkage.GLOBAL,
            new Graph(Simplifier.NONE),
            "");
    FunctionBuilder maker = new FunctionBuilder(many);
    for (int i = 0; i < count; i++) {
      maker.store(maker.slotAddress(many.newSlot("s" + i, 8, 8)), maker.parameter(0));
    }
    Node sum = maker.constant(Type.I64, 0);
    for (int i = 0; i < count; i++) {
      int then = maker.newBlock();
      int after = maker.newBlock();
      maker.branch(maker.compare(Op.LT, maker.parameter(0), sum), then, after);
      maker.seal(then);
      maker.setBlock(then);
      maker.store(maker.slotAddress(many.slots().get(i)), sum);
      maker.jump(after);
      maker.seal(after);
      maker.setBlock(after);
      sum =
          maker.binary(
              Op.ADD,
              Type.I64,
              sum,
              maker.load(Type.I64, maker.slotAddress(many.slots().get(count - 1 - i))));
    }
    maker.returnValues(sum);
    maker.finish();
    SlotPromotion.run(many, slot -> true);
    return many.graph().idLimit();
  }
}
