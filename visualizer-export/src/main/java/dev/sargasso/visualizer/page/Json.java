package dev.sargasso.visualizer.page;

/** JSON that may stand within a script element of HTML. */
final class Json {
  private static final String HEXADECIMAL = "0123456789abcdef";

  private Json() {}

  /**
   * Appends a string. All markup and all that is not printable ASCII is escaped, halves of
   * characters included, so that the result survives any encoding and never ends the element.
   */
  static StringBuilder string(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || c > '~' || c == '<' || c == '>' || c == '&') {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          out.append(HEXADECIMAL.charAt(c >> shift & 15));
        }
      } else {
        out.append(c);
      }
    }
    return out.append('"');
  }

  /** Appends numbers as an array. */
  static StringBuilder numbers(StringBuilder out, Iterable<Integer> numbers) {
    out.append('[');
    String separator = "";
    for (int number : numbers) {
      out.append(separator).append(number);
      separator = ",";
    }
    return out.append(']');
  }
}
