package dev.sargasso.ir.type;

/**
 * The type of what a node produces.
 *
 * <p>Integers have no signedness; operations do. A constant of an integer type is kept in a {@code
 * long}, sign-extended from its width ({@link #I1} alone is kept as 0 or 1), which {@link
 * #canonical} establishes. Floating-point constants are kept as their raw bits.
 */
public enum Type {
  /** A truth value: 0 or 1. */
  I1("i1", 1, 1),
  I8("i8", 8, 1),
  I16("i16", 16, 2),
  I32("i32", 32, 4),
  I64("i64", 64, 8),
  /** IEEE 754 binary32. */
  F32("f32", 32, 4),
  /** IEEE 754 binary64. */
  F64("f64", 64, 8),
  /** An address, 64 bits wide. Null is 0. */
  PTR("ptr", 64, 8),
  /** A vector of 128 bits. */
  V128("v128", 128, 16),
  /** A control token. */
  CTRL("ctrl", 0, 0),
  /** A memory token: the state of one alias class. */
  MEM("mem", 0, 0),
  /** Several results, which projections take apart. */
  TUPLE("tuple", 0, 0);

  private final String text;
  private final int bits;
  private final int bytes;

  Type(String text, int bits, int bytes) {
    this.text = text;
    this.bits = bits;
    this.bytes = bytes;
  }

  /** The name in the textual forms, such as {@code i32}. */
  public String text() {
    return text;
  }

  /** Width in bits; 0 for {@link #CTRL}, {@link #MEM} and {@link #TUPLE}. */
  public int bits() {
    return bits;
  }

  /** Size in memory, in bytes; 0 for {@link #CTRL}, {@link #MEM} and {@link #TUPLE}. */
  public int bytes() {
    return bytes;
  }

  /** Whether this is one of {@link #I1} to {@link #I64}. */
  public boolean isInteger() {
    return ordinal() <= I64.ordinal();
  }

  /** Whether this is {@link #F32} or {@link #F64}. */
  public boolean isFloat() {
    return this == F32 || this == F64;
  }

  /** Whether values of this type live in general registers: integers and pointers. */
  public boolean isGeneral() {
    return isInteger() || this == PTR;
  }

  /** Whether this is a value that a register can hold, neither control, memory nor tuple. */
  public boolean isValue() {
    return ordinal() <= V128.ordinal();
  }

  /** The one {@code long} that stands for {@code bits} taken as a value of this type. */
  public long canonical(long bits) {
    return switch (this) {
      case I1 -> bits & 1;
      case I8 -> (byte) bits;
      case I16 -> (short) bits;
      case I32 -> (int) bits;
      case F32 -> bits & 0xFFFF_FFFFL;
      default -> bits;
    };
  }

  /** The bits of this width in {@code canonical}, zero-extended. */
  public long unsigned(long canonical) {
    return bits == 64 ? canonical : canonical & ((1L << bits) - 1);
  }

  /**
   * A type for {@code bytes} of memory of which nothing else is known: an integer, or {@link #V128}
   * for 16.
   */
  public static Type ofBytes(int bytes) {
    return switch (bytes) {
      case 1 -> I8;
      case 2 -> I16;
      case 4 -> I32;
      case 8 -> I64;
      case 16 -> V128;
      default -> throw new IllegalArgumentException("no type has " + bytes + " bytes");
    };
  }

  /** The type whose {@link #text} is {@code text}, or null. */
  public static @org.jspecify.annotations.Nullable Type named(String text) {
    for (Type type : values()) {
      if (type.text.equals(text)) {
        return type;
      }
    }
    return null;
  }
}
