package dev.sargasso.ir.graph;

/**
 * How LOAD, STORE, VOLATILE_LOAD, MEMORY_COPY and MEMORY_FILL touch memory, packed into their
 * immediate: the alias class (bits 0-15), volatile (bit 16), the size in bytes of a copy, fill or
 * volatile load (bits 32-62). A volatile load has a size of its own, for it happens whether or not
 * anybody wants the value, whose projection alone has its type.
 */
public final class Access {
  /** The alias class of everything that is in no other class. */
  public static final int ANY_CLASS = 0;

  /** Largest alias class. */
  public static final int MAX_CLASS = 0xFFFF;

  private static final long VOLATILE = 1L << 16;

  private Access() {}

  /** An access to {@code aliasClass}. */
  public static long of(int aliasClass) {
    if (aliasClass < 0 || aliasClass > MAX_CLASS) {
      throw new IllegalArgumentException("alias class " + aliasClass);
    }
    return aliasClass;
  }

  /** A volatile access to {@code aliasClass}. */
  public static long ofVolatile(int aliasClass) {
    return of(aliasClass) | VOLATILE;
  }

  /** A volatile load of {@code size} bytes from {@code aliasClass}. */
  public static long ofVolatileLoad(int aliasClass, int size) {
    return ofVolatile(aliasClass) | ofSize(aliasClass, size);
  }

  /** A copy or fill of {@code size} bytes in {@code aliasClass}. */
  public static long ofSize(int aliasClass, int size) {
    if (size < 0) {
      throw new IllegalArgumentException("size " + size);
    }
    return of(aliasClass) | ((long) size << 32);
  }

  /** The alias class of the access packed in {@code immediate}. */
  public static int aliasClass(long immediate) {
    return (int) (immediate & 0xFFFF);
  }

  /** Whether the access is volatile. */
  public static boolean isVolatile(long immediate) {
    return (immediate & VOLATILE) != 0;
  }

  /** Bytes that a copy, fill or volatile load touches. */
  public static int size(long immediate) {
    return (int) (immediate >>> 32);
  }
}
