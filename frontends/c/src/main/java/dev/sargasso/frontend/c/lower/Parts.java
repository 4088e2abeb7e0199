package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.type.ArrayType;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.Field;
import dev.sargasso.frontend.c.type.IntegerType;
import dev.sargasso.frontend.c.type.RecordType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts by which a small structure is kept in variables instead of memory: its scalar members,
 * or where nobody looks at the members, as few whole words as cover it.
 *
 * @param types the types of the parts
 * @param offsets where they lie in the structure, in bytes, ascending
 */
record Parts(List<CType> types, List<Long> offsets) {
  private static final int MOST = 8;
  private static final long MOST_WORDS = 4;

  Parts {
    types = List.copyOf(types);
    offsets = List.copyOf(offsets);
  }

  /** The number of parts. */
  int count() {
    return types.size();
  }

  /** The index of the part that begins at an offset, or -1. */
  int indexAt(final long offset) {
    return offsets.indexOf(offset);
  }

  /** The scalar members of a structure, or null if it has members that no variable can hold. */
  static @Nullable Parts members(final RecordType record) {
    final List<CType> types = new ArrayList<>();
    final List<Long> offsets = new ArrayList<>();
    return collect(record, 0, types, offsets) && !types.isEmpty()
        ? new Parts(types, offsets)
        : null;
  }

  private static boolean collect(
      final RecordType record, final long base, final List<CType> types, final List<Long> offsets) {
    if (record.isUnion()) {
      return false;
    }
    for (final Field field : record.fields()) {
      final CType type = field.type().unqualified();
      if (field.isBitField()
          || field.type().isVolatile()
          || type instanceof ArrayType
          || !type.isComplete()) {
        return false;
      }
      if (type instanceof RecordType inner) {
        if (!collect(inner, base + field.offset(), types, offsets)) {
          return false;
        }
      } else if (!type.isScalar() || type.size() > 8 || types.size() == MOST) {
        return false;
      } else {
        types.add(type);
        offsets.add(base + field.offset());
      }
    }
    return true;
  }

  /** The words that cover a number of bytes, largest first, or null if there are too many. */
  static @Nullable Parts words(final long size) {
    if (size == 0 || size > 8 * MOST_WORDS) {
      return null;
    }
    final List<CType> types = new ArrayList<>();
    final List<Long> offsets = new ArrayList<>();
    long at = 0;
    while (at < size) {
      final long left = size - at;
      final IntegerType word =
          left >= 8
              ? IntegerType.UNSIGNED_LONG
              : left >= 4
                  ? IntegerType.UNSIGNED_INT
                  : left >= 2 ? IntegerType.UNSIGNED_SHORT : IntegerType.UNSIGNED_CHAR;
      types.add(word);
      offsets.add(at);
      at += word.size();
    }
    return new Parts(types, offsets);
  }
}
