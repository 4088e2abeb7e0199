package dev.sargasso.passes.simplify;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Makes random pure expressions, the same ones in any graph for the same seed: values made earlier
 * are used again, and constants are those at which rules change their minds.
 */
final class RandomExpressions {
  private static final Type[] INTEGERS = {Type.I1, Type.I8, Type.I16, Type.I32, Type.I64};
  private static final Op[] BINARY = {
    Op.ADD,
    Op.SUB,
    Op.MUL,
    Op.AND,
    Op.OR,
    Op.XOR,
    Op.SHL,
    Op.SHR,
    Op.SAR,
    Op.ROL,
    Op.ADD,
    Op.SUB,
    Op.AND,
    Op.MUL_HIGH,
    Op.UMUL_HIGH,
    Op.DIV,
    Op.UDIV,
    Op.REM,
    Op.UREM
  };
  private static final Op[] UNARY = {Op.NEG, Op.NOT, Op.NOT, Op.NEG, Op.POPCNT, Op.LZCNT, Op.TZCNT};
  private static final Op[] COMPARE = {Op.EQ, Op.NE, Op.LT, Op.LE, Op.ULT, Op.ULE};
  private static final Op[] FLOAT = {Op.FADD, Op.FSUB, Op.FMUL, Op.FDIV};
  private static final Op[] FLOAT_COMPARE = {Op.FEQ, Op.FNE, Op.FLT, Op.FLE};
  private static final double[] FLOATS = {0.0, -0.0, 1.0, -1.0, 2.0, 0.5, 3.0, 1e30};

  private final Graph graph;
  private final Random random;
  private final boolean promises;
  private final List<Node> made = new ArrayList<>();

  RandomExpressions(Graph graph, long seed, boolean promises) {
    this.graph = graph;
    this.random = new Random(seed);
    this.promises = promises;
  }

  /** A number of expressions on top of each other; all that were made, resolved. */
  List<Node> make(int count) {
    Type main = INTEGERS[1 + random.nextInt(4)];
    for (int i = 0; i < count; i++) {
      made.add(operation(random.nextInt(6) == 0 ? anyType() : main));
    }
    List<Node> live = new ArrayList<>();
    for (Node node : made) {
      live.add(graph.resolve(node));
    }
    return live;
  }

  private Type anyType() {
    return switch (random.nextInt(9)) {
      case 0 -> Type.F64;
      case 1 -> Type.F32;
      case 2 -> Type.PTR;
      default -> INTEGERS[random.nextInt(5)];
    };
  }

  private Node operand(Type type) {
    if (random.nextInt(4) != 0) {
      // Something made lately, of the type.
      for (int i = made.size() - 1, tries = 0; i >= 0 && tries < 6; i--, tries++) {
        if (made.get(i).type() == type && random.nextInt(3) != 0) {
          return made.get(i);
        }
      }
    }
    return switch (random.nextInt(5)) {
      case 0, 1 ->
          graph.make(
              Op.PARAMETER, type, 10L * type.ordinal() + random.nextInt(2), null, graph.start());
      case 2 -> operation(type);
      default -> constant(type);
    };
  }

  private Node constant(Type type) {
    if (type.isFloat()) {
      double value = FLOATS[random.nextInt(FLOATS.length)];
      return type == Type.F64 ? graph.constant(value) : graph.constant((float) value);
    }
    int bits = type.bits();
    long value =
        switch (random.nextInt(6)) {
          case 0 -> 0;
          case 1 -> random.nextInt(2) * 2 - 1;
          case 2 -> 1L << random.nextInt(bits);
          case 3 -> (1L << random.nextInt(bits)) - 1;
          case 4 -> random.nextInt(bits + 2);
          default -> random.nextLong() >> random.nextInt(64);
        };
    return graph.constant(type, value);
  }

  private Node operation(Type type) {
    if (type == Type.PTR) {
      return switch (random.nextInt(4)) {
        case 0 -> graph.make(Op.BITCAST, type, 0, null, operand(Type.I64));
        case 1 ->
            graph.make(Op.SELECT, type, 0, null, operand(Type.I1), operand(type), operand(type));
        default -> graph.make(Op.OFFSET, type, 0, null, operand(type), operand(Type.I64));
      };
    }
    if (type.isFloat()) {
      return floating(type);
    }
    if (type == Type.I1) {
      return truth();
    }
    return switch (random.nextInt(14)) {
      case 0, 1, 2, 3, 4, 5, 6 -> binary(BINARY[random.nextInt(BINARY.length)], type);
      case 7, 8 -> unary(UNARY[random.nextInt(UNARY.length)], type);
      case 9 ->
          graph.make(Op.SELECT, type, 0, null, operand(Type.I1), operand(type), operand(type));
      case 10, 11, 12 -> conversion(type);
      default -> rare(type);
    };
  }

  private Node unary(Op op, Type type) {
    return graph.make(op, type, 0, null, operand(type));
  }

  private Node binary(Op op, Type type) {
    Node a = operand(type);
    Node b = operand(type);
    if (op.hasControl()) {
      return graph.make(op, type, 0, null, (@Nullable Node) null, a, b);
    }
    boolean flag =
        promises
            && (op == Op.ADD || op == Op.SUB || op == Op.MUL || op == Op.SHL)
            && random.nextInt(3) == 0;
    return graph.make(op, type, flag ? Op.NO_SIGNED_WRAP : 0, null, a, b);
  }

  private Node conversion(Type type) {
    Type other = INTEGERS[random.nextInt(5)];
    if (other.bits() > type.bits()) {
      return graph.make(Op.TRUNCATE, type, 0, null, operand(other));
    }
    if (other.bits() < type.bits()) {
      Op op = random.nextBoolean() ? Op.SIGN_EXTEND : Op.ZERO_EXTEND;
      return graph.make(op, type, 0, null, operand(other));
    }
    return binary(Op.ADD, type);
  }

  private Node rare(Type type) {
    Type same = type == Type.I64 ? Type.F64 : Type.F32;
    if (type == Type.I64 && random.nextInt(3) == 0) {
      Node a = graph.make(Op.BITCAST, type, 0, null, operand(Type.PTR));
      Node b = graph.make(Op.BITCAST, type, 0, null, operand(Type.PTR));
      return graph.make(Op.SUB, type, 0, null, a, b);
    }
    if (type == Type.I32 || type == Type.I64) {
      return switch (random.nextInt(3)) {
        case 0 -> graph.make(Op.FLOAT_TO_INT, type, 0, null, operand(same));
        case 1 -> graph.make(Op.FLOAT_TO_UINT, type, 0, null, operand(same));
        default -> unary(Op.BSWAP, type);
      };
    }
    return binary(Op.XOR, type);
  }

  private Node truth() {
    Type type = anyType();
    if (type.isFloat()) {
      Op op = FLOAT_COMPARE[random.nextInt(4)];
      return graph.make(op, Type.I1, 0, null, operand(type), operand(type));
    }
    if (type == Type.PTR) {
      Op op = random.nextBoolean() ? Op.EQ : Op.NE;
      return graph.make(op, Type.I1, 0, null, operand(type), operand(type));
    }
    return switch (random.nextInt(6)) {
      case 0 -> binary(random.nextBoolean() ? Op.AND : Op.OR, Type.I1);
      case 1 -> binary(Op.XOR, Type.I1);
      case 2 ->
          graph.make(
              Op.SELECT, Type.I1, 0, null, operand(Type.I1), operand(Type.I1), operand(Type.I1));
      default ->
          graph.make(COMPARE[random.nextInt(6)], Type.I1, 0, null, operand(type), operand(type));
    };
  }

  private Node floating(Type type) {
    Type integer = random.nextBoolean() ? Type.I32 : Type.I64;
    return switch (random.nextInt(9)) {
      case 0 -> unary(Op.FNEG, type);
      case 1 -> unary(random.nextBoolean() ? Op.FABS : Op.FSQRT, type);
      case 2 -> graph.make(Op.INT_TO_FLOAT, type, 0, null, operand(integer));
      case 3 -> graph.make(Op.UINT_TO_FLOAT, type, 0, null, operand(integer));
      case 4 ->
          type == Type.F64
              ? graph.make(Op.FLOAT_EXTEND, type, 0, null, operand(Type.F32))
              : graph.make(Op.FLOAT_ROUND, type, 0, null, operand(Type.F64));
      default -> {
        Op op = FLOAT[random.nextInt(4)];
        yield graph.make(op, type, 0, null, operand(type), operand(type));
      }
    };
  }
}
