package dev.sargasso.lab.report;

import dev.sargasso.lab.compare.Measure;
import java.util.Locale;

/** How numbers are written. */
final class Numbers {
  private static final double WHOLE = 1e15;

  private Numbers() {}

  /** A figure for people: whole numbers with separators, others with few digits. */
  static String text(Measure measure, double value) {
    if (value == Math.rint(value) && Math.abs(value) < WHOLE) {
      return String.format(Locale.ROOT, "%,d", (long) value);
    }
    return measure.isWeighted() && Math.abs(value) >= 1000
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%.2f", value);
  }

  /** A number for programs: exact, and whole numbers without a point. */
  static String exact(double value) {
    return value == Math.rint(value) && Math.abs(value) < WHOLE
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
