package dev.sargasso.visualizer.dump;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.schedule.Schedule;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Dumps of graphs in which everything has a place. */
public final class ScheduleDump {
  private ScheduleDump() {}

  /**
   * A schedule. Each node of the graph is in exactly one block: heads first, then what the schedule
   * has in its order; what is in none, such as END, is in a block of its own behind the others.
   */
  public static GraphDump of(Function function, String phase, Schedule schedule) {
    Graph graph = schedule.graph();
    return new GraphDump(
        function.name(),
        phase,
        GraphDump.Stage.SCHEDULE,
        SeaDump.nodes(graph),
        SeaDump.edges(graph),
        blocks(schedule),
        List.of(),
        List.of());
  }

  /** The blocks of a schedule with everything that the graph has. */
  static List<GraphDump.DumpedBlock> blocks(Schedule schedule) {
    Graph graph = schedule.graph();
    ControlFlow flow = schedule.controlFlow();
    BitSet placed = new BitSet(graph.idLimit());
    List<List<Integer>> members = new ArrayList<>();
    for (int block = 0; block < flow.count(); block++) {
      List<Integer> nodes = new ArrayList<>();
      add(flow.head(block), nodes, placed);
      for (int i = 0; i < schedule.size(block); i++) {
        add(schedule.node(block, i), nodes, placed);
      }
      members.add(nodes);
    }
    List<Integer> rest = new ArrayList<>();
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null) {
        add(node, rest, placed);
      }
    }
    List<GraphDump.DumpedBlock> blocks = new ArrayList<>();
    for (int block = 0; block < flow.count(); block++) {
      List<Integer> successors = new ArrayList<>();
      for (int i = 0; i < flow.successorCount(block); i++) {
        successors.add(flow.successor(block, i));
      }
      if (successors.isEmpty() && !rest.isEmpty()) {
        successors.add(flow.count());
      }
      blocks.add(
          new GraphDump.DumpedBlock(
              block,
              members.get(block),
              successors,
              flow.loops().depth(block),
              flow.frequencies().frequency(block),
              List.of()));
    }
    if (!rest.isEmpty()) {
      blocks.add(new GraphDump.DumpedBlock(flow.count(), rest, List.of(), 0, 1, List.of()));
    }
    return blocks;
  }

  private static void add(Node node, List<Integer> nodes, BitSet placed) {
    if (!placed.get(node.id())) {
      placed.set(node.id());
      nodes.add(node.id());
    }
  }
}
