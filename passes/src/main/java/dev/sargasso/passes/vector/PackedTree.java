package dev.sargasso.passes.vector;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Lanes;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.alias.Aliasing;

/**
 * The expressions that a run of stores stores, as one expression on vectors: looked at first, then
 * made. Inner nodes are used nowhere else, so that the scalar expressions go.
 */
final class PackedTree {
  private static final int MAX_DEPTH = 10;

  /** Bundles of nodes that are looked at. */
  private static final int MAX_BUNDLES = 60;

  private final Graph graph;
  private final LaneCode code;

  /** In the order of their tokens. */
  private final Node[] stores;

  private final Node[] loads = new Node[16 * MAX_BUNDLES];
  private int loadCount;
  private int bundles;
  private int vectorCost = 1;
  private int scalarCost;

  PackedTree(Graph graph, LaneCode code, Node[] stores) {
    this.graph = graph;
    this.code = code;
    this.stores = stores;
    scalarCost = stores.length;
  }

  /** Whether vectors are cheaper. */
  boolean pays() {
    return vectorCost < scalarCost;
  }

  /**
   * Whether nobody but the next store and the loads of the tree sees a state between the stores.
   */
  boolean ownsTokens() {
    for (int i = 0; i + 1 < stores.length; i++) {
      for (int k = 0; k < stores[i].useCount(); k++) {
        Node user = stores[i].user(k);
        if (user != stores[i + 1] && !isTreeLoad(user)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isTreeLoad(Node node) {
    for (int i = 0; i < loadCount; i++) {
      if (loads[i] == node) {
        return true;
      }
    }
    return false;
  }

  // ---------------------------------------------------------------- looking

  /** Whether these values, one for each lane, can be a vector. */
  boolean fits(Node[] values) {
    return fits(values, 0);
  }

  private boolean fits(Node[] values, int depth) {
    if (depth > MAX_DEPTH || ++bundles > MAX_BUNDLES) {
      return false;
    }
    if (areConstant(values) || areEqual(values)) {
      vectorCost += areConstant(values) ? 1 : 2;
      return true;
    }
    if (isLoad(values)) {
      vectorCost++;
      return true;
    }
    Node first = values[0];
    if (!isOperation(first)) {
      return false;
    }
    for (Node value : values) {
      if (value.op() != first.op() || value.type() != first.type() || value.useCount() != 1) {
        return false;
      }
    }
    vectorCost += first.op() == Op.MUL && first.type() == Type.I32 ? 3 : 1;
    scalarCost += values.length;
    if (isShift(first)) {
      for (Node value : values) {
        if (value.value(1) != first.value(1)) {
          return false;
        }
      }
      return fits(operands(values, 0), depth + 1);
    }
    for (int i = 0; i < first.valueCount(); i++) {
      if (!fits(operands(values, i), depth + 1)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isShift(Node node) {
    return node.op() == Op.SHL || node.op() == Op.SHR || node.op() == Op.SAR;
  }

  private static boolean isOperation(Node node) {
    return switch (node.op()) {
      case ADD, SUB, AND, OR, XOR, NEG, NOT -> true;
      case MUL -> node.type() == Type.I16 || node.type() == Type.I32;
      case FADD, FSUB, FMUL, FDIV, FSQRT, FNEG, FABS -> true;
      case SHL, SHR, SAR -> Lanes.applies(Op.VECTOR_SHIFT, node.op(), node.type());
      default -> false;
    };
  }

  private static boolean areConstant(Node[] values) {
    for (Node value : values) {
      if (!value.isConstant()) {
        return false;
      }
    }
    return true;
  }

  private static boolean areEqual(Node[] values) {
    for (Node value : values) {
      if (value != values[0]) {
        return false;
      }
    }
    return true;
  }

  /** Operand {@code i} of each lane, where those of sums and the like change places to match. */
  private static Node[] operands(Node[] values, int i) {
    Node[] operands = new Node[values.length];
    Node model = values[0].value(0);
    for (int k = 0; k < values.length; k++) {
      Node value = values[k];
      boolean swap =
          value.op().isCommutative()
              && !isAlike(value.value(0), model)
              && isAlike(value.value(1), model);
      operands[k] = value.value(swap ? 1 - i : i);
    }
    return operands;
  }

  private static boolean isAlike(Node a, Node b) {
    return a == b
        || (a.op() == b.op()
            && (a.op() != Op.LOAD || Aliasing.base(a.value(0)) == Aliasing.base(b.value(0))));
  }

  /** Whether these are loads of neighbouring places, in one state; notes them. */
  private boolean isLoad(Node[] values) {
    Node first = values[0];
    if (first.op() != Op.LOAD) {
      return false;
    }
    Node token = tokenBefore(first);
    for (int i = 0; i < values.length; i++) {
      Node load = values[i];
      if (load.op() != Op.LOAD
          || load.type() != first.type()
          || load.control() != first.control()
          || Access.aliasClass(load.immediate()) != Access.aliasClass(first.immediate())
          || tokenBefore(load) != token
          || Aliasing.base(load.value(0)) != Aliasing.base(first.value(0))
          || Aliasing.constant(load.value(0)) - Aliasing.constant(first.value(0))
              != (long) i * first.type().bytes()
          || (storeOf(load) >= 0 && (load.useCount() != 1 || !isBeforeStores(load)))) {
        return false;
      }
    }
    for (Node load : values) {
      if (load.useCount() == 1) {
        scalarCost++;
      }
      loads[loadCount++] = load;
    }
    return true;
  }

  /** The number of the store whose state a load reads, or -1 if that is before all of them. */
  private int storeOf(Node load) {
    for (int i = 0; i < stores.length; i++) {
      if (load.memory() == stores[i]) {
        return i;
      }
    }
    return -1;
  }

  /** The state that a load reads, taken to be the one before the stores if it is one of theirs. */
  private Node tokenBefore(Node load) {
    return storeOf(load) < 0 ? load.memory() : stores[0].memory();
  }

  /** Whether a load reads nothing that the stores before it have written. */
  private boolean isBeforeStores(Node load) {
    for (int i = storeOf(load); i >= 0; i--) {
      if (!Aliasing.areDisjoint(
          load.value(0),
          load.type().bytes(),
          stores[i].value(0),
          stores[i].value(1).type().bytes())) {
        return false;
      }
    }
    return true;
  }

  // ----------------------------------------------------------------- making

  /** The vector of these values, which fit. */
  Node make(Node[] values) {
    Node first = values[0];
    if (areConstant(values) && !areEqual(values)) {
      return constant(values);
    }
    if (areEqual(values)) {
      return code.splat(first);
    }
    if (first.op() == Op.LOAD) {
      return graph.make(
          Op.LOAD,
          Type.V128,
          Access.withTag(first.immediate(), Access.ANY_TYPE),
          null,
          first.control(),
          tokenBefore(first),
          first.value(0));
    }
    Node[] vectors = new Node[first.valueCount()];
    for (int i = 0; i < vectors.length; i++) {
      if (isShift(first) && i == 1) {
        vectors[i] = count(first.value(1));
      } else {
        vectors[i] = make(isShift(first) ? operands(values, 0) : operands(values, i));
      }
    }
    return code.of(first, vectors);
  }

  private Node count(Node count) {
    if (count.type() == Type.I32) {
      return count;
    }
    Op op = count.type().bits() < 32 ? Op.ZERO_EXTEND : Op.TRUNCATE;
    return graph.make(op, Type.I32, 0, null, count);
  }

  private Node constant(Node[] values) {
    long[] halves = new long[2];
    for (int i = 0; i < values.length; i++) {
      Type lane = values[i].type();
      int bit = i * lane.bits();
      halves[bit >> 6] |= lane.unsigned(values[i].immediate()) << (bit & 63);
    }
    return code.make(
        Op.VECTOR_PAIR,
        0,
        graph.constant(Type.I64, halves[0]),
        graph.constant(Type.I64, halves[1]));
  }
}
