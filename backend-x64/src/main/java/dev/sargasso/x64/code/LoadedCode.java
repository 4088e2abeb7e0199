package dev.sargasso.x64.code;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A program in the memory of this process. It can be called from any thread, as often as its own
 * code allows. Native code is not confined: where it writes out of bounds, the whole process may
 * end.
 *
 * <p>Closing gives the memory back. Nothing may run in it or hold an address into it any more by
 * then; functions that the program has registered with {@code atexit} forbid closing.
 */
public final class LoadedCode implements AutoCloseable {
  private final long base;
  private final long size;
  private final FunctionTable functions;
  private final Map<String, MemorySegment> symbols;
  private final AtomicBoolean closed = new AtomicBoolean();

  LoadedCode(
      final long base,
      final long size,
      final FunctionTable functions,
      final Map<String, MemorySegment> symbols) {
    this.base = base;
    this.size = size;
    this.functions = functions;
    this.symbols = symbols;
  }

  /** Whether the program defines {@code symbol}. */
  public boolean defines(final String symbol) {
    return symbols.containsKey(symbol);
  }

  /**
   * The address of a function or global of the program.
   *
   * @throws NoSuchElementException if the program does not define it
   */
  public long address(final String symbol) {
    return segment(symbol).address();
  }

  /**
   * The bytes of a function or global of the program. Code and constants can only be read.
   *
   * @throws NoSuchElementException if the program does not define it
   */
  public MemorySegment segment(final String symbol) {
    if (closed.get()) {
      throw new IllegalStateException("the code has been unloaded");
    }
    final MemorySegment found = symbols.get(symbol);
    if (found == null) {
      throw new NoSuchElementException("the program does not define '" + symbol + "'");
    }
    return found;
  }

  /**
   * A handle that calls a function of the program.
   *
   * @param symbol the function
   * @param descriptor its parameters and result
   * @throws NoSuchElementException if the program does not define it
   */
  public MethodHandle function(
      final String symbol, final FunctionDescriptor descriptor, final Linker.Option... options) {
    return Linker.nativeLinker().downcallHandle(segment(symbol), descriptor, options);
  }

  /**
   * Calls a function whose parameters are at most six integers or addresses, and returns what it
   * leaves in rax: of a narrow result only the low bits mean something. Cheaper than a {@linkplain
   * #function handle} to be had for a single call.
   *
   * @throws NoSuchElementException if the program does not define it
   */
  public long call(final String symbol, final long... arguments) {
    return NativeFunction.at(address(symbol)).call(arguments);
  }

  /** The functions of the program by address. */
  public FunctionTable functions() {
    return functions;
  }

  /** The function of the program that {@code address} lies in. */
  public Optional<String> functionAt(final long address) {
    return functions.find(address);
  }

  /**
   * Writes out what C's output streams hold back, so that output of the program and of Java appears
   * in the order in which it was made. Java's own streams are flushed by their owners before a
   * call.
   */
  public static void flushOutput() {
    NativeFunction.ofLibrary("fflush").call(0);
  }

  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      NativeMemory.unmap(base, size);
    }
  }
}
