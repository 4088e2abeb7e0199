package dev.sargasso.passes.vector;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Lanes;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;

/** Makes vector operations that do for each lane what a scalar operation does. */
final class LaneCode {
  private final Graph graph;

  LaneCode(Graph graph) {
    this.graph = graph;
  }

  Node make(Op op, long immediate, Node... inputs) {
    return graph.make(op, Type.V128, immediate, null, inputs);
  }

  private Node binary(Op op, Type lane, Node a, Node b) {
    return make(Op.VECTOR_BINARY, Lanes.of(op, lane), a, b);
  }

  /** Sums of lanes. */
  Node sum(Type lane, Node a, Node b) {
    return binary(Op.ADD, lane, a, b);
  }

  /** Two parts of a reduction as one. */
  Node joined(Op op, Type lane, Node a, Node b) {
    return binary(op, lane, a, b);
  }

  /** The value in every lane. */
  Node splat(Node scalar) {
    return make(Op.SPLAT, 0, scalar);
  }

  private Node splat(Type lane, long value) {
    return splat(graph.constant(lane, lane.canonical(value)));
  }

  private Node ones() {
    return splat(Type.I32, -1);
  }

  /** An integer type for lanes of {@code bytes}. */
  static Type integer(int bytes) {
    return Type.ofBytes(bytes);
  }

  /** A truth value that is the same in all lanes, as a mask of lanes of {@code bytes}. */
  Node mask(Node truth, int bytes) {
    return splat(graph.make(Op.SIGN_EXTEND, integer(bytes), 0, null, truth));
  }

  /**
   * The operation of {@code node} on vectors.
   *
   * @param vectors what stands for its values; a shift's count stays a scalar
   */
  Node of(Node node, Node[] vectors) {
    Op op = node.op();
    Type type = node.type();
    Type lane = type == Type.I1 ? Type.I32 : type;
    return switch (op) {
      case ADD, SUB, MUL, AND, OR, XOR, FADD, FSUB, FMUL, FDIV ->
          binary(op, lane, vectors[0], vectors[1]);
      case NEG -> binary(Op.SUB, lane, splat(lane, 0), vectors[0]);
      case NOT -> binary(Op.XOR, lane, vectors[0], ones());
      case FSQRT, INT_TO_FLOAT, FLOAT_TO_INT ->
          make(Op.VECTOR_UNARY, Lanes.of(op, lane), vectors[0]);
      case FNEG -> binary(Op.XOR, integer(lane.bytes()), vectors[0], sign(lane));
      case FABS -> {
        Node rest = splat(integer(lane.bytes()), (1L << (lane.bits() - 1)) - 1);
        yield binary(Op.AND, integer(lane.bytes()), vectors[0], rest);
      }
      case SHL, SHR, SAR -> make(Op.VECTOR_SHIFT, Lanes.of(op, lane), vectors[0], vectors[1]);
      case EQ, NE, LT, LE, ULT, ULE, FEQ, FNE, FLT, FLE ->
          compare(op, node.value(0).type(), vectors[0], vectors[1]);
      case SELECT -> make(Op.BLEND, 0, vectors);
      case SIGN_EXTEND, ZERO_EXTEND -> extend(node, vectors[0]);
      case TRUNCATE -> narrow(vectors[0], node.value(0).type(), type);
      default -> throw new IllegalStateException(node + " has no vector operation");
    };
  }

  private Node sign(Type lane) {
    return splat(integer(lane.bytes()), 1L << (lane.bits() - 1));
  }

  /** A comparison as a mask. */
  Node compare(Op op, Type lane, Node a, Node b) {
    return switch (op) {
      case NE -> binary(Op.XOR, Type.I32, binary(Op.EQ, lane, a, b), ones());
      case LE -> binary(Op.XOR, Type.I32, binary(Op.LT, lane, b, a), ones());
      case ULE -> binary(Op.XOR, Type.I32, binary(Op.ULT, lane, b, a), ones());
      default -> binary(op, lane, a, b);
    };
  }

  private Node extend(Node node, Node vector) {
    boolean signed = node.op() == Op.SIGN_EXTEND;
    Type to = node.type();
    Type from = node.value(0).type();
    if (from == Type.I1) {
      return signed ? vector : binary(Op.AND, to, vector, splat(to, 1));
    }
    Node wide = vector;
    for (Type at = from; at != to; at = integer(2 * at.bytes())) {
      Node zero = splat(at, 0);
      Node upper = signed ? binary(Op.LT, at, wide, zero) : zero;
      wide = make(Op.INTERLEAVE_LOW, Lanes.of(at), wide, upper);
    }
    return wide;
  }

  private Node narrow(Node vector, Type from, Type to) {
    Node narrow = vector;
    for (Type at = from; at != to; ) {
      at = integer(at.bytes() / 2);
      narrow = make(Op.EVEN_LANES, Lanes.of(at), narrow, narrow);
    }
    return narrow;
  }

  // ------------------------------------------------------------------- memory

  /** The type of a scalar access to {@code bytes}; floating point where that is a vector's part. */
  private static Type part(int bytes) {
    return switch (bytes) {
      case 16 -> Type.V128;
      case 8 -> Type.F64;
      case 4 -> Type.F32;
      default -> Type.I16;
    };
  }

  /** Loads the first {@code bytes} of a vector. */
  Node load(int bytes, long access, Node control, Node memory, Node address) {
    Node loaded = graph.make(Op.LOAD, part(bytes), access, null, control, memory, address);
    return bytes == 16 ? loaded : splat(loaded);
  }

  /** Stores the first {@code bytes} of a vector. */
  Node store(int bytes, long access, Node control, Node memory, Node address, Node vector) {
    Node stored = bytes == 16 ? vector : graph.make(Op.EXTRACT_LANE, part(bytes), 0, null, vector);
    return graph.make(
        Op.STORE, Type.MEM, access, null, new Node[] {control, memory, address, stored});
  }

  // --------------------------------------------------------------- reductions

  /** What a reduction of a lane begins with, so that it does not count; not for SELECT. */
  Node neutral(Op op, Type lane) {
    return splat(lane, op == Op.AND ? -1 : op == Op.MUL ? 1 : 0);
  }

  /** Joins the parts of a vector, each half of what the step before left. */
  interface Joining {
    /** Both joined, lane by lane. */
    Node join(Node a, Node b);
  }

  /** The first {@code lanes} lanes joined into lane 0, as a scalar. */
  Node reduce(Type lane, int lanes, Node vector, Joining joining) {
    Node at = vector;
    for (int bytes = lanes * lane.bytes() / 2; bytes >= lane.bytes(); bytes /= 2) {
      Node other =
          switch (bytes) {
            case 8 -> make(Op.SHUFFLE, 0b01_00_11_10, at);
            case 4 -> make(Op.SHUFFLE, 0b10_11_00_01, at);
            default ->
                make(
                    Op.VECTOR_SHIFT,
                    Lanes.of(Op.SHR, Type.I32),
                    at,
                    graph.constant(Type.I32, 8L * bytes));
          };
      at = joining.join(at, other);
    }
    return graph.make(Op.EXTRACT_LANE, lane, 0, null, at);
  }
}
