package dev.sargasso.ir.text;

/** The kinds of token that both notations are made of. */
enum TokenKind {
  WORD("a word"),
  REGISTER("a register"),
  LABEL("a label"),
  GLOBAL("a global name"),
  INTEGER("an integer"),
  FLOAT("a number"),
  STRING("a string"),
  LEFT_PARENTHESIS("'('"),
  RIGHT_PARENTHESIS("')'"),
  LEFT_BRACE("'{'"),
  RIGHT_BRACE("'}'"),
  COMMA("','"),
  COLON("':'"),
  EQUALS("'='"),
  ARROW("'->'"),
  BAR("'|'"),
  PLUS("'+'"),
  MINUS("'-'"),
  ELLIPSIS("'...'"),
  END("the end of the file");

  private final String title;

  TokenKind(String title) {
    this.title = title;
  }

  /** For messages. */
  String title() {
    return title;
  }
}
