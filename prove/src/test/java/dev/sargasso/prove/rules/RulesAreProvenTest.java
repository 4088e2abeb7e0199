package dev.sargasso.prove.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** No simplification of a small expression changes its value, or traps where it did not. */
class RulesAreProvenTest {
  /** All of them take minutes: {@code sargasso prove --rules} does that, at night. */
  private static final int EVERY = 16;

  @Test
  void oneInSixteenExpressionsOfDepthTwo() {
    try (RuleProof proof = new RuleProof(1, 50)) {
      long[] count = new long[1];
      Enumeration.all(
          expression -> {
            if (count[0]++ % EVERY == 0) {
              proof.look(expression);
            }
          });
      assertEquals(List.of(), proof.faults().stream().limit(20).toList());
      assertTrue(proof.changed() > 5000, proof.changed() + " changed");
      assertTrue(proof.proven() > 100, proof.proven() + " proven");
      assertTrue(proof.ruleCount() > 80, "not met: " + proof.rulesNotMet());
    }
  }

  @Test
  void someOfDepthThree() {
    try (RuleProof proof = new RuleProof(1, 20)) {
      Sampling sampling = new Sampling(7);
      for (int i = 0; i < 1000; i++) {
        proof.look(sampling.next(3));
      }
      assertEquals(List.of(), proof.faults().stream().limit(20).toList());
      assertTrue(proof.changed() > 500);
    }
  }
}
