package dev.sargasso.driver.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs a compiled {@code main} in a forked child of this process, so that whatever it does (crash,
 * exit, loop for ever) happens to the child alone.
 */
public final class ForkedRun {
  private static final long STACK_BYTES = 8L << 20;
  private static final long GUARD_BYTES = 1L << 16;
  private static final long SIGNAL_STACK_BYTES = 1L << 16;
  private static final long PAGE = 4096;
  private static final long CODE_BYTES = 2 * PAGE;

  // Offsets in glibc's struct sigaction.
  private static final int ACTION_BYTES = 152;
  private static final int ACTION_FLAGS = 136;
  private static final int SA_SIGINFO = 4;
  private static final int SA_ONSTACK = 0x0800_0000;
  private static final int SA_RESETHAND = 0x8000_0000;

  private ForkedRun() {}

  /**
   * How a run ended.
   *
   * @param crash null unless a signal ended it and the child could still note where it was
   * @param returned whether the function returned
   * @param result what it returned in rax
   * @param floatResult what it returned in xmm0, as raw bits
   */
  public record Outcome(
      ExitStatus status,
      @Nullable CrashReport crash,
      boolean returned,
      long result,
      long floatResult) {}

  /**
   * Forks, calls {@code int main(int, char**, char**)} in the child, and waits for it. The child
   * exits with the result.
   *
   * @param main the address of the function
   * @param arguments argv, the program's name first
   * @param timeoutMillis after which the child is ended; 0 for no limit
   */
  public static Outcome run(long main, List<String> arguments, long timeoutMillis) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment vector = arena.allocate(ADDRESS, arguments.size() + 1L);
      for (int i = 0; i < arguments.size(); i++) {
        vector.setAtIndex(ADDRESS, i, arena.allocateFrom(arguments.get(i)));
      }
      long[] integers = {arguments.size(), vector.address(), Posix.environment().address()};
      return fork(main, integers, new long[0], true, timeoutMillis);
    }
  }

  /**
   * Forks, calls a function in the child, and waits for it. The child exits with 0 when the
   * function returns.
   *
   * @param integers up to 6 arguments for the general registers
   * @param floats up to 8 arguments for the vector registers, as raw bits
   * @param timeoutMillis after which the child is ended; 0 for no limit
   */
  public static Outcome call(long function, long[] integers, long[] floats, long timeoutMillis) {
    if (integers.length > 6 || floats.length > 8) {
      throw new IllegalArgumentException("more arguments than fit in registers");
    }
    return fork(function, integers, floats, false, timeoutMillis);
  }

  private static Outcome fork(
      long function, long[] integers, long[] floats, boolean exitWithResult, long timeoutMillis) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment stack = Posix.map(GUARD_BYTES + STACK_BYTES, false);
      MemorySegment signalStack = Posix.map(SIGNAL_STACK_BYTES, false);
      MemorySegment notes = Posix.map(PAGE, true);
      MemorySegment code = Posix.map(CODE_BYTES, false);
      try {
        Posix.protect(stack.asSlice(0, GUARD_BYTES), Posix.PROTECTION_NONE);
        long bottom = stack.address() + GUARD_BYTES;
        long top = bottom + STACK_BYTES;
        byte[] handler = ChildStub.handler(notes.address(), bottom, top);
        byte[] starter = ChildStub.forkAndRun();
        MemorySegment.copy(handler, 0, code, JAVA_BYTE, 0, handler.length);
        MemorySegment.copy(starter, 0, code, JAVA_BYTE, PAGE, starter.length);
        Posix.protect(code, Posix.PROTECTION_READ_EXECUTE);
        MemorySegment block = parameters(arena, signalStack, notes, code.address());
        block.set(JAVA_LONG, ChildStub.FUNCTION, function);
        block.set(JAVA_LONG, ChildStub.STACK_TOP, top);
        block.set(JAVA_LONG, ChildStub.EXIT_MASK, exitWithResult ? -1 : 0);
        for (int i = 0; i < integers.length; i++) {
          block.set(JAVA_LONG, ChildStub.INTEGERS + 8L * i, integers[i]);
        }
        for (int i = 0; i < floats.length; i++) {
          block.set(JAVA_LONG, ChildStub.FLOATS + 8L * i, floats[i]);
        }
        int child = Posix.callWithPointer(code.asSlice(PAGE), block);
        if (child < 0) {
          throw new IllegalStateException("fork failed: out of memory or processes");
        }
        ExitStatus status = Posix.waitFor(child, timeoutMillis, child, Signals.ALRM);
        return new Outcome(
            status,
            crash(status, notes, bottom),
            notes.get(JAVA_LONG, ChildStub.NOTE_RETURNED) != 0,
            notes.get(JAVA_LONG, ChildStub.NOTE_RESULT),
            notes.get(JAVA_LONG, ChildStub.NOTE_FLOAT_RESULT));
      } finally {
        Posix.unmap(stack);
        Posix.unmap(signalStack);
        Posix.unmap(notes);
        Posix.unmap(code);
      }
    }
  }

  private static MemorySegment parameters(
      Arena arena, MemorySegment signalStack, MemorySegment notes, long handler) {
    // stack_t: pointer, flags, size.
    MemorySegment alternate = arena.allocate(24, 8);
    alternate.set(JAVA_LONG, 0, signalStack.address());
    alternate.set(JAVA_LONG, 16, SIGNAL_STACK_BYTES);
    MemorySegment crashAction = arena.allocate(ACTION_BYTES, 8);
    crashAction.set(JAVA_LONG, 0, handler);
    crashAction.set(JAVA_INT, ACTION_FLAGS, SA_SIGINFO | SA_ONSTACK | SA_RESETHAND);
    MemorySegment block = arena.allocate(ChildStub.PARAMETER_BYTES, 8);
    block.set(ADDRESS, ChildStub.SIGNAL_STACK, alternate);
    block.set(ADDRESS, ChildStub.CRASH_ACTION, crashAction);
    block.set(ADDRESS, ChildStub.DEFAULT_ACTION, arena.allocate(ACTION_BYTES, 8));
    block.set(ADDRESS, ChildStub.EMPTY_SET, arena.allocate(128, 8));
    block.set(ADDRESS, ChildStub.NOTES, notes);
    return block;
  }

  private static @Nullable CrashReport crash(ExitStatus status, MemorySegment notes, long bottom) {
    int signal = (int) notes.get(JAVA_LONG, ChildStub.NOTE_SIGNAL);
    if (status.signal() == 0 || signal == 0) {
      return null;
    }
    long fault = notes.get(JAVA_LONG, ChildStub.NOTE_FAULT);
    long pointer = notes.get(JAVA_LONG, ChildStub.NOTE_STACK_POINTER);
    boolean overflow =
        signal == Signals.SEGV
            && fault < bottom
            && fault >= bottom - GUARD_BYTES
            && pointer < bottom + PAGE;
    List<Long> words = new ArrayList<>();
    int count = (int) notes.get(JAVA_LONG, ChildStub.NOTE_WORD_COUNT);
    for (int i = 0; i < count; i++) {
      words.add(notes.get(JAVA_LONG, ChildStub.NOTE_WORDS + 8L * i));
    }
    return new CrashReport(
        signal, fault, notes.get(JAVA_LONG, ChildStub.NOTE_INSTRUCTION), overflow, words);
  }
}
