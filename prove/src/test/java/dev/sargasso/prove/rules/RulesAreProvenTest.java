package dev.sargasso.prove.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** No simplification of a small expression changes its value, or traps where it did not. */
class RulesAreProvenTest {
  /**
   * Of so many expressions one is looked at. All of them take minutes: {@code -Drules.every=1}, or
   * {@code sargasso prove --rules}.
   */
  private static final int EVERY = Integer.getInteger("rules.every", 16);

  private static final int THREADS = 2;

  @Test
  void expressionsOfDepthTwo() {
    long[] count = new long[1];
    RuleReport report =
        new RuleProof(THREADS, 1, 5, done -> {})
            .look(
                taker -> {
                  long[] number = new long[1];
                  Enumeration.all(
                      expression -> {
                        if (number[0]++ % EVERY == 0) {
                          taker.accept(expression);
                        }
                      });
                  count[0] = number[0];
                });
    assertEquals(List.of(), report.faults().stream().limit(20).toList());
    assertEquals((count[0] + EVERY - 1) / EVERY, report.looked(), "looked at");
    assertTrue(report.changed() > 5000 * 16 / EVERY, report.changed() + " changed");
    assertTrue(report.setsProven() > report.sets() * 3 / 5, report.toString());
    assertTrue(report.ruleCount() > 80, "not met: " + report.rulesNotMet());
  }

  @Test
  void someOfDepthThree() {
    RuleReport report =
        new RuleProof(THREADS, 1, 5, done -> {})
            .look(
                taker -> {
                  Sampling sampling = new Sampling(7);
                  for (int i = 0; i < 1000; i++) {
                    taker.accept(sampling.next(3));
                  }
                });
    assertEquals(List.of(), report.faults().stream().limit(20).toList());
    assertTrue(report.changed() > 500);
  }
}
