package dev.sargasso.passes.simplify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Multipliers divide: all of 8 bits, all divisors of 16 at the edges, wide ones at random. */
class MagicDivisionTest {
  private static boolean isPowerOfTwo(long divisor) {
    return Long.bitCount(divisor) == 1;
  }

  private static long signed(int width, long x, MagicDivision magic) {
    long high = (x * magic.multiplier()) >> width;
    return (high >> magic.shift()) + (x < 0 ? 1 : 0);
  }

  private static long unsigned(int width, long x, MagicDivision magic) {
    long multiplier = magic.multiplier() + (magic.add() ? 1L << width : 0);
    return (x * multiplier) >>> width >>> magic.shift();
  }

  @Test
  void signedIsExactForAllOfEightBits() {
    for (int divisor = 3; divisor < 128; divisor++) {
      if (isPowerOfTwo(divisor)) {
        continue;
      }
      MagicDivision magic = MagicDivision.signed(8, divisor);
      for (int x = -128; x < 128; x++) {
        assertEquals(x / divisor, signed(8, x, magic), x + " / " + divisor);
      }
    }
  }

  @Test
  void unsignedIsExactForAllOfEightBits() {
    for (int bits = 1; bits <= 8; bits++) {
      for (int divisor = 3; divisor < 128; divisor++) {
        if (isPowerOfTwo(divisor)) {
          continue;
        }
        MagicDivision magic = MagicDivision.unsigned(8, divisor, bits);
        for (int x = 0; x < 1 << bits; x++) {
          assertEquals(x / divisor, unsigned(8, x, magic), x + " / " + divisor + ", " + magic);
        }
      }
    }
  }

  @Test
  void exactAroundEveryMultipleOfSixteenBitDivisors() {
    for (int divisor = 3; divisor < 1 << 15; divisor += 7) {
      if (isPowerOfTwo(divisor)) {
        continue;
      }
      MagicDivision signed = MagicDivision.signed(16, divisor);
      MagicDivision unsigned = MagicDivision.unsigned(16, divisor, 16);
      for (int multiple = 0; multiple < 1 << 16; multiple += divisor) {
        for (int x = Math.max(0, multiple - 1); x <= multiple + 1 && x < 1 << 16; x++) {
          assertEquals(x / divisor, unsigned(16, x, unsigned));
          int s = x - (1 << 15);
          assertEquals(s / divisor, signed(16, s, signed));
          assertEquals((short) x / divisor, signed(16, (short) x, signed));
        }
      }
    }
  }

  @Test
  void halvingAnEvenDivisorAlwaysGivesAShortMultiplier() {
    Random random = new Random(2);
    for (int i = 0; i < 20_000; i++) {
      long divisor = (random.nextLong() >>> (1 + random.nextInt(62))) | 1;
      int zeros = 1 + random.nextInt(Long.numberOfLeadingZeros(divisor));
      if (divisor > 1) {
        assertFalse(MagicDivision.unsigned(64, divisor, 64 - zeros).add());
      }
    }
  }

  /** The whole rewrite of a division by a constant, at the width of the type. */
  @Test
  void rewrittenDivisionsAreExact() {
    Random random = new Random(4);
    for (Type type : new Type[] {Type.I8, Type.I16, Type.I32, Type.I64}) {
      for (int i = 0; i < 1500; i++) {
        long divisor = type.canonical(random.nextLong() >> random.nextInt(64));
        if (i < 300) {
          divisor = type.canonical(i - 150);
        }
        if (divisor == 0) {
          continue;
        }
        for (Op op : new Op[] {Op.DIV, Op.UDIV, Op.REM, Op.UREM}) {
          check(type, op, divisor, random);
        }
      }
    }
  }

  private static void check(Type type, Op op, long divisor, Random random) {
    Graph graph = new Graph(Simplifications.whileBuilding());
    Node x = graph.make(Op.PARAMETER, type, 0, null, graph.start());
    Node result = graph.make(op, type, 0, null, null, x, graph.constant(type, divisor));
    boolean division = result.op() == op && divisor != -1;
    assertFalse(division, op + " by " + divisor + " is still there");
    for (int k = 0; k < 40; k++) {
      long dividend =
          k % 2 == 0
              ? Inputs.any(random, type)
              : type.canonical(divisor * random.nextInt(1 << 20) + random.nextInt(3) - 1);
      if (dividend == -1L << (type.bits() - 1) && divisor == -1) {
        continue;
      }
      long expected =
          switch (op) {
            case DIV -> type.canonical(dividend / divisor);
            case REM -> dividend % divisor;
            case UDIV ->
                type.canonical(
                    Long.divideUnsigned(type.unsigned(dividend), type.unsigned(divisor)));
            default ->
                type.canonical(
                    Long.remainderUnsigned(type.unsigned(dividend), type.unsigned(divisor)));
          };
      long actual = new ExpressionValue(node -> dividend, false).of(result);
      if (expected != actual) {
        fail(type + " " + dividend + " " + op + " " + divisor + ": " + actual);
      }
    }
  }
}
