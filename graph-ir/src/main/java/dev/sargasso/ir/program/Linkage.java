package dev.sargasso.ir.program;

/** Who can see a symbol. */
public enum Linkage {
  /** Only this program unit, as C's {@code static}. */
  LOCAL,
  /** Every unit that it is linked with. */
  GLOBAL
}
