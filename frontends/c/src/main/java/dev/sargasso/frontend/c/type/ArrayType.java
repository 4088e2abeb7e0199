package dev.sargasso.frontend.c.type;

/**
 * An array type.
 *
 * @param element the type of the elements, which carries the qualifiers
 * @param length the number of elements, or {@link #UNKNOWN}
 */
public record ArrayType(CType element, long length) implements CType {
  /** The length of an array that another declaration or an initialiser has to complete. */
  public static final long UNKNOWN = -1;

  @Override
  public long size() {
    if (length == UNKNOWN) {
      throw new IllegalStateException("an array of unknown length has no size");
    }
    return element.size() * length;
  }

  @Override
  public int alignment() {
    return element.alignment();
  }

  @Override
  public boolean isComplete() {
    return length != UNKNOWN && element.isComplete();
  }

  @Override
  public boolean isVolatile() {
    return element.isVolatile();
  }

  @Override
  public String describe() {
    return TypeNames.describe(this);
  }
}
