package dev.sargasso.x64.interference;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Graphs made by hand, chordal ones and others. */
class EliminationOrderTest {
  private static InterferenceGraph graph(final int[]... earlier) {
    final int[] start = new int[earlier.length + 1];
    final int[] register = new int[earlier.length];
    for (int vertex = 0; vertex < earlier.length; vertex++) {
      start[vertex + 1] = start[vertex] + earlier[vertex].length;
      register[vertex] = vertex;
    }
    return new InterferenceGraph(
        register,
        new byte[earlier.length],
        start,
        Arrays.stream(earlier).flatMapToInt(Arrays::stream).toArray(),
        earlier.length);
  }

  @Test
  void aTriangleWithATailIsChordal() {
    final InterferenceGraph graph =
        graph(new int[] {}, new int[] {0}, new int[] {0, 1}, new int[] {2});
    assertEquals(-1, EliminationOrder.firstViolation(graph));
    assertArrayEquals(new int[] {0, 1, 2}, graph.maximumClique(PhysicalRegister.GENERAL));
    assertArrayEquals(new int[] {}, graph.maximumClique(PhysicalRegister.VECTOR));
    assertArrayEquals(new int[] {0, 1, 2, 0}, graph.colours());
    assertArrayEquals(new int[] {3, 2, 1, 0}, EliminationOrder.of(graph));
    assertEquals(3, graph.degree(2));
    assertEquals(3, graph.neighbour(2, 2));
    assertTrue(graph.interferes(3, 2));
    assertFalse(graph.interferes(3, 0));
  }

  @Test
  void aRingOfFourIsNot() {
    final InterferenceGraph graph =
        graph(new int[] {}, new int[] {0}, new int[] {1}, new int[] {0, 2});
    assertEquals(3, EliminationOrder.firstViolation(graph));
  }

  @Test
  void aRingAmongOthersIsNot() {
    // All of 1, 2, 4 are alive at 5, but 2 and 4 are not alive together.
    final InterferenceGraph graph =
        graph(
            new int[] {},
            new int[] {0},
            new int[] {0, 1},
            new int[] {},
            new int[] {1, 3},
            new int[] {1, 2, 4});
    assertEquals(5, EliminationOrder.firstViolation(graph));
  }
}
