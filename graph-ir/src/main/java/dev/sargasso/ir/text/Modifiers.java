package dev.sargasso.ir.text;

import org.jspecify.annotations.Nullable;

/** What stands between an operation and its operands: {@code nsw}, {@code class=3} and the like. */
final class Modifiers {
  boolean noSignedWrap;
  boolean inBounds;
  boolean isVolatile;
  int aliasClass;
  int size = -1;
  long code;

  /** Of a vector operation: its immediate, from {@code each} and {@code lane}. */
  long lanes;

  int index = -1;

  /** Offset of the first one, and its text; for complaints about where it does not belong. */
  int offset = -1;

  @Nullable String first;

  private Modifiers() {}

  static Modifiers none() {
    return new Modifiers();
  }

  /** Whether a modifier begins at the token. */
  static boolean at(Cursor cursor) {
    return cursor.is(TokenKind.WORD)
        && switch (cursor.text()) {
          case "nsw", "inbounds", "volatile" -> true;
          case "class", "size", "code", "each", "lane", "index" ->
              cursor.kindAfter() == TokenKind.EQUALS;
          default -> false;
        };
  }

  /** Reads as many as there are. */
  static Modifiers read(Cursor cursor, Declarations declarations) {
    Modifiers result = new Modifiers();
    while (at(cursor)) {
      String word = cursor.text();
      if (result.first == null) {
        result.first = word;
        result.offset = cursor.offset();
      }
      cursor.advance();
      switch (word) {
        case "nsw" -> result.noSignedWrap = true;
        case "inbounds" -> result.inBounds = true;
        case "volatile" -> result.isVolatile = true;
        default -> {
          cursor.expect(TokenKind.EQUALS, "after '" + word + "'");
          switch (word) {
            case "class" -> result.aliasClass = declarations.count("an alias class", 0xFFFF);
            case "size" -> result.size = declarations.count("a size", Integer.MAX_VALUE);
            case "index" -> result.index = declarations.count("an index", 255);
            case "each" -> result.lanes |= declarations.eachLane();
            case "lane" -> result.lanes |= declarations.lane();
            default -> result.code = declarations.count("a trap code", Integer.MAX_VALUE);
          }
        }
      }
    }
    return result;
  }
}
