package dev.sargasso.ir.cfg;

/** A dominator tree over ints, whichever way it was found and whichever way control flows. */
final class DominatorTree {
  final Ancestors ancestors;
  final Adjacency children;
  private final int root;
  private final int[] preorder;
  private final int[] entry;
  private final int[] exit;

  /**
   * @param immediate the immediate dominators; the root's is itself
   */
  DominatorTree(int[] immediate, int root) {
    int count = immediate.length;
    this.root = root;
    int[] parent = immediate.clone();
    parent[root] = -1;
    children = Adjacency.children(parent);
    ancestors = new Ancestors(count);
    preorder = new int[count];
    entry = new int[count];
    exit = new int[count];
    int[] stack = new int[count];
    int[] next = new int[count];
    int depth = 0;
    int made = 0;
    stack[depth++] = root;
    ancestors.addRoot(root);
    preorder[made] = root;
    entry[root] = made++;
    while (depth > 0) {
      int at = stack[depth - 1];
      if (next[at] == children.degree(at)) {
        exit[at] = made;
        depth--;
        continue;
      }
      int child = children.get(at, next[at]++);
      ancestors.add(child, at);
      preorder[made] = child;
      entry[child] = made++;
      stack[depth++] = child;
    }
    if (made != count) {
      throw new IllegalArgumentException("not a tree");
    }
  }

  int root() {
    return root;
  }

  /** The vertices, parents before children, subtrees contiguous. */
  int preorder(int i) {
    return preorder[i];
  }

  /** Where {@code vertex} stands in preorder. */
  int number(int vertex) {
    return entry[vertex];
  }

  boolean dominates(int a, int b) {
    return entry[a] <= entry[b] && entry[b] < exit[a];
  }

  int common(int a, int b) {
    if (dominates(a, b)) {
      return a;
    }
    return dominates(b, a) ? b : ancestors.common(a, b);
  }
}
