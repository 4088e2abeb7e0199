package dev.sargasso.ir.cfg;

/**
 * The dominator tree of a function's blocks: {@code a} dominates {@code b} if every path from the
 * entry to {@code b} passes {@code a}. Every block dominates itself.
 */
public final class Dominators {
  private final DominatorTree tree;

  private Dominators(int[] immediate) {
    tree = new DominatorTree(immediate, 0);
  }

  /**
   * Finds them by the algorithm of Cooper, Harvey and Kennedy, or where that would take more than
   * about linear time, by that of Lengauer and Tarjan.
   */
  public static Dominators of(ControlFlow controlFlow) {
    return of(controlFlow.successors(), controlFlow.predecessors());
  }

  /** Finds them by the algorithm of Lengauer and Tarjan, in O(m log n). */
  public static Dominators byLengauerTarjan(ControlFlow controlFlow) {
    return new Dominators(
        LengauerTarjan.solve(controlFlow.successors(), controlFlow.predecessors()));
  }

  /** The dominators of any graph in reverse postorder. */
  static Dominators of(Adjacency successors, Adjacency predecessors) {
    int[] immediate = CooperHarveyKennedy.solve(predecessors);
    return new Dominators(
        immediate != null ? immediate : LengauerTarjan.solve(successors, predecessors));
  }

  /** Number of blocks. */
  public int count() {
    return tree.children.count();
  }

  /** The closest block other than {@code block} that dominates it; -1 for the entry. */
  public int immediateDominator(int block) {
    return tree.ancestors.parent(block);
  }

  /** Whether {@code a} dominates {@code b}. Constant time. */
  public boolean dominates(int a, int b) {
    return tree.dominates(a, b);
  }

  /** Number of blocks other than {@code block} that dominate it. */
  public int depth(int block) {
    return tree.ancestors.depth(block);
  }

  /** The deepest block that dominates both. Logarithmic; constant if one dominates the other. */
  public int commonDominator(int a, int b) {
    return tree.common(a, b);
  }

  /** The dominator of {@code block} at {@code depth}, at most its own. Logarithmic. */
  public int dominatorAtDepth(int block, int depth) {
    return tree.ancestors.atDepth(block, depth);
  }

  /** Number of blocks whose immediate dominator is {@code block}. */
  public int childCount(int block) {
    return tree.children.degree(block);
  }

  /** A block whose immediate dominator is {@code block}, ascending in {@code i}. */
  public int child(int block, int i) {
    return tree.children.get(block, i);
  }

  /** Block number {@code i} in a preorder of the tree. */
  public int preorder(int i) {
    return tree.preorder(i);
  }

  /** Where {@code block} stands in {@link #preorder}; a subtree is a range of that. */
  public int preorderNumber(int block) {
    return tree.number(block);
  }

  /** The tree as a forest of jump pointers, for searches along dominators. */
  public Ancestors ancestors() {
    return tree.ancestors;
  }
}
