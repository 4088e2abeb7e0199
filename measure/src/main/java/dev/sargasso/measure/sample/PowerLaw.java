package dev.sargasso.measure.sample;

/** The law {@code y = c * x^e} that fits measurements best. */
public final class PowerLaw {
  private PowerLaw() {}

  /**
   * The exponent {@code e}: the slope of the line of least squares through the logarithms. 1 is
   * linear, 2 quadratic.
   *
   * @param sizes positive
   * @param values as many; those below 1 count as 1
   * @return NaN if there are not two sizes that differ
   */
  public static double exponent(double[] sizes, double[] values) {
    int n = sizes.length;
    double meanX = 0;
    double meanY = 0;
    for (int i = 0; i < n; i++) {
      meanX += Math.log(sizes[i]) / n;
      meanY += Math.log(Math.max(values[i], 1)) / n;
    }
    double xy = 0;
    double xx = 0;
    for (int i = 0; i < n; i++) {
      double x = Math.log(sizes[i]) - meanX;
      xy += x * (Math.log(Math.max(values[i], 1)) - meanY);
      xx += x * x;
    }
    return xx == 0 ? Double.NaN : xy / xx;
  }
}
