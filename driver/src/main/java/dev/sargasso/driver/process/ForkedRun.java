package dev.sargasso.driver.process;

import dev.sargasso.x64.code.NativeFunction;
import dev.sargasso.x64.code.NativeMemory;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs a compiled {@code main} in a forked child of this process, so that whatever it does (crash,
 * exit, loop for ever) happens to the child alone.
 */
public final class ForkedRun {
  // The memory that a child alone uses: its stack above a guard, the stack of its signal handler,
  // the parameters of what forks, and code.
  private static final long GUARD_BYTES = 1L << 16;
  private static final long STACK_BYTES = 8L << 20;
  private static final long SIGNAL_STACK = GUARD_BYTES + STACK_BYTES;
  private static final long SIGNAL_STACK_BYTES = 1L << 16;
  private static final long PARAMETERS = SIGNAL_STACK + SIGNAL_STACK_BYTES;
  private static final long CODE = PARAMETERS + NativeMemory.PAGE;
  private static final int STARTER = NativeMemory.PAGE;
  private static final long CODE_BYTES = 2 * NativeMemory.PAGE;
  private static final long PRIVATE_BYTES = CODE + CODE_BYTES;

  // What follows the parameters in their page.
  private static final int ALTERNATE_STACK = 512;
  private static final int CRASH_ACTION = 1024;
  private static final int DEFAULT_ACTION = 2048;
  private static final int EMPTY_SET = 3072;

  // Offsets in glibc's struct sigaction.
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
      long vector = Posix.vector(arena, arguments).address();
      long[] integers = {arguments.size(), vector, Posix.environment()};
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
    long memory = NativeMemory.map(PRIVATE_BYTES);
    try {
      long notePage = NativeMemory.mapShared(NativeMemory.PAGE);
      try {
        ByteBuffer notes = NativeMemory.bytes(notePage, NativeMemory.PAGE);
        long bottom = memory + GUARD_BYTES;
        long top = bottom + STACK_BYTES;
        NativeMemory.protect(memory, GUARD_BYTES, NativeMemory.NONE);
        writeCode(memory + CODE, ChildStub.handler(notePage, bottom, top));
        ByteBuffer block = parameters(memory, notePage);
        block.putLong(ChildStub.FUNCTION, function);
        block.putLong(ChildStub.EXIT_MASK, exitWithResult ? -1 : 0);
        for (int i = 0; i < integers.length; i++) {
          block.putLong(ChildStub.INTEGERS + 8 * i, integers[i]);
        }
        for (int i = 0; i < floats.length; i++) {
          block.putLong(ChildStub.FLOATS + 8 * i, floats[i]);
        }
        int child = (int) NativeFunction.at(memory + CODE + STARTER).call(memory + PARAMETERS);
        if (child < 0) {
          throw new IllegalStateException("fork failed: out of memory or processes");
        }
        ExitStatus status = Posix.waitFor(child, timeoutMillis, child, Signals.ALRM);
        return new Outcome(
            status,
            crash(status, notes, bottom),
            notes.getLong(ChildStub.NOTE_RETURNED) != 0,
            notes.getLong(ChildStub.NOTE_RESULT),
            notes.getLong(ChildStub.NOTE_FLOAT_RESULT));
      } finally {
        NativeMemory.unmap(notePage, NativeMemory.PAGE);
      }
    } finally {
      NativeMemory.unmap(memory, PRIVATE_BYTES);
    }
  }

  /** Two pages of code: the signal handler, and what forks. */
  private static void writeCode(long address, byte[] handler) {
    NativeMemory.bytes(address, CODE_BYTES).put(0, handler).put(STARTER, ChildStub.forkAndRun());
    NativeMemory.protect(address, CODE_BYTES, NativeMemory.READ | NativeMemory.EXECUTE);
  }

  /** The parameters of what forks, and behind them what they point to; all else is zero. */
  private static ByteBuffer parameters(long memory, long notePage) {
    long address = memory + PARAMETERS;
    ByteBuffer block = NativeMemory.bytes(address, NativeMemory.PAGE);
    block.putLong(ChildStub.STACK_TOP, memory + GUARD_BYTES + STACK_BYTES);
    block.putLong(ChildStub.NOTES, notePage);
    // stack_t: pointer, flags, size.
    block.putLong(ChildStub.SIGNAL_STACK, address + ALTERNATE_STACK);
    block.putLong(ALTERNATE_STACK, memory + SIGNAL_STACK);
    block.putLong(ALTERNATE_STACK + 16, SIGNAL_STACK_BYTES);
    block.putLong(ChildStub.CRASH_ACTION, address + CRASH_ACTION);
    block.putLong(CRASH_ACTION, memory + CODE);
    block.putInt(CRASH_ACTION + ACTION_FLAGS, SA_SIGINFO | SA_ONSTACK | SA_RESETHAND);
    block.putLong(ChildStub.DEFAULT_ACTION, address + DEFAULT_ACTION);
    block.putLong(ChildStub.EMPTY_SET, address + EMPTY_SET);
    return block;
  }

  private static @Nullable CrashReport crash(ExitStatus status, ByteBuffer notes, long bottom) {
    int signal = (int) notes.getLong(ChildStub.NOTE_SIGNAL);
    if (status.signal() == 0 || signal == 0) {
      return null;
    }
    long fault = notes.getLong(ChildStub.NOTE_FAULT);
    long pointer = notes.getLong(ChildStub.NOTE_STACK_POINTER);
    boolean overflow =
        signal == Signals.SEGV
            && fault < bottom
            && fault >= bottom - GUARD_BYTES
            && pointer < bottom + NativeMemory.PAGE;
    List<Long> words = new ArrayList<>();
    int count = (int) notes.getLong(ChildStub.NOTE_WORD_COUNT);
    for (int i = 0; i < count; i++) {
      words.add(notes.getLong(ChildStub.NOTE_WORDS + 8 * i));
    }
    return new CrashReport(
        signal, fault, notes.getLong(ChildStub.NOTE_INSTRUCTION), overflow, words);
  }
}
