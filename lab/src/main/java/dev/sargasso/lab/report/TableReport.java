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
 * A comparison as tables for the terminal: a row for each measure, a column for each contestant.
 */
public final class TableReport {
  private static final int GAP = 2;

  private final Report report;
  private final StringBuilder out = new StringBuilder();

  private TableReport(Report report) {
    this.report = report;
  }

  /** The tables: of the whole program, and of each function if there are several. */
  public static String of(Report report) {
    return new TableReport(report).write();
  }

  private String write() {
    out.append(report.file()).append(", ").append(report.options()).append('\n');
    out.append(report.profile()).append('\n');
    report.notes().forEach(note -> out.append(note).append('\n'));
    if (report.functions().size() > 1) {
      for (FunctionReport function : report.functions()) {
        head(function);
        table(function.figures(), List.of());
      }
      out.append("\nall functions\n");
    } else if (!report.functions().isEmpty()) {
      head(report.functions().getFirst());
    }
    if (!report.functions().isEmpty()) {
      table(report.total(), report.times());
    }
    return out.toString();
  }

  private void head(FunctionReport function) {
    out.append(
        String.format(
            Locale.ROOT,
            "\n%s: %,d blocks, %,d nodes free to move, %,d placed differently\n",
            function.name(),
            function.blocks().size(),
            function.free(),
            function.moved().size()));
  }

  private void table(List<Figures> figures, List<Timing> times) {
    List<List<String>> rows = new ArrayList<>();
    List<String> first = new ArrayList<>();
    first.add("");
    first.addAll(report.contestants());
    rows.add(first);
    for (Measure measure : Measure.values()) {
      // What never happens under any contestant is no news.
      if (figures.stream().anyMatch(each -> each.get(measure) != 0)) {
        List<String> row = new ArrayList<>();
        row.add(measure.title());
        figures.forEach(each -> row.add(Numbers.text(measure, each.get(measure))));
        rows.add(row);
      }
    }
    if (!times.isEmpty()) {
      List<String> time = new ArrayList<>(List.of("time, ms (median)"));
      List<String> ratio = new ArrayList<>(List.of("time / " + report.contestants().getFirst()));
      List<String> interval = new ArrayList<>(List.of("  95 % interval"));
      for (int i = 0; i < times.size(); i++) {
        Timing timing = times.get(i);
        time.add(String.format(Locale.ROOT, "%.1f", 1000 * timing.median()));
        ratio.add(String.format(Locale.ROOT, "%.3f", timing.ratio()));
        interval.add(
            i == 0 ? "" : String.format(Locale.ROOT, "%.3f-%.3f", timing.low(), timing.high()));
      }
      rows.add(time);
      rows.add(ratio);
      rows.add(interval);
    }
    align(rows);
  }

  private void align(List<List<String>> rows) {
    int[] widths = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder("  ");
      for (int i = 0; i < widths.length; i++) {
        String blank = " ".repeat(widths[i] - row.get(i).length());
        line.append(i == 0 ? row.get(i) + blank : " ".repeat(GAP) + blank + row.get(i));
      }
      out.append(line.toString().stripTrailing()).append('\n');
    }
  }
}
