package dev.sargasso.passes.duplicate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.ScheduleInterpreter;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.random.RandomProgram;
import dev.sargasso.ir.random.RandomShape;
import dev.sargasso.ir.type.Type;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.ir.verify.ScheduleVerifier;
import dev.sargasso.passes.dead.Cleanup;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Copies of loops at random, in random programs: nothing changes but the length of the code. */
final class LoopCopiesTest {
  private static final Limits LIMITS = Limits.DEFAULT.withSteps(100_000);
  private static final long[][] ARGUMENTS = {
    {0, 0, 0, 0},
    {7, -3, Double.doubleToRawLongBits(2.5), -100},
    {Integer.MIN_VALUE, Long.MAX_VALUE, Double.doubleToRawLongBits(-1e30), 12345}
  };

  @Test
  void structured() {
    copyInAll(RandomShape.STRUCTURED, 0);
  }

  @Test
  void jumping() {
    copyInAll(RandomShape.JUMPING, 10_000);
  }

  @Test
  void wild() {
    copyInAll(RandomShape.WILD, 20_000);
  }

  private static void copyInAll(RandomShape shape, int from) {
    int copied = 0;
    int count = Integer.getInteger("seeds", 60);
    for (int seed = from; seed < from + count; seed++) {
      copied += check(shape, seed);
    }
    assertTrue(copied > count / 2, "only " + copied + " loops were copied");
  }

  private static int check(RandomShape shape, int seed) {
    String which = shape + " seed " + seed;
    Outcome[] expected = run(RandomProgram.of(seed, shape, Simplifier.NONE));
    boolean simplified = seed % 2 == 0;
    Program program =
        RandomProgram.of(
            seed, shape, simplified ? Simplifications.whileBuilding() : Simplifier.NONE);
    int copied = 0;
    try {
      for (Function function : program.functions()) {
        copied += copyLoops(function, new Random(seed), simplified);
        GraphVerifier.verify(function);
        ScheduleVerifier.verify(
            function.name(), GlobalCodeMotion.schedule(function, GlobalCodeMotion.Options.DEFAULT));
      }
    } catch (RuntimeException e) {
      throw new IllegalStateException(which, e);
    }
    Outcome[] sea = run(program);
    Outcome[] scheduled = runScheduled(program, seed);
    for (int i = 0; i < expected.length; i++) {
      // How many steps there are is a matter of copies.
      if (expected[i] instanceof Outcome.Returned) {
        assertEquals(expected[i], sea[i], which);
        assertEquals(expected[i], scheduled[i], which);
      }
    }
    return copied;
  }

  /** Copies loops that do not nest in one another, all in one view of the graph. */
  private static int copyLoops(Function function, Random random, boolean simplified) {
    Graph graph = function.graph();
    ControlFlow controlFlow = ControlFlow.of(graph);
    if (LoopForm.run(controlFlow) > 0) {
      controlFlow = ControlFlow.of(graph);
    }
    GraphVerifier.verify(function, true);
    LoopBodies bodies = LoopBodies.of(controlFlow);
    LoopTree loops = controlFlow.loops();
    graph.setSimplifier(simplified ? Simplifications.whileBuilding() : Simplifier.NONE);
    graph.setRetaining(true);
    int copied = 0;
    int loop = 0;
    while (loop < loops.count()) {
      boolean innermost = loop + 1 == loops.count() || !loops.encloses(loop, loop + 1);
      if (!bodies.hasForm(loop) || (!innermost && random.nextInt(3) > 0)) {
        loop++;
        continue;
      }
      LoopBody body = bodies.body(loop);
      if (random.nextBoolean()) {
        body = body.withoutAfterthoughts();
      }
      if (body.canBeCopied()) {
        copy(function, body, random);
        copied++;
      }
      int next = loop + 1;
      while (next < loops.count() && loops.encloses(loop, next)) {
        next++;
      }
      loop = next;
    }
    graph.setRetaining(false);
    Cleanup.sweep(graph);
    if (random.nextBoolean()) {
      Cleanup.run(function, Simplifications.forWholeGraph(), 0);
    }
    return copied;
  }

  private static void copy(Function function, LoopBody body, Random random) {
    LoopCopies copies = new LoopCopies(body);
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      switch (random.nextInt(3)) {
        case 0 -> copies.peel();
        case 1 -> copies.extend();
        default -> enterTwin(function.graph(), body, copies);
      }
    }
  }

  private static void enterTwin(Graph graph, LoopBody body, LoopCopies copies) {
    Node parameter = graph.make(Op.PARAMETER, Type.I32, 0, null, graph.start());
    Node small = graph.make(Op.LT, Type.I1, 0, null, parameter, graph.constant(Type.I32, 3));
    Node branch = graph.make(Op.IF, Type.TUPLE, 0, null, body.header().input(0), small);
    Node yes = graph.make(Op.PROJECTION, Type.CTRL, 1, null, branch);
    Node no = graph.make(Op.PROJECTION, Type.CTRL, 0, null, branch);
    graph.setInput(body.header(), 0, yes);
    copies.twin(no);
  }

  private static Outcome[] run(Program program) {
    Outcome[] outcomes = new Outcome[ARGUMENTS.length];
    for (int i = 0; i < outcomes.length; i++) {
      outcomes[i] =
          new SeaInterpreter(program, Externals.NONE, LIMITS).run("f", ARGUMENTS[i].clone());
    }
    return outcomes;
  }

  private static Outcome[] runScheduled(Program program, long seed) {
    Outcome[] outcomes = new Outcome[ARGUMENTS.length];
    for (int i = 0; i < outcomes.length; i++) {
      outcomes[i] =
          new ScheduleInterpreter(
                  program,
                  function ->
                      GlobalCodeMotion.schedule(function, GlobalCodeMotion.Options.chaos(seed)),
                  Externals.NONE,
                  LIMITS)
              .run("f", ARGUMENTS[i].clone());
    }
    return outcomes;
  }
}
