package dev.sargasso.frontend.c.parse;

import dev.sargasso.frontend.c.syntax.Export;
import dev.sargasso.frontend.c.syntax.FunctionTrait;
import dev.sargasso.frontend.c.type.CType;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A declarator with the type that it and the specifiers make (C11 6.7.6).
 *
 * @param name the declared name; empty for an abstract declarator
 * @param type the type
 * @param parameters the parameters, if it declares a function by name, else null
 * @param oldStyle whether the parameters are names alone, whose types are declared behind them
 * @param linkName the name for the linker that an __asm__ gave, or null
 * @param alignment an alignment that an attribute asked for, or 0
 * @param traits what attributes say of the function
 * @param export what attributes say of who can see it
 * @param position where the name stands, or where the declarator begins
 */
record Declarator(
    String name,
    CType type,
    @Nullable List<Parameter> parameters,
    boolean oldStyle,
    @Nullable String linkName,
    int alignment,
    Set<FunctionTrait> traits,
    Export export,
    int position) {
  /** A parameter of a function; its type is adjusted, its name may be empty. */
  record Parameter(String name, CType type, int position) {}
}
