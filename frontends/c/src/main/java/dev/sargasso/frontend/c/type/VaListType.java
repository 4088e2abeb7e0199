package dev.sargasso.frontend.c.type;

/**
 * The element type of {@code va_list}: the ABI's structure of two offsets and two pointers. The
 * type {@code va_list} itself is an array of one of it, so that it is passed as a pointer.
 */
public enum VaListType implements CType {
  VA_LIST;

  @Override
  public long size() {
    return 24;
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
    return "va_list";
  }
}
