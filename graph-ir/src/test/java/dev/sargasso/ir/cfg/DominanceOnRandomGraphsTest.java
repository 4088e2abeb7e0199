package dev.sargasso.ir.cfg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Dominators, post-dominators and frontiers against their definitions. */
final class DominanceOnRandomGraphsTest {
  @Property(tries = 400)
  void bothAlgorithmsFindTheSameDominators(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int size) {
    Adjacency successors = RandomFlow.of(seed, size);
    int[] simple = CooperHarveyKennedy.solve(successors.reversed());
    int[] fast = LengauerTarjan.solve(successors, successors.reversed());
    assertNotNull(simple);
    assertArrayEquals(simple, fast);
  }

  @Property(tries = 200)
  void dominanceIsUnavoidability(@ForAll long seed, @ForAll @IntRange(min = 1, max = 16) int size) {
    Adjacency successors = RandomFlow.of(seed, size);
    Dominators dominators = Dominators.of(successors, successors.reversed());
    for (int a = 0; a < size; a++) {
      for (int b = 0; b < size; b++) {
        boolean expected = a == b || !RandomFlow.reaches(successors, 0, b, a);
        assertEquals(expected, dominators.dominates(a, b), a + " dominates " + b);
        int common = dominators.commonDominator(a, b);
        assertTrue(dominators.dominates(common, a) && dominators.dominates(common, b));
        for (int c = 0; c < size; c++) {
          if (dominators.dominates(c, a) && dominators.dominates(c, b)) {
            assertTrue(dominators.dominates(c, common));
          }
        }
      }
      for (int d = 0; d <= dominators.depth(a); d++) {
        int above = dominators.dominatorAtDepth(a, d);
        assertEquals(d, dominators.depth(above));
        assertTrue(dominators.dominates(above, a));
      }
    }
  }

  @Property(tries = 200)
  void postDominanceIsUnavoidabilityOfTheEnd(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 16) int size) {
    Adjacency open = RandomFlow.of(seed, size);
    // Give every vertex that cannot reach an end a way to one.
    int exit = size;
    int[] from = new int[open.edgeCount() + 2 * size];
    int[] to = new int[from.length];
    int made = 0;
    for (int v = 0; v < size; v++) {
      for (int i = 0; i < open.degree(v); i++) {
        from[made] = v;
        to[made++] = open.get(v, i);
      }
    }
    int vertices = size;
    for (int v = 0; v < size; v++) {
      boolean ends = false;
      for (int w = 0; w < size; w++) {
        ends |= open.degree(w) == 0 && RandomFlow.reaches(open, v, w, -1);
      }
      if (!ends) {
        from[made] = v;
        to[made++] = exit;
        vertices = size + 1;
      }
    }
    Adjacency successors = Adjacency.of(vertices, from, to, made);
    PostDominators found = PostDominators.of(successors);
    assertEquals(vertices, found.exit());
    Adjacency reversed = withEnd(successors).reversed();
    for (int a = 0; a < vertices; a++) {
      for (int b = 0; b < vertices; b++) {
        boolean expected = a == b || !RandomFlow.reaches(reversed, found.exit(), b, a);
        assertEquals(expected, found.postDominates(a, b), a + " post-dominates " + b);
      }
    }
  }

  private static Adjacency withEnd(Adjacency successors) {
    int count = successors.count();
    int[] from = new int[successors.edgeCount() + count];
    int[] to = new int[from.length];
    int made = 0;
    for (int v = 0; v < count; v++) {
      if (successors.degree(v) == 0) {
        from[made] = v;
        to[made++] = count;
      }
      for (int i = 0; i < successors.degree(v); i++) {
        from[made] = v;
        to[made++] = successors.get(v, i);
      }
    }
    return Adjacency.of(count + 1, from, to, made);
  }

  @Property(tries = 200)
  void frontiersAreWhereDominanceEnds(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int size) {
    Adjacency successors = RandomFlow.of(seed, size);
    Adjacency predecessors = successors.reversed();
    Dominators dominators = Dominators.of(successors, predecessors);
    DominanceFrontiers frontiers = DominanceFrontiers.of(predecessors, dominators);
    DominanceFrontiers.Iterated iterated = new DominanceFrontiers.Iterated(successors, dominators);
    for (int a = 0; a < size; a++) {
      BitSet expected = new BitSet();
      for (int b = 0; b < size; b++) {
        boolean reachesIn = false;
        for (int i = 0; i < predecessors.degree(b); i++) {
          reachesIn |= dominators.dominates(a, predecessors.get(b, i));
        }
        if (reachesIn && !(dominators.dominates(a, b) && a != b)) {
          expected.set(b);
        }
      }
      BitSet listed = new BitSet();
      for (int i = 0; i < frontiers.size(a); i++) {
        listed.set(frontiers.get(a, i));
      }
      assertEquals(expected, listed, "frontier of " + a);
    }
    // The closure of the listed frontiers, for some sets of blocks.
    for (int a = 0; a < size; a++) {
      int[] given = {a, (a * 7 + 3) % size, a};
      BitSet closure = new BitSet();
      BitSet work = new BitSet();
      work.set(given[0]);
      work.set(given[1]);
      while (!work.isEmpty()) {
        int at = work.nextSetBit(0);
        work.clear(at);
        for (int i = 0; i < frontiers.size(at); i++) {
          int b = frontiers.get(at, i);
          if (!closure.get(b)) {
            closure.set(b);
            work.set(b);
          }
        }
      }
      int[] found = iterated.frontier(given, given.length);
      BitSet set = new BitSet();
      Arrays.stream(found).forEach(set::set);
      assertEquals(closure, set);
      assertEquals(found.length, set.cardinality(), "no block twice");
    }
  }

  @Test
  void frontiersOfManyQueriesDoNotMix() {
    // 0 -> 1, 2; 1 -> 3; 2 -> 3
    Adjacency diamond = Adjacency.of(4, new int[] {0, 0, 1, 2}, new int[] {1, 2, 3, 3}, 4);
    Dominators dominators = Dominators.of(diamond, diamond.reversed());
    DominanceFrontiers.Iterated iterated = new DominanceFrontiers.Iterated(diamond, dominators);
    assertArrayEquals(new int[] {3}, iterated.frontier(new int[] {1}, 1));
    assertArrayEquals(new int[] {}, iterated.frontier(new int[] {0}, 1));
    assertArrayEquals(new int[] {3}, iterated.frontier(new int[] {2, 1}, 2));
  }

  @Test
  void aLadderOfJumpsToOnePlaceTakesTheOtherAlgorithm() {
    // Rung i goes to rung i + 1 or to the common end: quadratic for the simple algorithm.
    int rungs = 20_000;
    int[] from = new int[2 * rungs];
    int[] to = new int[2 * rungs];
    for (int i = 0; i < rungs; i++) {
      from[2 * i] = i;
      to[2 * i] = i + 1;
      from[2 * i + 1] = i;
      to[2 * i + 1] = rungs + 1;
    }
    Adjacency ladder = Adjacency.of(rungs + 2, from, to, 2 * rungs);
    assertEquals(null, CooperHarveyKennedy.solve(ladder.reversed()));
    Dominators dominators = Dominators.of(ladder, ladder.reversed());
    assertEquals(0, dominators.immediateDominator(rungs + 1));
    assertEquals(rungs - 1, dominators.immediateDominator(rungs));
  }
}
