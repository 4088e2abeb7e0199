package dev.sargasso.frontend.c.type;

import java.util.stream.Collectors;

/** Writes types as C declares them. */
final class TypeNames {
  private TypeNames() {}

  static String describe(final CType type) {
    return declare(type, "");
  }

  /** The type with a declarator in its middle. */
  private static String declare(final CType type, final String declarator) {
    return switch (type) {
      case PointerType(CType target) -> declarePointer(target, "*" + declarator);
      case QualifiedType(PointerType(CType target), int qualifiers) -> {
        final String words = QualifiedType.words(qualifiers);
        final String name = declarator.isEmpty() ? words.strip() : words + declarator;
        yield declarePointer(target, "* " + name);
      }
      case ArrayType(CType element, long length) ->
          declare(element, declarator + "[" + (length == ArrayType.UNKNOWN ? "" : length) + "]");
      case FunctionType function -> {
        final String parameters =
            function.parameters().stream().map(CType::describe).collect(Collectors.joining(", "));
        final String all =
            function.variadic()
                ? parameters + ", ..."
                : function.prototyped() && parameters.isEmpty() ? "void" : parameters;
        yield declare(function.result(), declarator + "(" + all + ")");
      }
      default -> declarator.isEmpty() ? type.describe() : type.describe() + " " + declarator;
    };
  }

  private static String declarePointer(final CType target, final String declarator) {
    final CType plain = target.unqualified();
    return declare(
        target,
        plain instanceof ArrayType || plain instanceof FunctionType
            ? "(" + declarator + ")"
            : declarator);
  }
}
