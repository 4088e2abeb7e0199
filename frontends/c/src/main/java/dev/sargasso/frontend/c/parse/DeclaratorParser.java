package dev.sargasso.frontend.c.parse;

import dev.sargasso.frontend.c.check.StorageClass;
import dev.sargasso.frontend.c.lex.TokenKind;
import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.syntax.Symbol;
import dev.sargasso.frontend.c.syntax.VariableSymbol;
import dev.sargasso.frontend.c.type.ArrayType;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.ErrorType;
import dev.sargasso.frontend.c.type.FunctionType;
import dev.sargasso.frontend.c.type.IntegerType;
import dev.sargasso.frontend.c.type.PointerType;
import dev.sargasso.frontend.c.type.QualifiedType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads declarators and type names (C11 6.7.6, 6.7.7). A declarator is read into a list of what it
 * does to the type, from the name outward; applied from the far end, the list makes the type.
 */
final class DeclaratorParser {
  private static final long LARGEST_OBJECT = 1L << 47;

  private final Parser parser;
  private final TokenCursor cursor;

  /** One layer of a declarator. */
  private sealed interface Layer {
    record Pointer(int qualifiers) implements Layer {}

    /** An array; a length that is not constant is -2, one that is left out {@code UNKNOWN}. */
    record Array(long length, int qualifiers, int position) implements Layer {}

    record Function(
        List<Declarator.Parameter> parameters,
        boolean variadic,
        boolean prototyped,
        boolean oldStyle,
        int position)
        implements Layer {}
  }

  private static final long NOT_CONSTANT = -2;

  /** A declarator in work. */
  private static final class Draft {
    final List<Layer> layers = new ArrayList<>(4);
    String name = "";
    int position;
    final AttributeParser.Attributes attributes = new AttributeParser.Attributes();
  }

  DeclaratorParser(final Parser parser) {
    this.parser = parser;
    this.cursor = parser.cursor;
  }

  /** A type name, as in a cast. */
  CType parseTypeName() {
    final Specifiers specifiers = parser.specifiers.parse(false);
    final Declarator declarator = parse(specifiers.type(), false, true);
    return declarator.type();
  }

  /** A type as that of a parameter: arrays and functions become pointers (6.7.6.3, 7 and 8). */
  static CType adjust(final CType type) {
    return switch (type.unqualified()) {
      case FunctionType function -> new PointerType(function);
      case ArrayType(CType element, long _) -> new PointerType(element);
      default -> type;
    };
  }

  /**
   * A declarator.
   *
   * @param base the type that the specifiers say
   * @param named whether a name may be there
   * @param unnamed whether it may be missing
   */
  Declarator parse(final CType base, final boolean named, final boolean unnamed) {
    return parse(base, named, unnamed, false);
  }

  private Declarator parse(
      final CType base, final boolean named, final boolean unnamed, final boolean parameter) {
    final Draft draft = new Draft();
    draft.position = cursor.position();
    parseInto(draft, named, unnamed);
    parser.attributes.parse(draft.attributes);
    final Layer.@Nullable Function function =
        !draft.layers.isEmpty() && draft.layers.getFirst() instanceof Layer.Function first
            ? first
            : null;
    return new Declarator(
        draft.name,
        apply(draft, base, parameter),
        function == null ? null : function.parameters(),
        function != null && function.oldStyle(),
        draft.attributes.linkName,
        draft.attributes.alignment,
        draft.attributes.traits,
        draft.attributes.export,
        draft.position);
  }

  private void parseInto(final Draft draft, final boolean named, final boolean unnamed) {
    cursor.enter();
    final List<Layer> pointers = new ArrayList<>(2);
    parser.attributes.parse(draft.attributes);
    while (cursor.accept(TokenKind.STAR)) {
      cursor.checkNesting(pointers.size());
      pointers.add(new Layer.Pointer(parseQualifiers()));
      parser.attributes.parse(draft.attributes);
    }
    if (cursor.is(TokenKind.LEFT_PARENTHESIS) && opensDeclarator(named)) {
      cursor.advance();
      parseInto(draft, named, unnamed);
      cursor.expect(TokenKind.RIGHT_PARENTHESIS, "to close the declarator");
    } else if (named && cursor.is(TokenKind.IDENTIFIER)) {
      draft.name = cursor.text();
      draft.position = cursor.position();
      cursor.advance();
    } else if (!unnamed) {
      throw cursor.error("a name is expected in the declaration, not " + cursor.found());
    }
    while (true) {
      cursor.checkNesting(draft.layers.size());
      if (cursor.is(TokenKind.LEFT_BRACKET)) {
        draft.layers.add(parseArray());
      } else if (cursor.is(TokenKind.LEFT_PARENTHESIS)) {
        draft.layers.add(parseFunction());
      } else {
        break;
      }
    }
    for (int index = pointers.size() - 1; index >= 0; index--) {
      draft.layers.add(pointers.get(index));
    }
    cursor.leave();
  }

  /** Whether a parenthesis groups a declarator and does not begin a list of parameters. */
  private boolean opensDeclarator(final boolean named) {
    return switch (cursor.kind(1)) {
      case STAR, LEFT_PARENTHESIS, LEFT_BRACKET -> true;
      case ATTRIBUTE -> true;
      case IDENTIFIER -> named && !(parser.symbols.find(cursor.text(1)) instanceof Symbol.TypeName);
      default -> false;
    };
  }

  private int parseQualifiers() {
    int qualifiers = 0;
    while (true) {
      switch (cursor.kind()) {
        case CONST -> qualifiers |= QualifiedType.CONST;
        case VOLATILE -> qualifiers |= QualifiedType.VOLATILE;
        case RESTRICT -> qualifiers |= QualifiedType.RESTRICT;
        case ATOMIC -> throw cursor.error("_Atomic is not supported; use a plain type");
        default -> {
          return qualifiers;
        }
      }
      cursor.advance();
    }
  }

  private Layer parseArray() {
    final int position = cursor.position();
    cursor.advance();
    cursor.accept(TokenKind.STATIC);
    final int qualifiers = parseQualifiers();
    cursor.accept(TokenKind.STATIC);
    long length = ArrayType.UNKNOWN;
    if (cursor.is(TokenKind.STAR) && cursor.kind(1) == TokenKind.RIGHT_BRACKET) {
      cursor.advance();
      length = NOT_CONSTANT;
    } else if (!cursor.is(TokenKind.RIGHT_BRACKET)) {
      final int at = cursor.position();
      final Expression value = parser.expressions.parseAssignment();
      if (value instanceof Expression.IntegerConstant constant && constant.type().isInteger()) {
        length = constant.value();
        if (length < 0) {
          parser.diagnostics.error(
              at, "the length of an array cannot be negative; it is " + length);
          length = 1;
        }
      } else if (value.type().isError()) {
        length = 1;
      } else if (!value.type().isInteger()) {
        parser.diagnostics.error(
            at,
            "the length of an array has to be an integer, not '"
                + value.type().unqualified().describe()
                + "'");
        length = 1;
      } else {
        length = NOT_CONSTANT;
      }
    }
    cursor.expect(TokenKind.RIGHT_BRACKET, "after the length of an array");
    return new Layer.Array(length, qualifiers, position);
  }

  private Layer parseFunction() {
    final int position = cursor.position();
    cursor.advance();
    final List<Declarator.Parameter> parameters = new ArrayList<>();
    if (cursor.accept(TokenKind.RIGHT_PARENTHESIS)) {
      return new Layer.Function(parameters, false, false, false, position);
    }
    if (cursor.is(TokenKind.VOID) && cursor.kind(1) == TokenKind.RIGHT_PARENTHESIS) {
      cursor.advance();
      cursor.advance();
      return new Layer.Function(parameters, false, true, false, position);
    }
    if (startsOldStyle()) {
      return parseOldStyle(position);
    }
    boolean variadic = false;
    parser.symbols.enter();
    try {
      do {
        if (cursor.accept(TokenKind.ELLIPSIS)) {
          variadic = true;
          break;
        }
        parameters.add(parseParameter());
      } while (cursor.accept(TokenKind.COMMA));
    } finally {
      parser.symbols.leave();
    }
    cursor.expect(TokenKind.RIGHT_PARENTHESIS, "after the parameters");
    return new Layer.Function(parameters, variadic, true, false, position);
  }

  private boolean startsOldStyle() {
    return cursor.is(TokenKind.IDENTIFIER)
        && !(parser.symbols.find(cursor.text()) instanceof Symbol.TypeName)
        && (cursor.kind(1) == TokenKind.COMMA || cursor.kind(1) == TokenKind.RIGHT_PARENTHESIS);
  }

  /** Names without types; declarations behind the parenthesis may say more than int (6.9.1, 6). */
  private Layer parseOldStyle(final int position) {
    final List<Declarator.Parameter> parameters = new ArrayList<>();
    do {
      final int at = cursor.position();
      parameters.add(
          new Declarator.Parameter(
              cursor.expectIdentifier("among the parameters"), IntegerType.INT, at));
    } while (cursor.accept(TokenKind.COMMA));
    cursor.expect(TokenKind.RIGHT_PARENTHESIS, "after the parameters");
    return new Layer.Function(parameters, false, false, true, position);
  }

  private Declarator.Parameter parseParameter() {
    final int position = cursor.position();
    if (cursor.is(TokenKind.IDENTIFIER)
        && !(parser.symbols.find(cursor.text()) instanceof Symbol.TypeName)) {
      throw cursor.error("'" + cursor.text() + "' is not a type; declare it, or correct its name");
    }
    final Specifiers specifiers = parser.specifiers.parse(true);
    if (specifiers.storage() != StorageClass.NONE
        && specifiers.storage() != StorageClass.REGISTER) {
      parser.diagnostics.error(
          position, "a parameter has no storage class other than register; remove it");
    }
    final Declarator declarator = parse(specifiers.type(), true, true, true);
    final CType type = declarator.type();
    if (type.isVoid()) {
      parser.diagnostics.error(declarator.position(), "a parameter cannot be void; give it a type");
      return new Declarator.Parameter(declarator.name(), ErrorType.ERROR, declarator.position());
    }
    if (!declarator.name().isEmpty()) {
      parser.declarations.local(
          declarator.name(), type, VariableSymbol.Storage.PARAMETER, null, declarator.position());
    }
    return new Declarator.Parameter(declarator.name(), type, declarator.position());
  }

  private CType apply(final Draft draft, final CType base, final boolean parameter) {
    CType type = base;
    for (int index = draft.layers.size() - 1; index >= 0; index--) {
      final boolean nearest = index == 0;
      type =
          switch (draft.layers.get(index)) {
            case Layer.Pointer(int qualifiers) -> new PointerType(type).qualified(qualifiers);
            case Layer.Array array ->
                parameter && nearest
                    ? new PointerType(checkElement(type, array.position()))
                        .qualified(array.qualifiers())
                    : array(type, array);
            case Layer.Function function -> function(type, function);
          };
    }
    return parameter ? adjust(type) : type;
  }

  private CType array(final CType element, final Layer.Array array) {
    final CType checked = checkElement(element, array.position());
    if (array.length() == NOT_CONSTANT) {
      parser.diagnostics.error(
          array.position(),
          "arrays of variable length are not supported; use a constant length, or malloc");
      return ErrorType.ERROR;
    }
    if (checked.isComplete()
        && checked.size() > 0
        && array.length() > LARGEST_OBJECT / checked.size()) {
      parser.diagnostics.error(array.position(), "the array is too large; make it smaller");
      return ErrorType.ERROR;
    }
    return checked.isError() ? checked : new ArrayType(checked, array.length());
  }

  private CType checkElement(final CType element, final int position) {
    final @Nullable String problem;
    if (element.isError()) {
      problem = null;
    } else if (element.unqualified() instanceof FunctionType) {
      problem = "an array cannot hold functions; use pointers to functions";
    } else if (!element.isComplete()) {
      problem =
          "the elements of an array cannot have the incomplete type '"
              + element.describe()
              + "'; define it before";
    } else {
      problem = null;
    }
    if (problem != null) {
      parser.diagnostics.error(position, problem);
      return ErrorType.ERROR;
    }
    return element;
  }

  private CType function(final CType result, final Layer.Function function) {
    final CType plain = result.unqualified();
    if (plain instanceof FunctionType || plain instanceof ArrayType) {
      parser.diagnostics.error(
          function.position(),
          "a function cannot return "
              + (plain instanceof ArrayType ? "an array" : "a function")
              + "; return a pointer");
      return ErrorType.ERROR;
    }
    final List<CType> types = new ArrayList<>(function.parameters().size());
    if (!function.oldStyle()) {
      for (final Declarator.Parameter parameter : function.parameters()) {
        types.add(parameter.type().unqualified());
      }
    }
    return new FunctionType(plain, types, function.variadic(), function.prototyped());
  }
}
