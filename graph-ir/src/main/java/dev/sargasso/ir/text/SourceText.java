package dev.sargasso.ir.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The text of one file, and where its lines begin. */
public final class SourceText {
  /** Columns of a source line that a diagnostic shows at most. */
  private static final int SHOWN_WIDTH = 120;

  private final String file;
  private final String text;
  private int[] lineStarts = new int[64];
  private int lineCount;

  /**
   * @param file the name for messages
   * @param text the contents
   */
  public SourceText(String file, String text) {
    this.file = file;
    this.text = text;
    addLine(0);
    for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
      addLine(i + 1);
    }
  }

  /**
   * Decodes UTF-8.
   *
   * @throws ParseException if the bytes are not text
   */
  public static SourceText decode(String file, byte[] bytes) {
    for (byte b : bytes) {
      if (b == 0) {
        throw notText(file, "it holds a byte 0");
      }
    }
    try {
      return new SourceText(
          file, StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      throw notText(file, "its bytes are not UTF-8");
    }
  }

  private static ParseException notText(String file, String why) {
    return new ParseException(
        List.of(new Diagnostic(file, 1, 1, "this is not a text file: " + why, "", "")));
  }

  private void addLine(int start) {
    if (lineCount == lineStarts.length) {
      lineStarts = Arrays.copyOf(lineStarts, 2 * lineCount);
    }
    lineStarts[lineCount++] = start;
  }

  /** The name for messages. */
  public String file() {
    return file;
  }

  /** The contents. */
  public String text() {
    return text;
  }

  /** The line, from 1, that holds the character at {@code offset}. */
  public int line(int offset) {
    int at = Arrays.binarySearch(lineStarts, 0, lineCount, offset);
    return at >= 0 ? at + 1 : -at - 1;
  }

  /** The column, from 1, of the character at {@code offset}, counted in code points. */
  public int column(int offset) {
    return text.codePointCount(lineStarts[line(offset) - 1], offset) + 1;
  }

  /** An error at {@code offset}, with its source line and a caret. */
  public Diagnostic diagnostic(int offset, String message) {
    int line = line(offset);
    int start = lineStarts[line - 1];
    int end = line < lineCount ? lineStarts[line] - 1 : text.length();
    if (end > start && text.charAt(end - 1) == '\r') {
      end--;
    }
    int from = start;
    if (end - start > SHOWN_WIDTH) {
      // Only the neighbourhood of a huge line is of use.
      from = Math.max(start, Math.min(offset - SHOWN_WIDTH / 2, end - SHOWN_WIDTH));
      end = Math.min(end, from + SHOWN_WIDTH);
    }
    StringBuilder shown = new StringBuilder();
    StringBuilder caret = new StringBuilder();
    for (int i = from; i < end; i++) {
      char c = text.charAt(i);
      shown.append(c == '\t' || c >= ' ' ? c : '?');
      if (i < offset && !Character.isLowSurrogate(c)) {
        caret.append(c == '\t' ? '\t' : ' ');
      }
    }
    caret.append('^');
    return new Diagnostic(file, line, column(offset), message, shown.toString(), caret.toString());
  }
}
