package dev.sargasso.visualizer.view;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import java.util.ArrayList;
import java.util.List;

/** A sea of nodes. Edges run from what is computed to what uses it; several may join two nodes. */
public final class SeaView extends View<Node, SeaView.Input> {
  private final Graph graph;

  /** A view of {@code graph}. */
  public SeaView(Graph graph) {
    this.graph = graph;
  }

  /**
   * An edge.
   *
   * @param user where it leads to
   * @param slot which input of the user it is
   */
  public record Input(Node user, int slot) {}

  @Override
  List<Node> vertices() {
    List<Node> nodes = new ArrayList<>(graph.size());
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null) {
        nodes.add(node);
      }
    }
    return nodes;
  }

  @Override
  List<Input> incoming(Node node) {
    List<Input> edges = new ArrayList<>(node.inputCount());
    for (int i = 0; i < node.inputCount(); i++) {
      if (node.inputOrNull(i) != null) {
        edges.add(new Input(node, i));
      }
    }
    return edges;
  }

  @Override
  List<Input> outgoing(Node node) {
    List<Input> edges = new ArrayList<>(node.useCount());
    for (int i = 0; i < node.useCount(); i++) {
      edges.add(new Input(node.user(i), node.userSlot(i)));
    }
    return edges;
  }

  @Override
  public boolean containsVertex(Node node) {
    return node.id() < graph.idLimit() && graph.node(node.id()) == node;
  }

  @Override
  public boolean containsEdge(Input edge) {
    return containsVertex(edge.user)
        && edge.slot >= 0
        && edge.slot < edge.user.inputCount()
        && edge.user.inputOrNull(edge.slot) != null;
  }

  @Override
  public Node getEdgeSource(Input edge) {
    return edge.user.input(edge.slot);
  }

  @Override
  public Node getEdgeTarget(Input edge) {
    return edge.user;
  }
}
