package dev.sargasso.ir.interpret;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sargasso.ir.graph.Lanes;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import org.junit.jupiter.api.Test;

/** What vector operations compute, on vectors whose bytes tell where they come from. */
class VectorEvaluationTest {
  private static final long A_LOW = 0x0706050403020100L;
  private static final long A_HIGH = 0x0F0E0D0C0B0A0908L;
  private static final long B_LOW = 0x1716151413121110L;
  private static final long B_HIGH = 0x1F1E1D1C1B1A1918L;

  private static void check(
      long low, long high, Op op, long immediate, Type type, Type operand, long... halves) {
    VectorEvaluation evaluation = new VectorEvaluation();
    evaluation.evaluate(op, immediate, type, operand, halves);
    assertEquals(Long.toHexString(low), Long.toHexString(evaluation.low()), op + " low");
    assertEquals(Long.toHexString(high), Long.toHexString(evaluation.high()), op + " high");
  }

  private static void check(long low, long high, Op op, long immediate, long... halves) {
    check(low, high, op, immediate, Type.V128, Type.V128, halves);
  }

  @Test
  void lanesComeAndGo() {
    check(0x0202020202020202L, 0x0202020202020202L, Op.SPLAT, 0, Type.V128, Type.I8, 2, 0, 0, 0);
    check(-1, -1, Op.SPLAT, 0, Type.V128, Type.I16, -1, 0);
    check(0x3F800000_3F800000L, 0x3F800000_3F800000L, Op.SPLAT, 0, Type.V128, Type.F32, 0x3F800000);
    check(5, 7, Op.VECTOR_PAIR, 0, Type.V128, Type.I64, 5, 0, 7, 0);
    check(0x0B0A, 0, Op.EXTRACT_LANE, 5, Type.I16, Type.V128, A_LOW, A_HIGH);
    check(-2, 0, Op.EXTRACT_LANE, 1, Type.I32, Type.V128, 0xFFFFFFFE_00000000L, 0);
    check(A_HIGH, 0, Op.EXTRACT_LANE, 1, Type.F64, Type.V128, A_LOW, A_HIGH);
  }

  @Test
  void lanesChangePlaces() {
    check(
        0x1303_1202_1101_1000L,
        0x1707_1606_1505_1404L,
        Op.INTERLEAVE_LOW,
        Lanes.of(Type.I8),
        A_LOW,
        A_HIGH,
        B_LOW,
        B_HIGH);
    check(A_HIGH, B_HIGH, Op.INTERLEAVE_HIGH, Lanes.of(Type.I64), A_LOW, A_HIGH, B_LOW, B_HIGH);
    check(
        0x0D0C_0908_0504_0100L,
        0x1D1C_1918_1514_1110L,
        Op.EVEN_LANES,
        Lanes.of(Type.I16),
        A_LOW,
        A_HIGH,
        B_LOW,
        B_HIGH);
    check(0x0F0E0D0C_03020100L, 0x07060504_03020100L, Op.SHUFFLE, 0b01_00_11_00, A_LOW, A_HIGH);
    check(
        0x0706050413121110L,
        B_HIGH,
        Op.BLEND,
        0,
        0xFFFFFFFF_00000000L,
        0,
        A_LOW,
        A_HIGH,
        B_LOW,
        B_HIGH);
  }

  @Test
  void eachLaneIsComputedAlone() {
    long bytes = Lanes.of(Op.ADD, Type.I8);
    check(0x00FF, 0, Op.VECTOR_BINARY, bytes, 0x01FF, 0, 0xFF00, 0);
    long order = Lanes.of(Op.LT, Type.I16);
    check(
        0xFFFF, 0xFFFF_0000_0000_0000L, Op.VECTOR_BINARY, order, 0x7FFF_FFFF, 0x8000L << 48, 0, 0);
    long shift = Lanes.of(Op.SAR, Type.I16);
    check(0xFFFF_C000L, 0, Op.VECTOR_SHIFT, shift, 0xFFFF_8000L, 0, 17, 0);
    long convert = Lanes.of(Op.INT_TO_FLOAT, Type.F32);
    check(0x3F800000_BF800000L, 0, Op.VECTOR_UNARY, convert, 0x1_FFFFFFFFL, 0);
    assertThrows(
        IllegalArgumentException.class,
        () -> check(0, 0, Op.ADD, 0, Type.V128, Type.V128, 0, 0, 0, 0));
  }
}
