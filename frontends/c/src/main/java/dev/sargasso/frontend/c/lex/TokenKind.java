package dev.sargasso.frontend.c.lex;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The kinds of tokens; punctuators and keywords by their usual spelling. */
public enum TokenKind {
  END("end of file"),
  IDENTIFIER("identifier"),
  NUMBER("number"),
  CHARACTER("character constant"),
  STRING("string literal"),

  LEFT_PARENTHESIS("("),
  RIGHT_PARENTHESIS(")"),
  LEFT_BRACKET("["),
  RIGHT_BRACKET("]"),
  LEFT_BRACE("{"),
  RIGHT_BRACE("}"),
  DOT("."),
  ARROW("->"),
  ELLIPSIS("..."),
  COMMA(","),
  SEMICOLON(";"),
  COLON(":"),
  QUESTION("?"),
  INCREMENT("++"),
  DECREMENT("--"),
  AMPERSAND("&"),
  STAR("*"),
  PLUS("+"),
  MINUS("-"),
  TILDE("~"),
  EXCLAMATION("!"),
  SLASH("/"),
  PERCENT("%"),
  SHIFT_LEFT("<<"),
  SHIFT_RIGHT(">>"),
  LESS("<"),
  GREATER(">"),
  LESS_EQUAL("<="),
  GREATER_EQUAL(">="),
  EQUAL("=="),
  NOT_EQUAL("!="),
  CARET("^"),
  BAR("|"),
  AND("&&"),
  OR("||"),
  ASSIGN("="),
  STAR_ASSIGN("*="),
  SLASH_ASSIGN("/="),
  PERCENT_ASSIGN("%="),
  PLUS_ASSIGN("+="),
  MINUS_ASSIGN("-="),
  SHIFT_LEFT_ASSIGN("<<="),
  SHIFT_RIGHT_ASSIGN(">>="),
  AMPERSAND_ASSIGN("&="),
  CARET_ASSIGN("^="),
  BAR_ASSIGN("|="),

  AUTO("auto"),
  BREAK("break"),
  CASE("case"),
  CHAR("char"),
  CONST("const", "__const", "__const__"),
  CONTINUE("continue"),
  DEFAULT("default"),
  DO("do"),
  DOUBLE("double"),
  ELSE("else"),
  ENUM("enum"),
  EXTERN("extern"),
  FLOAT("float"),
  FOR("for"),
  GOTO("goto"),
  IF("if"),
  INLINE("inline", "__inline", "__inline__"),
  INT("int"),
  LONG("long"),
  REGISTER("register"),
  RESTRICT("restrict", "__restrict", "__restrict__"),
  RETURN("return"),
  SHORT("short"),
  SIGNED("signed", "__signed", "__signed__"),
  SIZEOF("sizeof"),
  STATIC("static"),
  STRUCT("struct"),
  SWITCH("switch"),
  TYPEDEF("typedef"),
  UNION("union"),
  UNSIGNED("unsigned"),
  VOID("void"),
  VOLATILE("volatile", "__volatile", "__volatile__"),
  WHILE("while"),
  ALIGNAS("_Alignas"),
  ALIGNOF("_Alignof", "__alignof", "__alignof__"),
  ATOMIC("_Atomic"),
  BOOL("_Bool"),
  COMPLEX("_Complex", "__complex__"),
  GENERIC("_Generic"),
  IMAGINARY("_Imaginary"),
  NORETURN("_Noreturn"),
  STATIC_ASSERT("_Static_assert"),
  THREAD_LOCAL("_Thread_local", "__thread"),

  ASM("__asm__", "__asm", "asm"),
  ATTRIBUTE("__attribute__", "__attribute"),
  EXTENSION("__extension__"),
  TYPEOF("__typeof__", "__typeof", "typeof"),
  INT128("__int128", "__int128_t", "__uint128_t"),
  BUILTIN_VA_LIST("__builtin_va_list"),
  BUILTIN_VA_START("__builtin_va_start"),
  BUILTIN_VA_ARG("__builtin_va_arg"),
  BUILTIN_VA_END("__builtin_va_end"),
  BUILTIN_VA_COPY("__builtin_va_copy"),
  BUILTIN_OFFSETOF("__builtin_offsetof");

  private static final Map<String, TokenKind> KEYWORDS = keywords();

  private final String spelling;
  private final String others;

  TokenKind(final String spelling, final String... others) {
    this.spelling = spelling;
    this.others = String.join("\n", others);
  }

  /** The keyword that an identifier spells, or null if it is an ordinary identifier. */
  public static @Nullable TokenKind keyword(final String identifier) {
    return KEYWORDS.get(identifier);
  }

  /** The usual spelling, or a description for kinds that have no fixed one. */
  public String spelling() {
    return spelling;
  }

  /** The kind as messages name it: quoted where it is a fixed text. */
  public String description() {
    return ordinal() < LEFT_PARENTHESIS.ordinal() ? spelling : "'" + spelling + "'";
  }

  private static Map<String, TokenKind> keywords() {
    final Map<String, TokenKind> result = new HashMap<>(256);
    for (final TokenKind kind : values()) {
      if (kind.ordinal() >= AUTO.ordinal()) {
        result.put(kind.spelling, kind);
        kind.others.lines().forEach(other -> result.put(other, kind));
      }
    }
    return result;
  }
}
