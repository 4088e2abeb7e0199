package dev.sargasso.ir.cfg;

import java.util.Arrays;

/**
 * A forest that grows at its leaves and answers questions about ancestors in logarithmic time and
 * linear space, by one jump pointer a vertex (E. W. Myers, "An applicative random-access stack",
 * Information Processing Letters 17, 1983).
 *
 * <p>Besides the questions here, callers may search for the nearest ancestor with a property that
 * all its ancestors share: if the jump target lacks it go there, else go to the parent.
 */
public final class Ancestors {
  private final int[] parent;
  private final int[] jump;
  private final int[] depth;

  /**
   * @param capacity all vertices are below this
   */
  public Ancestors(int capacity) {
    parent = new int[capacity];
    jump = new int[capacity];
    depth = new int[capacity];
    Arrays.fill(parent, -1);
    Arrays.fill(jump, -1);
  }

  /** Makes {@code vertex} a root. Its jump leads to itself. */
  public void addRoot(int vertex) {
    jump[vertex] = vertex;
  }

  /** Makes {@code vertex}, which is not in the forest yet, a child of {@code newParent}. */
  public void add(int vertex, int newParent) {
    parent[vertex] = newParent;
    depth[vertex] = depth[newParent] + 1;
    jump[vertex] = joinsSpans(newParent) ? jump[jump[newParent]] : newParent;
  }

  /**
   * Whether the jump of a child of {@code vertex} covers the child itself and the spans of the
   * jumps from {@code vertex} and from {@code jump(vertex)}; otherwise it covers the child alone.
   */
  public boolean joinsSpans(int vertex) {
    int once = jump[vertex];
    return once != vertex
        && jump[once] != once
        && depth[vertex] - depth[once] == depth[once] - depth[jump[once]];
  }

  /** The parent, or -1 for a root. */
  public int parent(int vertex) {
    return parent[vertex];
  }

  /** A proper ancestor, or the vertex itself if it is a root. */
  public int jump(int vertex) {
    return jump[vertex];
  }

  /** Number of proper ancestors. */
  public int depth(int vertex) {
    return depth[vertex];
  }

  /** The ancestor of {@code vertex}, or itself, at a depth that is not below its own. */
  public int atDepth(int vertex, int wanted) {
    int at = vertex;
    while (depth[at] > wanted) {
      at = depth[jump[at]] >= wanted ? jump[at] : parent[at];
    }
    return at;
  }

  /** The nearest common ancestor of two vertices of one tree. */
  public int common(int a, int b) {
    int x = atDepth(a, Math.min(depth[a], depth[b]));
    int y = atDepth(b, depth[x]);
    while (x != y) {
      // Vertices of equal depth have jumps of equal length.
      if (jump[x] == jump[y]) {
        x = parent[x];
        y = parent[y];
      } else {
        x = jump[x];
        y = jump[y];
      }
    }
    return x;
  }
}
