package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.syntax.VariableSymbol;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.Field;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.type.Type;

/** Finds the places that expressions designate, and reads, writes and addresses them. */
final class Places {
  private final Context context;

  Places(final Context context) {
    this.context = context;
  }

  /** The place of an object. */
  Place of(final Expression expression) {
    final Place place = untagged(expression);
    return place instanceof Place.Memory memory && memory.type().isScalar()
        ? new Place.Memory(
            memory.address(),
            memory.offset(),
            memory.type(),
            Access.withTag(memory.access(), context.unit.tags().of(expression)))
        : place;
  }

  private Place untagged(final Expression expression) {
    return switch (expression) {
      case Expression.Variable variable -> ofVariable(variable.symbol(), variable.type());
      case Expression.Member member -> ofMember(member);
      case Expression.Dereference dereference -> ofTarget(dereference);
      case Expression.CompoundLiteral literal -> {
        if (literal.object().storage() != VariableSymbol.Storage.STATIC) {
          context.initialization.initialize(literal.object(), literal.initializer());
        }
        yield ofVariable(literal.object(), literal.type());
      }
      case Expression.StringConstant string ->
          inMemory(context.builder.symbol(context.unit.string(string.bytes())), 0, string.type());
      default -> {
        // The value of a structure that is no object, such as a function's result.
        final CType type = expression.type();
        yield inMemory(context.records.address(expression), 0, type);
      }
    };
  }

  private static Place.Memory inMemory(final Node address, final long offset, final CType type) {
    return new Place.Memory(address, offset, type, Context.accessFor(type));
  }

  private Place ofVariable(final VariableSymbol symbol, final CType type) {
    if (symbol.storage() == VariableSymbol.Storage.STATIC) {
      return inMemory(context.builder.symbol(context.unit.symbol(symbol)), 0, type);
    }
    return context.placeOf(symbol);
  }

  private Place ofTarget(final Expression.Dereference dereference) {
    Expression pointer = dereference.pointer();
    long offset = 0;
    while (pointer instanceof Expression.PointerOffset moved
        && moved.index() instanceof Expression.IntegerConstant index) {
      offset += index.value() * moved.scale();
      pointer = moved.pointer();
    }
    if (pointer instanceof Expression.AddressOf address) {
      final Place base = of(address.operand());
      if (base instanceof Place.Memory memory) {
        return inMemory(memory.address(), memory.offset() + offset, dereference.type());
      }
    }
    return inMemory(context.values.of(pointer), offset, dereference.type());
  }

  private Place ofMember(final Expression.Member member) {
    final Field field = member.field();
    final Place base = of(member.object());
    return switch (base) {
      case Place.Memory memory -> {
        final long offset = memory.offset() + field.offset();
        final long access = memory.access() | Context.accessFor(member.type());
        yield field.isBitField()
            ? new Place.Bits(memory.address(), offset, field, member.type(), access)
            : new Place.Memory(memory.address(), offset, member.type(), access);
      }
      case Place.InParts parts -> {
        final long offset = parts.base() + field.offset();
        final int from = parts.parts().indexAt(offset);
        yield member.type().isScalar()
            ? new Place.Variable(parts.first() + from, member.type())
            : new Place.InParts(parts.first(), parts.parts(), from, offset, member.type());
      }
      case Place.Variable _, Place.Bits _ ->
          throw new IllegalStateException("a member of " + base.type().describe());
    };
  }

  /** The address of a place in memory. */
  Node address(final Place place) {
    if (place instanceof Place.Memory memory) {
      return context.memory.at(memory.address(), memory.offset());
    }
    throw new IllegalStateException("the address of what is not in memory");
  }

  /** The value of a scalar object. */
  Node read(final Place place, final int position) {
    final Type type = context.scalar(place.type(), position);
    return switch (place) {
      case Place.Variable variable -> context.builder.read(variable.variable());
      case Place.Memory memory ->
          context.memory.load(type, memory.address(), memory.offset(), memory.access());
      case Place.Bits bits -> context.memory.loadBits(bits);
      case Place.InParts _ -> throw new IllegalStateException("a structure is no scalar");
    };
  }

  /** Changes a scalar object; returns the value that it has then. */
  Node write(final Place place, final Node value) {
    switch (place) {
      case Place.Variable variable -> context.builder.write(variable.variable(), value);
      case Place.Memory memory ->
          context.memory.store(memory.address(), memory.offset(), value, memory.access());
      case Place.Bits bits -> {
        return context.memory.storeBits(bits, value);
      }
      case Place.InParts _ -> throw new IllegalStateException("a structure is no scalar");
    }
    return value;
  }
}
