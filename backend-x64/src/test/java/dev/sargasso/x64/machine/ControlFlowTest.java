package dev.sargasso.x64.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Order, dominators and loops of random graphs, against their definitions. */
class ControlFlowTest {
  private static MachineFunction graph(final long seed, final boolean reducible) {
    final Random random = new Random(seed);
    final int count = 1 + random.nextInt(14);
    final boolean[][] edges = new boolean[count][count];
    for (int block = 1; block < count; block++) {
      edges[random.nextInt(3) > 0 ? block - 1 : random.nextInt(block)][block] = true;
    }
    for (int extra = random.nextInt(2 * count); extra > 0 && count > 1; extra--) {
      final int from = random.nextInt(count);
      final int to = 1 + random.nextInt(count - 1);
      edges[from][to] |= !reducible || to > from;
    }
    final MachineFunction function = new MachineFunction("graph" + seed);
    for (int block = 0; block < count; block++) {
      function.newBlock(1, 0);
    }
    for (int from = 0; from < count; from++) {
      for (int to = 0; to < count; to++) {
        if (edges[from][to]) {
          function.addEdge(from, to);
        }
      }
    }
    function.finish();
    return function;
  }

  /** What can be reached from a block without passing another; -1 for none. */
  private static boolean[] reach(final MachineFunction function, final int from, final int avoid) {
    final boolean[] seen = new boolean[function.blockCount()];
    final int[] stack = new int[function.blockCount() + 1];
    int depth = 0;
    if (from != avoid) {
      seen[from] = true;
      stack[depth++] = from;
    }
    while (depth > 0) {
      final int block = stack[--depth];
      for (int index = 0; index < function.successorCount(block); index++) {
        final int next = function.successor(block, index);
        if (next != avoid && !seen[next]) {
          seen[next] = true;
          stack[depth++] = next;
        }
      }
    }
    return seen;
  }

  @Test
  void dominatorsAreOnAllPaths() {
    final ControlFlow flow = new ControlFlow();
    for (long seed = 0; seed < 1_500; seed++) {
      final MachineFunction function = graph(seed, false);
      flow.compute(function);
      for (int one = 0; one < function.blockCount(); one++) {
        final boolean[] without = reach(function, 0, one);
        int strict = 0;
        for (int other = 0; other < function.blockCount(); other++) {
          assertEquals(!without[other], flow.dominates(one, other), function.name());
          strict += other != one && flow.dominates(other, one) ? 1 : 0;
        }
        assertEquals(strict, flow.dominatorDepth(one), function.name());
        final int immediate = flow.immediateDominator(one);
        if (one == 0) {
          assertEquals(-1, immediate);
        } else {
          assertTrue(immediate != one && flow.dominates(immediate, one), function.name());
          assertEquals(flow.dominatorDepth(one) - 1, flow.dominatorDepth(immediate));
        }
      }
    }
  }

  @Test
  void orderHasPredecessorsFirstAndLoopsTogether() {
    final ControlFlow flow = new ControlFlow();
    int loops = 0;
    int irreducible = 0;
    for (long seed = 0; seed < 3_000; seed++) {
      final MachineFunction function = graph(seed, seed % 3 == 0);
      flow.compute(function);
      loops += flow.loopCount();
      irreducible += flow.isReducible() ? 0 : 1;
      for (int block = 0; block < function.blockCount(); block++) {
        assertEquals(block, flow.blockAt(flow.position(block)));
        boolean any = block == 0;
        for (int index = 0; index < function.predecessorCount(block); index++) {
          final int before = function.predecessor(block, index);
          any |= flow.position(before) < flow.position(block);
          if (flow.isReducible()) {
            assertTrue(
                flow.position(before) < flow.position(block) || flow.dominates(block, before),
                function.name());
          }
        }
        assertTrue(any, function.name());
      }
      for (int loop = 0; loop < flow.loopCount(); loop++) {
        assertEquals(flow.loopHeader(loop), flow.blockAt(flow.loopFirst(loop)));
        final int outer = flow.loopParent(loop);
        assertTrue(outer < loop);
        if (outer >= 0) {
          assertTrue(flow.loopFirst(outer) <= flow.loopFirst(loop));
          assertTrue(flow.loopEnd(loop) <= flow.loopEnd(outer));
        }
        final boolean[] around = reach(function, flow.loopHeader(loop), -1);
        for (int place = flow.loopFirst(loop); place < flow.loopEnd(loop); place++) {
          final int block = flow.blockAt(place);
          assertTrue(around[block], function.name());
          assertTrue(reach(function, block, -1)[flow.loopHeader(loop)], function.name());
          if (!flow.isIrreducible(loop)) {
            assertTrue(flow.dominates(flow.loopHeader(loop), block), function.name());
          }
        }
      }
      if (seed % 3 == 0) {
        assertEquals(0, flow.loopCount());
        assertTrue(flow.isReducible());
      }
    }
    assertTrue(loops > 1_000 && irreducible > 100, loops + " loops, " + irreducible);
  }

  @Test
  void everyCycleIsInALoop() {
    final ControlFlow flow = new ControlFlow();
    for (long seed = 0; seed < 1_500; seed++) {
      final MachineFunction function = graph(seed, false);
      flow.compute(function);
      for (int block = 0; block < function.blockCount(); block++) {
        boolean onCycle = false;
        for (int index = 0; index < function.successorCount(block); index++) {
          onCycle |= reach(function, function.successor(block, index), -1)[block];
        }
        if (onCycle) {
          assertTrue(flow.loopOf(block) >= 0, function.name() + " block " + block);
        } else {
          assertFalse(flow.loopOf(block) >= 0, function.name() + " block " + block);
        }
      }
    }
  }
}
