package dev.sargasso.x64.code;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.NoSuchElementException;

/**
 * A native function whose parameters are at most six integers or addresses.
 *
 * <p>All are called in one shape, six 64-bit arguments and a 64-bit result: the calling convention
 * lets a function ignore arguments that it does not expect, and one shape means one adapter to be
 * spun by a process, which costs more than most programs take to compile. Larger shapes have {@link
 * LoadedCode#function}.
 */
public final class NativeFunction {
  private static final int MOST_ARGUMENTS = 6;

  private static final MethodHandle SIX_LONGS =
      Linker.nativeLinker()
          .downcallHandle(
              FunctionDescriptor.of(
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG));

  private final MemorySegment code;

  private NativeFunction(final MemorySegment code) {
    this.code = code;
  }

  /** The function whose code begins at {@code address}. */
  public static NativeFunction at(final long address) {
    return new NativeFunction(MemorySegment.ofAddress(address));
  }

  /**
   * A function of the C library.
   *
   * @throws NoSuchElementException if it has none of this name
   */
  public static NativeFunction ofLibrary(final String name) {
    return new NativeFunction(Linker.nativeLinker().defaultLookup().findOrThrow(name));
  }

  /** Where its code begins. */
  public long address() {
    return code.address();
  }

  /**
   * Calls the function and returns what it leaves in rax: of a narrow result only the low bits mean
   * something.
   */
  public long call(final long... arguments) {
    if (arguments.length > MOST_ARGUMENTS) {
      throw new IllegalArgumentException(
          "at most " + MOST_ARGUMENTS + " arguments can be passed, not " + arguments.length);
    }
    final long[] six = Arrays.copyOf(arguments, MOST_ARGUMENTS);
    try {
      return (long) SIX_LONGS.invokeExact(code, six[0], six[1], six[2], six[3], six[4], six[5]);
    } catch (final RuntimeException | Error failure) {
      throw failure;
    } catch (final Throwable failure) {
      throw new IllegalStateException("a native function threw", failure);
    }
  }
}
