package dev.sargasso.visualizer.exchange;

import java.util.Locale;
import java.util.Optional;

/** A format in which graphs are exchanged. */
public enum ExchangeFormat {
  /** Graphviz. */
  DOT,
  /** GraphML 1.0, an XML. */
  GRAPHML,
  /** GEXF 1.2, the XML of Gephi. */
  GEXF,
  /** An object with {@code nodes} and {@code edges}. */
  JSON;

  /** What it is called, which is also how names of its files end. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The format that is called {@code text}. */
  public static Optional<ExchangeFormat> of(String text) {
    for (ExchangeFormat format : values()) {
      if (format.text().equals(text)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  /** Text as this format can hold it, for the writer that escapes what has a meaning in it. */
  String writable(String text) {
    StringBuilder out = new StringBuilder(text.length() + 8);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        out.append(c).append(text.charAt(++i));
      } else if (Character.isSurrogate(c)) {
        out.append('\uFFFD');
      } else {
        append(out, c);
      }
    }
    return out.toString();
  }

  private void append(StringBuilder out, char c) {
    switch (this) {
      case DOT -> {
        switch (c) {
          case '\\' -> out.append("\\\\");
          // Graphviz reads entities.
          case '&' -> out.append("&amp;");
          case '\n' -> out.append("\\n");
          default -> {
            if (c < ' ' || c == 0x7F) {
              out.append("\\\\u00");
              out.append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 15, 16));
            } else {
              out.append(c);
            }
          }
        }
      }
      // XML 1.0 has no way to write these.
      case GRAPHML, GEXF ->
          out.append((c < ' ' && c != '\t' && c != '\n') || c >= 0xFFFE ? '\uFFFD' : c);
      case JSON -> out.append(c);
    }
  }
}
