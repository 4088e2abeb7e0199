package dev.sargasso.visualizer.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.visualizer.dot.InterferenceDot;
import dev.sargasso.x64.interference.InterferenceGraph;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.io.StringReader;
import java.util.Set;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.DefaultUndirectedGraph;
import org.jgrapht.nio.dot.DOTImporter;
import org.junit.jupiter.api.Test;

class InterferenceViewTest {
  /** Two values that are added, and a third that lives through it; then a loop's parameter. */
  private static MachineFunction sample() {
    MachineFunction function = new MachineFunction("sample");
    int[] v = new int[5];
    for (int i = 0; i < v.length; i++) {
      v[i] = function.newRegister(PhysicalRegister.GENERAL, 8);
    }
    int entry = function.newBlock(1, 0);
    int exit = function.newBlock(1, 0);
    function.addParameter(exit, v[4]);
    int edge = function.addEdge(entry, exit);
    function.addArgument(edge, v[3]);
    function.beginBlock(entry);
    function.addInstruction(1, 7);
    function.define(v[0]);
    function.define(v[1]);
    function.define(v[2]);
    function.addInstruction(2, -1);
    function.use(v[0]);
    function.use(v[1]);
    function.define(v[3]);
    function.endBlock();
    function.beginBlock(exit);
    function.addInstruction(3, -1);
    function.use(v[2]);
    function.use(v[4]);
    function.endBlock();
    function.finish();
    return function;
  }

  @Test
  void edgesJoinWhatIsAliveTogether() {
    InterferenceView view = new InterferenceView(InterferenceGraph.of(sample()));
    assertEquals(5, view.vertexSet().size());
    assertEquals(5, view.edgeSet().size());
    assertTrue(view.containsEdge(1, 0));
    assertTrue(view.containsEdge(2, 3));
    assertTrue(view.containsEdge(4, 2));
    assertFalse(view.containsEdge(0, 3));
    assertNull(view.getEdge(3, 3));
    assertEquals(4, view.degreeOf(2));
    assertEquals(2, view.getEdgeSource(view.getEdge(4, 2)));
    assertEquals(Set.of(view.getEdge(0, 1), view.getEdge(0, 2)), view.edgesOf(0));
    assertTrue(view.getType().isUndirected());
    assertThrows(IllegalArgumentException.class, () -> view.degreeOf(5));
    assertThrows(UnsupportedOperationException.class, () -> view.addEdge(0, 3));
  }

  @Test
  void aPictureHasTheSameEdges() {
    String text = InterferenceDot.of("a picture", sample(), source -> "source " + source);
    org.jgrapht.Graph<String, DefaultEdge> read = new DefaultUndirectedGraph<>(DefaultEdge.class);
    DOTImporter<String, DefaultEdge> importer = new DOTImporter<>();
    importer.setVertexFactory(id -> id);
    importer.importGraph(read, new StringReader(text));
    assertEquals(5, read.vertexSet().size());
    // The dashed one from argument to parameter as well.
    assertEquals(6, read.edgeSet().size());
    assertTrue(read.containsEdge("v3", "v4"));
    assertTrue(text.contains("// largest clique, general: 3 of 15 registers"), text);
    assertTrue(text.contains("// chordal"), text);
    assertTrue(text.contains("source 7"), text);
  }
}
