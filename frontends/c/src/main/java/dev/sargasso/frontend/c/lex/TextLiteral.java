package dev.sargasso.frontend.c.lex;

import dev.sargasso.frontend.c.source.SourceText;
import dev.sargasso.frontend.c.type.IntegerType;
import java.io.ByteArrayOutputStream;
import java.util.List;

/** The values of character constants and string literals (C11 6.4.4.4, 6.4.5). */
public final class TextLiteral {
  /** Says what is wrong with a literal. */
  public static final class MalformedLiteral extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedLiteral(final String message) {
      super(message, null, false, false);
    }
  }

  /**
   * The elements of a string literal.
   *
   * @param element the type of an element: char, or what a prefix says
   * @param bytes the elements in memory order, the terminating zero included
   */
  // Nobody asks whether two of them are equal, and the array is not changed.
  @SuppressWarnings("ArrayRecordComponent")
  public record StringValue(IntegerType element, byte[] bytes) {
    /** The number of elements, the terminating zero included. */
    public int length() {
      return bytes.length / (int) element.size();
    }
  }

  /**
   * The value of a character constant.
   *
   * @param type int, or what a prefix says
   * @param value the value, extended to 64 bits
   */
  public record CharacterValue(IntegerType type, long value) {}

  private final String text;
  private final IntegerType element;
  private int at;
  private final int end;

  private TextLiteral(final String text) {
    this.text = text;
    int quote = 0;
    while (text.charAt(quote) != '"' && text.charAt(quote) != '\'') {
      quote++;
    }
    this.element = elementType(text.substring(0, quote));
    this.at = quote + 1;
    this.end = text.length() - 1;
  }

  /** The value of a character constant with its quotes and prefix. */
  public static CharacterValue character(final String text) throws MalformedLiteral {
    final TextLiteral literal = new TextLiteral(text);
    if (literal.at >= literal.end) {
      throw new MalformedLiteral("a character constant needs a character between its quotes");
    }
    if (literal.element.size() > 1) {
      final long value = literal.next();
      if (literal.at < literal.end) {
        throw new MalformedLiteral("a character constant with a prefix holds one character only");
      }
      return new CharacterValue(literal.element, literal.element.truncate(value));
    }
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    literal.appendBytes(bytes);
    final byte[] all = bytes.toByteArray();
    if (all.length > 4) {
      throw new MalformedLiteral("the character constant is too long for an int");
    }
    if (all.length == 1) {
      return new CharacterValue(IntegerType.INT, all[0]);
    }
    int value = 0;
    for (final byte b : all) {
      value = value << 8 | (b & 0xFF);
    }
    return new CharacterValue(IntegerType.INT, value);
  }

  /** The value of adjacent string literals, with their quotes and prefixes, as one. */
  public static StringValue string(final List<String> parts) throws MalformedLiteral {
    IntegerType element = IntegerType.CHAR;
    for (final String part : parts) {
      final IntegerType own = new TextLiteral(part).element;
      if (own.size() > 1) {
        if (element.size() > 1 && element != own) {
          throw new MalformedLiteral("adjacent string literals have different prefixes");
        }
        element = own;
      }
    }
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (final String part : parts) {
      final TextLiteral literal = new TextLiteral(part);
      if (element.size() == 1) {
        literal.appendBytes(bytes);
      } else {
        while (literal.at < literal.end) {
          append(bytes, literal.next(), element);
        }
      }
    }
    append(bytes, 0, IntegerType.CHAR);
    for (int extra = 1; extra < element.size(); extra++) {
      bytes.write(0);
    }
    return new StringValue(element, bytes.toByteArray());
  }

  private static IntegerType elementType(final String prefix) {
    return switch (prefix) {
      case "L" -> IntegerType.INT;
      case "u" -> IntegerType.UNSIGNED_SHORT;
      case "U" -> IntegerType.UNSIGNED_INT;
      default -> IntegerType.CHAR;
    };
  }

  /** Appends all characters as bytes: source characters as they stand, escapes as single bytes. */
  private void appendBytes(final ByteArrayOutputStream out) throws MalformedLiteral {
    while (at < end) {
      if (text.charAt(at) != '\\') {
        final int point = text.codePointAt(at);
        final int length = Character.charCount(point);
        out.writeBytes(SourceText.toBytes(text.substring(at, at + length)));
        at += length;
      } else if (isUniversal()) {
        out.writeBytes(SourceText.toBytes(Character.toString((int) next())));
      } else {
        out.write((int) next());
      }
    }
  }

  private boolean isUniversal() {
    return at + 1 < end && (text.charAt(at + 1) == 'u' || text.charAt(at + 1) == 'U');
  }

  private static void append(
      final ByteArrayOutputStream out, final long value, final IntegerType element) {
    if (element == IntegerType.UNSIGNED_SHORT && value > 0xFFFF) {
      append(out, Character.highSurrogate((int) value), element);
      append(out, Character.lowSurrogate((int) value), element);
      return;
    }
    for (int index = 0; index < element.size(); index++) {
      out.write((int) (value >> (8 * index)));
    }
  }

  /** The next character or escape sequence. */
  private long next() throws MalformedLiteral {
    final int point = text.codePointAt(at);
    at += Character.charCount(point);
    if (point != '\\') {
      return point <= 0xFFFF && SourceText.isRawByte((char) point) ? point & 0xFF : point;
    }
    if (at >= end) {
      throw new MalformedLiteral("a backslash needs a character behind it");
    }
    final char escape = text.charAt(at++);
    return switch (escape) {
      case 'a' -> 7;
      case 'b' -> 8;
      case 't' -> 9;
      case 'n' -> 10;
      case 'v' -> 11;
      case 'f' -> 12;
      case 'r' -> 13;
      case 'e' -> 27;
      case '\\', '\'', '"', '?' -> escape;
      case 'x' -> digits(16, Integer.MAX_VALUE, "hexadecimal");
      case 'u' -> universal(4);
      case 'U' -> universal(8);
      case '0', '1', '2', '3', '4', '5', '6', '7' -> {
        at--;
        yield digits(8, 3, "octal");
      }
      default ->
          throw new MalformedLiteral(
              "'\\" + escape + "' is not an escape sequence; write '\\\\' for a backslash");
    };
  }

  private long digits(final int radix, final int most, final String name) throws MalformedLiteral {
    long value = 0;
    int count = 0;
    while (count < most && at < end && Character.digit(text.charAt(at), radix) >= 0) {
      value = value * radix + Character.digit(text.charAt(at), radix);
      if (value > 0xFFFF_FFFFL) {
        throw new MalformedLiteral("the " + name + " escape sequence is too large");
      }
      at++;
      count++;
    }
    if (count == 0) {
      throw new MalformedLiteral("a " + name + " escape sequence needs digits");
    }
    if (element.size() < 4 && value >>> element.bits() != 0) {
      throw new MalformedLiteral(
          "the " + name + " escape sequence is too large for " + element.bits() + " bits");
    }
    return value;
  }

  private long universal(final int length) throws MalformedLiteral {
    final int from = at;
    final long value = digitsOfUniversal(length);
    if (at - from != length || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) {
      throw new MalformedLiteral("the universal character name needs " + length + " valid digits");
    }
    return value;
  }

  private long digitsOfUniversal(final int length) {
    long value = 0;
    for (int count = 0; count < length && at < end; count++) {
      final int digit = Character.digit(text.charAt(at), 16);
      if (digit < 0) {
        break;
      }
      value = value << 4 | digit;
      at++;
    }
    return value;
  }
}
