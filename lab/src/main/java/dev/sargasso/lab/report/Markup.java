package dev.sargasso.lab.report;

import java.util.Locale;

/** Pieces of HTML and SVG. */
final class Markup {
  /** Colours of contestants, which differ for the colour-blind as well (Okabe and Ito, 2008). */
  private static final String[] COLOURS = {
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#8c8c00", "#000000"
  };

  private Markup() {}

  /** Text in which nothing is markup. */
  static String escaped(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '&' -> out.append("&amp;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.append(c < ' ' && c != '\n' && c != '\t' ? '?' : c);
      }
    }
    return out.toString();
  }

  /** The colour of contestant {@code i}. */
  static String colour(int i) {
    return COLOURS[i % COLOURS.length];
  }

  /** A coordinate. */
  static String at(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
