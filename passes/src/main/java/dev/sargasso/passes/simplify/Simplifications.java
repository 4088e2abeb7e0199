package dev.sargasso.passes.simplify;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.interpret.Evaluation;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.Stamp;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.decision.Decisions;
import org.jspecify.annotations.Nullable;

/**
 * Local rewriting: constant folding, canonical forms and algebraic identities, and the stamps of
 * nodes. One file holds each family of operations, {@link Rule} names every rewrite.
 *
 * <p>An instance belongs to one thread and may serve one graph after another. It keeps counts of
 * what it did, else no state.
 *
 * <p><b>Why it ends.</b> Every rule lowers the triple (operations that trap or multiply or divide,
 * weighted; nodes in the expression; places of constants away from where they belong and operations
 * that are not the canonical ones) in lexical order, where a rule may make more nodes only to lower
 * the first. New nodes are simplified as they are made, one level deeper; a limit on that depth
 * leaves the rest to a later visit.
 */
public final class Simplifications implements Simplifier {
  /** Rules that make nodes to which rules apply, and so on: this deep at most. */
  private static final int DEPTH_LIMIT = 40;

  private final Rewrite rewrite;
  private int depth;
  private int nodeInWork = -1;

  private Simplifications(boolean wholeGraph, boolean prefersSize) {
    rewrite = new Rewrite(wholeGraph, prefersSize);
  }

  /** For a graph that is being built: nothing rests on the number of uses that a node has now. */
  public static Simplifications whileBuilding() {
    return whileBuilding(false);
  }

  /**
   * As {@link #whileBuilding()}.
   *
   * @param prefersSize whether what takes fewer bytes is better than what takes less time
   */
  public static Simplifications whileBuilding(boolean prefersSize) {
    return new Simplifications(false, prefersSize);
  }

  /**
   * As {@link #whileBuilding()}, with the preference of whoever has simplified the graph before.
   */
  public static Simplifications whileBuilding(Simplifier before) {
    return whileBuilding(before instanceof Simplifications same && same.rewrite.prefersSize());
  }

  /** For a finished graph: phis are complete, and a use that is not there will not appear. */
  public static Simplifications forWholeGraph() {
    return forWholeGraph(false);
  }

  /**
   * As {@link #forWholeGraph()}.
   *
   * @param prefersSize whether what takes fewer bytes is better than what takes less time
   */
  public static Simplifications forWholeGraph(boolean prefersSize) {
    return new Simplifications(true, prefersSize);
  }

  /** How often {@code rule} has been applied by this instance. */
  public long hits(Rule rule) {
    return rewrite.hits(rule);
  }

  /** The id of the node whose simplification has thrown an exception, or -1. */
  public int nodeInWork() {
    return nodeInWork;
  }

  /**
   * Notes who is asked before a rule fires, and for which pass and function from now on.
   *
   * @param function null while it is being built
   */
  public void enter(Decisions decisions, String pass, @Nullable Function function) {
    rewrite.enter(decisions, pass, function);
  }

  @Override
  public Node simplify(Graph graph, Node node) {
    if (depth == DEPTH_LIMIT) {
      graph.postpone(node);
      return node;
    }
    if (depth > 0) {
      return deeper(graph, node);
    }
    nodeInWork = node.id();
    try {
      Node better = deeper(graph, node);
      nodeInWork = -1;
      return better;
    } finally {
      depth = 0;
    }
  }

  @Override
  public boolean mayBecomeSimpler(Node node) {
    return node.useCount() == 0
        ? Reach.isLookedAt(node.op()) || Reach.mayBeUnused(node.op())
        : Reach.isLookedAt(node.op()) && (node.op() != Op.PHI || !PhiRules.isNeeded(node));
  }

  @Override
  public boolean asksForOnlyUse(Node user, Node input) {
    return Reach.asksForOnlyUse(user, input);
  }

  @Override
  public boolean asksWhatIsKnown(Node user) {
    return Reach.asksWhatIsKnown(user.op());
  }

  private Node deeper(Graph graph, Node node) {
    depth++;
    rewrite.enter(graph, node);
    Node better = rewrite.substitute(graph, node);
    if (better == null) {
      better = fold(node);
    }
    if (better == null) {
      better = order(graph, node);
    }
    if (better == null) {
      better = apply(node);
    }
    if (better == null) {
      better = refine(node);
    }
    depth--;
    return better;
  }

  private @Nullable Node fold(Node node) {
    Op op = node.op();
    int first = op.firstValue();
    int count = node.inputCount() - first;
    if (count == 0 || count > 3 || !node.input(first).isConstant()) {
      return null;
    }
    Node a = node.input(first);
    Node b = count > 1 ? node.input(first + 1) : a;
    Node c = count > 2 ? node.input(first + 2) : a;
    if (!b.isConstant() || !c.isConstant() || !Evaluation.isEvaluable(op)) {
      return null;
    }
    Type operandType = op == Op.SELECT ? b.type() : a.type();
    if (Evaluation.traps(op, operandType, a.immediate(), b.immediate())
        || !rewrite.fires(Rule.FOLD_CONSTANTS)) {
      return null;
    }
    long value =
        Evaluation.evaluate(
            op, node.type(), operandType, a.immediate(), b.immediate(), c.immediate());
    return rewrite.constant(node.type(), value);
  }

  /** A constant on the right; else, for integers, the older node on the left. */
  private @Nullable Node order(Graph graph, Node node) {
    if (!node.op().isCommutative()) {
      return null;
    }
    Node a = node.value(0);
    Node b = node.value(1);
    if (b.isConstant()) {
      return null;
    }
    if (a.isConstant()) {
      if (!rewrite.fires(Rule.CONSTANT_TO_RIGHT)) {
        return null;
      }
    } else if (a.type().isFloat() || a.id() <= b.id() || !rewrite.fires(Rule.ORDER_OPERANDS)) {
      // Which of two NaNs a sum is depends on their order.
      return null;
    }
    return graph.make(node.op(), node.type(), node.immediate(), null, b, a);
  }

  private @Nullable Node apply(Node node) {
    Rewrite r = rewrite;
    return switch (node.op()) {
      case ADD -> ArithmeticRules.add(r, node);
      case SUB -> ArithmeticRules.subtract(r, node);
      case NEG -> ArithmeticRules.negate(r, node);
      case MUL -> ArithmeticRules.multiply(r, node);
      case DIV, UDIV, REM, UREM -> DivisionRules.any(r, node);
      case AND -> BitwiseRules.and(r, node);
      case OR -> BitwiseRules.or(r, node);
      case XOR -> BitwiseRules.xor(r, node);
      case NOT -> BitwiseRules.not(r, node);
      case SHL -> ShiftRules.left(r, node);
      case SHR -> ShiftRules.right(r, node);
      case SAR -> ShiftRules.arithmetic(r, node);
      case ROL -> ShiftRules.rotate(r, node);
      case BSWAP -> ShiftRules.reverseBytes(r, node);
      case EQ, NE -> ComparisonRules.equal(r, node);
      case LT, LE, ULT, ULE -> ComparisonRules.less(r, node);
      case SELECT -> SelectRules.select(r, node);
      case SIGN_EXTEND -> ConversionRules.signExtend(r, node);
      case ZERO_EXTEND -> ConversionRules.zeroExtend(r, node);
      case TRUNCATE -> ConversionRules.truncate(r, node);
      case BITCAST -> ConversionRules.bitcast(r, node);
      case INT_TO_FLOAT, UINT_TO_FLOAT -> ConversionRules.toFloat(r, node);
      case FLOAT_TO_INT, FLOAT_TO_UINT -> ConversionRules.toInteger(r, node);
      case FLOAT_EXTEND -> ConversionRules.extendFloat(r, node);
      case FLOAT_ROUND -> ConversionRules.roundFloat(r, node);
      case OFFSET -> PointerRules.offset(r, node);
      case FADD -> FloatRules.add(r, node);
      case FSUB -> FloatRules.subtract(r, node);
      case FMUL -> FloatRules.multiply(r, node);
      case FDIV -> FloatRules.divide(r, node);
      case FNEG -> FloatRules.negate(r, node);
      case FABS -> FloatRules.absolute(r, node);
      case FEQ, FNE, FLT, FLE -> FloatRules.compare(r, node);
      case LOAD -> MemoryRules.load(r, node);
      case STORE -> MemoryRules.store(r, node);
      case MEMORY_COPY -> MemoryRules.copy(r, node);
      case MEMORY_PART -> MemoryRules.part(r, node);
      case MEMORY_MERGE -> MemoryRules.merge(r, node);
      case PHI -> PhiRules.phi(r, node);
      case GUARD -> PhiRules.guard(r, node);
      case CALL -> CallRules.call(r, node);
      default -> null;
    };
  }

  /** Records what is now known of the node; if that is its value, gives the constant. */
  private Node refine(Node node) {
    Stamp stamp = StampInference.infer(node);
    if (stamp instanceof IntegerStamp known && known.isConstant()) {
      if (StampInference.isTotal(node) && rewrite.fires(Rule.KNOWN_CONSTANT)) {
        return rewrite.constant(node.type(), known.minimum());
      }
      // It may trap, and must be asked for its value to do so: nobody shall know that already.
      stamp = null;
    }
    node.setStamp(stamp);
    return node;
  }
}
