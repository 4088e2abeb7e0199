package dev.sargasso.ir.text;

import dev.sargasso.ir.type.Type;
import org.jspecify.annotations.Nullable;

/** Numbers as they are written, turned into canonical values of a type, and back. */
final class Literal {
  private Literal() {}

  /**
   * The canonical value of type {@code type} that {@code text} stands for.
   *
   * @param text an INTEGER or FLOAT token, or one of the words {@code true}, {@code false}, {@code
   *     null}, {@code inf}, {@code nan}, the latter two perhaps behind a minus
   * @return null if it stands for no value of the type; {@link #complaint} says why
   */
  static @Nullable Long parse(String text, Type type) {
    return switch (text) {
      case "true" -> type == Type.I1 ? 1L : null;
      case "false" -> type == Type.I1 ? 0L : null;
      case "null" -> type == Type.PTR ? 0L : null;
      default ->
          type.isFloat()
              ? parseFloat(text, type)
              : type.isGeneral() ? parseInteger(text, type) : null;
    };
  }

  /** Why {@link #parse} gave null. */
  static String complaint(String text, Type type) {
    if (!isInteger(text)) {
      return "'" + text + "' is no value of type " + type.text();
    }
    return "'" + text + "' does not fit the type " + type.text();
  }

  private static boolean isInteger(String text) {
    return magnitude(text) != null || text.matches("-?[0-9]+");
  }

  /** Whether a literal can only be a floating-point number. */
  static boolean isFraction(String text) {
    return text.endsWith("inf")
        || text.equals("nan")
        || (magnitude(text) == null && (text.contains(".") || text.contains("e")));
  }

  /** A non-negative number for a size, count or code; null if it is none, or above {@code max}. */
  static @Nullable Long parseCount(String text, long max) {
    Long value = text.startsWith("-") ? null : magnitude(text);
    return value != null && value >= 0 && value <= max ? value : null;
  }

  private static @Nullable Long magnitude(String text) {
    String digits = text.startsWith("-") ? text.substring(1) : text;
    int radix = 10;
    if (digits.startsWith("0x") || digits.startsWith("0X")) {
      digits = digits.substring(2);
      radix = 16;
    }
    if (digits.isEmpty() || digits.startsWith("+")) {
      return null;
    }
    try {
      return Long.parseUnsignedLong(digits, radix);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static @Nullable Long parseInteger(String text, Type type) {
    Long magnitude = magnitude(text);
    if (magnitude == null) {
      return null;
    }
    int bits = type.bits();
    if (text.startsWith("-")) {
      if (type == Type.I1 || Long.compareUnsigned(magnitude, 1L << (bits - 1)) > 0) {
        return null;
      }
      return -magnitude;
    }
    if (bits < 64 && Long.compareUnsigned(magnitude, (1L << bits) - 1) > 0) {
      return null;
    }
    return type.canonical(magnitude);
  }

  private static @Nullable Long parseFloat(String text, Type type) {
    String digits =
        switch (text) {
          case "inf" -> "Infinity";
          case "-inf" -> "-Infinity";
          case "nan" -> "NaN";
          default -> text;
        };
    boolean hex = digits.contains("x") || digits.contains("X");
    char last = digits.isEmpty() ? ' ' : digits.charAt(digits.length() - 1);
    // What only Java takes for a number.
    if (!hex && (last == 'f' || last == 'F' || last == 'd' || last == 'D')) {
      return null;
    }
    if (hex && digits.indexOf('p') < 0 && digits.indexOf('P') < 0) {
      digits += "p0";
    }
    try {
      return type == Type.F64
          ? Double.doubleToRawLongBits(Double.parseDouble(digits))
          : Float.floatToRawIntBits(Float.parseFloat(digits)) & 0xFFFF_FFFFL;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Writes a canonical value so that {@link #parse}, or {@code bits(...)}, gives it back. */
  static String format(Type type, long value) {
    return switch (type) {
      case F64 -> {
        double number = Double.longBitsToDouble(value);
        yield Double.isNaN(number)
            ? formatNan(value, value == 0x7FF8_0000_0000_0000L)
            : formatFloat(Double.toString(number));
      }
      case F32 -> {
        float number = Float.intBitsToFloat((int) value);
        yield Float.isNaN(number)
            ? formatNan(value, value == 0x7FC0_0000L)
            : formatFloat(Float.toString(number));
      }
      case PTR -> value == 0 ? "null" : "0x" + Long.toHexString(value);
      default -> Long.toString(value);
    };
  }

  private static String formatNan(long value, boolean plain) {
    return plain ? "nan" : "bits(0x" + Long.toHexString(value) + ")";
  }

  private static String formatFloat(String text) {
    return text.replace("Infinity", "inf");
  }
}
