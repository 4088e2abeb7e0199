package dev.sargasso.x64.interference;

import java.util.Arrays;

/**
 * The certificate that an interference graph is chordal: taking the vertices away from the last
 * defined to the first, the neighbours that remain of each are a clique.
 */
public final class EliminationOrder {
  private EliminationOrder() {}

  /** The vertices in the order in which they are taken away. */
  public static int[] of(final InterferenceGraph graph) {
    final int[] order = new int[graph.count()];
    Arrays.setAll(order, place -> order.length - 1 - place);
    return order;
  }

  /**
   * The last vertex whose earlier neighbours do not all interfere with each other, or -1 if there
   * is none and the graph so is chordal.
   *
   * <p>It suffices that the latest of a vertex's earlier neighbours interferes with the others
   * (Rose, Tarjan and Lueker, "Algorithmic Aspects of Vertex Elimination on Graphs", 1976, section
   * 5), which takes time linear in the graph.
   */
  public static int firstViolation(final InterferenceGraph graph) {
    final int[] firstChild = new int[graph.count()];
    final int[] nextChild = new int[graph.count()];
    Arrays.fill(firstChild, -1);
    for (int vertex = 0; vertex < graph.count(); vertex++) {
      final int before = graph.earlierCount(vertex);
      if (before > 0) {
        final int latest = graph.earlier(vertex, before - 1);
        nextChild[vertex] = firstChild[latest];
        firstChild[latest] = vertex;
      }
    }
    final int[] seenBy = new int[graph.count()];
    Arrays.fill(seenBy, -1);
    int violation = -1;
    for (int latest = 0; latest < graph.count(); latest++) {
      if (firstChild[latest] < 0) {
        continue;
      }
      for (int index = 0; index < graph.earlierCount(latest); index++) {
        seenBy[graph.earlier(latest, index)] = latest;
      }
      for (int child = firstChild[latest]; child >= 0; child = nextChild[child]) {
        for (int index = 0; index < graph.earlierCount(child) - 1; index++) {
          if (seenBy[graph.earlier(child, index)] != latest) {
            violation = Math.max(violation, child);
          }
        }
      }
    }
    return violation;
  }
}
