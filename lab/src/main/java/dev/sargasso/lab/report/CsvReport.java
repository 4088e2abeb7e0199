package dev.sargasso.lab.report;

import dev.sargasso.lab.compare.Figures;
import dev.sargasso.lab.compare.FunctionReport;
import dev.sargasso.lab.compare.Measure;
import dev.sargasso.lab.compare.Report;
import dev.sargasso.lab.compare.Timing;

/**
 * A comparison as CSV (RFC 4180, lines ended by a line feed): function, measure, contestant, value.
 * Times stand under the function {@code *}, once for each run, as the measure {@code seconds}.
 */
public final class CsvReport {
  private CsvReport() {}

  /** All figures, with a line of names first. */
  public static String of(Report report) {
    StringBuilder out = new StringBuilder("file,function,measure,contestant,value\n");
    for (FunctionReport function : report.functions()) {
      for (Measure measure : Measure.values()) {
        for (int i = 0; i < report.contestants().size(); i++) {
          Figures figures = function.figures().get(i);
          line(
              out,
              report,
              function.name(),
              measure.key(),
              report.contestants().get(i),
              figures.get(measure));
        }
      }
    }
    for (int i = 0; i < report.times().size(); i++) {
      Timing timing = report.times().get(i);
      for (double seconds : timing.seconds()) {
        line(out, report, "*", "seconds", report.contestants().get(i), seconds);
      }
    }
    return out.toString();
  }

  private static void line(
      StringBuilder out,
      Report report,
      String function,
      String measure,
      String contestant,
      double value) {
    out.append(quoted(report.file())).append(',').append(quoted(function)).append(',');
    out.append(measure).append(',').append(quoted(contestant)).append(',');
    out.append(Numbers.exact(value)).append('\n');
  }

  private static String quoted(String text) {
    return text.chars().anyMatch(c -> c == '"' || c == ',' || c == '\n' || c == '\r')
        ? '"' + text.replace("\"", "\"\"") + '"'
        : text;
  }
}
