package dev.sargasso.frontend.c.parse;

import dev.sargasso.frontend.c.lex.NumberLiteral;
import dev.sargasso.frontend.c.lex.TextLiteral;
import dev.sargasso.frontend.c.lex.TokenKind;
import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.type.ArrayType;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.Compatibility;
import dev.sargasso.frontend.c.type.Field;
import dev.sargasso.frontend.c.type.IntegerType;
import dev.sargasso.frontend.c.type.PointerType;
import dev.sargasso.frontend.c.type.RecordType;
import dev.sargasso.frontend.c.type.VaListType;
import dev.sargasso.frontend.c.type.VoidType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads primary expressions (C11 6.5.1) and the compiler's own pseudo-functions. */
final class PrimaryParser {
  private final Parser parser;
  private final TokenCursor cursor;

  PrimaryParser(final Parser parser) {
    this.parser = parser;
    this.cursor = parser.cursor;
  }

  Expression parse() {
    final int position = cursor.position();
    return switch (cursor.kind()) {
      case IDENTIFIER -> parseName(position);
      case NUMBER -> parseNumber(position);
      case CHARACTER -> parseCharacter(position);
      case STRING -> parseString(position);
      case LEFT_PARENTHESIS -> {
        cursor.advance();
        if (cursor.is(TokenKind.LEFT_BRACE)) {
          throw cursor.error("statements in expressions are not supported; use a function");
        }
        final Expression inner = parser.expressions.parse();
        cursor.expect(TokenKind.RIGHT_PARENTHESIS, "to close the parenthesis");
        yield inner;
      }
      case GENERIC -> parseGeneric(position);
      case BUILTIN_OFFSETOF -> parseOffset(position);
      case BUILTIN_VA_START, BUILTIN_VA_ARG, BUILTIN_VA_END, BUILTIN_VA_COPY ->
          parseArguments(position);
      default -> throw cursor.error("an expression is expected here, not " + cursor.found());
    };
  }

  private Expression parseName(final int position) {
    final String name = cursor.text();
    cursor.advance();
    if (parser.function != null && parser.symbols.find(name) == null) {
      switch (name) {
        case "__func__", "__FUNCTION__", "__PRETTY_FUNCTION__" -> {
          final byte[] bytes =
              (parser.function.function().name() + "\0").getBytes(StandardCharsets.UTF_8);
          return string(IntegerType.CHAR, bytes, position);
        }
        default -> {}
      }
    }
    if (name.equals("__builtin_expect") && cursor.is(TokenKind.LEFT_PARENTHESIS)) {
      cursor.advance();
      final Expression value = parser.expressions.parseAssignment();
      cursor.expect(TokenKind.COMMA, "after the first argument");
      parser.expressions.parseAssignment();
      cursor.expect(TokenKind.RIGHT_PARENTHESIS, "after the second argument");
      return parser.operands.cast(value, IntegerType.LONG, position);
    }
    return parser.accesses.name(name, cursor.is(TokenKind.LEFT_PARENTHESIS), position);
  }

  private Expression parseNumber(final int position) {
    final String text = cursor.text();
    cursor.advance();
    return switch (NumberLiteral.parse(text)) {
      case NumberLiteral.Whole(IntegerType type, long value) ->
          new Expression.IntegerConstant(type, value, position);
      case NumberLiteral.Floating floating ->
          new Expression.FloatConstant(floating.type(), floating.value(), position);
      case NumberLiteral.Malformed(String message) -> {
        parser.diagnostics.error(position, message);
        yield new Expression.Erroneous(position);
      }
    };
  }

  private Expression parseCharacter(final int position) {
    final String text = cursor.text();
    cursor.advance();
    try {
      final TextLiteral.CharacterValue value = TextLiteral.character(text);
      return new Expression.IntegerConstant(value.type(), value.value(), position);
    } catch (TextLiteral.MalformedLiteral e) {
      parser.diagnostics.error(position, String.valueOf(e.getMessage()));
      return new Expression.Erroneous(position);
    }
  }

  private Expression parseString(final int position) {
    final List<String> parts = new ArrayList<>();
    while (cursor.is(TokenKind.STRING)) {
      parts.add(cursor.text());
      cursor.advance();
    }
    try {
      final TextLiteral.StringValue value = TextLiteral.string(parts);
      return string(value.element(), value.bytes(), position);
    } catch (TextLiteral.MalformedLiteral e) {
      parser.diagnostics.error(position, String.valueOf(e.getMessage()));
      return new Expression.Erroneous(position);
    }
  }

  private static Expression string(
      final IntegerType element, final byte[] bytes, final int position) {
    return new Expression.StringConstant(
        new ArrayType(element, bytes.length / element.size()), bytes, position);
  }

  private Expression parseGeneric(final int position) {
    cursor.advance();
    cursor.expect(TokenKind.LEFT_PARENTHESIS, "after _Generic");
    cursor.enter();
    final Expression control = parser.operands.value(parser.expressions.parseAssignment());
    @Nullable Expression chosen = null;
    @Nullable Expression otherwise = null;
    while (cursor.accept(TokenKind.COMMA)) {
      final boolean isDefault = cursor.accept(TokenKind.DEFAULT);
      final @Nullable CType type = isDefault ? null : parser.declarators.parseTypeName();
      cursor.expect(TokenKind.COLON, "after the type in _Generic");
      final Expression value = parser.expressions.parseAssignment();
      if (type == null) {
        otherwise = value;
      } else if (chosen == null
          && type.qualifiers() == 0
          && Compatibility.compatible(control.type().unqualified(), type)) {
        chosen = value;
      }
    }
    cursor.leave();
    cursor.expect(TokenKind.RIGHT_PARENTHESIS, "after the choices of _Generic");
    if (control.type().isError()) {
      return control;
    }
    final Expression result = chosen != null ? chosen : otherwise;
    if (result == null) {
      parser.diagnostics.error(
          position,
          "no choice of _Generic fits '"
              + control.type().unqualified().describe()
              + "'; add one, or a default");
      return new Expression.Erroneous(position);
    }
    return result;
  }

  /** The macros of stdarg.h (7.16.1). */
  private Expression parseArguments(final int position) {
    final TokenKind kind = cursor.kind();
    cursor.advance();
    cursor.expect(TokenKind.LEFT_PARENTHESIS, "after a macro of <stdarg.h>");
    final Expression list = parseList();
    final Expression result;
    switch (kind) {
      case BUILTIN_VA_START -> {
        cursor.expect(TokenKind.COMMA, "behind the va_list");
        parser.expressions.parseAssignment();
        result = begin(list, position);
      }
      case BUILTIN_VA_ARG -> {
        cursor.expect(TokenKind.COMMA, "behind the va_list");
        final CType type = parser.declarators.parseTypeName();
        result = new Expression.NextArgument(list, type.unqualified(), position);
        if (!type.isComplete() || type.unqualified() instanceof ArrayType) {
          parser.diagnostics.error(
              position, "no argument can have the type '" + type.describe() + "'; correct it");
        }
      }
      case BUILTIN_VA_COPY -> {
        cursor.expect(TokenKind.COMMA, "behind the va_list");
        result = new Expression.CopyArguments(list, parseList(), position);
      }
      default -> result = new Expression.Convert(list, VoidType.VOID, position);
    }
    cursor.expect(TokenKind.RIGHT_PARENTHESIS, "behind the arguments");
    return result;
  }

  private Expression begin(final Expression list, final int position) {
    if (parser.function == null || !parser.function.function().type().variadic()) {
      parser.diagnostics.error(
          position, "va_start needs a function whose parameters end in '...'; add that");
      return new Expression.Erroneous(position);
    }
    parser.function.readArguments();
    return new Expression.BeginArguments(list, position);
  }

  private Expression parseList() {
    final Expression list = parser.operands.value(parser.expressions.parseAssignment());
    if (!list.type().isError()
        && !(list.type().unqualified() instanceof PointerType(CType target)
            && target.unqualified() == VaListType.VA_LIST)) {
      parser.diagnostics.error(
          list.position(),
          "a va_list is needed here, not a value of type '" + list.type().describe() + "'");
    }
    return list;
  }

  private Expression parseOffset(final int position) {
    cursor.advance();
    cursor.expect(TokenKind.LEFT_PARENTHESIS, "after offsetof");
    CType type = parser.declarators.parseTypeName();
    cursor.expect(TokenKind.COMMA, "after the type");
    long offset = 0;
    boolean first = true;
    boolean wrong = false;
    while (!cursor.is(TokenKind.RIGHT_PARENTHESIS)) {
      if (!first && cursor.accept(TokenKind.LEFT_BRACKET)) {
        final Expression index = parser.expressions.parse();
        cursor.expect(TokenKind.RIGHT_BRACKET, "after an index");
        if (type.unqualified() instanceof ArrayType(CType element, long _)
            && index instanceof Expression.IntegerConstant constant) {
          offset += constant.value() * element.size();
          type = element;
        } else if (!wrong) {
          parser.diagnostics.error(position, "offsetof needs a constant index into an array here");
          wrong = true;
        }
        continue;
      }
      if (!first) {
        cursor.expect(TokenKind.DOT, "between members");
      }
      first = false;
      final int namePosition = cursor.position();
      final String name = cursor.expectIdentifier("as the name of a member");
      final List<Field> path =
          type.unqualified() instanceof RecordType record ? record.path(name) : List.of();
      if (path.isEmpty() && !wrong) {
        parser.diagnostics.error(
            namePosition,
            "'" + type.describe() + "' has no member '" + name + "'; correct the name");
        wrong = true;
      }
      for (final Field field : path) {
        offset += field.offset();
        type = field.type();
      }
    }
    cursor.advance();
    return wrong
        ? new Expression.Erroneous(position)
        : new Expression.IntegerConstant(IntegerType.UNSIGNED_LONG, offset, position);
  }
}
