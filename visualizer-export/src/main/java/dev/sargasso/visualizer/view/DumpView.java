package dev.sargasso.visualizer.view;

import dev.sargasso.visualizer.dump.GraphDump;
import dev.sargasso.visualizer.dump.GraphDump.DumpedEdge;
import dev.sargasso.visualizer.dump.GraphDump.DumpedNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A function at one moment, as it was dumped: the ids of its nodes, and its edges. */
public final class DumpView extends View<Integer, DumpedEdge> {
  private final List<Integer> ids = new ArrayList<>();
  private final @Nullable DumpedNode[] nodes;
  private final List<List<DumpedEdge>> incoming = new ArrayList<>();
  private final List<List<DumpedEdge>> outgoing = new ArrayList<>();

  /** A view of {@code dump}; takes time linear in it, to find the edges of a node by its id. */
  public DumpView(GraphDump dump) {
    int limit = dump.nodes().isEmpty() ? 0 : dump.nodes().getLast().id() + 1;
    nodes = new DumpedNode[limit];
    for (int id = 0; id < limit; id++) {
      incoming.add(new ArrayList<>(2));
      outgoing.add(new ArrayList<>(2));
    }
    for (DumpedNode node : dump.nodes()) {
      ids.add(node.id());
      nodes[node.id()] = node;
    }
    for (DumpedEdge edge : dump.edges()) {
      outgoing.get(edge.from()).add(edge);
      incoming.get(edge.to()).add(edge);
    }
  }

  /**
   * The node of an id.
   *
   * @throws IllegalArgumentException if there is none
   */
  public DumpedNode node(Integer id) {
    DumpedNode node = id < 0 || id >= nodes.length ? null : nodes[id];
    if (node == null) {
      throw new IllegalArgumentException("no node has the id " + id);
    }
    return node;
  }

  @Override
  List<Integer> vertices() {
    return ids;
  }

  @Override
  List<DumpedEdge> incoming(Integer id) {
    return incoming.get(id);
  }

  @Override
  List<DumpedEdge> outgoing(Integer id) {
    return outgoing.get(id);
  }

  @Override
  public boolean containsVertex(Integer id) {
    return id >= 0 && id < nodes.length && nodes[id] != null;
  }

  @Override
  public boolean containsEdge(DumpedEdge edge) {
    return containsVertex(edge.to()) && incoming.get(edge.to()).contains(edge);
  }

  @Override
  public Integer getEdgeSource(DumpedEdge edge) {
    return edge.from();
  }

  @Override
  public Integer getEdgeTarget(DumpedEdge edge) {
    return edge.to();
  }
}
