package dev.sargasso.measure.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Verdicts are right on samples of which it is known what they should be. */
class ComparisonTest {
  private static final int PHASES = 12;
  private static final int PROCESSES = 8;

  /** Processes of one build: a fast machine and a slow one, and phases that vary on their own. */
  private static SampleTable build(Random random, double noise, int slow, double factor) {
    SampleTable table = new SampleTable("process", "");
    SampleTable.Input input = new SampleTable.Input("a", "a", 1000);
    for (int process = 0; process < PROCESSES; process++) {
      double machine = Math.exp(noise * random.nextGaussian());
      for (int p = 0; p < PHASES; p++) {
        double time = 1e6 * (1 + p) * machine * Math.exp(noise * random.nextGaussian());
        table.put(input, "phase" + p, process, p == slow ? factor * time : time, 1000);
      }
    }
    return table;
  }

  @Test
  void aBuildDoesNotDifferFromItself() {
    int different = 0;
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      List<Verdict> verdicts =
          Comparison.of(build(random, 0.03, -1, 1), build(random, 0.03, -1, 1));
      assertEquals(PHASES + 1, verdicts.size());
      different += verdicts.stream().anyMatch(Verdict::isDifferent) ? 1 : 0;
    }
    assertTrue(different <= 1, different + " of 20");
  }

  @Test
  void aPhaseThatIsSlowerByATwentiethIsFoundAndNoOther() {
    int found = 0;
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      List<Verdict> verdicts =
          Comparison.of(build(random, 0.006, -1, 1), build(random, 0.006, 7, 1.05));
      List<String> slower =
          verdicts.stream()
              .filter(v -> v.outcome() == Verdict.Outcome.SLOWER)
              .map(Verdict::phase)
              .toList();
      found += slower.equals(List.of("phase7")) ? 1 : 0;
    }
    assertTrue(found >= 19, found + " of 20");
  }

  @Test
  void aGainIsFoundAsWell() {
    Random random = new Random(1);
    List<Verdict> verdicts = Comparison.of(build(random, 0.01, -1, 1), build(random, 0.01, 3, 0.8));
    Verdict verdict =
        verdicts.stream().filter(v -> v.phase().equals("phase3")).findFirst().orElseThrow();
    assertEquals(Verdict.Outcome.FASTER, verdict.outcome());
    assertTrue(verdict.ratio().high() < 0.9);
  }

  @Test
  void fewSamplesAreNotEnough() {
    SampleTable one = build(new Random(1), 0.01, -1, 1).medians("process");
    List<Verdict> verdicts = Comparison.of(one, one);
    assertEquals(Verdict.Outcome.TOO_FEW_SAMPLES, verdicts.getFirst().outcome());
  }

  @Test
  void shortPhasesAreTakenTogether() {
    SampleTable table = new SampleTable("round", "");
    SampleTable.Input input = new SampleTable.Input("a", "a", 1000);
    for (int round = 0; round < 9; round++) {
      table.put(input, "long", round, 1e9 + round, 0);
      table.put(input, "short", round, 1e3, 0);
      table.put(input, "tiny", round, 1e2, 0);
    }
    assertEquals(
        List.of("long", Comparison.REST, Comparison.ALL),
        Comparison.of(table, table).stream().map(Verdict::phase).toList());
  }

  @Test
  void onlyEqualInputsAndUnitsAreCompared() {
    SampleTable one = build(new Random(1), 0.01, -1, 1);
    SampleTable other = new SampleTable("process", "");
    other.put(new SampleTable.Input("b", "b", 1000), "phase1", 0, 1, 1);
    assertThrows(IllegalArgumentException.class, () -> Comparison.of(one, other));
    assertThrows(IllegalArgumentException.class, () -> Comparison.of(one, one.medians("round")));
  }
}
