package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.type.ArrayType;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.EnumType;
import dev.sargasso.frontend.c.type.ErrorType;
import dev.sargasso.frontend.c.type.Field;
import dev.sargasso.frontend.c.type.FloatingType;
import dev.sargasso.frontend.c.type.FunctionType;
import dev.sargasso.frontend.c.type.IntegerType;
import dev.sargasso.frontend.c.type.PointerType;
import dev.sargasso.frontend.c.type.QualifiedType;
import dev.sargasso.frontend.c.type.RecordType;
import dev.sargasso.frontend.c.type.VaListType;
import dev.sargasso.frontend.c.type.VoidType;
import dev.sargasso.ir.debug.SourceType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The types of a unit as debuggers are told them; equal types of C are one. */
final class SourceTypes {
  private final Map<CType, SourceType> known = new HashMap<>();

  /** What a debugger is told of a type. */
  SourceType of(final CType type) {
    final SourceType found = known.get(type);
    if (found != null) {
      return found;
    }
    if (type instanceof RecordType record) {
      return structure(record);
    }
    final SourceType made = make(type);
    known.put(type, made);
    return made;
  }

  private SourceType make(final CType type) {
    return switch (type) {
      case IntegerType integer ->
          new SourceType.Base(integer.describe(), encoding(integer), (int) integer.size());
      case FloatingType floating ->
          new SourceType.Base(
              floating.describe(), SourceType.Encoding.FLOAT, (int) floating.size());
      case VoidType _, ErrorType _ -> new SourceType.Nothing();
      case PointerType(CType target) -> new SourceType.Pointer(of(target));
      case ArrayType(CType element, long length) -> new SourceType.Array(of(element), length);
      case QualifiedType(CType base, int qualifiers) ->
          new SourceType.Qualified(
              of(base),
              (qualifiers & QualifiedType.CONST) != 0,
              (qualifiers & QualifiedType.VOLATILE) != 0);
      case FunctionType(CType result, List<CType> parameters, boolean variadic, boolean _) ->
          new SourceType.Procedure(
              of(result), parameters.stream().map(this::of).toList(), variadic);
      case EnumType enumeration ->
          new SourceType.Enumeration(
              enumeration.tag(),
              of(enumeration.representation()),
              (int) enumeration.size(),
              enumeration.enumerators().stream()
                  .map(each -> new SourceType.Constant(each.name(), each.value()))
                  .toList());
      case VaListType list -> variableArguments(list);
      case RecordType record -> structure(record);
    };
  }

  private static SourceType.Encoding encoding(final IntegerType type) {
    return switch (type) {
      case BOOL -> SourceType.Encoding.BOOLEAN;
      case CHAR, SIGNED_CHAR -> SourceType.Encoding.SIGNED_CHARACTER;
      case UNSIGNED_CHAR -> SourceType.Encoding.UNSIGNED_CHARACTER;
      default -> type.isSigned() ? SourceType.Encoding.SIGNED : SourceType.Encoding.UNSIGNED;
    };
  }

  private SourceType structure(final RecordType record) {
    final SourceType.Structure made = new SourceType.Structure(record.tag(), record.isUnion());
    // Known before its members are: these may point back to it.
    known.put(record, made);
    if (record.isComplete()) {
      final List<SourceType.Member> members = new ArrayList<>(record.fields().size());
      for (final Field field : record.fields()) {
        members.add(
            new SourceType.Member(
                field.name(),
                of(field.type()),
                8 * field.offset() + field.bitOffset(),
                field.isBitField() ? field.bitWidth() : 0));
      }
      made.complete(record.size(), members);
    }
    return made;
  }

  /** The ABI's structure for variable arguments (section 3.5.7). */
  private SourceType variableArguments(final VaListType list) {
    final SourceType number = of(IntegerType.UNSIGNED_INT);
    final SourceType pointer = of(new PointerType(VoidType.VOID));
    final SourceType.Structure made = new SourceType.Structure("__va_list_tag", false);
    made.complete(
        list.size(),
        List.of(
            new SourceType.Member("gp_offset", number, 0, 0),
            new SourceType.Member("fp_offset", number, 32, 0),
            new SourceType.Member("overflow_arg_area", pointer, 64, 0),
            new SourceType.Member("reg_save_area", pointer, 128, 0)));
    return made;
  }
}
