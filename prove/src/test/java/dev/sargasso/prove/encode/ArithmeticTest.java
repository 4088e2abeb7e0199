package dev.sargasso.prove.encode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.z3.BitVecNum;
import com.microsoft.z3.BitVecSort;
import com.microsoft.z3.Expr;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.interpret.Evaluation;
import dev.sargasso.ir.type.Type;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Terms compute what the interpreters compute, on every operation and type. */
class ArithmeticTest {
  private static final List<Type> INTEGERS =
      List.of(Type.I1, Type.I8, Type.I16, Type.I32, Type.I64);
  private static final List<Type> FLOATS = List.of(Type.F32, Type.F64);

  private final Random random = new Random(1);
  private int compared;

  @Test
  void integers() {
    try (Terms terms = new Terms()) {
      Arithmetic arithmetic = new Arithmetic(terms, true);
      for (Type type : INTEGERS) {
        for (Op op : Op.values()) {
          switch (op) {
            case ADD, SUB, MUL, MUL_HIGH, UMUL_HIGH, DIV, UDIV, REM, UREM, AND, OR, XOR ->
                compare(terms, arithmetic, op, type, type);
            case SHL, SHR, SAR, ROL, NEG, NOT, POPCNT, LZCNT, TZCNT ->
                compare(terms, arithmetic, op, type, type);
            case BSWAP -> {
              if (type.bits() >= 16) {
                compare(terms, arithmetic, op, type, type);
              }
            }
            case EQ, NE, LT, LE, ULT, ULE -> compare(terms, arithmetic, op, Type.I1, type);
            case SIGN_EXTEND, ZERO_EXTEND -> {
              for (Type wide : INTEGERS) {
                if (wide.bits() > type.bits()) {
                  compare(terms, arithmetic, op, wide, type);
                }
              }
            }
            case TRUNCATE -> {
              for (Type narrow : INTEGERS) {
                if (narrow.bits() < type.bits()) {
                  compare(terms, arithmetic, op, narrow, type);
                }
              }
            }
            default -> {}
          }
        }
      }
    }
    assertTrue(compared > 2000, compared + " comparisons");
  }

  @Test
  void floats() {
    try (Terms terms = new Terms()) {
      Arithmetic arithmetic = new Arithmetic(terms, true);
      for (Type type : FLOATS) {
        for (Op op : List.of(Op.FADD, Op.FSUB, Op.FMUL, Op.FDIV, Op.FNEG, Op.FABS, Op.FSQRT)) {
          compare(terms, arithmetic, op, type, type);
        }
        for (Op op : List.of(Op.FEQ, Op.FNE, Op.FLT, Op.FLE)) {
          compare(terms, arithmetic, op, Type.I1, type);
        }
        for (Type integer : List.of(Type.I32, Type.I64)) {
          compare(terms, arithmetic, Op.INT_TO_FLOAT, type, integer);
          compare(terms, arithmetic, Op.UINT_TO_FLOAT, type, integer);
          compare(terms, arithmetic, Op.FLOAT_TO_INT, integer, type);
          compare(terms, arithmetic, Op.FLOAT_TO_UINT, integer, type);
        }
      }
      compare(terms, arithmetic, Op.FLOAT_EXTEND, Type.F64, Type.F32);
      compare(terms, arithmetic, Op.FLOAT_ROUND, Type.F32, Type.F64);
    }
    assertTrue(compared > 500, compared + " comparisons");
  }

  private void compare(Terms terms, Arithmetic arithmetic, Op op, Type type, Type operandType) {
    for (int i = 0; i < 24; i++) {
      long a = operand(operandType);
      long b = i % 5 == 0 ? a : operand(operandType);
      String what = op + " " + type + " of " + operandType + " " + a + ", " + b;
      Expr<BitVecSort> x = terms.constant(operandType, a);
      Expr<BitVecSort> y = terms.constant(operandType, b);
      boolean traps = Evaluation.traps(op, operandType, a, b);
      assertEquals(
          traps, arithmetic.traps(op, operandType, x, y).simplify().isTrue(), what + " traps");
      if (traps) {
        continue;
      }
      Expr<BitVecSort> made = terms.simplified(arithmetic.evaluate(op, type, operandType, x, y, y));
      long expected = Evaluation.evaluate(op, type, operandType, a, b, b);
      assertTrue(made instanceof BitVecNum, what + " gives " + made);
      assertEquals(
          type.isFloat() ? expected : type.unsigned(expected),
          ((BitVecNum) made).getBigInteger().longValue(),
          what);
      compared++;
    }
  }

  /** Often near the limits. */
  private long operand(Type type) {
    if (type.isFloat()) {
      double[] usual = {0, -0.0, 1, -1, 0.5, 3e9, -3e9, 1e19, 1e-310, 1e300, Double.NaN};
      double value =
          random.nextInt(3) == 0 ? random.nextGaussian() * 1e6 : usual[random.nextInt(11)];
      long bits = random.nextInt(4) == 0 ? random.nextLong() : Double.doubleToRawLongBits(value);
      return type == Type.F64
          ? bits
          : Float.floatToRawIntBits((float) Double.longBitsToDouble(bits)) & 0xFFFF_FFFFL;
    }
    long near = random.nextInt(5) - 2L;
    return type.canonical(
        switch (random.nextInt(4)) {
          case 0 -> near;
          case 1 -> (1L << (type.bits() - 1)) + near;
          case 2 -> random.nextInt(100);
          default -> random.nextLong();
        });
  }
}
