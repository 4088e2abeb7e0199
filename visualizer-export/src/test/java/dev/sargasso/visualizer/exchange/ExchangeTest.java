package dev.sargasso.visualizer.exchange;

import static org.jgrapht.nio.DefaultAttribute.createAttribute;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import dev.sargasso.testsupport.RequiresTool;
import dev.sargasso.visualizer.Samples;
import dev.sargasso.visualizer.dump.GraphDump;
import dev.sargasso.visualizer.dump.SeaDump;
import dev.sargasso.visualizer.view.CallView;
import dev.sargasso.visualizer.view.LoopView;
import dev.sargasso.visualizer.view.SeaView;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.validation.SchemaFactory;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.DirectedPseudograph;
import org.jgrapht.nio.json.JSONImporter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ExchangeTest {
  private static final List<String> HOSTILE =
      List.of(
          "plain",
          Samples.HARD_NAME,
          "ends in \\",
          "\\\"",
          "]]>-->?>${}%s;{}",
          "nul \0, bell \u0007, delete \u007f, none \uFFFE.",
          "half \uD83D a pair, whole \uD83D\uDE00",
          ("<64K \"&\\\n\t\u0001>" + "x".repeat(50)).repeat(1100));

  @TempDir private Path folder;

  /** Something that writes a document. */
  interface Body {
    void write(ExchangeFormat format, Writer out) throws IOException;
  }

  private static String text(ExchangeFormat format, Body body) throws IOException {
    StringWriter out = new StringWriter();
    body.write(format, out);
    return out.toString();
  }

  private static void hostile(ExchangeFormat format, Writer out) throws IOException {
    org.jgrapht.Graph<String, DefaultEdge> graph = new DirectedPseudograph<>(DefaultEdge.class);
    for (String name : HOSTILE) {
      graph.addVertex(name);
      graph.addEdge(HOSTILE.getFirst(), name);
    }
    Description<String, DefaultEdge> description =
        new Description<>(
            Samples.HARD_NAME,
            name -> "n" + HOSTILE.indexOf(name),
            name -> Map.of("label", createAttribute(name), "both", createAttribute(name)),
            edge -> Map.of("both", createAttribute(graph.getEdgeTarget(edge))));
    GraphExport.write(graph, description, format, out);
  }

  private static String whole(String name) {
    return name.replace('\uD83D', '\uFFFD').replace("\uFFFD\uDE00", "\uD83D\uDE00");
  }

  private static String inXml(String name) {
    return whole(name).replaceAll("[\0-\\x08\\x0B-\\x1F\uFFFE]", "\uFFFD");
  }

  /** A document that keeps to our schema. */
  private static Document valid(ExchangeFormat format, String text) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    Document document =
        factory
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
        .newSchema(ExchangeTest.class.getResource(format.text() + ".xsd"))
        .newValidator()
        .validate(new DOMSource(document));
    return document;
  }

  private static List<Element> elements(Document document, String name) {
    NodeList nodes = document.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }

  // --------------------------------------------------------------- hard names

  @Test
  void graphMlHoldsHostileNames() throws Exception {
    Document read =
        valid(ExchangeFormat.GRAPHML, text(ExchangeFormat.GRAPHML, ExchangeTest::hostile));
    Map<String, String> names = new HashMap<>();
    elements(read, "key")
        .forEach(key -> names.put(key.getAttribute("attr.name"), key.getAttribute("id")));
    List<Element> nodes = elements(read, "node");
    List<Element> edges = elements(read, "edge");
    for (int i = 0; i < HOSTILE.size(); i++) {
      for (String attribute : List.of("label", "both")) {
        assertEquals(inXml(HOSTILE.get(i)), datum(nodes.get(i), names.get(attribute)));
      }
      assertEquals(inXml(HOSTILE.get(i)), datum(edges.get(i), names.get("both")));
      assertEquals("n" + i, edges.get(i).getAttribute("target"));
    }
  }

  private static String datum(Element element, String key) {
    NodeList data = element.getElementsByTagName("data");
    for (int i = 0; i < data.getLength(); i++) {
      if (((Element) data.item(i)).getAttribute("key").equals(key)) {
        return data.item(i).getTextContent();
      }
    }
    throw new AssertionError("no " + key);
  }

  @Test
  void gexfHoldsHostileNames() throws Exception {
    Document read = valid(ExchangeFormat.GEXF, text(ExchangeFormat.GEXF, ExchangeTest::hostile));
    List<Element> nodes = elements(read, "node");
    for (int i = 0; i < HOSTILE.size(); i++) {
      assertEquals(inXml(HOSTILE.get(i)), nodes.get(i).getAttribute("label"));
      Element value = (Element) nodes.get(i).getElementsByTagName("attvalue").item(0);
      assertEquals(inXml(HOSTILE.get(i)), value.getAttribute("value"));
    }
    assertEquals(HOSTILE.size(), elements(read, "edge").size());
  }

  @Test
  void jsonHoldsHostileNames() throws Exception {
    org.jgrapht.Graph<String, DefaultEdge> read = new DirectedPseudograph<>(DefaultEdge.class);
    JSONImporter<String, DefaultEdge> importer = new JSONImporter<>();
    Map<String, String> labels = new HashMap<>();
    importer.setVertexFactory(id -> id);
    importer.addVertexAttributeConsumer(
        (attribute, value) -> {
          if (attribute.getSecond().equals("label")) {
            labels.put(attribute.getFirst(), value.getValue());
          }
        });
    importer.importGraph(read, new StringReader(text(ExchangeFormat.JSON, ExchangeTest::hostile)));
    for (int i = 0; i < HOSTILE.size(); i++) {
      assertEquals(whole(HOSTILE.get(i)), labels.get("n" + i));
    }
    assertEquals(HOSTILE.size(), read.edgeSet().size());
  }

  @Test
  @RequiresTool("dot")
  void graphvizReadsHostileNames() throws Exception {
    String text = text(ExchangeFormat.DOT, ExchangeTest::hostile);
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    Document picture = factory.newDocumentBuilder().parse(new ByteArrayInputStream(svg(text)));
    Map<String, String> labels = new HashMap<>();
    for (Element group : elements(picture, "g")) {
      if (!group.getAttribute("class").equals("node")) {
        continue;
      }
      List<String> lines = new ArrayList<>();
      NodeList texts = group.getElementsByTagName("text");
      for (int i = 0; i < texts.getLength(); i++) {
        lines.add(texts.item(i).getTextContent());
      }
      String title = group.getElementsByTagName("title").item(0).getTextContent();
      labels.put(title, String.join("\n", lines));
    }
    for (int i = 0; i < HOSTILE.size(); i++) {
      StringBuilder expected = new StringBuilder();
      for (char c : whole(HOSTILE.get(i)).replace('\uFFFE', '\uFFFD').toCharArray()) {
        boolean isControl = (c < ' ' && c != '\n') || c == 0x7F;
        expected.append(isControl ? String.format("\\u%04x", (int) c) : String.valueOf(c));
      }
      // Graphviz writes U+FFFE into its XML as it is, which no reader of XML takes.
      assertEquals(expected.toString(), labels.get("n" + i).replace('\u00a0', ' '), "name " + i);
    }
  }

  private byte[] svg(String dot) throws Exception {
    Path file = folder.resolve("graph.dot");
    Path errors = folder.resolve("errors");
    Path svg = folder.resolve("graph.svg");
    Files.writeString(file, dot);
    Process process =
        new ProcessBuilder("dot", "-Tsvg", "-o", svg.toString(), file.toString())
            .redirectError(errors.toFile())
            .start();
    assertEquals(0, process.waitFor(), () -> dot.substring(0, 200));
    assertEquals("", Files.readString(errors));
    return Files.readString(svg).replace("\uFFFE", "&#65533;").getBytes(StandardCharsets.UTF_8);
  }

  // ------------------------------------------------------------ all our graphs

  private static Function function() {
    return new Function(
        Samples.HARD_NAME,
        Signature.of(List.of(), List.of()),
        Linkage.GLOBAL,
        Samples.memory(),
        "sample.c");
  }

  @Test
  void everyGraphIsWrittenInEveryFormat() throws Exception {
    Graph graph = Samples.loop();
    ControlFlow flow = ControlFlow.of(graph);
    Program program = new Program("sample.c");
    program.add(function());
    GraphDump dump = SeaDump.of(function(), "source");
    int edges = new SeaView(graph).edgeSet().size();
    int successors = 0;
    for (int block = 0; block < flow.count(); block++) {
      successors += flow.successorCount(block);
    }
    check((format, out) -> GraphExport.sea("f", graph, format, out), graph.size(), edges);
    check(
        (format, out) -> GraphExport.controlFlow("f", flow, format, out), flow.count(), successors);
    check(
        (format, out) -> GraphExport.dominators("f", flow, format, out),
        flow.count(),
        flow.count() - 1);
    check(
        (format, out) -> GraphExport.loops("f", flow.loops(), format, out),
        flow.loops().count(),
        new LoopView(flow.loops()).edgeSet().size());
    check((format, out) -> GraphExport.calls(program, format, out), 1, 1);
    check(
        (format, out) -> GraphExport.dump(dump, format, out),
        dump.nodes().size(),
        dump.edges().size());
  }

  private static void check(Body body, int vertices, int edges) throws Exception {
    for (ExchangeFormat format : List.of(ExchangeFormat.GRAPHML, ExchangeFormat.GEXF)) {
      Document read = valid(format, text(format, body));
      assertEquals(vertices, elements(read, "node").size(), format.text());
      assertEquals(edges, elements(read, "edge").size(), format.text());
    }
    org.jgrapht.Graph<String, DefaultEdge> read = new DirectedPseudograph<>(DefaultEdge.class);
    JSONImporter<String, DefaultEdge> importer = new JSONImporter<>();
    importer.setVertexFactory(id -> id);
    importer.importGraph(read, new StringReader(text(ExchangeFormat.JSON, body)));
    assertEquals(vertices, read.vertexSet().size());
    assertEquals(edges, read.edgeSet().size());
    String dot = text(ExchangeFormat.DOT, body);
    assertEquals(edges, dot.lines().filter(line -> line.matches("  \\w+ -> \\w+.*")).count());
  }

  // ----------------------------------------------------------------- new views

  @Test
  void callsAreFoundByName() {
    Program program = new Program("sample.c");
    program.add(function());
    CallView view = new CallView(program);
    assertEquals(List.of(Samples.HARD_NAME), List.copyOf(view.vertexSet()));
    assertTrue(view.isDefined(Samples.HARD_NAME), "it calls itself");
    assertEquals(1, view.outDegreeOf(Samples.HARD_NAME));
    assertEquals(view.edgeSet(), view.incomingEdgesOf(Samples.HARD_NAME));
    assertFalse(view.containsVertex("none"));
  }

  @Test
  void loopsHangOnTheOneAroundThem() {
    ControlFlow flow = ControlFlow.of(Samples.loop());
    LoopView view = new LoopView(flow.loops());
    assertEquals(flow.loops().count(), view.vertexSet().size());
    for (LoopView.Inner edge : view.edgeSet()) {
      assertTrue(flow.loops().encloses(view.getEdgeSource(edge), view.getEdgeTarget(edge)));
      assertTrue(view.outgoingEdgesOf(view.getEdgeSource(edge)).contains(edge));
    }
  }
}
