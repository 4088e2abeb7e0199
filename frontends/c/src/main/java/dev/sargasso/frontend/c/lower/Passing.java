package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.type.ArrayType;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.Field;
import dev.sargasso.frontend.c.type.FloatingType;
import dev.sargasso.frontend.c.type.RecordType;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * How values are passed and returned (System V ABI for x86-64 1.0, section 3.2.3).
 *
 * @param signature what the graph sees
 * @param hiddenResult whether the first parameter is the address at which the result is to be
 *     stored
 * @param arguments for each argument of the source, how it is passed
 * @param result how the result is returned; of no meaning with a hidden result
 * @param general how many general registers the arguments take
 * @param floating how many floating registers the arguments take
 */
record Passing(
    Signature signature,
    boolean hiddenResult,
    List<Way> arguments,
    Way result,
    int general,
    int floating) {
  static final int GENERAL_REGISTERS = 6;
  static final int FLOATING_REGISTERS = 8;

  /** How one value travels. */
  sealed interface Way {
    /** Not at all: void, or a structure without members. */
    record Nothing() implements Way {}

    /** As it is. */
    record Scalar(CType type) implements Way {}

    /** As up to two pieces of eight bytes, or fewer in the last. */
    record Pieces(List<Type> types, long size) implements Way {}

    /** As a copy in memory. */
    record Memory(CType type) implements Way {}
  }

  /** Counts what is taken of the registers. */
  private static final class Registers {
    int general;
    int floating;

    boolean take(final List<Type> types) {
      int moreGeneral = 0;
      int moreFloating = 0;
      for (final Type type : types) {
        if (type.isFloat()) {
          moreFloating++;
        } else {
          moreGeneral++;
        }
      }
      if (general + moreGeneral > GENERAL_REGISTERS
          || floating + moreFloating > FLOATING_REGISTERS) {
        return false;
      }
      general += moreGeneral;
      floating += moreFloating;
      return true;
    }
  }

  /** The passing of arguments of the given types. */
  static Passing of(final CType result, final List<CType> arguments, final boolean variadic) {
    final Registers registers = new Registers();
    final List<Signature.Parameter> parameters = new ArrayList<>(arguments.size() + 1);
    final List<Type> results = new ArrayList<>(2);
    final Way back = resultWay(result);
    final boolean hidden = back instanceof Way.Memory;
    switch (back) {
      case Way.Nothing _ -> {}
      case Way.Scalar(CType type) -> results.add(Types.passed(type));
      case Way.Pieces(List<Type> types, long _) -> results.addAll(types);
      case Way.Memory _ -> {
        parameters.add(Signature.Parameter.of(Type.PTR));
        results.add(Type.PTR);
        registers.general++;
      }
    }
    final List<Way> ways = new ArrayList<>(arguments.size());
    for (final CType argument : arguments) {
      final Way way = argumentWay(argument.unqualified(), registers);
      ways.add(way);
      switch (way) {
        case Way.Nothing _ -> {}
        case Way.Scalar(CType type) -> parameters.add(Signature.Parameter.of(Types.passed(type)));
        case Way.Pieces(List<Type> types, long _) -> {
          for (final Type type : types) {
            parameters.add(Signature.Parameter.of(type));
          }
        }
        case Way.Memory(CType type) ->
            parameters.add(
                new Signature.Parameter(
                    Type.PTR, (int) type.size(), Math.max(8, type.alignment())));
      }
    }
    return new Passing(
        new Signature(parameters, results, variadic),
        hidden,
        ways,
        back,
        registers.general,
        registers.floating);
  }

  /**
   * The same for the definition of a function that reads variable arguments: the registers that may
   * hold some are further parameters, and so is the address of those on the stack.
   */
  Passing withVariableArguments() {
    final List<Signature.Parameter> parameters = new ArrayList<>(signature.parameters());
    for (int register = general; register < GENERAL_REGISTERS; register++) {
      parameters.add(Signature.Parameter.of(Type.I64));
    }
    for (int register = floating; register < FLOATING_REGISTERS; register++) {
      parameters.add(Signature.Parameter.of(Type.F64));
    }
    parameters.add(Signature.Parameter.rest());
    return new Passing(
        new Signature(parameters, signature.results(), false),
        hiddenResult,
        arguments,
        result,
        general,
        floating);
  }

  private static Way resultWay(final CType type) {
    if (type.isVoid() || type.isError()) {
      return new Way.Nothing();
    }
    return type.unqualified() instanceof RecordType record
        ? recordWay(record)
        : new Way.Scalar(type.unqualified());
  }

  private static Way argumentWay(final CType type, final Registers registers) {
    if (!(type instanceof RecordType record)) {
      registers.take(List.of(Types.passed(type)));
      return new Way.Scalar(type);
    }
    final Way way = recordWay(record);
    // A structure that does not fit the registers left goes to memory as a whole.
    return way instanceof Way.Pieces pieces && !registers.take(pieces.types())
        ? new Way.Memory(type)
        : way;
  }

  private static Way recordWay(final RecordType record) {
    final long size = record.size();
    if (size == 0) {
      return new Way.Nothing();
    }
    if (size > 16) {
      return new Way.Memory(record);
    }
    final int[] classes = new int[2];
    if (!classify(record, 0, classes)) {
      return new Way.Memory(record);
    }
    final List<Type> types = new ArrayList<>(2);
    for (int index = 0; index * 8L < size; index++) {
      final long bytes = Math.min(8, size - index * 8L);
      final int kind = classes[index];
      if ((kind & GENERAL) != 0 || kind == 0) {
        types.add(bytes > 4 ? Type.I64 : Type.I32);
      } else {
        types.add(bytes > 4 && (kind & UPPER) != 0 ? Type.F64 : Type.F32);
      }
    }
    return new Way.Pieces(types, size);
  }

  private static final int GENERAL = 1;
  private static final int FLOATING = 2;

  /** Something lies in the upper half of the eight bytes. */
  private static final int UPPER = 4;

  /** Adds the classes of a type at an offset; false if it has to go to memory. */
  private static boolean classify(final CType type, final long offset, final int[] classes) {
    return switch (type.unqualified()) {
      case RecordType record -> classifyMembers(record, offset, classes);
      case ArrayType(CType element, long length) -> {
        boolean fits = true;
        for (long index = 0; fits && index < length; index++) {
          fits = classify(element, offset + index * element.size(), classes);
        }
        yield fits;
      }
      default -> {
        final boolean fits = type.size() <= 8 && offset % type.size() == 0;
        if (fits) {
          final boolean upper = offset % 8 >= 4 || type.size() == 8;
          final boolean floating = type.unqualified() instanceof FloatingType;
          classes[(int) (offset / 8)] |= (floating ? FLOATING : GENERAL) | (upper ? UPPER : 0);
        }
        yield fits;
      }
    };
  }

  private static boolean classifyMembers(
      final RecordType record, final long offset, final int[] classes) {
    for (final Field field : record.fields()) {
      if (field.isBitField()) {
        final long low = field.offset() * 8 + field.bitOffset();
        for (long bit = low; bit < low + field.bitWidth(); bit++) {
          classes[(int) ((offset * 8 + bit) / 64)] |= GENERAL;
        }
      } else if (field.type().isComplete()
          && !classify(field.type(), offset + field.offset(), classes)) {
        return false;
      }
    }
    return true;
  }
}
