package dev.sargasso.frontend.c.type;

/**
 * A member of a structure or union, in its place.
 *
 * @param name the name; empty for an anonymous structure or union
 * @param type the declared type
 * @param offset the distance in bytes from the beginning to the member, for a bit-field to the
 *     smallest aligned unit that holds it whole
 * @param unit the size in bytes of that unit, 0 for an ordinary member
 * @param bitOffset the number of the bit-field's lowest bit in the unit
 * @param bitWidth the number of bits of the bit-field
 */
public record Field(String name, CType type, long offset, int unit, int bitOffset, int bitWidth) {
  /** An ordinary member. */
  public static Field ordinary(final String name, final CType type, final long offset) {
    return new Field(name, type, offset, 0, 0, 0);
  }

  /** Whether the member is a bit-field. */
  public boolean isBitField() {
    return unit != 0;
  }

  /** Whether the member has no name, so that its own members count as the outer type's. */
  public boolean isAnonymous() {
    return name.isEmpty();
  }
}
