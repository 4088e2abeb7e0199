package dev.sargasso.prove.rules;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.interpret.Evaluation;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The values of an expression for many inputs at once. */
final class Table {
  private final long[] x;
  private final long[] y;

  /** For which inputs computing it traps. */
  final boolean[] traps;

  /** For which inputs a promise is broken on the way. */
  final boolean[] breaks;

  /** The values. */
  final long[] values;

  private Table(Node root, long[] x, long[] y) {
    this.x = x;
    this.y = y;
    traps = new boolean[x.length];
    breaks = new boolean[x.length];
    List<Node> order = new ArrayList<>();
    collect(root, order);
    long[][] known = new long[order.size()][];
    int[] numbers = new int[1 + order.stream().mapToInt(Node::id).max().orElse(0)];
    for (int i = 0; i < order.size(); i++) {
      numbers[order.get(i).id()] = i;
      known[i] = compute(order.get(i), known, numbers);
    }
    values = known[numbers[root.id()]];
  }

  /** Evaluates for all pairs of {@code x} and {@code y}; they are of one length. */
  static Table of(Node root, long[] x, long[] y) {
    return new Table(root, x, y);
  }

  /** Each node behind its inputs; expressions are small, but the stack is explicit all the same. */
  private static void collect(Node root, List<Node> order) {
    BitSet done = new BitSet();
    List<Node> stack = new ArrayList<>(List.of(root));
    while (!stack.isEmpty()) {
      Node node = stack.getLast();
      boolean ready = true;
      if (node.op() != Op.PARAMETER) {
        for (int i = 0; i < node.valueCount(); i++) {
          if (!done.get(node.value(i).id())) {
            stack.add(node.value(i));
            ready = false;
          }
        }
      }
      if (ready) {
        stack.removeLast();
        if (!done.get(node.id())) {
          done.set(node.id());
          order.add(node);
        }
      }
    }
  }

  private long[] compute(Node node, long[][] known, int[] numbers) {
    if (node.op() == Op.PARAMETER) {
      return node.immediate() == 0 ? x : y;
    }
    long[] result = new long[x.length];
    if (node.isConstant()) {
      java.util.Arrays.fill(result, node.immediate());
      return result;
    }
    Op op = node.op();
    long[] a = known[numbers[node.value(0).id()]];
    long[] b = node.valueCount() > 1 ? known[numbers[node.value(1).id()]] : a;
    long[] c = node.valueCount() > 2 ? known[numbers[node.value(2).id()]] : a;
    Type operandType = op == Op.SELECT ? node.type() : node.value(0).type();
    boolean mayTrap = op.mayTrap();
    boolean promises = Enumeration.canPromise(op) && node.immediate() != 0;
    if (!promises && isQuick(op, node.type(), a, b, result)) {
      return result;
    }
    for (int i = 0; i < result.length; i++) {
      if (mayTrap && Evaluation.traps(op, operandType, a[i], b[i])) {
        traps[i] = true;
      } else {
        result[i] = Evaluation.evaluate(op, node.type(), operandType, a[i], b[i], c[i]);
        if (promises && wraps(op, node.type(), a[i], b[i], result[i])) {
          breaks[i] = true;
        }
      }
    }
    return result;
  }

  /**
   * Computes the most frequent operations in loops that do nothing else; whether it was one. What
   * it does is what {@link Evaluation} does.
   */
  private static boolean isQuick(Op op, Type type, long[] a, long[] b, long[] result) {
    if (type == Type.I1) {
      return false;
    }
    int unused = 64 - type.bits();
    switch (op) {
      case ADD -> {
        for (int i = 0; i < result.length; i++) {
          result[i] = (a[i] + b[i]) << unused >> unused;
        }
      }
      case SUB -> {
        for (int i = 0; i < result.length; i++) {
          result[i] = (a[i] - b[i]) << unused >> unused;
        }
      }
      case MUL -> {
        for (int i = 0; i < result.length; i++) {
          result[i] = (a[i] * b[i]) << unused >> unused;
        }
      }
      case AND -> {
        for (int i = 0; i < result.length; i++) {
          result[i] = a[i] & b[i];
        }
      }
      case OR -> {
        for (int i = 0; i < result.length; i++) {
          result[i] = a[i] | b[i];
        }
      }
      case XOR -> {
        for (int i = 0; i < result.length; i++) {
          result[i] = a[i] ^ b[i];
        }
      }
      case NOT -> {
        for (int i = 0; i < result.length; i++) {
          result[i] = ~a[i];
        }
      }
      case NEG -> {
        for (int i = 0; i < result.length; i++) {
          result[i] = -a[i] << unused >> unused;
        }
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Whether the exact result is another one; for widths of up to 32 bits. */
  private static boolean wraps(Op op, Type type, long a, long b, long result) {
    return switch (op) {
      case ADD -> a + b != result;
      case SUB -> a - b != result;
      case MUL -> a * b != result;
      case NEG -> -a != result;
      default -> a << (b & (type.bits() - 1)) != result;
    };
  }
}
