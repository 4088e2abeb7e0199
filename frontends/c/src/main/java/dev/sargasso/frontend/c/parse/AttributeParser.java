package dev.sargasso.frontend.c.parse;

import dev.sargasso.frontend.c.lex.TextLiteral;
import dev.sargasso.frontend.c.lex.TokenKind;
import dev.sargasso.frontend.c.syntax.Export;
import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.syntax.FunctionTrait;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code __attribute__} and {@code __asm__}, of which only a few mean something here. */
final class AttributeParser {
  private final Parser parser;
  private final TokenCursor cursor;

  /** What attributes said. */
  static final class Attributes {
    boolean packed;
    final Set<FunctionTrait> traits = EnumSet.noneOf(FunctionTrait.class);
    int alignment;
    final Export export = new Export();
    @Nullable String linkName;
  }

  AttributeParser(final Parser parser) {
    this.parser = parser;
    this.cursor = parser.cursor;
  }

  /** Reads any number of attributes and renamings here. */
  void parse(final Attributes into) {
    while (true) {
      switch (cursor.kind()) {
        case ATTRIBUTE -> parseAttribute(into);
        case ASM -> parseRename(into);
        case EXTENSION -> cursor.advance();
        default -> {
          return;
        }
      }
    }
  }

  /** Reads attributes that mean nothing where they stand. */
  void skip() {
    parse(new Attributes());
  }

  private void parseRename(final Attributes into) {
    cursor.advance();
    cursor.expect(TokenKind.LEFT_PARENTHESIS, "after __asm__");
    into.linkName = parseText();
    cursor.expect(TokenKind.RIGHT_PARENTHESIS, "after the name");
  }

  private String parseText() {
    final List<String> parts = new ArrayList<>();
    final int position = cursor.position();
    while (cursor.is(TokenKind.STRING)) {
      parts.add(cursor.text());
      cursor.advance();
    }
    if (parts.isEmpty()) {
      throw cursor.error("a string literal is expected here, not " + cursor.found());
    }
    try {
      final byte[] bytes = TextLiteral.string(parts).bytes();
      return new String(bytes, 0, bytes.length - 1, StandardCharsets.ISO_8859_1);
    } catch (TextLiteral.MalformedLiteral e) {
      parser.diagnostics.error(position, String.valueOf(e.getMessage()));
      throw new SyntaxError();
    }
  }

  private void parseAttribute(final Attributes into) {
    cursor.advance();
    cursor.expect(TokenKind.LEFT_PARENTHESIS, "after __attribute__");
    cursor.expect(TokenKind.LEFT_PARENTHESIS, "after __attribute__");
    while (!cursor.is(TokenKind.RIGHT_PARENTHESIS)) {
      if (cursor.accept(TokenKind.COMMA)) {
        continue;
      }
      final String name = cursor.text();
      final int position = cursor.position();
      cursor.advance();
      switch (name) {
        case "packed", "__packed__" -> into.packed = true;
        case "noreturn", "__noreturn__" -> into.traits.add(FunctionTrait.NO_RETURN);
        case "const", "__const__", "__const" -> into.traits.add(FunctionTrait.CONST);
        case "pure", "__pure__" -> into.traits.add(FunctionTrait.PURE);
        case "noinline", "__noinline__", "noipa", "__noipa__" ->
            into.traits.add(FunctionTrait.NO_INLINE);
        case "always_inline", "__always_inline__" -> into.traits.add(FunctionTrait.ALWAYS_INLINE);
        case "malloc", "__malloc__" -> {
          // With arguments it says which function frees the object.
          if (!cursor.is(TokenKind.LEFT_PARENTHESIS)) {
            into.traits.add(FunctionTrait.MALLOC);
          }
          skipArguments();
        }
        case "aligned", "__aligned__" -> parseAligned(into);
        case "weak", "__weak__" -> into.export.setWeak();
        case "visibility", "__visibility__" -> parseVisibility(into);
        case "may_alias", "__may_alias__" -> parser.mayAlias = true;
        case "vector_size", "__vector_size__", "mode", "__mode__" -> {
          parser.diagnostics.error(
              position, "attribute '" + name + "' is not supported; write the type in plain C");
          skipArguments();
        }
        case "constructor",
            "__constructor__",
            "destructor",
            "__destructor__",
            "cleanup",
            "__cleanup__" -> {
          // To ignore these would leave out calls, and the next ones would leave out symbols.
          parser.diagnostics.error(
              position,
              "attribute '" + name + "' is not supported; call the function where needed");
          skipArguments();
        }
        case "alias", "__alias__", "weakref", "__weakref__", "ifunc", "__ifunc__" -> {
          parser.diagnostics.error(
              position, "attribute '" + name + "' is not supported; define the symbol by itself");
          skipArguments();
        }
        default -> skipArguments();
      }
    }
    cursor.advance();
    cursor.expect(TokenKind.RIGHT_PARENTHESIS, "after an attribute");
  }

  private void parseVisibility(final Attributes into) {
    cursor.expect(TokenKind.LEFT_PARENTHESIS, "after visibility");
    final int position = cursor.position();
    final String word = parseText();
    cursor.expect(TokenKind.RIGHT_PARENTHESIS, "after the visibility");
    switch (word) {
      case "hidden", "internal" -> into.export.setHidden(true);
      case "default", "protected" -> into.export.setHidden(false);
      default ->
          parser.diagnostics.error(
              position,
              "there is no visibility '" + word + "'; take default, hidden, internal or protected");
    }
  }

  private void parseAligned(final Attributes into) {
    if (!cursor.accept(TokenKind.LEFT_PARENTHESIS)) {
      into.alignment = Math.max(into.alignment, 16);
      return;
    }
    final int position = cursor.position();
    final Expression value = parser.expressions.parseConditional();
    cursor.expect(TokenKind.RIGHT_PARENTHESIS, "after the alignment");
    into.alignment = Math.max(into.alignment, checkAlignment(value, position));
  }

  /** The value of an alignment, or 0 after a message. */
  int checkAlignment(final Expression value, final int position) {
    if (value.type().isError()) {
      return 0;
    }
    if (!(value instanceof Expression.IntegerConstant constant)
        || constant.value() < 0
        || constant.value() > 4096
        || Long.bitCount(constant.value()) > 1) {
      parser.diagnostics.error(
          position, "an alignment has to be a constant power of two, at most 4096");
      return 0;
    }
    return (int) constant.value();
  }

  private void skipArguments() {
    if (!cursor.is(TokenKind.LEFT_PARENTHESIS)) {
      return;
    }
    int depth = 0;
    do {
      switch (cursor.kind()) {
        case LEFT_PARENTHESIS -> depth++;
        case RIGHT_PARENTHESIS -> depth--;
        case END -> throw cursor.error("')' is expected before the end of the file");
        default -> {}
      }
      cursor.advance();
    } while (depth > 0);
  }
}
