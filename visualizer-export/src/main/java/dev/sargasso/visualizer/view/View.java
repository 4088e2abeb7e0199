package dev.sargasso.visualizer.view;

import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jgrapht.Graph;
import org.jgrapht.GraphType;
import org.jgrapht.graph.DefaultGraphType;
import org.jspecify.annotations.Nullable;

/**
 * A directed graph that cannot be changed, over something that knows its vertices and edges.
 *
 * @param <V> vertices
 * @param <E> edges
 */
abstract class View<V, E> implements Graph<V, E> {
  private static final GraphType TYPE =
      new DefaultGraphType.Builder()
          .directed()
          .allowMultipleEdges(true)
          .allowSelfLoops(true)
          .weighted(false)
          .modifiable(false)
          .build();

  /** All vertices, in a fixed order. */
  abstract List<V> vertices();

  /** The edges that lead to a vertex. */
  abstract List<E> incoming(V vertex);

  /** The edges that lead away from a vertex. */
  abstract List<E> outgoing(V vertex);

  @Override
  public GraphType getType() {
    return TYPE;
  }

  private void require(V vertex) {
    if (!containsVertex(vertex)) {
      throw new IllegalArgumentException("no such vertex in graph: " + vertex);
    }
  }

  // ------------------------------------------------------------------ reading

  @Override
  public Set<V> vertexSet() {
    List<V> vertices = vertices();
    return new AbstractSet<>() {
      @Override
      public Iterator<V> iterator() {
        return Collections.unmodifiableList(vertices).iterator();
      }

      @Override
      public int size() {
        return vertices.size();
      }

      @Override
      @SuppressWarnings("unchecked") // containsVertex answers false for what is no vertex
      public boolean contains(@Nullable Object vertex) {
        return vertex != null && containsVertex((V) vertex);
      }
    };
  }

  @Override
  public Set<E> edgeSet() {
    List<E> edges = new ArrayList<>();
    for (V vertex : vertices()) {
      edges.addAll(incoming(vertex));
    }
    return asSet(edges);
  }

  /** A set over a list without equal elements. */
  private Set<E> asSet(List<E> edges) {
    return new AbstractSet<>() {
      @Override
      public Iterator<E> iterator() {
        return Collections.unmodifiableList(edges).iterator();
      }

      @Override
      public int size() {
        return edges.size();
      }
    };
  }

  @Override
  public Set<E> incomingEdgesOf(V vertex) {
    require(vertex);
    return asSet(incoming(vertex));
  }

  @Override
  public Set<E> outgoingEdgesOf(V vertex) {
    require(vertex);
    return asSet(outgoing(vertex));
  }

  @Override
  public Set<E> edgesOf(V vertex) {
    require(vertex);
    List<E> edges = new ArrayList<>(incoming(vertex));
    for (E edge : outgoing(vertex)) {
      if (!getEdgeTarget(edge).equals(vertex)) {
        edges.add(edge);
      }
    }
    return asSet(edges);
  }

  @Override
  public int inDegreeOf(V vertex) {
    require(vertex);
    return incoming(vertex).size();
  }

  @Override
  public int outDegreeOf(V vertex) {
    require(vertex);
    return outgoing(vertex).size();
  }

  @Override
  public int degreeOf(V vertex) {
    return inDegreeOf(vertex) + outDegreeOf(vertex);
  }

  @Override
  public @Nullable Set<E> getAllEdges(V source, V target) {
    if (!containsVertex(source) || !containsVertex(target)) {
      return null;
    }
    List<E> edges = new ArrayList<>();
    for (E edge : outgoing(source)) {
      if (getEdgeTarget(edge).equals(target)) {
        edges.add(edge);
      }
    }
    return asSet(edges);
  }

  @Override
  public @Nullable E getEdge(V source, V target) {
    Set<E> edges = getAllEdges(source, target);
    return edges == null || edges.isEmpty() ? null : edges.iterator().next();
  }

  @Override
  public boolean containsEdge(V source, V target) {
    return getEdge(source, target) != null;
  }

  @Override
  public double getEdgeWeight(E edge) {
    return DEFAULT_EDGE_WEIGHT;
  }

  @Override
  public @Nullable Supplier<V> getVertexSupplier() {
    return null;
  }

  @Override
  public @Nullable Supplier<E> getEdgeSupplier() {
    return null;
  }

  // ----------------------------------------------------------------- changing

  private static UnsupportedOperationException unmodifiable() {
    return new UnsupportedOperationException("this graph is a view and cannot be changed");
  }

  @Override
  public E addEdge(V source, V target) {
    throw unmodifiable();
  }

  @Override
  public boolean addEdge(V source, V target, E edge) {
    throw unmodifiable();
  }

  @Override
  public V addVertex() {
    throw unmodifiable();
  }

  @Override
  public boolean addVertex(V vertex) {
    throw unmodifiable();
  }

  @Override
  public boolean removeAllEdges(Collection<? extends E> edges) {
    throw unmodifiable();
  }

  @Override
  public Set<E> removeAllEdges(V source, V target) {
    throw unmodifiable();
  }

  @Override
  public boolean removeAllVertices(Collection<? extends V> vertices) {
    throw unmodifiable();
  }

  @Override
  public E removeEdge(V source, V target) {
    throw unmodifiable();
  }

  @Override
  public boolean removeEdge(E edge) {
    throw unmodifiable();
  }

  @Override
  public boolean removeVertex(V vertex) {
    throw unmodifiable();
  }

  @Override
  public void setEdgeWeight(E edge, double weight) {
    throw unmodifiable();
  }
}
