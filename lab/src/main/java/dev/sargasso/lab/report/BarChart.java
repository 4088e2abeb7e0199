package dev.sargasso.lab.report;

import java.util.List;
import java.util.Locale;

/** Bars beside one another, one for each contestant, with an interval if there is one. */
final class BarChart {
  private static final int WIDTH = 360;
  private static final int LEFT = 110;
  private static final int ROW = 20;
  private static final int HEAD = 24;

  private BarChart() {}

  /**
   * An SVG element.
   *
   * @param values one for each name, not negative
   * @param labels what to write behind the bars
   * @param low lower ends of intervals, or none
   * @param high upper ends
   */
  static String of(
      String title,
      List<String> names,
      List<Double> values,
      List<String> labels,
      List<Double> low,
      List<Double> high) {
    double most = 1e-12;
    for (int i = 0; i < names.size(); i++) {
      most = Math.max(most, high.isEmpty() ? values.get(i) : Math.max(values.get(i), high.get(i)));
    }
    int height = HEAD + ROW * names.size() + 6;
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            "<svg class=\"chart\" width=\"%d\" height=\"%d\" role=\"img\"><title>%s</title>",
            LEFT + WIDTH + 110,
            height,
            Markup.escaped(title)));
    out.append("<text x=\"0\" y=\"15\" class=\"head\">").append(Markup.escaped(title));
    out.append("</text>");
    for (int i = 0; i < names.size(); i++) {
      double top = HEAD + ROW * i;
      double length = WIDTH * values.get(i) / most;
      out.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text><rect x=\"%d\" y=\"%.1f\""
                  + " width=\"%.1f\" height=\"14\" fill=\"%s\"/>",
              LEFT - 6,
              top + 12,
              Markup.escaped(names.get(i)),
              LEFT,
              top + 1,
              length,
              Markup.colour(i)));
      double end = length;
      if (!high.isEmpty()) {
        double from = LEFT + WIDTH * low.get(i) / most;
        double to = LEFT + WIDTH * high.get(i) / most;
        end = Math.max(length, to - LEFT);
        out.append(
            String.format(
                Locale.ROOT,
                "<path d=\"M%.1f %.1fH%.1fM%.1f %.1fv8M%.1f %.1fv8\" class=\"interval\"/>",
                from,
                top + 8,
                to,
                from,
                top + 4,
                to,
                top + 4));
      }
      out.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%.1f\" y=\"%.1f\">%s</text>",
              LEFT + end + 5,
              top + 12,
              Markup.escaped(labels.get(i))));
    }
    return out.append("</svg>\n").toString();
  }
}
