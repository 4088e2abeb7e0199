package dev.sargasso.ir.cfg;

import java.util.Arrays;

/**
 * The post-dominator tree: {@code a} post-dominates {@code b} if every path from {@code b} to the
 * end passes {@code a}. Its root is {@link #exit}, which stands for END and follows every block
 * without successors. Endless loops reach it through the arm of a NEVER that is never taken.
 */
public final class PostDominators {
  private final DominatorTree tree;
  private final int exit;

  private PostDominators(int[] immediate, int exit) {
    this.exit = exit;
    tree = new DominatorTree(immediate, exit);
  }

  /** Finds them, in about linear time. */
  public static PostDominators of(ControlFlow controlFlow) {
    return of(controlFlow.successors());
  }

  static PostDominators of(Adjacency successors) {
    int count = successors.count();
    int exit = count;
    // The reversed graph, with the exit in front of what has no successor.
    int edges = successors.edgeCount();
    int[] from = new int[edges + count];
    int[] to = new int[edges + count];
    int used = 0;
    for (int b = 0; b < count; b++) {
      if (successors.degree(b) == 0) {
        from[used] = exit;
        to[used++] = b;
      }
      for (int i = 0; i < successors.degree(b); i++) {
        from[used] = successors.get(b, i);
        to[used++] = b;
      }
    }
    Adjacency reversed = Adjacency.of(count + 1, from, to, used);
    int[] order = FlowOrder.reversePostorder(reversed, exit, null);
    if (order.length != count + 1) {
      throw new IllegalStateException("a block from which the end cannot be reached");
    }
    int[] position = FlowOrder.positions(order, count + 1);
    Adjacency forward = reversed.renamed(position);
    int[] solution = CooperHarveyKennedy.solve(forward.reversed());
    if (solution == null) {
      solution = LengauerTarjan.solve(forward, forward.reversed());
    }
    int[] immediate = new int[count + 1];
    Arrays.setAll(immediate, block -> block);
    for (int i = 0; i < order.length; i++) {
      immediate[order[i]] = order[solution[i]];
    }
    return new PostDominators(immediate, exit);
  }

  /** The vertex that stands for END: the number of blocks. */
  public int exit() {
    return exit;
  }

  /** The closest vertex that post-dominates {@code block}; -1 for {@link #exit}. */
  public int immediatePostDominator(int block) {
    return tree.ancestors.parent(block);
  }

  /** Whether {@code a} post-dominates {@code b}. Constant time. */
  public boolean postDominates(int a, int b) {
    return tree.dominates(a, b);
  }

  /** Number of other vertices that post-dominate {@code block}. */
  public int depth(int block) {
    return tree.ancestors.depth(block);
  }

  /** Number of vertices whose immediate post-dominator is {@code block}. */
  public int childCount(int block) {
    return tree.children.degree(block);
  }

  /** A vertex whose immediate post-dominator is {@code block}, ascending in {@code i}. */
  public int child(int block, int i) {
    return tree.children.get(block, i);
  }

  /** The closest vertex that post-dominates both. */
  public int commonPostDominator(int a, int b) {
    return tree.common(a, b);
  }
}
