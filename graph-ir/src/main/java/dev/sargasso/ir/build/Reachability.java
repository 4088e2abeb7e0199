package dev.sargasso.ir.build;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Makes a graph whole again after control edges came or went: drops what START does not reach,
 * merges regions with one predecessor, ties loops without exit to END by a NEVER, and sweeps away
 * everything that END does not need. Linear in the graph.
 */
public final class Reachability {
  private final Graph graph;
  private final int aliasClasses;

  /** Control tokens and terminators in preorder of a depth-first walk from START. */
  private Node[] preorder = new Node[64];

  private int reachedCount;

  /** By id: 0 not reached, 1 on the walk's stack, 2 done. */
  private byte[] state;

  /** By id: the target of a retreating edge of the walk. */
  private boolean[] retreated;

  /**
   * @param aliasClasses number of alias classes of the function, at least 1
   */
  public Reachability(Graph graph, int aliasClasses) {
    this.graph = graph;
    this.aliasClasses = aliasClasses;
    state = new byte[graph.idLimit()];
    retreated = new boolean[graph.idLimit()];
  }

  /** Does all that the class says. Afterwards the object is used up. */
  public void complete() {
    walk();
    dropUnreachedEdges();
    tieEndlessLoops();
    sweep();
    mergeTrivialRegions();
  }

  // ---------------------------------------------------------------- reaching

  private void walk() {
    Node[] stack = new Node[64];
    int[] next = new int[64];
    stack[0] = graph.start();
    next[0] = 0;
    reach(graph.start());
    int depth = 1;
    while (depth > 0) {
      Node at = stack[depth - 1];
      int i = next[depth - 1]++;
      if (i >= at.useCount()) {
        state[at.id()] = 2;
        depth--;
        continue;
      }
      Node user = at.user(i);
      if (!continuesControl(at, user, at.userSlot(i))) {
        continue;
      }
      if (state[user.id()] == 1 && user.op().isRegion()) {
        retreated[user.id()] = true;
      }
      if (state[user.id()] == 0) {
        reach(user);
        if (depth == stack.length) {
          stack = Arrays.copyOf(stack, 2 * depth);
          next = Arrays.copyOf(next, 2 * depth);
        }
        stack[depth] = user;
        next[depth++] = 0;
      }
    }
  }

  private void reach(Node node) {
    state[node.id()] = 1;
    if (reachedCount == preorder.length) {
      preorder = Arrays.copyOf(preorder, 2 * reachedCount);
    }
    preorder[reachedCount++] = node;
  }

  /** Whether control flows from {@code from} into {@code user} along this edge. */
  private static boolean continuesControl(Node from, Node user, int slot) {
    return switch (user.op()) {
      case REGION, LOOP -> true;
      case IF, SWITCH, NEVER, GUARD, CALL, RETURN, UNREACHABLE, TRAP -> slot == 0;
      case PROJECTION -> user.type() == Type.CTRL && from.type() == Type.TUPLE;
      default -> false;
    };
  }

  private void dropUnreachedEdges() {
    for (int r = 0; r < reachedCount; r++) {
      Node region = preorder[r];
      if (!region.op().isRegion()) {
        continue;
      }
      boolean[] unreached = unreachedInputs(region);
      if (unreached != null) {
        dropEdges(graph, region, unreached);
      }
    }
    boolean[] unreached = unreachedInputs(graph.end());
    if (unreached != null) {
      graph.removeInputs(graph.end(), unreached);
    }
  }

  /** Marks, by slot, the inputs that are not reached; null if there is none. */
  private boolean @Nullable [] unreachedInputs(Node node) {
    boolean[] unreached = null;
    for (int i = 0; i < node.inputCount(); i++) {
      if (state[node.input(i).id()] == 0) {
        if (unreached == null) {
          unreached = new boolean[node.inputCount()];
        }
        unreached[i] = true;
      }
    }
    return unreached;
  }

  /**
   * Removes several predecessors of a region, and with them the inputs of its phis. Linear in all
   * of these together, where {@link #dropEdge} for each would be quadratic.
   *
   * @param dropped by number of the predecessor
   */
  public static void dropEdges(Graph graph, Node region, boolean[] dropped) {
    boolean[] slots = new boolean[dropped.length + 1];
    System.arraycopy(dropped, 0, slots, 1, dropped.length);
    for (Node phi : phis(region)) {
      if (phi.isAlive() && phi.inputCount() == slots.length) {
        graph.removeInputs(phi, slots);
      }
    }
    graph.removeInputs(region, dropped);
  }

  private static Node[] phis(Node region) {
    Node[] phis = new Node[region.useCount()];
    int count = 0;
    for (int u = 0; u < region.useCount(); u++) {
      Node user = region.user(u);
      if (user.op() == Op.PHI && region.userSlot(u) == 0) {
        phis[count++] = user;
      }
    }
    return Arrays.copyOf(phis, count);
  }

  /** Removes predecessor {@code i} of a region, and with it input i + 1 of its phis. */
  public static void dropEdge(Graph graph, Node region, int i) {
    // A phi that loses an input may take others of the region with it, which moves the uses about.
    for (Node phi : phis(region)) {
      if (phi.isAlive() && phi.inputCount() > i + 1) {
        graph.removeInput(phi, i + 1);
      }
    }
    graph.removeInput(region, i);
  }

  // ----------------------------------------------------------- endless loops

  private void tieEndlessLoops() {
    int endless = 0;
    for (int r = 0; r < reachedCount; r++) {
      endless += retreated[preorder[r].id()] ? 1 : 0;
    }
    // Tying one loop makes at most six nodes.
    boolean[] leaves = new boolean[graph.idLimit() + 6 * endless];
    Node[] stack = new Node[64];
    for (int i = 0; i < graph.end().inputCount(); i++) {
      stack = markLeaving(graph.end().input(i), leaves, stack);
    }
    int reached = reachedCount;
    for (int r = 0; r < reached; r++) {
      Node region = preorder[r];
      if (region.op().isRegion() && retreated[region.id()] && !leaves[region.id()]) {
        addNever(region);
        stack = markLeaving(region, leaves, stack);
      }
    }
  }

  /** Marks everything from which control can come to {@code from}. */
  private Node[] markLeaving(Node from, boolean[] leaves, Node[] stack) {
    int depth = 0;
    if (!leaves[from.id()]) {
      leaves[from.id()] = true;
      stack[depth++] = from;
    }
    while (depth > 0) {
      Node node = stack[--depth];
      int inputs = node.op().isRegion() ? node.inputCount() : node.inputCount() == 0 ? 0 : 1;
      if (depth + inputs > stack.length) {
        stack = Arrays.copyOf(stack, 2 * (depth + inputs));
      }
      for (int i = 0; i < inputs; i++) {
        Node input = node.input(i);
        if (!leaves[input.id()]) {
          leaves[input.id()] = true;
          stack[depth++] = input;
        }
      }
    }
    return stack;
  }

  private void addNever(Node region) {
    Node successor = null;
    int slot = -1;
    for (int i = 0; i < region.useCount() && successor == null; i++) {
      if (continuesControl(region, region.user(i), region.userSlot(i))) {
        successor = region.user(i);
        slot = region.userSlot(i);
      }
    }
    if (successor == null) {
      throw new IllegalStateException(region + " leads nowhere");
    }
    Node memory = memoryAt(region);
    Node never = graph.make(Op.NEVER, Type.TUPLE, 0, null, region);
    Node goesOn = graph.make(Op.PROJECTION, Type.CTRL, 0, null, never);
    Node exit = graph.make(Op.PROJECTION, Type.CTRL, 1, null, never);
    graph.setInput(successor, slot, goesOn);
    graph.addInput(graph.end(), graph.make(Op.UNREACHABLE, Type.CTRL, 0, null, exit, memory));
  }

  /** A token that keeps alive all stores of the loop that {@code region} heads. */
  private Node memoryAt(Node region) {
    @Nullable Node[] byClass = new Node[aliasClasses];
    for (int i = 0; i < region.useCount(); i++) {
      Node user = region.user(i);
      if (user.op() == Op.PHI && user.type() == Type.MEM && region.userSlot(i) == 0) {
        byClass[(int) user.immediate()] = user;
      }
    }
    @Nullable Node[] inputs = new Node[aliasClasses];
    int count = 0;
    inputs[count++] =
        byClass[0] != null
            ? byClass[0]
            : graph.make(Op.INITIAL_MEMORY, Type.MEM, 0, null, graph.start());
    for (int i = 1; i < aliasClasses; i++) {
      if (byClass[i] != null) {
        inputs[count++] = byClass[i];
      }
    }
    Node whole = inputs[0];
    if (whole == null) {
      throw new IllegalStateException("no memory at " + region);
    }
    return count == 1
        ? whole
        : graph.make(Op.MEMORY_MERGE, Type.MEM, 0, null, Arrays.copyOf(inputs, count));
  }

  // ---------------------------------------------------------------- sweeping

  private void sweep() {
    graph.retain(liveNodes(graph));
  }

  /** Marks, by id, everything from which END can be reached along inputs. Linear in the graph. */
  public static boolean[] liveNodes(Graph graph) {
    if (graph.mayHoldGarbage()) {
      return markLiveNodes(graph);
    }
    boolean[] live = new boolean[graph.idLimit()];
    for (int id = 0; id < live.length; id++) {
      live[id] = graph.node(id) != null;
    }
    return live;
  }

  /** As {@link #liveNodes}, but relies on nothing that was found before; for verifiers. */
  public static boolean[] markLiveNodes(Graph graph) {
    boolean[] live = new boolean[graph.idLimit()];
    Node[] stack = new Node[64];
    int depth = 0;
    live[graph.start().id()] = true;
    live[graph.end().id()] = true;
    stack[depth++] = graph.end();
    while (depth > 0) {
      Node node = stack[--depth];
      int inputs = node.inputCount();
      if (depth + inputs > stack.length) {
        stack = Arrays.copyOf(stack, 2 * (depth + inputs));
      }
      for (int i = 0; i < inputs; i++) {
        Node input = node.inputOrNull(i);
        if (input != null && !live[input.id()]) {
          live[input.id()] = true;
          stack[depth++] = input;
        }
      }
      // The arms of a live branch are live even where one holds nothing else.
      if (node.type() == Type.TUPLE) {
        for (int i = 0; i < node.useCount(); i++) {
          Node user = node.user(i);
          if (user.op() == Op.PROJECTION && user.type() == Type.CTRL && !live[user.id()]) {
            live[user.id()] = true;
            if (depth == stack.length) {
              stack = Arrays.copyOf(stack, 2 * depth);
            }
            stack[depth++] = user;
          }
        }
      }
    }
    return live;
  }

  private void mergeTrivialRegions() {
    for (int r = 0; r < reachedCount; r++) {
      Node region = preorder[r];
      if (!region.isAlive() || !region.op().isRegion() || region.inputCount() != 1) {
        continue;
      }
      for (int i = region.useCount() - 1; i >= 0; i--) {
        if (i < region.useCount()) {
          Node user = region.user(i);
          if (user.op() == Op.PHI && region.userSlot(i) == 0) {
            graph.replace(user, user.input(1));
          }
        }
      }
      graph.replace(region, region.input(0));
    }
  }
}
