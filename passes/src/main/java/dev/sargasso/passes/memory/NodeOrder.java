package dev.sargasso.passes.memory;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import java.util.Arrays;

/**
 * The live nodes of a graph in an order in which every node stands behind its inputs. Edges that
 * may go round a loop (value inputs of PHIs, inputs of regions) do not count.
 *
 * <p>The order follows ids as far as edges allow, so it is the same whenever the graph is.
 */
public final class NodeOrder {
  /** Its number among the analyses that a graph remembers. */
  private static final int ANALYSIS = 1;

  private final Node[] nodes;
  private final boolean[] live;
  private int count;

  private NodeOrder(Graph graph) {
    live = Reachability.liveNodes(graph);
    nodes = new Node[graph.size()];
    // 0 not seen, 1 on the stack, 2 placed.
    byte[] state = new byte[graph.idLimit()];
    Node[] stack = new Node[64];
    int[] next = new int[64];
    for (int id = 0; id < graph.idLimit(); id++) {
      Node root = graph.node(id);
      if (root == null || !live[id] || state[id] != 0) {
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
        if (i >= precedingInputs(at)) {
          state[at.id()] = 2;
          nodes[count++] = at;
          depth--;
          continue;
        }
        Node input = at.inputOrNull(i);
        if (input == null || state[input.id()] == 2) {
          continue;
        }
        if (state[input.id()] == 1) {
          throw new IllegalStateException("cycle through " + input + " and " + at);
        }
        state[input.id()] = 1;
        if (depth == stack.length) {
          stack = Arrays.copyOf(stack, 2 * depth);
          next = Arrays.copyOf(next, 2 * depth);
        }
        stack[depth] = input;
        next[depth++] = 0;
      }
    }
  }

  /**
   * Orders the live nodes, or gives the order made last if nothing has been edited since. Linear in
   * the graph.
   *
   * @throws IllegalStateException if there is a cycle that does not go through a PHI or region
   */
  public static NodeOrder of(Graph graph) {
    if (graph.analysis(ANALYSIS) instanceof NodeOrder known) {
      return known;
    }
    NodeOrder made = new NodeOrder(graph);
    graph.remember(ANALYSIS, made);
    return made;
  }

  private static int precedingInputs(Node node) {
    return switch (node.op()) {
      case REGION, LOOP -> 0;
      case PHI -> 1;
      default -> node.inputCount();
    };
  }

  /** Number of live nodes. */
  public int count() {
    return count;
  }

  /** Node number {@code i}. */
  public Node node(int i) {
    return nodes[i];
  }

  /** Whether END needs the node. */
  public boolean isLive(Node node) {
    return node.id() < live.length && live[node.id()];
  }
}
