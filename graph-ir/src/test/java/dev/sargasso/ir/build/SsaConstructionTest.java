package dev.sargasso.ir.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.ConstructionCounts;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.random.RandomProgram;
import dev.sargasso.ir.random.RandomShape;
import dev.sargasso.ir.type.Type;
import dev.sargasso.ir.verify.GraphVerifier;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The constructions give the same functions, with more phis or fewer. */
final class SsaConstructionTest {
  private static final Limits LIMITS = Limits.DEFAULT.withSteps(60_000);

  private static Function newFunction(Type... parameters) {
    return new Function(
        "f",
        Signature.of(List.of(parameters), List.of(Type.I32)),
        Linkage.GLOBAL,
        new Graph(Simplifier.NONE),
        "");
  }

  /**
   * A loop with an if, which sums up the positive of n words:
   *
   * <pre>
   * B0: s = 0; i = 0
   * B1: if (i < n) B2 else B5
   * B2: t = a[i]; if (t > 0) B3 else B4
   * B3: s = s + t
   * B4: i = i + 1; goto B1
   * B5: return s
   * </pre>
   */
  private static ConstructionCounts sumOfPositives(SsaConstruction construction) {
    Function function = newFunction(Type.PTR, Type.I32);
    FunctionBuilder b = new FunctionBuilder(function, construction);
    int s = b.newVariable(Type.I32);
    int i = b.newVariable(Type.I32);
    int t = b.newVariable(Type.I32);
    b.write(s, b.constant(Type.I32, 0));
    b.write(i, b.constant(Type.I32, 0));
    int head = b.newBlock();
    int body = b.newBlock();
    int positive = b.newBlock();
    int next = b.newBlock();
    int exit = b.newBlock();
    b.jump(head);
    b.setBlock(head);
    b.branch(b.compare(Op.LT, b.read(i), b.parameter(1)), body, exit);
    b.setBlock(body);
    Node index = b.unary(Op.SIGN_EXTEND, Type.I64, b.read(i));
    Node bytes = b.binary(Op.SHL, Type.I64, index, b.constant(Type.I64, 2));
    b.write(t, b.load(Type.I32, b.offset(b.parameter(0), bytes)));
    b.branch(b.compare(Op.LT, b.constant(Type.I32, 0), b.read(t)), positive, next);
    b.setBlock(positive);
    b.write(s, b.binary(Op.ADD, Type.I32, b.read(s), b.read(t)));
    b.jump(next);
    b.setBlock(next);
    b.write(i, b.binary(Op.ADD, Type.I32, b.read(i), b.constant(Type.I32, 1)));
    b.jump(head);
    b.setBlock(exit);
    b.returnValues(b.read(s));
    b.finish();
    GraphVerifier.verify(function, false);
    return function.construction();
  }

  @Test
  void minimalPlacesAPhiForAVariableThatOnlyTheLoopKnows() {
    // s and i at B1, s at B4, and t at B1, which nobody reads.
    ConstructionCounts counts = sumOfPositives(SsaConstruction.MINIMAL);
    assertEquals(4, counts.phis());
    assertEquals(1, counts.dead());
    assertEquals(3, counts.left());
  }

  @Test
  void semiPrunedKeepsItBecauseAnotherBlockReadsTheVariable() {
    ConstructionCounts counts = sumOfPositives(SsaConstruction.SEMI_PRUNED);
    assertEquals(4, counts.phis());
    assertEquals(1, counts.dead());
  }

  @Test
  void prunedPlacesOnlyLivePhis() {
    ConstructionCounts counts = sumOfPositives(SsaConstruction.PRUNED);
    assertEquals(3, counts.phis());
    assertEquals(0, counts.dead());
    assertEquals(0, counts.redundant());
  }

  @Test
  void braunEndsWithThePhisOfPruned() {
    ConstructionCounts counts = sumOfPositives(SsaConstruction.BRAUN);
    assertEquals(3, counts.left());
    assertEquals(0, counts.dead());
  }

  @Test
  void semiPrunedLeavesOutWhatOneBlockKeepsToItself() {
    for (SsaConstruction construction :
        List.of(SsaConstruction.MINIMAL, SsaConstruction.SEMI_PRUNED)) {
      Function function = newFunction(Type.I32);
      FunctionBuilder b = new FunctionBuilder(function, construction);
      int local = b.newVariable(Type.I32);
      int then = b.newBlock();
      int join = b.newBlock();
      b.branch(b.compare(Op.EQ, b.parameter(0), b.constant(Type.I32, 0)), then, join);
      b.setBlock(then);
      b.write(local, b.parameter(0));
      b.store(b.slotAddress(function.newSlot("x", 4, 4)), b.read(local));
      b.jump(join);
      b.setBlock(join);
      b.returnValues(b.parameter(0));
      b.finish();
      // Memory needs one too.
      assertEquals(construction == SsaConstruction.MINIMAL ? 2 : 1, function.construction().phis());
    }
  }

  @ParameterizedTest
  @EnumSource(SsaConstruction.class)
  void aCopyInBothArmsIsRedundantButForBraun(SsaConstruction construction) {
    Function function = newFunction(Type.I32);
    FunctionBuilder b = new FunctionBuilder(function, construction);
    int x = b.newVariable(Type.I32);
    int y = b.newVariable(Type.I32);
    b.write(x, b.parameter(0));
    int then = b.newBlock();
    int other = b.newBlock();
    int join = b.newBlock();
    b.branch(b.compare(Op.EQ, b.read(x), b.constant(Type.I32, 0)), then, other);
    for (int arm : new int[] {then, other}) {
      b.setBlock(arm);
      b.write(y, b.read(x));
      b.jump(join);
    }
    b.setBlock(join);
    b.returnValues(b.read(y));
    b.finish();
    boolean braun = construction == SsaConstruction.BRAUN;
    assertEquals(braun, function.construction().removed() > 0);
    assertEquals(braun ? 0 : 1, function.construction().redundant());
  }

  @ParameterizedTest
  @EnumSource(SsaConstruction.class)
  void deadCodeAndReadsWithoutAWriteAreZero(SsaConstruction construction) {
    Function function = newFunction(Type.I32);
    FunctionBuilder b = new FunctionBuilder(function, construction);
    int x = b.newVariable(Type.I32);
    int y = b.newVariable(Type.I32);
    int dead = b.newBlock();
    int loop = b.newBlock();
    int exit = b.newBlock();
    b.jump(loop);
    b.setBlock(dead);
    b.write(x, b.binary(Op.ADD, Type.I32, b.read(y), b.read(x)));
    b.jump(loop);
    b.setBlock(loop);
    b.write(y, b.binary(Op.ADD, Type.I32, b.read(y), b.read(x)));
    b.branch(b.compare(Op.EQ, b.read(y), b.parameter(0)), exit, loop);
    b.setBlock(exit);
    b.returnValues(b.read(y));
    b.finish();
    GraphVerifier.verify(function, false);
    Program program = new Program("p");
    program.add(function);
    Outcome outcome = new SeaInterpreter(program, Externals.NONE, LIMITS).run("f", 0);
    assertEquals(0, ((Outcome.Returned) outcome).values()[0]);
  }

  @ParameterizedTest
  @EnumSource(SsaConstruction.class)
  void randomProgramsComputeTheSame(SsaConstruction construction) {
    int returned = 0;
    for (RandomShape shape :
        List.of(RandomShape.STRUCTURED, RandomShape.JUMPING, RandomShape.WILD)) {
      for (int seed = 0; seed < 40; seed++) {
        Outcome expected = run(RandomProgram.of(seed, shape));
        Program program = RandomProgram.of(seed, shape, Simplifier.NONE, construction);
        program.functions().forEach(function -> GraphVerifier.verify(function, false));
        if (expected instanceof Outcome.Returned) {
          assertEquals(expected, run(program), shape + " seed " + seed);
          returned++;
        }
      }
    }
    assertTrue(returned > 60, "only " + returned + " runs returned");
  }

  private static Outcome run(Program program) {
    return new SeaInterpreter(program, Externals.NONE, LIMITS)
        .run("f", 1, -1, Double.doubleToRawLongBits(2.5), 3);
  }

  @Test
  void eachPlacesNoMoreThanTheOneBefore() {
    for (int seed = 0; seed < 60; seed++) {
      RandomShape shape = seed % 2 == 0 ? RandomShape.STRUCTURED : RandomShape.JUMPING;
      ConstructionCounts[] counts = new ConstructionCounts[4];
      for (SsaConstruction construction : SsaConstruction.values()) {
        ConstructionCounts sum = ConstructionCounts.NONE;
        Program program = RandomProgram.of(seed, shape, Simplifier.NONE, construction);
        for (Function function : program.functions()) {
          sum = sum.plus(function.construction());
        }
        counts[construction.ordinal()] = sum;
      }
      ConstructionCounts braun = counts[SsaConstruction.BRAUN.ordinal()];
      ConstructionCounts minimal = counts[SsaConstruction.MINIMAL.ordinal()];
      ConstructionCounts semiPruned = counts[SsaConstruction.SEMI_PRUNED.ordinal()];
      ConstructionCounts pruned = counts[SsaConstruction.PRUNED.ordinal()];
      assertTrue(minimal.phis() >= semiPruned.phis(), "seed " + seed);
      assertTrue(semiPruned.phis() >= pruned.phis(), "seed " + seed);
      assertEquals(minimal.left(), semiPruned.left(), "all that is needed is there, seed " + seed);
      assertEquals(minimal.left(), pruned.left(), "all that is needed is there, seed " + seed);
      assertTrue(braun.left() <= pruned.left(), "Braun's is minimal, too, seed " + seed);
    }
  }

  @Test
  void aLongRowOfDiamondsGetsOnePhiEach() {
    Function function = newFunction(Type.I32);
    FunctionBuilder b = new FunctionBuilder(function, SsaConstruction.PRUNED);
    int[] variables = new int[200];
    for (int v = 0; v < variables.length; v++) {
      variables[v] = b.newVariable(Type.I32);
    }
    for (int i = 0; i < 5_000; i++) {
      int then = b.newBlock();
      int other = b.newBlock();
      int join = b.newBlock();
      Node condition = b.compare(Op.LT, b.parameter(0), b.constant(Type.I32, i));
      b.branch(condition, then, other);
      b.setBlock(then);
      b.write(variables[i % variables.length], b.constant(Type.I32, i));
      b.jump(join);
      b.setBlock(other);
      b.jump(join);
      b.setBlock(join);
    }
    Node sum = b.constant(Type.I32, 0);
    for (int variable : variables) {
      sum = b.binary(Op.ADD, Type.I32, sum, b.read(variable));
    }
    b.returnValues(sum);
    b.finish();
    assertEquals(5_000, function.construction().phis());
    GraphVerifier.verify(function, false);
  }

  @Test
  void namesAreThoseOfTheCommandLine() {
    for (SsaConstruction construction : SsaConstruction.values()) {
      assertEquals(construction, SsaConstruction.of(construction.text()));
    }
    assertThrows(IllegalArgumentException.class, () -> SsaConstruction.of("maximal"));
  }
}
