package dev.sargasso.passes.vector;

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
import dev.sargasso.ir.type.Type;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.passes.dead.Cleanup;
import dev.sargasso.passes.simplify.Simplifications;
import org.junit.jupiter.api.Test;

/** Loops over an array before and after vectorisation, for all small numbers of rounds. */
class LoopVectorisationTest {
  private static final int BYTES = 2048;
  private static final int MIDDLE = 512;

  /**
   * A loop whose element number i is loaded from {@code from} elements ahead, changed, and stored
   * {@code to} elements ahead.
   */
  private static String loop(String type, String operation, int from, int to) {
    int log = Integer.numberOfTrailingZeros(Type.named(type).bytes());
    int size = 1 << log;
    return """
    global $a 2048:1 = { CONTENTS }
    func $f(%n: i64, %x: TYPE, %start: TYPE) -> (TYPE) {
        goto @test(0, %start)
      @test(%i: i64, %sum: TYPE):
        %more = cmp.lt %i, %n
        goto %more { 1 -> @body, 0 -> @done }
      @body:
        %bytes = shl %i, LOG
        %p = offset inbounds $a, %bytes
        %q = offset inbounds %p, FROM
        %r = offset inbounds %p, TO
        %v: TYPE = load %q
        OPERATION
        store %r, %w
        %gathered = add %sum, %w
        %j = add nsw %i, 1
        goto @test(%j, %gathered)
      @done:
        return %sum
    }
    """
        .replace("CONTENTS", contents())
        .replace("OPERATION", operation)
        .replace("TYPE", type)
        .replace("LOG", "" + log)
        .replace("FROM", "" + (MIDDLE + from * size))
        .replace("TO", "" + (MIDDLE + to * size));
  }

  private static String contents() {
    StringBuilder text = new StringBuilder("i8 ");
    for (int i = 0; i < BYTES; i++) {
      text.append(i == 0 ? "" : ", ").append((byte) (i * 37 + i / 7));
    }
    return text.toString();
  }

  private static Program parse(String text) {
    return SsaParser.parse("loop.ssa", text, Simplifier.NONE);
  }

  /** Vectorises; gives how many loops. */
  private static int vectorise(Program program) {
    Function function = program.functions().iterator().next();
    Simplifier simplifier = Simplifications.forWholeGraph();
    Cleanup.run(function, simplifier, 0);
    int loops = LoopVectorisation.run(function, branch -> true).loops();
    Cleanup.run(function, simplifier, 0);
    GraphVerifier.verify(function);
    return loops;
  }

  private static byte[] run(Program program, long... arguments) {
    SeaInterpreter interpreter =
        new SeaInterpreter(program, Externals.NONE, Limits.DEFAULT.withSteps(1_000_000));
    Outcome outcome = interpreter.run("f", arguments);
    byte[] memory = interpreter.memory().read(interpreter.addressOf("a"), BYTES);
    long result = ((Outcome.Returned) outcome).value();
    for (int i = 0; i < 8; i++) {
      memory[i] = (byte) (result >> (8 * i));
    }
    return memory;
  }

  private static int check(String text) {
    Program scalar = parse(text);
    Program vector = parse(text);
    int loops = vectorise(vector);
    for (int n = -1; n < 41; n++) {
      assertArrayEquals(run(scalar, n, 3, 5), run(vector, n, 3, 5), n + " rounds of " + text);
    }
    return loops;
  }

  @Test
  void distancesThatAreTooShortAreSeen() {
    for (String type : new String[] {"i16", "i32"}) {
      int lanes = 16 / Type.named(type).bytes();
      for (int distance = -10; distance <= 10; distance++) {
        int loops = check(loop(type, "%w = add %v, %x", 0, distance));
        // What is read must not have been written a few rounds before.
        assertEquals(distance > 0 && distance < lanes ? 0 : 1, loops, type + " " + distance);
      }
    }
  }

  @Test
  void operationsAreDoneLaneByLane() {
    String[] operations = {
      "%w = sub %x, %v",
      "%w = mul %v, %v",
      "%w = neg %v",
      "%w = not %v",
      "%y = shl %v, 3 %w = xor %y, %x",
      "%w = shr %v, %x",
      "%w = sar %v, 1",
      "%c = cmp.lt %v, %x %w = select %c, %v, %x",
      "%c = cmp.ule %v, %x %w = select %c, %x, %v",
      "%c = cmp.ne %v, %x %d = cmp.lt %v, 77 %e = and %c, %d %w: TYPE = zero_extend %e",
      "%c = cmp.eq %v, %x %w: TYPE = sign_extend %c",
      "%y: i8 = truncate %v %w: TYPE = sign_extend %y",
      "%y: i8 = truncate %v %w: TYPE = zero_extend %y"
    };
    int loops = 0;
    for (String type : new String[] {"i16", "i32", "i64"}) {
      for (String operation : operations) {
        loops += check(loop(type, operation, 0, 64));
      }
    }
    assertEquals(32, loops);
  }

  @Test
  void aFloatingPointSumKeepsItsOrder() {
    String text =
        loop("i64", "%w = add %v, 1", 0, 0)
            .replace("%sum: i64", "%sum: f64")
            .replace("%start: i64", "%start: f64")
            .replace("-> (i64)", "-> (f64)")
            .replace("add %sum, %w", "fadd %sum, 0.5");
    assertEquals(0, check(text));
  }
}
