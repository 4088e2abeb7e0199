package dev.sargasso.frontend.c.parse;

import dev.sargasso.frontend.c.check.StorageClass;
import dev.sargasso.frontend.c.lex.TokenKind;
import dev.sargasso.frontend.c.syntax.Export;
import dev.sargasso.frontend.c.syntax.FunctionTrait;
import dev.sargasso.frontend.c.syntax.Symbol;
import dev.sargasso.frontend.c.type.ArrayType;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.ErrorType;
import dev.sargasso.frontend.c.type.FloatingType;
import dev.sargasso.frontend.c.type.IntegerType;
import dev.sargasso.frontend.c.type.QualifiedType;
import dev.sargasso.frontend.c.type.VaListType;
import dev.sargasso.frontend.c.type.VoidType;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads declaration specifiers: storage class, qualifiers, and the type (C11 6.7.1 to 6.7.5). */
final class SpecifierParser {
  private final Parser parser;
  private final TokenCursor cursor;

  SpecifierParser(final Parser parser) {
    this.parser = parser;
    this.cursor = parser.cursor;
  }

  /** Whether the token that many places on begins a type name. */
  boolean startsType(final int ahead) {
    return switch (cursor.kind(ahead)) {
      case VOID,
          CHAR,
          SHORT,
          INT,
          LONG,
          FLOAT,
          DOUBLE,
          SIGNED,
          UNSIGNED,
          BOOL,
          COMPLEX,
          IMAGINARY,
          ATOMIC,
          STRUCT,
          UNION,
          ENUM,
          CONST,
          VOLATILE,
          RESTRICT,
          TYPEOF,
          INT128,
          BUILTIN_VA_LIST ->
          true;
      case IDENTIFIER -> parser.symbols.find(cursor.text(ahead)) instanceof Symbol.TypeName;
      case EXTENSION, ATTRIBUTE -> ahead < 8 && startsType(ahead + 1);
      default -> false;
    };
  }

  /** Whether the token here begins a declaration. */
  boolean startsDeclaration() {
    return switch (cursor.kind()) {
      case TYPEDEF,
          EXTERN,
          STATIC,
          AUTO,
          REGISTER,
          INLINE,
          NORETURN,
          ALIGNAS,
          THREAD_LOCAL,
          STATIC_ASSERT,
          ATTRIBUTE ->
          true;
      case EXTENSION -> isDeclaration(cursor.kind(1)) || startsType(1);
      case IDENTIFIER ->
          parser.symbols.find(cursor.text()) instanceof Symbol.TypeName
              && cursor.kind(1) != TokenKind.COLON;
      default -> startsType(0);
    };
  }

  private static boolean isDeclaration(final TokenKind kind) {
    return switch (kind) {
      case TYPEDEF, EXTERN, STATIC, AUTO, REGISTER, INLINE, NORETURN, EXTENSION -> true;
      default -> false;
    };
  }

  /** Collects the words of the type. */
  private static final class Words {
    int qualifiers;
    int alignment;
    StorageClass storage = StorageClass.NONE;
    boolean inline;
    final Set<FunctionTrait> traits = EnumSet.noneOf(FunctionTrait.class);
    final Export export = new Export();
    int longs;
    boolean isSigned;
    boolean isUnsigned;
    boolean isShort;
    @Nullable TokenKind basic;
    @Nullable CType whole;

    boolean any() {
      return longs > 0 || isSigned || isUnsigned || isShort || basic != null || whole != null;
    }
  }

  /** Reads specifiers; {@code storage} says whether a storage class may be among them. */
  Specifiers parse(final boolean storage) {
    final int position = cursor.position();
    final Words words = new Words();
    while (parseWord(words, storage)) {
      // Each word was taken up.
    }
    final CType type = type(words, position);
    return new Specifiers(
        type.qualified(words.qualifiers),
        words.storage,
        words.inline,
        words.traits,
        words.alignment,
        words.export,
        position);
  }

  private boolean parseWord(final Words words, final boolean storage) {
    final TokenKind kind = cursor.kind();
    final int position = cursor.position();
    switch (kind) {
      case CONST -> words.qualifiers |= QualifiedType.CONST;
      case VOLATILE -> words.qualifiers |= QualifiedType.VOLATILE;
      case RESTRICT -> words.qualifiers |= QualifiedType.RESTRICT;
      case EXTENSION -> {}
      case NORETURN -> words.traits.add(FunctionTrait.NO_RETURN);
      case INLINE -> words.inline = true;
      case TYPEDEF -> storage(words, StorageClass.TYPEDEF, storage);
      case EXTERN -> storage(words, StorageClass.EXTERN, storage);
      case STATIC -> storage(words, StorageClass.STATIC, storage);
      case AUTO -> storage(words, StorageClass.AUTO, storage);
      case REGISTER -> storage(words, StorageClass.REGISTER, storage);
      case THREAD_LOCAL ->
          throw cursor.error("thread-local variables are not supported; use an ordinary one");
      case ATOMIC -> throw cursor.error("_Atomic is not supported; use a plain type");
      case COMPLEX, IMAGINARY ->
          throw cursor.error("complex types are not supported; use a structure of two numbers");
      case INT128 -> throw cursor.error("128-bit integers are not supported; use two 64-bit ones");
      case ALIGNAS -> {
        parseAlignment(words);
        return true;
      }
      case ATTRIBUTE -> {
        final AttributeParser.Attributes attributes = new AttributeParser.Attributes();
        parser.attributes.parse(attributes);
        words.alignment = Math.max(words.alignment, attributes.alignment);
        words.traits.addAll(attributes.traits);
        words.export.add(attributes.export);
        return true;
      }
      case SHORT -> {
        if (words.isShort || words.longs > 0) {
          throw twoTypes();
        }
        words.isShort = true;
      }
      case LONG -> {
        if (words.longs == 2 || words.isShort) {
          throw twoTypes();
        }
        words.longs++;
      }
      case SIGNED -> {
        if (words.isUnsigned) {
          throw twoTypes();
        }
        words.isSigned = true;
      }
      case UNSIGNED -> {
        if (words.isSigned) {
          throw twoTypes();
        }
        words.isUnsigned = true;
      }
      case VOID, CHAR, INT, FLOAT, DOUBLE, BOOL -> {
        if (words.basic != null || words.whole != null) {
          throw twoTypes();
        }
        words.basic = kind;
      }
      case STRUCT, UNION, ENUM, TYPEOF, BUILTIN_VA_LIST -> {
        if (words.any()) {
          throw twoTypes();
        }
        words.whole = parseWhole(kind);
        return true;
      }
      case IDENTIFIER -> {
        if (words.any() || !(parser.symbols.find(cursor.text()) instanceof Symbol.TypeName name)) {
          return false;
        }
        words.whole = name.type();
      }
      default -> {
        return false;
      }
    }
    if (position == cursor.position()) {
      cursor.advance();
    }
    return true;
  }

  private CType parseWhole(final TokenKind kind) {
    return switch (kind) {
      case STRUCT, UNION -> parser.records.parseRecord();
      case ENUM -> parser.records.parseEnum();
      case TYPEOF -> parseTypeOf();
      default -> {
        cursor.advance();
        yield new ArrayType(VaListType.VA_LIST, 1);
      }
    };
  }

  private CType parseTypeOf() {
    cursor.advance();
    cursor.expect(TokenKind.LEFT_PARENTHESIS, "after typeof");
    final CType type =
        startsType(0) ? parser.declarators.parseTypeName() : parser.expressions.parse().type();
    cursor.expect(TokenKind.RIGHT_PARENTHESIS, "after the operand of typeof");
    return type;
  }

  private void storage(final Words words, final StorageClass storage, final boolean allowed) {
    if (!allowed) {
      throw cursor.error("'" + cursor.text() + "' cannot stand in this place; remove it");
    }
    if (words.storage != StorageClass.NONE) {
      throw cursor.error(
          "a declaration has only one storage class; remove '" + cursor.text() + "'");
    }
    words.storage = storage;
  }

  private void parseAlignment(final Words words) {
    cursor.advance();
    cursor.expect(TokenKind.LEFT_PARENTHESIS, "after _Alignas");
    final int position = cursor.position();
    final int alignment =
        startsType(0)
            ? parser.attributes.checkAlignment(
                parser.accesses.alignOf(parser.declarators.parseTypeName(), position), position)
            : parser.attributes.checkAlignment(parser.expressions.parseConditional(), position);
    cursor.expect(TokenKind.RIGHT_PARENTHESIS, "after the alignment");
    words.alignment = Math.max(words.alignment, alignment);
  }

  private SyntaxError twoTypes() {
    return cursor.error(
        "'" + cursor.text() + "' does not go with the type before it; keep one of the two");
  }

  private CType type(final Words words, final int position) {
    if (words.whole != null) {
      if (words.longs > 0 || words.isShort || words.isSigned || words.isUnsigned) {
        parser.diagnostics.error(position, "these words make no type together; keep one type");
        return ErrorType.ERROR;
      }
      return words.whole;
    }
    final TokenKind basic = words.basic;
    if (basic == null && !words.any()) {
      throw cursor.error(
          cursor.is(TokenKind.IDENTIFIER)
              ? "'" + cursor.text() + "' is not a type; declare it, or correct its name"
              : "a type is expected here, not " + cursor.found());
    }
    final boolean sign = words.isSigned || words.isUnsigned;
    final boolean length = words.longs > 0 || words.isShort;
    final @Nullable CType result =
        switch (basic) {
          case VOID -> sign || length ? null : VoidType.VOID;
          case BOOL -> sign || length ? null : IntegerType.BOOL;
          case FLOAT -> sign || length ? null : FloatingType.FLOAT;
          case DOUBLE ->
              sign || words.isShort || words.longs > 1
                  ? null
                  : words.longs == 1 ? FloatingType.LONG_DOUBLE : FloatingType.DOUBLE;
          case CHAR ->
              length
                  ? null
                  : words.isUnsigned
                      ? IntegerType.UNSIGNED_CHAR
                      : words.isSigned ? IntegerType.SIGNED_CHAR : IntegerType.CHAR;
          case null, default -> integer(words);
        };
    if (result == null) {
      parser.diagnostics.error(position, "these words make no type together; keep one type");
      return ErrorType.ERROR;
    }
    return result;
  }

  private static IntegerType integer(final Words words) {
    final IntegerType signed =
        words.isShort
            ? IntegerType.SHORT
            : switch (words.longs) {
              case 0 -> IntegerType.INT;
              case 1 -> IntegerType.LONG;
              default -> IntegerType.LONG_LONG;
            };
    return words.isUnsigned ? signed.toUnsigned() : signed;
  }
}
