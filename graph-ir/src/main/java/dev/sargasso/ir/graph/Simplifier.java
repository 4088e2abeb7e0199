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

  /**
   * Whether {@code node}, which has changed, need be given to {@link #simplify} again. A cheap test
   * that is true where it does not know.
   */
  default boolean mayBecomeSimpler(Node node) {
    return true;
  }

  /**
   * Whether a {@code user} may become simpler because it is the last use of an {@code input} of
   * its.
   */
  default boolean asksForOnlyUse(Node user, Node input) {
    return true;
  }

  /** Whether {@code user} may become simpler because more is known of the value of an input. */
  default boolean asksWhatIsKnown(Node user) {
    return true;
  }
}
