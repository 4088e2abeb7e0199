package dev.sargasso.passes.loop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.text.SsaParser;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.passes.dead.Cleanup;
import dev.sargasso.passes.simplify.Simplifications;
import org.junit.jupiter.api.Test;

/** Counted loops before and after several of their rounds are done at once. */
class PartialUnrollingTest {
  private static final int BYTES = 1024;

  /** A loop with its test at the top that stores, gathers, and takes one of two ways. */
  private static String atTheTop(String type, String from, String test, String step) {
    return """
    global $a 1024:1 = { i8 1, 2, 3, 4, 5, 6, 7, 8 }
    func $f(%n: TYPE, %x: TYPE) -> (TYPE) {
        goto @test(FROM, 7, 0)
      @test(%i: TYPE, %sum: TYPE, %last: TYPE):
        %more = TEST
        goto %more { 1 -> @body, 0 -> @done }
      @body:
        %low = and %i, 255
        %wide: i64 = zero_extend %low
        %p = offset inbounds $a, %wide
        %byte: i8 = load %p
        %v: TYPE = zero_extend %byte
        %changed = add %byte, 3
        store %p, %changed
        %odd = and %v, 1
        %isodd = cmp.ne %odd, 0
        goto %isodd { 1 -> @one, 0 -> @other }
      @one:
        %y = mul %v, %i
        goto @meet(%y)
      @other:
        %z = sub %v, %last
        goto @meet(%z)
      @meet(%w: TYPE):
        %gathered = add %sum, %w
        %j = add nsw %i, STEP
        goto @test(%j, %gathered, %v)
      @done:
        %result = xor %sum, %last
        return %result
    }
    """
        .replace("TYPE", type)
        .replace("FROM", from)
        .replace("TEST", test)
        .replace("STEP", step);
  }

  /** A loop of one block with its test at the bottom. */
  private static String atTheBottom(String test, String step) {
    return """
    global $a 1024:1 = { i8 1, 2, 3, 4, 5, 6, 7, 8 }
    func $f(%n: i64, %x: i64) -> (i64) {
        goto @body(%x, 1)
      @body(%i: i64, %sum: i64):
        %low = and %i, 511
        %p = offset inbounds $a, %low
        %v: i8 = load %p
        %changed = add %v, 5
        store %p, %changed
        %wide: i64 = zero_extend %v
        %twice = mul %sum, 3
        %gathered = add %twice, %wide
        %j = add nsw %i, STEP
        %more = TEST
        goto %more { 1 -> @body(%j, %gathered), 0 -> @done }
      @done:
        %result = add %gathered, %i
        return %result
    }
    """
        .replace("TEST", test)
        .replace("STEP", step);
  }

  private static Program parse(String text) {
    return SsaParser.parse("loop.ssa", text, Simplifier.NONE);
  }

  private static byte[] run(Program program, long... arguments) {
    SeaInterpreter interpreter =
        new SeaInterpreter(program, Externals.NONE, Limits.DEFAULT.withSteps(1_000_000));
    Outcome outcome = interpreter.run("f", arguments);
    byte[] memory = interpreter.memory().read(interpreter.addressOf("a"), BYTES);
    long result = ((Outcome.Returned) outcome).value();
    for (int i = 0; i < 8; i++) {
      memory[BYTES - 8 + i] = (byte) (result >> (8 * i));
    }
    return memory;
  }

  private static PartialUnrolling.Counts check(String text, int least, int most) {
    Program before = parse(text);
    Program after = parse(text);
    Function function = after.functions().iterator().next();
    Simplifier simplifier = Simplifications.forWholeGraph();
    Cleanup.run(function, simplifier, 0);
    PartialUnrolling.Counts counts = PartialUnrolling.run(function, branch -> true);
    GraphVerifier.verify(function);
    Cleanup.run(function, simplifier, 0);
    GraphVerifier.verify(function);
    for (int n = least; n <= most; n++) {
      assertArrayEquals(run(before, n, 3), run(after, n, 3), n + " given to " + text);
    }
    return counts;
  }

  @Test
  void testsAtTheTop() {
    for (String type : new String[] {"i16", "i32"}) {
      assertEquals(1, check(atTheTop(type, "0", "cmp.lt %i, %n", "1"), -2, 40).loops());
      assertEquals(1, check(atTheTop(type, "%x", "cmp.le %i, %n", "3"), -2, 70).loops());
      assertEquals(1, check(atTheTop(type, "%n", "cmp.lt 2, %i", "-1"), -2, 40).loops());
      assertEquals(1, check(atTheTop(type, "0", "cmp.ult %i, %n", "1"), 0, 40).loops());
      assertEquals(1, check(atTheTop(type, "0", "cmp.ne %i, %n", "1"), 0, 40).loops());
      assertEquals(1, check(atTheTop(type, "0", "cmp.lt %i, 37", "2"), 0, 1).loops());
    }
  }

  @Test
  void testsAtTheBottom() {
    assertEquals(1, check(atTheBottom("cmp.lt %j, %n", "1"), -2, 40).loops());
    assertEquals(1, check(atTheBottom("cmp.lt %i, %n", "1"), -2, 40).loops());
    assertEquals(1, check(atTheBottom("cmp.le %j, %n", "5"), -2, 90).loops());
    assertEquals(1, check(atTheBottom("cmp.lt %n, %j", "-2"), -60, 10).loops());
    assertEquals(4, check(atTheBottom("cmp.lt %j, %n", "1"), 0, 0).rounds());
  }

  @Test
  void whatHasFewRoundsIsLeftAlone() {
    assertEquals(0, check(atTheTop("i32", "0", "cmp.lt %i, 3", "1"), 0, 1).loops());
    // Nobody knows how often this goes round.
    assertEquals(0, check(atTheBottom("cmp.ult %wide, %n", "1"), 0, 0).loops());
  }

  @Test
  void whatIsLeftOverIsNotUnrolledAgain() {
    Program program = parse(atTheTop("i32", "0", "cmp.lt %i, %n", "1"));
    Function function = program.functions().iterator().next();
    Cleanup.run(function, Simplifications.forWholeGraph(), 0);
    assertEquals(1, PartialUnrolling.run(function, branch -> true).loops());
    Cleanup.run(function, Simplifications.forWholeGraph(), 0);
    int size = function.graph().size();
    // The main loop may be, but not the one behind it.
    PartialUnrolling.run(function, branch -> branch.position() < 0);
    Cleanup.run(function, Simplifications.forWholeGraph(), 0);
    assertEquals(size, function.graph().size());
  }
}
