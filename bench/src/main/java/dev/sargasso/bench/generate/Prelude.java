package dev.sargasso.bench.generate;

import java.util.ArrayList;
import java.util.List;

/** What every generated program starts with: headers, guarded operations, the checksum. */
final class Prelude {
  private Prelude() {}

  /** The function that converts a double, 0 where it is out of range. */
  static String fromDouble(Scalar type) {
    return "to_" + suffix(type);
  }

  /** The function that divides, or returns the dividend where the quotient is undefined. */
  static String divide(Scalar type) {
    return "divide_" + suffix(type);
  }

  /** Likewise the remainder. */
  static String remainder(Scalar type) {
    return "remainder_" + suffix(type);
  }

  private static String suffix(Scalar type) {
    return (type.signed ? "i" : "u") + type.bits;
  }

  static List<String> lines(GeneratorOptions options) {
    List<String> lines = new ArrayList<>();
    lines.add("#include <stdint.h>");
    lines.add("#include <stdio.h>");
    lines.add("#include <string.h>");
    lines.add("");
    lines.add("static uint64_t checksum = 0xcbf29ce484222325UL;");
    lines.add("");
    lines.add("static void mix(uint64_t value)");
    lines.add("{");
    lines.add("checksum = (checksum ^ value) * 0x100000001b3UL;");
    lines.add("checksum ^= checksum >> 29;");
    lines.add("}");
    for (Scalar type : List.of(Scalar.I32, Scalar.U32, Scalar.I64, Scalar.U64)) {
      guarded(lines, divide(type), "/", type);
      guarded(lines, remainder(type), "%", type);
    }
    if (options.floats()) {
      conversion(lines, Scalar.I32, "-2147483649.0", "2147483648.0");
      conversion(lines, Scalar.U32, "-1.0", "4294967296.0");
      conversion(lines, Scalar.I64, "-9223372036854775809.0", "9223372036854775808.0");
      conversion(lines, Scalar.U64, "-1.0", "18446744073709551616.0");
    }
    return lines;
  }

  private static void guarded(List<String> lines, String name, String operator, Scalar type) {
    String t = type.text;
    lines.add("");
    lines.add("static " + t + " " + name + "(" + t + " a, " + t + " b)");
    lines.add("{");
    String overflows =
        type.signed
            ? " || (a == "
                + Literals.integer(type, type.bits == 32 ? Integer.MIN_VALUE : Long.MIN_VALUE)
                + " && b == -1)"
            : "";
    lines.add("return b == 0" + overflows + " ? a : a " + operator + " b;");
    lines.add("}");
  }

  private static void conversion(List<String> lines, Scalar type, String above, String below) {
    lines.add("");
    lines.add("static " + type.text + " " + fromDouble(type) + "(double x)");
    lines.add("{");
    lines.add("return x > " + above + " && x < " + below + " ? (" + type.text + ")x : 0;");
    lines.add("}");
  }
}
