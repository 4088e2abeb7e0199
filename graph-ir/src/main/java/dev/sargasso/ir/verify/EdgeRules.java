package dev.sargasso.ir.verify;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;

/** Edges and uses agree; nothing is garbage; cycles go through phis. */
final class EdgeRules {
  private final Graph graph;
  private final Problems problems;
  private final boolean[] live;

  EdgeRules(Graph graph, Problems problems) {
    this.graph = graph;
    this.problems = problems;
    live = new boolean[graph.idLimit()];
  }

  boolean[] live() {
    return live;
  }

  void checkEdges() {
    int limit = graph.idLimit();
    int[] firstEdge = new int[limit + 1];
    int[] pointing = new int[limit];
    for (int id = 0; id < limit; id++) {
      Node node = graph.node(id);
      int inputs = node == null ? 0 : node.inputCount();
      firstEdge[id + 1] = firstEdge[id] + inputs;
      if (node == null) {
        continue;
      }
      if (node.id() != id || !node.isAlive()) {
        problems.add("edge", node, "is listed under id " + id + " but is not alive there");
        return;
      }
      for (int i = 0; i < inputs; i++) {
        Node input = node.inputOrNull(i);
        if (input == null) {
          if (i != 0 || !node.op().controlIsOptional()) {
            problems.add("edge", node, "lacks input " + i);
          }
        } else if (input.id() >= limit || graph.node(input.id()) != input) {
          problems.add(
              "edge",
              node,
              "has " + Problems.describe(input) + " as input " + i + ", which is dead");
        } else {
          pointing[input.id()]++;
        }
      }
    }
    boolean[] seen = new boolean[firstEdge[limit]];
    for (int id = 0; id < limit; id++) {
      Node node = graph.node(id);
      if (node == null) {
        continue;
      }
      if (pointing[id] != node.useCount()) {
        problems.add(
            "edge",
            node,
            "has " + node.useCount() + " uses, but " + pointing[id] + " inputs point to it");
      }
      for (int i = 0; i < node.useCount(); i++) {
        Node user = node.user(i);
        int slot = node.userSlot(i);
        boolean listed =
            user.id() < limit
                && graph.node(user.id()) == user
                && slot < user.inputCount()
                && user.inputOrNull(slot) == node;
        if (!listed) {
          problems.add("edge", node, "lists a use by " + user + " that is not there");
        } else if (seen[firstEdge[user.id()] + slot]) {
          problems.add("edge", node, "lists its use by " + user + " twice");
        } else {
          seen[firstEdge[user.id()] + slot] = true;
        }
      }
    }
  }

  /** Marks what END needs; anything else is garbage. */
  void checkReachability(boolean garbageAllowed) {
    Node[] stack = new Node[64];
    int depth = 0;
    live[graph.end().id()] = true;
    live[graph.start().id()] = true;
    stack[depth++] = graph.end();
    while (depth > 0) {
      Node node = stack[--depth];
      int arms = node.type() == Type.TUPLE ? node.useCount() : 0;
      int inputs = node.inputCount();
      if (depth + inputs + arms > stack.length) {
        stack = Arrays.copyOf(stack, 2 * (depth + inputs + arms));
      }
      for (int i = 0; i < inputs + arms; i++) {
        Node next = i < inputs ? node.inputOrNull(i) : node.user(i - inputs);
        boolean follows = next != null && (i < inputs || next.type() == Type.CTRL);
        if (next != null && follows && !live[next.id()]) {
          live[next.id()] = true;
          stack[depth++] = next;
        }
      }
    }
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node == null || live[id]) {
        continue;
      }
      boolean harmless = garbageAllowed && node.type() != Type.CTRL && isLoose(node);
      if (!harmless) {
        problems.add("garbage", node, "is not needed by END");
      }
    }
  }

  private static boolean isLoose(Node node) {
    return node.op().isFloating()
        || switch (node.op()) {
          case PHI, PARAMETER, INITIAL_MEMORY, PROJECTION -> true;
          default -> false;
        };
  }

  void checkCycles() {
    // 0 not seen, 1 on the stack, 2 done.
    byte[] state = new byte[graph.idLimit()];
    Node[] stack = new Node[64];
    int[] next = new int[64];
    for (int id = 0; id < graph.idLimit(); id++) {
      Node root = graph.node(id);
      if (root == null || state[id] != 0) {
        continue;
      }
      int depth = 0;
      stack[0] = root;
      next[0] = 0;
      state[id] = 1;
      depth++;
      while (depth > 0) {
        Node at = stack[depth - 1];
        int i = next[depth - 1]++;
        boolean cut = at.op().isRegion() || (at.op() == Op.PHI && i > 0);
        if (i >= at.inputCount() || cut) {
          state[at.id()] = 2;
          depth--;
          continue;
        }
        Node input = at.inputOrNull(i);
        if (input == null || state[input.id()] == 2) {
          continue;
        }
        if (state[input.id()] == 1) {
          problems.add(
              "cycle", input, "is on a cycle without a phi, by way of " + Problems.describe(at));
          return;
        }
        if (depth == stack.length) {
          stack = Arrays.copyOf(stack, 2 * depth);
          next = Arrays.copyOf(next, 2 * depth);
        }
        state[input.id()] = 1;
        stack[depth] = input;
        next[depth++] = 0;
      }
    }
  }
}
