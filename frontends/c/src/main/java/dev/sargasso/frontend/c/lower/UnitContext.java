package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.CFrontEndOptions;
import dev.sargasso.frontend.c.source.Diagnostics;
import dev.sargasso.frontend.c.syntax.Export;
import dev.sargasso.frontend.c.syntax.FunctionSymbol;
import dev.sargasso.frontend.c.syntax.VariableSymbol;
import dev.sargasso.frontend.c.type.FunctionType;
import dev.sargasso.ir.debug.GlobalDescription;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the functions of a translation unit share: symbols, string literals, positions. */
final class UnitContext {
  private final Program program;
  private final Diagnostics diagnostics;
  private final Positions positions;
  private final Map<ByteBuffer, String> strings = new HashMap<>();
  private final Set<String> declared = new HashSet<>();
  private final Set<String> defined = new HashSet<>();

  private final TypeTags tags;
  private final CFrontEndOptions options;
  private final SourceTypes sourceTypes = new SourceTypes();

  UnitContext(
      final Program program,
      final Diagnostics diagnostics,
      final TypeTags tags,
      final CFrontEndOptions options) {
    this.options = options;
    this.tags = tags;
    this.program = program;
    this.diagnostics = diagnostics;
    this.positions = new Positions(diagnostics.sources());
  }

  /** Whether names of the C library mean nothing. */
  boolean isFreestanding() {
    return program.isFreestanding();
  }

  /** Whether a name is left to the library, since nothing in the unit defines it. */
  boolean isLibrary(final String name) {
    return !isFreestanding() && !defined.contains(name);
  }

  /** Notes what the unit defines by itself. */
  void define(final String name) {
    defined.add(name);
  }

  /** Declares a function of the library that the source need not mention. */
  void declareLibrary(final String name, final Signature signature) {
    program.declare(new Program.External(name, signature));
  }

  Diagnostics diagnostics() {
    return diagnostics;
  }

  CFrontEndOptions.Describing describing() {
    return options.describing();
  }

  /** The types as debuggers are told them. */
  SourceTypes sourceTypes() {
    return sourceTypes;
  }

  /** Tells debuggers of a variable of file scope, if they are to be told. */
  void describe(final VariableSymbol variable) {
    if (describing() == CFrontEndOptions.Describing.NOTHING
        || !variable.name().equals(variable.linkName())) {
      return;
    }
    program.describe(
        new GlobalDescription(
            variable.name(),
            variable.linkName(),
            sourceTypes.of(variable.type()),
            positions.pack(variable.position()),
            positions.fileName(variable.position()),
            variable.linkage() == dev.sargasso.frontend.c.syntax.Linkage.EXTERNAL));
  }

  TypeTags tags() {
    return tags;
  }

  Positions positions() {
    return positions;
  }

  /**
   * Who can see what is defined here.
   *
   * @param isLocal whether C makes it known to this unit only
   */
  Linkage linkage(final Export export, final boolean isLocal) {
    if (isLocal) {
      return Linkage.LOCAL;
    }
    if (export.isWeak()) {
      return Linkage.WEAK;
    }
    return export.isHidden(options.hidden()) ? Linkage.HIDDEN : Linkage.GLOBAL;
  }

  private void requireDefinition(final Export export, final String name, final int position) {
    if (export.isWeak()) {
      diagnostics.error(
          position,
          "'" + name + "' is weak and not defined here, which is not supported; define it");
    }
  }

  /** The symbol of a function, which is declared if it is defined elsewhere. */
  String symbol(final FunctionSymbol function) {
    final String name = function.linkName();
    if (function.definition() == null && declared.add(name)) {
      requireDefinition(function.export(), function.name(), function.position());
      program.declare(new Program.External(name, signature(function.type())));
    }
    return name;
  }

  /** The symbol of a static variable, which is declared if it is defined elsewhere. */
  String symbol(final VariableSymbol variable) {
    final String name = variable.linkName();
    if (variable.isDeclaredOnly() && declared.add(name)) {
      requireDefinition(variable.export(), variable.name(), variable.position());
      program.declare(new Program.External(name, null));
    }
    return name;
  }

  private static @Nullable Signature signature(final FunctionType type) {
    return Passing.of(type.result(), type.parameters(), type.variadic() || !type.prototyped())
        .signature();
  }

  /** The symbol of a string literal; equal literals are one. */
  String string(final byte[] bytes) {
    return strings.computeIfAbsent(ByteBuffer.wrap(bytes), _ -> define(bytes));
  }

  private String define(final byte[] bytes) {
    final String name = ".string." + strings.size();
    program.add(
        new Global(name, bytes.length, alignment(bytes), bytes, List.of(), true, Linkage.LOCAL));
    return name;
  }

  /** Enough for elements of every width. */
  private static int alignment(final byte[] bytes) {
    return bytes.length % 4 == 0 ? 4 : bytes.length % 2 == 0 ? 2 : 1;
  }
}
