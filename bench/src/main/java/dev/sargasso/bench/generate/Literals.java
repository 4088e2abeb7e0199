package dev.sargasso.bench.generate;

/** Constants, more often than not at the edges of their types. */
final class Literals {
  private final Dice dice;

  Literals(Dice dice) {
    this.dice = dice;
  }

  /** A constant of type {@code type}. */
  Expression of(Scalar type) {
    if (type.isFloat()) {
      return floating(type);
    }
    return new Expression(integer(type, value(type)), type);
  }

  /** A value that {@code type} holds; for U64 its bits. */
  long value(Scalar type) {
    int bits = type.bits;
    if (bits == 1) {
      return dice.below(2);
    }
    long max = type.signed ? (1L << (bits - 1)) - 1 : bits == 64 ? -1L : (1L << bits) - 1;
    long min = type.signed ? -max - 1 : 0;
    return switch (dice.below(10)) {
      case 0 -> 0;
      case 1 -> 1;
      case 2 -> type.signed ? -1 : max;
      case 3 -> max - dice.below(2);
      case 4 -> min + dice.below(2);
      case 5 -> fit(1L << dice.below(bits), type);
      case 6 -> fit((1L << dice.below(bits)) - 1, type);
      case 7 -> fit(dice.bits(), type);
      default -> fit(dice.between(-9, 40), type);
    };
  }

  private static long fit(long value, Scalar type) {
    if (type.bits == 64) {
      return value;
    }
    int unused = 64 - type.bits;
    return type.signed ? value << unused >> unused : value << unused >>> unused;
  }

  /** The value as a primary expression of exactly the type {@code type}. */
  static String integer(Scalar type, long value) {
    return switch (type) {
      case BOOL -> "((_Bool)" + value + ")";
      case I8, U8, I16, U16 -> "((" + type.text + ")" + value + ")";
      case I32 ->
          value == Integer.MIN_VALUE
              ? "(-2147483647 - 1)"
              : value < 0 ? "(" + value + ")" : Long.toString(value);
      case U32 -> (value & 0xFFFF_FFFFL) + "U";
      case I64 ->
          value == Long.MIN_VALUE
              ? "(-9223372036854775807L - 1)"
              : value < 0 ? "(" + value + "L)" : value + "L";
      case U64 -> Long.toUnsignedString(value) + "UL";
      case F32, F64 -> throw new IllegalArgumentException(type.text);
    };
  }

  private Expression floating(Scalar type) {
    String[] values = {
      "0.0", "1.0", "-1.0", "0.5", "-2.25", "3.0", "1e10", "-1e-10", "0.1", "1234.5625", "1e30"
    };
    String text = dice.pick(values);
    if (dice.percent(30)) {
      text = dice.between(-1000, 1000) / 8.0 + "";
    }
    return new Expression("(" + text + (type == Scalar.F32 ? "f" : "") + ")", type);
  }
}
