package dev.sargasso.frontend.c.type;

/** Implicit conversions of types (C11 6.3.1). */
public final class Conversions {
  private Conversions() {}

  /**
   * The integer type with the representation of an integer or enumerated type.
   *
   * @throws IllegalArgumentException for any other type
   */
  public static IntegerType integer(final CType type) {
    return switch (type.unqualified()) {
      case IntegerType integer -> integer;
      case EnumType enumeration -> enumeration.representation();
      default -> throw new IllegalArgumentException(type.describe() + " is not an integer type");
    };
  }

  /** The type of an integer value after the integer promotions. */
  public static IntegerType promote(final CType type) {
    final IntegerType own = integer(type);
    return own.rank() < IntegerType.INT.rank() ? IntegerType.INT : own;
  }

  /** The promoted type of a bit-field: int if it holds all values of the width (6.3.1.1, 2). */
  public static IntegerType promoteBitField(final CType type, final int width) {
    final IntegerType own = integer(type);
    if (width < 32 || (width == 32 && own.isSigned())) {
      return IntegerType.INT;
    }
    return width == 32 ? IntegerType.UNSIGNED_INT : promote(own);
  }

  /** The common type of two arithmetic types after the usual arithmetic conversions (6.3.1.8). */
  public static CType common(final CType left, final CType right) {
    if (left.unqualified() instanceof FloatingType a) {
      return right.unqualified() instanceof FloatingType b && b.compareTo(a) > 0 ? b : a;
    }
    if (right.unqualified() instanceof FloatingType b) {
      return b;
    }
    return commonInteger(promote(left), promote(right));
  }

  private static IntegerType commonInteger(final IntegerType a, final IntegerType b) {
    if (a.isSigned() == b.isSigned()) {
      return a.rank() >= b.rank() ? a : b;
    }
    final IntegerType unsigned = a.isSigned() ? b : a;
    final IntegerType signed = a.isSigned() ? a : b;
    if (unsigned.rank() >= signed.rank()) {
      return unsigned;
    }
    return signed.bits() > unsigned.bits() ? signed : signed.toUnsigned();
  }

  /** The type of an argument after the default argument promotions (6.5.2.2, 6). */
  public static CType promoteArgument(final CType type) {
    final CType plain = type.unqualified();
    if (plain == FloatingType.FLOAT) {
      return FloatingType.DOUBLE;
    }
    return plain.isInteger() ? promote(plain) : plain;
  }
}
