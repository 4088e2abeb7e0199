package dev.sargasso.passes.inline;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import java.util.Arrays;

/**
 * The nodes of a function that its END needs, numbered densely in order of their ids, so that each
 * copy costs no more than what it makes. Valid until the graph changes.
 */
final class Body {
  private final Function function;
  private final Node[] nodes;
  private final int[] index;

  private Body(Function function, Node[] nodes, int[] index) {
    this.function = function;
    this.nodes = nodes;
    this.index = index;
  }

  /** The body as it is now. Linear in the graph. */
  static Body of(Function function) {
    Graph graph = function.graph();
    boolean[] live = Reachability.liveNodes(graph);
    Node[] nodes = new Node[graph.size()];
    int[] index = new int[graph.idLimit()];
    int count = 0;
    for (int id = 0; id < index.length; id++) {
      Node node = graph.node(id);
      if (node != null && live[id] && node.op() != Op.END) {
        index[id] = count;
        nodes[count++] = node;
      }
    }
    return new Body(function, Arrays.copyOf(nodes, count), index);
  }

  Function function() {
    return function;
  }

  int size() {
    return nodes.length;
  }

  Node node(int i) {
    return nodes[i];
  }

  /** The number of a node of the body. */
  int index(Node node) {
    return index[node.id()];
  }
}
