package dev.sargasso.x64.allocate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.MachineFunction;
import org.junit.jupiter.api.Test;

class RecolouringTest {
  private static final int[] ANY = {7, 7, 7, 7, 7};

  private static Recolouring ring(final int[] colour, final int[] one, final int[] other) {
    // 0 - 1 - 2 - 3 - 4 in a row
    final float[] weight = new float[one.length];
    java.util.Arrays.fill(weight, 1);
    return new Recolouring(
        new int[] {0, 1, 3, 5, 7, 8},
        new int[] {1, 0, 2, 1, 3, 2, 4, 3},
        ANY,
        colour,
        (vertex, candidate) -> candidate == 2 ? 0.25f : 0,
        one,
        other,
        weight);
  }

  @Test
  void neighboursMakeWay() {
    final int[] colour = {0, 1, 0, 1, 0};
    final Recolouring recolouring = ring(colour, new int[] {0, 1}, new int[] {3, 4});
    assertEquals(2, recolouring.cost());
    recolouring.run(1_000);
    assertEquals(colour[0], colour[3]);
    assertEquals(colour[1], colour[4]);
    for (int vertex = 1; vertex < colour.length; vertex++) {
      assertTrue(colour[vertex] != colour[vertex - 1]);
    }
    assertTrue(recolouring.cost() <= 0.25, "cost " + recolouring.cost());
  }

  @Test
  void withoutBudgetAllStaysAsItWas() {
    final int[] colour = {0, 1, 0, 1, 0};
    ring(colour, new int[] {0, 1}, new int[] {3, 4}).run(0);
    assertArrayEquals(new int[] {0, 1, 0, 1, 0}, colour);
  }

  @Test
  void interferingValuesNeverShare() {
    final int[] colour = {0, 1, 0, 1, 0};
    final Recolouring recolouring = ring(colour, new int[] {0, 2}, new int[] {1, 4});
    recolouring.run(1_000);
    assertTrue(colour[0] != colour[1]);
    assertEquals(1, recolouring.cost());
  }

  /**
   * Copies executed over many functions: recolouring is as good as the greedy choice, or better.
   */
  @Test
  void comparedWithPreferences() {
    double lowest = 0;
    double preferences = 0;
    double recolouring = 0;
    for (long seed = 0; seed < 400; seed++) {
      lowest += copies(seed, AllocatorOptions.Choice.LOWEST);
      preferences += copies(seed, AllocatorOptions.Choice.PREFERENCES);
      recolouring += copies(seed, AllocatorOptions.Choice.RECOLOURING);
    }
    final String figures = lowest + " lowest, " + preferences + ", " + recolouring + " recoloured";
    assertTrue(recolouring < 1.02 * preferences, figures);
    assertTrue(preferences < 0.8 * lowest, figures);
  }

  private static double copies(final long seed, final AllocatorOptions.Choice choice) {
    final MachineFunction function =
        RandomMachineFunction.generate(seed, AllocationsAreCorrectTest.shape(seed));
    final AllocatedFunction allocated =
        new RegisterAllocator(new AllocatorOptions(AllocatorOptions.Spilling.NEXT_USE, choice, 0))
            .allocate(function);
    double sum = 0;
    for (int block = 0; block < function.blockCount(); block++) {
      for (int place = allocated.firstItem(block); place < allocated.endItem(block); place++) {
        final int item = allocated.item(place);
        if (item < 0) {
          final double worth = allocated.editKind(~item) == AllocatedFunction.SWAP ? 1.5 : 1;
          sum += worth * function.frequency(block);
        }
      }
    }
    return sum;
  }
}
