package dev.sargasso.frontend.c.syntax;

import dev.sargasso.frontend.c.type.CType;

/** What an ordinary identifier means. */
public sealed interface Symbol
    permits FunctionSymbol, Symbol.Enumerator, Symbol.TypeName, VariableSymbol {
  /** The name in the source. */
  String name();

  /** Its type; for a type name, the type that it names. */
  CType type();

  /** Where it was declared first. */
  int position();

  /** A name that a typedef declared. */
  record TypeName(String name, CType type, int position) implements Symbol {}

  /** A constant of an enumeration. */
  record Enumerator(String name, CType type, long value, int position) implements Symbol {}
}
