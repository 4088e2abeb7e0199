package dev.sargasso.ir.program;

import org.jspecify.annotations.Nullable;

/** The globals of a program that are never written. */
@FunctionalInterface
public interface ConstantData {
  /** None is known. */
  ConstantData NONE = symbol -> null;

  /** The global of this name, if nothing ever writes it; else null. */
  @Nullable Global find(String symbol);
}
