package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.check.AddressConstant;
import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.syntax.FunctionSymbol;
import dev.sargasso.frontend.c.syntax.Initializer;
import dev.sargasso.frontend.c.syntax.VariableSymbol;
import dev.sargasso.frontend.c.type.ArrayType;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.Field;
import dev.sargasso.frontend.c.type.FloatingType;
import dev.sargasso.frontend.c.type.QualifiedType;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import java.util.ArrayList;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Lays out the contents of static variables: bytes, and addresses for the linker to fill in. */
final class StaticData {
  private final UnitContext unit;
  private byte[] bytes = new byte[0];
  private final Map<Long, Global.DataRelocation> relocations = new TreeMap<>();

  private StaticData(final UnitContext unit) {
    this.unit = unit;
  }

  /** The global that a variable is, or null after a message. */
  static @Nullable Global of(final VariableSymbol variable, final UnitContext unit) {
    final StaticData data = new StaticData(unit);
    final long size = Math.max(1, variable.type().size());
    final Initializer initializer = variable.initializer();
    if (initializer != null) {
      final long used = data.extent(initializer);
      if (used > Integer.MAX_VALUE - 16) {
        unit.diagnostics()
            .error(
                variable.position(),
                "the initial value of '" + variable.name() + "' is too large; assign it in a loop");
        return null;
      }
      data.bytes = new byte[(int) used];
      data.fill(initializer, 0);
    }
    final Linkage linkage =
        unit.linkage(
            variable.export(),
            variable.linkage() != dev.sargasso.frontend.c.syntax.Linkage.EXTERNAL);
    return new Global(
        variable.linkName(),
        size,
        variable.alignment(),
        data.bytes,
        new ArrayList<>(data.relocations.values()),
        // What another definition may replace says nothing about the contents.
        isConstant(variable.type()) && linkage != Linkage.WEAK,
        linkage);
  }

  /** The number of bytes up to the end of the last value. */
  private long extent(final Initializer initializer) {
    long extent = 0;
    for (final Initializer.Entry entry : initializer.entries()) {
      final @Nullable Field bits = entry.bitField();
      extent = Math.max(extent, entry.offset() + (bits == null ? entry.size() : bits.unit()));
    }
    return extent;
  }

  private static boolean isConstant(final CType type) {
    CType element = type;
    while (element.unqualified() instanceof ArrayType(CType inner, long _)) {
      element = inner;
    }
    return (element.qualifiers() & QualifiedType.CONST) != 0 && !element.isVolatile();
  }

  private void fill(final Initializer initializer, final long base) {
    for (final Initializer.Entry entry : initializer.entries()) {
      fill(entry, base + entry.offset());
    }
  }

  private void fill(final Initializer.Entry entry, final long offset) {
    final Expression value = entry.value();
    final @Nullable Field bits = entry.bitField();
    switch (value) {
      case Expression.IntegerConstant constant -> {
        if (bits != null) {
          fillBits(offset, bits, constant.value());
        } else {
          put(offset, constant.value(), entry.size());
        }
      }
      case Expression.FloatConstant constant -> {
        final CType type = constant.type().unqualified();
        if (type == FloatingType.LONG_DOUBLE) {
          unit.diagnostics()
              .error(
                  value.position(), "values of type 'long double' are not supported; use double");
        } else if (type == FloatingType.FLOAT) {
          put(offset, Float.floatToRawIntBits((float) constant.value()), 4);
        } else {
          put(offset, Double.doubleToRawLongBits(constant.value()), 8);
        }
      }
      case Expression.StringConstant string -> {
        final long count = Math.min(string.bytes().length, entry.size());
        clear(offset, entry.size());
        System.arraycopy(string.bytes(), 0, bytes, (int) offset, (int) count);
      }
      case Expression.CompoundLiteral literal -> {
        clear(offset, entry.size());
        fill(literal.initializer(), offset);
      }
      default -> fillAddress(Objects.requireNonNull(AddressConstant.of(value)), offset);
    }
  }

  private void fillAddress(final AddressConstant address, final long offset) {
    put(offset, 0, 8);
    final String symbol;
    if (address.text() != null) {
      symbol = unit.string(address.text().bytes());
    } else {
      switch (address.symbol()) {
        case VariableSymbol variable -> symbol = unit.symbol(variable);
        case FunctionSymbol function -> symbol = unit.symbol(function);
        case null, default -> {
          put(offset, address.offset(), 8);
          return;
        }
      }
    }
    relocations.put(offset, new Global.DataRelocation(offset, symbol, address.offset()));
  }

  private void fillBits(final long offset, final Field field, final long value) {
    long unitValue = 0;
    for (int index = field.unit() - 1; index >= 0; index--) {
      unitValue = unitValue << 8 | (bytes[(int) offset + index] & 0xFF);
    }
    final long mask = field.bitWidth() == 64 ? -1 : (1L << field.bitWidth()) - 1;
    unitValue &= ~(mask << field.bitOffset());
    unitValue |= (value & mask) << field.bitOffset();
    put(offset, unitValue, field.unit());
  }

  private void clear(final long offset, final long size) {
    for (long at = offset; at < offset + size; at++) {
      bytes[(int) at] = 0;
      relocations.remove(at);
    }
  }

  private void put(final long offset, final long value, final long size) {
    for (int index = 0; index < size; index++) {
      bytes[(int) offset + index] = (byte) (value >> (8 * index));
    }
    relocations.remove(offset);
  }
}
