package dev.sargasso.frontend.c.type;

/** The integer types other than enumerations, in the order of their conversion ranks. */
public enum IntegerType implements CType {
  BOOL("_Bool", 1, 8, false),
  CHAR("char", 2, 8, true),
  SIGNED_CHAR("signed char", 2, 8, true),
  UNSIGNED_CHAR("unsigned char", 2, 8, false),
  SHORT("short", 3, 16, true),
  UNSIGNED_SHORT("unsigned short", 3, 16, false),
  INT("int", 4, 32, true),
  UNSIGNED_INT("unsigned int", 4, 32, false),
  LONG("long", 5, 64, true),
  UNSIGNED_LONG("unsigned long", 5, 64, false),
  LONG_LONG("long long", 6, 64, true),
  UNSIGNED_LONG_LONG("unsigned long long", 6, 64, false);

  private final String words;
  private final int rank;
  private final int bits;
  private final boolean signed;

  IntegerType(final String words, final int rank, final int bits, final boolean signed) {
    this.words = words;
    this.rank = rank;
    this.bits = bits;
    this.signed = signed;
  }

  /** The conversion rank (C11 6.3.1.1); only comparisons mean something. */
  public int rank() {
    return rank;
  }

  /** The width of an object in bits: 8, 16, 32 or 64. */
  public int bits() {
    return bits;
  }

  /** Whether the type has negative values. */
  public boolean isSigned() {
    return signed;
  }

  /** The unsigned type of the same rank. */
  public IntegerType toUnsigned() {
    return signed ? this == CHAR ? UNSIGNED_CHAR : values()[ordinal() + 1] : this;
  }

  /** The value of this type that is congruent to a 64-bit value, again extended to 64 bits. */
  public long truncate(final long value) {
    if (this == BOOL) {
      return value == 0 ? 0 : 1;
    }
    final int unused = 64 - bits;
    return signed ? value << unused >> unused : value << unused >>> unused;
  }

  @Override
  public long size() {
    return bits / 8;
  }

  @Override
  public int alignment() {
    return bits / 8;
  }

  @Override
  public boolean isComplete() {
    return true;
  }

  @Override
  public String describe() {
    return words;
  }
}
