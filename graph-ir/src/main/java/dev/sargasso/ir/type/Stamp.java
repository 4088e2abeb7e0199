package dev.sargasso.ir.type;

/**
 * What is known of a value beyond its type: a set of values of that type.
 *
 * <p>Stamps of one type form a lattice under set inclusion. Both operations take stamps of one type
 * only and throw {@link IllegalArgumentException} otherwise.
 */
public sealed interface Stamp permits IntegerStamp, PointerStamp, FloatStamp {
  /** The type whose values this is a set of. */
  Type type();

  /** The smallest describable set that holds both. */
  Stamp meet(Stamp other);

  /** The smallest describable set that holds what both have in common. */
  Stamp join(Stamp other);

  /** Whether every value of the type is in the set: nothing is known. */
  boolean isFull();

  /** Whether no value is in the set: whatever has this stamp is never computed. */
  boolean isEmpty();

  /** Whether every value of {@code other} is in this set. */
  boolean includes(Stamp other);

  /** The set of all values of {@code type}, which must be an integer, PTR, F32 or F64. */
  static Stamp full(Type type) {
    return switch (type) {
      case I1, I8, I16, I32, I64 -> IntegerStamp.full(type.bits());
      case PTR -> PointerStamp.ANY;
      case F32, F64 -> FloatStamp.full(type);
      case V128, CTRL, MEM, TUPLE -> throw new IllegalArgumentException("no stamp for " + type);
    };
  }
}
