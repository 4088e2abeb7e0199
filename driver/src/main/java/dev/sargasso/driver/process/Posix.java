package dev.sargasso.driver.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.AtomicBoolean;

/** The POSIX calls that this package needs. Stateless but for the bound handles. */
final class Posix {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle WAIT4 =
      bind("wait4", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS));
  private static final MethodHandle KILL =
      bind("kill", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
  private static final MethodHandle SPAWN =
      bind(
          "posix_spawn",
          FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS));
  private static final MethodHandle ACTIONS_INIT =
      bind("posix_spawn_file_actions_init", FunctionDescriptor.of(JAVA_INT, ADDRESS));
  private static final MethodHandle ACTIONS_OPEN =
      bind(
          "posix_spawn_file_actions_addopen",
          FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));
  private static final MethodHandle ACTIONS_DESTROY =
      bind("posix_spawn_file_actions_destroy", FunctionDescriptor.of(JAVA_INT, ADDRESS));
  private static final MethodHandle ATTRIBUTES_INIT =
      bind("posix_spawnattr_init", FunctionDescriptor.of(JAVA_INT, ADDRESS));
  private static final MethodHandle ATTRIBUTES_FLAGS =
      bind(
          "posix_spawnattr_setflags",
          FunctionDescriptor.of(JAVA_INT, ADDRESS, java.lang.foreign.ValueLayout.JAVA_SHORT));
  private static final MethodHandle ATTRIBUTES_DESTROY =
      bind("posix_spawnattr_destroy", FunctionDescriptor.of(JAVA_INT, ADDRESS));

  private static final MethodHandle MMAP =
      bind(
          "mmap",
          FunctionDescriptor.of(
              ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
  private static final MethodHandle MUNMAP =
      bind("munmap", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG));
  private static final MethodHandle MPROTECT =
      bind("mprotect", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
  private static final MethodHandle POINTER_TO_INT =
      LINKER.downcallHandle(FunctionDescriptor.of(JAVA_INT, ADDRESS));

  static final int PROTECTION_NONE = 0;
  static final int PROTECTION_READ_EXECUTE = 5;

  private static final int PROTECTION_READ_WRITE = 3;
  private static final int MAP_SHARED_ANONYMOUS = 0x21;
  private static final int MAP_PRIVATE_ANONYMOUS = 0x22;
  private static final int O_RDONLY = 0;
  private static final int O_WRONLY_CREAT_TRUNC = 0x241;
  private static final short SPAWN_SETPGROUP = 2;
  private static final int ACTIONS_BYTES = 128;
  private static final int ATTRIBUTES_BYTES = 512;
  private static final int RUSAGE_BYTES = 256;

  private Posix() {}

  private static MethodHandle bind(String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor);
  }

  /** The address of a function of the C library. */
  static long addressOf(String name) {
    return LINKER.defaultLookup().findOrThrow(name).address();
  }

  /** The environment of this process, as C's {@code environ}. */
  static MemorySegment environment() {
    return LINKER
        .defaultLookup()
        .findOrThrow("environ")
        .reinterpret(ADDRESS.byteSize())
        .get(ADDRESS, 0);
  }

  /** Maps fresh zeroed memory, readable and writable. */
  static MemorySegment map(long bytes, boolean shared) {
    try {
      MemorySegment at =
          (MemorySegment)
              MMAP.invokeExact(
                  MemorySegment.NULL,
                  bytes,
                  PROTECTION_READ_WRITE,
                  shared ? MAP_SHARED_ANONYMOUS : MAP_PRIVATE_ANONYMOUS,
                  -1,
                  0L);
      if (at.address() == -1) {
        throw new IllegalStateException("no memory for " + bytes + " bytes");
      }
      return at.reinterpret(bytes);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("mmap", e);
    }
  }

  static void unmap(MemorySegment memory) {
    try {
      check("munmap", (int) MUNMAP.invokeExact(memory, memory.byteSize()));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("munmap", e);
    }
  }

  static void protect(MemorySegment memory, int protection) {
    try {
      check("mprotect", (int) MPROTECT.invokeExact(memory, memory.byteSize(), protection));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("mprotect", e);
    }
  }

  /** Calls {@code int function(void*)}. */
  static int callWithPointer(MemorySegment function, MemorySegment argument) {
    try {
      return (int) POINTER_TO_INT.invokeExact(function, argument);
    } catch (Throwable e) {
      throw new IllegalStateException("call", e);
    }
  }

  static void kill(int process, int signal) {
    try {
      int ignored = (int) KILL.invokeExact(process, signal);
    } catch (Throwable e) {
      throw new IllegalStateException("kill", e);
    }
  }

  /**
   * Starts {@code /bin/sh -c command} in a process group of its own, with standard input empty.
   *
   * @return the process id
   */
  static int spawnShell(String command, String standardOutput, String standardError) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment actions = arena.allocate(ACTIONS_BYTES, 16);
      MemorySegment attributes = arena.allocate(ATTRIBUTES_BYTES, 16);
      check("posix_spawn_file_actions_init", (int) ACTIONS_INIT.invokeExact(actions));
      check("posix_spawnattr_init", (int) ATTRIBUTES_INIT.invokeExact(attributes));
      try {
        open(arena, actions, 0, "/dev/null", O_RDONLY);
        open(arena, actions, 1, standardOutput, O_WRONLY_CREAT_TRUNC);
        open(arena, actions, 2, standardError, O_WRONLY_CREAT_TRUNC);
        check(
            "posix_spawnattr_setflags",
            (int) ATTRIBUTES_FLAGS.invokeExact(attributes, SPAWN_SETPGROUP));
        MemorySegment arguments = arena.allocate(ADDRESS, 4);
        arguments.setAtIndex(ADDRESS, 0, arena.allocateFrom("/bin/sh"));
        arguments.setAtIndex(ADDRESS, 1, arena.allocateFrom("-c"));
        arguments.setAtIndex(ADDRESS, 2, arena.allocateFrom(command));
        MemorySegment process = arena.allocate(JAVA_INT);
        check(
            "posix_spawn",
            (int)
                SPAWN.invokeExact(
                    process,
                    arena.allocateFrom("/bin/sh"),
                    actions,
                    attributes,
                    arguments,
                    environment()));
        return process.get(JAVA_INT, 0);
      } finally {
        int ignored = (int) ACTIONS_DESTROY.invokeExact(actions);
        ignored = (int) ATTRIBUTES_DESTROY.invokeExact(attributes);
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("posix_spawn", e);
    }
  }

  private static void open(
      Arena arena, MemorySegment actions, int descriptor, String path, int flags) throws Throwable {
    check(
        "posix_spawn_file_actions_addopen",
        (int) ACTIONS_OPEN.invokeExact(actions, descriptor, arena.allocateFrom(path), flags, 0644));
  }

  private static void check(String call, int error) {
    if (error != 0) {
      throw new IllegalStateException(call + " failed with error " + error);
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
      MemorySegment status = arena.allocate(JAVA_INT);
      MemorySegment usage = arena.allocate(RUSAGE_BYTES, 8);
      int waited;
      do {
        // Only an interrupted call returns something else; errno is not needed to know that.
        waited = (int) WAIT4.invokeExact(process, status, 0, usage);
      } while (waited != process);
      int word = status.get(JAVA_INT, 0);
      return new ExitStatus(
          (word >> 8) & 0xff,
          word & 0x7f,
          late.get(),
          seconds(usage, 0),
          seconds(usage, 16),
          (System.nanoTime() - began) * 1e-9);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("wait4", e);
    } finally {
      if (timer != null) {
        timer.cancel();
      }
    }
  }

  private static double seconds(MemorySegment usage, long offset) {
    return usage.get(JAVA_LONG, offset) + usage.get(JAVA_LONG, offset + 8) * 1e-6;
  }
}
