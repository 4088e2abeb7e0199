package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.syntax.Initializer;
import dev.sargasso.frontend.c.syntax.VariableSymbol;
import dev.sargasso.frontend.c.type.Field;
import dev.sargasso.frontend.c.type.RecordType;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.type.Type;
import org.jspecify.annotations.Nullable;

/** The first values of automatic objects. */
final class Initialization {
  private static final long MOST_STORED = 32;

  private final Context context;

  Initialization(final Context context) {
    this.context = context;
  }

  /** A variable comes to life. */
  void declare(final VariableSymbol variable, final @Nullable Initializer initializer) {
    if (variable.type().isError()) {
      return;
    }
    if (initializer != null) {
      initialize(variable, initializer);
      return;
    }
    final Place place = context.placeOf(variable);
    if (!(place instanceof Place.Memory)) {
      // The value is arbitrary; a definite one keeps values of earlier rounds of a loop away.
      context.records.clear(place);
    }
  }

  /** Gives an object its first value. */
  void initialize(final VariableSymbol variable, final Initializer initializer) {
    final Place place = context.placeOf(variable);
    if (initializer.entries().size() == 1) {
      final Initializer.Entry only = initializer.entries().getFirst();
      if (only.offset() == 0
          && only.size() == variable.type().size()
          && only.bitField() == null
          && isWhole(only, variable)) {
        whole(place, only.value());
        return;
      }
    }
    if (!coversAll(initializer, variable.type().size()) || place instanceof Place.InParts) {
      context.at(variable.position());
      context.records.clear(place);
    }
    for (final Initializer.Entry entry : initializer.entries()) {
      enter(place, entry);
    }
  }

  private static boolean isWhole(final Initializer.Entry entry, final VariableSymbol variable) {
    return variable.type().isScalar()
        || (variable.type().unqualified() instanceof RecordType
            && entry.value().type().unqualified().equals(variable.type().unqualified()));
  }

  private void whole(final Place place, final Expression value) {
    if (value.type().unqualified() instanceof RecordType) {
      final RecordValue record = context.records.value(value);
      context.at(value.position());
      context.records.write(place, record);
    } else {
      final Node node = context.values.of(value);
      context.at(value.position());
      context.places.write(place, node);
    }
  }

  private static boolean coversAll(final Initializer initializer, final long size) {
    long next = 0;
    for (final Initializer.Entry entry : initializer.entries()) {
      if (entry.bitField() != null || entry.offset() != next) {
        return false;
      }
      next += entry.size();
    }
    return next == size;
  }

  private void enter(final Place place, final Initializer.Entry entry) {
    switch (place) {
      case Place.Memory memory -> enterMemory(memory, entry);
      case Place.InParts parts -> {
        if (entry.value().type().unqualified() instanceof RecordType) {
          final int from = parts.parts().indexAt(entry.offset());
          context.records.write(
              new Place.InParts(
                  parts.first(), parts.parts(), from, entry.offset(), entry.value().type()),
              context.records.value(entry.value()));
        } else {
          final int index = parts.parts().indexAt(entry.offset());
          context.builder.write(parts.first() + index, context.values.of(entry.value()));
        }
      }
      case Place.Variable variable ->
          context.builder.write(variable.variable(), context.values.of(entry.value()));
      case Place.Bits _ -> throw new IllegalStateException("a bit-field alone");
    }
  }

  private void enterMemory(final Place.Memory memory, final Initializer.Entry entry) {
    final Expression value = entry.value();
    final long offset = memory.offset() + entry.offset();
    final @Nullable Field bits = entry.bitField();
    if (bits != null) {
      // The entry's offset leads to the unit of the bit-field already.
      final Node node = context.values.of(value);
      context.at(value.position());
      context.memory.storeBits(
          new Place.Bits(memory.address(), offset, bits, bits.type(), memory.access()), node);
    } else if (value instanceof Expression.StringConstant string) {
      context.at(value.position());
      text(memory.address(), offset, string.bytes(), entry.size());
    } else if (value.type().unqualified() instanceof RecordType) {
      final RecordValue record = context.records.value(value);
      context.at(value.position());
      context.records.write(
          new Place.Memory(memory.address(), offset, value.type(), memory.access()), record);
    } else {
      final Node node = context.values.of(value);
      context.at(value.position());
      context.memory.store(memory.address(), offset, node, memory.access());
    }
  }

  /** Fills an array with the characters of a string literal, and zeros behind them. */
  private void text(final Node address, final long offset, final byte[] bytes, final long size) {
    final Node target = context.memory.at(address, offset);
    final long given = Math.min(bytes.length, size);
    if (size <= MOST_STORED) {
      final Parts words = Parts.words(size);
      if (words != null) {
        for (int index = 0; index < words.count(); index++) {
          final long at = words.offsets().get(index);
          final Type type = Types.of(words.types().get(index));
          long word = 0;
          for (int b = type.bytes() - 1; b >= 0; b--) {
            word = word << 8 | (at + b < given ? bytes[(int) at + b] & 0xFF : 0);
          }
          context.memory.store(
              target, at, context.graph.constant(type, word), Access.of(Access.ANY_CLASS));
        }
        return;
      }
    }
    context.builder.copyMemory(
        target, context.builder.symbol(context.unit.string(bytes)), (int) given);
    if (given < size) {
      context.builder.fillMemory(
          context.memory.at(target, given),
          context.graph.constant(Type.I8, 0),
          (int) (size - given));
    }
  }
}
