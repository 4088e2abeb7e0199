package dev.sargasso.ir.text;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A place in a list of tokens, and what every grammar here needs to move on from it. */
final class Cursor {
  /** Unwinds to the nearest place where parsing can go on; the error has been noted. */
  static final class Recovery extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Recovery() {
      super(null, null, false, false);
    }
  }

  private final SourceText source;
  private final Errors errors;
  private final TokenKind[] kinds;
  private final int[] starts;
  private final int[] ends;
  private final int count;
  private int at;

  Cursor(SourceText source, Errors errors, TokenKind[] kinds, int[] starts, int[] ends, int count) {
    this.source = source;
    this.errors = errors;
    this.kinds = kinds;
    this.starts = starts;
    this.ends = ends;
    this.count = count;
  }

  SourceText source() {
    return source;
  }

  Errors errors() {
    return errors;
  }

  TokenKind kind() {
    return kinds[at];
  }

  TokenKind kindAfter() {
    return kinds[Math.min(at + 1, count - 1)];
  }

  /** Where the token begins in the text. */
  int offset() {
    return starts[at];
  }

  /** Number of the token. */
  int place() {
    return at;
  }

  /** The token's characters. */
  String text() {
    return source.text().substring(starts[at], ends[at]);
  }

  boolean is(TokenKind kind) {
    return kinds[at] == kind;
  }

  boolean isWord(String word) {
    return kinds[at] == TokenKind.WORD
        && ends[at] - starts[at] == word.length()
        && source.text().startsWith(word, starts[at]);
  }

  /** Whether the token stands on the line of the one before it. */
  boolean continuesLine() {
    if (at == 0) {
      return false;
    }
    for (int i = ends[at - 1]; i < starts[at]; i++) {
      if (source.text().charAt(i) == '\n') {
        return false;
      }
    }
    return true;
  }

  void advance() {
    if (at < count - 1) {
      at++;
    }
  }

  boolean accept(TokenKind kind) {
    if (kinds[at] == kind) {
      advance();
      return true;
    }
    return false;
  }

  boolean acceptWord(String word) {
    if (isWord(word)) {
      advance();
      return true;
    }
    return false;
  }

  void expect(TokenKind kind, String where) {
    if (!accept(kind)) {
      throw fail(kind.title() + " expected " + where + ", but found " + found());
    }
  }

  /** The token, for a message. */
  String found() {
    if (is(TokenKind.END)) {
      return kind().title();
    }
    String text = text();
    return "'" + (text.length() > 40 ? text.substring(0, 40) + "..." : text) + "'";
  }

  /** Notes an error at the token. */
  Recovery fail(String message) {
    return failAt(offset(), message);
  }

  Recovery failAt(int offset, String message) {
    errors.add(offset, message);
    return new Recovery();
  }

  /** Goes on to the first token of the next line. */
  void skipLine() {
    do {
      advance();
    } while (!is(TokenKind.END) && continuesLine());
  }

  /** The name in a REGISTER, LABEL or GLOBAL token, without its sign; advances. */
  String name() {
    String text = text();
    int offset = offset();
    advance();
    if (text.length() > 1 && text.charAt(1) == '"') {
      return new String(unescape(text.substring(1), offset + 1), StandardCharsets.UTF_8);
    }
    return text.substring(1);
  }

  /** The bytes of a STRING token; advances. */
  byte[] string() {
    byte[] bytes = unescape(text(), offset());
    advance();
    return bytes;
  }

  private byte[] unescape(String quoted, int offset) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int end = quoted.endsWith("\"") && quoted.length() > 1 ? quoted.length() - 1 : quoted.length();
    for (int i = 1; i < end; ) {
      char c = quoted.charAt(i);
      if (c != '\\') {
        int codePoint = quoted.codePointAt(i);
        bytes.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
        i += Character.charCount(codePoint);
        continue;
      }
      char kind = i + 1 < end ? quoted.charAt(i + 1) : '\0';
      int value =
          switch (kind) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case '0' -> 0;
            case '\\', '"' -> kind;
            case 'x' -> i + 3 < end ? hex(quoted, i + 2) : -1;
            default -> -1;
          };
      if (value < 0) {
        errors.add(
            offset + i, "unknown escape; use \\n, \\t, \\r, \\0, \\\\, \\\" or \\x and two digits");
      }
      bytes.write(value);
      i += kind == 'x' ? 4 : 2;
    }
    return bytes.toByteArray();
  }

  private static int hex(String text, int at) {
    int high = Character.digit(text.charAt(at), 16);
    int low = Character.digit(text.charAt(at + 1), 16);
    return high < 0 || low < 0 ? -1 : 16 * high + low;
  }
}
