package dev.sargasso.ir.text;

import java.util.Arrays;

/**
 * Splits a text into tokens, all at once, into parallel arrays. Comments run from {@code //} or
 * {@code ;} to the end of the line.
 */
final class Lexer {
  private final SourceText source;
  private final String text;
  private final Errors errors;
  private TokenKind[] kinds = new TokenKind[256];
  private int[] starts = new int[256];
  private int[] ends = new int[256];
  private int count;
  private int at;

  private Lexer(SourceText source, Errors errors) {
    this.source = source;
    this.text = source.text();
    this.errors = errors;
  }

  static Cursor read(SourceText source, Errors errors) {
    Lexer lexer = new Lexer(source, errors);
    lexer.run();
    return new Cursor(lexer.source, errors, lexer.kinds, lexer.starts, lexer.ends, lexer.count);
  }

  private void run() {
    int zero = text.indexOf('\0');
    if (zero >= 0) {
      errors.add(zero, "this is not a text file: it holds a byte 0");
      errors.check();
    }
    while (true) {
      skipBlanks();
      if (at >= text.length()) {
        break;
      }
      next();
    }
    at = text.length();
    add(TokenKind.END, at);
  }

  private void skipBlanks() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == ';' || (c == '/' && peek(1) == '/')) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (Character.isWhitespace(c) || c == '\uFEFF') {
        at++;
      } else {
        return;
      }
    }
  }

  private void next() {
    int start = at;
    char c = text.charAt(at);
    switch (c) {
      case '(' -> single(TokenKind.LEFT_PARENTHESIS);
      case ')' -> single(TokenKind.RIGHT_PARENTHESIS);
      case '{' -> single(TokenKind.LEFT_BRACE);
      case '}' -> single(TokenKind.RIGHT_BRACE);
      case ',' -> single(TokenKind.COMMA);
      case ':' -> single(TokenKind.COLON);
      case '=' -> single(TokenKind.EQUALS);
      case '|' -> single(TokenKind.BAR);
      case '+' -> single(TokenKind.PLUS);
      case '%' -> named(TokenKind.REGISTER);
      case '@' -> named(TokenKind.LABEL);
      case '$', '&' -> global();
      case '"' -> {
        string();
        add(TokenKind.STRING, start);
      }
      default -> {
        if (c == '-' && peek(1) == '>') {
          at += 2;
          add(TokenKind.ARROW, start);
        } else if (c == '.' && peek(1) == '.' && peek(2) == '.') {
          at += 3;
          add(TokenKind.ELLIPSIS, start);
        } else if (isDigit(c) || (c == '-' && isDigit(peek(1)))) {
          number();
        } else if (c == '-') {
          single(TokenKind.MINUS);
        } else if (isNamePart(c)) {
          skipName();
          add(TokenKind.WORD, start);
        } else {
          int codePoint = text.codePointAt(at);
          errors.add(at, "unexpected character " + show(codePoint));
          at += Character.charCount(codePoint);
        }
      }
    }
  }

  private static String show(int codePoint) {
    return Character.isISOControl(codePoint) || !Character.isDefined(codePoint)
        ? "with code " + codePoint
        : "'" + Character.toString(codePoint) + "'";
  }

  private void single(TokenKind kind) {
    int start = at++;
    add(kind, start);
  }

  private void named(TokenKind kind) {
    int start = at++;
    int nameStart = at;
    skipName();
    if (at == nameStart) {
      errors.add(start, "a name must follow '" + text.charAt(start) + "'");
    }
    add(kind, start);
  }

  private void global() {
    int start = at;
    if (peek(1) == '"') {
      at++;
      string();
      add(TokenKind.GLOBAL, start);
    } else {
      named(TokenKind.GLOBAL);
    }
  }

  private void string() {
    int start = at++;
    while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\n') {
      at += text.charAt(at) == '\\' && at + 1 < text.length() && peek(1) != '\n' ? 2 : 1;
    }
    if (at < text.length() && text.charAt(at) == '"') {
      at++;
    } else {
      errors.add(start, "this string has no closing '\"' on its line");
    }
  }

  private void number() {
    int start = at;
    if (text.charAt(at) == '-') {
      at++;
    }
    boolean isFloat = false;
    boolean hex = text.charAt(at) == '0' && (peek(1) == 'x' || peek(1) == 'X');
    if (hex) {
      at += 2;
    }
    while (at < text.length()) {
      char c = text.charAt(at);
      boolean exponent = hex ? c == 'p' || c == 'P' : c == 'e' || c == 'E';
      if (c == '.' || exponent) {
        isFloat = true;
        at++;
        if (exponent && (peek(0) == '-' || peek(0) == '+')) {
          at++;
        }
      } else if (isNamePart(c)) {
        at++;
      } else {
        break;
      }
    }
    add(isFloat ? TokenKind.FLOAT : TokenKind.INTEGER, start);
  }

  private char peek(int distance) {
    return at + distance < text.length() ? text.charAt(at + distance) : '\0';
  }

  private void skipName() {
    while (at < text.length() && isNamePart(text.charAt(at))) {
      at++;
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isNamePart(char c) {
    return c == '_' || c == '.' || Character.isLetterOrDigit(c);
  }

  private void add(TokenKind kind, int start) {
    if (count == kinds.length) {
      kinds = Arrays.copyOf(kinds, 2 * count);
      starts = Arrays.copyOf(starts, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
    }
    kinds[count] = kind;
    starts[count] = start;
    ends[count++] = at;
  }
}
