package dev.sargasso.ir.text;

/**
 * One error in a text.
 *
 * @param file as it was named
 * @param line from 1
 * @param column from 1
 * @param message what is wrong, and what to do
 * @param sourceLine the line, or the part of it around the error; empty if there is none to show
 * @param caretLine blanks and a caret, to stand below {@code sourceLine}
 */
public record Diagnostic(
    String file, int line, int column, String message, String sourceLine, String caretLine) {
  /** As {@code file:line:column: error: message}, then the source line and the caret. */
  @Override
  public String toString() {
    String head = file + ":" + line + ":" + column + ": error: " + message;
    return sourceLine.isEmpty() ? head : head + "\n" + sourceLine + "\n" + caretLine;
  }
}
