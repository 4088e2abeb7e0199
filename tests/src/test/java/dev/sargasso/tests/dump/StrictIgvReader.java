package dev.sargasso.tests.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * Reads a document of IGV and fails on whatever makes IGV fail, guess, or show something else: see
 * docs/formats.md.
 */
final class StrictIgvReader {
  private static final Set<String> CATEGORIES =
      Set.of("data", "memory", "mixed", "control", "other");

  /** Properties that IGV computes, or that change how it titles or shows a graph. */
  private static final Set<String> RESERVED =
      Set.of("label", "state", "block", "color", "warnings");

  private static final Set<String> RESERVED_OF_GRAPHS = Set.of("map", "block", "method");

  private StrictIgvReader() {}

  /** The graphs of all groups, by the group's name. */
  static Map<String, List<ReadGraph>> read(byte[] file)
      throws ParserConfigurationException, IOException, SAXException {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(file));
    Element root = document.getDocumentElement();
    assertEquals("graphDocument", root.getTagName());
    Map<String, List<ReadGraph>> groups = new LinkedHashMap<>();
    for (Element group : children(root)) {
      assertEquals("group", group.getTagName());
      group(group, groups);
    }
    return groups;
  }

  private static void group(Element group, Map<String, List<ReadGraph>> groups) {
    assertFalse(group.hasAttribute("difference"));
    List<Element> parts = children(group);
    // A group without properties in front never appears.
    assertEquals("properties", parts.get(0).getTagName());
    String name = properties(parts.get(0)).get("name");
    assertNotNull(name);
    assertEquals("method", parts.get(1).getTagName());
    method(parts.get(1));
    List<ReadGraph> graphs = new ArrayList<>();
    for (Element graph : parts.subList(2, parts.size())) {
      assertEquals("graph", graph.getTagName(), "groups do not nest");
      graphs.add(graph(graph));
    }
    assertTrue(groups.put(name, graphs) == null, "two groups called " + name);
  }

  private static void method(Element method) {
    assertTrue(method.hasAttribute("name") && method.hasAttribute("shortName"));
    Integer.parseInt(method.getAttribute("bci"));
    for (Element part : children(method)) {
      assertEquals("bytecodes", part.getTagName());
      int before = -1;
      for (String line : part.getTextContent().strip().lines().toList()) {
        assertTrue(line.matches("\\d+:? \\w+.*"), line);
        int bci = Integer.parseInt(line.replaceFirst("\\D.*", ""));
        assertTrue(bci > before, line);
        before = bci;
      }
    }
  }

  private static ReadGraph graph(Element graph) {
    assertTrue(graph.hasAttribute("name"));
    Map<Integer, String> nodes = new TreeMap<>();
    List<String> edges = new ArrayList<>();
    Set<String> slots = new HashSet<>();
    Map<String, List<Integer>> blocks = new TreeMap<>();
    Map<String, List<String>> successors = new TreeMap<>();
    List<Integer> liveOut = new ArrayList<>();
    Set<Integer> ranges = new HashSet<>();
    String order = "";
    for (Element part : children(graph)) {
      order += part.getTagName() + " ";
      switch (part.getTagName()) {
        case "properties" ->
            properties(part).keySet().forEach(key -> assertFalse(RESERVED_OF_GRAPHS.contains(key)));
        case "nodes" -> children(part).forEach(node -> node(node, nodes));
        case "edges" -> children(part).forEach(edge -> edge(edge, nodes, edges, slots));
        case "controlFlow" ->
            children(part).forEach(block -> block(block, blocks, successors, liveOut));
        case "liveRanges" ->
            children(part)
                .forEach(
                    range -> {
                      assertEquals("lrg", range.getTagName());
                      int id = Integer.parseInt(range.getAttribute("id"));
                      assertTrue(id > 0 && ranges.add(id), "live range " + id);
                    });
        default -> throw new AssertionError("unknown: " + part.getTagName());
      }
    }
    assertTrue(order.matches("properties nodes edges (controlFlow )?(liveRanges )?"), order);
    placed(nodes, blocks, successors);
    assertTrue(ranges.containsAll(liveOut), "undefined live range");
    return new ReadGraph(
        graph.getAttribute("name"), nodes, ReadGraph.counted(edges), blocks, successors);
  }

  private static void node(Element node, Map<Integer, String> nodes) {
    assertEquals("node", node.getTagName());
    int id = Integer.parseInt(node.getAttribute("id"));
    assertEquals(1, children(node).size());
    Map<String, String> properties = properties(children(node).getFirst());
    assertEquals(Integer.toString(id), properties.get("idx"));
    assertTrue(CATEGORIES.contains(properties.get("category")), "category of " + id);
    assertTrue(!properties.getOrDefault("type", "").isEmpty(), "type of " + id);
    properties.keySet().forEach(key -> assertFalse(RESERVED.contains(key), key));
    String name = properties.getOrDefault("name", "");
    assertFalse(name.isEmpty());
    assertTrue(nodes.put(id, name) == null, "two nodes " + id);
  }

  private static void edge(
      Element edge, Map<Integer, String> nodes, List<String> edges, Set<String> slots) {
    assertEquals("edge", edge.getTagName());
    int from = Integer.parseInt(edge.getAttribute("from"));
    int to = Integer.parseInt(edge.getAttribute("to"));
    int index = Integer.parseInt(edge.getAttribute("index"));
    // Indices are kept in 16 bits.
    assertTrue(index >= 0 && index <= 0xFFFF, "index " + index);
    assertTrue(nodes.containsKey(from) && nodes.containsKey(to), "dangling edge");
    assertTrue(slots.add(to + "/" + index), "two edges to input " + index + " of " + to);
    edges.add(from + ">" + to);
  }

  private static void block(
      Element block,
      Map<String, List<Integer>> blocks,
      Map<String, List<String>> successors,
      List<Integer> liveOut) {
    assertEquals("block", block.getTagName());
    String name = block.getAttribute("name");
    List<Integer> members = new ArrayList<>();
    List<String> targets = new ArrayList<>();
    for (Element part : children(block)) {
      for (Element each : children(part)) {
        switch (part.getTagName()) {
          case "successors" -> targets.add(each.getAttribute("name"));
          case "nodes" -> members.add(Integer.parseInt(each.getAttribute("id")));
          case "liveOut" -> liveOut.add(Integer.parseInt(each.getAttribute("id")));
          default -> throw new AssertionError("unknown: " + part.getTagName());
        }
      }
    }
    assertFalse(name.isEmpty());
    assertTrue(blocks.put(name, members) == null, "two blocks " + name);
    successors.put(name, targets);
  }

  /** If there are blocks, every node is in exactly one, and every successor is one of them. */
  private static void placed(
      Map<Integer, String> nodes,
      Map<String, List<Integer>> blocks,
      Map<String, List<String>> successors) {
    Map<Integer, String> blockOf = new HashMap<>();
    blocks.forEach(
        (name, members) ->
            members.forEach(
                node -> {
                  assertTrue(nodes.containsKey(node), "unknown node " + node + " in " + name);
                  assertTrue(blockOf.put(node, name) == null, node + " is in two blocks");
                }));
    assertTrue(blocks.isEmpty() || blockOf.size() == nodes.size(), "a node is in no block");
    successors.values().forEach(targets -> assertTrue(blocks.keySet().containsAll(targets)));
  }

  private static Map<String, String> properties(Element properties) {
    assertEquals("properties", properties.getTagName());
    Map<String, String> read = new HashMap<>();
    for (Element each : children(properties)) {
      assertEquals("p", each.getTagName());
      assertTrue(each.hasAttribute("name"));
      assertTrue(
          read.put(each.getAttribute("name"), each.getTextContent()) == null,
          "twice: " + each.getAttribute("name"));
    }
    return read;
  }

  private static List<Element> children(Element element) {
    List<Element> children = new ArrayList<>();
    for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element each) {
        children.add(each);
      }
    }
    return children;
  }
}
