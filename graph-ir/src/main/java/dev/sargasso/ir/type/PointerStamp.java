package dev.sargasso.ir.type;

/** A set of pointers, of which only the null pointer is told apart. */
public enum PointerStamp implements Stamp {
  /** No pointer at all. */
  NONE(false, false),
  /** The null pointer alone. */
  NULL(true, false),
  /** Every pointer but null. */
  NON_NULL(false, true),
  /** Every pointer. */
  ANY(true, true);

  private final boolean mayBeNull;
  private final boolean mayBeOther;

  PointerStamp(boolean mayBeNull, boolean mayBeOther) {
    this.mayBeNull = mayBeNull;
    this.mayBeOther = mayBeOther;
  }

  private static PointerStamp of(boolean mayBeNull, boolean mayBeOther) {
    return mayBeNull ? (mayBeOther ? ANY : NULL) : (mayBeOther ? NON_NULL : NONE);
  }

  /** Whether null is in the set. */
  public boolean mayBeNull() {
    return mayBeNull;
  }

  /** Whether any other pointer than null is in the set. */
  public boolean mayBeNonNull() {
    return mayBeOther;
  }

  @Override
  public Type type() {
    return Type.PTR;
  }

  @Override
  public PointerStamp meet(Stamp other) {
    PointerStamp that = check(other);
    return of(mayBeNull || that.mayBeNull, mayBeOther || that.mayBeOther);
  }

  @Override
  public PointerStamp join(Stamp other) {
    PointerStamp that = check(other);
    return of(mayBeNull && that.mayBeNull, mayBeOther && that.mayBeOther);
  }

  @Override
  public boolean isFull() {
    return this == ANY;
  }

  @Override
  public boolean isEmpty() {
    return this == NONE;
  }

  @Override
  public boolean includes(Stamp other) {
    return meet(other) == this;
  }

  private static PointerStamp check(Stamp other) {
    if (other instanceof PointerStamp that) {
      return that;
    }
    throw new IllegalArgumentException("a pointer stamp and " + other);
  }
}
