package dev.sargasso.visualizer.exchange;

import java.util.Map;
import java.util.function.Function;
import org.jgrapht.nio.Attribute;

/**
 * What there is to say of a graph.
 *
 * @param name of the graph
 * @param vertexId a name for each vertex, all different, of letters, digits and underscores
 * @param ofVertex what is known of a vertex; {@code label} is what viewers show
 * @param ofEdge what is known of an edge
 * @param <V> vertices
 * @param <E> edges
 */
public record Description<V, E>(
    String name,
    Function<V, String> vertexId,
    Function<V, Map<String, Attribute>> ofVertex,
    Function<E, Map<String, Attribute>> ofEdge) {}
