package dev.sargasso.measure.report;

import dev.sargasso.measure.sample.RatioOfMedians;
import dev.sargasso.measure.sample.SampleTable;
import dev.sargasso.measure.sample.Verdict;
import java.util.ArrayList;
import java.util.List;

/** One page that holds all it needs: charts, then the tables of the terminal. */
public final class HtmlReport {
  private static final double LEAST_SHARE = 0.01;

  private HtmlReport() {}

  /**
   * The page.
   *
   * @param verdicts empty if nothing was compared
   */
  public static String of(SampleTable table, List<Verdict> verdicts) {
    StringBuilder page =
        new StringBuilder(
            """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>sargasso bench</title>
            <style>
            body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em }
            pre { overflow-x: auto; background: #f5f5f5; color: #222; padding: 1em }
            svg { max-width: 100%; height: auto; display: block; margin: 1em 0 }
            </style></head><body>
            <h1>Compile time by phase</h1>
            """);
    page.append("<p>").append(Charts.escaped(table.options())).append("</p>\n");
    if (!verdicts.isEmpty()) {
      page.append("<p><strong>")
          .append(Charts.escaped(TextReport.conclusion(verdicts)))
          .append("</strong></p>\n")
          .append(
              Charts.intervals(
                  "time of each phase over what it was, with interval",
                  verdicts.stream()
                      .map(
                          v ->
                              new Charts.Interval(
                                  v.phase(),
                                  v.ratio().low(),
                                  v.ratio().ratio(),
                                  v.ratio().high(),
                                  v.isDifferent()))
                      .toList()))
          .append("<pre>")
          .append(Charts.escaped(TextReport.verdicts(verdicts)))
          .append("</pre>\n");
    }
    page.append(Charts.bars("nanoseconds a node", bars(table, false)))
        .append(Charts.bars("allocated bytes a node", bars(table, true)));
    for (String family : table.growing()) {
      page.append(
          Charts.plot(
              family + ": CPU nanoseconds a node by size",
              "nodes",
              "ns a node",
              lines(table, family)));
    }
    return page.append("<pre>")
        .append(Charts.escaped(TextReport.phases(table)))
        .append("</pre>\n</body></html>\n")
        .toString();
  }

  private static List<Charts.Bar> bars(SampleTable table, boolean ofBytes) {
    List<Charts.Bar> bars = new ArrayList<>();
    for (String phase : table.phases()) {
      double value =
          RatioOfMedians.median(ofBytes ? table.bytes(phase) : table.nanos(phase)) / table.nodes();
      bars.add(new Charts.Bar(phase, value, Figures.significant(value)));
    }
    return bars;
  }

  private static List<Charts.Series> lines(SampleTable table, String family) {
    List<Charts.Series> lines = new ArrayList<>();
    List<SampleTable.Input> members = new ArrayList<>(table.inputs());
    members.removeIf(input -> !input.family().equals(family));
    lines.add(
        new Charts.Series(
            "all",
            members.stream()
                .map(
                    i ->
                        new Charts.Point(
                            i.nodes(), RatioOfMedians.median(table.nanos(i)) / i.nodes(), ""))
                .toList(),
            true));
    SampleTable.Input largest = members.getLast();
    double all = RatioOfMedians.median(table.nanos(largest));
    for (String phase : table.phases()) {
      if (RatioOfMedians.median(table.nanos(largest, phase)) >= LEAST_SHARE * all) {
        lines.add(
            new Charts.Series(
                phase,
                members.stream()
                    .map(
                        i ->
                            new Charts.Point(
                                i.nodes(),
                                Math.max(
                                    RatioOfMedians.median(table.nanos(i, phase)) / i.nodes(), 0.1),
                                ""))
                    .toList(),
                true));
      }
    }
    return lines;
  }
}
