package dev.sargasso.ir.program;

import dev.sargasso.ir.debug.GlobalDescription;
import dev.sargasso.ir.graph.Signature;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One unit of translation: functions, globals, and declarations of what is defined elsewhere. */
public final class Program {
  private final String name;
  private final Map<String, Function> functions = new LinkedHashMap<>();
  private final Map<String, Global> globals = new LinkedHashMap<>();
  private final Map<String, External> externals = new LinkedHashMap<>();
  private final List<GlobalDescription> descriptions = new ArrayList<>();
  private boolean freestanding;

  /**
   * A symbol defined elsewhere.
   *
   * @param name the symbol
   * @param signature of a function; null for data
   */
  public record External(String name, @Nullable Signature signature) {}

  /**
   * @param name for messages, usually that of the source file
   */
  public Program(String name) {
    this.name = name;
  }

  /** The name of the unit. */
  public String name() {
    return name;
  }

  /**
   * Whether functions that are defined elsewhere need not be those of the C library, even if they
   * have their names.
   */
  public boolean isFreestanding() {
    return freestanding;
  }

  /** Sets whether names of the C library mean nothing. */
  public void setFreestanding(boolean isFreestanding) {
    freestanding = isFreestanding;
  }

  /** Functions defined here, in order of definition. */
  public Collection<Function> functions() {
    return Collections.unmodifiableCollection(functions.values());
  }

  /** Globals defined here, in order of definition. */
  public Collection<Global> globals() {
    return Collections.unmodifiableCollection(globals.values());
  }

  /** Symbols defined elsewhere, in order of declaration. */
  public Collection<External> externals() {
    return Collections.unmodifiableCollection(externals.values());
  }

  /** The function of this name, or null. */
  public @Nullable Function function(String symbol) {
    return functions.get(symbol);
  }

  /** The global of this name, or null. */
  public @Nullable Global global(String symbol) {
    return globals.get(symbol);
  }

  /** The external of this name, or null. */
  public @Nullable External external(String symbol) {
    return externals.get(symbol);
  }

  /** Defines a function. A former external of that name is dropped. */
  public void add(Function function) {
    requireUndefined(function.name());
    externals.remove(function.name());
    functions.put(function.name(), function);
  }

  /** Defines a global. A former external of that name is dropped. */
  public void add(Global global) {
    requireUndefined(global.name());
    externals.remove(global.name());
    globals.put(global.name(), global);
  }

  /** Puts another definition in the place of that of a global; its symbol and size are the same. */
  public void replace(Global global) {
    Global old = globals.get(global.name());
    if (old == null || old.size() != global.size()) {
      throw new IllegalArgumentException("no global '" + global.name() + "' of that size");
    }
    globals.put(global.name(), global);
  }

  /** Declares an external, unless the name is defined here. */
  public void declare(External external) {
    if (!functions.containsKey(external.name) && !globals.containsKey(external.name)) {
      externals.putIfAbsent(external.name, external);
    }
  }

  /** What debuggers are told of globals; empty if nobody asked for it. */
  public List<GlobalDescription> descriptions() {
    return Collections.unmodifiableList(descriptions);
  }

  /** Adds what debuggers are told of a global. */
  public void describe(GlobalDescription description) {
    descriptions.add(description);
  }

  /** Removes a function that nothing refers to any more. */
  public void remove(Function function) {
    functions.remove(function.name());
  }

  private void requireUndefined(String symbol) {
    if (functions.containsKey(symbol) || globals.containsKey(symbol)) {
      throw new IllegalArgumentException("symbol '" + symbol + "' is defined twice");
    }
  }
}
