package dev.sargasso.measure.report;

import java.util.Locale;

/** How numbers are written. */
public final class Figures {
  private Figures() {}

  /** Milliseconds with three significant digits, from nanoseconds. */
  public static String milliseconds(double nanos) {
    return significant(nanos / 1e6);
  }

  /** Three significant digits, or all of those before the point. */
  public static String significant(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return "-";
    }
    double size = Math.abs(value);
    String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
    return String.format(Locale.ROOT, format, value);
  }

  /** Two digits behind the point, or a dash. */
  public static String two(double value) {
    return Double.isNaN(value) || Double.isInfinite(value)
        ? "-"
        : String.format(Locale.ROOT, "%.2f", value);
  }

  /** Three digits behind the point, or a dash. */
  public static String three(double value) {
    return Double.isNaN(value) || Double.isInfinite(value)
        ? "-"
        : String.format(Locale.ROOT, "%.3f", value);
  }

  /** A share of 1 in per cent with one digit behind the point. */
  public static String percent(double share) {
    return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.1f", 100 * share);
  }
}
