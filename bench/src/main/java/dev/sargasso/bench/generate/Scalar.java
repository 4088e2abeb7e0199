package dev.sargasso.bench.generate;

/** The arithmetic types of C that generated programs use, with the conversions between them. */
enum Scalar {
  BOOL("_Bool", 1, false),
  I8("int8_t", 8, true),
  U8("uint8_t", 8, false),
  I16("int16_t", 16, true),
  U16("uint16_t", 16, false),
  I32("int32_t", 32, true),
  U32("uint32_t", 32, false),
  I64("int64_t", 64, true),
  U64("uint64_t", 64, false),
  F32("float", 32, true),
  F64("double", 64, true);

  /** The name in C. */
  final String text;

  /** How many of its bits matter. */
  final int bits;

  /** Whether it has negative values. */
  final boolean signed;

  Scalar(String text, int bits, boolean signed) {
    this.text = text;
    this.bits = bits;
    this.signed = signed;
  }

  boolean isFloat() {
    return this == F32 || this == F64;
  }

  /** The type after integer promotion. */
  Scalar promoted() {
    return bits < 32 ? I32 : this;
  }

  /** The unsigned type of the promoted width, in which arithmetic wraps. */
  Scalar wrapping() {
    return bits == 64 ? U64 : U32;
  }

  /** The type in which C computes an operation on both (6.3.1.8, usual arithmetic conversions). */
  static Scalar arithmetic(Scalar a, Scalar b) {
    if (a == F64 || b == F64) {
      return F64;
    }
    if (a == F32 || b == F32) {
      return F32;
    }
    Scalar x = a.promoted();
    Scalar y = b.promoted();
    if (x.bits != y.bits) {
      return x.bits > y.bits ? x : y;
    }
    return x.signed ? y : x;
  }
}
