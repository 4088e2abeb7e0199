package dev.sargasso.bench.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CurveTest {
  @Test
  void theExponentOfAPowerIsThatPower() {
    int[] nodes = {1_000, 3_000, 10_000, 100_000};
    for (double power : new double[] {0.5, 1, 1.15, 2}) {
      double[] nanos = new double[nodes.length];
      for (int i = 0; i < nodes.length; i++) {
        nanos[i] = 70 * Math.pow(nodes[i], power);
      }
      assertEquals(power, new Curve(nodes, nanos).exponent(), 1e-9);
    }
  }

  @Test
  void aFixedCostLowersTheExponent() {
    Curve curve = new Curve(new int[] {1_000, 100_000}, new double[] {1e6 + 1e6, 1e6 + 1e8});
    assertEquals(0.85, curve.exponent(), 0.005);
    assertEquals(2_000, curve.perNode(0));
  }
}
