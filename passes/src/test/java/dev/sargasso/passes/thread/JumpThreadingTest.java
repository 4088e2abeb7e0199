package dev.sargasso.passes.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.random.RandomProgram;
import dev.sargasso.ir.random.RandomShape;
import dev.sargasso.ir.text.SsaParser;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.passes.constants.ConstantPropagation;
import dev.sargasso.passes.dead.Cleanup;
import dev.sargasso.passes.facts.ConditionalElimination;
import dev.sargasso.passes.facts.RandomConditions;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Jumps go where they would have gone. */
class JumpThreadingTest {
  private static final int STEPS = 10_000;

  private static int thread(Function function, boolean copies) {
    return JumpThreading.run(function, !copies, (what, node) -> true);
  }

  private static void clean(Function function) {
    Cleanup.run(function, Simplifications.forWholeGraph(), 0);
    GraphVerifier.verify(function);
  }

  private static List<Outcome> outcomes(Program program, long[][] arguments, int steps) {
    SeaInterpreter interpreter =
        new SeaInterpreter(program, Externals.NONE, Limits.DEFAULT.withSteps(steps));
    List<Outcome> outcomes = new ArrayList<>();
    for (long[] each : arguments) {
      outcomes.add(interpreter.run("f", each.clone()));
    }
    return outcomes;
  }

  private static void compare(List<Outcome> expected, List<Outcome> actual, String message) {
    for (int i = 0; i < expected.size(); i++) {
      // How many steps there are is a matter of passes.
      if (expected.get(i) instanceof Outcome.Returned) {
        assertEquals(expected.get(i), actual.get(i), message);
      }
    }
  }

  @Test
  void randomConditionsComeToTheSame() {
    long[][] arguments = new long[125][];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = new long[] {i % 5 - 1, i / 5 % 5 - 1, i / 25 - 1};
    }
    int threaded = 0;
    for (int seed = 0; seed < 50; seed++) {
      Function function = RandomConditions.make(seed, 25, Simplifier.NONE);
      Program program = new Program("p");
      program.add(function);
      List<Outcome> expected = outcomes(program, arguments, STEPS);
      clean(function);
      ConstantPropagation.run(function, 0, (what, node) -> true);
      clean(function);
      ConditionalElimination.run(function, (what, node) -> true);
      for (int round = 0; round < 3; round++) {
        clean(function);
        threaded += thread(function, seed % 2 == 0);
        GraphVerifier.verify(function, true);
        compare(
            expected,
            outcomes(program, arguments, 10 * STEPS),
            "seed " + seed + ", round " + round);
      }
    }
    assertTrue(threaded > 20, "only " + threaded);
  }

  @Test
  void randomProgramsComputeTheSame() {
    long[][] arguments = {
      {0, 0, 0, 0}, {1, -1, Double.doubleToRawLongBits(2.5), 3}, {-7, 1L << 40, 0, 8}
    };
    for (RandomShape shape :
        List.of(RandomShape.STRUCTURED, RandomShape.JUMPING, RandomShape.WILD)) {
      for (int seed = 3000; seed < 3025; seed++) {
        Program program = RandomProgram.of(seed, shape);
        List<Outcome> expected = outcomes(program, arguments, STEPS);
        for (Function function : program.functions()) {
          clean(function);
          thread(function, true);
          clean(function);
        }
        compare(expected, outcomes(program, arguments, 10 * STEPS), "seed " + seed + ", " + shape);
      }
    }
  }

  private static int count(Function function, Op op) {
    Graph graph = function.graph();
    int count = 0;
    for (int id = 0; id < graph.idLimit(); id++) {
      count += graph.node(id) != null && graph.node(id).op() == op ? 1 : 0;
    }
    return count;
  }

  private static Function parse(String text) {
    Program program = SsaParser.parse("test.ssa", text, Simplifier.NONE);
    return new ArrayList<>(program.functions()).getFirst();
  }

  private static final String MACHINE =
      """
      func $f(%n: i32) -> (i32) {
          goto @loop(0, 0, 1)
        @loop(%i, %state, %hash: i32):
          %h = mul %hash, 31
          goto %state { 1 -> @one, 2 -> @two, 3 -> @three, 4 -> @four, _ -> @zero }
        @zero:
          goto @next(1, %h)
        @one:
          %h1 = add %h, 1
          goto @next(2, %h1)
        @two:
          %h2 = add %h, 2
          goto @next(3, %h2)
        @three:
          %h3 = add %h, 3
          goto @next(4, %h3)
        @four:
          %h4 = add %h, 4
          goto @next(0, %h4)
        @next(%s, %hn: i32):
          %j = add %i, 1
          %more = cmp.lt %j, %n
          goto %more { 1 -> @loop(%j, %s, %hn), 0 -> @done }
        @done:
          return %hn
      }
      """;

  @Test
  void aStateMachineJumpsFromStateToState() {
    Function function = parse(MACHINE);
    Program program = new Program("p");
    program.add(function);
    long[][] arguments = {{0}, {1}, {5}, {17}};
    List<Outcome> expected = outcomes(program, arguments, STEPS);
    for (int round = 0; round < 3; round++) {
      thread(function, true);
      clean(function);
    }
    assertEquals(0, count(function, Op.SWITCH));
    assertEquals(5, count(function, Op.IF));
    assertEquals(expected, outcomes(program, arguments, 10 * STEPS));
  }

  @Test
  void withoutCopiesTheSwitchStays() {
    Function function = parse(MACHINE);
    thread(function, false);
    clean(function);
    assertEquals(1, count(function, Op.SWITCH));
    assertEquals(1, count(function, Op.IF));
  }

  private static final String BEGINNING = "func $f(%a, %b: i32) -> (i32) {\n goto @s0(0)\n";
  private static final String ENDING = " @sTHIS(%r: i32):\n return %r\n}\n";
  private static final String DIAMOND =
      """
       @sTHIS(%x: i32):
        %c = cmp.lt %a, THIS
        goto %c { 1 -> @mTHIS(1, %x), 0 -> @mTHIS(0, %b) }
       @mTHIS(%f, %y: i32):
        %d = cmp.eq %f, 1
        goto %d { 1 -> @tTHIS, 0 -> @sNEXT(%y) }
       @tTHIS:
        %z = add %y, 1
        goto @sNEXT(%z)
      """;

  /** What threading costs must not depend on how much there is to thread in a large function. */
  @Test
  void aLongRowOfFlagsIsBounded() {
    StringBuilder text = new StringBuilder(BEGINNING);
    int diamonds = 2000;
    for (int i = 0; i < diamonds; i++) {
      text.append(DIAMOND.replace("THIS", "" + i).replace("NEXT", "" + (i + 1)));
    }
    text.append(ENDING.replace("THIS", "" + diamonds));
    Function function = parse(text.toString());
    int nodes = function.graph().idLimit();
    int threaded = thread(function, true);
    assertTrue(threaded >= 4, "only " + threaded);
    // Every split makes few nodes, wherever in the row it is.
    assertTrue(function.graph().idLimit() < nodes + 1000);
    clean(function);
  }
}
