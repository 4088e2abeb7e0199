package dev.sargasso.frontend.c.parse;

import dev.sargasso.frontend.c.check.FunctionScope;
import dev.sargasso.frontend.c.check.StorageClass;
import dev.sargasso.frontend.c.lex.TokenKind;
import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.syntax.FunctionDefinition;
import dev.sargasso.frontend.c.syntax.FunctionSymbol;
import dev.sargasso.frontend.c.syntax.Linkage;
import dev.sargasso.frontend.c.syntax.Statement;
import dev.sargasso.frontend.c.syntax.TranslationUnit;
import dev.sargasso.frontend.c.syntax.VariableSymbol;
import dev.sargasso.frontend.c.type.ArrayType;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.Conversions;
import dev.sargasso.frontend.c.type.ErrorType;
import dev.sargasso.frontend.c.type.FunctionType;
import dev.sargasso.frontend.c.type.VoidType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads declarations and function definitions, and the file as a whole (C11 6.7, 6.9). */
final class UnitParser {
  private final Parser parser;
  private final TokenCursor cursor;
  private final List<FunctionDefinition> functions = new ArrayList<>();

  UnitParser(final Parser parser) {
    this.parser = parser;
    this.cursor = parser.cursor;
  }

  /** The whole file. */
  TranslationUnit parse() {
    if (cursor.is(TokenKind.END)) {
      parser.diagnostics.error(
          cursor.position(), "the file declares nothing; a program needs at least a function");
    }
    while (!cursor.is(TokenKind.END)) {
      final int start = cursor.index();
      final int depth = cursor.depth();
      try {
        parseExternal();
      } catch (SyntaxError e) {
        cursor.restoreDepth(depth);
        cursor.recover(start, false);
      }
    }
    finishVariables();
    return new TranslationUnit(functions, parser.declarations.statics(), parser.mayAlias);
  }

  private void parseExternal() {
    switch (cursor.kind()) {
      case SEMICOLON -> cursor.advance();
      case STATIC_ASSERT -> parseStaticAssert();
      case ASM -> throw cursor.error("assembly at file scope is not supported; write it in C");
      case RIGHT_BRACE -> throw cursor.error("this '}' closes nothing; remove it");
      default -> parseDeclaration(null);
    }
  }

  /** A declaration in a block; what it does at run time is added to the statements. */
  void parseLocal(final List<Statement> into) {
    if (cursor.is(TokenKind.STATIC_ASSERT)) {
      parseStaticAssert();
    } else {
      parseDeclaration(into);
    }
  }

  /** A static assertion. */
  void parseStaticAssert() {
    final int position = cursor.position();
    cursor.advance();
    cursor.expect(TokenKind.LEFT_PARENTHESIS, "after _Static_assert");
    final Expression condition = parser.expressions.parseConditional();
    String message = "";
    if (cursor.accept(TokenKind.COMMA)) {
      message = cursor.is(TokenKind.STRING) ? ": " + cursor.text() : "";
      parser.expressions.parseConditional();
    }
    cursor.expect(TokenKind.RIGHT_PARENTHESIS, "after the assertion");
    cursor.expectSemicolon("after the assertion");
    if (condition.type().isError()) {
      return;
    }
    if (!(condition instanceof Expression.IntegerConstant constant)) {
      parser.diagnostics.error(
          condition.position(), "a static assertion needs an integer constant");
    } else if (constant.value() == 0) {
      parser.diagnostics.error(position, "the static assertion does not hold" + message);
    }
  }

  private void parseDeclaration(final @Nullable List<Statement> into) {
    while (cursor.accept(TokenKind.EXTENSION)) {
      // It only silences warnings.
    }
    final Specifiers specifiers = parser.specifiers.parse(true);
    if (cursor.accept(TokenKind.SEMICOLON)) {
      return;
    }
    boolean first = true;
    do {
      final Declarator declarator = parser.declarators.parse(specifiers.type(), true, false);
      if (first
          && into == null
          && declarator.type() instanceof FunctionType type
          && declarator.parameters() != null) {
        if (declarator.oldStyle()
            && !cursor.is(TokenKind.SEMICOLON)
            && !cursor.is(TokenKind.COMMA)) {
          parseOldStyle(specifiers, declarator, type, declarator.parameters());
          return;
        }
        if (cursor.is(TokenKind.LEFT_BRACE)) {
          parseDefinition(specifiers, declarator, type, declarator.parameters());
          return;
        }
      }
      if (declarator.oldStyle()) {
        throw cursor.error("parameters need types in a declaration; write them");
      }
      first = false;
      declare(specifiers, declarator, into);
    } while (cursor.accept(TokenKind.COMMA));
    cursor.expectSemicolon("after a declaration");
  }

  private void declare(
      final Specifiers specifiers,
      final Declarator declarator,
      final @Nullable List<Statement> into) {
    final String name = declarator.name();
    final int position = declarator.position();
    final CType type = declarator.type();
    if (specifiers.storage() == StorageClass.TYPEDEF) {
      parser.declarations.typeName(name, type, position);
      if (cursor.is(TokenKind.ASSIGN)) {
        throw cursor.error("a typedef has no initial value; remove it");
      }
      return;
    }
    if (type instanceof FunctionType function) {
      final FunctionSymbol symbol =
          parser.declarations.function(
              name, function, specifiers.storage(), specifiers.inline(), position);
      if (declarator.linkName() != null) {
        symbol.setLinkName(declarator.linkName());
      }
      symbol.addTraits(specifiers.traits());
      symbol.addTraits(declarator.traits());
      symbol.export().add(specifiers.export());
      symbol.export().add(declarator.export());
      if (cursor.is(TokenKind.ASSIGN)) {
        throw cursor.error("a function has no initial value; write its body in braces");
      }
      if (cursor.is(TokenKind.LEFT_BRACE)) {
        throw cursor.error("a function cannot be defined inside another one; move it out");
      }
      return;
    }
    if (type.isVoid()) {
      parser.diagnostics.error(position, "variable '" + name + "' cannot be void; give it a type");
      // Known all the same, so that its uses are not reported too.
      declareVariable(specifiers, declarator, ErrorType.ERROR, into);
      return;
    }
    declareVariable(specifiers, declarator, type, into);
  }

  private void declareVariable(
      final Specifiers specifiers,
      final Declarator declarator,
      final CType type,
      final @Nullable List<Statement> into) {
    final String name = declarator.name();
    final int position = declarator.position();
    final boolean initialized = cursor.is(TokenKind.ASSIGN);
    final StorageClass storage = specifiers.storage();
    final FunctionScope scope = parser.function;
    final boolean linked = into == null || storage == StorageClass.EXTERN || scope == null;
    final VariableSymbol variable;
    if (linked) {
      if (into == null && (storage == StorageClass.AUTO || storage == StorageClass.REGISTER)) {
        parser.diagnostics.error(
            position,
            "a variable outside of functions cannot be auto or register; remove the word");
      }
      if (into != null && initialized) {
        parser.diagnostics.error(
            position, "an extern variable in a block has no initial value; remove it");
      }
      variable = parser.declarations.linkedVariable(name, type, storage, initialized, position);
    } else if (storage == StorageClass.STATIC) {
      variable = parser.declarations.localStatic(name, type, position);
    } else {
      variable =
          parser.declarations.local(name, type, VariableSymbol.Storage.AUTOMATIC, scope, position);
    }
    variable.align(Math.max(specifiers.alignment(), declarator.alignment()));
    if (declarator.linkName() != null) {
      variable.setLinkName(declarator.linkName());
    }
    variable.export().add(specifiers.export());
    variable.export().add(declarator.export());
    final boolean isStatic = variable.storage() == VariableSymbol.Storage.STATIC;
    InitializerParser.@Nullable Result result = null;
    if (initialized) {
      cursor.advance();
      result = parser.initializers.parse(type, name, isStatic);
      variable.refineType(result.type());
      variable.initialize(result.initializer());
      if (isStatic) {
        variable.define(result.initializer());
      }
    }
    final boolean completed = variable.type().isComplete();
    if (!completed && !(linked && mayComplete(variable))) {
      parser.diagnostics.error(
          position,
          "variable '"
              + name
              + "' has the incomplete type '"
              + type.describe()
              + "'; "
              + (type.unqualified() instanceof ArrayType ? "give its length" : "define it before"));
      variable.refineType(ErrorType.ERROR);
    }
    if (into != null && !isStatic) {
      into.add(
          new Statement.Declare(variable, result == null ? null : result.initializer(), position));
    }
  }

  /** Whether a later declaration may complete the type of a variable with linkage. */
  private static boolean mayComplete(final VariableSymbol variable) {
    return variable.isDeclaredOnly() || variable.linkage() == Linkage.EXTERNAL;
  }

  /** Checks tentative definitions at the end of the file (6.9.2). */
  private void finishVariables() {
    for (final VariableSymbol variable : parser.declarations.statics()) {
      if (variable.isDeclaredOnly() || variable.type().isComplete()) {
        continue;
      }
      if (variable.type().unqualified() instanceof ArrayType(CType element, long _)) {
        variable.refineType(new ArrayType(element, 1));
      } else {
        parser.diagnostics.error(
            variable.position(),
            "variable '"
                + variable.name()
                + "' has the incomplete type '"
                + variable.type().describe()
                + "'; define it");
      }
    }
  }

  /** A definition whose parameters are declared behind their names (6.9.1, 6). */
  private void parseOldStyle(
      final Specifiers specifiers,
      final Declarator declarator,
      final FunctionType type,
      final List<Declarator.Parameter> names) {
    final List<Declarator.Parameter> parameters = new ArrayList<>(names);
    while (!cursor.is(TokenKind.LEFT_BRACE)) {
      final Specifiers own = parser.specifiers.parse(true);
      do {
        final Declarator one = parser.declarators.parse(own.type(), true, false);
        final int index = indexOf(names, one.name());
        if (index < 0) {
          parser.diagnostics.error(
              one.position(),
              "'" + one.name() + "' is no parameter of this function; add it there");
        } else {
          parameters.set(
              index,
              new Declarator.Parameter(
                  one.name(), DeclaratorParser.adjust(one.type()), one.position()));
        }
      } while (cursor.accept(TokenKind.COMMA));
      cursor.expectSemicolon("after the declaration of a parameter");
    }
    // Calls convert nothing but promote all; the function converts what it gets.
    final List<CType> promoted = new ArrayList<>();
    for (final Declarator.Parameter parameter : parameters) {
      promoted.add(Conversions.promoteArgument(parameter.type()));
    }
    parseDefinition(
        specifiers,
        declarator,
        new FunctionType(type.result(), promoted, false, false),
        parameters);
  }

  private static int indexOf(final List<Declarator.Parameter> parameters, final String name) {
    for (int index = 0; index < parameters.size(); index++) {
      if (parameters.get(index).name().equals(name)) {
        return index;
      }
    }
    return -1;
  }

  private void parseDefinition(
      final Specifiers specifiers,
      final Declarator declarator,
      final FunctionType type,
      final List<Declarator.Parameter> parameters) {
    final String name = declarator.name();
    final int position = declarator.position();
    if (specifiers.storage() == StorageClass.TYPEDEF) {
      throw cursor.error("a typedef has no body; remove the word typedef");
    }
    // Empty parentheses in a definition say that there are no parameters.
    final FunctionType own =
        type.prototyped() || declarator.oldStyle()
            ? type
            : new FunctionType(type.result(), List.of(), false, false);
    final FunctionSymbol symbol =
        parser.declarations.function(
            name, own, specifiers.storage(), specifiers.inline(), position);
    symbol.addTraits(specifiers.traits());
    symbol.addTraits(declarator.traits());
    symbol.export().add(specifiers.export());
    symbol.export().add(declarator.export());
    if (symbol.definition() != null) {
      parser.diagnostics.error(
          position, "function '" + name + "' is defined twice; rename one of them");
    }
    if (type.variadic()) {
      // The fixed parameters work; reading the others is what the compiler cannot do.
      checkParameters(type, position);
    }
    final CType result = type.result();
    if (result != VoidType.VOID && !result.isComplete()) {
      parser.diagnostics.error(
          position, "the result type '" + result.describe() + "' is incomplete; define it before");
    }
    final FunctionScope scope = new FunctionScope(symbol, parser.diagnostics);
    parser.function = scope;
    parser.symbols.enter();
    try {
      final List<VariableSymbol> variables = new ArrayList<>(parameters.size());
      for (final Declarator.Parameter parameter : parameters) {
        variables.add(declareParameter(parameter, scope));
      }
      final int errors = parser.diagnostics.errorCount();
      final Statement.Block body = parser.statements.parseBody();
      if (parser.diagnostics.errorCount() == errors) {
        scope.finish();
      }
      final FunctionDefinition definition =
          new FunctionDefinition(
              symbol,
              variables,
              scope.variableCount(),
              scope.labelUses(),
              scope.readsArguments(),
              body,
              cursor.position());
      symbol.define(definition);
      functions.add(definition);
    } finally {
      parser.symbols.leave();
      parser.function = null;
    }
  }

  private void checkParameters(final FunctionType type, final int position) {
    if (type.parameters().isEmpty()) {
      parser.diagnostics.error(position, "'...' needs a parameter before it; add one");
    }
  }

  private VariableSymbol declareParameter(
      final Declarator.Parameter parameter, final FunctionScope scope) {
    if (!parameter.type().isComplete()) {
      parser.diagnostics.error(
          parameter.position(),
          "parameter '"
              + parameter.name()
              + "' has the incomplete type '"
              + parameter.type().describe()
              + "'; define it before");
    }
    return parser.declarations.local(
        parameter.name(),
        parameter.type(),
        VariableSymbol.Storage.PARAMETER,
        scope,
        parameter.position());
  }
}
