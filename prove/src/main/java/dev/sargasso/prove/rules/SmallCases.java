package dev.sargasso.prove.rules;

import dev.sargasso.ir.graph.Node;
import java.util.Optional;

/** Compares two forms of an expression for all operands of 8 bits. */
final class SmallCases {
  private static final int BYTES = 1 << 8;

  private final long[] all = new long[BYTES];
  private final long[] firsts = new long[BYTES * BYTES];
  private final long[] seconds = new long[BYTES * BYTES];

  SmallCases() {
    for (int i = 0; i < BYTES; i++) {
      all[i] = (byte) i;
    }
    for (int i = 0; i < BYTES * BYTES; i++) {
      firsts[i] = (byte) (i >> Byte.SIZE);
      seconds[i] = (byte) i;
    }
  }

  /** An input for which {@code simple} may not stand for {@code plain}, and what they give. */
  Optional<String> fault(Expression expression, Node plain, Node simple) {
    boolean pairs = expression.variables() == 3;
    long[] x = pairs ? firsts : all;
    long[] y = pairs ? seconds : all;
    Table before = Table.of(plain, x, y);
    Table after = Table.of(simple, x, y);
    for (int i = 0; i < x.length; i++) {
      // What traps may vanish together with the need for its value.
      if (before.breaks[i] || before.traps[i]) {
        continue;
      }
      if (after.traps[i] || before.values[i] != after.values[i]) {
        return Optional.of(
            expression
                + " for x = "
                + x[i]
                + (pairs ? ", y = " + y[i] : "")
                + ": "
                + before.values[i]
                + " becomes "
                + (after.traps[i] ? "a trap" : after.values[i]));
      }
    }
    return Optional.empty();
  }
}
