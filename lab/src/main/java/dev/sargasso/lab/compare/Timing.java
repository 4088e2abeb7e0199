package dev.sargasso.lab.compare;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Run times of one contestant, of which run {@code i} was made in the same turn as run {@code i} of
 * all others.
 *
 * @param seconds time of the processor in user mode, one for each run
 * @param ratio the median over the turns of this time by that of the first contestant
 * @param low the lower end of the interval that holds the ratio with 95 % confidence
 * @param high its upper end
 */
public record Timing(List<Double> seconds, double ratio, double low, double high) {
  private static final int SAMPLES = 2000;
  private static final double TAIL = 0.025;

  /** Processor time is not counted more finely. */
  private static final double LEAST = 1e-3;

  /** Copies the list. */
  public Timing {
    seconds = List.copyOf(seconds);
  }

  /**
   * Compares with a baseline by the ratios within each turn, so that what disturbs the machine for
   * a while disturbs both; the interval is that of the bootstrap (B. Efron, "Bootstrap methods:
   * another look at the jackknife", 1979) with percentiles. Always the same for the same times.
   */
  static Timing of(double[] seconds, double[] baseline) {
    double[] ratios = new double[seconds.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = Math.max(seconds[i], LEAST) / Math.max(baseline[i], LEAST);
    }
    double[] medians = new double[SAMPLES];
    double[] sample = new double[ratios.length];
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < SAMPLES; i++) {
      for (int k = 0; k < sample.length; k++) {
        sample[k] = ratios[random.nextInt(ratios.length)];
      }
      medians[i] = median(sample);
    }
    Arrays.sort(medians);
    return new Timing(
        Arrays.stream(seconds).boxed().toList(),
        median(ratios),
        medians[(int) (TAIL * SAMPLES)],
        medians[(int) ((1 - TAIL) * SAMPLES) - 1]);
  }

  /** The median of the times. */
  public double median() {
    return median(seconds.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Whether the difference from the first contestant is more than chance explains. */
  public boolean isDifferent() {
    return low > 1 || high < 1;
  }
}
