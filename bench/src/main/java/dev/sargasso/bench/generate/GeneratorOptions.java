package dev.sargasso.bench.generate;

/**
 * What generated programs contain.
 *
 * @param size about how many statements, at least 1
 * @param floats whether there is floating-point arithmetic
 * @param structures whether there are structures
 * @param pointers whether there are pointers
 * @param jumps whether there are gotos, some of them into loops
 */
public record GeneratorOptions(
    int size, boolean floats, boolean structures, boolean pointers, boolean jumps) {
  /** Everything, about {@code size} statements. */
  public static GeneratorOptions ofSize(int size) {
    return new GeneratorOptions(size, true, true, true, true);
  }
}
