package dev.sargasso.measure.sample;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Holds two tables of samples against each other, phase by phase, over all inputs together.
 *
 * <p>Many phases are compared, and each comparison may be wrong: the confidence asked for is that
 * of all verdicts together, and each of them has to meet a higher one (Bonferroni's correction).
 */
public final class Comparison {
  /** The probability that any of the verdicts finds a difference where there is none. */
  public static final double ERROR = 0.01;

  /** Phases with less of the time than this, on both sides, are taken together. */
  private static final double LEAST_SHARE = 0.005;

  /** The name of all phases together. */
  public static final String ALL = "all";

  /** The name of the phases that are too short to be compared alone. */
  public static final String REST = "other phases";

  private Comparison() {}

  /**
   * Compares two tables of the same inputs.
   *
   * @return one verdict for each phase that takes its share of the time, in the order in which they
   *     run, then one for the rest together if there is any, and one for all
   * @throws IllegalArgumentException with a message for people if the tables cannot be compared
   */
  public static List<Verdict> of(SampleTable before, SampleTable after) {
    if (!before.inputs().equals(after.inputs())) {
      throw new IllegalArgumentException(
          "the inputs differ: " + names(before) + " and " + names(after));
    }
    if (!before.unit().equals(after.unit())) {
      throw new IllegalArgumentException(
          "a sample is one " + before.unit() + " there and one " + after.unit() + " here");
    }
    Set<String> phases = new LinkedHashSet<>(before.phases());
    phases.addAll(after.phases());
    double allBefore = RatioOfMedians.median(before.nanos());
    double allAfter = RatioOfMedians.median(after.nanos());
    List<String> names = new ArrayList<>();
    List<Pair> pairs = new ArrayList<>();
    Pair rest = new Pair(new double[before.samples()], new double[after.samples()], 0, 0);
    for (String phase : phases) {
      Pair pair =
          new Pair(
              before.nanos(phase), after.nanos(phase), bytes(before, phase), bytes(after, phase));
      if (RatioOfMedians.median(pair.before) < LEAST_SHARE * allBefore
          && RatioOfMedians.median(pair.after) < LEAST_SHARE * allAfter) {
        rest = rest.plus(pair);
      } else {
        names.add(phase);
        pairs.add(pair);
      }
    }
    if (RatioOfMedians.median(rest.before) > 0 && RatioOfMedians.median(rest.after) > 0) {
      names.add(REST);
      pairs.add(rest);
    }
    names.add(ALL);
    pairs.add(
        new Pair(
            before.nanos(),
            after.nanos(),
            RatioOfMedians.median(before.bytes()),
            RatioOfMedians.median(after.bytes())));
    List<Verdict> verdicts = new ArrayList<>();
    for (int i = 0; i < pairs.size(); i++) {
      verdicts.add(pairs.get(i).verdict(names.get(i), ERROR / pairs.size()));
    }
    return verdicts;
  }

  private static double bytes(SampleTable table, String phase) {
    return RatioOfMedians.median(table.bytes(phase));
  }

  private static String names(SampleTable table) {
    return table.inputs().stream().map(SampleTable.Input::name).toList().toString();
  }

  /** Samples of one phase on both sides. */
  private static final class Pair {
    private final double[] before;
    private final double[] after;
    private final double bytesBefore;
    private final double bytesAfter;

    Pair(double[] before, double[] after, double bytesBefore, double bytesAfter) {
      this.before = before;
      this.after = after;
      this.bytesBefore = bytesBefore;
      this.bytesAfter = bytesAfter;
    }

    Pair plus(Pair other) {
      return new Pair(
          sum(before, other.before),
          sum(after, other.after),
          bytesBefore + other.bytesBefore,
          bytesAfter + other.bytesAfter);
    }

    private static double[] sum(double[] a, double[] b) {
      double[] sum = new double[a.length];
      for (int i = 0; i < sum.length; i++) {
        sum[i] = a[i] + b[i];
      }
      return sum;
    }

    /**
     * The verdict.
     *
     * @param error the probability with which a difference may be found that is none
     */
    Verdict verdict(String phase, double error) {
      RatioOfMedians ratio = RatioOfMedians.of(positive(before), positive(after), 1 - error);
      Verdict.Outcome outcome = Verdict.Outcome.NO_DIFFERENCE;
      if (RatioOfMedians.leastProbability(before.length, after.length) > error) {
        outcome = Verdict.Outcome.TOO_FEW_SAMPLES;
      } else if (ratio.probability() <= error && ratio.low() > 1) {
        outcome = Verdict.Outcome.SLOWER;
      } else if (ratio.probability() <= error && ratio.high() < 1) {
        outcome = Verdict.Outcome.FASTER;
      }
      return new Verdict(
          phase,
          RatioOfMedians.median(before),
          RatioOfMedians.median(after),
          ratio,
          bytesBefore,
          bytesAfter,
          outcome);
    }

    /** A phase that is new or gone took no time, of which there is no ratio. */
    private static double[] positive(double[] values) {
      double[] positive = values.clone();
      for (int i = 0; i < positive.length; i++) {
        positive[i] = Math.max(positive[i], 1);
      }
      return positive;
    }
  }
}
