package dev.sargasso.frontend.c.parse;

import dev.sargasso.frontend.c.lex.TokenKind;
import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.type.ArrayType;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.EnumType;
import dev.sargasso.frontend.c.type.FunctionType;
import dev.sargasso.frontend.c.type.IntegerType;
import dev.sargasso.frontend.c.type.RecordLayout;
import dev.sargasso.frontend.c.type.RecordType;
import java.util.HashSet;
import java.util.Set;

/** Reads structures, unions and enumerations (C11 6.7.2.1 to 6.7.2.3). */
final class RecordParser {
  private final Parser parser;
  private final TokenCursor cursor;

  RecordParser(final Parser parser) {
    this.parser = parser;
    this.cursor = parser.cursor;
  }

  /** A structure or union specifier. */
  CType parseRecord() {
    final boolean union = cursor.is(TokenKind.UNION);
    cursor.advance();
    final AttributeParser.Attributes attributes = new AttributeParser.Attributes();
    parser.attributes.parse(attributes);
    final int position = cursor.position();
    String tag = "";
    if (cursor.is(TokenKind.IDENTIFIER)) {
      tag = cursor.text();
      cursor.advance();
    }
    if (!cursor.is(TokenKind.LEFT_BRACE)) {
      if (tag.isEmpty()) {
        throw cursor.error("a tag or '{' is expected here, not " + cursor.found());
      }
      return refer(tag, union, position);
    }
    final RecordType type = define(tag, union, position);
    parseMembers(type, attributes);
    return type;
  }

  private CType refer(final String tag, final boolean union, final int position) {
    // "struct tag;" declares the tag in this scope, even if it has a meaning outside.
    final CType known =
        cursor.is(TokenKind.SEMICOLON)
            ? parser.symbols.findTagHere(tag)
            : parser.symbols.findTag(tag);
    if (known instanceof RecordType record && record.isUnion() == union) {
      return record;
    }
    if (known != null) {
      throw wrongKind(tag, known, position);
    }
    final RecordType fresh = new RecordType(tag, union);
    parser.symbols.declareTag(tag, fresh);
    return fresh;
  }

  private RecordType define(final String tag, final boolean union, final int position) {
    if (tag.isEmpty()) {
      return new RecordType("", union);
    }
    final CType known = parser.symbols.findTagHere(tag);
    if (known instanceof RecordType record && record.isUnion() == union) {
      if (!record.isComplete()) {
        return record;
      }
      parser.diagnostics.error(
          position, "'" + record.describe() + "' is defined twice; rename one of them");
      return new RecordType(tag, union);
    }
    if (known != null) {
      throw wrongKind(tag, known, position);
    }
    final RecordType fresh = new RecordType(tag, union);
    parser.symbols.declareTag(tag, fresh);
    return fresh;
  }

  private SyntaxError wrongKind(final String tag, final CType known, final int position) {
    parser.diagnostics.error(
        position, "'" + tag + "' is the tag of '" + known.describe() + "' already; rename one");
    return new SyntaxError();
  }

  private void parseMembers(final RecordType type, final AttributeParser.Attributes attributes) {
    cursor.enter();
    cursor.advance();
    // Attributes behind the brace count too, but the layout has to know before the first member.
    final AttributeParser.Attributes behind = attributesBehindBrace();
    final boolean packed = attributes.packed || behind.packed;
    final RecordLayout layout = new RecordLayout(type.isUnion(), packed);
    final Set<String> names = new HashSet<>();
    while (!cursor.is(TokenKind.RIGHT_BRACE)) {
      if (cursor.is(TokenKind.END)) {
        throw cursor.error("'}' is expected at the end of the structure");
      }
      if (cursor.is(TokenKind.STATIC_ASSERT)) {
        parser.unit.parseStaticAssert();
      } else if (!cursor.accept(TokenKind.SEMICOLON)) {
        final int start = cursor.index();
        final int depth = cursor.depth();
        try {
          parseMember(type, layout, names, packed);
        } catch (SyntaxError e) {
          cursor.restoreDepth(depth);
          cursor.recover(start, true);
        }
      }
    }
    cursor.advance();
    parser.attributes.parse(attributes);
    layout.complete(type, attributes.alignment);
    cursor.leave();
  }

  /** Looks ahead for attributes behind the closing brace. */
  private AttributeParser.Attributes attributesBehindBrace() {
    final AttributeParser.Attributes result = new AttributeParser.Attributes();
    int braces = 0;
    int ahead = 0;
    while (cursor.kind(ahead) != TokenKind.END) {
      final TokenKind kind = cursor.kind(ahead++);
      if (kind == TokenKind.LEFT_BRACE) {
        braces++;
      } else if (kind == TokenKind.RIGHT_BRACE && --braces < 0) {
        break;
      }
    }
    while (cursor.kind(ahead) == TokenKind.ATTRIBUTE) {
      int parentheses = 0;
      ahead++;
      do {
        switch (cursor.kind(ahead)) {
          case LEFT_PARENTHESIS -> parentheses++;
          case RIGHT_PARENTHESIS -> parentheses--;
          case END -> {
            return result;
          }
          default -> {
            final String word = cursor.text(ahead);
            result.packed |= word.equals("packed") || word.equals("__packed__");
          }
        }
        ahead++;
      } while (parentheses > 0);
    }
    return result;
  }

  private void parseMember(
      final RecordType owner,
      final RecordLayout layout,
      final Set<String> names,
      final boolean packed) {
    final Specifiers specifiers = parser.specifiers.parse(false);
    if (cursor.accept(TokenKind.SEMICOLON)) {
      if (specifiers.type().unqualified() instanceof RecordType inner) {
        if (inner.tag().isEmpty()) {
          layout.add("", specifiers.type(), specifiers.alignment());
        }
      }
      return;
    }
    do {
      if (cursor.is(TokenKind.COLON)) {
        parseBitField("", specifiers.type(), layout, packed, cursor.position());
        continue;
      }
      final Declarator declarator = parser.declarators.parse(specifiers.type(), true, false);
      if (!names.add(declarator.name())) {
        parser.diagnostics.error(
            declarator.position(),
            "member '" + declarator.name() + "' is declared twice; rename one of them");
      }
      if (cursor.is(TokenKind.COLON)) {
        parseBitField(declarator.name(), declarator.type(), layout, packed, declarator.position());
      } else if (isMemberType(declarator, owner)) {
        layout.add(
            declarator.name(),
            declarator.type(),
            Math.max(specifiers.alignment(), declarator.alignment()));
      }
      parser.attributes.skip();
    } while (cursor.accept(TokenKind.COMMA));
    cursor.expectSemicolon("after a member");
  }

  private boolean isMemberType(final Declarator declarator, final RecordType owner) {
    final CType type = declarator.type();
    if (type.isError()) {
      return false;
    }
    if (type.unqualified() instanceof FunctionType) {
      parser.diagnostics.error(
          declarator.position(),
          "member '" + declarator.name() + "' cannot be a function; use a pointer to one");
      return false;
    }
    final boolean flexible =
        type.unqualified() instanceof ArrayType(CType _, long length)
            && length == ArrayType.UNKNOWN
            && !owner.isUnion()
            && cursor.is(TokenKind.SEMICOLON)
            && cursor.kind(1) == TokenKind.RIGHT_BRACE;
    if (!type.isComplete() && !flexible) {
      parser.diagnostics.error(
          declarator.position(),
          "member '"
              + declarator.name()
              + "' has the incomplete type '"
              + type.describe()
              + "'; define it before, or use a pointer");
      return false;
    }
    return true;
  }

  private void parseBitField(
      final String name,
      final CType type,
      final RecordLayout layout,
      final boolean packed,
      final int position) {
    cursor.advance();
    final Expression width = parser.expressions.parseConditional();
    if (type.isError() || width.type().isError()) {
      return;
    }
    if (packed) {
      parser.diagnostics.error(
          position, "bit-fields in packed structures are not supported; use whole members");
      return;
    }
    if (!type.isInteger()) {
      parser.diagnostics.error(
          position, "a bit-field has to have an integer type, not '" + type.describe() + "'");
      return;
    }
    final long most = type.unqualified() == IntegerType.BOOL ? 1 : type.size() * 8;
    if (!(width instanceof Expression.IntegerConstant constant)) {
      parser.diagnostics.error(
          width.position(), "the width of a bit-field has to be an integer constant");
      return;
    }
    if (constant.value() < 0 || constant.value() > most) {
      parser.diagnostics.error(
          width.position(),
          "the width of this bit-field has to be from 0 to " + most + ", not " + constant.value());
      return;
    }
    if (constant.value() == 0 && !name.isEmpty()) {
      parser.diagnostics.error(
          position, "a bit-field of width 0 has no name; remove '" + name + "'");
      return;
    }
    layout.addBitField(name, type, (int) constant.value());
  }

  /** An enumeration specifier. */
  CType parseEnum() {
    cursor.advance();
    parser.attributes.skip();
    final int position = cursor.position();
    String tag = "";
    if (cursor.is(TokenKind.IDENTIFIER)) {
      tag = cursor.text();
      cursor.advance();
    }
    if (!cursor.is(TokenKind.LEFT_BRACE)) {
      if (tag.isEmpty()) {
        throw cursor.error("a tag or '{' is expected here, not " + cursor.found());
      }
      final CType known = parser.symbols.findTag(tag);
      if (known instanceof EnumType) {
        return known;
      }
      if (known != null) {
        throw wrongKind(tag, known, position);
      }
      parser.diagnostics.error(
          position, "'enum " + tag + "' is not defined; define it before it is used");
      throw new SyntaxError();
    }
    final EnumType type = new EnumType(tag);
    if (!tag.isEmpty()) {
      final CType known = parser.symbols.findTagHere(tag);
      if (known instanceof EnumType) {
        parser.diagnostics.error(
            position, "'enum " + tag + "' is defined twice; rename one of them");
      } else if (known != null) {
        throw wrongKind(tag, known, position);
      }
      parser.symbols.declareTag(tag, type);
    }
    parseEnumerators(type);
    return type;
  }

  private void parseEnumerators(final EnumType type) {
    cursor.advance();
    long next = 0;
    long least = 0;
    long greatest = 0;
    while (!cursor.is(TokenKind.RIGHT_BRACE)) {
      final int position = cursor.position();
      final String name = cursor.expectIdentifier("in the enumeration");
      parser.attributes.skip();
      if (cursor.accept(TokenKind.ASSIGN)) {
        final Expression value = parser.expressions.parseConditional();
        if (value instanceof Expression.IntegerConstant constant && value.type().isInteger()) {
          next = constant.value();
        } else if (!value.type().isError()) {
          parser.diagnostics.error(
              value.position(), "the value of an enumerator has to be an integer constant");
        }
      }
      least = Math.min(least, next);
      greatest = Math.max(greatest, next);
      parser.declarations.enumerator(name, enumeratorType(next), next, position);
      type.add(name, next);
      next++;
      if (!cursor.accept(TokenKind.COMMA)) {
        break;
      }
    }
    cursor.expect(TokenKind.RIGHT_BRACE, "after the enumerators");
    parser.attributes.skip();
    if (least >= 0) {
      type.complete(
          greatest <= 0xFFFF_FFFFL ? IntegerType.UNSIGNED_INT : IntegerType.UNSIGNED_LONG);
    } else {
      type.complete(
          least >= Integer.MIN_VALUE && greatest <= Integer.MAX_VALUE
              ? IntegerType.INT
              : IntegerType.LONG);
    }
  }

  private static IntegerType enumeratorType(final long value) {
    if (value == (int) value) {
      return IntegerType.INT;
    }
    return value >= 0 && value <= 0xFFFF_FFFFL ? IntegerType.UNSIGNED_INT : IntegerType.LONG;
  }
}
