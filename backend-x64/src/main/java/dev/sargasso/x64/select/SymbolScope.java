package dev.sargasso.x64.select;

/** Which symbols lie within two gibibytes of the code, so that it can address them directly. */
@FunctionalInterface
public interface SymbolScope {
  /** Every address goes through the global offset table. */
  SymbolScope EVERYTHING_FAR = symbol -> false;

  /**
   * Whether the code may refer to the symbol relative to the instruction pointer, as it may where
   * both are defined in the same unit. Calls do not ask: they may go through a stub.
   */
  boolean isNear(String symbol);
}
