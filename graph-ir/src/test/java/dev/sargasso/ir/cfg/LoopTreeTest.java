package dev.sargasso.ir.cfg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Loops, reducible and not. */
final class LoopTreeTest {
  private static Adjacency graph(int count, int... ends) {
    int[] from = new int[ends.length / 2];
    int[] to = new int[ends.length / 2];
    for (int e = 0; e < from.length; e++) {
      from[e] = ends[2 * e];
      to[e] = ends[2 * e + 1];
    }
    return Adjacency.of(count, from, to, from.length);
  }

  @Test
  void nestedLoopsNest() {
    LoopTree loops = LoopTree.of(graph(5, 0, 1, 1, 2, 2, 2, 2, 3, 3, 1, 3, 4));
    assertEquals(2, loops.count());
    assertEquals(1, loops.header(0));
    assertEquals(2, loops.header(1));
    assertEquals(0, loops.parent(1));
    assertEquals(-1, loops.parent(0));
    assertEquals(-1, loops.loopOf(0));
    assertEquals(0, loops.loopOf(3));
    assertEquals(-1, loops.loopOf(4));
    assertEquals(2, loops.depth(2));
    assertFalse(loops.isIrreducible(0));
    assertEquals(0, loops.outermostLeft(3, 4));
    assertEquals(1, loops.outermostLeft(2, 3));
    assertEquals(-1, loops.outermostLeft(3, 1));
  }

  @Test
  void aLoopWithTwoEntriesIsIrreducible() {
    LoopTree loops = LoopTree.of(graph(4, 0, 1, 0, 2, 1, 2, 2, 1, 2, 3));
    assertEquals(1, loops.count());
    assertTrue(loops.isIrreducible(0));
    assertTrue(loops.contains(0, 1) && loops.contains(0, 2));
    assertFalse(loops.contains(0, 3));
  }

  @Test
  void anEntryIntoAnInnerLoopMakesAllLoopsAroundItIrreducible() {
    // 1 heads {1, 2, 3}, 2 heads {2, 3}; the edge 0 -> 3 enters both elsewhere.
    LoopTree loops = LoopTree.of(graph(5, 0, 1, 1, 2, 2, 3, 3, 2, 3, 1, 0, 3, 3, 4));
    assertEquals(2, loops.count());
    assertTrue(loops.isIrreducible(0));
    assertTrue(loops.isIrreducible(1));
  }

  @Test
  void anEntryAtAnInnerHeaderLeavesThatLoopReducible() {
    LoopTree loops = LoopTree.of(graph(4, 0, 1, 1, 2, 2, 2, 2, 1, 0, 2, 2, 3));
    assertEquals(2, loops.count());
    assertEquals(2, loops.header(loops.loopOf(2)));
    assertFalse(loops.isIrreducible(loops.loopOf(2)));
    assertTrue(loops.isIrreducible(loops.loopOf(1)));
  }

  @Property(tries = 300)
  void aLoopIsStronglyConnectedAndItsHeaderDominatesItIfReducible(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 18) int size) {
    Adjacency successors = RandomFlow.of(seed, size);
    Adjacency predecessors = successors.reversed();
    Dominators dominators = Dominators.of(successors, predecessors);
    LoopTree loops = LoopTree.of(successors);
    for (int loop = 0; loop < loops.count(); loop++) {
      int header = loops.header(loop);
      boolean otherEntry = false;
      for (int b = 0; b < size; b++) {
        if (!loops.contains(loop, b)) {
          continue;
        }
        assertTrue(b == header || RandomFlow.reaches(successors, b, header, -1));
        assertTrue(b == header || RandomFlow.reaches(successors, header, b, -1));
        for (int i = 0; i < predecessors.degree(b); i++) {
          otherEntry |= b != header && !loops.contains(loop, predecessors.get(b, i));
        }
      }
      assertEquals(otherEntry, loops.isIrreducible(loop), "loop at " + header);
      for (int b = 0; b < size && !otherEntry; b++) {
        assertTrue(!loops.contains(loop, b) || dominators.dominates(header, b));
      }
    }
    // Every cycle is in some loop, and every natural loop is found whole.
    for (int u = 0; u < size; u++) {
      for (int i = 0; i < successors.degree(u); i++) {
        int v = successors.get(u, i);
        boolean cyclic = u == v || RandomFlow.reaches(successors, v, u, -1);
        if (!cyclic) {
          continue;
        }
        assertTrue(loops.loopOf(u) >= 0);
        if (dominators.dominates(v, u)) {
          assertTrue(loops.isHeader(v), v + " heads a natural loop");
          for (int b = 0; b < size; b++) {
            if (b == u || b == v || RandomFlow.reaches(successors, b, u, v)) {
              assertTrue(loops.contains(loops.loopOf(v), b));
            }
          }
        }
      }
    }
  }
}
