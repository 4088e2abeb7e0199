package dev.sargasso.bench.growth;

import dev.sargasso.measure.sample.PowerLaw;
import java.util.Arrays;

/**
 * Times over sizes.
 *
 * @param nodes sizes, ascending
 * @param nanos time for each
 */
// The arrays are made for the curve, and nobody asks whether two curves are equal.
@SuppressWarnings("ArrayRecordComponent")
record Curve(int[] nodes, double[] nanos) {
  /** The exponent {@code e} of the best fit of {@code time = c * nodes^e} in the logarithms. */
  double exponent() {
    return PowerLaw.exponent(Arrays.stream(nodes).asDoubleStream().toArray(), nanos);
  }

  /** Nanoseconds a node at size number {@code i}. */
  double perNode(int i) {
    return nanos[i] / nodes[i];
  }
}
