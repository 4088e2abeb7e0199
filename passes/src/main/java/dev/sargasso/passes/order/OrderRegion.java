package dev.sargasso.passes.order;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of one block that are to be put in order, and what must come before what.
 *
 * <p>Members are numbered from 0 by ascending id, which is about the order of the source; a
 * terminator is the last member. PHIs and other nodes that stand at the start of the block anyway
 * are not members, nor are projections, which follow their tuple. The scheduler reuses one object
 * for all blocks.
 */
public final class OrderRegion {
  private final int[] blockOf;
  private int block;
  private Node[] nodes = new Node[16];
  private int size;
  private boolean terminated;

  /** Member number by node id, right for the members of the current block only. */
  private final int[] memberOf;

  // Edges in the order in which they are added, then packed by the later end.
  private int[] edgeFrom = new int[64];
  private int[] edgeTo = new int[64];
  private int edges;
  private int[] firstDependence = new int[17];
  private int[] dependence = new int[64];
  private int[] inputDependences = new int[16];

  OrderRegion(int[] blockOf) {
    this.blockOf = blockOf;
    memberOf = new int[blockOf.length];
  }

  void begin(int newBlock) {
    block = newBlock;
    size = 0;
    edges = 0;
    terminated = false;
  }

  void add(Node node) {
    if (size == nodes.length) {
      nodes = Arrays.copyOf(nodes, 2 * size);
      firstDependence = new int[2 * size + 1];
      inputDependences = new int[2 * size];
    }
    memberOf[node.id()] = size;
    nodes[size++] = node;
    terminated = node.op().isTerminator();
  }

  /** Adds all edges, members being complete. */
  void connect(AntiDependences antiDependences) {
    for (int to = 0; to < size; to++) {
      Node node = nodes[to];
      for (int i = 0; i < node.inputCount(); i++) {
        Node input = node.inputOrNull(i);
        int from = input == null ? -1 : member(input);
        if (from >= 0) {
          addEdge(from, to);
        }
      }
    }
    int inputEdges = edges;
    for (int from = 0; from < size; from++) {
      if (nodes[from].op() == Op.LOAD) {
        Node later = antiDependences.replacedBy(nodes[from], block);
        if (later != null) {
          addEdge(from, memberOf[later.id()]);
        }
      }
    }
    pack(inputEdges);
  }

  /** What a load must come before in a block. */
  @FunctionalInterface
  interface AntiDependences {
    @Nullable Node replacedBy(Node load, int block);
  }

  /** The member that has to be there before {@code input} can be used, or -1. */
  private int member(Node input) {
    Node at = input;
    while (isGlued(at)) {
      at = at.input(0);
    }
    return blockOf[at.id()] == block && isMember(at) ? memberOf[at.id()] : -1;
  }

  /** Whether the node stands directly behind its input. */
  static boolean isGlued(Node node) {
    return switch (node.op()) {
      case PROJECTION -> true;
      case MEMORY_PART -> node.input(0).op() == Op.PROJECTION;
      default -> false;
    };
  }

  /** Whether the node stands at the start of its block. */
  static boolean isLeading(Node node) {
    return switch (node.op()) {
      case PHI, PARAMETER, INITIAL_MEMORY -> true;
      case MEMORY_PART -> !isGlued(node) && isLeading(node.input(0));
      default -> false;
    };
  }

  /** Whether a node with a block is put in order by the scheduler. */
  static boolean isMember(Node node) {
    return switch (node.op()) {
      case START, REGION, LOOP, END -> false;
      default -> !isGlued(node) && !isLeading(node);
    };
  }

  private void addEdge(int from, int to) {
    if (edges == edgeFrom.length) {
      edgeFrom = Arrays.copyOf(edgeFrom, 2 * edges);
      edgeTo = Arrays.copyOf(edgeTo, 2 * edges);
    }
    edgeFrom[edges] = from;
    edgeTo[edges++] = to;
  }

  private void pack(int inputEdges) {
    Arrays.fill(firstDependence, 0, size + 1, 0);
    Arrays.fill(inputDependences, 0, size, 0);
    if (dependence.length < edges) {
      dependence = new int[edgeFrom.length];
    }
    for (int e = 0; e < edges; e++) {
      firstDependence[edgeTo[e]]++;
      if (e < inputEdges) {
        inputDependences[edgeTo[e]]++;
      }
    }
    int sum = 0;
    for (int i = 0; i <= size; i++) {
      sum += firstDependence[i];
      firstDependence[i] = sum;
    }
    // Backwards, so that rows keep the order of their edges.
    for (int e = edges - 1; e >= 0; e--) {
      dependence[--firstDependence[edgeTo[e]]] = edgeFrom[e];
    }
  }

  /** The block's number in the control flow. */
  public int block() {
    return block;
  }

  /** Number of members. */
  public int size() {
    return size;
  }

  /** Member number {@code i}. */
  public Node node(int i) {
    return nodes[i];
  }

  /** Whether the last member is a terminator. */
  public boolean isTerminated() {
    return terminated;
  }

  /** Number of members that must come before member {@code i}; one may be counted repeatedly. */
  public int dependenceCount(int i) {
    return firstDependence[i + 1] - firstDependence[i];
  }

  /**
   * A member that must come before member {@code i}. Those with {@code k} below {@link
   * #inputDependenceCount} are its inputs, the others loads of a state that it replaces.
   */
  public int dependence(int i, int k) {
    return dependence[firstDependence[i] + k];
  }

  /** How many of the dependences of member {@code i} are inputs. */
  public int inputDependenceCount(int i) {
    return inputDependences[i];
  }

  /** Whether the value of {@code node} is used by a PHI or in another block. */
  public boolean isLiveOut(Node node) {
    for (int i = 0; i < node.useCount(); i++) {
      Node user = node.user(i);
      int other = blockOf[user.id()];
      if (other >= 0 && (other != block || user.op() == Op.PHI)) {
        return true;
      }
    }
    return false;
  }
}
