package dev.sargasso.measure.sample;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * The ratio of the medians of two independent sets of samples, and how sure that is.
 *
 * <p>The interval is the percentile bootstrap (B. Efron and R. Tibshirani, "An Introduction to the
 * Bootstrap", 1993, chapter 13), always with the same random numbers. With few samples its ends are
 * too close together, so that the probability is that of the test of Mann, Whitney and Wilcoxon,
 * which is exact for any number of samples: two sets differ if both say so.
 *
 * @param ratio of the second median to the first
 * @param low the lower end of the interval
 * @param high its upper end
 * @param probability of samples as far apart as these if both sets come from the same distribution
 */
public record RatioOfMedians(double ratio, double low, double high, double probability) {
  private static final int RESAMPLES = 10_000;

  /**
   * Compares two sets of samples.
   *
   * @param before positive, at least one
   * @param after likewise
   * @param confidence of the interval, such as 0.95
   */
  public static RatioOfMedians of(double[] before, double[] after, double confidence) {
    SplittableRandom random = new SplittableRandom(1);
    double[] ratios = new double[RESAMPLES];
    double[] first = new double[before.length];
    double[] second = new double[after.length];
    for (int r = 0; r < RESAMPLES; r++) {
      ratios[r] = resampledMedian(after, second, random) / resampledMedian(before, first, random);
    }
    Arrays.sort(ratios);
    double tail = (1 - confidence) / 2;
    double probability =
        MannWhitneyUTest.withDefaults().test(before.clone(), after.clone()).getPValue();
    return new RatioOfMedians(
        median(after) / median(before),
        ratios[(int) Math.floor(tail * (RESAMPLES - 1))],
        ratios[(int) Math.ceil((1 - tail) * (RESAMPLES - 1))],
        probability);
  }

  /** The median; the mean of the middle two for an even number. */
  public static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return middle(sorted);
  }

  private static double middle(double[] sorted) {
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  private static double resampledMedian(double[] values, double[] into, SplittableRandom random) {
    for (int i = 0; i < into.length; i++) {
      into[i] = values[random.nextInt(values.length)];
    }
    Arrays.sort(into);
    return middle(into);
  }

  /**
   * The least probability that the test can give for sets of these sizes: that of samples of which
   * all in one set are below all in the other.
   */
  public static double leastProbability(int before, int after) {
    double ways = 1;
    for (int i = 1; i <= before; i++) {
      ways = ways * (after + i) / i;
    }
    return 2 / ways;
  }
}
