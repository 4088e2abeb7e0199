package dev.sargasso.ir.cfg;

import java.util.Arrays;

/**
 * Dominance frontiers: the blocks where a block's dominance ends, which is where definitions in it
 * meet others.
 *
 * <p>{@link #of} lists the frontier of every block; that can be quadratic in the number of blocks,
 * as for a deep nest of loops. {@link Iterated} does not need the lists and is linear in the part
 * of the dominator tree below the given blocks (V. C. Sreedhar, G. R. Gao, "A linear time algorithm
 * for placing phi-nodes", POPL 1995).
 */
public final class DominanceFrontiers {
  private final Adjacency frontiers;

  private DominanceFrontiers(Adjacency frontiers) {
    this.frontiers = frontiers;
  }

  /** Lists the frontier of each block (Cooper, Harvey, Kennedy, section 4). */
  public static DominanceFrontiers of(ControlFlow controlFlow, Dominators dominators) {
    return of(controlFlow.predecessors(), dominators);
  }

  static DominanceFrontiers of(Adjacency predecessors, Dominators dominators) {
    int count = predecessors.count();
    int[] from = new int[count];
    int[] to = new int[count];
    int edges = 0;
    int[] lastAdded = new int[count];
    Arrays.fill(lastAdded, -1);
    for (int b = 0; b < count; b++) {
      int stop = dominators.immediateDominator(b);
      for (int i = 0; i < predecessors.degree(b); i++) {
        int at = predecessors.get(b, i);
        while (at != stop && lastAdded[at] != b) {
          lastAdded[at] = b;
          if (edges == from.length) {
            from = Arrays.copyOf(from, 2 * edges);
            to = Arrays.copyOf(to, 2 * edges);
          }
          from[edges] = at;
          to[edges++] = b;
          at = dominators.immediateDominator(at);
          if (at < 0) {
            break;
          }
        }
      }
    }
    return new DominanceFrontiers(Adjacency.of(count, from, to, edges));
  }

  /** Number of blocks in the frontier of {@code block}. */
  public int size(int block) {
    return frontiers.degree(block);
  }

  /** A block in the frontier of {@code block}, ascending in {@code i}. */
  public int get(int block, int i) {
    return frontiers.get(block, i);
  }

  /** Finds iterated frontiers of many sets of blocks one after the other; reuses its tables. */
  public static final class Iterated {
    private final Adjacency successors;
    private final Dominators dominators;
    // A table entry counts only if it holds the number of the query.
    private final int[] visited;
    private final int[] inResult;
    private final int[] isGiven;
    private final int[] walk;
    // The blocks still to walk from, as a list for each depth in the dominator tree.
    private final int[] waitingAtDepth;
    private final int[] nextWaiting;
    private int query;

    /** For queries about one function. */
    public Iterated(ControlFlow controlFlow, Dominators dominators) {
      this(controlFlow.successors(), dominators);
    }

    Iterated(Adjacency successors, Dominators dominators) {
      this.successors = successors;
      this.dominators = dominators;
      int count = successors.count();
      visited = new int[count];
      inResult = new int[count];
      isGiven = new int[count];
      walk = new int[count];
      waitingAtDepth = new int[count + 1];
      nextWaiting = new int[count];
      Arrays.fill(waitingAtDepth, -1);
    }

    /**
     * The iterated dominance frontier of {@code blocks[0]} to {@code blocks[size - 1]}, in no
     * particular order: where a variable defined in those blocks needs phis, alive or not.
     */
    public int[] frontier(int[] blocks, int size) {
      query++;
      int deepest = -1;
      int[] result = new int[16];
      int found = 0;
      for (int i = 0; i < size; i++) {
        int block = blocks[i];
        if (isGiven[block] != query) {
          isGiven[block] = query;
          wait(block);
          deepest = Math.max(deepest, dominators.depth(block));
        }
      }
      for (int level = deepest; level >= 0; level--) {
        while (waitingAtDepth[level] >= 0) {
          int root = waitingAtDepth[level];
          waitingAtDepth[level] = nextWaiting[root];
          int pending = 0;
          if (visited[root] != query) {
            visited[root] = query;
            walk[pending++] = root;
          }
          while (pending > 0) {
            int at = walk[--pending];
            for (int e = successors.rowStart(at); e < successors.rowEnd(at); e++) {
              int target = successors.target(e);
              if (dominators.depth(target) > level || inResult[target] == query) {
                continue;
              }
              inResult[target] = query;
              if (found == result.length) {
                result = Arrays.copyOf(result, 2 * found);
              }
              result[found++] = target;
              if (isGiven[target] != query) {
                wait(target);
              }
            }
            for (int i = 0; i < dominators.childCount(at); i++) {
              int child = dominators.child(at, i);
              if (visited[child] != query) {
                visited[child] = query;
                walk[pending++] = child;
              }
            }
          }
        }
      }
      return Arrays.copyOf(result, found);
    }

    private void wait(int block) {
      int depth = dominators.depth(block);
      nextWaiting[block] = waitingAtDepth[depth];
      waitingAtDepth[depth] = block;
    }
  }
}
