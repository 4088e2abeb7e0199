package dev.sargasso.ir.program;

import java.util.List;

/**
 * A variable with static storage.
 *
 * @param name the symbol
 * @param size in bytes, at least 1
 * @param alignment in bytes, a power of two
 * @param initialiser the first bytes of the contents, at most {@code size} of them; the rest is
 *     zero. Not copied: treat as immutable
 * @param relocations addresses to add into the contents, 8 bytes each, ascending by offset
 * @param readOnly whether a store to it is undefined
 * @param linkage who can see it
 */
// Initialisers can be large, so the array is shared; nobody asks whether two globals are equal.
@SuppressWarnings("ArrayRecordComponent")
public record Global(
    String name,
    long size,
    int alignment,
    byte[] initialiser,
    List<DataRelocation> relocations,
    boolean readOnly,
    Linkage linkage) {
  /** Copies the list. */
  public Global {
    relocations = List.copyOf(relocations);
  }

  /** Whether the contents are all zero. */
  public boolean isZero() {
    if (!relocations.isEmpty()) {
      return false;
    }
    for (byte b : initialiser) {
      if (b != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * The 8 bytes at {@code offset} hold the address of {@code symbol} plus {@code addend}.
   *
   * @param offset in bytes from the start of the global
   */
  public record DataRelocation(long offset, String symbol, long addend) {}
}
