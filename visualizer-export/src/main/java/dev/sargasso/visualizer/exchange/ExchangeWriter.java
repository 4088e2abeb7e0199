package dev.sargasso.visualizer.exchange;

import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jgrapht.Graph;
import org.jgrapht.nio.Attribute;
import org.jgrapht.nio.AttributeType;
import org.jgrapht.nio.BaseExporter;
import org.jgrapht.nio.DefaultAttribute;
import org.jgrapht.nio.GraphExporter;
import org.jgrapht.nio.dot.DOTExporter;
import org.jgrapht.nio.gexf.GEXFAttributeType;
import org.jgrapht.nio.gexf.GEXFExporter;
import org.jgrapht.nio.graphml.GraphMLExporter;
import org.jgrapht.nio.json.JSONExporter;

/** Hands one graph to one of JGraphT's writers. */
final class ExchangeWriter<V, E> {
  /** GEXF has places of its own for these. */
  private static final Set<String> GEXF_OF_VERTICES = Set.of("id", "label");

  private static final Set<String> GEXF_OF_EDGES =
      Set.of("id", "label", "type", "source", "target", "weight");

  private final Graph<V, E> graph;
  private final Description<V, E> description;
  private final ExchangeFormat format;

  ExchangeWriter(Graph<V, E> graph, Description<V, E> description, ExchangeFormat format) {
    this.graph = graph;
    this.description = description;
    this.format = format;
  }

  /** Writes the graph; linear in it. */
  void write(Writer out) throws IOException {
    // The writers would not tell that something cannot be written; a string takes everything.
    StringWriter text = new StringWriter();
    switch (format) {
      case DOT -> {
        DOTExporter<V, E> exporter = new DOTExporter<>(description.vertexId());
        exporter.setGraphAttributeProvider(
            // Attributes of the graph are written as they are, without quotes.
            () ->
                Map.of(
                    "label",
                    DefaultAttribute.createAttribute(
                        '"' + format.writable(description.name()).replace("\"", "\\\"") + '"')));
        export(exporter, exporter, text);
      }
      case GRAPHML -> {
        GraphMLExporter<V, E> exporter = new GraphMLExporter<>(description.vertexId());
        Map<String, AttributeType> ofVertices = types(graph.vertexSet(), description.ofVertex());
        Map<String, AttributeType> ofEdges = types(graph.edgeSet(), description.ofEdge());
        // Of one name the writer keeps the last registration only, so this is for both at once.
        ofVertices.forEach(
            (name, type) -> {
              AttributeType other = ofEdges.remove(name);
              exporter.registerAttribute(
                  name,
                  other == null
                      ? GraphMLExporter.AttributeCategory.NODE
                      : GraphMLExporter.AttributeCategory.ALL,
                  other == null || other == type ? type : AttributeType.STRING);
            });
        ofEdges.forEach(
            (name, type) ->
                exporter.registerAttribute(name, GraphMLExporter.AttributeCategory.EDGE, type));
        export(exporter, exporter, text);
      }
      case GEXF -> {
        AtomicInteger edges = new AtomicInteger();
        GEXFExporter<V, E> exporter =
            new GEXFExporter<>(
                description.vertexId(), edge -> Integer.toString(edges.getAndIncrement()));
        types(graph.vertexSet(), description.ofVertex())
            .forEach(
                (name, type) -> {
                  if (!GEXF_OF_VERTICES.contains(name)) {
                    exporter.registerAttribute(
                        name, GEXFExporter.AttributeCategory.NODE, gexf(type));
                  }
                });
        types(graph.edgeSet(), description.ofEdge())
            .forEach(
                (name, type) -> {
                  if (!GEXF_OF_EDGES.contains(name)) {
                    exporter.registerAttribute(
                        name, GEXFExporter.AttributeCategory.EDGE, gexf(type));
                  }
                });
        export(exporter, exporter, text);
      }
      case JSON -> {
        JSONExporter<V, E> exporter = new JSONExporter<>(description.vertexId());
        export(exporter, exporter, text);
      }
    }
    out.write(text.toString());
  }

  private void export(BaseExporter<V, E> settings, GraphExporter<V, E> exporter, Writer out) {
    settings.setVertexAttributeProvider(vertex -> writable(description.ofVertex().apply(vertex)));
    settings.setEdgeAttributeProvider(edge -> writable(description.ofEdge().apply(edge)));
    exporter.exportGraph(graph, out);
  }

  private Map<String, Attribute> writable(Map<String, Attribute> attributes) {
    Map<String, Attribute> writable = new LinkedHashMap<>();
    attributes.forEach((name, attribute) -> writable.put(name, writable(attribute)));
    return writable;
  }

  private Attribute writable(Attribute attribute) {
    return attribute.getType() == AttributeType.STRING
        ? DefaultAttribute.createAttribute(format.writable(attribute.getValue()))
        : attribute;
  }

  /** All attributes that any of these has, and what each is. */
  private static <T> Map<String, AttributeType> types(
      Set<T> elements, Function<T, Map<String, Attribute>> attributes) {
    Map<String, AttributeType> types = new LinkedHashMap<>();
    for (T element : elements) {
      attributes
          .apply(element)
          .forEach(
              (name, attribute) ->
                  types.merge(
                      name,
                      attribute.getType(),
                      (one, other) -> one == other ? one : AttributeType.STRING));
    }
    return types;
  }

  private static GEXFAttributeType gexf(AttributeType type) {
    return switch (type) {
      case BOOLEAN -> GEXFAttributeType.BOOLEAN;
      case INT -> GEXFAttributeType.INTEGER;
      case LONG -> GEXFAttributeType.LONG;
      case FLOAT -> GEXFAttributeType.FLOAT;
      case DOUBLE -> GEXFAttributeType.DOUBLE;
      default -> GEXFAttributeType.STRING;
    };
  }
}
