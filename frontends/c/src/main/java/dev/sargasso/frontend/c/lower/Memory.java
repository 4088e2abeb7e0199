package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.Field;
import dev.sargasso.frontend.c.type.IntegerType;
import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;

/** Loads, stores, bit-fields and copies. */
final class Memory {
  private static final long MOST_WORDS = 4;

  private final FunctionBuilder builder;
  private final Graph graph;

  Memory(final FunctionBuilder builder) {
    this.builder = builder;
    this.graph = builder.graph();
  }

  /** An address moved by a constant. */
  Node at(final Node address, final long offset) {
    return offset == 0 ? address : builder.offset(address, graph.constant(Type.I64, offset));
  }

  /** The value of a scalar object. */
  Node load(final Type type, final Node address, final long offset, final long access) {
    return builder.load(type, at(address, offset), access);
  }

  /** Changes a scalar object. */
  void store(final Node address, final long offset, final Node value, final long access) {
    builder.store(at(address, offset), value, access);
  }

  /** The value of a bit-field, in the width of its declared type. */
  Node loadBits(final Place.Bits place) {
    final Field field = place.field();
    final Node unit =
        load(Types.ofBits(8 * field.unit()), place.address(), place.offset(), place.access());
    return extract(unit, field.bitOffset(), field.bitWidth(), place.type());
  }

  private Node extract(final Node unit, final int bitOffset, final int width, final CType type) {
    final Type own = Types.of(type);
    final Type wide = unit.type().bits() > own.bits() ? unit.type() : own;
    Node value = unit;
    if (unit.type().bits() < wide.bits()) {
      value = builder.unary(Op.ZERO_EXTEND, wide, value);
    }
    final int bits = wide.bits();
    if (Types.isSigned(type)) {
      value = shift(Op.SHL, value, bits - bitOffset - width);
      value = shift(Op.SAR, value, bits - width);
    } else {
      value = shift(Op.SHR, value, bitOffset);
      if (bitOffset + width < bits) {
        value = builder.binary(Op.AND, wide, value, graph.constant(wide, mask(width)));
      }
    }
    return bits > own.bits() ? builder.unary(Op.TRUNCATE, own, value) : value;
  }

  private Node shift(final Op op, final Node value, final int count) {
    return count == 0
        ? value
        : builder.binary(op, value.type(), value, graph.constant(value.type(), count));
  }

  private static long mask(final int width) {
    return width == 64 ? -1 : (1L << width) - 1;
  }

  /** Changes a bit-field; returns its new value in the width of its declared type. */
  Node storeBits(final Place.Bits place, final Node value) {
    final Field field = place.field();
    final Type unitType = Types.ofBits(8 * field.unit());
    final Node narrow =
        value.type().bits() > unitType.bits()
            ? builder.unary(Op.TRUNCATE, unitType, value)
            : value.type().bits() < unitType.bits()
                ? builder.unary(Op.ZERO_EXTEND, unitType, value)
                : value;
    final long mask = mask(field.bitWidth());
    Node unit = narrow;
    if (field.bitWidth() < unitType.bits()) {
      final Node old = load(unitType, place.address(), place.offset(), place.access());
      final Node kept =
          builder.binary(
              Op.AND, unitType, old, graph.constant(unitType, ~(mask << field.bitOffset())));
      final Node added =
          shift(
              Op.SHL,
              builder.binary(Op.AND, unitType, narrow, graph.constant(unitType, mask)),
              field.bitOffset());
      unit = builder.binary(Op.OR, unitType, kept, added);
    }
    store(place.address(), place.offset(), unit, place.access());
    return place.type().unqualified() == IntegerType.BOOL
        ? value
        : extract(narrow, 0, field.bitWidth(), place.type());
  }

  /** Whether a copy of so many bytes reads all of them before it writes any. */
  static boolean copiesAtOnce(final long size) {
    final Parts words = Parts.words(size);
    return size == 0 || (words != null && words.count() <= MOST_WORDS);
  }

  /** Copies an object; the two are equal or do not overlap. */
  void copy(final Node target, final Node source, final long size) {
    if (target == source || size == 0) {
      return;
    }
    final Parts words = Parts.words(size);
    if (words == null || words.count() > MOST_WORDS) {
      builder.copyMemory(target, source, (int) size);
      return;
    }
    final Node[] values = new Node[words.count()];
    for (int index = 0; index < values.length; index++) {
      values[index] =
          builder.load(Types.of(words.types().get(index)), at(source, words.offsets().get(index)));
    }
    for (int index = 0; index < values.length; index++) {
      builder.store(at(target, words.offsets().get(index)), values[index]);
    }
  }

  /** Sets an object to zero. */
  void clear(final Node target, final long size) {
    final Parts words = Parts.words(size);
    if (words == null || words.count() > MOST_WORDS) {
      builder.fillMemory(target, graph.constant(Type.I8, 0), (int) size);
      return;
    }
    for (int index = 0; index < words.count(); index++) {
      builder.store(
          at(target, words.offsets().get(index)),
          graph.constant(Types.of(words.types().get(index)), 0));
    }
  }
}
