package dev.sargasso.ir.program;

/** Who can see a symbol, and whether its definition is the last word. */
public enum Linkage {
  /** Only this program unit, as C's {@code static}. */
  LOCAL("local "),
  /** Every unit that it is linked with, in every module of a process. */
  GLOBAL(""),
  /** Every unit that it is linked with to one executable or shared object, but no other module. */
  HIDDEN("hidden "),
  /**
   * As {@link #GLOBAL}, but where another unit defines the symbol too, that definition holds:
   * nothing may be concluded from this one.
   */
  WEAK("weak ");

  private final String prefix;

  Linkage(String prefix) {
    this.prefix = prefix;
  }

  /** Whether the linker knows the symbol by its name. */
  public boolean isVisible() {
    return this != LOCAL;
  }

  /** Whether no other module can see the symbol, so that its address is fixed when it is linked. */
  public boolean staysInModule() {
    return this == LOCAL || this == HIDDEN;
  }

  /** What stands before a definition in our texts: a word and a space, or nothing. */
  public String prefix() {
    return prefix;
  }
}
