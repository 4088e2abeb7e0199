package dev.sargasso.ir.graph;

/**
 * Local rewriting of nodes as they are made. The graph calls it; passes supply it.
 *
 * <p>An implementation may read any node and make new ones through the graph, but changes no
 * existing edge.
 */
@FunctionalInterface
public interface Simplifier {
  /** Leaves every node as it is. */
  Simplifier NONE = (graph, node) -> node;

  /**
   * Returns a node that computes the same as {@code node} and is no worse, or {@code node} itself.
   *
   * @param node wired to its inputs; it has no uses if it is new
   */
  Node simplify(Graph graph, Node node);
}
