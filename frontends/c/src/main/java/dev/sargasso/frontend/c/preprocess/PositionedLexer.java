package dev.sargasso.frontend.c.preprocess;

import dev.sargasso.frontend.c.source.SourceFile;
import dev.sargasso.frontend.c.source.SourceMap;
import java.io.IOException;
import java.io.Reader;
import java.util.Arrays;
import org.anarres.cpp.LexerException;
import org.anarres.cpp.LexerSource;
import org.anarres.cpp.Token;

/**
 * JCPP's lexer over one file, with positions in the columns of its tokens.
 *
 * <p>It also watches the conditional directives go by, in skipped text too, because JCPP does not
 * notice at the end of a file that an {@code #if} is still open.
 */
final class PositionedLexer extends LexerSource {
  private final SourceFile file;
  private int[] openConditionals = new int[8];
  private int openCount;
  private boolean afterHash;
  private int expansionStart = SourceMap.UNKNOWN;
  private int lastPosition;

  PositionedLexer(final SourceFile file) {
    super(new TextReader(file.text()), true);
    this.file = file;
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

  @Override
  public Token token() throws IOException, LexerException {
    final Token token = super.token();
    final int position = file.base() + file.offsetOf(token.getLine(), token.getColumn());
    lastPosition = position;
    switch (token.getType()) {
      case Token.IDENTIFIER -> {
        if (expansionStart == SourceMap.UNKNOWN) {
          expansionStart = position;
        }
        if (afterHash) {
          watch(token.getText(), position);
        }
        afterHash = false;
      }
      case Token.HASH -> afterHash = true;
      case Token.WHITESPACE, Token.CCOMMENT -> {}
      default -> afterHash = false;
    }
    final Object value =
        token.getType() == Token.NUMBER ? new DirectiveNumber(token.getText()) : token.getValue();
    return new Token(token.getType(), token.getLine(), position, token.getText(), value);
  }

  private void watch(final String directive, final int position) {
    switch (directive) {
      case "if", "ifdef", "ifndef" -> {
        if (openCount == openConditionals.length) {
          openConditionals = Arrays.copyOf(openConditionals, 2 * openCount);
        }
        openConditionals[openCount++] = position;
      }
      case "endif" -> openCount = Math.max(0, openCount - 1);
      default -> {}
    }
  }

  /** Reads a text without locks, which the reader of the library takes for every character. */
  private static final class TextReader extends Reader {
    private final String text;
    private int next;

    TextReader(final String text) {
      this.text = text;
    }

    @Override
    public int read() {
      return next < text.length() ? text.charAt(next++) : -1;
    }

    @Override
    public int read(final char[] buffer, final int offset, final int length) {
      final int count = Math.min(length, text.length() - next);
      if (count <= 0) {
        return length == 0 ? 0 : -1;
      }
      text.getChars(next, next + count, buffer, offset);
      next += count;
      return count;
    }

    @Override
    public void close() {}
  }
}
