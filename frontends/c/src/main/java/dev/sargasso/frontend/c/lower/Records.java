package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.List;

/** Values of structures and unions: where they are, and how they get from one place to another. */
final class Records {
  private final Context context;

  Records(final Context context) {
    this.context = context;
  }

  /** The value of an expression of structure or union type. */
  RecordValue value(final Expression expression) {
    context.at(expression.position());
    return switch (expression) {
      case Expression.Call call -> context.calls.record(call);
      case Expression.NextArgument next -> context.variableArguments.record(next);
      case Expression.Assign assign -> {
        final RecordValue value = value(assign.value());
        context.at(assign.position());
        final Place target = context.places.of(assign.target());
        write(target, value);
        yield read(target);
      }
      case Expression.Conditional choice -> choose(choice);
      case Expression.Comma comma -> {
        context.values.effects(comma.left());
        yield value(comma.right());
      }
      case Expression.Member member when !member.isLvalue() -> memberOfValue(member);
      default -> read(context.places.of(expression));
    };
  }

  /** A structure that is a member of a value which is no object. */
  private RecordValue memberOfValue(final Expression.Member member) {
    return switch (value(member.object())) {
      case RecordValue.InMemory memory ->
          new RecordValue.InMemory(
              context.memory.at(memory.address(), member.field().offset()), memory.access());
      case RecordValue.InNodes nodes -> {
        final StackSlot slot = spill(nodes, member.object().type(), member.position());
        yield new RecordValue.InMemory(
            context.memory.at(context.builder.slotAddress(slot), member.field().offset()),
            Access.of(Access.ANY_CLASS));
      }
    };
  }

  /** A scalar member of a value which is no object, such as a function's result. */
  Node scalarMember(final Expression.Member member) {
    final RecordValue value = value(member.object());
    if (value instanceof RecordValue.InNodes nodes && !member.field().isBitField()) {
      final int index = nodes.parts().indexAt(member.field().offset());
      if (index >= 0
          && nodes.parts().types().get(index).unqualified().equals(member.type().unqualified())) {
        return nodes.values().get(index);
      }
    }
    final Node address =
        value instanceof RecordValue.InNodes nodes
            ? context.builder.slotAddress(spill(nodes, member.object().type(), member.position()))
            : ((RecordValue.InMemory) value).address();
    final long access = Access.of(Access.ANY_CLASS);
    final Place place =
        member.field().isBitField()
            ? new Place.Bits(
                address, member.field().offset(), member.field(), member.type(), access)
            : new Place.Memory(address, member.field().offset(), member.type(), access);
    return context.places.read(place, member.position());
  }

  private RecordValue choose(final Expression.Conditional choice) {
    final int whenTrue = context.builder.newBlock();
    final int whenFalse = context.builder.newBlock();
    final int after = context.builder.newBlock();
    final int result = context.builder.newVariable(Type.PTR);
    context.conditions.branch(choice.condition(), whenTrue, whenFalse);
    context.builder.seal(whenTrue);
    context.builder.seal(whenFalse);
    context.builder.setBlock(whenTrue);
    context.builder.write(result, address(choice.whenTrue()));
    context.builder.jump(after);
    context.builder.setBlock(whenFalse);
    context.builder.write(result, address(choice.whenFalse()));
    context.builder.jump(after);
    context.builder.seal(after);
    context.builder.setBlock(after);
    return new RecordValue.InMemory(context.builder.read(result), Access.of(Access.ANY_CLASS));
  }

  /** An address at which a structure's value can be read now. */
  Node address(final Expression expression) {
    return switch (value(expression)) {
      case RecordValue.InMemory memory -> memory.address();
      case RecordValue.InNodes nodes ->
          context.builder.slotAddress(spill(nodes, expression.type(), expression.position()));
    };
  }

  /** A slot that holds a value. */
  StackSlot spill(final RecordValue value, final CType type, final int position) {
    final StackSlot slot = context.newPaddedSlot("value", type.size(), type.alignment(), position);
    write(context.inSlot(slot, type.unqualified()), value);
    return slot;
  }

  /** The value of a structure at a place. */
  RecordValue read(final Place place) {
    return switch (place) {
      case Place.Memory memory ->
          new RecordValue.InMemory(context.places.address(memory), memory.access());
      case Place.InParts parts -> {
        final List<CType> types = new ArrayList<>();
        final List<Long> offsets = new ArrayList<>();
        final List<Node> values = new ArrayList<>();
        for (int index = parts.from(); index < parts.parts().count(); index++) {
          final long offset = parts.parts().offsets().get(index) - parts.base();
          if (offset >= parts.type().size()) {
            break;
          }
          types.add(parts.parts().types().get(index));
          offsets.add(offset);
          values.add(context.builder.read(parts.first() + index));
        }
        yield new RecordValue.InNodes(new Parts(types, offsets), values);
      }
      case Place.Variable _, Place.Bits _ ->
          throw new IllegalStateException("no structure at this place");
    };
  }

  /** Changes a structure. */
  void write(final Place target, final RecordValue value) {
    switch (target) {
      case Place.Memory memory -> writeMemory(memory, value);
      case Place.InParts parts -> writeParts(parts, value);
      case Place.Variable _, Place.Bits _ ->
          throw new IllegalStateException("no structure at this place");
    }
  }

  private void writeMemory(final Place.Memory target, final RecordValue value) {
    switch (value) {
      case RecordValue.InMemory source ->
          context.memory.copy(
              context.places.address(target), source.address(), target.type().size());
      case RecordValue.InNodes nodes -> {
        for (int index = 0; index < nodes.values().size(); index++) {
          context.memory.store(
              target.address(),
              target.offset() + nodes.parts().offsets().get(index),
              nodes.values().get(index),
              target.access());
        }
      }
    }
  }

  private void writeParts(final Place.InParts target, final RecordValue value) {
    final Node address;
    final long access;
    if (value instanceof RecordValue.InMemory memory) {
      address = memory.address();
      access = memory.access();
    } else if (value instanceof RecordValue.InNodes nodes && sameParts(target, nodes.parts())) {
      for (int index = 0; index < nodes.values().size(); index++) {
        context.builder.write(target.first() + target.from() + index, nodes.values().get(index));
      }
      return;
    } else {
      address =
          context.builder.slotAddress(
              spill(value, target.type(), context.definition.symbol().position()));
      access = Access.of(Access.ANY_CLASS);
    }
    // All parts are read before the first is changed: they may depend on each other.
    final List<Node> values = new ArrayList<>();
    for (int index = target.from(); index < target.parts().count(); index++) {
      final long offset = target.parts().offsets().get(index) - target.base();
      if (offset >= target.type().size()) {
        break;
      }
      values.add(
          context.memory.load(
              Types.of(target.parts().types().get(index)), address, offset, access));
    }
    for (int index = 0; index < values.size(); index++) {
      context.builder.write(target.first() + target.from() + index, values.get(index));
    }
  }

  private static boolean sameParts(final Place.InParts target, final Parts parts) {
    for (int index = 0; index < parts.count(); index++) {
      final int own = target.from() + index;
      if (own >= target.parts().count()
          || target.parts().offsets().get(own) - target.base() != parts.offsets().get(index)
          || Types.of(target.parts().types().get(own)) != Types.of(parts.types().get(index))) {
        return false;
      }
    }
    final int next = target.from() + parts.count();
    return next >= target.parts().count()
        || target.parts().offsets().get(next) - target.base() >= target.type().size();
  }

  /** Sets all parts of a structure, or its memory, to zero. */
  void clear(final Place target) {
    switch (target) {
      case Place.Memory memory ->
          context.memory.clear(context.places.address(memory), memory.type().size());
      case Place.InParts parts -> {
        for (int index = 0; index < parts.parts().count(); index++) {
          context.builder.write(
              parts.first() + index, context.zero(Types.of(parts.parts().types().get(index))));
        }
      }
      case Place.Variable variable ->
          context.builder.write(variable.variable(), context.zero(Types.of(variable.type())));
      case Place.Bits _ -> throw new IllegalStateException("a bit-field alone");
    }
  }
}
