package dev.sargasso.x64.object;

import dev.sargasso.ir.debug.SourceType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The types of a unit. Whoever refers to a type leaves room for its offset; once everything else is
 * written, the types that were asked for are, and those that they ask for, and the room is filled.
 * However deep types are nested, there is no recursion.
 */
final class DebugTypes {
  private record Reference(int place, SourceType type) {}

  private final DebugEntries entries;
  private final ByteSink out;
  private final IdentityHashMap<SourceType, Integer> offsets = new IdentityHashMap<>();
  private final ArrayDeque<SourceType> waiting = new ArrayDeque<>();
  private final List<Reference> references = new ArrayList<>();

  DebugTypes(final DebugEntries entries) {
    this.entries = entries;
    this.out = entries.bytes();
  }

  /** Leaves room for a reference to a type. */
  void refer(final SourceType type) {
    references.add(new Reference(out.size(), type));
    out.putInt(0);
    if (offsets.putIfAbsent(type, 0) == null) {
      waiting.add(type);
    }
  }

  /** Whether a type is void, to which nothing refers. */
  static boolean isNothing(final SourceType type) {
    return type instanceof SourceType.Nothing;
  }

  /** Writes all types that are wanted. */
  void finish() {
    while (!waiting.isEmpty()) {
      final SourceType type = waiting.remove();
      offsets.put(type, write(type));
    }
    for (final Reference reference : references) {
      out.setInt(reference.place(), offsets.getOrDefault(reference.type(), 0));
    }
  }

  private int write(final SourceType type) {
    return switch (type) {
      case SourceType.Base base -> base(base);
      case SourceType.Nothing _ -> throw new IllegalStateException("void is no entry");
      case SourceType.Pointer(SourceType target) -> derived(Dwarf.TAG_POINTER_TYPE, target, true);
      case SourceType.Qualified qualified -> qualified(qualified);
      case SourceType.Alias alias -> alias(alias);
      case SourceType.Array array -> array(array);
      case SourceType.Procedure procedure -> procedure(procedure);
      case SourceType.Enumeration enumeration -> enumeration(enumeration);
      case SourceType.Structure structure -> structure(structure);
    };
  }

  private int base(final SourceType.Base base) {
    final int start =
        entries.begin(
            Dwarf.TAG_BASE_TYPE,
            false,
            Dwarf.BYTE_SIZE,
            Dwarf.FORM_DATA_1,
            Dwarf.ENCODING,
            Dwarf.FORM_DATA_1,
            Dwarf.NAME,
            Dwarf.FORM_STRING);
    out.putByte(base.size());
    out.putByte(
        switch (base.encoding()) {
          case BOOLEAN -> Dwarf.BOOLEAN;
          case SIGNED -> Dwarf.SIGNED;
          case UNSIGNED -> Dwarf.UNSIGNED;
          case SIGNED_CHARACTER -> Dwarf.SIGNED_CHARACTER;
          case UNSIGNED_CHARACTER -> Dwarf.UNSIGNED_CHARACTER;
          case FLOAT -> Dwarf.FLOAT;
        });
    out.putText(base.name());
    return start;
  }

  /** A type made of another one. */
  private int derived(final int tag, final SourceType target, final boolean withSize) {
    final int start;
    if (isNothing(target)) {
      start =
          withSize
              ? entries.begin(tag, false, Dwarf.BYTE_SIZE, Dwarf.FORM_DATA_1)
              : entries.begin(tag, false);
    } else {
      start =
          withSize
              ? entries.begin(
                  tag, false, Dwarf.BYTE_SIZE, Dwarf.FORM_DATA_1, Dwarf.TYPE, Dwarf.FORM_REFERENCE)
              : entries.begin(tag, false, Dwarf.TYPE, Dwarf.FORM_REFERENCE);
    }
    if (withSize) {
      out.putByte(Long.BYTES);
    }
    if (!isNothing(target)) {
      refer(target);
    }
    return start;
  }

  private int qualified(final SourceType.Qualified type) {
    if (type.isConstant() && type.isVolatile()) {
      return derived(
          Dwarf.TAG_CONST_TYPE, new SourceType.Qualified(type.base(), false, true), false);
    }
    if (type.isConstant() || type.isVolatile()) {
      return derived(
          type.isConstant() ? Dwarf.TAG_CONST_TYPE : Dwarf.TAG_VOLATILE_TYPE, type.base(), false);
    }
    // A qualifier of which debuggers need not know: the type under another offset.
    return write(type.base());
  }

  private int alias(final SourceType.Alias alias) {
    final boolean whole = !isNothing(alias.target());
    final int start =
        whole
            ? entries.begin(
                Dwarf.TAG_TYPEDEF,
                false,
                Dwarf.NAME,
                Dwarf.FORM_STRING,
                Dwarf.TYPE,
                Dwarf.FORM_REFERENCE)
            : entries.begin(Dwarf.TAG_TYPEDEF, false, Dwarf.NAME, Dwarf.FORM_STRING);
    out.putText(alias.name());
    if (whole) {
      refer(alias.target());
    }
    return start;
  }

  private int array(final SourceType.Array array) {
    final int start = entries.begin(Dwarf.TAG_ARRAY_TYPE, true, Dwarf.TYPE, Dwarf.FORM_REFERENCE);
    refer(array.element());
    if (array.length() >= 0) {
      entries.begin(Dwarf.TAG_SUBRANGE_TYPE, false, Dwarf.COUNT, Dwarf.FORM_NUMBER);
      out.putUnsigned(array.length());
    } else {
      entries.begin(Dwarf.TAG_SUBRANGE_TYPE, false);
    }
    entries.end();
    return start;
  }

  private int procedure(final SourceType.Procedure procedure) {
    final boolean hasChildren = !procedure.parameters().isEmpty() || procedure.variadic();
    final int start;
    if (isNothing(procedure.result())) {
      start =
          entries.begin(
              Dwarf.TAG_SUBROUTINE_TYPE, hasChildren, Dwarf.PROTOTYPED, Dwarf.FORM_PRESENT);
    } else {
      start =
          entries.begin(
              Dwarf.TAG_SUBROUTINE_TYPE,
              hasChildren,
              Dwarf.PROTOTYPED,
              Dwarf.FORM_PRESENT,
              Dwarf.TYPE,
              Dwarf.FORM_REFERENCE);
      refer(procedure.result());
    }
    for (final SourceType parameter : procedure.parameters()) {
      entries.begin(Dwarf.TAG_FORMAL_PARAMETER, false, Dwarf.TYPE, Dwarf.FORM_REFERENCE);
      refer(parameter);
    }
    if (procedure.variadic()) {
      entries.begin(Dwarf.TAG_UNSPECIFIED_PARAMETERS, false);
    }
    if (hasChildren) {
      entries.end();
    }
    return start;
  }

  private int enumeration(final SourceType.Enumeration enumeration) {
    final boolean hasChildren = !enumeration.constants().isEmpty();
    final int start = named(Dwarf.TAG_ENUMERATION_TYPE, hasChildren, enumeration.name());
    out.putUnsigned(enumeration.size());
    for (final SourceType.Constant constant : enumeration.constants()) {
      entries.begin(
          Dwarf.TAG_ENUMERATOR,
          false,
          Dwarf.NAME,
          Dwarf.FORM_STRING,
          Dwarf.CONSTANT_VALUE,
          Dwarf.FORM_SIGNED);
      out.putText(constant.name());
      out.putSigned(constant.value());
    }
    if (hasChildren) {
      entries.end();
    }
    return start;
  }

  /** Begins a type that may have a name; the size must follow. */
  private int named(final int tag, final boolean hasChildren, final String name) {
    if (name.isEmpty()) {
      return entries.begin(tag, hasChildren, Dwarf.BYTE_SIZE, Dwarf.FORM_NUMBER);
    }
    final int start =
        entries.begin(
            tag, hasChildren, Dwarf.NAME, Dwarf.FORM_STRING, Dwarf.BYTE_SIZE, Dwarf.FORM_NUMBER);
    out.putText(name);
    return start;
  }

  private int structure(final SourceType.Structure structure) {
    final int tag = structure.isUnion() ? Dwarf.TAG_UNION_TYPE : Dwarf.TAG_STRUCTURE_TYPE;
    if (!structure.isComplete()) {
      final int start =
          entries.begin(
              tag, false, Dwarf.NAME, Dwarf.FORM_STRING, Dwarf.DECLARATION, Dwarf.FORM_PRESENT);
      out.putText(structure.name());
      return start;
    }
    final boolean hasChildren = !structure.members().isEmpty();
    final int start = named(tag, hasChildren, structure.name());
    out.putUnsigned(structure.size());
    for (final SourceType.Member member : structure.members()) {
      member(member);
    }
    if (hasChildren) {
      entries.end();
    }
    return start;
  }

  private void member(final SourceType.Member member) {
    final boolean isBitField = member.bitWidth() != 0;
    if (isBitField) {
      entries.begin(
          Dwarf.TAG_MEMBER,
          false,
          Dwarf.NAME,
          Dwarf.FORM_STRING,
          Dwarf.TYPE,
          Dwarf.FORM_REFERENCE,
          Dwarf.MEMBER_BIT_OFFSET,
          Dwarf.FORM_NUMBER,
          Dwarf.BIT_SIZE,
          Dwarf.FORM_NUMBER);
    } else if (member.name().isEmpty()) {
      entries.begin(
          Dwarf.TAG_MEMBER,
          false,
          Dwarf.TYPE,
          Dwarf.FORM_REFERENCE,
          Dwarf.MEMBER_LOCATION,
          Dwarf.FORM_NUMBER);
    } else {
      entries.begin(
          Dwarf.TAG_MEMBER,
          false,
          Dwarf.NAME,
          Dwarf.FORM_STRING,
          Dwarf.TYPE,
          Dwarf.FORM_REFERENCE,
          Dwarf.MEMBER_LOCATION,
          Dwarf.FORM_NUMBER);
    }
    if (!member.name().isEmpty()) {
      out.putText(member.name());
    }
    refer(member.type());
    if (isBitField) {
      out.putUnsigned(member.bitOffset());
      out.putUnsigned(member.bitWidth());
    } else {
      out.putUnsigned(member.bitOffset() / Byte.SIZE);
    }
  }
}
