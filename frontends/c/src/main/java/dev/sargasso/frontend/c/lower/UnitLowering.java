package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.CFrontEndOptions;
import dev.sargasso.frontend.c.source.Diagnostics;
import dev.sargasso.frontend.c.syntax.FunctionDefinition;
import dev.sargasso.frontend.c.syntax.FunctionSymbol;
import dev.sargasso.frontend.c.syntax.FunctionTrait;
import dev.sargasso.frontend.c.syntax.TranslationUnit;
import dev.sargasso.frontend.c.syntax.VariableSymbol;
import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.build.SsaConstruction;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.InlineRequest;
import dev.sargasso.ir.program.Program;
import java.util.function.Supplier;

/** Makes the program of a translation unit. */
public final class UnitLowering {
  private UnitLowering() {}

  /**
   * Lowers a translation unit without errors. Static functions that nothing refers to are left out.
   *
   * @param unit the checked tree
   * @param name the name of the program
   * @param simplifiers gives each graph its simplifier
   * @param options how to read C
   * @param diagnostics takes the limits that the program passes; the program is then unusable
   */
  public static Program lower(
      final TranslationUnit unit,
      final String name,
      final Supplier<Simplifier> simplifiers,
      final CFrontEndOptions options,
      final Diagnostics diagnostics) {
    final Program program = new Program(name);
    program.setFreestanding(!options.library());
    final UnitContext context =
        new UnitContext(
            program,
            diagnostics,
            new TypeTags(options.strictAliasing() && !unit.mayAlias()),
            options);
    for (final FunctionDefinition definition : unit.functions()) {
      context.define(definition.symbol().linkName());
    }
    for (final VariableSymbol variable : unit.variables()) {
      context.define(variable.linkName());
    }
    for (final FunctionDefinition definition : unit.functions()) {
      final FunctionSymbol symbol = definition.symbol();
      if (symbol.isUsed() || !symbol.isLocal()) {
        program.add(lower(definition, context, simplifiers.get(), options.construction()));
      }
    }
    for (final VariableSymbol variable : unit.variables()) {
      if (!variable.isDeclaredOnly()) {
        final Global global = StaticData.of(variable, context);
        if (global != null) {
          program.add(global);
          context.describe(variable);
        }
      }
    }
    return program;
  }

  private static InlineRequest inlining(final FunctionSymbol symbol) {
    if (symbol.has(FunctionTrait.NO_INLINE)) {
      return InlineRequest.NEVER;
    }
    if (symbol.has(FunctionTrait.ALWAYS_INLINE)) {
      return InlineRequest.ALWAYS;
    }
    return symbol.isInline() ? InlineRequest.HINT : InlineRequest.NONE;
  }

  private static Function lower(
      final FunctionDefinition definition,
      final UnitContext unit,
      final Simplifier simplifier,
      final SsaConstruction construction) {
    final FunctionSymbol symbol = definition.symbol();
    final Passing declared =
        Passing.of(symbol.type().result(), symbol.type().parameters(), symbol.type().variadic());
    final Passing passing =
        definition.readsArguments() ? declared.withVariableArguments() : declared;
    final Function function =
        new Function(
            symbol.linkName(),
            passing.signature(),
            unit.linkage(symbol.export(), symbol.isLocal()),
            new Graph(simplifier),
            unit.positions().fileName(symbol.position()));
    function.setInlining(inlining(symbol));
    final FunctionBuilder builder = new FunctionBuilder(function, construction);
    final Context context = new Context(unit, definition, builder);
    context.calls.receiveParameters(passing);
    if (definition.readsArguments()) {
      context.variableArguments.save(passing);
    }
    if (context.description != null) {
      context.description.beginBody(context.graph);
    }
    new Statements(context, passing).body();
    builder.finish();
    if (context.description != null) {
      function.describe(context.description.finish());
    }
    return function;
  }
}
