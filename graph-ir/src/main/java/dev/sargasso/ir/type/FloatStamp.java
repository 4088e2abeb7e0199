package dev.sargasso.ir.type;

/**
 * A set of floating-point values, of which NaNs are told apart from numbers (infinities are
 * numbers).
 *
 * @param type F32 or F64
 * @param mayBeNumber whether the numbers are in the set
 * @param mayBeNan whether the NaNs are in the set
 */
public record FloatStamp(Type type, boolean mayBeNumber, boolean mayBeNan) implements Stamp {
  private static final FloatStamp F32 = new FloatStamp(Type.F32, true, true);
  private static final FloatStamp F64 = new FloatStamp(Type.F64, true, true);
  private static final FloatStamp F32_NUMBERS = new FloatStamp(Type.F32, true, false);
  private static final FloatStamp F64_NUMBERS = new FloatStamp(Type.F64, true, false);

  /** Checks the type. */
  public FloatStamp {
    if (!type.isFloat()) {
      throw new IllegalArgumentException("a float stamp of " + type);
    }
  }

  /** All values of F32 or F64. */
  public static FloatStamp full(Type type) {
    return type == Type.F32 ? F32 : type == Type.F64 ? F64 : new FloatStamp(type, true, true);
  }

  /** All values of F32 or F64 but NaNs. */
  public static FloatStamp numbers(Type type) {
    return type == Type.F32
        ? F32_NUMBERS
        : type == Type.F64 ? F64_NUMBERS : new FloatStamp(type, true, false);
  }

  @Override
  public FloatStamp meet(Stamp other) {
    FloatStamp that = check(other);
    return new FloatStamp(type, mayBeNumber || that.mayBeNumber, mayBeNan || that.mayBeNan);
  }

  @Override
  public FloatStamp join(Stamp other) {
    FloatStamp that = check(other);
    return new FloatStamp(type, mayBeNumber && that.mayBeNumber, mayBeNan && that.mayBeNan);
  }

  @Override
  public boolean isFull() {
    return mayBeNumber && mayBeNan;
  }

  @Override
  public boolean isEmpty() {
    return !mayBeNumber && !mayBeNan;
  }

  @Override
  public boolean includes(Stamp other) {
    return meet(other).equals(this);
  }

  private FloatStamp check(Stamp other) {
    if (other instanceof FloatStamp that && that.type == type) {
      return that;
    }
    throw new IllegalArgumentException("a float stamp of " + type.text() + " and " + other);
  }
}
