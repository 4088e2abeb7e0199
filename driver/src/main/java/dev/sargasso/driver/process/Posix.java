package dev.sargasso.driver.process;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sargasso.x64.code.NativeFunction;
import dev.sargasso.x64.code.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.AtomicBoolean;

/** The POSIX calls that this package needs. Stateless. */
final class Posix {
  private static final int O_RDONLY = 0;
  private static final int O_WRONLY_CREAT_TRUNC = 0x241;
  private static final short SPAWN_SETPGROUP = 2;
  private static final int ACTIONS_BYTES = 128;
  private static final int ATTRIBUTES_BYTES = 512;

  // struct rusage in words: user time and system time in seconds and microseconds, and more.
  private static final int USAGE_WORDS = 32;
  private static final int USER_TIME = 0;
  private static final int SYSTEM_TIME = 2;

  private Posix() {}

  private static NativeFunction function(String name) {
    return NativeFunction.ofLibrary(name);
  }

  /** The environment of this process, as C's {@code environ}. */
  static long environment() {
    return NativeMemory.view(function("environ").address(), Long.BYTES).toArray(JAVA_LONG)[0];
  }

  /**
   * Strings for C, one behind the other, after a vector of pointers to them that ends with null.
   */
  static MemorySegment vector(Arena arena, List<String> strings) {
    List<byte[]> texts = new ArrayList<>();
    long size = Long.BYTES * (strings.size() + 1L);
    for (String string : strings) {
      byte[] text = string.getBytes(StandardCharsets.UTF_8);
      texts.add(text);
      size += text.length + 1L;
    }
    MemorySegment memory = arena.allocate(size, Long.BYTES);
    ByteBuffer bytes = memory.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    int end = Long.BYTES * (strings.size() + 1);
    for (int i = 0; i < texts.size(); i++) {
      byte[] text = texts.get(i);
      bytes.putLong(Long.BYTES * i, memory.address() + end).put(end, text);
      end += text.length + 1;
    }
    return memory;
  }

  static void kill(int process, int signal) {
    function("kill").call(process, signal);
  }

  /**
   * Starts {@code /bin/sh -c command} in a process group of its own, with standard input empty.
   *
   * @return the process id
   */
  static int spawnShell(String command, String standardOutput, String standardError) {
    try (Arena arena = Arena.ofConfined()) {
      long actions = arena.allocate(ACTIONS_BYTES, 16).address();
      long attributes = arena.allocate(ATTRIBUTES_BYTES, 16).address();
      check("posix_spawn_file_actions_init", actions);
      check("posix_spawnattr_init", attributes);
      try {
        open(arena, actions, 0, "/dev/null", O_RDONLY);
        open(arena, actions, 1, standardOutput, O_WRONLY_CREAT_TRUNC);
        open(arena, actions, 2, standardError, O_WRONLY_CREAT_TRUNC);
        check("posix_spawnattr_setflags", attributes, SPAWN_SETPGROUP);
        MemorySegment arguments = vector(arena, List.of("/bin/sh", "-c", command));
        MemorySegment process = arena.allocate(JAVA_LONG);
        check(
            "posix_spawn",
            process.address(),
            arena.allocateFrom("/bin/sh").address(),
            actions,
            attributes,
            arguments.address(),
            environment());
        return (int) process.toArray(JAVA_LONG)[0];
      } finally {
        function("posix_spawn_file_actions_destroy").call(actions);
        function("posix_spawnattr_destroy").call(attributes);
      }
    }
  }

  private static void open(Arena arena, long actions, int descriptor, String path, int flags) {
    check(
        "posix_spawn_file_actions_addopen",
        actions,
        descriptor,
        arena.allocateFrom(path).address(),
        flags,
        0644);
  }

  /** Calls a function that returns 0, or what went wrong. */
  private static void check(String name, long... arguments) {
    int error = (int) function(name).call(arguments);
    if (error != 0) {
      throw new IllegalStateException(name + " failed with error " + error);
    }
  }

  /**
   * Waits for a child to end.
   *
   * @param timeoutMillis after which {@code signal} is sent to {@code target}, and a second later
   *     SIGKILL; 0 for no limit
   * @param target a process id, or minus a process group
   */
  static ExitStatus waitFor(int process, long timeoutMillis, int target, int signal) {
    long began = System.nanoTime();
    AtomicBoolean late = new AtomicBoolean();
    Timer timer = null;
    if (timeoutMillis > 0) {
      timer = new Timer("timeout", true);
      timer.schedule(
          new TimerTask() {
            @Override
            public void run() {
              late.set(true);
              kill(target, signal);
            }
          },
          timeoutMillis);
      timer.schedule(
          new TimerTask() {
            @Override
            public void run() {
              kill(target, Signals.KILL);
            }
          },
          timeoutMillis + 1000);
    }
    try (Arena arena = Arena.ofConfined()) {
      NativeFunction wait = function("wait4");
      MemorySegment status = arena.allocate(JAVA_LONG);
      MemorySegment usage = arena.allocate(JAVA_LONG, USAGE_WORDS);
      // Only an interrupted call returns something else; errno is not needed to know that.
      while ((int) wait.call(process, status.address(), 0, usage.address()) != process) {}
      int word = (int) status.toArray(JAVA_LONG)[0];
      long[] times = usage.toArray(JAVA_LONG);
      return new ExitStatus(
          (word >> 8) & 0xff,
          word & 0x7f,
          late.get(),
          seconds(times, USER_TIME),
          seconds(times, SYSTEM_TIME),
          (System.nanoTime() - began) * 1e-9);
    } finally {
      if (timer != null) {
        timer.cancel();
      }
    }
  }

  private static double seconds(long[] words, int at) {
    return words[at] + words[at + 1] * 1e-6;
  }
}
