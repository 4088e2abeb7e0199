package dev.sargasso.frontend.c.type;

/**
 * A pointer type.
 *
 * @param target the type that is pointed to
 */
public record PointerType(CType target) implements CType {
  @Override
  public long size() {
    return 8;
  }

  @Override
  public int alignment() {
    return 8;
  }

  @Override
  public boolean isComplete() {
    return true;
  }

  @Override
  public String describe() {
    return TypeNames.describe(this);
  }
}
