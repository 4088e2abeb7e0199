package dev.sargasso.frontend.c.preprocess;

import dev.sargasso.frontend.c.lex.NumberLiteral;
import dev.sargasso.frontend.c.lex.TokenBuffer;
import dev.sargasso.frontend.c.lex.TokenKind;
import dev.sargasso.frontend.c.source.Diagnostics;
import org.anarres.cpp.Token;
import org.jspecify.annotations.Nullable;

/**
 * Turns JCPP's tokens into ours: joins prefixes to their literals, drops white space and pragmas.
 */
final class TokenTranslation {
  private final TokenBuffer tokens;
  private final Diagnostics diagnostics;

  /** A name that may turn out to be the prefix of the literal behind it. */
  private String pendingName = "";

  private int pendingPosition;
  private int pragmaDepth = -1;

  TokenTranslation(final TokenBuffer tokens, final Diagnostics diagnostics) {
    this.tokens = tokens;
    this.diagnostics = diagnostics;
  }

  /** Ends the buffer. */
  void finish(final int position) {
    flush();
    tokens.add(TokenKind.END, position, "");
  }

  /** Takes the next token. */
  void add(final Token token, final int position) {
    final int type = token.getType();
    if (pragmaDepth >= 0 && skipPragma(type)) {
      return;
    }
    switch (type) {
      case Token.WHITESPACE, Token.NL, Token.CCOMMENT, Token.CPPCOMMENT, Token.P_LINE -> flush();
      case Token.IDENTIFIER -> {
        flush();
        if (token.getText().equals("_Pragma")) {
          pragmaDepth = 0;
        } else {
          pendingName = token.getText();
          pendingPosition = position;
        }
      }
      case Token.STRING -> literal(TokenKind.STRING, token, position);
      case Token.CHARACTER, Token.SQSTRING -> literal(TokenKind.CHARACTER, token, position);
      case Token.NUMBER -> {
        flush();
        tokens.add(TokenKind.NUMBER, position, token.getText());
      }
      case Token.INVALID -> {
        flush();
        invalid(token, position);
      }
      default -> {
        flush();
        final TokenKind kind = punctuator(type);
        if (kind == null) {
          diagnostics.error(
              position, "'" + token.getText() + "' has no meaning in C here; remove it");
        } else {
          tokens.add(kind, position, kind.spelling());
        }
      }
    }
  }

  /** Passes over the parenthesised text of a pragma operator; false once it is over. */
  private boolean skipPragma(final int type) {
    if (type == '(') {
      pragmaDepth++;
    } else if (type == ')' && --pragmaDepth <= 0) {
      pragmaDepth = -1;
    }
    return true;
  }

  private void literal(final TokenKind kind, final Token token, final int position) {
    final boolean prefixed =
        switch (pendingName) {
          case "L", "u", "U" -> true;
          case "u8" -> kind == TokenKind.STRING;
          default -> false;
        };
    if (prefixed) {
      tokens.add(kind, pendingPosition, pendingName + token.getText());
      pendingName = "";
    } else {
      flush();
      tokens.add(kind, position, token.getText());
    }
  }

  private void flush() {
    if (!pendingName.isEmpty()) {
      final TokenKind keyword = TokenKind.keyword(pendingName);
      tokens.add(keyword == null ? TokenKind.IDENTIFIER : keyword, pendingPosition, pendingName);
      pendingName = "";
    }
  }

  /** Our lexer says itself what is wrong; JCPP's own one works where macros paste tokens. */
  private void invalid(final Token token, final int position) {
    final String reason = String.valueOf(token.getValue());
    final String text = token.getText();
    if (NumberLiteral.parse(text) instanceof NumberLiteral.Malformed) {
      diagnostics.error(
          position,
          reason.contains(";") ? reason : "'" + text + "' is no token of C; correct the macro");
    } else {
      tokens.add(TokenKind.NUMBER, position, text);
    }
  }

  private static @Nullable TokenKind punctuator(final int type) {
    return switch (type) {
      case '(' -> TokenKind.LEFT_PARENTHESIS;
      case ')' -> TokenKind.RIGHT_PARENTHESIS;
      case '[' -> TokenKind.LEFT_BRACKET;
      case ']' -> TokenKind.RIGHT_BRACKET;
      case '{' -> TokenKind.LEFT_BRACE;
      case '}' -> TokenKind.RIGHT_BRACE;
      case '.' -> TokenKind.DOT;
      case ',' -> TokenKind.COMMA;
      case ';' -> TokenKind.SEMICOLON;
      case ':' -> TokenKind.COLON;
      case '?' -> TokenKind.QUESTION;
      case '&' -> TokenKind.AMPERSAND;
      case '*' -> TokenKind.STAR;
      case '+' -> TokenKind.PLUS;
      case '-' -> TokenKind.MINUS;
      case '~' -> TokenKind.TILDE;
      case '!' -> TokenKind.EXCLAMATION;
      case '/' -> TokenKind.SLASH;
      case '%' -> TokenKind.PERCENT;
      case '<' -> TokenKind.LESS;
      case '>' -> TokenKind.GREATER;
      case '^' -> TokenKind.CARET;
      case '|' -> TokenKind.BAR;
      case '=' -> TokenKind.ASSIGN;
      case Token.ARROW -> TokenKind.ARROW;
      case Token.ELLIPSIS -> TokenKind.ELLIPSIS;
      case Token.INC -> TokenKind.INCREMENT;
      case Token.DEC -> TokenKind.DECREMENT;
      case Token.LSH -> TokenKind.SHIFT_LEFT;
      case Token.RSH -> TokenKind.SHIFT_RIGHT;
      case Token.LE -> TokenKind.LESS_EQUAL;
      case Token.GE -> TokenKind.GREATER_EQUAL;
      case Token.EQ -> TokenKind.EQUAL;
      case Token.NE -> TokenKind.NOT_EQUAL;
      case Token.LAND -> TokenKind.AND;
      case Token.LOR -> TokenKind.OR;
      case Token.MULT_EQ -> TokenKind.STAR_ASSIGN;
      case Token.DIV_EQ -> TokenKind.SLASH_ASSIGN;
      case Token.MOD_EQ -> TokenKind.PERCENT_ASSIGN;
      case Token.PLUS_EQ -> TokenKind.PLUS_ASSIGN;
      case Token.SUB_EQ -> TokenKind.MINUS_ASSIGN;
      case Token.LSH_EQ -> TokenKind.SHIFT_LEFT_ASSIGN;
      case Token.RSH_EQ -> TokenKind.SHIFT_RIGHT_ASSIGN;
      case Token.AND_EQ -> TokenKind.AMPERSAND_ASSIGN;
      case Token.XOR_EQ -> TokenKind.CARET_ASSIGN;
      case Token.OR_EQ -> TokenKind.BAR_ASSIGN;
      default -> null;
    };
  }
}
