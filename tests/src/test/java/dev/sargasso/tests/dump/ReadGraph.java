package dev.sargasso.tests.dump;

import dev.sargasso.visualizer.dump.GraphDump;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a reader has found in one graph.
 *
 * @param name of the graph
 * @param nodes what each node is called, by id
 * @param edges {@code from>to} with the number of such edges, as text
 * @param blocks the nodes of each block, by the block's name
 * @param successors the successors of each block, by the block's name
 */
record ReadGraph(
    String name,
    Map<Integer, String> nodes,
    Set<String> edges,
    Map<String, List<Integer>> blocks,
    Map<String, List<String>> successors) {

  /** What a reader should find. */
  static ReadGraph of(GraphDump dump) {
    Map<Integer, String> nodes = new TreeMap<>();
    dump.nodes().forEach(node -> nodes.put(node.id(), node.name()));
    Map<String, List<Integer>> blocks = new TreeMap<>();
    Map<String, List<String>> successors = new TreeMap<>();
    for (GraphDump.DumpedBlock block : dump.blocks()) {
      blocks.put("B" + block.id(), block.nodes());
      successors.put("B" + block.id(), block.successors().stream().map(id -> "B" + id).toList());
    }
    return new ReadGraph(
        dump.phase(),
        nodes,
        counted(dump.edges().stream().map(edge -> edge.from() + ">" + edge.to()).toList()),
        blocks,
        successors);
  }

  /** Each text with the number of its occurrences. */
  static Set<String> counted(List<String> texts) {
    return texts.stream()
        .collect(Collectors.groupingBy(text -> text, Collectors.counting()))
        .entrySet()
        .stream()
        .map(entry -> entry.getKey() + " x" + entry.getValue())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
