package dev.sargasso.bench.growth;

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
    int n = nodes.length;
    double meanX = 0;
    double meanY = 0;
    for (int i = 0; i < n; i++) {
      meanX += Math.log(nodes[i]) / n;
      meanY += Math.log(Math.max(nanos[i], 1)) / n;
    }
    double xy = 0;
    double xx = 0;
    for (int i = 0; i < n; i++) {
      double x = Math.log(nodes[i]) - meanX;
      xy += x * (Math.log(Math.max(nanos[i], 1)) - meanY);
      xx += x * x;
    }
    return xx == 0 ? Double.NaN : xy / xx;
  }

  /** Nanoseconds a node at size number {@code i}. */
  double perNode(int i) {
    return nanos[i] / nodes[i];
  }
}
