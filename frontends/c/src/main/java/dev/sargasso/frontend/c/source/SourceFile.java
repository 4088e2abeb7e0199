package dev.sargasso.frontend.c.source;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One file's text, with the range of positions that {@link SourceMap} gave it. */
public final class SourceFile {
  private final String name;
  private final String text;
  private final int base;
  private int @Nullable [] lineStarts;

  SourceFile(final String name, final String text, final int base) {
    this.name = name;
    this.text = text;
    this.base = base;
  }

  /** The name under which the file was opened, as messages print it. */
  public String name() {
    return name;
  }

  /** The text, with lines that end in a single line feed. */
  public String text() {
    return text;
  }

  /** The position of the first character. */
  public int base() {
    return base;
  }

  /** The position just behind the last character; it belongs to this file too. */
  public int end() {
    return base + text.length();
  }

  /** The offset in the text at which a line begins; lines count from 1, and the last one limits. */
  public int lineStart(final int line) {
    final int[] starts = starts();
    return starts[Math.clamp(line - 1, 0, starts.length - 1)];
  }

  /** The line, from 1, in which an offset of the text lies; logarithmic in the number of lines. */
  public int lineAt(final int offset) {
    final int found = Arrays.binarySearch(starts(), offset);
    return found >= 0 ? found + 1 : -found - 1;
  }

  /**
   * The offset of a column, from 0, of the logical line that begins at a line: where a physical
   * line ends in a backslash, the next one goes on counting.
   */
  public int offsetOf(final int line, final int column) {
    int start = lineStart(line);
    int left = column;
    while (true) {
      int end = text.indexOf('\n', start);
      if (end < 0) {
        end = text.length();
      }
      final boolean continued = end > start && text.charAt(end - 1) == '\\' && end < text.length();
      final int length = continued ? end - 1 - start : end - start;
      if (!continued || left < length) {
        return Math.min(start + left, text.length());
      }
      left -= length;
      start = end + 1;
    }
  }

  /** The text of a line without its line feed. */
  public String line(final int line) {
    final int start = lineStart(line);
    final int end = text.indexOf('\n', start);
    return text.substring(start, end < 0 ? text.length() : end);
  }

  private int[] starts() {
    int[] known = lineStarts;
    if (known == null) {
      known = new int[1 + (int) text.chars().filter(character -> character == '\n').count()];
      int count = 1;
      for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
        known[count++] = at + 1;
      }
      lineStarts = known;
    }
    return known;
  }
}
