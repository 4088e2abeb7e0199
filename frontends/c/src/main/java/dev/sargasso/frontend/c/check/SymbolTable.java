package dev.sargasso.frontend.c.check;

import dev.sargasso.frontend.c.syntax.Symbol;
import dev.sargasso.frontend.c.type.CType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names in scope (C11 6.2.1): ordinary identifiers and tags. A look-up costs one probe whatever
 * the nesting, since each name knows its innermost meaning and leaving a scope restores the outer
 * ones.
 */
public final class SymbolTable {
  /** What a name means in one scope, and what it meant outside. */
  private static final class Binding {
    final String name;
    final boolean tag;
    final int depth;
    final @Nullable Symbol symbol;
    final @Nullable CType type;
    final @Nullable Binding outer;

    Binding(
        final String name,
        final boolean tag,
        final int depth,
        final @Nullable Symbol symbol,
        final @Nullable CType type,
        final @Nullable Binding outer) {
      this.name = name;
      this.tag = tag;
      this.depth = depth;
      this.symbol = symbol;
      this.type = type;
      this.outer = outer;
    }
  }

  private final Map<String, Binding> names = new HashMap<>(1024);
  private final Map<String, Binding> tags = new HashMap<>();
  private final Map<String, Symbol> linked = new HashMap<>();
  private final Deque<List<Binding>> scopes = new ArrayDeque<>();

  /** A table with the file scope open. */
  public SymbolTable() {
    enter();
  }

  /** Opens a scope. */
  public void enter() {
    scopes.push(new ArrayList<>(4));
  }

  /** Closes the innermost scope. */
  public void leave() {
    final List<Binding> ended = scopes.pop();
    for (int index = ended.size() - 1; index >= 0; index--) {
      final Binding binding = ended.get(index);
      final Map<String, Binding> map = binding.tag ? tags : names;
      if (binding.outer == null) {
        map.remove(binding.name);
      } else {
        map.put(binding.name, binding.outer);
      }
    }
  }

  /** Whether the innermost scope is the file. */
  public boolean isFileScope() {
    return scopes.size() == 1;
  }

  /** What an ordinary identifier means here, or null. */
  public @Nullable Symbol find(final String name) {
    final Binding binding = names.get(name);
    return binding == null ? null : binding.symbol;
  }

  /** What an ordinary identifier means in the innermost scope itself, or null. */
  public @Nullable Symbol findHere(final String name) {
    final Binding binding = names.get(name);
    return binding == null || binding.depth != scopes.size() ? null : binding.symbol;
  }

  /** Gives an ordinary identifier a meaning in the innermost scope. */
  public void declare(final String name, final Symbol symbol) {
    bind(names, new Binding(name, false, scopes.size(), symbol, null, names.get(name)));
  }

  /** The structure, union or enumeration that a tag means here, or null. */
  public @Nullable CType findTag(final String tag) {
    final Binding binding = tags.get(tag);
    return binding == null ? null : binding.type;
  }

  /** The same in the innermost scope itself. */
  public @Nullable CType findTagHere(final String tag) {
    final Binding binding = tags.get(tag);
    return binding == null || binding.depth != scopes.size() ? null : binding.type;
  }

  /** Gives a tag a meaning in the innermost scope. */
  public void declareTag(final String tag, final CType type) {
    bind(tags, new Binding(tag, true, scopes.size(), null, type, tags.get(tag)));
  }

  /** The object or function with linkage of this name, in scope or not, or null. */
  public @Nullable Symbol findLinked(final String name) {
    return linked.get(name);
  }

  /** Notes an object or function with linkage. */
  public void declareLinked(final String name, final Symbol symbol) {
    linked.put(name, symbol);
  }

  private void bind(final Map<String, Binding> map, final Binding binding) {
    map.put(binding.name, binding);
    scopes.element().add(binding);
  }
}
