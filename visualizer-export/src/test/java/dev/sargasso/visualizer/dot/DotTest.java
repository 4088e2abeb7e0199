package dev.sargasso.visualizer.dot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.testsupport.RequiresTool;
import dev.sargasso.visualizer.Samples;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.DirectedPseudograph;
import org.jgrapht.nio.dot.DOTImporter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class DotTest {
  @TempDir private Path folder;

  @Test
  void theSeaHasEveryNodeAndEveryEdge() {
    for (Graph graph : List.of(Samples.memory(), Samples.loop())) {
      org.jgrapht.Graph<String, DefaultEdge> read = read(SeaDot.of("sea", graph), new HashMap<>());
      assertEquals(graph.size(), read.vertexSet().size());
      int edges = 0;
      for (int id = 0; id < graph.idLimit(); id++) {
        Node node = graph.node(id);
        for (int i = 0; node != null && i < node.inputCount(); i++) {
          assertTrue(read.containsEdge(node.input(i).toString(), node.toString()));
          edges++;
        }
      }
      assertEquals(edges, read.edgeSet().size());
    }
  }

  @Test
  void colourTellsControlMemoryAndData() {
    Graph graph = Samples.memory();
    Map<String, String> fills = new HashMap<>();
    read(SeaDot.of("sea", graph), fills);
    Map<Op, String> expected =
        Map.of(
            Op.START, "#f6d5a8",
            Op.CALL, "#f6d5a8",
            Op.RETURN, "#f6d5a8",
            Op.STORE, "#bcd9f5",
            Op.LOAD, "#bcd9f5",
            Op.INITIAL_MEMORY, "#bcd9f5",
            Op.SUB, "#ffffff",
            Op.PARAMETER, "#ffffff");
    int seen = 0;
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && expected.containsKey(node.op())) {
        assertEquals(expected.get(node.op()), fills.get(node.toString()), node.op().text());
        seen++;
      }
    }
    assertEquals(9, seen);
  }

  @Test
  void edgesOfEachKindAreDrawnApart() {
    String text = SeaDot.of("sea", Samples.memory());
    Graph graph = Samples.memory();
    Node store = find(graph, Op.STORE);
    assertTrue(
        text.contains(store.control() + " -> " + store + " [color=\"#b3590b\", penwidth=2]"));
    assertTrue(
        text.contains(store.memory() + " -> " + store + " [color=\"#1f6fb5\", style=dashed]"));
    assertTrue(
        text.contains(store.value(1) + " -> " + store + " [color=\"#404040\", label=\"1\"]"));
  }

  @Test
  void labelsSayWhatANodeDoes() {
    String text = SeaDot.of("sea", Samples.memory());
    assertTrue(text.contains("sub i64 nsw\\n3:14\""), text);
    assertTrue(
        text.contains("symbol ptr a\\\"b\\\\n<&amp;amp;>{|}\\\\u0009\u00e4\\n$\\n3:14\""), text);
  }

  @Test
  void aScheduleHasAClusterABlockAndAnEdgeAJump() {
    Graph graph = Samples.loop();
    String text = ScheduleDot.of("schedule", Samples.schedule(graph));
    ControlFlow flow = ControlFlow.of(graph);
    int edges = 0;
    for (int block = 0; block < flow.count(); block++) {
      assertTrue(text.contains("subgraph cluster_" + block + " {"));
      for (int i = 0; i < flow.successorCount(block); i++) {
        assertTrue(text.contains("b" + block + " -> b" + flow.successor(block, i) + " ["));
        edges++;
      }
    }
    assertEquals(edges, text.lines().filter(line -> line.contains(" -> ")).count());
    assertTrue(text.contains("label=\"0, 1, 2, 3, 4, 5, 6, 7 and 2 more\""), text);
    assertTrue(text.contains("label=\"default, 10\""), text);
    assertTrue(text.contains("label=\"true\""), text);
    Node phi = find(graph, Op.PHI);
    assertTrue(text.contains(phi + " = phi i64 " + phi.input(0) + ", "), text);
  }

  @Test
  void theDominatorTreeHasAnEdgeToEveryBlockButTheEntry() {
    ControlFlow flow = ControlFlow.of(Samples.loop());
    org.jgrapht.Graph<String, DefaultEdge> read =
        read(DominatorDot.of("dominators", flow), new HashMap<>());
    assertEquals(flow.count(), read.vertexSet().size());
    assertEquals(flow.count() - 1, read.edgeSet().size());
    for (int block = 1; block < flow.count(); block++) {
      assertTrue(read.containsEdge("b" + flow.dominators().immediateDominator(block), "b" + block));
    }
  }

  @Test
  void equalInputsGiveEqualText() {
    assertEquals(SeaDot.of("sea", Samples.loop()), SeaDot.of("sea", Samples.loop()));
    assertEquals(
        ScheduleDot.of("s", Samples.schedule(Samples.loop())),
        ScheduleDot.of("s", Samples.schedule(Samples.loop())));
  }

  @Test
  @RequiresTool("dot")
  void graphvizShowsWhatTheNodesAre() throws Exception {
    Graph graph = Samples.memory();
    Document picture = render(SeaDot.of(Samples.HARD_NAME, graph));
    StringBuilder shown = new StringBuilder();
    NodeList texts = picture.getElementsByTagName("text");
    for (int i = 0; i < texts.getLength(); i++) {
      shown.append(texts.item(i).getTextContent()).append('\n');
    }
    Node symbol = find(graph, Op.SYMBOL);
    String expected = symbol + " symbol ptr " + Samples.HARD_NAME.replace("\t", "\\u0009");
    assertTrue(shown.toString().replace('\u00a0', ' ').contains(expected), shown.toString());
  }

  @Test
  @RequiresTool("dot")
  void graphvizDrawsEveryBlock() throws Exception {
    Graph graph = Samples.loop();
    Document picture = render(ScheduleDot.of("schedule", Samples.schedule(graph)));
    ControlFlow flow = ControlFlow.of(graph);
    assertEquals(flow.count(), count(picture, "cluster"));
    assertEquals(flow.count(), count(picture, "node"));
    assertEquals(flow.count(), count(render(DominatorDot.of("d", flow)), "node"));
  }

  private static long count(Document picture, String type) {
    NodeList groups = picture.getElementsByTagName("g");
    long count = 0;
    for (int i = 0; i < groups.getLength(); i++) {
      count +=
          groups.item(i).getAttributes().getNamedItem("class").getNodeValue().equals(type) ? 1 : 0;
    }
    return count;
  }

  private Document render(String dot) throws Exception {
    Path source = Files.writeString(folder.resolve("picture.dot"), dot);
    Path errors = folder.resolve("errors");
    Process process =
        new ProcessBuilder("dot", "-Tsvg", source.toString())
            .redirectError(errors.toFile())
            .start();
    byte[] picture = process.getInputStream().readAllBytes();
    assertEquals(0, process.waitFor());
    assertEquals("", errorsBesidesFonts(errors));
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    return factory.newDocumentBuilder().parse(new ByteArrayInputStream(picture));
  }

  /** A machine without fonts says so, and draws nevertheless. */
  private static String errorsBesidesFonts(Path errors) throws IOException {
    StringBuilder rest = new StringBuilder();
    for (String line : Files.readAllLines(errors, StandardCharsets.UTF_8)) {
      if (!line.isBlank() && !line.contains("ontconfig") && !line.contains("font")) {
        rest.append(line).append('\n');
      }
    }
    return rest.toString();
  }

  private static Node find(Graph graph, Op op) {
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && node.op() == op) {
        return node;
      }
    }
    throw new AssertionError("no " + op.text());
  }

  /** Reads a digraph by a reader that is not ours. */
  private static org.jgrapht.Graph<String, DefaultEdge> read(
      String dot, Map<String, String> fills) {
    org.jgrapht.Graph<String, DefaultEdge> graph = new DirectedPseudograph<>(DefaultEdge.class);
    DOTImporter<String, DefaultEdge> importer = new DOTImporter<>();
    importer.setVertexWithAttributesFactory(
        (id, attributes) -> {
          if (attributes.containsKey("fillcolor")) {
            fills.put(id, attributes.get("fillcolor").getValue());
          }
          return id;
        });
    importer.importGraph(graph, new StringReader(dot));
    return graph;
  }
}
