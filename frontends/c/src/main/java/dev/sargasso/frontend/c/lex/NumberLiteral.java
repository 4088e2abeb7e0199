package dev.sargasso.frontend.c.lex;

import dev.sargasso.frontend.c.type.FloatingType;
import dev.sargasso.frontend.c.type.IntegerType;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Locale;

/** The exact value of an integer or floating constant (C11 6.4.4.1, 6.4.4.2). */
public sealed interface NumberLiteral {
  /**
   * An integer constant.
   *
   * @param type the first of the types that the standard lists in which the value fits
   * @param value the bits, extended to 64 according to the type
   */
  record Whole(IntegerType type, long value) implements NumberLiteral {}

  /**
   * A floating constant, rounded to nearest once, to the precision of its type.
   *
   * @param type float, double or long double; the last one has no value that can be used
   * @param value the value, exact for a float too
   */
  record Floating(FloatingType type, double value) implements NumberLiteral {}

  /**
   * Not a number.
   *
   * @param message what is wrong with it
   */
  record Malformed(String message) implements NumberLiteral {}

  /** Reads a preprocessing number. */
  static NumberLiteral parse(final String text) {
    if (isSmallDecimal(text)) {
      return new Whole(IntegerType.INT, Integer.parseInt(text));
    }
    final String lower = text.toLowerCase(Locale.ROOT);
    final boolean hexadecimal = lower.startsWith("0x");
    final boolean floating = lower.indexOf('.') >= 0 || lower.indexOf(hexadecimal ? 'p' : 'e') >= 0;
    return floating ? floating(text, lower, hexadecimal) : whole(text, lower, hexadecimal);
  }

  /** Nearly all numbers are: a few decimal digits and nothing else. */
  private static boolean isSmallDecimal(final String text) {
    if (text.length() > 9 || (text.charAt(0) == '0' && text.length() > 1)) {
      return false;
    }
    for (int index = 0; index < text.length(); index++) {
      if (text.charAt(index) < '0' || text.charAt(index) > '9') {
        return false;
      }
    }
    return true;
  }

  private static NumberLiteral whole(
      final String text, final String lower, final boolean hexadecimal) {
    final boolean binary = lower.startsWith("0b");
    final int radix =
        hexadecimal ? 16 : binary ? 2 : lower.length() > 1 && lower.charAt(0) == '0' ? 8 : 10;
    final int from = hexadecimal || binary ? 2 : 0;
    int to = from;
    while (to < lower.length() && Character.digit(lower.charAt(to), hexadecimal ? 16 : 10) >= 0) {
      to++;
    }
    final String suffix = text.substring(to);
    final boolean unsigned = suffix.indexOf('u') >= 0 || suffix.indexOf('U') >= 0;
    final String length = suffix.replaceFirst("[uU]", "");
    if (to == from || !isLength(length) || (unsigned && suffix.indexOf(length) < 0)) {
      return new Malformed(
          "'" + text + "' is not a number; an integer ends in nothing or in u, l or ll");
    }
    for (int index = from; index < to; index++) {
      if (Character.digit(lower.charAt(index), radix) < 0) {
        return new Malformed(
            "digit '" + lower.charAt(index) + "' does not belong in a number to base " + radix);
      }
    }
    final BigInteger value = new BigInteger(lower.substring(from, to), radix);
    if (value.bitLength() > 64) {
      return new Malformed("the integer '" + text + "' is too large for every integer type");
    }
    final boolean decimal = radix == 10;
    for (final IntegerType type : candidates(length.length(), unsigned, decimal)) {
      if (value.bitLength() <= (type.isSigned() ? type.bits() - 1 : type.bits())) {
        return new Whole(type, value.longValue());
      }
    }
    return new Malformed(
        "the integer '" + text + "' is too large for a signed type; give it the suffix u");
  }

  private static boolean isLength(final String suffix) {
    return switch (suffix) {
      case "", "l", "L", "ll", "LL" -> true;
      default -> false;
    };
  }

  private static IntegerType[] candidates(
      final int longs, final boolean unsigned, final boolean decimal) {
    final IntegerType[] all = {
      IntegerType.INT,
      IntegerType.UNSIGNED_INT,
      IntegerType.LONG,
      IntegerType.UNSIGNED_LONG,
      IntegerType.LONG_LONG,
      IntegerType.UNSIGNED_LONG_LONG
    };
    final IntegerType[] some = new IntegerType[all.length];
    int count = 0;
    for (int index = 2 * longs; index < all.length; index++) {
      final boolean signed = all[index].isSigned();
      if (unsigned ? !signed : signed || !decimal) {
        some[count++] = all[index];
      }
    }
    return Arrays.copyOf(some, count);
  }

  private static NumberLiteral floating(
      final String text, final String lower, final boolean hexadecimal) {
    final char last = lower.charAt(lower.length() - 1);
    final boolean single = last == 'f' && !(hexadecimal && lower.indexOf('p') < 0);
    final boolean extended = last == 'l';
    final String digits = single || extended ? lower.substring(0, lower.length() - 1) : lower;
    final String shape =
        hexadecimal
            ? "0x([0-9a-f]+\\.?[0-9a-f]*|\\.[0-9a-f]+)p[+-]?[0-9]+"
            : "([0-9]+\\.?[0-9]*|\\.[0-9]+)(e[+-]?[0-9]+)?";
    if (!digits.matches(shape)) {
      return new Malformed(
          hexadecimal && lower.indexOf('p') < 0
              ? "the hexadecimal floating constant '" + text + "' needs an exponent, such as p0"
              : "'" + text + "' is not a number; a floating constant ends in nothing, f or l");
    }
    if (single) {
      return new Floating(FloatingType.FLOAT, Float.parseFloat(digits));
    }
    return new Floating(
        extended ? FloatingType.LONG_DOUBLE : FloatingType.DOUBLE, Double.parseDouble(digits));
  }
}
