package dev.sargasso.frontend.c.preprocess;

import java.util.Arrays;

/**
 * A text with its line splices (a backslash at the end of a line) taken out, so that the lexer
 * never meets one (C11 5.1.1.2, phase 2), and the way back to offsets of the original.
 */
final class SplicedText {
  private static final int SPLICE_LENGTH = 2;

  private final String text;

  /**
   * Where splices were: offsets of the text without them, ascending, perhaps several equal ones.
   */
  private final int[] splices;

  private SplicedText(final String text, final int[] splices) {
    this.text = text;
    this.splices = splices;
  }

  static SplicedText of(final String original) {
    int at = original.indexOf("\\\n");
    if (at < 0) {
      return new SplicedText(original, new int[0]);
    }
    final StringBuilder joined = new StringBuilder(original.length());
    int[] splices = new int[16];
    int count = 0;
    int from = 0;
    while (at >= 0) {
      joined.append(original, from, at);
      if (count == splices.length) {
        splices = Arrays.copyOf(splices, 2 * count);
      }
      splices[count++] = joined.length();
      from = at + SPLICE_LENGTH;
      at = original.indexOf("\\\n", from);
    }
    joined.append(original, from, original.length());
    return new SplicedText(joined.toString(), Arrays.copyOf(splices, count));
  }

  /** The text without splices. */
  String text() {
    return text;
  }

  /** The number of splices. */
  int spliceCount() {
    return splices.length;
  }

  /** Where a splice was. */
  int splice(final int index) {
    return splices[index];
  }

  /** The offset in the original of an offset behind so many splices. */
  static int original(final int offset, final int splicesBefore) {
    return offset + SPLICE_LENGTH * splicesBefore;
  }
}
