package dev.sargasso.ir.interpret;

import java.util.Arrays;

/** How a run ended. */
public sealed interface Outcome {
  /**
   * The function returned.
   *
   * @param values canonical, one for each result. Not copied
   */
  // Values are few and compared by content below.
  @SuppressWarnings("ArrayRecordComponent")
  record Returned(long[] values) implements Outcome {
    /** The only result. */
    public long value() {
      if (values.length != 1) {
        throw new IllegalStateException("the function has " + values.length + " results");
      }
      return values[0];
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Returned that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
      return "returned " + Arrays.toString(values);
    }
  }

  /**
   * The program called {@code exit}.
   *
   * @param status as given, not yet cut to 8 bits
   */
  record Exited(int status) implements Outcome {}

  /** The program was stopped. */
  record Trapped(Trap trap) implements Outcome {}
}
