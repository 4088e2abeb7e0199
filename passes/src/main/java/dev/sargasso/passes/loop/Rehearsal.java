package dev.sargasso.passes.loop;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.interpret.Evaluation;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.duplicate.LoopBody;

/**
 * Finds after how many iterations a loop is left, by computing what its exit condition depends on:
 * whatever that is, if it is made of constants and of phis of the header that begin with constants
 * and go on with such expressions.
 *
 * <p>An instance serves one loop. It takes time proportional to the expressions' size, which is
 * limited, times the number of iterations asked for.
 */
final class Rehearsal {
  /** More nodes than this are not looked at for one condition. */
  private static final int MAX_NODES = 24;

  private final LoopBody body;

  /** Inputs before users; phis have no inputs here. */
  private final Node[] nodes = new Node[MAX_NODES];

  private final long[] values = new long[MAX_NODES];
  private int count;

  Rehearsal(LoopBody body) {
    this.body = body;
  }

  /**
   * The exit that is taken for certain if the loop is not left by another before.
   *
   * @param branch an IF that every iteration passes
   * @param rounds how often control has come round when it is taken; 0 if in the first iteration
   */
  record Exit(Node branch, long arm, int rounds) {}

  /**
   * The exit that is taken first among those that can be foretold, or null if there is none within
   * {@code limit} rounds.
   */
  static @org.jspecify.annotations.Nullable Exit first(
      LoopBody body, ControlFlow controlFlow, int limit) {
    Exit first = null;
    LoopTree loops = controlFlow.loops();
    int latch = controlFlow.predecessor(loops.header(body.loop()), 1);
    for (int i = 0; i < body.exitCount(); i++) {
      Node branch = body.exit(i).input(0);
      if (branch.op() != Op.IF
          || !controlFlow.dominators().dominates(controlFlow.blockOf(branch), latch)) {
        continue;
      }
      int rounds = new Rehearsal(body).rounds(branch.value(0), body.exit(i).immediate(), limit);
      if (rounds >= 0) {
        first = new Exit(branch, body.exit(i).immediate(), rounds);
        limit = rounds - 1;
      }
    }
    return first;
  }

  /**
   * After how many rounds {@code condition} is {@code wanted}; -1 if unknown or above the limit.
   */
  private int rounds(Node condition, long wanted, int limit) {
    int result = add(condition);
    if (result < 0) {
      return -1;
    }
    // What a phi goes on with may need further phis.
    for (int i = 0; i < count; i++) {
      if (isPhi(nodes[i]) && add(nodes[i].input(2)) < 0) {
        return -1;
      }
    }
    int[] next = new int[count];
    for (int i = 0; i < count; i++) {
      if (isPhi(nodes[i])) {
        values[i] = nodes[i].input(1).immediate();
        next[i] = position(nodes[i].input(2));
      }
    }
    long[] coming = new long[count];
    for (int round = 0; round <= limit; round++) {
      for (int i = 0; i < count; i++) {
        if (!isPhi(nodes[i]) && !evaluate(i)) {
          return -1;
        }
      }
      if (values[result] == wanted) {
        return round;
      }
      for (int i = 0; i < count; i++) {
        coming[i] = values[next[i]];
      }
      for (int i = 0; i < count; i++) {
        if (isPhi(nodes[i])) {
          values[i] = coming[i];
        }
      }
    }
    return -1;
  }

  private static boolean isPhi(Node node) {
    return node.op() == Op.PHI;
  }

  private int position(Node node) {
    for (int i = 0; i < count; i++) {
      if (nodes[i] == node) {
        return i;
      }
    }
    return -1;
  }

  /** The position of {@code root} after all it depends on has been added, or -1 if that fails. */
  private int add(Node root) {
    Node[] stack = new Node[MAX_NODES + 1];
    int depth = 0;
    stack[depth++] = root;
    while (depth > 0) {
      Node node = stack[depth - 1];
      if (position(node) >= 0) {
        depth--;
        continue;
      }
      if (count == MAX_NODES || !isComputable(node)) {
        return -1;
      }
      Node missing = null;
      for (int i = 0; !isPhi(node) && i < node.inputCount() && missing == null; i++) {
        missing = position(node.input(i)) < 0 ? node.input(i) : null;
      }
      if (missing == null) {
        nodes[count++] = node;
        depth--;
      } else if (depth == stack.length) {
        return -1;
      } else {
        stack[depth++] = missing;
      }
    }
    return position(root);
  }

  private boolean isComputable(Node node) {
    if (node.isConstant()) {
      return true;
    }
    if (isPhi(node)) {
      return node.input(0) == body.header()
          && node.type() != Type.MEM
          && node.input(1).isConstant();
    }
    return Evaluation.isEvaluable(node.op())
        && node.control() == null
        && node.valueCount() == node.inputCount();
  }

  /** Computes a node that is no phi; false if it would trap. */
  private boolean evaluate(int i) {
    Node node = nodes[i];
    if (node.isConstant()) {
      values[i] = node.immediate();
      return true;
    }
    int inputs = node.inputCount();
    long a = values[position(node.input(0))];
    long b = inputs > 1 ? values[position(node.input(1))] : a;
    long c = inputs > 2 ? values[position(node.input(2))] : a;
    Type operands = node.op() == Op.SELECT ? node.type() : node.input(0).type();
    if (Evaluation.traps(node.op(), operands, a, b)) {
      return false;
    }
    values[i] = Evaluation.evaluate(node.op(), node.type(), operands, a, b, c);
    return true;
  }
}
