package dev.sargasso.frontend.c.parse;

import dev.sargasso.frontend.c.lex.TokenKind;
import dev.sargasso.frontend.c.syntax.BinaryOperator;
import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.type.CType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads expressions (C11 6.5). */
final class ExpressionParser {
  private static final int LOWEST_PRECEDENCE = 1;

  private final Parser parser;
  private final TokenCursor cursor;
  private final PrimaryParser primary;

  ExpressionParser(final Parser parser) {
    this.parser = parser;
    this.cursor = parser.cursor;
    this.primary = new PrimaryParser(parser);
  }

  /** An expression with commas. */
  Expression parse() {
    Expression result = parseAssignment();
    while (cursor.is(TokenKind.COMMA)) {
      final int position = cursor.position();
      cursor.advance();
      result = parser.operators.comma(result, parseAssignment(), position);
    }
    return result;
  }

  /** An expression without commas. */
  Expression parseAssignment() {
    cursor.enter();
    final Expression left = parseConditional();
    final int position = cursor.position();
    final TokenKind kind = cursor.kind();
    final Expression result;
    if (kind == TokenKind.ASSIGN) {
      cursor.advance();
      result = parser.assignments.assign(left, parseAssignment(), position);
    } else {
      final BinaryOperator operator = combining(kind);
      if (operator == null) {
        result = left;
      } else {
        cursor.advance();
        result = parser.assignments.compound(operator, left, parseAssignment(), position);
      }
    }
    cursor.leave();
    return result;
  }

  /** An expression without assignments and commas. */
  Expression parseConditional() {
    final Expression condition = parseBinary(LOWEST_PRECEDENCE);
    if (!cursor.is(TokenKind.QUESTION)) {
      return condition;
    }
    cursor.enter();
    final int position = cursor.position();
    cursor.advance();
    if (cursor.is(TokenKind.COLON)) {
      throw cursor.error("a value is expected between '?' and ':'; write it");
    }
    final Expression whenTrue = parse();
    cursor.expect(TokenKind.COLON, "in a conditional expression");
    final Expression whenFalse = parseConditional();
    cursor.leave();
    return parser.operators.conditional(condition, whenTrue, whenFalse, position);
  }

  private Expression parseBinary(final int least) {
    Expression left = parseCast();
    while (true) {
      final TokenKind kind = cursor.kind();
      final int precedence = precedence(kind);
      if (precedence < least) {
        return left;
      }
      final int position = cursor.position();
      cursor.advance();
      final Expression right = parseBinary(precedence + 1);
      final BinaryOperator operator = binary(kind);
      left =
          operator == null
              ? parser.operators.logical(kind == TokenKind.AND, left, right, position)
              : parser.operators.binary(operator, left, right, position);
    }
  }

  private static int precedence(final TokenKind kind) {
    return switch (kind) {
      case OR -> 1;
      case AND -> 2;
      case BAR -> 3;
      case CARET -> 4;
      case AMPERSAND -> 5;
      case EQUAL, NOT_EQUAL -> 6;
      case LESS, GREATER, LESS_EQUAL, GREATER_EQUAL -> 7;
      case SHIFT_LEFT, SHIFT_RIGHT -> 8;
      case PLUS, MINUS -> 9;
      case STAR, SLASH, PERCENT -> 10;
      default -> 0;
    };
  }

  private static @Nullable BinaryOperator binary(final TokenKind kind) {
    return switch (kind) {
      case BAR -> BinaryOperator.OR;
      case CARET -> BinaryOperator.XOR;
      case AMPERSAND -> BinaryOperator.AND;
      case EQUAL -> BinaryOperator.EQUAL;
      case NOT_EQUAL -> BinaryOperator.NOT_EQUAL;
      case LESS -> BinaryOperator.LESS;
      case GREATER -> BinaryOperator.GREATER;
      case LESS_EQUAL -> BinaryOperator.LESS_EQUAL;
      case GREATER_EQUAL -> BinaryOperator.GREATER_EQUAL;
      case SHIFT_LEFT -> BinaryOperator.SHIFT_LEFT;
      case SHIFT_RIGHT -> BinaryOperator.SHIFT_RIGHT;
      case PLUS -> BinaryOperator.ADD;
      case MINUS -> BinaryOperator.SUBTRACT;
      case STAR -> BinaryOperator.MULTIPLY;
      case SLASH -> BinaryOperator.DIVIDE;
      case PERCENT -> BinaryOperator.REMAINDER;
      default -> null;
    };
  }

  private static @Nullable BinaryOperator combining(final TokenKind kind) {
    return switch (kind) {
      case STAR_ASSIGN -> BinaryOperator.MULTIPLY;
      case SLASH_ASSIGN -> BinaryOperator.DIVIDE;
      case PERCENT_ASSIGN -> BinaryOperator.REMAINDER;
      case PLUS_ASSIGN -> BinaryOperator.ADD;
      case MINUS_ASSIGN -> BinaryOperator.SUBTRACT;
      case SHIFT_LEFT_ASSIGN -> BinaryOperator.SHIFT_LEFT;
      case SHIFT_RIGHT_ASSIGN -> BinaryOperator.SHIFT_RIGHT;
      case AMPERSAND_ASSIGN -> BinaryOperator.AND;
      case CARET_ASSIGN -> BinaryOperator.XOR;
      case BAR_ASSIGN -> BinaryOperator.OR;
      default -> null;
    };
  }

  /** A cast, or an expression with unary operators. */
  private Expression parseCast() {
    if (!cursor.is(TokenKind.LEFT_PARENTHESIS) || !parser.specifiers.startsType(1)) {
      return parseUnary();
    }
    cursor.enter();
    final int position = cursor.position();
    cursor.advance();
    final CType type = parser.declarators.parseTypeName();
    cursor.expect(TokenKind.RIGHT_PARENTHESIS, "after the type of a cast");
    final Expression result =
        cursor.is(TokenKind.LEFT_BRACE)
            ? parsePostfix(parser.initializers.parseLiteral(type, position))
            : parser.operands.cast(parseCast(), type, position);
    cursor.leave();
    return result;
  }

  private Expression parseUnary() {
    final int position = cursor.position();
    final TokenKind kind = cursor.kind();
    return switch (kind) {
      case INCREMENT, DECREMENT, AMPERSAND, STAR, PLUS, MINUS, TILDE, EXCLAMATION, EXTENSION ->
          parsePrefix(kind, position);
      case SIZEOF -> parseSize(position);
      case ALIGNOF -> parseAlignment(position);
      default -> parsePostfix(primary.parse());
    };
  }

  private Expression parsePrefix(final TokenKind kind, final int position) {
    cursor.enter();
    cursor.advance();
    final boolean steps = kind == TokenKind.INCREMENT || kind == TokenKind.DECREMENT;
    final Expression operand = steps ? parseUnary() : parseCast();
    cursor.leave();
    return switch (kind) {
      case INCREMENT -> parser.assignments.step(operand, 1, true, position);
      case DECREMENT -> parser.assignments.step(operand, -1, true, position);
      case AMPERSAND -> parser.accesses.address(operand, position);
      case STAR -> parser.accesses.dereference(operand, position);
      case PLUS -> parser.operators.plus(operand, position);
      case MINUS -> parser.operators.minus(operand, position);
      case TILDE -> parser.operators.complement(operand, position);
      case EXCLAMATION -> parser.operators.not(operand, position);
      default -> operand;
    };
  }

  private Expression parseAlignment(final int position) {
    cursor.advance();
    cursor.expect(TokenKind.LEFT_PARENTHESIS, "after _Alignof");
    final CType type =
        parser.specifiers.startsType(0) ? parser.declarators.parseTypeName() : parse().type();
    cursor.expect(TokenKind.RIGHT_PARENTHESIS, "after the type");
    return parser.accesses.alignOf(type, position);
  }

  private Expression parseSize(final int position) {
    cursor.enter();
    cursor.advance();
    final Expression result;
    if (cursor.is(TokenKind.LEFT_PARENTHESIS) && parser.specifiers.startsType(1)) {
      cursor.advance();
      final CType type = parser.declarators.parseTypeName();
      cursor.expect(TokenKind.RIGHT_PARENTHESIS, "after the type");
      result =
          cursor.is(TokenKind.LEFT_BRACE)
              ? parser.accesses.sizeOf(
                  parsePostfix(parser.initializers.parseLiteral(type, position)), position)
              : parser.accesses.sizeOf(type, position);
    } else {
      result = parser.accesses.sizeOf(parseUnary(), position);
    }
    cursor.leave();
    return result;
  }

  private Expression parsePostfix(final Expression first) {
    Expression result = first;
    final int depth = cursor.depth();
    while (true) {
      final int position = cursor.position();
      switch (cursor.kind()) {
        case LEFT_BRACKET -> {
          cursor.advance();
          final Expression index = parse();
          cursor.expect(TokenKind.RIGHT_BRACKET, "after an index");
          result = parser.accesses.index(result, index, position);
        }
        case LEFT_PARENTHESIS ->
            result = parser.accesses.call(result, parseArguments(), result.position());
        case DOT, ARROW -> {
          final boolean arrow = cursor.is(TokenKind.ARROW);
          cursor.advance();
          final int namePosition = cursor.position();
          final String name = cursor.expectIdentifier("as the name of a member");
          result = parser.accesses.member(result, name, arrow, namePosition);
        }
        case INCREMENT, DECREMENT -> {
          final int sign = cursor.is(TokenKind.INCREMENT) ? 1 : -1;
          cursor.advance();
          result = parser.assignments.step(result, sign, false, position);
        }
        default -> {
          cursor.restoreDepth(depth);
          return result;
        }
      }
      // A chain of postfix operators makes the tree deeper with each of them.
      cursor.enter();
    }
  }

  private List<Expression> parseArguments() {
    cursor.advance();
    final List<Expression> arguments = new ArrayList<>();
    if (!cursor.accept(TokenKind.RIGHT_PARENTHESIS)) {
      do {
        arguments.add(parseAssignment());
      } while (cursor.accept(TokenKind.COMMA));
      if (!cursor.accept(TokenKind.RIGHT_PARENTHESIS)) {
        throw cursor.error("',' or ')' is expected after an argument, not " + cursor.found());
      }
    }
    return arguments;
  }
}
