package dev.sargasso.ir.graph;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The attribute of a CALL.
 *
 * @param signature of the callee; a variadic call may have more arguments than parameters
 * @param symbol the callee's name; null for an indirect call, whose first value input is the
 *     address
 */
public record CallDescriptor(Signature signature, @Nullable String symbol) {
  /** Functions behind whose call control may come back a second time. */
  private static final Set<String> RETURNING_TWICE =
      Set.of("setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "vfork");

  /** Whether control may come back behind the call more than once. */
  public boolean returnsTwice() {
    return symbol != null && RETURNING_TWICE.contains(symbol);
  }

  /** Whether the callee is the first value input. */
  public boolean isIndirect() {
    return symbol == null;
  }
}
