package dev.sargasso.x64.announce;

import dev.sargasso.x64.code.CodeMemoryException;
import dev.sargasso.x64.code.NativeFunction;
import dev.sargasso.x64.code.NativeMemory;
import dev.sargasso.x64.object.SharedObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Tells a debugger of code in this process (GDB manual, "JIT Compilation Interface"). gdb looks for
 * a function {@code __jit_debug_register_code} and a variable {@code __jit_debug_descriptor} in
 * every module of a process; when the first is called, it reads from the second where in memory an
 * object file is that describes the new code. A Java process has no such symbols, so we bring them:
 * a shared object of a page or two, written here and loaded with {@code dlopen}.
 *
 * <p>Closing takes back what was told and unloads the shared object.
 */
public final class DebuggerInterface implements AutoCloseable {
  private static final String FUNCTION = "__jit_debug_register_code";
  private static final String VARIABLE = "__jit_debug_descriptor";
  private static final byte RETURN = (byte) 0xc3;

  // struct jit_descriptor: version, action, the entry it is about, the first entry.
  private static final int VERSION = 0;
  private static final int ACTION = 4;
  private static final int RELEVANT = 8;
  private static final int FIRST = 16;
  private static final int DESCRIPTOR_SIZE = 24;
  private static final int REGISTER = 1;
  private static final int UNREGISTER = 2;

  // struct jit_code_entry: next, previous, address and size of the object file.
  private static final int SYMBOL_FILE = 16;
  private static final int SYMBOL_FILE_SIZE = 24;
  private static final int ENTRY_SIZE = 32;

  private static final int RTLD_NOW = 2;

  private final Path file;
  private final long library;
  private final long function;
  private final ByteBuffer descriptor;
  private final long entry;
  private final long entrySize;

  private DebuggerInterface(final Path file, final long library, final byte[] object) {
    this.file = file;
    this.library = library;
    function = symbol(library, FUNCTION);
    descriptor = NativeMemory.bytes(symbol(library, VARIABLE), DESCRIPTOR_SIZE);
    entrySize = ENTRY_SIZE + (long) object.length;
    entry = NativeMemory.map(entrySize);
    NativeMemory.bytes(entry, entrySize)
        .putLong(SYMBOL_FILE, entry + ENTRY_SIZE)
        .putLong(SYMBOL_FILE_SIZE, object.length)
        .put(ENTRY_SIZE, object);
    descriptor.putInt(VERSION, 1);
    descriptor.putLong(FIRST, entry);
    tell(REGISTER);
  }

  /**
   * Registers an object file that describes code.
   *
   * @param object with the addresses that the code has in this process
   * @throws IOException if the shared object that this takes cannot be written
   * @throws CodeMemoryException if it cannot be loaded
   */
  public static DebuggerInterface register(final byte[] object) throws IOException {
    final Path file = Files.createTempFile("sargasso-jit", ".so");
    try {
      Files.write(
          file,
          SharedObject.of(FUNCTION, new byte[] {RETURN}, VARIABLE, new byte[DESCRIPTOR_SIZE]));
      final long library = open(file);
      if (library == 0) {
        throw new CodeMemoryException(
            "the shared object through which debuggers are told of code cannot be loaded");
      }
      return new DebuggerInterface(file, library, object);
    } catch (IOException | RuntimeException failure) {
      Files.deleteIfExists(file);
      throw failure;
    }
  }

  private static long open(final Path file) {
    return withText(
        file.toString(), text -> NativeFunction.ofLibrary("dlopen").call(text, RTLD_NOW));
  }

  private static long symbol(final long library, final String name) {
    return withText(name, text -> NativeFunction.ofLibrary("dlsym").call(library, text));
  }

  private static long withText(final String text, final java.util.function.LongUnaryOperator call) {
    final byte[] bytes = (text + "\0").getBytes(StandardCharsets.UTF_8);
    final long room = NativeMemory.map(bytes.length);
    try {
      NativeMemory.bytes(room, bytes.length).put(0, bytes);
      return call.applyAsLong(room);
    } finally {
      NativeMemory.unmap(room, bytes.length);
    }
  }

  private void tell(final int action) {
    descriptor.putInt(ACTION, action);
    descriptor.putLong(RELEVANT, entry);
    NativeFunction.at(function).call();
  }

  @Override
  public void close() throws IOException {
    descriptor.putLong(FIRST, 0);
    tell(UNREGISTER);
    NativeFunction.ofLibrary("dlclose").call(library);
    NativeMemory.unmap(entry, entrySize);
    Files.deleteIfExists(file);
  }
}
