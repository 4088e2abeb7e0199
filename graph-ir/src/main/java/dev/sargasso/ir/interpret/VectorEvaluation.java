package dev.sargasso.ir.interpret;

import dev.sargasso.ir.graph.Lanes;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * The exact value of every vector operation, by way of {@link Evaluation} for each lane.
 *
 * <p>A vector is two {@code long}s: the bytes 0 to 7 of its form in memory, and 8 to 15, both
 * little-endian. An instance holds the operands of one operation and then its result.
 */
public final class VectorEvaluation {
  private long low;
  private long high;
  private long resultLow;
  private long resultHigh;

  /** Holds nothing yet. */
  public VectorEvaluation() {}

  /** The lower half of the last result; of a scalar one the canonical value. */
  public long low() {
    return low;
  }

  /** The upper half of the last result; 0 for a scalar one. */
  public long high() {
    return high;
  }

  /**
   * Computes an operation. Of a scalar operand the value is the lower half.
   *
   * @param op one that {@link Op#isVector}, or a SELECT of vectors
   * @param immediate see {@link Lanes}
   * @param type of the result
   * @param operandType of the first value input
   * @param halves the lower and the upper half of each value input in turn: six, of which those of
   *     absent inputs are ignored
   */
  public void evaluate(
      Op op, long immediate, Type type, @Nullable Type operandType, long... halves) {
    resultLow = 0;
    resultHigh = 0;
    switch (op) {
      case SPLAT -> splat(scalar(operandType), halves[0]);
      case VECTOR_PAIR -> {
        resultLow = halves[0];
        resultHigh = halves[2];
      }
      case EXTRACT_LANE -> resultLow = lane(type, halves, 0, (int) immediate);
      case VECTOR_UNARY -> unary(Lanes.op(immediate), Lanes.type(immediate), halves);
      case VECTOR_BINARY -> binary(Lanes.op(immediate), Lanes.type(immediate), halves);
      case VECTOR_SHIFT -> shift(Lanes.op(immediate), Lanes.type(immediate), halves);
      case BLEND -> {
        resultLow = (halves[2] & halves[0]) | (halves[4] & ~halves[0]);
        resultHigh = (halves[3] & halves[1]) | (halves[5] & ~halves[1]);
      }
      case SELECT -> {
        resultLow = halves[0] != 0 ? halves[2] : halves[4];
        resultHigh = halves[0] != 0 ? halves[3] : halves[5];
      }
      case SHUFFLE -> {
        for (int i = 0; i < 4; i++) {
          put(Type.I32, i, lane(Type.I32, halves, 0, (int) (immediate >> (2 * i)) & 3));
        }
      }
      case INTERLEAVE_LOW -> interleave(Lanes.type(immediate), halves, 0);
      case INTERLEAVE_HIGH -> {
        Type lane = Lanes.type(immediate);
        interleave(lane, halves, Lanes.count(lane) / 2);
      }
      case EVEN_LANES -> evenLanes(Lanes.type(immediate), halves);
      default -> throw new IllegalArgumentException(op.text() + " is no vector operation");
    }
    low = resultLow;
    high = resultHigh;
  }

  private static Type scalar(@Nullable Type type) {
    if (type == null) {
      throw new IllegalArgumentException("an operand without a type");
    }
    return type;
  }

  /** The canonical value of a lane of operand {@code operand}. */
  private static long lane(Type type, long[] halves, int operand, int index) {
    int bit = index * type.bits();
    return type.canonical(halves[2 * operand + (bit >> 6)] >>> (bit & 63));
  }

  private void put(Type type, int index, long value) {
    int bit = index * type.bits();
    long bits = type.unsigned(value) << (bit & 63);
    if (bit < 64) {
      resultLow |= bits;
    } else {
      resultHigh |= bits;
    }
  }

  private void splat(Type type, long value) {
    for (int i = 0; i < Lanes.count(type); i++) {
      put(type, i, value);
    }
  }

  private void unary(Op op, Type lane, long[] halves) {
    Type converted = Lanes.convertedFrom(op, lane);
    Type from = converted == null ? lane : converted;
    for (int i = 0; i < Lanes.count(lane); i++) {
      put(lane, i, Evaluation.evaluate(op, lane, from, lane(from, halves, 0, i), 0, 0));
    }
  }

  private void binary(Op op, Type lane, long[] halves) {
    boolean compares = op.isComparison();
    for (int i = 0; i < Lanes.count(lane); i++) {
      long a = lane(lane, halves, 0, i);
      long b = lane(lane, halves, 1, i);
      long value = Evaluation.evaluate(op, compares ? Type.I1 : lane, lane, a, b, 0);
      put(lane, i, compares ? -value : value);
    }
  }

  private void shift(Op op, Type lane, long[] halves) {
    for (int i = 0; i < Lanes.count(lane); i++) {
      put(lane, i, Evaluation.evaluate(op, lane, lane, lane(lane, halves, 0, i), halves[2], 0));
    }
  }

  private void interleave(Type lane, long[] halves, int from) {
    for (int i = 0; i < Lanes.count(lane) / 2; i++) {
      put(lane, 2 * i, lane(lane, halves, 0, from + i));
      put(lane, 2 * i + 1, lane(lane, halves, 1, from + i));
    }
  }

  private void evenLanes(Type lane, long[] halves) {
    int half = Lanes.count(lane) / 2;
    for (int i = 0; i < half; i++) {
      put(lane, i, lane(lane, halves, 0, 2 * i));
      put(lane, half + i, lane(lane, halves, 1, 2 * i));
    }
  }
}
