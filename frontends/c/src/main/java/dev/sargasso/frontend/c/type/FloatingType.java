package dev.sargasso.frontend.c.type;

/** The real floating types, in the order of their ranks. */
public enum FloatingType implements CType {
  FLOAT("float", 4),
  DOUBLE("double", 8),
  /** The x87 format of 80 bits: it can be declared and passed over, but not computed with. */
  LONG_DOUBLE("long double", 16);

  private final String words;
  private final int size;

  FloatingType(final String words, final int size) {
    this.words = words;
    this.size = size;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public int alignment() {
    return size;
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
