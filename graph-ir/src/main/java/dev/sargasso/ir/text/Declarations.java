package dev.sargasso.ir.text;

import dev.sargasso.ir.graph.Lanes;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The grammar of what both notations declare alike: types, signatures, globals, externals. */
final class Declarations {
  private static final int MAX_SIZE = Integer.MAX_VALUE - 64;
  private static final int MAX_ALIGNMENT = 4096;

  private final Cursor cursor;
  private final Program program;
  private final Set<String> defined = new HashSet<>();

  Declarations(Cursor cursor, Program program) {
    this.cursor = cursor;
    this.program = program;
  }

  /** The linkage of the definition that comes, by the word before it. */
  static Linkage linkage(Cursor cursor) {
    for (Linkage linkage : Linkage.values()) {
      if (linkage != Linkage.GLOBAL && cursor.acceptWord(linkage.prefix().strip())) {
        return linkage;
      }
    }
    return Linkage.GLOBAL;
  }

  /** Notes that a symbol is defined here; an error if it already was. */
  boolean define(String symbol, int offset) {
    if (!defined.add(symbol)) {
      cursor.errors().add(offset, "'" + symbol + "' is defined twice in this file");
      return false;
    }
    return true;
  }

  // ------------------------------------------------------------------- types

  /** A type that a register can have. */
  Type valueType() {
    if (cursor.is(TokenKind.WORD)) {
      Type type = Type.named(cursor.text());
      if (type != null && type.isValue()) {
        cursor.advance();
        return type;
      }
    }
    throw cursor.fail(
        "a type expected (i1, i8, i16, i32, i64, f32, f64, ptr, v128), but found "
            + cursor.found());
  }

  /** A type that functions can take and give, and globals hold. */
  Type scalarType() {
    if (cursor.isWord(Type.V128.text())) {
      throw cursor.fail("a scalar expected; no function takes or gives a v128");
    }
    return valueType();
  }

  /** The type of a lane, as a part of an immediate, see {@link Lanes}. */
  long lane() {
    Type type = cursor.is(TokenKind.WORD) ? Type.named(cursor.text()) : null;
    if (type == null || !Lanes.isLane(type)) {
      throw cursor.fail(
          "the type of a lane expected (i8, i16, i32, i64, f32, f64), but found " + cursor.found());
    }
    cursor.advance();
    return Lanes.of(type);
  }

  /** The operation that is done with each lane, as a part of an immediate. */
  long eachLane() {
    Op op = cursor.is(TokenKind.WORD) ? Operations.named(cursor.text()) : null;
    if (op == null) {
      throw cursor.fail("an operation such as add expected, but found " + cursor.found());
    }
    cursor.advance();
    return Lanes.of(op, Type.I1);
  }

  /** {@code TYPE}, or {@code byval SIZE:ALIGNMENT}. */
  Signature.Parameter parameterType() {
    if (cursor.acceptWord("byval")) {
      int offset = cursor.offset();
      int size = count("a size", MAX_SIZE);
      cursor.expect(TokenKind.COLON, "between size and alignment");
      int alignment = alignment();
      if (size == 0) {
        throw cursor.failAt(offset, "an aggregate has at least 1 byte");
      }
      return new Signature.Parameter(Type.PTR, size, alignment);
    }
    return Signature.Parameter.of(scalarType());
  }

  /** {@code (TYPE, ..., ...) -> (TYPE, ...)}; the arrow may be absent. */
  Signature signature() {
    cursor.expect(TokenKind.LEFT_PARENTHESIS, "before the parameter types");
    List<Signature.Parameter> parameters = new ArrayList<>();
    boolean variadic = false;
    while (!cursor.is(TokenKind.RIGHT_PARENTHESIS)) {
      if (cursor.accept(TokenKind.ELLIPSIS)) {
        variadic = true;
        break;
      }
      parameters.add(parameterType());
      if (!cursor.accept(TokenKind.COMMA)) {
        break;
      }
    }
    cursor.expect(TokenKind.RIGHT_PARENTHESIS, "after the parameter types");
    return new Signature(parameters, results(), variadic);
  }

  /** {@code -> (TYPE, ...)}, {@code -> TYPE}, or nothing. */
  List<Type> results() {
    List<Type> results = new ArrayList<>();
    if (!cursor.accept(TokenKind.ARROW)) {
      return results;
    }
    if (!cursor.accept(TokenKind.LEFT_PARENTHESIS)) {
      results.add(scalarType());
      return results;
    }
    while (!cursor.is(TokenKind.RIGHT_PARENTHESIS)) {
      int offset = cursor.offset();
      results.add(scalarType());
      checkRegisters(results, offset);
      if (!cursor.accept(TokenKind.COMMA)) {
        break;
      }
    }
    cursor.expect(TokenKind.RIGHT_PARENTHESIS, "after the result types");
    return results;
  }

  private void checkRegisters(List<Type> results, int offset) {
    long floats = results.stream().filter(Type::isFloat).count();
    if (floats > 2 || results.size() - floats > 2) {
      throw cursor.failAt(
          offset, "a function gives at most two integers or pointers and two floats");
    }
  }

  int count(String what, int max) {
    Long value = cursor.is(TokenKind.INTEGER) ? Literal.parseCount(cursor.text(), max) : null;
    if (value == null) {
      throw cursor.fail(what + " from 0 to " + max + " expected, but found " + cursor.found());
    }
    cursor.advance();
    return value.intValue();
  }

  int alignment() {
    int offset = cursor.offset();
    int alignment = count("an alignment", MAX_ALIGNMENT);
    if (Integer.bitCount(alignment) != 1) {
      throw cursor.failAt(offset, "an alignment is a power of two");
    }
    return alignment;
  }

  // ----------------------------------------------------------------- symbols

  /** {@code extern $name(TYPE, ...) -> (TYPE)}, or {@code extern $name} for data. */
  void external() {
    cursor.advance();
    int offset = cursor.offset();
    String name = symbolName();
    Signature signature = cursor.is(TokenKind.LEFT_PARENTHESIS) ? signature() : null;
    Program.External before = program.external(name);
    if (before != null && !before.equals(new Program.External(name, signature))) {
      cursor.errors().add(offset, "'" + name + "' is declared twice, and differently");
    }
    program.declare(new Program.External(name, signature));
  }

  /** A name with or without a sign in front. */
  String symbolName() {
    if (cursor.is(TokenKind.GLOBAL) || cursor.is(TokenKind.LABEL)) {
      return cursor.name();
    }
    if (cursor.is(TokenKind.WORD)) {
      String name = cursor.text();
      cursor.advance();
      return name;
    }
    throw cursor.fail("a name such as $main expected, but found " + cursor.found());
  }

  /** {@code global|const $name [SIZE[:ALIGNMENT]] [= "bytes" | = { item, ... }]}. */
  void global(Linkage linkage) {
    boolean readOnly = cursor.isWord("const");
    cursor.advance();
    int nameOffset = cursor.offset();
    String name = symbolName();
    int size = -1;
    int alignment = 0;
    if (cursor.is(TokenKind.INTEGER)) {
      size = count("a size", MAX_SIZE);
      if (cursor.accept(TokenKind.COLON)) {
        alignment = alignment();
      }
    }
    Contents contents = new Contents();
    if (cursor.accept(TokenKind.EQUALS)) {
      if (cursor.is(TokenKind.STRING)) {
        contents.bytes.writeBytes(cursor.string());
      } else {
        contents.read();
      }
    } else if (size < 0) {
      throw cursor.fail("a size, or '=' and contents expected, but found " + cursor.found());
    }
    byte[] bytes = contents.bytes.toByteArray();
    if (size < 0) {
      size = bytes.length;
    }
    if (size < bytes.length) {
      throw cursor.failAt(
          nameOffset, "the contents have " + bytes.length + " bytes, the global only " + size);
    }
    if (size == 0) {
      throw cursor.failAt(nameOffset, "a global has at least 1 byte");
    }
    if (define(name, nameOffset)) {
      program.add(
          new Global(
              name,
              size,
              alignment == 0 ? contents.alignment : alignment,
              trim(bytes, contents.relocations),
              contents.relocations,
              readOnly,
              linkage));
    }
  }

  /** Zeroes at the end are implied. */
  private static byte[] trim(byte[] bytes, List<Global.DataRelocation> relocations) {
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] == 0) {
      end--;
    }
    if (!relocations.isEmpty()) {
      end = Math.max(end, (int) relocations.getLast().offset() + 8);
    }
    return Arrays.copyOf(bytes, end);
  }

  /** The items between the braces of a global. */
  private final class Contents {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    final List<Global.DataRelocation> relocations = new ArrayList<>();
    int alignment = 1;

    void read() {
      cursor.expect(TokenKind.LEFT_BRACE, "before the contents");
      Type type = null;
      while (!cursor.is(TokenKind.RIGHT_BRACE)) {
        type = item(type);
        if (!cursor.accept(TokenKind.COMMA)) {
          break;
        }
      }
      cursor.expect(TokenKind.RIGHT_BRACE, "or ',' in the contents");
    }

    private @Nullable Type item(@Nullable Type before) {
      if (cursor.is(TokenKind.STRING)) {
        bytes.writeBytes(cursor.string());
        return before;
      }
      if (cursor.acceptWord("zero")) {
        int offset = cursor.offset();
        int zeroes = count("a number of bytes", MAX_SIZE);
        if (bytes.size() + (long) zeroes > MAX_SIZE) {
          throw cursor.failAt(offset, "this global is too large");
        }
        bytes.writeBytes(new byte[zeroes]);
        return before;
      }
      if (cursor.is(TokenKind.GLOBAL)) {
        address();
        return before;
      }
      Type type = before;
      if (cursor.is(TokenKind.WORD) && Type.named(cursor.text()) != null) {
        type = scalarType();
      }
      if (type == null) {
        throw cursor.fail(
            "an item expected: a type and a number, a string, 'zero' and a count, or an address;"
                + " found "
                + cursor.found());
      }
      long value = constant(type);
      alignment = Math.max(alignment, type.bytes());
      for (int i = 0; i < type.bytes(); i++) {
        bytes.write((int) (value >>> (8 * i)));
      }
      return type;
    }

    private void address() {
      String symbol = cursor.name();
      long addend = 0;
      boolean minus = cursor.is(TokenKind.MINUS);
      if (minus || cursor.is(TokenKind.PLUS)) {
        cursor.advance();
        addend = count("an offset", Integer.MAX_VALUE);
      }
      relocations.add(new Global.DataRelocation(bytes.size(), symbol, minus ? -addend : addend));
      bytes.writeBytes(new byte[8]);
      alignment = Math.max(alignment, 8);
    }
  }

  // ---------------------------------------------------------------- literals

  /** Whether a literal begins at the token. */
  boolean atLiteral() {
    return switch (cursor.kind()) {
      case INTEGER, FLOAT, MINUS -> true;
      case WORD ->
          switch (cursor.text()) {
            case "true", "false", "null", "inf", "nan", "bits" -> true;
            default -> false;
          };
      default -> false;
    };
  }

  /** The characters of a literal, for {@link #value}; advances. */
  String literal() {
    int offset = cursor.offset();
    if (cursor.acceptWord("bits")) {
      cursor.expect(TokenKind.LEFT_PARENTHESIS, "after 'bits'");
      String digits = cursor.text();
      cursor.expect(TokenKind.INTEGER, "in bits(...)");
      cursor.expect(TokenKind.RIGHT_PARENTHESIS, "after the number");
      return "bits " + digits;
    }
    String sign = cursor.accept(TokenKind.MINUS) ? "-" : "";
    if (!atLiteral() || (!sign.isEmpty() && !cursor.isWord("inf"))) {
      throw cursor.failAt(offset, "a number expected");
    }
    String text = sign + cursor.text();
    cursor.advance();
    return text;
  }

  /** The canonical value of type {@code type} that a literal stands for, or null after an error. */
  @Nullable Long value(String literal, Type type, int offset) {
    boolean raw = literal.startsWith("bits ");
    Type as = raw ? (type.bits() == 32 ? Type.I32 : Type.I64) : type;
    Long value =
        raw && !type.isFloat() ? null : Literal.parse(raw ? literal.substring(5) : literal, as);
    if (value == null) {
      cursor.errors().add(offset, Literal.complaint(literal, type));
      return null;
    }
    return type.canonical(value);
  }

  private long constant(Type type) {
    int offset = cursor.offset();
    String literal = literal();
    Long value = value(literal, type, offset);
    if (value == null) {
      throw new Cursor.Recovery();
    }
    return value;
  }
}
