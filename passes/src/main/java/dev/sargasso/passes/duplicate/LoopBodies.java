package dev.sargasso.passes.duplicate;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.memory.NodeOrder;
import java.util.Arrays;

/**
 * Which nodes belong to which loop, in a graph that is in {@link LoopForm}.
 *
 * <p>A floating node has an <em>early</em> block, the first one where all its inputs are there. It
 * belongs to a loop if that block does: then it depends on something in the loop, and on nothing
 * behind it. Building is linear in the graph, listing a body linear in its size.
 */
public final class LoopBodies {
  private final ControlFlow controlFlow;
  private final Dominators dominators;
  private final LoopTree loops;

  /** By id; -1 for what is not live. */
  private int[] early;

  /** Live nodes, those of a block together, inputs before users but for phis and regions. */
  private final Node[] nodes;

  private final int[] first;

  /** By id, the position of a node in the body that is being copied. */
  private final int[] places;

  private LoopBodies(ControlFlow controlFlow) {
    this.controlFlow = controlFlow;
    dominators = controlFlow.dominators();
    loops = controlFlow.loops();
    Graph graph = controlFlow.graph();
    NodeOrder order = NodeOrder.of(graph);
    early = new int[graph.idLimit()];
    Arrays.fill(early, -1);
    places = new int[graph.idLimit()];
    first = new int[controlFlow.count() + 1];
    for (int i = 0; i < order.count(); i++) {
      Node node = order.node(i);
      int block = node.op().isPinned() ? controlFlow.blockOf(node) : earlyOf(node);
      early[node.id()] = block;
      if (block >= 0) {
        first[block + 1]++;
      }
    }
    for (int b = 0; b < controlFlow.count(); b++) {
      first[b + 1] += first[b];
    }
    nodes = new Node[first[controlFlow.count()]];
    int[] next = Arrays.copyOf(first, controlFlow.count());
    for (int i = 0; i < order.count(); i++) {
      Node node = order.node(i);
      int block = early[node.id()];
      if (block >= 0) {
        nodes[next[block]++] = node;
      }
    }
  }

  /** Looks at a whole graph. */
  public static LoopBodies of(ControlFlow controlFlow) {
    return new LoopBodies(controlFlow);
  }

  private int earlyOf(Node node) {
    int deepest = 0;
    for (int i = 0; i < node.inputCount(); i++) {
      Node input = node.inputOrNull(i);
      if (input != null && dominators.depth(early[input.id()]) > dominators.depth(deepest)) {
        deepest = early[input.id()];
      }
    }
    return deepest;
  }

  /** The view of control on which all this rests. */
  public ControlFlow controlFlow() {
    return controlFlow;
  }

  /** The first block where the node can be computed; -1 if it is not live. */
  public int early(Node node) {
    return node.id() < early.length ? early[node.id()] : -1;
  }

  /** Says where a node that has been made since can first be computed. */
  public void setEarly(Node node, int block) {
    if (node.id() >= early.length) {
      int length = early.length;
      early = Arrays.copyOf(early, Math.max(2 * length, node.id() + 1));
      Arrays.fill(early, length, early.length, -1);
    }
    early[node.id()] = block;
  }

  /** Says of all nodes with ids from {@code from} on where they can first be computed. */
  public void settle(int from) {
    Graph graph = controlFlow.graph();
    for (int id = from; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node == null) {
        continue;
      }
      if (node.op() == Op.PHI) {
        setEarly(node, early(node.input(0)));
      } else {
        int deepest = 0;
        for (int i = 0; i < node.inputCount(); i++) {
          Node input = node.inputOrNull(i);
          int block = input == null ? -1 : early(input);
          if (block >= 0 && dominators.depth(block) > dominators.depth(deepest)) {
            deepest = block;
          }
        }
        setEarly(node, deepest);
      }
    }
  }

  void setPlace(Node member, int place) {
    places[member.id()] = place;
  }

  /** The last place that the node was given; -1 if it was made after this view. */
  int place(Node node) {
    return node.id() < places.length ? places[node.id()] : -1;
  }

  /** Whether the node belongs to {@code loop} or to one inside it. */
  public boolean isIn(int loop, Node node) {
    int block = early(node);
    return block >= 0 && loops.contains(loop, block);
  }

  /** Whether the loop has the form that a {@link LoopBody} needs. */
  public boolean hasForm(int loop) {
    int header = loops.header(loop);
    return !loops.isIrreducible(loop)
        && controlFlow.head(header).inputCount() == 2
        && controlFlow.predecessor(header, 0) < header
        && controlFlow.predecessor(header, 1) >= header;
  }

  /** Number of nodes that can first be computed in {@code block}. */
  public int size(int block) {
    return first[block + 1] - first[block];
  }

  /** Number of nodes of an innermost loop. */
  public int sizeOfLoop(int loop) {
    int size = 0;
    for (int i = 0; i < loops.blockCount(loop); i++) {
      size += size(loops.block(loop, i));
    }
    return size;
  }

  /**
   * The body of a loop that has the form.
   *
   * @throws IllegalArgumentException if it has not
   */
  public LoopBody body(int loop) {
    if (!hasForm(loop)) {
      throw new IllegalArgumentException("loop " + loop + " has not one way in and one way round");
    }
    int[] blocks = blocks(loop);
    int size = 0;
    for (int block : blocks) {
      size += size(block);
    }
    Node[] members = new Node[size];
    int count = 0;
    // Blocks of a loop ascend in reverse postorder, but floating nodes may use those of any block
    // above; a block's nodes use only blocks that dominate it, which come first.
    Node[] exits = new Node[4];
    int[] exitBlocks = new int[4];
    int exitCount = 0;
    for (int block : blocks) {
      for (int i = first[block]; i < first[block + 1]; i++) {
        if (nodes[i].isAlive() && early(nodes[i]) == block) {
          members[count++] = nodes[i];
        }
      }
      for (int i = 0; i < controlFlow.successorCount(block); i++) {
        int successor = controlFlow.successor(block, i);
        if (!loops.contains(loop, successor)) {
          if (exitCount == exits.length) {
            exits = Arrays.copyOf(exits, 2 * exitCount);
            exitBlocks = Arrays.copyOf(exitBlocks, 2 * exitCount);
          }
          exits[exitCount] = controlFlow.head(successor);
          exitBlocks[exitCount++] = successor;
        }
      }
    }
    return new LoopBody(
        this,
        loop,
        Arrays.copyOf(members, count),
        Arrays.copyOf(exits, exitCount),
        Arrays.copyOf(exitBlocks, exitCount));
  }

  /** The blocks of a loop and those inside it, ascending. */
  private int[] blocks(int loop) {
    int[] blocks = new int[16];
    int count = 0;
    for (int inner = loop; inner < loops.count() && loops.encloses(loop, inner); inner++) {
      for (int i = 0; i < loops.blockCount(inner); i++) {
        if (count == blocks.length) {
          blocks = Arrays.copyOf(blocks, 2 * count);
        }
        blocks[count++] = loops.block(inner, i);
      }
    }
    blocks = Arrays.copyOf(blocks, count);
    Arrays.sort(blocks);
    return blocks;
  }

  /** Whether copies of the node may be made freely wherever its inputs are. */
  static boolean isMovable(Node node) {
    return node.op().isFloating()
        && node.control() == null
        && !node.op().hasMemory()
        && !node.op().readsMemory();
  }

  /** Whether the node is an edge of control out of a branch. */
  static boolean isArm(Node node) {
    return node.op() == Op.PROJECTION && node.type() == Type.CTRL;
  }
}
