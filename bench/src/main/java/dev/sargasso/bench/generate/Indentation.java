package dev.sargasso.bench.generate;

import java.util.List;

/** Lays out lines of C by their braces. */
final class Indentation {
  private Indentation() {}

  /** The lines, each indented by how many braces that end a line are open before it. */
  static String of(List<String> lines) {
    StringBuilder text = new StringBuilder();
    int depth = 0;
    for (String line : lines) {
      depth -= line.startsWith("}") ? 1 : 0;
      text.append(line.isEmpty() ? "" : "  ".repeat(depth)).append(line).append('\n');
      depth += line.endsWith("{") ? 1 : 0;
    }
    return text.toString();
  }
}
