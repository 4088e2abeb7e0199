package dev.sargasso.ir.graph;

/**
 * How LOAD, STORE, VOLATILE_LOAD, MEMORY_COPY and MEMORY_FILL touch memory, packed into their
 * immediate: the alias class (bits 0-15), volatile (bit 16), the type tag (bits 17-31), the size in
 * bytes of a copy, fill or volatile load (bits 32-62). A volatile load has a size of its own, for
 * it happens whether or not anybody wants the value, whose projection alone has its type.
 */
public final class Access {
  /** The alias class of everything that is in no other class. */
  public static final int ANY_CLASS = 0;

  /** Largest alias class. */
  public static final int MAX_CLASS = 0xFFFF;

  private static final long VOLATILE = 1L << 16;

  /** The type tag of an access that may touch an object of any type. */
  public static final int ANY_TYPE = 0;

  /** The type tag of an access to an object of just the type of the value. */
  public static final int OWN_TYPE = 1;

  /** Largest type tag; those above {@link #OWN_TYPE} stand for members of structures. */
  public static final int MAX_TAG = 0x7FFF;

  private static final int TAG_SHIFT = 17;
  private static final long TAG_MASK = (long) MAX_TAG << TAG_SHIFT;

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

  /**
   * The type tag of the access packed in {@code immediate}: a promise about the object that a LOAD
   * or STORE touches. What an access with the tag {@link #OWN_TYPE} or above reads has been written
   * by one with the tag {@link #ANY_TYPE}, or by one of the same type, and if both tags are above
   * {@link #OWN_TYPE}, of the same tag.
   */
  public static int tag(long immediate) {
    return (int) ((immediate & TAG_MASK) >>> TAG_SHIFT);
  }

  /** The access packed in {@code immediate} with another type tag. */
  public static long withTag(long immediate, int tag) {
    if (tag < 0 || tag > MAX_TAG) {
      throw new IllegalArgumentException("type tag " + tag);
    }
    return (immediate & ~TAG_MASK) | ((long) tag << TAG_SHIFT);
  }

  /** Bytes that a copy, fill or volatile load touches. */
  public static int size(long immediate) {
    return (int) (immediate >>> 32);
  }
}
