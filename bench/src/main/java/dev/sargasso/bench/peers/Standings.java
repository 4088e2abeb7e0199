package dev.sargasso.bench.peers;

import dev.sargasso.measure.report.Charts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Medians, ratios to a baseline and geometric means of a finished contest, as text or CSV. */
public final class Standings {
  private static final int RESAMPLES = 2000;
  private static final double SHORTEST = 1e-3;

  private final Contest contest;
  private final int baseline;

  /**
   * @param baseline index of the contender that ratios are to
   */
  public Standings(Contest contest, int baseline) {
    this.contest = contest;
    this.baseline = baseline;
  }

  /** The median; the mean of the middle two for an even number. */
  public static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private double @Nullable [] seconds(boolean compiling, int contender, int kernel) {
    return compiling
        ? contest.compileSeconds(contender, kernel)
        : contest.runSeconds(contender, kernel);
  }

  /** Median time over the baseline's median time, or NaN where either failed. */
  public double ratio(boolean compiling, int contender, int kernel) {
    double[] own = seconds(compiling, contender, kernel);
    double[] base = seconds(compiling, baseline, kernel);
    if (own == null || base == null || own.length == 0 || base.length == 0) {
      return Double.NaN;
    }
    return Math.max(median(own), SHORTEST) / Math.max(median(base), SHORTEST);
  }

  /** The geometric mean of the ratios over all kernels that both can do; NaN if there is none. */
  public double geometricMean(boolean compiling, int contender) {
    double sum = 0;
    int count = 0;
    for (int k = 0; k < contest.kernels().size(); k++) {
      double ratio = ratio(compiling, contender, k);
      if (!Double.isNaN(ratio)) {
        sum += Math.log(ratio);
        count++;
      }
    }
    return count == 0 ? Double.NaN : Math.exp(sum / count);
  }

  /**
   * The 95 % confidence interval of the geometric mean of run-time ratios, by resampling the runs
   * of each kernel (percentile bootstrap, fixed seed).
   */
  public double[] confidence(int contender) {
    SplittableRandom random = new SplittableRandom(1);
    double[] means = new double[RESAMPLES];
    for (int r = 0; r < RESAMPLES; r++) {
      double sum = 0;
      int count = 0;
      for (int k = 0; k < contest.kernels().size(); k++) {
        double[] own = contest.runSeconds(contender, k);
        double[] base = contest.runSeconds(baseline, k);
        if (own != null && base != null && own.length > 0 && base.length > 0) {
          double ratio =
              Math.max(median(resample(own, random)), SHORTEST)
                  / Math.max(median(resample(base, random)), SHORTEST);
          sum += Math.log(ratio);
          count++;
        }
      }
      means[r] = count == 0 ? Double.NaN : Math.exp(sum / count);
    }
    Arrays.sort(means);
    return new double[] {means[RESAMPLES * 25 / 1000], means[RESAMPLES * 975 / 1000]};
  }

  private static double[] resample(double[] values, SplittableRandom random) {
    double[] sample = new double[values.length];
    for (int i = 0; i < sample.length; i++) {
      sample[i] = values[random.nextInt(values.length)];
    }
    return sample;
  }

  /**
   * Run time against compile time, both as geometric means over all kernels relative to the
   * baseline; nobody is better in both than those nearest to the lower left. Contenders that cannot
   * do every kernel that the baseline can are left out, since their means would be of others.
   */
  public String pareto() {
    Map<String, List<Charts.Point>> families = new LinkedHashMap<>();
    for (int c = 0; c < contest.contenders().size(); c++) {
      double run = geometricMean(false, c);
      double compile = geometricMean(true, c);
      if (!isComplete(c) || Double.isNaN(run) || Double.isNaN(compile)) {
        continue;
      }
      String name = contest.contenders().get(c).name();
      int dash = name.indexOf('-');
      families
          .computeIfAbsent(dash < 0 ? name : name.substring(0, dash), key -> new ArrayList<>())
          .add(new Charts.Point(compile, run, dash < 0 ? name : name.substring(dash + 1)));
    }
    List<Charts.Series> series = new ArrayList<>();
    families.forEach((name, points) -> series.add(new Charts.Series(name, points, true)));
    String base = contest.contenders().get(baseline).name();
    return Charts.plot(
        "run time against compile time, relative to " + base,
        "compile time (a process for each kernel, start included)",
        "run time",
        series);
  }

  private boolean isComplete(int contender) {
    for (int k = 0; k < contest.kernels().size(); k++) {
      if (contest.failure(contender, k) != null && contest.failure(baseline, k) == null) {
        return false;
      }
    }
    return true;
  }

  /** All tables, in Markdown. */
  public String text() {
    StringBuilder out = new StringBuilder();
    table(out, "Run, user CPU seconds, median", false, false);
    table(out, "Run time over that of " + contest.contenders().get(baseline).name(), false, true);
    table(out, "Compile, user and system CPU seconds, median", true, false);
    table(
        out, "Compile time over that of " + contest.contenders().get(baseline).name(), true, true);
    for (int c = 0; c < contest.contenders().size(); c++) {
      double[] interval = confidence(c);
      out.append(
          String.format(
              Locale.ROOT,
              "%s: geometric mean of run time %.3f (95 %% confidence %.3f to %.3f)%n",
              contest.contenders().get(c).name(),
              geometricMean(false, c),
              interval[0],
              interval[1]));
    }
    for (int c = 0; c < contest.contenders().size(); c++) {
      for (int k = 0; k < contest.kernels().size(); k++) {
        String failure = contest.failure(c, k);
        if (failure != null && !contest.isAbsent(c, k)) {
          out.append("FAILED ")
              .append(contest.contenders().get(c).name())
              .append(' ')
              .append(contest.kernels().get(k).name())
              .append(": ")
              .append(failure)
              .append('\n');
        }
      }
    }
    return out.toString();
  }

  private void table(StringBuilder out, String title, boolean compiling, boolean ratios) {
    out.append("### ").append(title).append("\n\n| kernel |");
    for (Contender contender : contest.contenders()) {
      out.append(' ').append(contender.name()).append(" |");
    }
    out.append("\n|---|").append("---:|".repeat(contest.contenders().size())).append('\n');
    for (int k = 0; k < contest.kernels().size(); k++) {
      out.append("| ").append(contest.kernels().get(k).name()).append(" |");
      for (int c = 0; c < contest.contenders().size(); c++) {
        double[] seconds = seconds(compiling, c, k);
        double value =
            ratios
                ? ratio(compiling, c, k)
                : seconds == null || seconds.length == 0 ? Double.NaN : median(seconds);
        cell(out, value, ratios);
      }
      out.append('\n');
    }
    if (ratios) {
      out.append("| **geometric mean** |");
      for (int c = 0; c < contest.contenders().size(); c++) {
        cell(out, geometricMean(compiling, c), true);
      }
      out.append('\n');
    }
    out.append('\n');
  }

  private static void cell(StringBuilder out, double value, boolean ratio) {
    out.append(' ')
        .append(
            Double.isNaN(value) ? "-" : String.format(Locale.ROOT, ratio ? "%.2f" : "%.3f", value))
        .append(" |");
  }

  /** Every single measurement, one a line: contender, kernel, stage, round, seconds. */
  public String csv() {
    StringBuilder out = new StringBuilder("contender,kernel,stage,round,seconds\n");
    for (int c = 0; c < contest.contenders().size(); c++) {
      for (int k = 0; k < contest.kernels().size(); k++) {
        rows(out, c, k, "compile", contest.compileSeconds(c, k));
        rows(out, c, k, "run", contest.runSeconds(c, k));
      }
    }
    return out.toString();
  }

  private void rows(StringBuilder out, int c, int k, String stage, double @Nullable [] seconds) {
    for (int i = 0; seconds != null && i < seconds.length; i++) {
      out.append(contest.contenders().get(c).name())
          .append(',')
          .append(contest.kernels().get(k).name())
          .append(',')
          .append(stage)
          .append(',')
          .append(i)
          .append(',')
          .append(seconds[i])
          .append('\n');
    }
  }
}
