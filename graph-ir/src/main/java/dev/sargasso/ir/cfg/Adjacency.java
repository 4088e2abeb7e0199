package dev.sargasso.ir.cfg;

/** The edges of a directed graph of dense ints, packed row by row. */
final class Adjacency {
  private final int[] first;
  private final int[] target;

  private Adjacency(int[] first, int[] target) {
    this.first = first;
    this.target = target;
  }

  /**
   * Packs {@code edges} edges. Rows keep the order in which their edges are listed. Linear.
   *
   * @param count number of vertices
   */
  static Adjacency of(int count, int[] from, int[] to, int edges) {
    int[] first = new int[count + 1];
    for (int e = 0; e < edges; e++) {
      first[from[e] + 1]++;
    }
    for (int v = 0; v < count; v++) {
      first[v + 1] += first[v];
    }
    int[] next = first.clone();
    int[] target = new int[edges];
    for (int e = 0; e < edges; e++) {
      target[next[from[e]]++] = to[e];
    }
    return new Adjacency(first, target);
  }

  /** The tree whose parents are given (negative for none), as edges from parent to child. */
  static Adjacency children(int[] parent) {
    int[] from = new int[parent.length];
    int[] to = new int[parent.length];
    int edges = 0;
    for (int v = 0; v < parent.length; v++) {
      if (parent[v] >= 0) {
        from[edges] = parent[v];
        to[edges++] = v;
      }
    }
    return of(parent.length, from, to, edges);
  }

  /** Number of vertices. */
  int count() {
    return first.length - 1;
  }

  /** Number of edges. */
  int edgeCount() {
    return target.length;
  }

  int degree(int vertex) {
    return first[vertex + 1] - first[vertex];
  }

  int get(int vertex, int i) {
    return target[first[vertex] + i];
  }

  /** Index of the first edge of the row; edge {@code i} of it is number {@code rowStart + i}. */
  int rowStart(int vertex) {
    return first[vertex];
  }

  int rowEnd(int vertex) {
    return first[vertex + 1];
  }

  /** The target of edge number {@code edge}. */
  int target(int edge) {
    return target[edge];
  }

  /** The targets of all edges, row by row; not a copy. */
  int[] targets() {
    return target;
  }

  /** The same edges, turned round. */
  Adjacency reversed() {
    int[] from = new int[target.length];
    for (int v = 0; v < count(); v++) {
      for (int e = first[v]; e < first[v + 1]; e++) {
        from[e] = v;
      }
    }
    return of(count(), target, from, target.length);
  }

  /** The same edges between renamed vertices; rows keep their order. */
  Adjacency renamed(int[] newName) {
    int[] from = new int[target.length];
    int[] to = new int[target.length];
    for (int v = 0; v < count(); v++) {
      for (int e = first[v]; e < first[v + 1]; e++) {
        from[e] = newName[v];
        to[e] = newName[target[e]];
      }
    }
    return of(count(), from, to, target.length);
  }
}
