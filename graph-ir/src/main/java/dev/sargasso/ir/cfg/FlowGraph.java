package dev.sargasso.ir.cfg;

import org.jspecify.annotations.Nullable;

/**
 * Blocks and edges as ints, and nothing else: what dominance needs, whoever the blocks belong to.
 *
 * <p>Block 0 is the entry; all blocks can be reached from it and are numbered in reverse postorder.
 * Each edge knows its place among the ways into its target, which is the input that the phis there
 * have for it.
 */
public final class FlowGraph {
  private final Adjacency successors;
  private final Adjacency predecessors;
  private final int[] slots;
  private final int @Nullable [] formerNumbers;
  private @Nullable Dominators dominators;

  FlowGraph(
      Adjacency successors, Adjacency predecessors, int[] slots, int @Nullable [] formerNumbers) {
    this.successors = successors;
    this.predecessors = predecessors;
    this.slots = slots;
    this.formerNumbers = formerNumbers;
  }

  /**
   * Numbers anew what block 0 reaches, see {@link #formerNumber}. Linear.
   *
   * @param count number of blocks, reached or not
   * @param from where each edge starts
   * @param to where it leads
   * @param slot its place among the ways into {@code to}
   * @param edges how many entries of these count
   */
  public static FlowGraph reached(int count, int[] from, int[] to, int[] slot, int edges) {
    int[] order = FlowOrder.reversePostorder(Adjacency.of(count, from, to, edges), 0, null);
    int[] position = FlowOrder.positions(order, count);
    int[] source = new int[edges];
    int[] target = new int[edges];
    int[] place = new int[edges];
    int kept = 0;
    for (int e = 0; e < edges; e++) {
      if (position[from[e]] >= 0) {
        source[kept] = position[from[e]];
        target[kept] = position[to[e]];
        place[kept++] = slot[e];
      }
    }
    Adjacency successors = Adjacency.of(order.length, source, target, kept);
    // Rows are packed in the order in which edges are listed, so this puts slots beside them.
    Adjacency slots = Adjacency.of(order.length, source, place, kept);
    return new FlowGraph(successors, successors.reversed(), slots.targets(), order);
  }

  /** Number of blocks. */
  public int count() {
    return successors.count();
  }

  /** What {@code block} was called in the graph of which this is the part that is reached. */
  public int formerNumber(int block) {
    return formerNumbers == null ? block : formerNumbers[block];
  }

  /** Number of ways out of {@code block}. */
  public int successorCount(int block) {
    return successors.degree(block);
  }

  /** Where way {@code i} out of {@code block} leads. */
  public int successor(int block, int i) {
    return successors.get(block, i);
  }

  /** The place of that edge among the ways into its target. */
  public int slot(int block, int i) {
    return slots[successors.rowStart(block) + i];
  }

  /** Number of ways into {@code block} from blocks that are reached. */
  public int predecessorCount(int block) {
    return predecessors.degree(block);
  }

  /** A block from which one of these ways comes, in no particular order. */
  public int predecessor(int block, int i) {
    return predecessors.get(block, i);
  }

  /** The dominators, found when first asked for. */
  public Dominators dominators() {
    if (dominators == null) {
      dominators = Dominators.of(successors, predecessors);
    }
    return dominators;
  }

  /** Whether each loop has one way in: every retreating edge leads to a dominator. */
  public boolean isReducible() {
    for (int block = 0; block < count(); block++) {
      for (int e = successors.rowStart(block); e < successors.rowEnd(block); e++) {
        int target = successors.target(e);
        if (target <= block && !dominators().dominates(target, block)) {
          return false;
        }
      }
    }
    return true;
  }

  /** For queries about iterated dominance frontiers. */
  public DominanceFrontiers.Iterated iteratedFrontiers() {
    return new DominanceFrontiers.Iterated(successors, dominators());
  }
}
