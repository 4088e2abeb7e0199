package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.Conversions;
import dev.sargasso.frontend.c.type.EnumType;
import dev.sargasso.frontend.c.type.FloatingType;
import dev.sargasso.frontend.c.type.IntegerType;
import dev.sargasso.frontend.c.type.PointerType;
import dev.sargasso.ir.type.Type;

/** Which type of the graph a scalar type of C is. */
final class Types {
  private Types() {}

  /**
   * The type of values. A long double counts as a double here; that it cannot be computed with is
   * said where one is used.
   *
   * @throws IllegalArgumentException for what is no scalar
   */
  static Type of(final CType type) {
    return switch (type.unqualified()) {
      case IntegerType integer -> ofBits(integer.bits());
      case EnumType enumeration -> ofBits(enumeration.representation().bits());
      case FloatingType floating -> floating == FloatingType.FLOAT ? Type.F32 : Type.F64;
      case PointerType _ -> Type.PTR;
      default -> throw new IllegalArgumentException(type.describe() + " is no scalar");
    };
  }

  /** The integer type of a width: 8, 16, 32 or 64. */
  static Type ofBits(final int bits) {
    return switch (bits) {
      case 8 -> Type.I8;
      case 16 -> Type.I16;
      case 32 -> Type.I32;
      default -> Type.I64;
    };
  }

  /** Whether values of an integer, enumerated or pointer type are signed. */
  static boolean isSigned(final CType type) {
    return type.isInteger() && Conversions.integer(type).isSigned();
  }

  /**
   * The type in which a scalar is passed: integers narrower than 32 bits are extended, as other
   * compilers expect it.
   */
  static Type passed(final CType type) {
    final Type own = of(type);
    return own == Type.I8 || own == Type.I16 ? Type.I32 : own;
  }
}
