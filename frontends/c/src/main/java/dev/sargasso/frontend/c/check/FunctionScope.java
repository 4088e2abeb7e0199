package dev.sargasso.frontend.c.check;

import dev.sargasso.frontend.c.source.Diagnostics;
import dev.sargasso.frontend.c.syntax.FunctionSymbol;
import dev.sargasso.frontend.c.syntax.VariableSymbol;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is known of the function whose body is being read: its variables and labels. */
public final class FunctionScope {
  /** A label that was defined, or is waiting for that. */
  private static final class Label {
    final int number;
    final int firstUse;
    boolean defined;
    int uses;

    Label(final int number, final int firstUse) {
      this.number = number;
      this.firstUse = firstUse;
    }
  }

  private final FunctionSymbol function;
  private final Diagnostics diagnostics;
  private final Map<String, Label> labels = new LinkedHashMap<>();
  private int variables;
  private boolean readsArguments;

  /** The scope of a function's body. */
  public FunctionScope(final FunctionSymbol function, final Diagnostics diagnostics) {
    this.function = function;
    this.diagnostics = diagnostics;
  }

  /** The function. */
  public FunctionSymbol function() {
    return function;
  }

  /** Whether the body reads variable arguments. */
  public boolean readsArguments() {
    return readsArguments;
  }

  /** Notes that the body reads variable arguments. */
  public void readArguments() {
    readsArguments = true;
  }

  /** Numbers a parameter or automatic variable. */
  public void add(final VariableSymbol variable) {
    variable.setIndex(variables++);
  }

  /** The number of parameters and automatic variables so far. */
  public int variableCount() {
    return variables;
  }

  /** For each label, by its number, how many jumps go to it. */
  public List<Integer> labelUses() {
    return labels.values().stream().map(label -> label.uses).toList();
  }

  /** The number of a label that a jump goes to. */
  public int useLabel(final String name, final int position) {
    final Label label = labels.computeIfAbsent(name, _ -> new Label(labels.size(), position));
    label.uses++;
    return label.number;
  }

  /** The number of a label that stands here. */
  public int defineLabel(final String name, final int position) {
    final Label label = labels.computeIfAbsent(name, _ -> new Label(labels.size(), position));
    if (label.defined) {
      diagnostics.error(
          position, "label '" + name + "' stands twice in this function; rename one of them");
    }
    label.defined = true;
    return label.number;
  }

  /** Reports the labels that jumps go to and that do not exist. */
  public void finish() {
    for (final Map.Entry<String, Label> entry : labels.entrySet()) {
      if (!entry.getValue().defined) {
        diagnostics.error(
            entry.getValue().firstUse,
            "label '" + entry.getKey() + "' is not in this function; define it or correct it");
      }
    }
  }
}
