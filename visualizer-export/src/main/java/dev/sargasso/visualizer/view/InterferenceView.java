package dev.sargasso.visualizer.view;

import dev.sargasso.x64.interference.InterferenceGraph;
import java.util.AbstractList;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jgrapht.GraphType;
import org.jgrapht.graph.DefaultGraphType;
import org.jspecify.annotations.Nullable;

/**
 * The values of a machine function, and an edge between any two that are alive together. Vertices
 * are the graph's own numbers, in an order of definition.
 */
public final class InterferenceView extends View<Integer, InterferenceView.Interference> {
  private static final GraphType TYPE =
      new DefaultGraphType.Builder()
          .undirected()
          .allowMultipleEdges(false)
          .allowSelfLoops(false)
          .weighted(false)
          .modifiable(false)
          .build();

  private final InterferenceGraph graph;

  /** A view of {@code graph}. */
  public InterferenceView(InterferenceGraph graph) {
    this.graph = graph;
  }

  /**
   * Two values that are alive together.
   *
   * @param earlier the one that is defined first
   * @param later the other
   */
  public record Interference(int earlier, int later) {}

  @Override
  public GraphType getType() {
    return TYPE;
  }

  @Override
  List<Integer> vertices() {
    return new AbstractList<>() {
      @Override
      public Integer get(int index) {
        if (index < 0 || index >= graph.count()) {
          throw new IndexOutOfBoundsException(index);
        }
        return index;
      }

      @Override
      public int size() {
        return graph.count();
      }
    };
  }

  @Override
  List<Interference> incoming(Integer vertex) {
    return IntStream.range(0, graph.degree(vertex))
        .map(index -> graph.neighbour(vertex, index))
        .mapToObj(other -> new Interference(Math.min(vertex, other), Math.max(vertex, other)))
        .toList();
  }

  @Override
  List<Interference> outgoing(Integer vertex) {
    return incoming(vertex);
  }

  @Override
  public Set<Interference> edgeSet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Interference> iterator() {
        return IntStream.range(0, graph.count())
            .boxed()
            .flatMap(
                later ->
                    IntStream.range(0, graph.earlierCount(later))
                        .mapToObj(index -> new Interference(graph.earlier(later, index), later)))
            .iterator();
      }

      @Override
      public int size() {
        return graph.edgeCount();
      }
    };
  }

  @Override
  public Set<Interference> edgesOf(Integer vertex) {
    return incomingEdgesOf(vertex);
  }

  @Override
  public int degreeOf(Integer vertex) {
    return inDegreeOf(vertex);
  }

  @Override
  public int outDegreeOf(Integer vertex) {
    return inDegreeOf(vertex);
  }

  @Override
  public int inDegreeOf(Integer vertex) {
    if (!containsVertex(vertex)) {
      throw new IllegalArgumentException("no such vertex in graph: " + vertex);
    }
    return graph.degree(vertex);
  }

  @Override
  public @Nullable Set<Interference> getAllEdges(Integer source, Integer target) {
    if (!containsVertex(source) || !containsVertex(target)) {
      return null;
    }
    Interference edge = getEdge(source, target);
    return edge == null ? Set.of() : Set.of(edge);
  }

  @Override
  public @Nullable Interference getEdge(Integer source, Integer target) {
    return containsVertex(source)
            && containsVertex(target)
            && !source.equals(target)
            && graph.interferes(source, target)
        ? new Interference(Math.min(source, target), Math.max(source, target))
        : null;
  }

  @Override
  public boolean containsVertex(Integer vertex) {
    return vertex >= 0 && vertex < graph.count();
  }

  @Override
  public boolean containsEdge(Interference edge) {
    return edge.earlier < edge.later && getEdge(edge.earlier, edge.later) != null;
  }

  @Override
  public Integer getEdgeSource(Interference edge) {
    return edge.earlier;
  }

  @Override
  public Integer getEdgeTarget(Interference edge) {
    return edge.later;
  }
}
