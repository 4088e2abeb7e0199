package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.CFrontEndOptions;
import dev.sargasso.frontend.c.syntax.FunctionDefinition;
import dev.sargasso.frontend.c.syntax.FunctionSymbol;
import dev.sargasso.frontend.c.syntax.VariableSymbol;
import dev.sargasso.ir.debug.FunctionDescription;
import dev.sargasso.ir.debug.SourceScope;
import dev.sargasso.ir.debug.SourceVariable;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.StackSlot;
import java.util.ArrayList;
import java.util.List;

/** Notes while a function is lowered what debuggers are told of it. */
final class DescriptionRecorder {
  private final UnitContext unit;
  private final FunctionSymbol symbol;
  private final List<SourceScope> scopes = new ArrayList<>();
  private final List<SourceVariable> variables = new ArrayList<>();
  private int current;
  private int firstBodyNode;

  DescriptionRecorder(final UnitContext unit, final FunctionDefinition definition) {
    this.unit = unit;
    this.symbol = definition.symbol();
    scopes.add(new SourceScope(-1, pack(symbol.position()), pack(definition.end())));
  }

  private int pack(final int position) {
    return unit.positions().pack(position);
  }

  /** The parameters have their values, and the body comes. */
  void beginBody(final Graph graph) {
    firstBodyNode = graph.idLimit();
  }

  /** Names that are declared from now on are known between two positions. */
  void enter(final int position, final int end) {
    scopes.add(new SourceScope(current, pack(position), pack(end)));
    current = scopes.size() - 1;
  }

  /** Back to the scope around it. */
  void leave() {
    current = scopes.get(current).parent();
  }

  /** A variable or parameter has been declared. */
  void declare(final VariableSymbol variable, final Place place) {
    variables.add(
        new SourceVariable(
            variable.name(),
            unit.sourceTypes().of(variable.type()),
            pack(variable.position()),
            variable.storage() == VariableSymbol.Storage.PARAMETER,
            current,
            home(place)));
  }

  private SourceVariable.Home home(final Place place) {
    // What optimisation leaves of the stores to an object is not what the source has in it.
    if (unit.describing() == CFrontEndOptions.Describing.OBJECTS
        && place instanceof Place.Memory memory
        && memory.offset() == 0) {
      final Node address = memory.address();
      if (address.attribute() instanceof StackSlot slot) {
        return new SourceVariable.Home.InSlot(slot);
      }
    }
    return new SourceVariable.Home.Unknown();
  }

  /** The whole. */
  FunctionDescription finish() {
    return new FunctionDescription(
        symbol.name(),
        unit.sourceTypes().of(symbol.type().result()),
        pack(symbol.position()),
        symbol.type().prototyped(),
        scopes,
        variables,
        firstBodyNode);
  }
}
