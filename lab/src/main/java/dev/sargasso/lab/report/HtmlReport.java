package dev.sargasso.lab.report;

import dev.sargasso.lab.compare.Figures;
import dev.sargasso.lab.compare.FunctionReport;
import dev.sargasso.lab.compare.Measure;
import dev.sargasso.lab.compare.Report;
import dev.sargasso.lab.compare.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A comparison as one page of HTML that needs nothing else: charts of the whole program, and for
 * each function its table and its {@link FlowPicture}.
 */
public final class HtmlReport {
  private static final List<Measure> CHARTS =
      List.of(
          Measure.EXECUTED,
          Measure.EXECUTED_MOVES,
          Measure.EXECUTED_SPILLS,
          Measure.EXECUTED_RELOADS,
          Measure.PRESSURE,
          Measure.BYTES);

  private static final String STYLE =
      """
      body { font: 14px/1.45 system-ui, sans-serif; margin: 2em; color: #222; background: #fff; }
      table { border-collapse: collapse; margin: 1em 0; }
      td, th { padding: 2px 12px; text-align: right; border-bottom: 1px solid #ddd; }
      td:first-child, th:first-child { text-align: left; white-space: pre; }
      svg { font: 11px system-ui, sans-serif; }
      .chart { margin-right: 1.5em; } .head { font-weight: 600; } .fact { fill: #555; }
      .interval { stroke: #222; stroke-width: 1.3; fill: none; }
      .edge { stroke: #666; fill: none; } .back { stroke: #b44; fill: none; }
      .block { stroke: #889; } .node { font-family: ui-monospace, monospace; font-size: 10px; }
      .flowbox { overflow: auto; border: 1px solid #ddd; max-height: 90vh; }
      .key { display: inline-block; width: 0.8em; height: 0.8em; border-radius: 50%; }
      """;

  private final Report report;
  private final StringBuilder out = new StringBuilder();

  private HtmlReport(Report report) {
    this.report = report;
  }

  /** The page. */
  public static String of(Report report) {
    return new HtmlReport(report).write();
  }

  private String write() {
    String title = Markup.escaped("Code motion of " + report.file());
    out.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>");
    out.append(title).append("</title><style>\n").append(STYLE).append("</style></head><body>\n");
    out.append("<h1>").append(title).append("</h1>\n<p>");
    out.append(Markup.escaped(report.options() + "; " + report.profile())).append("</p>\n");
    for (String note : report.notes()) {
      out.append("<p>").append(Markup.escaped(note)).append("</p>\n");
    }
    key();
    charts();
    if (report.functions().size() > 1) {
      out.append("<h2>All functions</h2>\n");
      table(report.total());
    }
    for (FunctionReport function : report.functions()) {
      function(function);
    }
    meanings();
    return out.append("</body></html>\n").toString();
  }

  private void key() {
    out.append("<p>");
    for (int i = 0; i < report.contestants().size(); i++) {
      out.append("<span class=\"key\" style=\"background:").append(Markup.colour(i));
      out.append("\"></span> ").append(Markup.escaped(report.contestants().get(i)));
      out.append(" &nbsp; ");
    }
    out.append("</p>\n");
  }

  private void charts() {
    List<Figures> total = report.total();
    out.append("<div>");
    if (!report.times().isEmpty()) {
      List<Double> ratios = new ArrayList<>();
      List<Double> low = new ArrayList<>();
      List<Double> high = new ArrayList<>();
      List<String> labels = new ArrayList<>();
      for (Timing timing : report.times()) {
        ratios.add(timing.ratio());
        low.add(timing.low());
        high.add(timing.high());
        labels.add(
            String.format(Locale.ROOT, "%.3f (%.1f ms)", timing.ratio(), 1000 * timing.median()));
      }
      out.append(
          BarChart.of(
              "time / " + report.contestants().getFirst() + ", 95 % interval",
              report.contestants(),
              ratios,
              labels,
              low,
              high));
    }
    for (Measure measure : CHARTS) {
      List<Double> values = total.stream().map(each -> each.get(measure)).toList();
      if (values.stream().anyMatch(value -> value != 0)) {
        out.append(
            BarChart.of(
                name(measure),
                report.contestants(),
                values,
                values.stream().map(value -> Numbers.text(measure, value)).toList(),
                List.of(),
                List.of()));
      }
    }
    out.append("</div>\n");
  }

  /** A title that stands alone. */
  private static String name(Measure measure) {
    return measure.title().equals("  executed")
        ? Measure.values()[measure.ordinal() - 1].title() + " executed"
        : measure.title().strip();
  }

  private void function(FunctionReport function) {
    out.append("<h2>").append(Markup.escaped(function.name())).append("</h2>\n<p>");
    out.append(
        String.format(
            Locale.ROOT,
            "%,d blocks, %,d nodes free to move, %,d placed differently</p>%n",
            function.blocks().size(),
            function.free(),
            function.moved().size()));
    table(function.figures());
    if (function.blocks().size() > FlowPicture.MOST_BLOCKS) {
      out.append("<p>Too many blocks for a picture; --json has them all.</p>\n");
      return;
    }
    out.append("<details open><summary>Where each policy put what they place differently");
    out.append("</summary><div class=\"flowbox\">");
    out.append(FlowPicture.of(function, report.contestants())).append("</div></details>\n");
  }

  private void table(List<Figures> figures) {
    out.append("<table><tr><th></th>");
    for (String name : report.contestants()) {
      out.append("<th>").append(Markup.escaped(name)).append("</th>");
    }
    out.append("</tr>\n");
    for (Measure measure : Measure.values()) {
      if (figures.stream().anyMatch(each -> each.get(measure) != 0)) {
        out.append("<tr><td title=\"").append(Markup.escaped(measure.meaning())).append("\">");
        out.append(Markup.escaped(measure.title())).append("</td>");
        for (Figures each : figures) {
          out.append("<td>").append(Numbers.text(measure, each.get(measure))).append("</td>");
        }
        out.append("</tr>\n");
      }
    }
    out.append("</table>\n");
  }

  private void meanings() {
    out.append("<h2>What is measured</h2>\n<dl>");
    for (Measure measure : Measure.values()) {
      out.append("<dt>").append(Markup.escaped(name(measure))).append("</dt><dd>");
      out.append(Markup.escaped(measure.meaning())).append("</dd>\n");
    }
    out.append("</dl>\n");
  }
}
