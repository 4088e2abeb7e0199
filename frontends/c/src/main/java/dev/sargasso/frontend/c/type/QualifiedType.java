package dev.sargasso.frontend.c.type;

/**
 * A type with qualifiers (C11 6.7.3).
 *
 * @param base the type without them, never a qualified type itself
 * @param qualifiers a set of bits, not empty
 */
public record QualifiedType(CType base, int qualifiers) implements CType {
  public static final int CONST = 1;
  public static final int VOLATILE = 2;
  public static final int RESTRICT = 4;

  @Override
  public long size() {
    return base.size();
  }

  @Override
  public int alignment() {
    return base.alignment();
  }

  @Override
  public boolean isComplete() {
    return base.isComplete();
  }

  @Override
  public CType unqualified() {
    return base;
  }

  @Override
  public String describe() {
    return base instanceof PointerType
        ? TypeNames.describe(this)
        : words(qualifiers) + base.describe();
  }

  static String words(final int qualifiers) {
    return ((qualifiers & CONST) != 0 ? "const " : "")
        + ((qualifiers & VOLATILE) != 0 ? "volatile " : "")
        + ((qualifiers & RESTRICT) != 0 ? "restrict " : "");
  }
}
