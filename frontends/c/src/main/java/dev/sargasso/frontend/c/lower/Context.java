package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.CFrontEndOptions;
import dev.sargasso.frontend.c.syntax.FunctionDefinition;
import dev.sargasso.frontend.c.syntax.VariableSymbol;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.FloatingType;
import dev.sargasso.frontend.c.type.RecordType;
import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * One function in work: the builder, the places of its variables, and the parts of the lowering.
 */
final class Context {
  final UnitContext unit;
  final FunctionDefinition definition;
  final FunctionBuilder builder;
  final Graph graph;
  final Arithmetic arithmetic;
  final Memory memory;
  final Places places;
  final Values values;
  final Records records;
  final Calls calls;
  final Conditions conditions;
  final Initialization initialization;
  final VariableArguments variableArguments;
  final @Nullable DescriptionRecorder description;
  private final @Nullable Place[] variables;

  Context(
      final UnitContext unit, final FunctionDefinition definition, final FunctionBuilder builder) {
    this.unit = unit;
    this.definition = definition;
    this.builder = builder;
    this.graph = builder.graph();
    this.variables = new Place[definition.variableCount()];
    description =
        unit.describing() == CFrontEndOptions.Describing.NOTHING
            ? null
            : new DescriptionRecorder(unit, definition);
    arithmetic = new Arithmetic(builder);
    memory = new Memory(builder);
    places = new Places(this);
    values = new Values(this);
    records = new Records(this);
    calls = new Calls(this);
    conditions = new Conditions(this);
    initialization = new Initialization(this);
    variableArguments = new VariableArguments(this);
  }

  /** What is made from now on comes from a place in the source. */
  void at(final int position) {
    builder.setPosition(unit.positions().pack(position));
  }

  /** The type of values of a scalar type; says that there is no arithmetic in long double. */
  Type scalar(final CType type, final int position) {
    if (type.unqualified() == FloatingType.LONG_DOUBLE) {
      unit.diagnostics()
          .error(position, "values of type 'long double' are not supported; use double");
    }
    return Types.of(type);
  }

  /** The place of a local variable, chosen on first sight. */
  Place placeOf(final VariableSymbol variable) {
    Place place = variables[variable.index()];
    if (place == null) {
      place = choose(variable);
      variables[variable.index()] = place;
    }
    return place;
  }

  /** Makes the caller's copy of a structure the place of a parameter. */
  void bindParameter(final VariableSymbol variable, final Node address) {
    if (unit.describing() == CFrontEndOptions.Describing.OBJECTS) {
      memory.copy(places.address(placeOf(variable)), address, variable.type().size());
      return;
    }
    variables[variable.index()] =
        new Place.Memory(address, 0, variable.type(), accessFor(variable.type()));
  }

  /** Whether a variable is kept in a variable of the builder. */
  boolean isInVariable(final VariableSymbol variable) {
    return variable.storage() != VariableSymbol.Storage.STATIC
        && placeOf(variable) instanceof Place.Variable;
  }

  private Place choose(final VariableSymbol variable) {
    final CType type = variable.type();
    if (!variable.isAddressTaken()
        && !type.isVolatile()
        && unit.describing() != CFrontEndOptions.Describing.OBJECTS) {
      if (type.isScalar() && type.size() <= 8) {
        return new Place.Variable(builder.newVariable(Types.of(type)), type);
      }
      if (type.unqualified() instanceof RecordType record) {
        final Parts parts =
            variable.isMemberUsed() ? Parts.members(record) : Parts.words(record.size());
        if (parts != null) {
          return inParts(parts, type);
        }
      }
    }
    return inSlot(
        newSlot(variable.name(), type.size(), variable.alignment(), variable.position()), type);
  }

  private Place inParts(final Parts parts, final CType type) {
    int first = -1;
    for (final CType part : parts.types()) {
      final int made = builder.newVariable(Types.of(part));
      first = first < 0 ? made : first;
    }
    return new Place.InParts(first, parts, 0, 0, type);
  }

  /** The place of an object that fills a slot. */
  Place.Memory inSlot(final StackSlot slot, final CType type) {
    return new Place.Memory(builder.slotAddress(slot), 0, type, accessFor(type));
  }

  /** A new slot. */
  StackSlot newSlot(final String name, final long size, final int alignment, final int position) {
    if (size > Integer.MAX_VALUE / 2) {
      unit.diagnostics()
          .error(position, "'" + name + "' is too large for the stack; make it static");
      return builder.function().newSlot(name, 8, 8);
    }
    return builder.function().newSlot(name, (int) Math.max(1, size), alignment);
  }

  /** A new slot whose size is rounded up to whole words, so that words may be read from it. */
  StackSlot newPaddedSlot(
      final String name, final long size, final int alignment, final int position) {
    return newSlot(name, (size + 7) / 8 * 8, Math.max(8, alignment), position);
  }

  /** How objects of a type are accessed. */
  static long accessFor(final CType type) {
    return type.isVolatile() ? Access.ofVolatile(Access.ANY_CLASS) : Access.of(Access.ANY_CLASS);
  }

  /** The zero of a type. */
  Node zero(final Type type) {
    return graph.constant(type, 0);
  }

  /** A truth value as a number. */
  Node number(final Node truth) {
    return builder.unary(Op.ZERO_EXTEND, Type.I32, truth);
  }
}
