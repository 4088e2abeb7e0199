package dev.sargasso.frontend.c.check;

import dev.sargasso.frontend.c.source.Diagnostics;
import dev.sargasso.frontend.c.syntax.FunctionSymbol;
import dev.sargasso.frontend.c.syntax.Linkage;
import dev.sargasso.frontend.c.syntax.Symbol;
import dev.sargasso.frontend.c.syntax.VariableSymbol;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.Compatibility;
import dev.sargasso.frontend.c.type.FunctionType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Enters declared names into their scopes, and merges what is declared more than once (6.2.2). */
public final class Declarations {
  private final Diagnostics diagnostics;
  private final SymbolTable symbols;
  private final List<VariableSymbol> statics = new ArrayList<>();
  private int localStatics;

  /** Declares names in the given scopes. */
  public Declarations(final Diagnostics diagnostics, final SymbolTable symbols) {
    this.diagnostics = diagnostics;
    this.symbols = symbols;
  }

  /** All static variables so far, in the order of their first declarations. */
  public List<VariableSymbol> statics() {
    return statics;
  }

  /** Declares a name for a type. */
  public void typeName(final String name, final CType type, final int position) {
    final Symbol old = symbols.findHere(name);
    if (old instanceof Symbol.TypeName before && Compatibility.compatible(before.type(), type)) {
      return;
    }
    if (old != null) {
      redeclared(name, old, position);
    }
    symbols.declare(name, new Symbol.TypeName(name, type, position));
  }

  /** Declares a constant of an enumeration. */
  public void enumerator(
      final String name, final CType type, final long value, final int position) {
    final Symbol old = symbols.findHere(name);
    if (old != null) {
      redeclared(name, old, position);
    }
    symbols.declare(name, new Symbol.Enumerator(name, type, value, position));
  }

  /** Declares a function; a second declaration returns the symbol of the first. */
  public FunctionSymbol function(
      final String name,
      final FunctionType type,
      final StorageClass storage,
      final boolean inline,
      final int position) {
    final Symbol here = symbols.findHere(name);
    if (here != null && !(here instanceof FunctionSymbol)) {
      redeclared(name, here, position);
    }
    final Symbol linked = symbols.findLinked(name);
    if (linked instanceof FunctionSymbol known) {
      if (!Compatibility.compatible(known.type(), type)) {
        conflict(name, known, type, position);
      } else {
        if (storage == StorageClass.STATIC && known.linkage() == Linkage.EXTERNAL) {
          diagnostics.error(
              position, "'" + name + "' was not static before; make both declarations static");
        }
        known.refineType((FunctionType) Compatibility.composite(known.type(), type));
      }
      known.addDeclaration(inline, storage == StorageClass.EXTERN);
      if (here == null) {
        symbols.declare(name, known);
      }
      return known;
    }
    if (linked != null && here == null) {
      redeclared(name, linked, position);
    }
    final Linkage linkage = storage == StorageClass.STATIC ? Linkage.INTERNAL : Linkage.EXTERNAL;
    final FunctionSymbol function = new FunctionSymbol(name, type, linkage, position);
    function.addDeclaration(inline, storage == StorageClass.EXTERN);
    symbols.declare(name, function);
    symbols.declareLinked(name, function);
    return function;
  }

  /** Declares a variable at file scope, or an extern one in a block. */
  public VariableSymbol linkedVariable(
      final String name,
      final CType type,
      final StorageClass storage,
      final boolean initialized,
      final int position) {
    final Symbol here = symbols.findHere(name);
    if (here != null && !(here instanceof VariableSymbol)) {
      redeclared(name, here, position);
    }
    final boolean only = storage == StorageClass.EXTERN && !initialized;
    if (symbols.findLinked(name) instanceof VariableSymbol known) {
      if (!Compatibility.compatible(known.type(), type)) {
        conflict(name, known, type, position);
      } else {
        if (storage == StorageClass.STATIC && known.linkage() == Linkage.EXTERNAL) {
          diagnostics.error(
              position, "'" + name + "' was not static before; make both declarations static");
        }
        known.refineType(Compatibility.composite(known.type(), type));
      }
      if (initialized && known.isDefined()) {
        diagnostics.error(
            position, "'" + name + "' is initialised twice; remove one of the initialisers");
      }
      known.setDeclaredOnly(known.isDeclaredOnly() && only);
      if (here == null) {
        symbols.declare(name, known);
      }
      return known;
    }
    final Linkage linkage = storage == StorageClass.STATIC ? Linkage.INTERNAL : Linkage.EXTERNAL;
    final VariableSymbol variable =
        new VariableSymbol(name, type, VariableSymbol.Storage.STATIC, linkage, position);
    variable.setDeclaredOnly(only);
    symbols.declare(name, variable);
    symbols.declareLinked(name, variable);
    statics.add(variable);
    return variable;
  }

  /** Declares a static variable of a block, or an unnamed static object for an empty name. */
  public VariableSymbol localStatic(final String name, final CType type, final int position) {
    final VariableSymbol variable =
        new VariableSymbol(name, type, VariableSymbol.Storage.STATIC, Linkage.INTERNAL, position);
    variable.setLinkName((name.isEmpty() ? "literal" : name) + "." + localStatics++);
    if (!name.isEmpty()) {
      declareLocal(name, variable, position);
    }
    statics.add(variable);
    return variable;
  }

  /** Declares a parameter or an automatic variable; an empty name declares nothing. */
  public VariableSymbol local(
      final String name,
      final CType type,
      final VariableSymbol.Storage storage,
      final @Nullable FunctionScope scope,
      final int position) {
    final VariableSymbol variable = new VariableSymbol(name, type, storage, Linkage.NONE, position);
    if (!name.isEmpty()) {
      declareLocal(name, variable, position);
    }
    if (scope != null) {
      scope.add(variable);
    }
    return variable;
  }

  private void declareLocal(final String name, final VariableSymbol variable, final int position) {
    final Symbol old = symbols.findHere(name);
    if (old != null) {
      redeclared(name, old, position);
    }
    symbols.declare(name, variable);
  }

  private void redeclared(final String name, final Symbol old, final int position) {
    diagnostics.error(
        position,
        "'"
            + name
            + "' is declared already, "
            + diagnostics.sources().locate(old.position())
            + "; rename one of them");
  }

  private void conflict(final String name, final Symbol old, final CType type, final int position) {
    diagnostics.error(
        position,
        "'"
            + name
            + "' has type '"
            + type.describe()
            + "' here and '"
            + old.type().describe()
            + "' before, "
            + diagnostics.sources().locate(old.position())
            + "; make them agree");
  }
}
