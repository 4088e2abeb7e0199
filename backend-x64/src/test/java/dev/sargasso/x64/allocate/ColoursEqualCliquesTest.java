package dev.sargasso.x64.allocate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.x64.interference.EliminationOrder;
import dev.sargasso.x64.interference.InterferenceGraph;
import dev.sargasso.x64.machine.MachineFunction;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Without constraints the interference graph of a random function, irreducible loops included, is
 * chordal: colouring takes exactly as many registers as values are alive together.
 */
class ColoursEqualCliquesTest {
  @Test
  void lowestColours() {
    int compared = 0;
    for (long seed = 0; seed < 600; seed++) {
      final Random random = new Random(seed);
      final MachineFunction function =
          RandomMachineFunction.generate(
              seed,
              new RandomMachineFunction.Shape(
                  1 + random.nextInt(30), 8, 0, random.nextInt(3), 0, false, false));
      final InterferenceGraph graph = InterferenceGraph.of(function);
      assertEquals(-1, EliminationOrder.firstViolation(graph), function.name());
      final int[] used = UnconstrainedColours.count(function);
      compared += used.length > 0 ? 1 : 0;
      for (int registerClass = 0; registerClass < used.length; registerClass++) {
        assertEquals(
            graph.maximumClique(registerClass).length, used[registerClass], function.name());
      }
    }
    assertTrue(compared > 200, "only " + compared);
  }

  @Test
  void constraintsAreLeftOut() {
    int compared = 0;
    for (long seed = 0; seed < 400; seed++) {
      final MachineFunction function =
          RandomMachineFunction.generate(seed, AllocationsAreCorrectTest.shape(seed));
      final InterferenceGraph graph = InterferenceGraph.of(function);
      assertEquals(-1, EliminationOrder.firstViolation(graph), function.name());
      final int[] used = UnconstrainedColours.count(function);
      compared += used.length > 0 ? 1 : 0;
      for (int registerClass = 0; registerClass < used.length; registerClass++) {
        assertEquals(
            graph.maximumClique(registerClass).length, used[registerClass], function.name());
      }
    }
    assertTrue(compared > 50, "only " + compared);
  }
}
