package dev.sargasso.frontend.c.parse;

import dev.sargasso.frontend.c.check.Accesses;
import dev.sargasso.frontend.c.check.Assignments;
import dev.sargasso.frontend.c.check.Declarations;
import dev.sargasso.frontend.c.check.FunctionScope;
import dev.sargasso.frontend.c.check.Operands;
import dev.sargasso.frontend.c.check.Operators;
import dev.sargasso.frontend.c.check.SymbolTable;
import dev.sargasso.frontend.c.lex.TokenBuffer;
import dev.sargasso.frontend.c.source.Diagnostics;
import dev.sargasso.frontend.c.syntax.TranslationUnit;
import org.jspecify.annotations.Nullable;

/** The parser of one translation unit: its parts, and what they share. */
public final class Parser {
  final Diagnostics diagnostics;
  final TokenCursor cursor;
  final SymbolTable symbols = new SymbolTable();
  final Operands operands;
  final Operators operators;
  final Assignments assignments;
  final Accesses accesses;
  final Declarations declarations;

  final ExpressionParser expressions;
  final SpecifierParser specifiers;
  final RecordParser records;
  final DeclaratorParser declarators;
  final AttributeParser attributes;
  final InitializerParser initializers;
  final StatementParser statements;
  final UnitParser unit;

  /** Whether the attribute of this name has been seen. */
  boolean mayAlias;

  /** The function whose body is being read, or null. */
  @Nullable FunctionScope function;

  private Parser(final TokenBuffer tokens, final Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
    cursor = new TokenCursor(tokens, diagnostics);
    operands = new Operands(diagnostics);
    operators = new Operators(diagnostics, operands);
    assignments = new Assignments(operands, operators);
    accesses = new Accesses(symbols, operands, operators);
    declarations = new Declarations(diagnostics, symbols);
    expressions = new ExpressionParser(this);
    specifiers = new SpecifierParser(this);
    records = new RecordParser(this);
    declarators = new DeclaratorParser(this);
    attributes = new AttributeParser(this);
    initializers = new InitializerParser(this);
    statements = new StatementParser(this);
    unit = new UnitParser(this);
  }

  /** Parses and checks a translation unit; it is usable only if no errors were reported. */
  public static TranslationUnit parse(final TokenBuffer tokens, final Diagnostics diagnostics) {
    return new Parser(tokens, diagnostics).unit.parse();
  }
}
