package dev.sargasso.x64.announce;

import dev.sargasso.ir.program.Position;
import dev.sargasso.x64.code.CodeMemoryException;
import dev.sargasso.x64.code.NativeFunction;
import dev.sargasso.x64.code.NativeMemory;
import dev.sargasso.x64.encode.LineTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A dump of code in this process with names and lines (Linux,
 * tools/perf/Documentation/jitdump-specification.txt, version 1). {@code perf record -k mono}
 * notices it since it is mapped as if it were to be executed, and {@code perf inject --jit} makes
 * object files of it, so that {@code perf annotate} shows the code and the lines it comes from.
 */
public final class JitDump {
  private static final int MAGIC = 0x4a69_5444;
  private static final int VERSION = 1;
  private static final int HEADER_SIZE = 40;
  private static final int AMD64 = 62;
  private static final int CODE_LOAD = 0;
  private static final int DEBUG_INFO = 2;
  private static final int PREFIX_SIZE = 16;
  private static final int LOAD_SIZE = 40;
  private static final int DEBUG_SIZE = 16;

  /**
   * A function in memory.
   *
   * @param code its bytes as they are in memory
   * @param source the file that positions refer to
   */
  // Never compared.
  @SuppressWarnings("ArrayRecordComponent")
  public record Loaded(String name, long address, byte[] code, String source, LineTable lines) {}

  private byte[] bytes = new byte[4096];
  private int size;
  private final int process;

  private JitDump(final int process) {
    this.process = process;
  }

  /**
   * The bytes of a dump.
   *
   * @param process the number of the process that the code is in
   * @param time on the monotonic clock, in nanoseconds
   */
  public static byte[] of(final int process, final long time, final List<Loaded> functions) {
    final JitDump dump = new JitDump(process);
    dump.header(time);
    for (int i = 0; i < functions.size(); i++) {
      dump.lines(functions.get(i), time);
      dump.load(functions.get(i), time, i);
    }
    return Arrays.copyOf(dump.bytes, dump.size);
  }

  /**
   * Writes a dump of functions of this process to a new file {@code jit-PROCESS.dump} in a folder,
   * and maps it, so that a profiler that is recording takes notice. Returns the file.
   *
   * @throws IOException if it cannot be written
   */
  public static Path write(final Path folder, final List<Loaded> functions) throws IOException {
    final int process = (int) ProcessHandle.current().pid();
    final Path file = folder.resolve("jit-" + process + ".dump");
    // On Linux the clock behind nanoTime is CLOCK_MONOTONIC, which perf uses with -k mono.
    Files.write(file, of(process, System.nanoTime(), functions));
    mark(file);
    return file;
  }

  /** Maps the first page executable: that is the sign. It stays until the process ends. */
  private static void mark(final Path file) throws IOException {
    final byte[] name = (file.toAbsolutePath() + "\0").getBytes(StandardCharsets.UTF_8);
    final long room = NativeMemory.map(name.length);
    try {
      NativeMemory.bytes(room, name.length).put(0, name);
      final int descriptor = (int) NativeFunction.ofLibrary("open").call(room, 0);
      if (descriptor < 0) {
        throw new IOException(file + " cannot be opened again");
      }
      final long address =
          NativeFunction.ofLibrary("mmap")
              .call(0, NativeMemory.PAGE, NativeMemory.READ | NativeMemory.EXECUTE, 2, descriptor);
      NativeFunction.ofLibrary("close").call(descriptor);
      if (address == -1) {
        throw new CodeMemoryException("the system does not let " + file + " be mapped");
      }
    } finally {
      NativeMemory.unmap(room, name.length);
    }
  }

  /** Room for a piece of the dump. */
  private ByteBuffer room(final int count) {
    if (bytes.length - size < count) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + count));
    }
    size += count;
    return ByteBuffer.wrap(bytes, size - count, count).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void header(final long time) {
    room(HEADER_SIZE)
        .putInt(MAGIC)
        .putInt(VERSION)
        .putInt(HEADER_SIZE)
        .putInt(AMD64)
        .putInt(0)
        .putInt(process)
        .putLong(time)
        .putLong(0);
  }

  private ByteBuffer entry(final int kind, final int payload, final long time) {
    return room(PREFIX_SIZE + payload).putInt(kind).putInt(PREFIX_SIZE + payload).putLong(time);
  }

  /** The lines of a function; they must stand before the function. */
  private void lines(final Loaded function, final long time) {
    final LineTable table = function.lines();
    if (table.count() == 0) {
      return;
    }
    final byte[] file = text(function.source());
    final ByteBuffer out =
        entry(DEBUG_INFO, DEBUG_SIZE + table.count() * (PREFIX_SIZE + file.length), time)
            .putLong(function.address())
            .putLong(table.count());
    for (int row = 0; row < table.count(); row++) {
      out.putLong(function.address() + (row == 0 ? 0 : table.offset(row)))
          .putInt(Position.line(table.position(row)))
          .putInt(0)
          .put(file);
    }
  }

  private void load(final Loaded function, final long time, final int index) {
    final byte[] name = text(function.name());
    entry(CODE_LOAD, LOAD_SIZE + name.length + function.code().length, time)
        .putInt(process)
        .putInt(process)
        .putLong(function.address())
        .putLong(function.address())
        .putLong(function.code().length)
        .putLong(index)
        .put(name)
        .put(function.code());
  }

  private static byte[] text(final String text) {
    return (text + "\0").getBytes(StandardCharsets.UTF_8);
  }
}
