package dev.sargasso.x64.code;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Pages of this process, by the system calls of Linux. */
public final class NativeMemory {
  /** The size of a page, in bytes. */
  public static final int PAGE = 4096;

  /** Protection: nothing may be done. */
  public static final int NONE = 0;

  /** Protection: pages may be read. */
  public static final int READ = 1;

  /** Protection: pages may be written. */
  public static final int WRITE = 2;

  /** Protection: pages may be executed. */
  public static final int EXECUTE = 4;

  private static final int MAP_SHARED = 1;
  private static final int MAP_PRIVATE = 2;
  private static final int MAP_ANONYMOUS = 0x20;
  private static final int MAP_NORESERVE = 0x4000;
  private static final long MAP_FAILED = -1;

  private static final NativeFunction MMAP = NativeFunction.ofLibrary("mmap");
  private static final NativeFunction MPROTECT = NativeFunction.ofLibrary("mprotect");
  private static final NativeFunction MUNMAP = NativeFunction.ofLibrary("munmap");

  private NativeMemory() {}

  /**
   * Maps {@code size} bytes of zeros, readable and writable. Pages that are never touched cost
   * nothing.
   *
   * @return the address
   * @throws CodeMemoryException if the system refuses
   */
  public static long map(final long size) {
    return map(size, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE);
  }

  /** The same, shared with the children that this process forks. */
  public static long mapShared(final long size) {
    return map(size, MAP_SHARED | MAP_ANONYMOUS);
  }

  private static long map(final long size, final int flags) {
    final long address = MMAP.call(0, size, READ | WRITE, flags, -1, 0);
    if (address == MAP_FAILED) {
      throw new CodeMemoryException(
          "the system gave no " + size + " bytes of memory for code and data");
    }
    return address;
  }

  /**
   * Changes what may be done with pages.
   *
   * @param protection {@link #NONE}, or a sum of {@link #READ}, {@link #WRITE} and {@link #EXECUTE}
   * @throws CodeMemoryException if the system refuses
   */
  public static void protect(final long address, final long size, final int protection) {
    if (size > 0 && (int) MPROTECT.call(address, size, protection) != 0) {
      throw new CodeMemoryException(
          "the system does not let memory become "
              + ((protection & EXECUTE) != 0 ? "executable" : "read-only"));
    }
  }

  /** Gives pages back. */
  public static void unmap(final long address, final long size) {
    MUNMAP.call(address, size);
  }

  /** A view of {@code size} bytes at {@code address}; valid as long as they are mapped. */
  public static MemorySegment view(final long address, final long size) {
    return MemorySegment.ofAddress(address).reinterpret(size, Arena.global(), null);
  }

  /**
   * The same as a buffer, for few accesses: segments are read and written through variable handles,
   * whose adapters every process has to spin first.
   *
   * @param size at most 2<sup>31</sup> - 1
   */
  public static ByteBuffer bytes(final long address, final long size) {
    return view(address, size).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  static long roundUp(final long value, final long alignment) {
    return (value + alignment - 1) & -alignment;
  }
}
