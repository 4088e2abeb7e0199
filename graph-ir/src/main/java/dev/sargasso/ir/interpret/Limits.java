package dev.sargasso.ir.interpret;

/**
 * What a program may use up.
 *
 * @param steps nodes executed
 * @param callDepth nested calls
 * @param stackBytes size of the stack, at most 1 GiB
 * @param heapBytes size of the heap, at most 1 GiB
 */
public record Limits(long steps, int callDepth, int stackBytes, int heapBytes) {
  /** Practically unlimited steps, 100,000 nested calls, 8 MiB of stack, 1 GiB of heap. */
  public static final Limits DEFAULT = new Limits(Long.MAX_VALUE, 100_000, 8 << 20, 1 << 30);

  /** Checks the ranges. */
  public Limits {
    if (steps < 0
        || callDepth < 1
        || stackBytes < 0
        || stackBytes > 1 << 30
        || heapBytes < 0
        || heapBytes > 1 << 30) {
      throw new IllegalArgumentException("limits out of range");
    }
  }

  /** These limits with another number of steps. */
  public Limits withSteps(long newSteps) {
    return new Limits(newSteps, callDepth, stackBytes, heapBytes);
  }
}
