package dev.sargasso.frontend.c.preprocess;

import dev.sargasso.frontend.c.lex.TextLiteral;
import dev.sargasso.frontend.c.source.SourceFile;
import dev.sargasso.frontend.c.source.SourceMap;
import java.io.Reader;
import java.util.Arrays;
import org.anarres.cpp.LexerSource;
import org.anarres.cpp.Token;
import org.jspecify.annotations.Nullable;

/**
 * Preprocessing tokens of one file (C11 6.4) for JCPP.
 *
 * <p>JCPP brings a lexer, which reads through several layers for each character; most of what a
 * compilation reads is headers, and most of those is comments and skipped text. This one works on
 * the text itself: lines that are skipped cost a search for their end. It writes the position of
 * the {@link SourceMap} into the column of each token, and it watches the conditional directives go
 * by, because JCPP does not notice at the end of a file that an {@code #if} is still open.
 */
final class TextLexer extends LexerSource {
  private final SourceFile file;
  private final SplicedText spliced;
  private final String text;
  private int at;
  private int line = 1;
  private int splicesPassed;
  private boolean atLineStart = true;
  private Directive directive = Directive.NONE;
  private int[] openConditionals = new int[8];
  private int openCount;
  private int expansionStart = SourceMap.UNKNOWN;
  private int lastPosition;

  /** How far the tokens of a directive have come. */
  private enum Directive {
    NONE,
    HASH,
    INCLUDE
  }

  TextLexer(final SourceFile file) {
    super(Reader.nullReader(), true);
    this.file = file;
    this.spliced = SplicedText.of(file.text());
    this.text = spliced.text();
    this.lastPosition = file.base();
  }

  @Override
  public String getPath() {
    return file.name();
  }

  @Override
  public String getName() {
    return file.name();
  }

  @Override
  public int getLine() {
    return line;
  }

  SourceFile file() {
    return file;
  }

  /** The position of the last token that was read. */
  int lastPosition() {
    return lastPosition;
  }

  /** The first identifier since {@link #startExpansion}: the macro whose expansion is running. */
  int expansionStart() {
    return expansionStart;
  }

  /** Forgets the macro, because the next token is read from the file itself. */
  void startExpansion() {
    expansionStart = SourceMap.UNKNOWN;
  }

  /** Where the innermost conditional that is still open began, or {@link SourceMap#UNKNOWN}. */
  int openConditional() {
    return openCount == 0 ? SourceMap.UNKNOWN : openConditionals[openCount - 1];
  }

  // ------------------------------------------------------------------ tokens

  @Override
  public Token token() {
    passSplices();
    lastPosition = file.base() + SplicedText.original(at, splicesPassed);
    if (at >= text.length()) {
      return make(Token.EOF, at, "");
    }
    final char first = text.charAt(at);
    if (first == '\n') {
      return newLine();
    }
    if (isSpace(first)) {
      return space();
    }
    if (first == '/' && (next() == '*' || next() == '/')) {
      return comment();
    }
    final boolean startsLine = atLineStart;
    atLineStart = false;
    final Directive before = directive;
    directive = Directive.NONE;
    if (isIdentifierStart(first)) {
      return identifier(before);
    }
    if (isDigit(first) || (first == '.' && isDigit(next()))) {
      return number();
    }
    if (first == '"' || (before == Directive.INCLUDE && first == '<')) {
      return before == Directive.INCLUDE ? headerName(first) : quoted('"');
    }
    if (first == '\'') {
      return quoted('\'');
    }
    return punctuator(first, startsLine);
  }

  /** Passes the rest of a line, and its comments, without making tokens of it. */
  @Override
  public Token skipline(final boolean white) {
    while (true) {
      final int end = endOfLine();
      final int comment = text.indexOf('/', at, end);
      if (comment < 0) {
        at = end;
        break;
      }
      // A slash may begin a comment that goes on behind the line, or stand in a literal.
      final int quote = firstQuote(at, comment);
      if (quote < comment) {
        at = quote;
        quoted(text.charAt(quote));
      } else {
        at = comment;
        if (next() == '*' || next() == '/') {
          comment();
        } else {
          at++;
        }
      }
    }
    passSplices();
    lastPosition = file.base() + SplicedText.original(at, splicesPassed);
    directive = Directive.NONE;
    return at >= text.length() ? make(Token.NL, at, "\n") : newLine();
  }

  private int endOfLine() {
    final int end = text.indexOf('\n', at);
    return end < 0 ? text.length() : end;
  }

  private int firstQuote(final int from, final int to) {
    for (int index = from; index < to; index++) {
      final char character = text.charAt(index);
      if (character == '"' || character == '\'') {
        return index;
      }
    }
    return to;
  }

  private void passSplices() {
    while (splicesPassed < spliced.spliceCount() && spliced.splice(splicesPassed) <= at) {
      splicesPassed++;
      line++;
    }
  }

  private char next() {
    return at + 1 < text.length() ? text.charAt(at + 1) : '\n';
  }

  /** A token from here to before an offset, with its own text. */
  private Token make(final int type, final int end, final String spelling) {
    return make(type, end, spelling, null);
  }

  private Token make(
      final int type, final int end, final String spelling, final @Nullable Object value) {
    at = end;
    return new Token(type, line, lastPosition, spelling, value);
  }

  private Token newLine() {
    atLineStart = true;
    directive = Directive.NONE;
    int end = at;
    int count = 0;
    // Empty lines are passed at once.
    while (end < text.length() && text.charAt(end) == '\n') {
      end++;
      count++;
    }
    final Token token = make(Token.NL, end, "\n");
    line += count;
    return token;
  }

  private static boolean isSpace(final char character) {
    return character == ' ' || character == '\t';
  }

  private Token space() {
    int end = at + 1;
    while (end < text.length() && isSpace(text.charAt(end))) {
      end++;
    }
    return make(Token.WHITESPACE, end, " ");
  }

  private Token comment() {
    if (next() == '/') {
      return make(Token.WHITESPACE, endOfLine(), " ");
    }
    final int close = text.indexOf("*/", at + 2);
    if (close < 0) {
      return make(Token.INVALID, text.length(), "/*", "this comment is never closed; add '*/'");
    }
    final int end = close + 2;
    for (int index = text.indexOf('\n', at); index >= 0 && index < end; ) {
      line++;
      index = text.indexOf('\n', index + 1);
    }
    return make(Token.WHITESPACE, end, " ");
  }

  private static boolean isDigit(final char character) {
    return character >= '0' && character <= '9';
  }

  private static boolean isIdentifierStart(final char character) {
    return (character >= 'a' && character <= 'z')
        || (character >= 'A' && character <= 'Z')
        || character == '_'
        || character == '$'
        || (character > 0x7F && Character.isUnicodeIdentifierStart(character));
  }

  private static boolean isIdentifierPart(final char character) {
    return isIdentifierStart(character)
        || isDigit(character)
        || (character > 0x7F && Character.isUnicodeIdentifierPart(character));
  }

  private Token identifier(final Directive before) {
    int end = at + 1;
    while (end < text.length() && isIdentifierPart(text.charAt(end))) {
      end++;
    }
    final String name = text.substring(at, end);
    if (expansionStart == SourceMap.UNKNOWN) {
      expansionStart = lastPosition;
    }
    if (before == Directive.HASH) {
      watch(name);
    }
    return make(Token.IDENTIFIER, end, name);
  }

  /** A preprocessing number: more than what will turn out to be a number (6.4.8). */
  private Token number() {
    int end = at + 1;
    while (end < text.length()) {
      final char character = text.charAt(end);
      final char before = text.charAt(end - 1);
      final boolean sign =
          (character == '+' || character == '-')
              && (before == 'e' || before == 'E' || before == 'p' || before == 'P');
      if (character != '.' && !sign && !isIdentifierPart(character)) {
        break;
      }
      end++;
    }
    final String spelling = text.substring(at, end);
    return make(Token.NUMBER, end, spelling, new DirectiveNumber(spelling));
  }

  /** A string literal or character constant, with its escape sequences as they stand. */
  private Token quoted(final char quote) {
    int end = at + 1;
    while (end < text.length()) {
      final char character = text.charAt(end);
      if (character == quote) {
        return quoted(quote, end + 1);
      }
      if (character == '\n') {
        break;
      }
      end += character == '\\' && end + 1 < text.length() && text.charAt(end + 1) != '\n' ? 2 : 1;
    }
    final String kind = quote == '"' ? "string literal" : "character constant";
    return make(
        Token.INVALID,
        end,
        text.substring(at, end),
        "this " + kind + " is not closed on its line; add the missing quote");
  }

  private Token quoted(final char quote, final int end) {
    final String spelling = text.substring(at, end);
    if (quote == '"') {
      return make(Token.STRING, end, spelling, spelling);
    }
    Object value;
    try {
      value = (char) TextLiteral.character(spelling).value();
    } catch (TextLiteral.MalformedLiteral e) {
      // The parser reports it if it gets there.
      value = '\0';
    }
    return make(Token.CHARACTER, end, spelling, value);
  }

  /** The name behind an include, in which a backslash is just a character. */
  private Token headerName(final char open) {
    final char close = open == '<' ? '>' : '"';
    final int last = text.indexOf(close, at + 1);
    if (last < 0 || last > endOfLine()) {
      return make(
          Token.INVALID,
          endOfLine(),
          text.substring(at, endOfLine()),
          "the name of the header is not closed on its line; add '" + close + "'");
    }
    final String name = text.substring(at + 1, last);
    return make(
        open == '<' ? Token.HEADER : Token.STRING, last + 1, text.substring(at, last + 1), name);
  }

  private Token punctuator(final char first, final boolean startsLine) {
    if (first == '#' || (first == '%' && next() == ':')) {
      return hash(first == '#' ? 1 : 2, startsLine);
    }
    if (Punctuators.mayContinue(next())) {
      for (int length = Math.min(3, text.length() - at); length > 1; length--) {
        final String spelling = text.substring(at, at + length);
        final int type = Punctuators.type(spelling);
        if (type != 0) {
          return make(type, at + length, spelling);
        }
      }
    }
    if (Punctuators.isSingle(first)) {
      return make(first, at + 1, Punctuators.spelling(first));
    }
    final int length = Character.charCount(text.codePointAt(at));
    return make(
        Token.INVALID,
        at + length,
        text.substring(at, at + length),
        Character.isISOControl(first) || first == '\\'
            ? "this character has no meaning in C here; remove it"
            : "'" + text.substring(at, at + length) + "' has no meaning in C here; remove it");
  }

  private Token hash(final int length, final boolean startsLine) {
    final String one = length == 1 ? "#" : "%:";
    if (text.startsWith(one, at + length)) {
      return make(Token.PASTE, at + 2 * length, "##");
    }
    if (!startsLine) {
      return make('#', at + length, "#");
    }
    int name = at + length;
    while (name < text.length() && isSpace(text.charAt(name))) {
      name++;
    }
    final char first = name < text.length() ? text.charAt(name) : '\n';
    if (isDigit(first)) {
      // A line marker of another preprocessor.
      return skipline(false);
    }
    int end = name;
    while (end < text.length() && isIdentifierPart(text.charAt(end))) {
      end++;
    }
    final String word = text.substring(name, end);
    if (first == '\n' || first == '/' || isDirective(word)) {
      directive = Directive.HASH;
      return make(Token.HASH, at + length, "#");
    }
    return make(
        Token.INVALID,
        endOfLine(),
        "#" + word,
        word.isEmpty()
            ? "a preprocessor directive begins with a name; correct it or remove the '#'"
            : "'#" + word + "' is not a preprocessor directive; correct its name");
  }

  private static boolean isDirective(final String word) {
    return switch (word) {
      case "define", "undef", "include", "include_next", "line", "error", "warning", "pragma" ->
          true;
      case "if", "ifdef", "ifndef", "elif", "else", "endif" -> true;
      default -> false;
    };
  }

  private void watch(final String name) {
    switch (name) {
      case "if", "ifdef", "ifndef" -> {
        if (openCount == openConditionals.length) {
          openConditionals = Arrays.copyOf(openConditionals, 2 * openCount);
        }
        openConditionals[openCount++] = lastPosition;
      }
      case "endif" -> openCount = Math.max(0, openCount - 1);
      case "include", "include_next" -> directive = Directive.INCLUDE;
      default -> {}
    }
  }
}
