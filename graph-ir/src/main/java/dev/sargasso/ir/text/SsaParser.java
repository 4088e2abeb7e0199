package dev.sargasso.ir.text;

import dev.sargasso.ir.build.SsaConstruction;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads the SSA notation (file suffix {@code .ssa}), which {@code docs/notation.md} defines, into
 * programs whose functions are seas of nodes. Linear in the text, but for the dominator iteration.
 */
public final class SsaParser {
  private final Cursor cursor;
  private final Program program;
  private final Declarations declarations;
  private final SsaGrammar grammar;
  private final List<FunctionSyntax> functions = new ArrayList<>();

  private SsaParser(SourceText source) {
    Errors errors = new Errors(source);
    cursor = Lexer.read(source, errors);
    program = new Program(source.file());
    declarations = new Declarations(cursor, program);
    grammar = new SsaGrammar(cursor, declarations);
  }

  /**
   * Reads a program.
   *
   * @param file the name for messages and positions
   * @param text the contents
   * @param simplifier is called on each node as it is made; stays with the graphs
   * @throws ParseException if the text is wrong
   */
  public static Program parse(String file, String text, Simplifier simplifier) {
    return parse(new SourceText(file, text), simplifier);
  }

  /**
   * Reads a program.
   *
   * @param simplifier is called on each node as it is made; stays with all graphs, so it must bear
   *     being used by several threads if the functions are to be
   * @throws ParseException if the text is wrong
   */
  public static Program parse(SourceText source, Simplifier simplifier) {
    return parse(source, () -> simplifier);
  }

  /**
   * Reads a program.
   *
   * @param simplifiers gives each function's graph its simplifier
   * @throws ParseException if the text is wrong
   */
  public static Program parse(SourceText source, Supplier<Simplifier> simplifiers) {
    return parse(source, simplifiers, SsaConstruction.BRAUN);
  }

  /**
   * Reads a program.
   *
   * @param simplifiers gives each function's graph its simplifier
   * @param construction how parameters and phis of blocks, and memory, become phis
   * @throws ParseException if the text is wrong
   */
  public static Program parse(
      SourceText source, Supplier<Simplifier> simplifiers, SsaConstruction construction) {
    SsaParser parser = new SsaParser(source);
    parser.read();
    return parser.build(source, simplifiers, construction);
  }

  private void read() {
    while (!cursor.is(TokenKind.END)) {
      int place = cursor.place();
      try {
        item();
      } catch (Cursor.Recovery e) {
        while (!cursor.is(TokenKind.END)
            && (cursor.place() == place || cursor.continuesLine() || !atItem())) {
          cursor.skipLine();
        }
      }
    }
    cursor.errors().check();
  }

  private boolean atItem() {
    return cursor.isWord("func")
        || cursor.isWord("extern")
        || cursor.isWord("global")
        || cursor.isWord("const")
        || cursor.isWord("local")
        || cursor.isWord("hidden")
        || cursor.isWord("weak");
  }

  private void item() {
    Linkage linkage = Declarations.linkage(cursor);
    if (cursor.isWord("func")) {
      FunctionSyntax function = grammar.function(linkage);
      declarations.define(function.name(), function.offset());
      functions.add(function);
    } else if (cursor.isWord("global") || cursor.isWord("const")) {
      declarations.global(linkage);
    } else if (cursor.isWord("extern") && linkage == Linkage.GLOBAL) {
      declarations.external();
    } else {
      throw cursor.fail(
          "'func', 'global', 'const' or 'extern' expected, but found " + cursor.found());
    }
  }

  private Program build(
      SourceText source, Supplier<Simplifier> simplifiers, SsaConstruction construction) {
    Symbols symbols = new Symbols(program);
    for (FunctionSyntax function : functions) {
      symbols.addFunction(function.name(), function.signature());
    }
    for (FunctionSyntax function : functions) {
      SsaFunctionReader reader =
          new SsaFunctionReader(function, source, cursor.errors(), declarations, symbols);
      program.add(reader.read(simplifiers.get(), construction));
    }
    cursor.errors().check();
    return program;
  }
}
