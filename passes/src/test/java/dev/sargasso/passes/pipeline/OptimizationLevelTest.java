package dev.sargasso.passes.pipeline;

import static dev.sargasso.passes.pipeline.OptimizationLevel.O0;
import static dev.sargasso.passes.pipeline.OptimizationLevel.O1;
import static dev.sargasso.passes.pipeline.OptimizationLevel.O2;
import static dev.sargasso.passes.pipeline.OptimizationLevel.O3;
import static dev.sargasso.passes.pipeline.OptimizationLevel.OS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class OptimizationLevelTest {
  @Test
  void aLevelIncludesTheLowerOnes() {
    OptimizationLevel[] ascending = {O0, O1, O2, O3};
    for (int i = 0; i < ascending.length; i++) {
      for (int j = 0; j < ascending.length; j++) {
        assertEquals(i >= j, ascending[i].includes(ascending[j]), i + ", " + j);
      }
    }
  }

  @Test
  void smallRunsWhatTheSecondLevelDoes() {
    assertTrue(OS.includes(O2));
    assertFalse(OS.includes(O3));
    assertFalse(O1.includes(OS));
    assertTrue(OS.prefersSize());
    assertFalse(O3.prefersSize());
  }

  @Test
  void levelsAreFoundByTheirSuffix() {
    for (OptimizationLevel level : OptimizationLevel.values()) {
      assertEquals(level, OptimizationLevel.of(level.suffix()));
    }
    String message =
        assertThrows(IllegalArgumentException.class, () -> OptimizationLevel.of("4")).getMessage();
    assertEquals("there is no optimisation level '4'; take 0, 1, 2, 3 or s", message);
  }
}
