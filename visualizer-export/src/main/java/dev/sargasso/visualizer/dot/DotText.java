package dev.sargasso.visualizer.dot;

import java.io.IOException;
import java.io.UncheckedIOException;

/** The statements of one graph, and the escaping of what stands in quotes. */
final class DotText {
  /** Where a line of a label ends: centred, or flush left. */
  static final String CENTRED = "\\n";

  static final String LEFT = "\\l";

  private final Appendable out;
  private int depth = 1;

  /** Starts a digraph. */
  DotText(Appendable out, String name) throws IOException {
    this(out, "digraph", name);
  }

  private DotText(Appendable out, String kind, String name) throws IOException {
    this.out = out;
    out.append(kind).append(' ').append(quoted(name)).append(" {\n");
  }

  /** Starts a graph whose edges have no direction. */
  static DotText undirected(Appendable out, String name) throws IOException {
    return new DotText(out, "graph", name);
  }

  /** Ends it. */
  void end() throws IOException {
    out.append("}\n");
  }

  void statement(CharSequence text) throws IOException {
    out.append("  ".repeat(depth)).append(text).append(";\n");
  }

  void open(String head) throws IOException {
    out.append("  ".repeat(depth++)).append(head).append(" {\n");
  }

  void close() throws IOException {
    out.append("  ".repeat(--depth)).append("}\n");
  }

  /** A quoted string that shows {@code text} as it is. */
  static String quoted(String text) {
    return '"' + escaped(text) + '"';
  }

  /**
   * {@code text} for the inside of quotes: quotes and backslashes escaped, ampersands too, since
   * Graphviz reads entities, line feeds as line breaks, other control characters as in Java.
   */
  static String escaped(String text) {
    StringBuilder out = new StringBuilder(text.length() + 8);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '&' -> out.append("&amp;");
        case '\n' -> out.append(CENTRED);
        default -> {
          if (c < ' ' || c == 0x7F || loneSurrogate(text, i)) {
            out.append("\\\\u");
            for (int shift = 12; shift >= 0; shift -= 4) {
              out.append(Character.forDigit(c >> shift & 15, 16));
            }
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.toString();
  }

  private static boolean loneSurrogate(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }

  /** What writes a digraph. */
  interface Body {
    void write(Appendable out) throws IOException;
  }

  /** What {@code body} writes, as a string. */
  static String toString(Body body) {
    StringBuilder out = new StringBuilder();
    try {
      body.write(out);
    } catch (IOException e) {
      // A StringBuilder does not fail.
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }
}
