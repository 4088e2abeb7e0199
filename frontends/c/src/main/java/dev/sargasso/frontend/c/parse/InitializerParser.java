package dev.sargasso.frontend.c.parse;

import dev.sargasso.frontend.c.check.AddressConstant;
import dev.sargasso.frontend.c.lex.TokenKind;
import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.syntax.Initializer;
import dev.sargasso.frontend.c.syntax.VariableSymbol;
import dev.sargasso.frontend.c.type.ArrayType;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.Field;
import dev.sargasso.frontend.c.type.IntegerType;
import dev.sargasso.frontend.c.type.RecordType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads initialisers (C11 6.7.9) and compound literals (6.5.2.5). The nesting of braces, what is
 * left out of it, and designators all come to a flat list of values at offsets.
 */
final class InitializerParser {
  private final Parser parser;
  private final TokenCursor cursor;

  /** The values found so far, and the value that was read before its place was known. */
  private static final class Draft {
    final List<Initializer.Entry> entries = new ArrayList<>();
    final String purpose;
    @Nullable Expression pending;
    boolean inBraces;

    Draft(final String purpose) {
      this.purpose = purpose;
    }
  }

  /** An initialiser, and the type of the object, whose length it may have completed. */
  record Result(Initializer initializer, CType type) {}

  InitializerParser(final Parser parser) {
    this.parser = parser;
    this.cursor = parser.cursor;
  }

  /** The initialiser behind the equals sign of a declaration. */
  Result parse(final CType type, final String name, final boolean isStatic) {
    final Draft draft = new Draft("initialise '" + name + "'");
    final CType plain = type.unqualified();
    final int position = cursor.position();
    long length = -1;
    if (plain instanceof ArrayType array) {
      length = parseArray(draft, array, position);
    } else if (cursor.is(TokenKind.LEFT_BRACE)) {
      parseBraced(draft, plain, 0);
    } else {
      place(draft, plain, 0, null, parser.expressions.parseAssignment());
    }
    if (isStatic) {
      checkConstant(draft);
    }
    final CType complete =
        plain instanceof ArrayType(CType element, long known) && known == ArrayType.UNKNOWN
            ? new ArrayType(element, Math.max(0, length))
            : type;
    return new Result(new Initializer(draft.entries), complete);
  }

  /** A compound literal, from its brace on. */
  Expression parseLiteral(final CType type, final int position) {
    if (!type.isComplete() && !(type.unqualified() instanceof ArrayType)) {
      parser.diagnostics.error(
          position, "a literal cannot have the incomplete type '" + type.describe() + "'");
      throw new SyntaxError();
    }
    final boolean isStatic = parser.function == null;
    final Result result = parse(type, type.describe(), isStatic);
    final VariableSymbol object;
    if (isStatic) {
      object = parser.declarations.localStatic("", result.type(), position);
      object.define(result.initializer());
    } else {
      object =
          parser.declarations.local(
              "", result.type(), VariableSymbol.Storage.AUTOMATIC, parser.function, position);
      object.initialize(result.initializer());
    }
    return new Expression.CompoundLiteral(object, result.initializer(), position);
  }

  private long parseArray(final Draft draft, final ArrayType array, final int position) {
    if (cursor.is(TokenKind.LEFT_BRACE)) {
      return parseBraced(draft, array, 0);
    }
    final Expression value = parser.expressions.parseAssignment();
    if (value instanceof Expression.StringConstant string && takesString(array, string)) {
      return placeString(draft, array, 0, string);
    }
    if (!value.type().isError()) {
      parser.diagnostics.error(
          position, "an array is initialised by a list in braces, or by a string; write '{'");
    }
    return 0;
  }

  /** The list in braces for an object; returns the number of elements of an array. */
  private long parseBraced(final Draft draft, final CType type, final long offset) {
    cursor.enter();
    draft.inBraces = true;
    final int position = cursor.position();
    cursor.advance();
    long length = 0;
    final CType plain = type.unqualified();
    if (plain.isError()) {
      skipBraced();
      cursor.leave();
      return 0;
    }
    if (cursor.is(TokenKind.RIGHT_BRACE)) {
      // An empty list: all zero.
      if (plain.isScalar()) {
        parser.diagnostics.error(position, "empty braces give no value; write one");
      }
    } else if (plain.isScalar()) {
      if (cursor.is(TokenKind.LEFT_BRACE)) {
        parseBraced(draft, plain, offset);
      } else {
        place(draft, plain, offset, null, parser.expressions.parseAssignment());
      }
    } else {
      length = parseAggregate(draft, plain, offset);
    }
    cursor.accept(TokenKind.COMMA);
    if (!cursor.is(TokenKind.RIGHT_BRACE)) {
      throw cursor.error(
          plain.isScalar()
              ? "a single value takes one initialiser; remove the others"
              : "',' or '}' is expected in the initialiser, not " + cursor.found());
    }
    cursor.advance();
    cursor.leave();
    return length;
  }

  private void skipBraced() {
    int depth = 1;
    while (depth > 0 && !cursor.is(TokenKind.END)) {
      depth += cursor.is(TokenKind.LEFT_BRACE) ? 1 : cursor.is(TokenKind.RIGHT_BRACE) ? -1 : 0;
      cursor.advance();
    }
  }

  /** What is in the braces of an array, structure or union. */
  private long parseAggregate(final Draft draft, final CType type, final long offset) {
    if (type instanceof ArrayType array && cursor.is(TokenKind.STRING)) {
      final Expression value = parser.expressions.parseAssignment();
      if (value instanceof Expression.StringConstant string && takesString(array, string)) {
        return placeString(draft, array, offset, string);
      }
      draft.pending = value;
    }
    return parseList(draft, type, offset, true, false);
  }

  /**
   * Values for the members of an aggregate, one after the other. Without braces of its own it ends
   * with its last member, or where the surrounding list has a designator.
   *
   * @return one more than the highest index that got a value
   */
  private long parseList(
      final Draft draft,
      final CType type,
      final long offset,
      final boolean braced,
      final boolean designated) {
    final long count = memberCount(type);
    long index = 0;
    long highest = 0;
    boolean first = true;
    while (true) {
      if (!first) {
        if (!cursor.is(TokenKind.COMMA) || cursor.kind(1) == TokenKind.RIGHT_BRACE) {
          return highest;
        }
        final boolean designator = isDesignator(cursor.kind(1));
        if (!braced && (designator || index >= count)) {
          return highest;
        }
        cursor.advance();
      }
      if (draft.pending == null
          && isDesignator(cursor.kind())
          && (braced || (first && designated))) {
        index = parseDesignator(draft, type, offset);
      } else if (index >= count) {
        throw cursor.error("too many values for '" + type.describe() + "'; it takes " + count);
      } else {
        parseMember(draft, type, offset, index);
      }
      index++;
      highest = Math.max(highest, index);
      if (type instanceof RecordType record && record.isUnion()) {
        index = count;
      }
      first = false;
    }
  }

  private static boolean isDesignator(final TokenKind kind) {
    return kind == TokenKind.DOT || kind == TokenKind.LEFT_BRACKET;
  }

  private static long memberCount(final CType type) {
    return switch (type) {
      case ArrayType(CType _, long length) -> length == ArrayType.UNKNOWN ? Long.MAX_VALUE : length;
      case RecordType record -> record.isUnion() ? 1 : record.fields().size();
      default -> 0;
    };
  }

  private void parseMember(
      final Draft draft, final CType type, final long offset, final long index) {
    switch (type) {
      case ArrayType(CType element, long _) ->
          parseElement(draft, element, offset + index * element.size(), null);
      case RecordType record -> {
        if (record.fields().isEmpty()) {
          throw cursor.error("'" + record.describe() + "' has no members to initialise");
        }
        final Field field = record.fields().get((int) index);
        parseElement(draft, field.type(), offset + field.offset(), field);
      }
      default -> throw cursor.error("'" + type.describe() + "' has no members");
    }
  }

  /** A designator and the value behind it; returns the index that it names. */
  private long parseDesignator(final Draft draft, final CType type, final long offset) {
    if (cursor.is(TokenKind.LEFT_BRACKET)) {
      return parseIndexDesignator(draft, type, offset);
    }
    cursor.advance();
    final int position = cursor.position();
    final String name = cursor.expectIdentifier("as the name of a member");
    if (!(type instanceof RecordType record) || record.path(name).isEmpty()) {
      parser.diagnostics.error(
          position, "'" + type.describe() + "' has no member '" + name + "'; correct the name");
      throw new SyntaxError();
    }
    final List<Field> path = record.path(name);
    long place = offset;
    for (final Field field : path) {
      place += field.offset();
    }
    final Field last = path.getLast();
    parseDesignated(draft, last.type(), place, last);
    return record.fields().indexOf(path.getFirst());
  }

  private long parseIndexDesignator(final Draft draft, final CType type, final long offset) {
    final int position = cursor.position();
    cursor.advance();
    final Expression value = parser.expressions.parseConditional();
    if (cursor.is(TokenKind.ELLIPSIS)) {
      throw cursor.error("ranges of elements are not supported; write the elements one by one");
    }
    cursor.expect(TokenKind.RIGHT_BRACKET, "after the index");
    if (!(type instanceof ArrayType(CType element, long length))) {
      parser.diagnostics.error(
          position, "'" + type.describe() + "' has no elements; use '.name ='");
      throw new SyntaxError();
    }
    if (!(value instanceof Expression.IntegerConstant index)) {
      parser.diagnostics.error(position, "the index has to be an integer constant");
      throw new SyntaxError();
    }
    if (index.value() < 0
        || (length != ArrayType.UNKNOWN && index.value() >= length)
        || index.value() > Integer.MAX_VALUE) {
      parser.diagnostics.error(
          position, "the index " + index.value() + " is outside the array; correct it");
      throw new SyntaxError();
    }
    parseDesignated(draft, element, offset + index.value() * element.size(), null);
    return index.value();
  }

  private void parseDesignated(
      final Draft draft, final CType type, final long offset, final @Nullable Field field) {
    if (isDesignator(cursor.kind())) {
      cursor.enter();
      parseList(draft, type.unqualified(), offset, false, true);
      cursor.leave();
      return;
    }
    cursor.expect(TokenKind.ASSIGN, "after the designator");
    parseElement(draft, type, offset, field);
  }

  /** The initialiser of one member. */
  private void parseElement(
      final Draft draft, final CType type, final long offset, final @Nullable Field field) {
    if (!type.isComplete()) {
      throw cursor.error(
          "an array of unknown length at the end of a structure cannot be initialised;"
              + " assign to it at run time");
    }
    final Expression pending = draft.pending;
    if (pending != null) {
      draft.pending = null;
      place(draft, type, offset, field, pending);
    } else if (cursor.is(TokenKind.LEFT_BRACE)) {
      if (field != null && field.isBitField()) {
        cursor.advance();
        place(draft, type, offset, field, parser.expressions.parseAssignment());
        cursor.accept(TokenKind.COMMA);
        cursor.expect(TokenKind.RIGHT_BRACE, "after the value");
      } else {
        parseBraced(draft, type, offset);
      }
    } else {
      place(draft, type, offset, field, parser.expressions.parseAssignment());
    }
  }

  /** Puts a value into a member, or into the first members of a member that it does not fit. */
  private void place(
      final Draft draft,
      final CType type,
      final long offset,
      final @Nullable Field field,
      final Expression value) {
    final CType plain = type.unqualified();
    if (plain.isError() || value.type().isError()) {
      return;
    }
    switch (plain) {
      case ArrayType array -> {
        if (value instanceof Expression.StringConstant string && takesString(array, string)) {
          placeString(draft, array, offset, string);
        } else {
          descend(draft, array, offset, value);
        }
      }
      case RecordType record -> {
        if (value.type().unqualified() == record) {
          draft.entries.add(new Initializer.Entry(offset, null, value, record.size()));
        } else if (record.fields().isEmpty() || !draft.inBraces) {
          parser.diagnostics.error(
              value.position(),
              "cannot "
                  + draft.purpose
                  + ": '"
                  + record.describe()
                  + "' is needed, but the value has type '"
                  + value.type().unqualified().describe()
                  + "'; write a list in braces");
        } else {
          descend(draft, record, offset, value);
        }
      }
      default -> {
        final Expression converted =
            parser.operands.assign(value, plain, value.position(), draft.purpose);
        if (!converted.type().isError()) {
          final @Nullable Field bits = field != null && field.isBitField() ? field : null;
          draft.entries.add(new Initializer.Entry(offset, bits, converted, plain.size()));
        }
      }
    }
  }

  private void descend(
      final Draft draft, final CType type, final long offset, final Expression value) {
    cursor.enter();
    draft.pending = value;
    parseList(draft, type, offset, false, false);
    cursor.leave();
  }

  private static boolean takesString(
      final ArrayType array, final Expression.StringConstant string) {
    return array.element().unqualified() instanceof IntegerType element
        && string.type().element() instanceof IntegerType own
        && element.size() == own.size()
        && element != IntegerType.BOOL;
  }

  private long placeString(
      final Draft draft,
      final ArrayType array,
      final long offset,
      final Expression.StringConstant string) {
    final long length = string.type().length();
    final long room = array.length() == ArrayType.UNKNOWN ? length : array.length();
    if (length - 1 > room) {
      parser.diagnostics.error(
          string.position(),
          "the string has "
              + (length - 1)
              + " characters, but the array holds "
              + room
              + "; make the array longer");
    }
    draft.entries.add(new Initializer.Entry(offset, null, string, room * array.element().size()));
    return room;
  }

  private void checkConstant(final Draft draft) {
    for (final Initializer.Entry entry : draft.entries) {
      final Expression value = entry.value();
      final boolean constant =
          switch (value) {
            case Expression.IntegerConstant _,
                Expression.FloatConstant _,
                Expression.StringConstant _ ->
                true;
            case Expression.CompoundLiteral literal ->
                literal.object().storage() == VariableSymbol.Storage.STATIC
                    && value.type().unqualified() instanceof RecordType;
            default -> AddressConstant.of(value) != null;
          };
      if (!constant) {
        parser.diagnostics.error(
            value.position(),
            "the initial value of a static object has to be constant; assign it at run time");
      }
    }
  }
}
