package dev.sargasso.frontend.c.source;

/**
 * One message about the source.
 *
 * @param severity how bad it is
 * @param location where
 * @param message what is wrong and what to do, in one line
 * @param sourceLine the text of the line, or an empty text where there is none to show
 */
public record Diagnostic(Severity severity, Location location, String message, String sourceLine) {
  private static final int WIDTH = 110;

  /** How bad a diagnostic is. */
  public enum Severity {
    /** The program is translated all the same. */
    WARNING,
    /** The program is not translated. */
    ERROR;

    @Override
    public String toString() {
      return this == WARNING ? "warning" : "error";
    }
  }

  /** The message with its place in one line, and below it the source line with a caret. */
  public String format() {
    final String head = location + ": " + severity + ": " + message;
    if (location.column() == 0 || sourceLine.isBlank()) {
      return head;
    }
    final int caret = Math.min(location.column() - 1, sourceLine.length());
    // A very long line is cut to a window around the caret.
    final int from = sourceLine.length() <= WIDTH || caret < WIDTH / 2 ? 0 : caret - WIDTH / 2;
    final int to = Math.min(sourceLine.length(), from + WIDTH);
    final StringBuilder out = new StringBuilder(head);
    out.append('\n').append("  ");
    appendVisible(out, from, to, false);
    out.append('\n').append("  ");
    appendVisible(out, from, caret, true);
    return out.append('^').toString();
  }

  /** Appends part of the line; as a rule of blanks it keeps the tabs, so that the caret fits. */
  private void appendVisible(
      final StringBuilder out, final int from, final int to, final boolean blank) {
    for (int index = from; index < to; index++) {
      final char character = sourceLine.charAt(index);
      if (character == '\t') {
        out.append('\t');
      } else if (blank) {
        out.append(' ');
      } else {
        out.append(
            Character.isISOControl(character) || SourceText.isRawByte(character) ? '?' : character);
      }
    }
  }

  @Override
  public String toString() {
    return location + ": " + severity + ": " + message;
  }
}
