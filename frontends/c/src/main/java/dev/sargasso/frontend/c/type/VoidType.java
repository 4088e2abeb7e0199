package dev.sargasso.frontend.c.type;

/** The type void, which has no values. */
public enum VoidType implements CType {
  VOID;

  @Override
  public long size() {
    throw new IllegalStateException("void has no size");
  }

  @Override
  public int alignment() {
    return 1;
  }

  @Override
  public boolean isComplete() {
    return false;
  }

  @Override
  public String describe() {
    return "void";
  }
}
