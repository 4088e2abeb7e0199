package dev.sargasso.passes.reassociate;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Puts trees of integer additions, multiplications, ands, ors and exclusive ors together anew where
 * that is cheaper, and adds to pointers first what does not change in a loop.
 *
 * <p>What an operation costs is multiplied by eight for each loop around it. A tree is left alone
 * unless it gets cheaper, or as cheap with a shorter way round the loop: operations in another
 * order may wrap, so that promises are lost. Floating-point operations are never reordered.
 */
public final class Reassociation {
  /** Loops deeper than this count as this deep. */
  private static final int MAX_LEVEL = 6;

  private static final long MULTIPLICATION = 3;

  /** How many operations an index may be scaled and extended by. */
  private static final int MAX_SCALES = 4;

  private final Graph graph;
  private final BiPredicate<String, Node> mayChange;
  private @Nullable LoopLevels levels;
  private @Nullable Operands scratch;
  private int trees;
  private int addresses;

  private Reassociation(Graph graph, BiPredicate<String, Node> mayChange) {
    this.graph = graph;
    this.mayChange = mayChange;
  }

  /**
   * What was done.
   *
   * @param trees that were put together anew
   * @param addresses whose part that does not change was split off
   */
  public record Counts(int trees, int addresses) {
    /** Both. */
    public int total() {
      return trees + addresses;
    }
  }

  /**
   * Looks at every tree once. Linear in the graph, but for the depth of loops.
   *
   * @param simplifier for finished graphs
   * @param mayChange asked before each change with what it is and the root of the tree
   */
  public static Counts run(
      Function function, Simplifier simplifier, BiPredicate<String, Node> mayChange) {
    Graph graph = function.graph();
    graph.setSimplifier(simplifier);
    Reassociation pass = new Reassociation(graph, mayChange);
    int limit = graph.idLimit();
    for (int id = 0; id < limit; id++) {
      Node node = graph.node(id);
      if (node == null || node.useCount() == 0) {
        continue;
      }
      if (node.op() == Op.OFFSET) {
        pass.splitAddress(node);
      } else {
        pass.visit(node);
      }
    }
    return new Counts(pass.trees, pass.addresses);
  }

  private LoopLevels levels() {
    if (levels == null) {
      levels = new LoopLevels(graph);
    }
    return levels;
  }

  private void visit(Node root) {
    Op op = Operands.family(root);
    if (op == null || Operands.isInner(root) || !hasInner(root)) {
      return;
    }
    Operands operands = scratch();
    operands.take(op, root);
    int block = levels().early(root);
    long before = costBefore(operands, block);
    int carried = carried(operands, root);
    Node carriedNode = carried < 0 ? null : operands.nodes[carried];
    int depthBefore = carried < 0 ? 0 : operands.depths[carried];
    operands.mergeEqual();
    boolean factors = op == Op.ADD && factorPair(operands, block) >= 0;
    sort(operands, block, carriedNode);
    long after = costAfter(op, root.type(), operands, block);
    int depthAfter = operands.hasConstant() ? 2 : 1;
    boolean isShorter = carriedNode != null && depthAfter < depthBefore;
    if ((factors || after < before || (after == before && isShorter))
        && mayChange.test("reassociate", root)) {
      graph.setPosition(root.position());
      if (op == Op.ADD) {
        factor(operands, block);
        sort(operands, block, carriedNode);
      }
      Node better = build(op, root.type(), operands);
      graph.setPosition(0);
      if (better != root) {
        graph.replace(root, better);
        trees++;
      }
    }
  }

  private Operands scratch() {
    Operands made = scratch;
    if (made == null) {
      made = new Operands();
      scratch = made;
    }
    return made;
  }

  private static boolean hasInner(Node root) {
    for (int i = 0; i < root.valueCount(); i++) {
      if (Operands.isInner(root.value(i))) {
        return true;
      }
    }
    // Two scaled operands may be one.
    return root.valueCount() == 2
        && root.op() != Op.MUL
        && source(root.value(0)) == source(root.value(1));
  }

  private static Node source(Node node) {
    return (node.op() == Op.MUL || node.op() == Op.SHL) && node.value(1).isConstant()
        ? node.value(0)
        : node;
  }

  /** The operand that is the value of the tree in the round before, or -1. */
  private static int carried(Operands operands, Node root) {
    for (int i = 0; i < operands.count; i++) {
      Node phi = operands.nodes[i];
      if (phi.op() == Op.PHI && !operands.isScaled(i)) {
        for (int k = 1; k < phi.inputCount(); k++) {
          if (phi.input(k) == root) {
            return i;
          }
        }
      }
    }
    return -1;
  }

  // -------------------------------------------------------------------- costs

  private static long weight(int level) {
    return 1L << (3 * Math.min(level, MAX_LEVEL));
  }

  private static long scaleCost(Node scaled, int level) {
    return weight(level) * (scaled.op() == Op.MUL ? MULTIPLICATION : 1);
  }

  private long costBefore(Operands operands, int block) {
    long cost = 0;
    for (int i = 0; i < operands.innerCount; i++) {
      Node node = operands.inner[i];
      cost += scaleCost(node, levels().level(node, block));
    }
    for (int i = 0; i < operands.count; i++) {
      if (operands.isScaled(i)) {
        Node whole = operands.wholes[i];
        cost += scaleCost(whole, levels().level(whole, block));
      }
    }
    return cost;
  }

  private long costAfter(Op op, Type type, Operands operands, int block) {
    long each = op == Op.MUL ? MULTIPLICATION : 1;
    long cost = 0;
    int level = 0;
    boolean positive = false;
    for (int i = 0; i < operands.count; i++) {
      int of = levels().level(operands.nodes[i], block);
      cost += termCost(type, operands, i, of);
      level = Math.max(level, of);
      if (i > 0) {
        cost += each * weight(level);
      }
      positive |= op != Op.ADD || operands.coefficients[i] > 0;
    }
    if (operands.count > 0 && !positive) {
      cost += weight(level);
    }
    return operands.count > 0 && operands.hasConstant() ? cost + each * weight(level) : cost;
  }

  private static long termCost(Type type, Operands operands, int i, int level) {
    if (operands.signs[i] != 0) {
      return operands.isScaled(i) ? scaleCost(operands.wholes[i], level) : 0;
    }
    long factor = Math.abs(operands.coefficients[i]);
    return factor == 1
        ? 0
        : weight(level) * (Long.bitCount(type.unsigned(factor)) == 1 ? 1 : MULTIPLICATION);
  }

  // ----------------------------------------------------------------- building

  /** By level, what is carried round the loop last; what is subtracted after what is added. */
  private void sort(Operands operands, int block, @Nullable Node carried) {
    for (int i = 1; i < operands.count; i++) {
      for (int k = i;
          k > 0 && rank(operands, k, block, carried) < rank(operands, k - 1, block, carried);
          k--) {
        operands.exchange(k, k - 1);
      }
    }
  }

  private int rank(Operands operands, int i, int block, @Nullable Node carried) {
    Node node = operands.nodes[i];
    int level = levels().level(node, block);
    return 4 * level + (node == carried ? 2 : 0) + (operands.coefficients[i] < 0 ? 1 : 0);
  }

  /** The first operand that has a factor in common with a later one, or -1. */
  private int factorPair(Operands operands, int block) {
    for (int i = 0; i < operands.count; i++) {
      if (partner(operands, i, block) >= 0) {
        return i;
      }
    }
    return -1;
  }

  private int partner(Operands operands, int i, int block) {
    if (!isProduct(operands, i)) {
      return -1;
    }
    Node a = operands.nodes[i];
    int level = levels().level(a, block);
    for (int j = i + 1; j < operands.count; j++) {
      Node b = operands.nodes[j];
      if (isProduct(operands, j)
          && commonFactor(a, b) != null
          && levels().level(b, block) == level) {
        return j;
      }
    }
    return -1;
  }

  private static boolean isProduct(Operands operands, int i) {
    Node node = operands.nodes[i];
    return node.op() == Op.MUL
        && node.useCount() == 1
        && !node.value(1).isConstant()
        && Math.abs(operands.coefficients[i]) == 1;
  }

  private static @Nullable Node commonFactor(Node a, Node b) {
    Node first = a.value(0);
    Node second = a.value(1);
    if (b.value(0) == first || b.value(1) == first) {
      return first;
    }
    return b.value(0) == second || b.value(1) == second ? second : null;
  }

  /** Takes common factors out: two products become one. */
  private void factor(Operands operands, int block) {
    for (int i = factorPair(operands, block); i >= 0; i = factorPair(operands, block)) {
      int j = partner(operands, i, block);
      Node a = operands.nodes[i];
      Node b = operands.nodes[j];
      Node common = commonFactor(a, b);
      if (common == null) {
        throw new IllegalStateException(a + " and " + b + " have no common factor");
      }
      Node restA = a.value(0) == common ? a.value(1) : a.value(0);
      Node restB = b.value(0) == common ? b.value(1) : b.value(0);
      Op op = operands.coefficients[i] == operands.coefficients[j] ? Op.ADD : Op.SUB;
      Node rest = graph.make(op, a.type(), 0, null, restA, restB);
      Node product = graph.make(Op.MUL, a.type(), 0, null, common, rest);
      operands.nodes[i] = product;
      operands.wholes[i] = product;
      operands.remove(j);
    }
  }

  private Node build(Op op, Type type, Operands operands) {
    Node sum = null;
    boolean isNegative = false;
    for (int i = 0; i < operands.count; i++) {
      boolean subtracts = op == Op.ADD && operands.coefficients[i] < 0;
      Node term = operands.wholes[i];
      if (operands.signs[i] != 0) {
        subtracts = operands.signs[i] < 0;
      } else if (op == Op.ADD && Math.abs(operands.coefficients[i]) != 1) {
        Node factor = graph.constant(type, Math.abs(operands.coefficients[i]));
        term = graph.make(Op.MUL, type, 0, null, term, factor);
      }
      if (sum == null) {
        sum = term;
        isNegative = subtracts;
      } else if (subtracts == isNegative) {
        sum = graph.make(op, type, 0, null, sum, term);
      } else if (isNegative) {
        sum = graph.make(Op.SUB, type, 0, null, term, sum);
        isNegative = false;
      } else {
        sum = graph.make(Op.SUB, type, 0, null, sum, term);
      }
    }
    Node constant = graph.constant(type, operands.constant);
    if (sum == null) {
      return constant;
    }
    sum = isNegative ? graph.make(Op.NEG, type, 0, null, sum) : sum;
    return operands.hasConstant() ? graph.make(op, type, 0, null, sum, constant) : sum;
  }

  // ---------------------------------------------------------------- addresses

  /** {@code p + (constant in the loop + x)} is {@code (p + constant in the loop) + x}. */
  private void splitAddress(Node address) {
    Node base = address.value(0);
    Node index = address.value(1);
    if (index.isConstant() || !canSplit(index, MAX_SCALES)) {
      return;
    }
    int block = levels().early(address);
    int level = levels().level(address, block);
    if (level == 0 || levels().level(base, block) == level || !splits(index, level, block)) {
      return;
    }
    if (mayChange.test("split address", address)) {
      graph.setPosition(address.position());
      Node inner = graph.make(Op.OFFSET, Type.PTR, 0, null, base, part(index, level, block, false));
      Node outer =
          graph.make(
              Op.OFFSET,
              Type.PTR,
              address.immediate(),
              null,
              inner,
              part(index, level, block, true));
      graph.setPosition(0);
      graph.replace(address, outer);
      addresses++;
    }
  }

  /** Whether the index is a sum that nobody else needs, perhaps scaled or extended. */
  private static boolean canSplit(Node index, int scales) {
    if (index.useCount() != 1 || scales == 0) {
      return false;
    }
    return switch (index.op()) {
      case ADD -> !index.value(1).isConstant();
      case SHL, MUL -> index.value(1).isConstant() && canSplit(index.value(0), scales - 1);
      case SIGN_EXTEND -> {
        Node sum = index.value(0);
        yield sum.op() == Op.ADD
            && canSplit(sum, scales - 1)
            && (sum.immediate() & Op.NO_SIGNED_WRAP) != 0;
      }
      default -> false;
    };
  }

  private boolean splits(Node index, int level, int block) {
    Node sum = index;
    while (sum.op() != Op.ADD) {
      sum = sum.value(0);
    }
    return (levels().level(sum.value(0), block) == level)
        != (levels().level(sum.value(1), block) == level);
  }

  /**
   * The part of a sum that changes in the loop, or the other, scaled and extended as the sum is.
   */
  private Node part(Node index, int level, int block, boolean changing) {
    if (index.op() == Op.ADD) {
      Node a = index.value(0);
      return (levels().level(a, block) == level) == changing ? a : index.value(1);
    }
    Node inner = part(index.value(0), level, block, changing);
    return index.op() == Op.SIGN_EXTEND
        ? graph.make(Op.SIGN_EXTEND, index.type(), 0, null, inner)
        : graph.make(index.op(), index.type(), 0, null, inner, index.value(1));
  }
}
