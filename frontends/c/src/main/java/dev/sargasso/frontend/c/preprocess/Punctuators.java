package dev.sargasso.frontend.c.preprocess;

import org.anarres.cpp.Token;

/** JCPP's token types of punctuators (C11 6.4.6), digraphs included. */
final class Punctuators {
  private static final String[] SINGLE = new String[128];

  static {
    for (char character = 0; character < SINGLE.length; character++) {
      SINGLE[character] = String.valueOf(character);
    }
  }

  private Punctuators() {}

  /** Whether a character may be the second one of a punctuator. */
  static boolean mayContinue(final char character) {
    return switch (character) {
      case '.', '<', '>', '=', '+', '-', '&', '|', ':', '%' -> true;
      default -> false;
    };
  }

  /** Whether a character alone is a punctuator. */
  static boolean isSingle(final char character) {
    return switch (character) {
      case '(', ')', '[', ']', '{', '}', '.', ',', ';', ':', '?', '&' -> true;
      case '*', '+', '-', '~', '!', '/', '%', '<', '>', '^', '|', '=' -> true;
      default -> false;
    };
  }

  /** The text of a punctuator of one character. */
  static String spelling(final char character) {
    return SINGLE[character];
  }

  /** The type of a punctuator of several characters, or 0. */
  static int type(final String spelling) {
    return switch (spelling) {
      case "..." -> Token.ELLIPSIS;
      case "<<=" -> Token.LSH_EQ;
      case ">>=" -> Token.RSH_EQ;
      case "->" -> Token.ARROW;
      case "++" -> Token.INC;
      case "--" -> Token.DEC;
      case "<<" -> Token.LSH;
      case ">>" -> Token.RSH;
      case "<=" -> Token.LE;
      case ">=" -> Token.GE;
      case "==" -> Token.EQ;
      case "!=" -> Token.NE;
      case "&&" -> Token.LAND;
      case "||" -> Token.LOR;
      case "*=" -> Token.MULT_EQ;
      case "/=" -> Token.DIV_EQ;
      case "%=" -> Token.MOD_EQ;
      case "+=" -> Token.PLUS_EQ;
      case "-=" -> Token.SUB_EQ;
      case "&=" -> Token.AND_EQ;
      case "^=" -> Token.XOR_EQ;
      case "|=" -> Token.OR_EQ;
      case "<:" -> '[';
      case ":>" -> ']';
      case "<%" -> '{';
      case "%>" -> '}';
      default -> 0;
    };
  }
}
