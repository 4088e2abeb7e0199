package dev.sargasso.passes.bulk;

import static org.junit.jupiter.api.Assertions.assertEquals;

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

/** Loops that store become fills and copies if that is the same, and stay if not. */
class BulkLoopsTest {
  /** Fills or copies 40 elements of two bytes, and gives a number that all bytes have a part in. */
  private static final String LOOP =
      """
      global $a 128:8
      global $b 128:8
      func $f(%x: i16) -> (i64) {
          goto @set(0)
        @set(%k: i64):
          %pk: ptr = offset $a, %k
          %low: i8 = truncate %k
          store %pk, %low
          %qk: ptr = offset $b, %k
          %high: i8 = mul %low, 7
          store %qk, %high
          %k1: i64 = add %k, 1
          %more: i1 = cmp.lt %k1, 128
          goto %more { 1 -> @set(%k1), 0 -> @before }
        @before:
          goto @loop(START)
        @loop(%i: i64):
          %i2: i64 = shl %i, 1
          %p: ptr = offset inbounds $a, %i2
          %q: ptr = offset inbounds SOURCE, %i2
          %q1: ptr = offset inbounds %q, 6
          %v: i16 = load %q1
          store %p, VALUE
          %i1: i64 = add %i, STEP
          %c: i1 = cmp.ne %i1, END
          goto %c { 1 -> @loop(%i1), 0 -> @after }
        @after:
          goto @gather(0, 0)
        @gather(%g: i64, %h: i64):
          %pg: ptr = offset $a, %g
          %e: i8 = load %pg
          %w: i64 = zero_extend %e
          %h1: i64 = mul %h, 31
          %h2: i64 = add %h1, %w
          %g1: i64 = add %g, 1
          %d: i1 = cmp.lt %g1, 128
          goto %d { 1 -> @gather(%g1, %h2), 0 -> @out }
        @out:
          return %h2
      }
      """;

  private static String up(String value, String source) {
    return LOOP.replace("VALUE", value)
        .replace("SOURCE", source)
        .replace("START", "5")
        .replace("STEP", "1")
        .replace("END", "45");
  }

  private static Outcome run(Program program) {
    return new SeaInterpreter(program, Externals.NONE, Limits.DEFAULT.withSteps(30_000))
        .run("f", new long[] {77});
  }

  private static void check(String text, int expected) {
    Program program = SsaParser.parse("test.ssa", text, Simplifications.whileBuilding());
    Outcome before = run(program);
    int changed = 0;
    for (Function function : program.functions()) {
      Cleanup.run(function, Simplifications.forWholeGraph(), 0);
      changed += BulkLoops.run(function, (what, node) -> true).total();
      Cleanup.run(function, Simplifications.forWholeGraph(), 0);
      GraphVerifier.verify(function, true);
    }
    assertEquals(expected, changed, text);
    assertEquals(before, run(program), text);
  }

  @Test
  void fills() {
    check(up("0: i16", "$a"), 1);
    check(up("257: i16", "$a"), 1);
    check(up("-1: i16", "$a"), 1);
    // The bytes differ, or nobody knows whether they do.
    check(up("256: i16", "$a"), 0);
    check(up("%x", "$a"), 0);
  }

  @Test
  void fillsDownwards() {
    String down =
        LOOP.replace("VALUE", "0: i16")
            .replace("SOURCE", "$a")
            .replace("START", "44")
            .replace("STEP", "-1")
            .replace("END", "4");
    check(down, 1);
    // Every second element stays.
    check(down.replace("add %i, -1", "add %i, -2"), 0);
  }

  @Test
  void copies() {
    check(up("%v", "$b"), 1);
    check(up("%v", "$a"), 0);
  }
}
