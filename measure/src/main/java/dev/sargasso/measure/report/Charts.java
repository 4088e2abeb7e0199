package dev.sargasso.measure.report;

import java.util.List;
import java.util.Locale;

/** Charts as SVG, each complete in itself, on white. */
public final class Charts {
  private static final String[] COLOURS = {
    "#3b6fb6", "#d1662c", "#4a9b5e", "#8a5bb0", "#a8952a", "#3f9aa0", "#c14f7b", "#6b6b6b"
  };
  private static final int WIDTH = 760;
  private static final int LABEL = 190;
  private static final int ROW = 20;
  private static final int TOP = 44;
  private static final int PLOT_HEIGHT = 360;

  /**
   * A value with a name.
   *
   * @param name its label
   * @param value at least 0
   * @param text what to write beside it
   */
  public record Bar(String name, double value, String text) {}

  /**
   * A value with an interval.
   *
   * @param name its label
   * @param low the lower end
   * @param value in between
   * @param high the upper end
   * @param isDifferent whether it is to be stressed
   */
  public record Interval(String name, double low, double value, double high, boolean isDifferent) {}

  /**
   * A point.
   *
   * @param x positive
   * @param y positive
   * @param name its label, may be empty
   */
  public record Point(double x, double y, String name) {}

  /**
   * Points of one kind.
   *
   * @param name for the legend
   * @param points in order
   * @param isJoined whether a line goes through them
   */
  public record Series(String name, List<Point> points, boolean isJoined) {
    /** Copies the list. */
    public Series {
      points = List.copyOf(points);
    }
  }

  private Charts() {}

  /** Bars from left to right, one a row. */
  public static String bars(String title, List<Bar> bars) {
    double most = bars.stream().mapToDouble(Bar::value).max().orElse(1);
    int height = TOP + ROW * bars.size() + 12;
    StringBuilder svg = open(title, height);
    int room = WIDTH - LABEL - 110;
    for (int i = 0; i < bars.size(); i++) {
      Bar bar = bars.get(i);
      int y = TOP + ROW * i;
      label(svg, LABEL - 8, y + 14, "end", bar.name);
      double length = most > 0 ? room * bar.value / most : 0;
      svg.append(
          String.format(
              Locale.ROOT,
              "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>%n",
              LABEL,
              y + 3,
              length,
              ROW - 6,
              COLOURS[0]));
      label(svg, LABEL + length + 6, y + 14, "start", bar.text);
    }
    return svg.append("</svg>\n").toString();
  }

  /** Intervals of ratios around 1, one a row. */
  public static String intervals(String title, List<Interval> intervals) {
    double low = Math.min(0.9, intervals.stream().mapToDouble(Interval::low).min().orElse(0.9));
    double high = Math.max(1.1, intervals.stream().mapToDouble(Interval::high).max().orElse(1.1));
    low = Math.max(low, 0.1);
    high = Math.min(high, 10);
    int height = TOP + ROW * intervals.size() + 32;
    StringBuilder svg = open(title, height);
    double room = WIDTH - LABEL - 40;
    double scale = room / Math.log(high / low);
    double one = LABEL + scale * Math.log(1 / low);
    line(svg, one, TOP, one, height - 28, "#999", 1);
    label(svg, one, height - 12, "middle", "1");
    label(svg, LABEL, height - 12, "middle", Figures.two(low));
    label(svg, LABEL + room, height - 12, "middle", Figures.two(high));
    for (int i = 0; i < intervals.size(); i++) {
      Interval interval = intervals.get(i);
      double y = TOP + ROW * i + 10;
      String colour = interval.isDifferent ? COLOURS[1] : COLOURS[0];
      label(svg, LABEL - 8, y + 4, "end", interval.name);
      double from = LABEL + scale * Math.log(clamp(interval.low, low, high) / low);
      double to = LABEL + scale * Math.log(clamp(interval.high, low, high) / low);
      double at = LABEL + scale * Math.log(clamp(interval.value, low, high) / low);
      line(svg, from, y, to, y, colour, 2);
      dot(svg, at, y, colour, interval.name + " " + Figures.three(interval.value));
    }
    return svg.append("</svg>\n").toString();
  }

  private static double clamp(double value, double low, double high) {
    return Double.isNaN(value) ? 1 : Math.max(low, Math.min(high, value));
  }

  /** Points on two logarithmic axes. */
  public static String plot(String title, String xTitle, String yTitle, List<Series> series) {
    double minX = Double.MAX_VALUE;
    double maxX = 0;
    double minY = Double.MAX_VALUE;
    double maxY = 0;
    for (Series one : series) {
      for (Point point : one.points) {
        minX = Math.min(minX, point.x);
        maxX = Math.max(maxX, point.x);
        minY = Math.min(minY, point.y);
        maxY = Math.max(maxY, point.y);
      }
    }
    if (maxX == 0 || maxY == 0) {
      return open(title, TOP).append("</svg>\n").toString();
    }
    Axis x = new Axis(minX / 1.3, maxX * 1.5, 70, WIDTH - 150);
    Axis y = new Axis(minY / 1.15, maxY * 1.15, TOP + PLOT_HEIGHT, TOP);
    int height = TOP + PLOT_HEIGHT + 48;
    StringBuilder svg = open(title, height);
    grid(svg, x, y);
    label(svg, (x.from + x.to) / 2, height - 6, "middle", xTitle);
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"16\" y=\"%d\" transform=\"rotate(-90 16 %d)\""
                + " text-anchor=\"middle\">%s</text>%n",
            TOP + PLOT_HEIGHT / 2,
            TOP + PLOT_HEIGHT / 2,
            escaped(yTitle)));
    for (int s = 0; s < series.size(); s++) {
      Series one = series.get(s);
      String colour = COLOURS[s % COLOURS.length];
      for (int i = 0; i < one.points.size(); i++) {
        Point point = one.points.get(i);
        if (one.isJoined && i > 0) {
          Point last = one.points.get(i - 1);
          line(svg, x.at(last.x), y.at(last.y), x.at(point.x), y.at(point.y), colour, 1.5);
        }
        dot(
            svg,
            x.at(point.x),
            y.at(point.y),
            colour,
            one.name
                + " "
                + point.name
                + ": "
                + Figures.significant(point.x)
                + ", "
                + Figures.significant(point.y));
        if (!point.name.isEmpty()) {
          label(svg, x.at(point.x) + 7, y.at(point.y) - 5, "start", point.name);
        }
      }
      dot(svg, WIDTH - 136, TOP + 16 * s, colour, one.name);
      label(svg, WIDTH - 126, TOP + 4 + 16 * s, "start", one.name);
    }
    return svg.append("</svg>\n").toString();
  }

  private record Axis(double low, double high, double from, double to) {
    double at(double value) {
      return from + (to - from) * Math.log(value / low) / Math.log(high / low);
    }
  }

  private static void grid(StringBuilder svg, Axis x, Axis y) {
    for (double tick : ticks(x.low, x.high)) {
      line(svg, x.at(tick), y.from, x.at(tick), y.to, "#e4e4e4", 1);
      label(svg, x.at(tick), y.from + 16, "middle", Figures.significant(tick));
    }
    for (double tick : ticks(y.low, y.high)) {
      line(svg, x.from, y.at(tick), x.to, y.at(tick), "#e4e4e4", 1);
      label(svg, x.from - 6, y.at(tick) + 4, "end", Figures.significant(tick));
    }
  }

  /** Round numbers in a range: powers of ten, and two and five times them if those are few. */
  private static double[] ticks(double low, double high) {
    double[] steps = high / low > 300 ? new double[] {1} : new double[] {1, 2, 5};
    if (high / low < 4) {
      steps = new double[] {1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8};
    }
    double[] all = new double[64];
    int count = 0;
    for (double power = Math.pow(10, Math.floor(Math.log10(low))); power <= high; power *= 10) {
      for (double step : steps) {
        if (step * power >= low && step * power <= high && count < all.length) {
          all[count++] = step * power;
        }
      }
    }
    return java.util.Arrays.copyOf(all, count);
  }

  private static StringBuilder open(String title, int height) {
    return new StringBuilder(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                + " height=\"%d\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\""
                + " role=\"img\" aria-label=\"%s\">%n<rect width=\"%d\" height=\"%d\""
                + " fill=\"#fff\"/>%n<text x=\"12\" y=\"22\" font-size=\"15\""
                + " font-weight=\"bold\">%s</text>%n",
            WIDTH,
            height,
            WIDTH,
            height,
            escaped(title),
            WIDTH,
            height,
            escaped(title)));
  }

  private static void line(
      StringBuilder svg, double x1, double y1, double x2, double y2, String colour, double width) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\""
                + " stroke-width=\"%.1f\"/>%n",
            x1,
            y1,
            x2,
            y2,
            colour,
            width));
  }

  private static void dot(StringBuilder svg, double x, double y, String colour, String title) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"><title>%s</title></circle>%n",
            x,
            y,
            colour,
            escaped(title)));
  }

  private static void label(StringBuilder svg, double x, double y, String anchor, String text) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
            x,
            y,
            anchor,
            escaped(text)));
  }

  /** A text within XML. */
  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
