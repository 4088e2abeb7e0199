package dev.sargasso.passes.vector;

import dev.sargasso.ir.graph.Lanes;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.alias.Origins;
import dev.sargasso.passes.counted.CountedLoop;
import dev.sargasso.passes.counted.Counter;
import dev.sargasso.passes.counted.Reduction;
import dev.sargasso.passes.duplicate.LoopBody;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a counted loop can do several rounds at once.
 *
 * <p>What is stored or gathered becomes vectors, and so does all in the loop that it is computed
 * from, but for addresses. The widest of these values says how many lanes there are; narrower ones
 * fill a part of their vectors only.
 */
final class LoopPlan {
  /** Nodes of a body that is looked at. */
  static final int LARGEST = 400;

  final CountedLoop loop;
  final Accesses accesses;
  final int lanes;

  final Marks marks;

  private LoopPlan(CountedLoop loop, Accesses accesses, int lanes, Marks marks) {
    this.loop = loop;
    this.accesses = accesses;
    this.lanes = lanes;
    this.marks = marks;
  }

  /** Whether a node of the loop becomes a vector. */
  boolean isVector(Node node) {
    return marks.isVector[node.id()];
  }

  /** Bytes of a lane of a node that becomes a vector. */
  int laneBytes(Node node) {
    return marks.laneBytes[node.id()];
  }

  /** The plan for a loop, or null if there is none or it does not pay. Linear in the body. */
  static @Nullable LoopPlan of(CountedLoop loop, Origins origins, Marks marks) {
    LoopBody body = loop.body();
    if (body.size() > LARGEST || !loop.others().isEmpty() || !isStraight(loop)) {
      return null;
    }
    for (Reduction reduction : loop.reductions()) {
      boolean isChoice = reduction.op() == Op.SELECT;
      if (!reduction.isReorderable() || (isChoice && reduction.chain().size() > 1)) {
        return null;
      }
    }
    Accesses accesses = new Accesses(loop, origins);
    if (!accesses.collect()) {
      return null;
    }
    return new Search(loop, marks).plan(accesses);
  }

  /** Whether nothing but the exit's test stands in the way of control, and nothing is unusual. */
  private static boolean isStraight(CountedLoop loop) {
    LoopBody body = loop.body();
    for (int i = 0; i < body.size(); i++) {
      Node node = body.member(i);
      boolean usual =
          switch (node.op()) {
            case LOOP, REGION -> node == body.header();
            case PHI -> node.input(0) == body.header();
            case IF -> node == loop.rounds().branch();
            case PROJECTION -> node.input(0) == loop.rounds().branch();
            case LOAD, STORE -> true;
            default -> node.op().isFloating() && !node.op().hasMemory();
          };
      if (!usual) {
        return false;
      }
    }
    return true;
  }

  /** The work of finding a plan. */
  private static final class Search {
    private final CountedLoop loop;
    private final LoopBody body;
    private final Marks marks;
    private final boolean[] isVector;
    private final int[] laneBytes;
    private final boolean[] isReduction;
    private int widest;
    private int scalarCost;
    private int vectorCost;

    Search(CountedLoop loop, Marks marks) {
      this.loop = loop;
      this.marks = marks;
      body = loop.body();
      isVector = marks.isVector;
      laneBytes = marks.laneBytes;
      isReduction = marks.isReduction;
    }

    @Nullable LoopPlan plan(Accesses accesses) {
      findVectors();
      for (int i = 0; i < body.size(); i++) {
        Node node = body.member(i);
        if (isVector[node.id()] && !take(node)) {
          return null;
        }
        if (node.op() == Op.STORE) {
          widest = Math.max(widest, node.value(1).type().bytes());
          if (!Lanes.isLane(node.value(1).type())) {
            return null;
          }
          scalarCost++;
        } else if (node.op() == Op.LOAD && !isVector[node.id()]) {
          // Nobody wants it, or an address does.
          return null;
        }
      }
      // Phis come before what goes round into them.
      if (widest == 0) {
        return null;
      }
      int lanes = 16 / widest;
      if (!checkTruths() || !accesses.allow(lanes) || !pays(lanes)) {
        return null;
      }
      return new LoopPlan(loop, accesses, lanes, marks);
    }

    private void findVectors() {
      Deque<Node> work = new ArrayDeque<>();
      for (Reduction reduction : loop.reductions()) {
        isReduction[reduction.phi().id()] = true;
        want(reduction.phi(), work);
        want(reduction.result(), work);
      }
      for (int i = 0; i < body.size(); i++) {
        if (body.member(i).op() == Op.STORE) {
          want(body.member(i).value(1), work);
        }
      }
      while (!work.isEmpty()) {
        Node node = work.remove();
        if (node.op() == Op.PHI || node.op() == Op.LOAD) {
          continue;
        }
        for (int i = node.op().firstValue(); i < node.inputCount(); i++) {
          want(node.input(i), work);
        }
      }
    }

    private void want(Node node, Deque<Node> work) {
      if (body.contains(node) && !isVector[node.id()]) {
        isVector[node.id()] = true;
        work.add(node);
      }
    }

    /** Whether there is a vector operation for a node; notes its width and what it costs. */
    private boolean take(Node node) {
      Type type = node.type();
      if (type != Type.I1) {
        if (!Lanes.isLane(type)) {
          return false;
        }
        laneBytes[node.id()] = type.bytes();
        widest = Math.max(widest, type.bytes());
      }
      int cost = cost(node);
      if (cost < 0) {
        return false;
      }
      vectorCost += cost;
      scalarCost += node.op() == Op.PHI ? 0 : 1;
      return true;
    }

    /** Instructions for a node, roughly; -1 if it cannot be a vector. */
    private int cost(Node node) {
      Type type = node.type();
      boolean isTruth = type == Type.I1;
      return switch (node.op()) {
        case PHI -> isReduction[node.id()] ? 0 : costOfCounter(node);
        case LOAD -> isTruth ? -1 : 1;
        case ADD, SUB -> isTruth ? -1 : 1;
        case AND, OR, XOR, FADD, FSUB, FMUL, FDIV, FSQRT, FNEG, FABS -> 1;
        case MUL -> type == Type.I16 ? 1 : type == Type.I32 ? 3 : -1;
        case NEG, NOT -> isTruth ? -1 : 1;
        case SHL, SHR, SAR ->
            !body.contains(node.value(1)) && Lanes.applies(Op.VECTOR_SHIFT, node.op(), type)
                ? 1
                : -1;
        case EQ, LT -> costOfComparison(node.value(0).type(), 1);
        case NE, LE -> costOfComparison(node.value(0).type(), 2);
        case ULT, ULE -> costOfComparison(node.value(0).type(), 3);
        case FEQ, FNE, FLT, FLE -> 1;
        case SELECT -> isTruth ? -1 : 3;
        case ZERO_EXTEND, SIGN_EXTEND -> {
          Type from = node.value(0).type();
          if (from == Type.I1) {
            yield 1;
          }
          int steps = Integer.numberOfTrailingZeros(type.bytes() / from.bytes());
          yield Lanes.isLane(from) ? (node.op() == Op.ZERO_EXTEND ? steps : 2 * steps) : -1;
        }
        case TRUNCATE -> isTruth || !Lanes.isLane(node.value(0).type()) ? -1 : 3;
        case INT_TO_FLOAT -> type == Type.F32 && node.value(0).type() == Type.I32 ? 1 : -1;
        case FLOAT_TO_INT -> type == Type.I32 && node.value(0).type() == Type.F32 ? 1 : -1;
        default -> -1;
      };
    }

    private int costOfCounter(Node phi) {
      for (Counter counter : loop.counters()) {
        if (counter.phi() == phi && phi.type().isInteger() && counter.change() != 0) {
          return 2;
        }
      }
      return -1;
    }

    private static int costOfComparison(Type type, int cost) {
      return !type.isInteger() || type == Type.I1 ? -1 : type == Type.I64 ? cost + 5 : cost;
    }

    /**
     * Gives truth values the width of what was compared, and checks that they meet vectors of that
     * width only.
     */
    private boolean checkTruths() {
      for (int i = 0; i < body.size(); i++) {
        Node node = body.member(i);
        if (!isVector[node.id()]) {
          continue;
        }
        if (node.type() == Type.I1) {
          int bytes = truthBytes(node);
          if (bytes == 0) {
            return false;
          }
          laneBytes[node.id()] = bytes;
        } else if (node.op() == Op.SELECT
            || ((node.op() == Op.ZERO_EXTEND || node.op() == Op.SIGN_EXTEND)
                && node.value(0).type() == Type.I1)) {
          Node truth = node.value(0);
          if (body.contains(truth) && laneBytes[truth.id()] != node.type().bytes()) {
            return false;
          }
        }
      }
      return true;
    }

    private int truthBytes(Node node) {
      if (node.op().isComparison()) {
        return node.value(0).type().bytes();
      }
      int bytes = 0;
      for (int i = 0; i < node.valueCount(); i++) {
        Node operand = node.value(i);
        if (body.contains(operand)) {
          int own = laneBytes[operand.id()];
          if (bytes != 0 && own != bytes) {
            return 0;
          }
          bytes = own;
        }
      }
      return bytes;
    }

    /** Whether one round of vectors is cheaper than as many rounds as it stands for. */
    private boolean pays(int lanes) {
      List<Node> memories = loop.memories();
      if (memories.isEmpty() && loop.reductions().isEmpty()) {
        return false;
      }
      if (loop.rounds().constant().isPresent()
          && Long.compareUnsigned(loop.rounds().constant().getAsLong(), 2L * lanes) < 0) {
        return false;
      }
      return vectorCost + 3 < lanes * (scalarCost + 1);
    }
  }
}
