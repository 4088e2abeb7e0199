package dev.sargasso.measure.report;

import dev.sargasso.measure.sample.Comparison;
import dev.sargasso.measure.sample.RatioOfMedians;
import dev.sargasso.measure.sample.SampleTable;
import dev.sargasso.measure.sample.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Tables for the terminal. */
public final class TextReport {
  private TextReport() {}

  /** What each phase takes: one table over all inputs, and one for each family that grows. */
  public static String phases(SampleTable table) {
    StringBuilder text = new StringBuilder();
    double all = RatioOfMedians.median(table.nanos());
    double nodes = table.nodes();
    text.append(
        String.format(
            Locale.ROOT,
            "%s, %,d nodes; medians of %d %s, one a %s%n%n",
            inputs(table),
            table.nodes(),
            table.samples(),
            table.samples() == 1 ? "sample" : "samples",
            table.unit()));
    text.append(
        String.format(
            Locale.ROOT,
            "%-14s %10s %7s %10s %12s%n",
            "phase",
            "ms",
            "%",
            "ns/node",
            "bytes/node"));
    for (String phase : table.phases()) {
      double nanos = RatioOfMedians.median(table.nanos(phase));
      row(text, phase, nanos, all, RatioOfMedians.median(table.bytes(phase)), nodes);
    }
    row(text, Comparison.ALL, all, all, RatioOfMedians.median(table.bytes()), nodes);
    if (table.inputs().size() > 1) {
      text.append(
          String.format(
              Locale.ROOT,
              "%n%-30s %10s %10s %10s %12s%n",
              "input",
              "nodes",
              "ms",
              "ns/node",
              "bytes/node"));
      for (SampleTable.Input input : table.inputs()) {
        double nanos = RatioOfMedians.median(table.nanos(input));
        text.append(
            String.format(
                Locale.ROOT,
                "%-30s %10d %10s %10s %12s%n",
                input.name(),
                input.nodes(),
                Figures.milliseconds(nanos),
                Figures.significant(nanos / input.nodes()),
                Figures.significant(RatioOfMedians.median(table.bytes(input)) / input.nodes())));
      }
    }
    for (String family : table.growing()) {
      growth(text, table, family);
    }
    return text.toString();
  }

  private static String inputs(SampleTable table) {
    List<SampleTable.Input> inputs = table.inputs();
    return inputs.size() == 1 ? inputs.getFirst().name() : inputs.size() + " inputs";
  }

  private static void row(
      StringBuilder text, String phase, double nanos, double all, double bytes, double nodes) {
    text.append(
        String.format(
            Locale.ROOT,
            "%-14s %10s %7s %10s %12s%n",
            phase,
            Figures.milliseconds(nanos),
            Figures.percent(nanos / all),
            Figures.significant(nanos / nodes),
            Figures.significant(bytes / nodes)));
  }

  private static void growth(StringBuilder text, SampleTable table, String family) {
    List<SampleTable.Input> members = new ArrayList<>(table.inputs());
    members.removeIf(input -> !input.family().equals(family));
    text.append(String.format(Locale.ROOT, "%n%-14s", family + ", ns/node"));
    members.forEach(input -> text.append(String.format(Locale.ROOT, " %9d", input.nodes())));
    text.append(String.format(Locale.ROOT, " %9s%n", "exponent"));
    for (String phase : table.phases()) {
      text.append(String.format(Locale.ROOT, "%-" + width(family) + "s", phase));
      for (SampleTable.Input input : members) {
        cell(text, RatioOfMedians.median(table.nanos(input, phase)) / input.nodes());
      }
      text.append(String.format(Locale.ROOT, " %9s%n", Figures.two(table.exponent(family, phase))));
    }
    text.append(String.format(Locale.ROOT, "%-" + width(family) + "s", Comparison.ALL));
    for (SampleTable.Input input : members) {
      cell(text, RatioOfMedians.median(table.nanos(input)) / input.nodes());
    }
    text.append(String.format(Locale.ROOT, " %9s%n", Figures.two(table.exponent(family))));
  }

  private static int width(String family) {
    return Math.max(14, family.length() + ", ns/node".length());
  }

  private static void cell(StringBuilder text, double value) {
    text.append(String.format(Locale.ROOT, " %9s", Figures.significant(value)));
  }

  /** What has changed, one line a phase. */
  public static String verdicts(List<Verdict> verdicts) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%-14s %10s %10s %7s %-16s %8s  %s%n",
            "phase",
            "before ms",
            "after ms",
            "ratio",
            "interval",
            "bytes",
            "verdict"));
    for (Verdict verdict : verdicts) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-14s %10s %10s %7s %-16s %8s  %s%n",
              verdict.phase(),
              Figures.milliseconds(verdict.before()),
              Figures.milliseconds(verdict.after()),
              Figures.three(verdict.ratio().ratio()),
              Figures.three(verdict.ratio().low()) + " - " + Figures.three(verdict.ratio().high()),
              Figures.three(verdict.bytesAfter() / verdict.bytesBefore()),
              verdict.outcome().text()));
    }
    return text.toString();
  }

  /** The one line that says it all. */
  public static String conclusion(List<Verdict> verdicts) {
    List<String> slower = named(verdicts, Verdict.Outcome.SLOWER);
    List<String> faster = named(verdicts, Verdict.Outcome.FASTER);
    if (!named(verdicts, Verdict.Outcome.TOO_FEW_SAMPLES).isEmpty()) {
      return "too few samples to tell; take more with --processes";
    }
    if (slower.isEmpty() && faster.isEmpty()) {
      return "no difference found";
    }
    return "different: "
        + (slower.isEmpty() ? "" : "slower in " + String.join(", ", slower))
        + (slower.isEmpty() || faster.isEmpty() ? "" : "; ")
        + (faster.isEmpty() ? "" : "faster in " + String.join(", ", faster));
  }

  private static List<String> named(List<Verdict> verdicts, Verdict.Outcome outcome) {
    return verdicts.stream().filter(v -> v.outcome() == outcome).map(Verdict::phase).toList();
  }
}
