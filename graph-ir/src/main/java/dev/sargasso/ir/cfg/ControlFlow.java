package dev.sargasso.ir.cfg;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a graph at one moment, and the edges between them.
 *
 * <p>Blocks are ints 0..{@link #count}-1 in a reverse postorder in which the blocks of every
 * reducible loop are contiguous; 0 is the entry. In a reducible graph every predecessor of a block
 * comes before it, except by back edges. The view is not kept up to date: make another one once
 * control edges have changed. Analyses that hang on it are made when first asked for.
 */
public final class ControlFlow {
  /** Its number among the analyses that a graph remembers. */
  private static final int ANALYSIS = 0;

  private final Graph graph;
  private final Node[] heads;
  private final Node[] exits;
  private final @Nullable Node[] terminators;
  private final int[] blockOf;
  private final Adjacency successors;
  private final Adjacency predecessors;

  /** For each edge, by number in {@code successors}, its place among the target's predecessors. */
  private final int[] slots;

  private @Nullable Dominators dominators;
  private @Nullable LoopTree loops;
  private @Nullable BlockFrequencies frequencies;

  private ControlFlow(Graph graph, BlockDiscovery found) {
    this.graph = graph;
    int count = found.count;
    Adjacency discovered = found.successors();
    int[] order = FlowOrder.reversePostorder(discovered, 0, null);
    int[] position = FlowOrder.positions(order, count);
    Adjacency provisional = discovered.renamed(position);
    int[] regrouped = groupLoops(provisional);
    if (regrouped != null) {
      int[] composed = new int[count];
      for (int i = 0; i < count; i++) {
        composed[i] = order[regrouped[i]];
      }
      order = composed;
      position = FlowOrder.positions(order, count);
    }
    successors = regrouped == null ? provisional : discovered.renamed(position);
    heads = new Node[count];
    exits = new Node[count];
    terminators = new Node[count];
    for (int i = 0; i < count; i++) {
      heads[i] = found.heads[order[i]];
      exits[i] = found.exits[order[i]];
      terminators[i] = found.terminators[order[i]];
    }
    blockOf = found.blockOf;
    for (int id = 0; id < blockOf.length; id++) {
      if (blockOf[id] >= 0) {
        blockOf[id] = position[blockOf[id]];
      }
    }
    predecessors = findPredecessors();
    slots = findSlots();
  }

  /**
   * Finds the blocks of {@code graph}, or gives those found last if nothing has been edited since.
   * Linear in the graph, but for the search for loops, which is almost linear in the number of
   * blocks.
   *
   * @throws IllegalStateException if control is malformed, as when a token leads nowhere or to two
   *     places; {@code dev.sargasso.ir.verify.GraphVerifier} says more
   */
  public static ControlFlow of(Graph graph) {
    if (graph.analysis(ANALYSIS) instanceof ControlFlow known) {
      return known;
    }
    ControlFlow found = anew(graph);
    graph.remember(ANALYSIS, found);
    return found;
  }

  /** As {@link #of}, but relies on nothing that was found before; for verifiers. */
  public static ControlFlow anew(Graph graph) {
    return new ControlFlow(graph, new BlockDiscovery(graph));
  }

  /**
   * An order like {@code 0..count-1} in which reducible loops are contiguous: their exits are
   * walked before anything else in them. Null if there is no loop.
   */
  private static int @Nullable [] groupLoops(Adjacency successors) {
    boolean retreats = false;
    int count = successors.count();
    for (int b = 0; b < count && !retreats; b++) {
      for (int i = 0; i < successors.degree(b); i++) {
        retreats |= successors.get(b, i) <= b;
      }
    }
    if (!retreats) {
      return null;
    }
    LoopTree loops = LoopTree.of(successors);
    int[] from = new int[successors.edgeCount()];
    int[] to = new int[successors.edgeCount()];
    int edges = 0;
    for (int b = 0; b < count; b++) {
      for (int i = 0; i < successors.degree(b); i++) {
        int left = loops.outermostLeft(b, successors.get(b, i));
        if (left >= 0 && !loops.isIrreducible(left)) {
          from[edges] = loops.header(left);
          to[edges++] = successors.get(b, i);
        }
      }
    }
    return FlowOrder.reversePostorder(successors, 0, Adjacency.of(count, from, to, edges));
  }

  private Adjacency findPredecessors() {
    int count = heads.length;
    int edges = successors.edgeCount();
    int[] from = new int[edges];
    int[] to = new int[edges];
    int made = 0;
    for (int b = 0; b < count; b++) {
      Node head = heads[b];
      if (b == 0) {
        continue;
      }
      for (int i = 0; i < head.inputCount(); i++) {
        int p = blockOf[head.input(i).id()];
        if (p < 0) {
          throw new IllegalStateException(
              head.input(i) + ", input of " + head + ", cannot be reached from the start");
        }
        if (made < edges) {
          from[made] = b;
          to[made] = p;
        }
        made++;
      }
    }
    if (made != edges) {
      throw new IllegalStateException("control edges and their uses do not match");
    }
    return Adjacency.of(count, from, to, edges);
  }

  private int[] findSlots() {
    int[] result = new int[successors.edgeCount()];
    for (int b = 0; b < heads.length; b++) {
      for (int i = 0; i < predecessors.degree(b); i++) {
        int p = predecessors.get(b, i);
        // Only what ends in a goto leads to a region, and it has one successor.
        if (terminators[p] == null) {
          result[successors.rowStart(p)] = i;
        }
      }
    }
    return result;
  }

  Adjacency successors() {
    return successors;
  }

  Adjacency predecessors() {
    return predecessors;
  }

  /** The blocks and edges alone; it shares them. */
  public FlowGraph flow() {
    return new FlowGraph(successors, predecessors, slots, null);
  }

  /** The graph that this is a view of. */
  public Graph graph() {
    return graph;
  }

  /** Number of blocks. */
  public int count() {
    return heads.length;
  }

  /** What the block starts with: START, a REGION or LOOP, or a projection of a branch. */
  public Node head(int block) {
    return heads[block];
  }

  /** What ends the block, or null if it runs on into a region. */
  public @Nullable Node terminator(int block) {
    return terminators[block];
  }

  /** The last control token of the block: the head, a GUARD, or the projection of a CALL. */
  public Node lastToken(int block) {
    return exits[block];
  }

  /** Number of blocks that may follow. */
  public int successorCount(int block) {
    return successors.degree(block);
  }

  /** The block that follows by projection {@code i} of the terminator, or by the goto. */
  public int successor(int block, int i) {
    return successors.get(block, i);
  }

  /** The place of the edge to {@code successor(block, i)} among that block's predecessors. */
  public int predecessorIndex(int block, int i) {
    return slots[successors.rowStart(block) + i];
  }

  /** Number of blocks that may come before. */
  public int predecessorCount(int block) {
    return predecessors.degree(block);
  }

  /** The block at the other end of input {@code i} of the head. */
  public int predecessor(int block, int i) {
    return predecessors.get(block, i);
  }

  /** The block that holds a pinned node or control token; -1 for one that floats. */
  public int blockOf(Node node) {
    return node.id() < blockOf.length ? blockOf[node.id()] : -1;
  }

  /** The dominators, found when first asked for. */
  public Dominators dominators() {
    if (dominators == null) {
      dominators = Dominators.of(this);
    }
    return dominators;
  }

  /** The loops, found when first asked for. */
  public LoopTree loops() {
    if (loops == null) {
      loops = LoopTree.of(this);
    }
    return loops;
  }

  /** The estimated frequencies, found when first asked for. */
  public BlockFrequencies frequencies() {
    if (frequencies == null) {
      frequencies = BlockFrequencies.of(this, loops());
    }
    return frequencies;
  }
}
