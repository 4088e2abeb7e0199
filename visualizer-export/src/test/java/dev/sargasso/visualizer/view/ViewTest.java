package dev.sargasso.visualizer.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.visualizer.Samples;
import java.util.List;
import java.util.Set;
import org.jgrapht.GraphTests;
import org.jgrapht.alg.connectivity.KosarajuStrongConnectivityInspector;
import org.jgrapht.alg.cycle.CycleDetector;
import org.jgrapht.graph.DirectedPseudograph;
import org.jgrapht.traverse.DepthFirstIterator;
import org.junit.jupiter.api.Test;

class ViewTest {
  @Test
  void theSeaIsSeenWholeFromBothEnds() {
    for (Graph graph : List.of(Samples.memory(), Samples.loop())) {
      SeaView view = new SeaView(graph);
      assertEquals(graph.size(), view.vertexSet().size());
      int outgoing = 0;
      for (Node node : view.vertexSet()) {
        for (SeaView.Input edge : view.outgoingEdgesOf(node)) {
          assertEquals(node, view.getEdgeSource(edge));
          assertTrue(view.incomingEdgesOf(view.getEdgeTarget(edge)).contains(edge));
          assertTrue(view.containsEdge(edge));
          outgoing++;
        }
        assertEquals(view.degreeOf(node), view.inDegreeOf(node) + view.outDegreeOf(node));
      }
      assertEquals(view.edgeSet().size(), outgoing);
    }
  }

  @Test
  void everyNodeIsReachedFromTheEndAgainstTheEdges() {
    Graph graph = Samples.memory();
    org.jgrapht.graph.EdgeReversedGraph<Node, SeaView.Input> reversed =
        new org.jgrapht.graph.EdgeReversedGraph<>(new SeaView(graph));
    int reached = 0;
    for (DepthFirstIterator<Node, SeaView.Input> walk =
            new DepthFirstIterator<>(reversed, graph.end());
        walk.hasNext();
        walk.next()) {
      reached++;
    }
    assertEquals(graph.size(), reached);
  }

  @Test
  void aCopyHasTheSameEdges() {
    SeaView view = new SeaView(Samples.loop());
    org.jgrapht.Graph<Node, SeaView.Input> copy = new DirectedPseudograph<>(null, null, false);
    view.vertexSet().forEach(copy::addVertex);
    view.edgeSet()
        .forEach(edge -> copy.addEdge(view.getEdgeSource(edge), view.getEdgeTarget(edge), edge));
    assertEquals(copy.edgeSet(), view.edgeSet());
    for (Node node : view.vertexSet()) {
      assertEquals(copy.edgesOf(node), view.edgesOf(node));
    }
  }

  @Test
  void loopsAreStronglyConnected() {
    ControlFlow flow = ControlFlow.of(Samples.loop());
    ControlFlowView view = new ControlFlowView(flow);
    Set<Integer> largest = Set.of();
    for (Set<Integer> component :
        new KosarajuStrongConnectivityInspector<>(view).stronglyConnectedSets()) {
      largest = component.size() > largest.size() ? component : largest;
    }
    for (int block = 0; block < flow.count(); block++) {
      assertEquals(flow.loops().depth(block) > 0, largest.contains(block), "block " + block);
    }
    assertTrue(new CycleDetector<>(view).detectCycles());
    int edges = 0;
    for (int block = 0; block < flow.count(); block++) {
      edges += flow.successorCount(block);
      assertEquals(flow.predecessorCount(block), view.inDegreeOf(block));
    }
    assertEquals(edges, view.edgeSet().size());
  }

  @Test
  void dominatorsAreATree() {
    ControlFlow flow = ControlFlow.of(Samples.loop());
    DominatorView view = new DominatorView(flow.dominators());
    assertTrue(GraphTests.isTree(new org.jgrapht.graph.AsUndirectedGraph<>(view)));
    assertEquals(0, view.inDegreeOf(0));
  }

  @Test
  void viewsCannotBeChanged() {
    Graph graph = Samples.loop();
    SeaView view = new SeaView(graph);
    assertThrows(UnsupportedOperationException.class, () -> view.removeVertex(graph.start()));
    assertThrows(UnsupportedOperationException.class, () -> view.vertexSet().remove(graph.start()));
    assertThrows(UnsupportedOperationException.class, () -> view.edgeSet().clear());
    assertFalse(view.getType().isModifiable());
  }

  @Test
  void nodesOfOtherGraphsAreNoVertices() {
    SeaView view = new SeaView(Samples.loop());
    Node stranger = Samples.memory().start();
    assertFalse(view.containsVertex(stranger));
    assertFalse(view.vertexSet().contains(stranger));
    assertNull(view.getAllEdges(stranger, stranger));
    assertThrows(IllegalArgumentException.class, () -> view.edgesOf(stranger));
  }
}
