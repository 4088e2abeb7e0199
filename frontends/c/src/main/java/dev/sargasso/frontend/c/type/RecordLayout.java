package dev.sargasso.frontend.c.type;

import java.util.ArrayList;
import java.util.List;

/**
 * Places the members of a structure or union as the System V ABI for x86-64 says (version 1.0,
 * section 3.1.2), bit-fields included.
 *
 * <p>A bit-field lies within an aligned unit of its declared type; the unit that accesses use is
 * the smallest aligned one of 1, 2, 4 or 8 bytes that holds all its bits.
 */
public final class RecordLayout {
  private final boolean union;
  private final boolean packed;
  private final List<Field> fields = new ArrayList<>();
  private long bits;
  private long largest;
  private int alignment = 1;

  /** An empty layout. */
  public RecordLayout(final boolean union, final boolean packed) {
    this.union = union;
    this.packed = packed;
  }

  /** Adds an ordinary member; {@code least} is an alignment that was asked for, or 0. */
  public void add(final String name, final CType type, final int least) {
    final int own = Math.max(packed ? 1 : type.alignment(), Math.max(least, 1));
    alignment = Math.max(alignment, own);
    final long size = type.isComplete() ? type.size() : 0;
    if (union) {
      fields.add(Field.ordinary(name, type, 0));
      largest = Math.max(largest, size * 8);
    } else {
      bits = roundUp(bits, own * 8L);
      fields.add(Field.ordinary(name, type, bits / 8));
      bits += size * 8;
    }
  }

  /** Adds a bit-field; one without a name only takes space. */
  public void addBitField(final String name, final CType type, final int width) {
    final long unitBits = type.size() * 8;
    if (width == 0) {
      bits = roundUp(bits, unitBits);
      return;
    }
    long position = union ? 0 : bits;
    if (!packed && position % unitBits + width > unitBits) {
      position = roundUp(position, unitBits);
    }
    if (!name.isEmpty()) {
      alignment = Math.max(alignment, packed ? 1 : type.alignment());
      int unit = 1;
      while (position / (unit * 8L) != (position + width - 1) / (unit * 8L) && unit < 8) {
        unit *= 2;
      }
      final long offset = position / (unit * 8L) * unit;
      fields.add(new Field(name, type, offset, unit, (int) (position - offset * 8), width));
    }
    if (union) {
      largest = Math.max(largest, roundUp(width, 8));
    } else {
      bits = position + width;
    }
  }

  /** Gives a type the members that were added; {@code least} is an alignment asked for, or 0. */
  public void complete(final RecordType type, final int least) {
    final int own = Math.max(alignment, Math.max(least, 1));
    type.complete(fields, roundUp(union ? largest : bits, own * 8L) / 8, own);
  }

  private static long roundUp(final long value, final long unit) {
    return (value + unit - 1) / unit * unit;
  }
}
