package dev.sargasso.ir.schedule;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a graph in the order in which they are executed: for each block of a {@link
 * ControlFlow} a row of nodes. Immutable; it describes the graph as it was when it was made.
 *
 * <p>A row starts with the PHIs (in block 0 PARAMETERs and INITIAL_MEMORYs); the terminator, if the
 * block has one, is its last node. GUARDs and CALLs stand among the others, the PROJECTIONs and
 * MEMORY_PARTs of a tuple directly behind it. Control tokens that do nothing (START, regions,
 * control projections) are not in it. Nodes of type MEM are, though there is nothing to execute for
 * them, so that every definition has a place before its uses.
 */
public final class Schedule {
  private final ControlFlow controlFlow;
  private final int[] start;
  private final Node[] nodes;
  private final int[] blockOf;
  private final int[] indexOf;

  private Schedule(ControlFlow controlFlow, int[] blocks, Node[] sequence, int count) {
    this.controlFlow = controlFlow;
    start = new int[controlFlow.count() + 1];
    for (int i = 0; i < count; i++) {
      start[blocks[i] + 1]++;
    }
    for (int b = 0; b < controlFlow.count(); b++) {
      start[b + 1] += start[b];
    }
    int[] next = start.clone();
    nodes = new Node[count];
    blockOf = new int[controlFlow.graph().idLimit()];
    indexOf = new int[blockOf.length];
    Arrays.fill(blockOf, -1);
    Arrays.fill(indexOf, -1);
    for (int i = 0; i < count; i++) {
      int block = blocks[i];
      Node node = sequence[i];
      blockOf[node.id()] = block;
      indexOf[node.id()] = next[block] - start[block];
      nodes[next[block]++] = node;
    }
  }

  /** Collects nodes, block by block or mixed. */
  public static final class Builder {
    private final ControlFlow controlFlow;
    private int[] blocks;
    private @Nullable Node[] sequence;
    private int count;

    /** A schedule over these blocks. */
    public Builder(ControlFlow controlFlow) {
      this.controlFlow = controlFlow;
      int capacity = Math.max(16, controlFlow.graph().size());
      blocks = new int[capacity];
      sequence = new Node[capacity];
    }

    /** Puts {@code node} behind all that has been put into {@code block} so far. */
    public void append(int block, Node node) {
      if (count == blocks.length) {
        blocks = Arrays.copyOf(blocks, 2 * count);
        sequence = Arrays.copyOf(sequence, 2 * count);
      }
      blocks[count] = block;
      sequence[count++] = node;
    }

    /** The schedule. Nothing is checked here. */
    public Schedule build() {
      return new Schedule(controlFlow, blocks, sequence, count);
    }
  }

  /** The blocks. */
  public ControlFlow controlFlow() {
    return controlFlow;
  }

  /** The graph whose nodes these are. */
  public Graph graph() {
    return controlFlow.graph();
  }

  /** Number of blocks. */
  public int blockCount() {
    return start.length - 1;
  }

  /** Number of nodes in {@code block}. */
  public int size(int block) {
    return start[block + 1] - start[block];
  }

  /** Node number {@code i} of {@code block}, in order of execution. */
  public Node node(int block, int i) {
    if (i < 0 || i >= size(block)) {
      throw new IndexOutOfBoundsException("node " + i + " of block " + block);
    }
    return nodes[start[block] + i];
  }

  /** Number of nodes in all blocks. */
  public int nodeCount() {
    return nodes.length;
  }

  /** The block that {@code node} is in, or -1 if it is in none. */
  public int blockOf(Node node) {
    return node.id() < blockOf.length ? blockOf[node.id()] : -1;
  }

  /** The place of {@code node} in its block, from 0, or -1 if it is in none. */
  public int indexOf(Node node) {
    return node.id() < indexOf.length ? indexOf[node.id()] : -1;
  }
}
