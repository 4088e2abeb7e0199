package dev.sargasso.passes.counted;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.interpret.Evaluation;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The number of rounds, against counting, for all starts and bounds of eight bits. */
class RoundsTest {
  private static final List<String> RELATIONS =
      List.of("lt", "le", "gt", "ge", "ult", "ule", "ugt", "uge", "ne", "eq");
  private static final int MANY = 600;

  /** What the loop compares: its phi, its next value, or something else near. */
  private enum Tested {
    PHI,
    NEXT,
    BESIDE
  }

  private record Shape(
      String relation, int step, boolean promises, Tested tested, boolean guarded, long mask) {
    String text() {
      String what =
          switch (tested) {
            case PHI -> "%i";
            case NEXT -> "%next";
            case BESIDE -> "%beside";
          };
      return """
      func $f(%start: i8, %b0: i8) {
          %b: i8 = and %b0, MASK
          GUARD
        @in:
          goto @loop(%start)
        @loop(%i: i8):
          %next: i8 = add PROMISE %i, STEP
          %beside: i8 = add %i, 2
          %c: i1 = cmp.RELATION TESTED, %b
          goto %c { 1 -> @round, 0 -> @out }
        @round:
          goto @loop(%next)
        @out:
          return
      }
      """
          .replace(
              "GUARD",
              guarded
                  ? "%g: i1 = cmp.RELATION %start, %b\n"
                      + "goto %g { 1 -> @in, 0 -> @past }\n@past:\n return"
                  : "goto @in")
          .replace("MASK", Long.toString(mask))
          .replace("PROMISE", promises ? "nsw" : "")
          .replace("STEP", Integer.toString(step))
          .replace("RELATION", relation)
          .replace("TESTED", what);
    }

    boolean holds(int a, int b) {
      int x = a & 0xFF;
      int y = b & 0xFF;
      return switch (relation) {
        case "lt" -> a < b;
        case "le" -> a <= b;
        case "gt" -> a > b;
        case "ge" -> a >= b;
        case "ult" -> x < y;
        case "ule" -> x <= y;
        case "ugt" -> x > y;
        case "uge" -> x >= y;
        case "ne" -> a != b;
        default -> a == b;
      };
    }

    /** Rounds by counting, -1 if there is no end, -2 if a promise is broken on the way. */
    int count(byte start, byte bound) {
      byte i = start;
      for (int rounds = 0; rounds < MANY; rounds++) {
        if (promises && (byte) (i + step) != i + step) {
          return -2;
        }
        byte value =
            switch (tested) {
              case PHI -> i;
              case NEXT -> (byte) (i + step);
              case BESIDE -> (byte) (i + 2);
            };
        if (!holds(value, bound)) {
          return rounds;
        }
        i = (byte) (i + step);
      }
      return -1;
    }
  }

  @Test
  void roundsAreAsCounted() {
    int found = 0;
    int promised = 0;
    for (String relation : RELATIONS) {
      for (int step : new int[] {1, -1, 2, -2, 3, 4, -7}) {
        for (Tested tested : Tested.values()) {
          for (int bits = 0; bits < 8; bits++) {
            long mask = (bits & 4) != 0 ? 60 : -1;
            Shape shape = new Shape(relation, step, (bits & 1) != 0, tested, (bits & 2) != 0, mask);
            Rounds rounds = check(shape, bits % 3 == 0);
            if (rounds != null) {
              found++;
              promised += rounds.proof() == Rounds.Proof.PROMISE ? 1 : 0;
            }
          }
        }
      }
    }
    assertTrue(found > 280, "only " + found);
    assertTrue(promised > 50, "only " + promised);
  }

  private static Rounds check(Shape shape, boolean simplifies) {
    Simplifier simplifier = simplifies ? Simplifications.whileBuilding() : Simplifier.NONE;
    Function function = Loops.parse(shape.text(), simplifier);
    Rounds rounds = Loops.rounds(function);
    if (rounds == null) {
      return null;
    }
    Node made = rounds.make(function.graph());
    for (int s = -128; s < 128; s++) {
      for (int b = -128; b < 128; b++) {
        byte start = (byte) s;
        byte bound = (byte) (b & shape.mask);
        int expected = shape.count(start, bound);
        if (expected == -2 || (shape.guarded && !shape.holds(s, bound))) {
          continue;
        }
        Supplier<String> where = () -> shape + " from " + start + " to " + bound + ": " + rounds;
        long[] arguments = {s, b};
        long first = evaluate(rounds.first(), arguments);
        long last = evaluate(rounds.bound(), arguments);
        assertEquals(expected, rounds.count(first, last), where);
        assertEquals((byte) expected, (byte) evaluate(made, arguments), where);
        assertTrue(rounds.most() >= expected, where);
        assertTrue(!rounds.comesRound() || expected > 0, where);
        checkExactness(shape, rounds, s, expected, where);
      }
    }
    return rounds;
  }

  private static void checkExactness(
      Shape shape, Rounds rounds, int s, int count, Supplier<String> where) {
    int signed = s + shape.step * count;
    int unsigned = (s & 0xFF) + shape.step * count;
    assertTrue(!rounds.isExactSigned() || (signed >= -128 && signed <= 127), where);
    assertTrue(!rounds.isExactUnsigned() || (unsigned >= 0 && unsigned <= 255), where);
  }

  private static long evaluate(Node node, long[] arguments) {
    if (node.op() == Op.PARAMETER) {
      return arguments[(int) node.immediate()];
    }
    if (node.isConstant()) {
      return node.immediate();
    }
    long[] values = new long[3];
    for (int i = 0; i < node.valueCount(); i++) {
      values[i] = evaluate(node.value(i), arguments);
    }
    Type operands = node.op() == Op.SELECT ? node.type() : node.value(0).type();
    return Evaluation.evaluate(node.op(), node.type(), operands, values[0], values[1], values[2]);
  }

  @Test
  void countersInOtherWidths() {
    String loop =
        """
        func $f(%n: i32) {
            goto @loop(0)
          @loop(%i: i64):
            %next: i64 = add %i, 1
            %low: i32 = truncate %next
            %c: i1 = cmp.lt %low, %n
            goto %c { 1 -> @round, 0 -> @out }
          @round:
            goto @loop(%next)
          @out:
            return
        }
        """;
    Rounds rounds = Loops.rounds(function(loop));
    assertNotNull(rounds);
    assertEquals(Type.I32, rounds.type());
    assertEquals(Rounds.Proof.STEP_OF_ONE, rounds.proof());
    assertEquals(9, rounds.count(1, 10));
  }

  @Test
  void pointersThatCount() {
    String loop =
        """
        func $f(%p: ptr, %n: i64) {
            %bytes: i64 = shl %n, 3
            %end: ptr = offset %p, %bytes
            goto @loop(%p)
          @loop(%i: ptr):
            %next: ptr = offset %i, 1
            %c: i1 = cmp.ult %next, %end
            goto %c { 1 -> @round, 0 -> @out }
          @round:
            goto @loop(%next)
          @out:
            return
        }
        """;
    Function function = function(loop);
    Rounds rounds = Loops.rounds(function);
    assertNotNull(rounds);
    assertEquals(Relation.UNSIGNED_LESS, rounds.relation());
    assertEquals(Type.I64, rounds.type());
    assertEquals(Type.I64, rounds.make(function.graph()).type());
    // Eight at a time could jump over an end near the end of memory.
    assertNull(Loops.rounds(function(loop.replace("%i, 1", "%i, 8"))));
  }

  @Test
  void whatIsNoCounterIsNotCounted() {
    String loop =
        """
        func $f(%p: ptr, %n: i64) {
            goto @loop(1)
          @loop(%i: i64):
            %next: i64 = STEP
            %c: i1 = cmp.ult %next, BOUND
            goto %c { 1 -> @round, 0 -> @out }
          @round:
            goto @loop(%next)
          @out:
            return
        }
        """;
    assertNotNull(Loops.rounds(function(loop.replace("STEP", "add %i, 1").replace("BOUND", "%n"))));
    assertNull(Loops.rounds(function(loop.replace("STEP", "mul %i, 3").replace("BOUND", "%n"))));
    assertNull(Loops.rounds(function(loop.replace("STEP", "add %i, %i").replace("BOUND", "%n"))));
    assertNull(Loops.rounds(function(loop.replace("STEP", "add %i, 1").replace("BOUND", "%i"))));
  }

  private static Function function(String text) {
    return Loops.parse(text, Simplifications.whileBuilding());
  }
}
