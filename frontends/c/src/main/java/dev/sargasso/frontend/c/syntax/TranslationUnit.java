package dev.sargasso.frontend.c.syntax;

import java.util.List;

/**
 * A whole source file after preprocessing.
 *
 * @param functions the functions that are defined, in the order of their definitions
 * @param variables all static variables that are declared, those of blocks included
 * @param mayAlias whether some type has the attribute may_alias
 */
public record TranslationUnit(
    List<FunctionDefinition> functions, List<VariableSymbol> variables, boolean mayAlias) {}
