package dev.sargasso.frontend.c.parse;

import dev.sargasso.frontend.c.check.FunctionScope;
import dev.sargasso.frontend.c.lex.TokenKind;
import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.syntax.Statement;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.Conversions;
import dev.sargasso.frontend.c.type.IntegerType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads statements (C11 6.8). */
final class StatementParser {
  private final Parser parser;
  private final TokenCursor cursor;
  private int loops;
  private @Nullable SwitchScope innermostSwitch;
  private int switches;

  /** The cases of a switch in work. */
  private static final class SwitchScope {
    final IntegerType type;
    final List<Long> cases = new ArrayList<>();
    final Set<Long> known = new HashSet<>();
    boolean hasDefault;
    final @Nullable SwitchScope outer;

    SwitchScope(final IntegerType type, final @Nullable SwitchScope outer) {
      this.type = type;
      this.outer = outer;
    }
  }

  StatementParser(final Parser parser) {
    this.parser = parser;
    this.cursor = parser.cursor;
  }

  private FunctionScope function() {
    return Objects.requireNonNull(parser.function, "statements stand in functions");
  }

  /** The body of a function, whose parameters are in the innermost scope already. */
  Statement.Block parseBody() {
    loops = 0;
    switches = 0;
    innermostSwitch = null;
    return parseBlock();
  }

  /** Statements in braces; the scope is the caller's. */
  private Statement.Block parseBlock() {
    final int position = cursor.position();
    cursor.enter();
    cursor.expect(TokenKind.LEFT_BRACE, "to begin a block");
    final List<Statement> statements = new ArrayList<>();
    while (!cursor.is(TokenKind.RIGHT_BRACE)) {
      if (cursor.is(TokenKind.END)) {
        throw cursor.error("'}' is expected before the end of the file, to close a block");
      }
      parseItem(statements);
    }
    final int end = cursor.position();
    cursor.advance();
    cursor.leave();
    return new Statement.Block(statements, position, end);
  }

  /** A statement or declaration of a block; after an error, the rest of it is skipped. */
  private void parseItem(final List<Statement> into) {
    final int start = cursor.index();
    final int depth = cursor.depth();
    final int loopsBefore = loops;
    final int switchesBefore = switches;
    final SwitchScope switchBefore = innermostSwitch;
    try {
      if (parser.specifiers.startsDeclaration()) {
        parser.unit.parseLocal(into);
      } else {
        parseStatement(into);
      }
    } catch (SyntaxError e) {
      cursor.restoreDepth(depth);
      loops = loopsBefore;
      switches = switchesBefore;
      innermostSwitch = switchBefore;
      cursor.recover(start, true);
    }
  }

  /** A statement that is part of another one, with its labels. */
  private Statement parseNested() {
    cursor.enter();
    final int position = cursor.position();
    final List<Statement> statements = new ArrayList<>(1);
    if (parser.specifiers.startsDeclaration()) {
      throw cursor.error("a declaration cannot stand here; put it in braces");
    }
    parseStatement(statements);
    cursor.leave();
    return statements.size() == 1
        ? statements.getFirst()
        : new Statement.Block(statements, position, cursor.position());
  }

  private void parseStatement(final List<Statement> into) {
    while (parseLabel(into)) {
      // Labels before the statement.
    }
    final int position = cursor.position();
    switch (cursor.kind()) {
      case LEFT_BRACE -> {
        parser.symbols.enter();
        try {
          into.add(parseBlock());
        } finally {
          parser.symbols.leave();
        }
      }
      case SEMICOLON -> cursor.advance();
      case IF -> into.add(parseIf());
      case WHILE -> into.add(parseWhile());
      case DO -> into.add(parseDo());
      case FOR -> into.add(parseFor());
      case SWITCH -> into.add(parseSwitch());
      case GOTO -> {
        cursor.advance();
        final int namePosition = cursor.position();
        if (cursor.is(TokenKind.STAR)) {
          throw cursor.error("computed jumps are not supported; use a switch");
        }
        final String name = cursor.expectIdentifier("after goto");
        into.add(new Statement.Goto(function().useLabel(name, namePosition), position));
        cursor.expectSemicolon("after goto");
      }
      case BREAK -> {
        if (loops == 0 && switches == 0) {
          parser.diagnostics.error(
              position, "break stands outside of every loop and switch; remove it");
        }
        cursor.advance();
        cursor.expectSemicolon("after break");
        into.add(new Statement.Break(position));
      }
      case CONTINUE -> {
        if (loops == 0) {
          parser.diagnostics.error(position, "continue stands outside of every loop; remove it");
        }
        cursor.advance();
        cursor.expectSemicolon("after continue");
        into.add(new Statement.Continue(position));
      }
      case RETURN -> into.add(parseReturn());
      case ELSE -> throw cursor.error("this else belongs to no if; remove it or add the if");
      case ASM -> throw cursor.error("assembly in functions is not supported; write it in C");
      case ATTRIBUTE -> {
        parser.attributes.skip();
        cursor.expectSemicolon("after an attribute");
      }
      default -> {
        if (cursor.is(TokenKind.IDENTIFIER)
            && cursor.kind(1) == TokenKind.IDENTIFIER
            && parser.symbols.find(cursor.text()) == null) {
          throw cursor.error(
              "'" + cursor.text() + "' is not a type; declare it, or correct its name");
        }
        final Expression value = parser.expressions.parse();
        cursor.expectSemicolon("after an expression");
        into.add(new Statement.Evaluate(value, position));
      }
    }
  }

  private boolean parseLabel(final List<Statement> into) {
    final int position = cursor.position();
    switch (cursor.kind()) {
      case CASE -> {
        cursor.advance();
        parseCase(into, position);
      }
      case DEFAULT -> {
        cursor.advance();
        final SwitchScope scope = innermostSwitch;
        if (scope == null) {
          parser.diagnostics.error(position, "default stands outside of every switch; remove it");
        } else {
          if (scope.hasDefault) {
            parser.diagnostics.error(position, "a switch has only one default; remove this one");
          }
          scope.hasDefault = true;
          into.add(new Statement.Case(-1, position));
        }
        cursor.expect(TokenKind.COLON, "after default");
      }
      case IDENTIFIER -> {
        if (cursor.kind(1) != TokenKind.COLON) {
          return false;
        }
        final String name = cursor.text();
        into.add(new Statement.Label(function().defineLabel(name, position), name, position));
        cursor.advance();
        cursor.advance();
        parser.attributes.skip();
      }
      default -> {
        return false;
      }
    }
    if (cursor.is(TokenKind.RIGHT_BRACE)) {
      throw cursor.error("a statement is expected after a label; add a ';'");
    }
    return true;
  }

  private void parseCase(final List<Statement> into, final int position) {
    final Expression value = parser.expressions.parseConditional();
    if (cursor.is(TokenKind.ELLIPSIS)) {
      throw cursor.error("ranges of cases are not supported; write the cases one by one");
    }
    cursor.expect(TokenKind.COLON, "after the value of a case");
    final SwitchScope scope = innermostSwitch;
    if (scope == null) {
      parser.diagnostics.error(position, "case stands outside of every switch; remove it");
    } else if (value instanceof Expression.IntegerConstant constant
        && constant.type().isInteger()) {
      final long key = scope.type.truncate(constant.value());
      if (!scope.known.add(key)) {
        parser.diagnostics.error(
            position, "the case " + constant.value() + " stands twice in this switch; remove one");
      } else {
        into.add(new Statement.Case(scope.cases.size(), position));
        scope.cases.add(key);
      }
    } else if (!value.type().isError()) {
      parser.diagnostics.error(
          value.position(), "the value of a case has to be an integer constant");
    }
  }

  private Expression parseCondition(final String keyword) {
    cursor.expect(TokenKind.LEFT_PARENTHESIS, "after " + keyword);
    final Expression condition = parser.operands.condition(parser.expressions.parse());
    cursor.expect(TokenKind.RIGHT_PARENTHESIS, "after the condition");
    return condition;
  }

  /** A choice, or a chain of them, which is read by a loop however long it is. */
  private Statement parseIf() {
    final List<Expression> conditions = new ArrayList<>(2);
    final List<Statement> arms = new ArrayList<>(2);
    final List<Integer> positions = new ArrayList<>(2);
    @Nullable Statement rest = null;
    while (true) {
      positions.add(cursor.position());
      cursor.advance();
      conditions.add(parseCondition("if"));
      arms.add(parseNested());
      if (!cursor.accept(TokenKind.ELSE)) {
        break;
      }
      if (!cursor.is(TokenKind.IF)) {
        rest = parseNested();
        break;
      }
    }
    for (int index = conditions.size() - 1; index >= 0; index--) {
      rest = new Statement.If(conditions.get(index), arms.get(index), rest, positions.get(index));
    }
    return Objects.requireNonNull(rest);
  }

  private Statement parseLoopBody() {
    loops++;
    final Statement body = parseNested();
    loops--;
    return body;
  }

  private Statement parseWhile() {
    final int position = cursor.position();
    cursor.advance();
    final Expression condition = parseCondition("while");
    return new Statement.While(condition, parseLoopBody(), position);
  }

  private Statement parseDo() {
    final int position = cursor.position();
    cursor.advance();
    final Statement body = parseLoopBody();
    cursor.expect(TokenKind.WHILE, "after the body of do");
    final Expression condition = parseCondition("while");
    cursor.expectSemicolon("after the condition of do");
    return new Statement.DoWhile(body, condition, position);
  }

  private Statement parseFor() {
    final int position = cursor.position();
    cursor.advance();
    cursor.expect(TokenKind.LEFT_PARENTHESIS, "after for");
    parser.symbols.enter();
    try {
      final @Nullable Statement beginning = parseBeginning();
      @Nullable Expression condition = null;
      if (!cursor.is(TokenKind.SEMICOLON)) {
        condition = parser.operands.condition(parser.expressions.parse());
      }
      cursor.expect(TokenKind.SEMICOLON, "after the condition of for");
      @Nullable Expression step = null;
      if (!cursor.is(TokenKind.RIGHT_PARENTHESIS)) {
        step = parser.expressions.parse();
      }
      cursor.expect(TokenKind.RIGHT_PARENTHESIS, "after the step of for");
      final Statement body = parseLoopBody();
      return new Statement.For(beginning, condition, step, body, position, cursor.position());
    } finally {
      parser.symbols.leave();
    }
  }

  private @Nullable Statement parseBeginning() {
    final int position = cursor.position();
    if (cursor.accept(TokenKind.SEMICOLON)) {
      return null;
    }
    if (parser.specifiers.startsDeclaration()) {
      final List<Statement> declarations = new ArrayList<>(1);
      parser.unit.parseLocal(declarations);
      return new Statement.Block(declarations, position, cursor.position());
    }
    final Expression value = parser.expressions.parse();
    cursor.expect(TokenKind.SEMICOLON, "after the beginning of for");
    return new Statement.Evaluate(value, position);
  }

  private Statement parseSwitch() {
    final int position = cursor.position();
    cursor.advance();
    cursor.expect(TokenKind.LEFT_PARENTHESIS, "after switch");
    final Expression operand = parser.operands.value(parser.expressions.parse());
    Expression value = operand;
    IntegerType type = IntegerType.LONG;
    if (operand.type().isInteger()) {
      value = parser.operands.promote(operand);
      type = Conversions.integer(value.type());
    } else if (!operand.type().isError()) {
      parser.diagnostics.error(
          operand.position(),
          "switch needs an integer, not a value of type '" + operand.type().describe() + "'");
    }
    cursor.expect(TokenKind.RIGHT_PARENTHESIS, "after the value of switch");
    final SwitchScope scope = new SwitchScope(type, innermostSwitch);
    innermostSwitch = scope;
    switches++;
    final Statement body = parseNested();
    switches--;
    innermostSwitch = scope.outer;
    return new Statement.Switch(value, scope.cases, scope.hasDefault, body, position);
  }

  private Statement parseReturn() {
    final int position = cursor.position();
    cursor.advance();
    final CType result = function().function().type().result();
    final String name = function().function().name();
    if (cursor.accept(TokenKind.SEMICOLON)) {
      if (!result.isVoid()) {
        parser.diagnostics.error(
            position, "'" + name + "' returns '" + result.describe() + "'; return needs a value");
      }
      return new Statement.Return(null, position);
    }
    final Expression value = parser.expressions.parse();
    cursor.expectSemicolon("after the value of return");
    if (result.isVoid()) {
      if (!value.type().isVoid() && !value.type().isError()) {
        parser.diagnostics.error(
            position, "'" + name + "' returns nothing; remove the value, or declare its type");
      }
      return new Statement.Return(value, position);
    }
    return new Statement.Return(
        parser.operands.assign(value, result, value.position(), "return from '" + name + "'"),
        position);
  }
}
