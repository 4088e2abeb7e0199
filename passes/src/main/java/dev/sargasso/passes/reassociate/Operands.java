package dev.sargasso.passes.reassociate;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;

/**
 * The operands of a tree of one operation, for one tree after another. In a sum each has a
 * coefficient, and subtraction and negation belong to it; constants are kept apart.
 */
final class Operands {
  /** Deeper parts of larger trees are operands. */
  private static final int MAX_OPERANDS = 32;

  private Op op = Op.ADD;
  private Type type = Type.I64;

  /** The operand without its coefficient. */
  final Node[] nodes = new Node[MAX_OPERANDS];

  /** The operand with its coefficient as the tree has it, or as it will have it. */
  final Node[] wholes = new Node[MAX_OPERANDS];

  final long[] coefficients = new long[MAX_OPERANDS];

  /** The coefficient of {@code wholes} itself: 1, or -1 where the tree subtracts it. */
  final long[] signs = new long[MAX_OPERANDS];

  /** How many operations lie between the operand and the result. */
  final int[] depths = new int[MAX_OPERANDS];

  /** Inner nodes of the tree, the root first. */
  final Node[] inner = new Node[MAX_OPERANDS];

  int count;
  int innerCount;
  long constant;

  private final Node[] stack = new Node[2 * MAX_OPERANDS];
  private final long[] stackSigns = new long[2 * MAX_OPERANDS];
  private final int[] stackDepths = new int[2 * MAX_OPERANDS];

  /** The operation whose trees {@code node} belongs to, or null. */
  static @org.jspecify.annotations.Nullable Op family(Node node) {
    if (!node.type().isInteger() || node.type() == Type.I1) {
      return null;
    }
    return switch (node.op()) {
      case ADD, SUB, NEG -> Op.ADD;
      case MUL, AND, OR, XOR -> node.op();
      default -> null;
    };
  }

  /** Whether the node has but one use, in a tree that it belongs to itself. */
  static boolean isInner(Node node) {
    return node.useCount() == 1 && family(node) != null && family(node) == family(node.user(0));
  }

  private static long neutral(Op op) {
    return switch (op) {
      case MUL -> 1;
      case AND -> -1;
      default -> 0;
    };
  }

  boolean hasConstant() {
    return constant != type.canonical(neutral(op));
  }

  /** Takes the tree of {@code newOp} under {@code root} apart; forgets the tree before. */
  void take(Op newOp, Node root) {
    op = newOp;
    type = root.type();
    constant = neutral(op);
    count = 0;
    innerCount = 0;
    collect(root);
  }

  private void collect(Node root) {
    int depth = 0;
    stack[depth] = root;
    stackSigns[depth] = 1;
    stackDepths[depth++] = 0;
    while (depth > 0) {
      Node node = stack[--depth];
      long sign = stackSigns[depth];
      int level = stackDepths[depth];
      boolean fits = count + depth + 2 < MAX_OPERANDS && innerCount < MAX_OPERANDS;
      if (node != root && !(fits && isInner(node) && family(node) == op)) {
        add(node, sign, level);
        continue;
      }
      inner[innerCount++] = node;
      for (int i = node.valueCount() - 1; i >= 0; i--) {
        stack[depth] = node.value(i);
        boolean isSubtracted = node.op() == Op.NEG || (node.op() == Op.SUB && i == 1);
        stackSigns[depth] = isSubtracted ? -sign : sign;
        stackDepths[depth++] = level + 1;
      }
    }
  }

  private void add(Node node, long sign, int depth) {
    if (node.isConstant()) {
      long value = node.immediate();
      constant =
          type.canonical(
              switch (op) {
                case ADD -> constant + sign * value;
                case MUL -> constant * value;
                case AND -> constant & value;
                case OR -> constant | value;
                default -> constant ^ value;
              });
      return;
    }
    nodes[count] = node;
    wholes[count] = node;
    coefficients[count] = sign;
    signs[count] = sign;
    depths[count] = depth;
    if (op == Op.ADD && node.useCount() == 1 && isScaled(node)) {
      Node by = node.value(1);
      long factor =
          node.op() == Op.MUL ? by.immediate() : 1L << (by.immediate() & (type.bits() - 1));
      nodes[count] = node.value(0);
      coefficients[count] = type.canonical(sign * factor);
    }
    count++;
  }

  private static boolean isScaled(Node node) {
    return (node.op() == Op.MUL || node.op() == Op.SHL) && node.value(1).isConstant();
  }

  /** Whether operand {@code i} is more than a product with its coefficient. */
  boolean isScaled(int i) {
    return nodes[i] != wholes[i];
  }

  /** Replaces two operands that are the same by what they are together. */
  boolean mergeEqual() {
    if (op == Op.MUL) {
      return false;
    }
    boolean changed = false;
    for (int i = 0; i < count; i++) {
      for (int j = count - 1; j > i; j--) {
        if (nodes[i] == nodes[j]) {
          coefficients[i] =
              op == Op.ADD
                  ? type.canonical(coefficients[i] + coefficients[j])
                  : op == Op.XOR ? 1 - coefficients[i] : 1;
          // No node has this coefficient yet.
          wholes[i] = nodes[i];
          signs[i] = 0;
          remove(j);
          changed = true;
        }
      }
      if (coefficients[i] == 0) {
        remove(i--);
      }
    }
    return changed;
  }

  void remove(int i) {
    count--;
    for (int k = i; k < count; k++) {
      nodes[k] = nodes[k + 1];
      wholes[k] = wholes[k + 1];
      coefficients[k] = coefficients[k + 1];
      signs[k] = signs[k + 1];
      depths[k] = depths[k + 1];
    }
  }

  void exchange(int i, int j) {
    Node node = nodes[i];
    Node whole = wholes[i];
    long coefficient = coefficients[i];
    long sign = signs[i];
    int depth = depths[i];
    nodes[i] = nodes[j];
    wholes[i] = wholes[j];
    coefficients[i] = coefficients[j];
    signs[i] = signs[j];
    depths[i] = depths[j];
    nodes[j] = node;
    wholes[j] = whole;
    coefficients[j] = coefficient;
    signs[j] = sign;
    depths[j] = depth;
  }
}
