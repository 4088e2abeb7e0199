package dev.sargasso.frontend.c.parse;

import dev.sargasso.frontend.c.lex.TokenBuffer;
import dev.sargasso.frontend.c.lex.TokenKind;
import dev.sargasso.frontend.c.source.Diagnostics;

/** A place in the tokens, with what every part of the grammar asks there. */
final class TokenCursor {
  /** How deep expressions, statements, declarators and initialisers may nest altogether. */
  static final int NESTING_LIMIT = 2000;

  private final TokenBuffer tokens;
  private final Diagnostics diagnostics;
  private int at;
  private int depth;

  TokenCursor(final TokenBuffer tokens, final Diagnostics diagnostics) {
    this.tokens = tokens;
    this.diagnostics = diagnostics;
  }

  TokenKind kind() {
    return tokens.kind(at);
  }

  /** The kind of a token further on. */
  TokenKind kind(final int ahead) {
    return tokens.kind(Math.min(at + ahead, tokens.size() - 1));
  }

  String text() {
    return tokens.text(at);
  }

  String text(final int ahead) {
    return tokens.text(Math.min(at + ahead, tokens.size() - 1));
  }

  int position() {
    return tokens.position(at);
  }

  boolean is(final TokenKind kind) {
    return tokens.kind(at) == kind;
  }

  /** Passes the token; the end of the file is never passed. */
  void advance() {
    if (at < tokens.size() - 1) {
      at++;
    }
  }

  /** Passes the token if it is of a kind. */
  boolean accept(final TokenKind kind) {
    if (tokens.kind(at) != kind) {
      return false;
    }
    advance();
    return true;
  }

  /** Passes a token that has to be of a kind. */
  void expect(final TokenKind kind, final String context) {
    if (!accept(kind)) {
      throw error(kind.description() + " is expected " + context + ", not " + found());
    }
  }

  /** Passes a semicolon; a missing one is reported behind the token before. */
  void expectSemicolon(final String context) {
    if (accept(TokenKind.SEMICOLON)) {
      return;
    }
    final int before = Math.max(0, at - 1);
    final int sameLine = tokens.position(before) + tokens.text(before).length();
    diagnostics.error(sameLine, "';' is expected " + context + ", before " + found());
    final boolean newLine =
        diagnostics.sources().lineNumber(position())
            != diagnostics.sources().lineNumber(tokens.position(before));
    // At the end of a line it was forgotten, and reading goes on as if it were there.
    if (!newLine) {
      throw new SyntaxError();
    }
  }

  /** Passes an identifier and returns its name. */
  String expectIdentifier(final String context) {
    if (!is(TokenKind.IDENTIFIER)) {
      throw error("a name is expected " + context + ", not " + found());
    }
    final String name = text();
    advance();
    return name;
  }

  /** The token here as messages name it. */
  String found() {
    return switch (kind()) {
      case END -> "the end of the file";
      case IDENTIFIER, NUMBER -> "'" + text() + "'";
      case CHARACTER, STRING -> text().length() > 20 ? kind().spelling() : text();
      default -> "'" + text() + "'";
    };
  }

  /** Reports a syntax error here. */
  SyntaxError error(final String message) {
    diagnostics.error(position(), message);
    return new SyntaxError();
  }

  /** Goes one level deeper; every call has its {@link #leave}. */
  void enter() {
    depth++;
    checkNesting(depth);
  }

  /** Refuses what nests deeper than the limit. */
  void checkNesting(final int levels) {
    if (levels > NESTING_LIMIT) {
      throw diagnostics.fatal(
          position(),
          "the program nests too deeply here (limit " + NESTING_LIMIT + "); simplify it");
    }
  }

  /** Comes back one level. */
  void leave() {
    depth--;
  }

  /** The level of nesting, to be restored after an error. */
  int depth() {
    return depth;
  }

  /** Restores the level of nesting. */
  void restoreDepth(final int level) {
    depth = level;
  }

  /**
   * Skips the rest of a statement or declaration that has an error: to behind the next semicolon or
   * closing brace that is not nested.
   *
   * @param from the index where the statement began, from {@link #index}; something is passed
   *     anyway
   * @param inBlock whether a closing brace belongs to the surrounding block and is not passed
   */
  void recover(final int from, final boolean inBlock) {
    int braces = 0;
    if (at == from && !(inBlock && is(TokenKind.RIGHT_BRACE))) {
      braces += is(TokenKind.LEFT_BRACE) ? 1 : 0;
      advance();
    }
    while (!is(TokenKind.END)) {
      switch (kind()) {
        case LEFT_BRACE -> braces++;
        case RIGHT_BRACE -> {
          if (braces == 0 && inBlock) {
            return;
          }
          braces--;
          if (braces <= 0) {
            advance();
            accept(TokenKind.SEMICOLON);
            return;
          }
        }
        case SEMICOLON -> {
          if (braces == 0) {
            advance();
            return;
          }
        }
        default -> {}
      }
      advance();
    }
  }

  /** The index of the token here. */
  int index() {
    return at;
  }
}
