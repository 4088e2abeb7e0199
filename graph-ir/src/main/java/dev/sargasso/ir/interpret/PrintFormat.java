package dev.sargasso.ir.interpret;

import dev.sargasso.ir.type.Type;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * What {@code printf} makes of a format and arguments, byte for byte as C prints it: flags {@code
 * -+ #0}, width and precision (also {@code *}), lengths {@code hh h l ll z j t}, conversions {@code
 * d i u x X o c s p f F e E g G a A n %}. Decimal digits of floating-point numbers are exact.
 */
final class PrintFormat {
  private final Memory memory;
  private final PrintArguments arguments;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  // Of the conversion in work.
  private boolean left;
  private boolean plus;
  private boolean space;
  private boolean alternate;
  private boolean zero;
  private int width;
  private int precision;
  private String length = "";

  /**
   * @param firstArgument number of the first argument behind the format
   */
  PrintFormat(ExternalCall call, int firstArgument) {
    this(call.memory(), PrintArguments.of(call, firstArgument));
  }

  /** A format with arguments from elsewhere. */
  PrintFormat(Memory memory, PrintArguments arguments) {
    this.memory = memory;
    this.arguments = arguments;
  }

  /** The output for the format string at {@code address}. */
  byte[] format(long address) {
    byte[] format = memory.string(address);
    int at = 0;
    while (at < format.length) {
      if (format[at] != '%') {
        out.write(format[at++]);
        continue;
      }
      int start = at;
      at = directive(format, at + 1);
      if (at < 0) {
        // Unfinished or unknown: as glibc, print it as it stands.
        out.write(format, start, format.length - start);
        break;
      }
    }
    return out.toByteArray();
  }

  private long next() {
    return arguments.nextLong();
  }

  /** Handles what stands behind a percent sign; gives the place behind it, or -1. */
  private int directive(byte[] format, int start) {
    int at = start;
    left = plus = space = alternate = zero = false;
    flags:
    while (at < format.length) {
      switch (format[at]) {
        case '-' -> left = true;
        case '+' -> plus = true;
        case ' ' -> space = true;
        case '#' -> alternate = true;
        case '0' -> zero = true;
        default -> {
          break flags;
        }
      }
      at++;
    }
    width = 0;
    if (at < format.length && format[at] == '*') {
      width = (int) next();
      if (width < 0) {
        left = true;
        width = -width;
      }
      at++;
    } else {
      while (at < format.length && isDigit(format[at])) {
        width = 10 * width + (format[at++] - '0');
      }
    }
    precision = -1;
    if (at < format.length && format[at] == '.') {
      at++;
      precision = 0;
      if (at < format.length && format[at] == '*') {
        precision = (int) next();
        at++;
      } else {
        while (at < format.length && isDigit(format[at])) {
          precision = 10 * precision + (format[at++] - '0');
        }
      }
    }
    int lengthStart = at;
    while (at < format.length && "hlzjtqL".indexOf(format[at]) >= 0) {
      at++;
    }
    length = new String(format, lengthStart, at - lengthStart, StandardCharsets.ISO_8859_1);
    if (at >= format.length || !convert((char) format[at])) {
      return -1;
    }
    return at + 1;
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  private boolean convert(char conversion) {
    switch (conversion) {
      case 'd', 'i' -> signed(narrow(next(), true));
      case 'u', 'x', 'X', 'o' -> unsigned(conversion, narrow(next(), false));
      case 'c' -> {
        zero = false;
        pad("", new byte[] {(byte) next()});
      }
      case 's' -> string(next());
      case 'p' -> {
        long pointer = next();
        zero = false;
        pad("", ascii(pointer == 0 ? "(nil)" : "0x" + Long.toHexString(pointer)));
      }
      case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A' -> floating(conversion);
      case 'n' -> memory.store(Type.I32, next(), out.size());
      case '%' -> out.write('%');
      default -> {
        return false;
      }
    }
    return true;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Cuts an argument to what the length says. */
  private long narrow(long value, boolean isSigned) {
    return switch (length) {
      case "hh" -> isSigned ? (byte) value : value & 0xFF;
      case "h" -> isSigned ? (short) value : value & 0xFFFF;
      case "" -> isSigned ? (int) value : value & 0xFFFF_FFFFL;
      default -> value;
    };
  }

  // ---------------------------------------------------------------- integers

  private void signed(long value) {
    String digits =
        value == Long.MIN_VALUE ? "9223372036854775808" : Long.toString(Math.abs(value));
    integer(value < 0 ? "-" : plus ? "+" : space ? " " : "", digits, value == 0);
  }

  private void unsigned(char conversion, long value) {
    switch (conversion) {
      case 'u' -> integer("", Long.toUnsignedString(value), value == 0);
      case 'o' -> {
        String digits = Long.toOctalString(value);
        if (alternate && value != 0) {
          digits = "0" + digits;
        }
        integer("", digits, value == 0 && !alternate);
      }
      default -> {
        String digits = Long.toHexString(value);
        String prefix = alternate && value != 0 ? "0x" : "";
        boolean upper = conversion == 'X';
        integer(
            upper ? prefix.toUpperCase(Locale.ROOT) : prefix,
            upper ? digits.toUpperCase(Locale.ROOT) : digits,
            value == 0);
      }
    }
  }

  private void integer(String prefix, String digits, boolean isZero) {
    String text = digits;
    if (precision >= 0) {
      zero = false;
      if (precision == 0 && isZero) {
        text = "";
      }
      text = "0".repeat(Math.max(0, precision - text.length())) + text;
    }
    pad(prefix, ascii(text));
  }

  private void string(long address) {
    zero = false;
    byte[] text;
    if (address == 0) {
      text = ascii(precision < 0 || precision >= 6 ? "(null)" : "");
    } else if (precision < 0) {
      text = memory.string(address);
    } else {
      int size = 0;
      while (size < precision && memory.byteAt(address + size) != 0) {
        size++;
      }
      text = memory.read(address, size);
    }
    pad("", text);
  }

  /** Writes prefix and text, filled up to the width. */
  private void pad(String prefix, byte[] text) {
    int fill = Math.max(0, width - prefix.length() - text.length);
    if (!left && !zero) {
      fill(' ', fill);
    }
    out.writeBytes(ascii(prefix));
    if (!left && zero) {
      fill('0', fill);
    }
    out.writeBytes(text);
    if (left) {
      fill(' ', fill);
    }
  }

  private void fill(char with, int count) {
    byte[] bytes = new byte[count];
    Arrays.fill(bytes, (byte) with);
    out.writeBytes(bytes);
  }

  // ---------------------------------------------------------- floating point

  private void floating(char conversion) {
    double value = arguments.nextDouble();
    boolean negative = Double.doubleToRawLongBits(value) < 0;
    String prefix = negative ? "-" : plus ? "+" : space ? " " : "";
    boolean upper = Character.isUpperCase(conversion);
    String text;
    double magnitude = Math.abs(value);
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      zero = false;
      text = Double.isNaN(value) ? "nan" : "inf";
    } else {
      int digits = precision < 0 ? 6 : precision;
      text =
          switch (Character.toLowerCase(conversion)) {
            case 'f' -> fixed(magnitude, digits);
            case 'e' -> exponential(magnitude, digits);
            case 'g' -> general(magnitude, digits == 0 ? 1 : digits);
            default -> {
              prefix += "0x";
              yield hexadecimal(magnitude, precision);
            }
          };
    }
    if (upper) {
      text = text.toUpperCase(Locale.ROOT);
      prefix = prefix.toUpperCase(Locale.ROOT);
    }
    pad(prefix, ascii(text));
  }

  private String fixed(double value, int digits) {
    String text = new BigDecimal(value).setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
    return digits == 0 && alternate ? text + "." : text;
  }

  private String exponential(double value, int digits) {
    if (value == 0) {
      return "0" + fraction("0".repeat(digits)) + "e+00";
    }
    BigDecimal rounded =
        new BigDecimal(value).round(new MathContext(digits + 1, RoundingMode.HALF_EVEN));
    String all = rounded.unscaledValue().toString();
    int exponent = all.length() - 1 - rounded.scale();
    // A rounded power of ten may come with fewer digits than asked for.
    all = (all + "0".repeat(digits + 1)).substring(0, digits + 1);
    return all.charAt(0) + fraction(all.substring(1)) + exponent(exponent);
  }

  private String fraction(String digits) {
    return digits.isEmpty() && !alternate ? "" : "." + digits;
  }

  private static String exponent(int exponent) {
    int magnitude = Math.abs(exponent);
    return (exponent < 0 ? "e-" : "e+") + (magnitude < 10 ? "0" : "") + magnitude;
  }

  private String general(double value, int digits) {
    int exponent = 0;
    if (value != 0) {
      BigDecimal rounded =
          new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_EVEN));
      exponent = rounded.precision() - 1 - rounded.scale();
    }
    boolean plain = exponent >= -4 && exponent < digits;
    String text = plain ? fixed(value, digits - 1 - exponent) : exponential(value, digits - 1);
    if (alternate) {
      return text;
    }
    int end = text.indexOf('e');
    String mantissa = end < 0 ? text : text.substring(0, end);
    if (mantissa.indexOf('.') >= 0) {
      int last = mantissa.length();
      while (mantissa.charAt(last - 1) == '0') {
        last--;
      }
      if (mantissa.charAt(last - 1) == '.') {
        last--;
      }
      mantissa = mantissa.substring(0, last);
    }
    return end < 0 ? mantissa : mantissa + text.substring(end);
  }

  /** As {@code %a}, without the {@code 0x}. */
  private String hexadecimal(double value, int digits) {
    long bits = Double.doubleToRawLongBits(value);
    long mantissa = bits & 0xF_FFFF_FFFF_FFFFL;
    int exponent = (int) (bits >>> 52);
    long lead = exponent == 0 ? 0 : 1;
    int shown = value == 0 ? 0 : exponent == 0 ? -1022 : exponent - 1023;
    if (digits >= 0 && digits < 13) {
      int dropped = 4 * (13 - digits);
      long whole = (lead << 52) | mantissa;
      long rest = whole & ((1L << dropped) - 1);
      long half = 1L << (dropped - 1);
      long kept = whole >>> dropped;
      if (rest > half || (rest == half && (kept & 1) == 1)) {
        kept++;
      }
      lead = kept >>> (52 - dropped);
      mantissa = (kept << dropped) & 0xF_FFFF_FFFF_FFFFL;
    }
    String hex = "%013x".formatted(mantissa);
    if (digits < 0) {
      hex = hex.replaceAll("0+$", "");
    } else {
      hex = digits <= 13 ? hex.substring(0, digits) : hex + "0".repeat(digits - 13);
    }
    return lead + fraction(hex) + "p" + (shown < 0 ? "-" : "+") + Math.abs(shown);
  }
}
