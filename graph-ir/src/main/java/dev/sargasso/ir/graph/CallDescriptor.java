package dev.sargasso.ir.graph;

import org.jspecify.annotations.Nullable;

/**
 * The attribute of a CALL.
 *
 * @param signature of the callee; a variadic call may have more arguments than parameters
 * @param symbol the callee's name; null for an indirect call, whose first value input is the
 *     address
 */
public record CallDescriptor(Signature signature, @Nullable String symbol) {
  /** Whether the callee is the first value input. */
  public boolean isIndirect() {
    return symbol == null;
  }
}
