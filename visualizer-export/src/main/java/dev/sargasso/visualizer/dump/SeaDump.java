package dev.sargasso.visualizer.dump;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Position;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.passes.motion.PlacementPolicies;
import dev.sargasso.passes.order.OrderPriorities;
import dev.sargasso.visualizer.describe.Kind;
import dev.sargasso.visualizer.describe.NodeText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Dumps of graphs in which nothing has a place. */
public final class SeaDump {
  private SeaDump() {}

  /** The graph of a function as it is now. Linear in the graph. */
  public static GraphDump of(Function function, String phase) {
    return dump(function, phase, List.of());
  }

  /**
   * The same with the order of a trial schedule; without if the graph cannot be scheduled, which
   * may be why somebody wants to see it.
   */
  public static GraphDump ordered(Function function, String phase) {
    List<GraphDump.DumpedBlock> order;
    try {
      order =
          ScheduleDump.blocks(
              GlobalCodeMotion.schedule(
                  function.graph(),
                  new GlobalCodeMotion.Options(PlacementPolicies.CLICK, OrderPriorities.SOURCE)));
    } catch (IllegalStateException e) {
      order = List.of();
    }
    return dump(function, phase, order);
  }

  private static GraphDump dump(
      Function function, String phase, List<GraphDump.DumpedBlock> order) {
    Graph graph = function.graph();
    return new GraphDump(
        function.name(),
        phase,
        GraphDump.Stage.SEA,
        nodes(graph),
        edges(graph),
        List.of(),
        List.of(),
        order);
  }

  static List<GraphDump.DumpedNode> nodes(Graph graph) {
    List<GraphDump.DumpedNode> nodes = new ArrayList<>(graph.size());
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null) {
        nodes.add(node(node));
      }
    }
    return nodes;
  }

  private static GraphDump.DumpedNode node(Node node) {
    Map<String, String> properties = new LinkedHashMap<>();
    if (node.stamp() != null) {
      properties.put("stamp", node.stamp().toString());
    }
    properties.put("uses", Integer.toString(node.useCount()));
    return new GraphDump.DumpedNode(
        node.id(),
        Kind.of(node),
        node.op().text(),
        node.type().text(),
        NodeText.operation(node),
        Position.line(node.position()),
        Position.column(node.position()),
        properties);
  }

  static List<GraphDump.DumpedEdge> edges(Graph graph) {
    List<GraphDump.DumpedEdge> edges = new ArrayList<>(2 * graph.size());
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      for (int i = 0; node != null && i < node.inputCount(); i++) {
        Node input = node.inputOrNull(i);
        if (input != null) {
          edges.add(new GraphDump.DumpedEdge(input.id(), id, i, Kind.ofInput(node, i), ""));
        }
      }
    }
    return edges;
  }
}
