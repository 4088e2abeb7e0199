package dev.sargasso.frontend.c.type;

/** The type of what was already reported as wrong; it goes with everything, silently. */
public enum ErrorType implements CType {
  ERROR;

  @Override
  public long size() {
    return 1;
  }

  @Override
  public int alignment() {
    return 1;
  }

  @Override
  public boolean isComplete() {
    return true;
  }

  @Override
  public String describe() {
    return "<error>";
  }
}
