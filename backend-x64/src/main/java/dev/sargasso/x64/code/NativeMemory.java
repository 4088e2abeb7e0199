package dev.sargasso.x64.code;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Pages of this process, by the system calls of Linux. */
final class NativeMemory {
  static final int PAGE = 4096;

  static final int READ = 1;
  static final int WRITE = 2;
  static final int EXECUTE = 4;

  private static final int MAP_PRIVATE = 2;
  private static final int MAP_ANONYMOUS = 0x20;
  private static final int MAP_NORESERVE = 0x4000;
  private static final long MAP_FAILED = -1;

  /**
   * The one shape in which we call integer functions: six 64-bit arguments, a 64-bit result. The
   * calling convention lets a function ignore arguments that it does not expect, and one shape
   * means one adapter to be spun when the process starts.
   */
  static final FunctionDescriptor SIX_LONGS =
      FunctionDescriptor.of(
          ValueLayout.JAVA_LONG,
          ValueLayout.JAVA_LONG,
          ValueLayout.JAVA_LONG,
          ValueLayout.JAVA_LONG,
          ValueLayout.JAVA_LONG,
          ValueLayout.JAVA_LONG,
          ValueLayout.JAVA_LONG);

  private static final MethodHandle SIX_LONGS_CALL =
      Linker.nativeLinker().downcallHandle(SIX_LONGS);
  private static final MemorySegment MMAP = libraryFunction("mmap");
  private static final MemorySegment MPROTECT = libraryFunction("mprotect");
  private static final MemorySegment MUNMAP = libraryFunction("munmap");

  private NativeMemory() {}

  private static MemorySegment libraryFunction(final String name) {
    return Linker.nativeLinker().defaultLookup().findOrThrow(name);
  }

  /**
   * Calls the function at {@code address} with integer arguments and returns what it leaves in rax.
   */
  static long call(
      final MemorySegment address,
      final long a,
      final long b,
      final long c,
      final long d,
      final long e,
      final long f) {
    try {
      return (long) SIX_LONGS_CALL.invokeExact(address, a, b, c, d, e, f);
    } catch (final RuntimeException | Error failure) {
      throw failure;
    } catch (final Throwable failure) {
      throw new IllegalStateException("a native function threw", failure);
    }
  }

  /**
   * Maps {@code size} bytes of zeros, readable and writable. Pages that are never touched cost
   * nothing.
   *
   * @throws CodeMemoryException if the system refuses
   */
  static long map(final long size) {
    final long address =
        call(MMAP, 0, size, READ | WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (address == MAP_FAILED) {
      throw new CodeMemoryException(
          "the system gave no " + size + " bytes of memory for code and data");
    }
    return address;
  }

  /**
   * Changes what may be done with pages.
   *
   * @throws CodeMemoryException if the system refuses
   */
  static void protect(final long address, final long size, final int protection) {
    if (size > 0 && (int) call(MPROTECT, address, size, protection, 0, 0, 0) != 0) {
      throw new CodeMemoryException(
          "the system does not let memory become "
              + ((protection & EXECUTE) != 0 ? "executable" : "read-only"));
    }
  }

  /** Gives pages back. */
  static void unmap(final long address, final long size) {
    call(MUNMAP, address, size, 0, 0, 0, 0);
  }

  /** A view of {@code size} bytes at {@code address}; valid as long as they are mapped. */
  static MemorySegment view(final long address, final long size) {
    return MemorySegment.ofAddress(address).reinterpret(size, Arena.global(), null);
  }

  static long roundUp(final long value, final long alignment) {
    return (value + alignment - 1) & -alignment;
  }
}
