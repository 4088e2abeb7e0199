package dev.sargasso.driver.process;

import dev.sargasso.x64.code.NativeFunction;
import dev.sargasso.x64.encode.Assembler;
import dev.sargasso.x64.encode.Condition;
import dev.sargasso.x64.encode.Instruction;
import dev.sargasso.x64.encode.Register;

/**
 * Two routines in machine code: one that forks and, in the child, calls a {@code main} on a stack
 * of its own with the signal handlers of the JVM taken off; and a signal handler that notes where
 * the child was and then lets the signal end it.
 *
 * <p>They are in machine code because a forked child of a JVM must not run Java: its other threads
 * do not exist any more.
 */
final class ChildStub {
  /** Offsets into the block of parameters that the first routine takes in rdi. */
  static final int FUNCTION = 0;

  static final int INTEGERS = 8;
  static final int FLOATS = INTEGERS + 8 * 6;
  static final int STACK_TOP = FLOATS + 8 * 8;
  static final int SIGNAL_STACK = STACK_TOP + 8;
  static final int CRASH_ACTION = SIGNAL_STACK + 8;
  static final int DEFAULT_ACTION = CRASH_ACTION + 8;
  static final int EMPTY_SET = DEFAULT_ACTION + 8;
  static final int NOTES = EMPTY_SET + 8;

  /** All ones to exit with the function's result, 0 to exit with 0. */
  static final int EXIT_MASK = NOTES + 8;

  static final int PARAMETER_BYTES = EXIT_MASK + 8;

  /** Offsets into the page that the handler writes. */
  static final int NOTE_SIGNAL = 0;

  static final int NOTE_FAULT = 8;
  static final int NOTE_INSTRUCTION = 16;
  static final int NOTE_STACK_POINTER = 24;
  static final int NOTE_WORD_COUNT = 32;
  static final int NOTE_RESULT = 40;
  static final int NOTE_FLOAT_RESULT = 48;
  static final int NOTE_RETURNED = 56;
  static final int NOTE_WORDS = 64;
  static final int MAX_WORDS = 480;

  private static final int[] CRASHES = {
    Signals.ILL, 5, Signals.ABRT, Signals.BUS, Signals.FPE, Signals.SEGV, Signals.ALRM
  };
  private static final int[] OTHERS = {1, 2, 3, 10, 12, 13, 15, 17, 24, 25};

  // Offsets in glibc's siginfo_t and ucontext_t.
  private static final int SIGINFO_ADDRESS = 16;
  private static final int CONTEXT_RSP = 160;
  private static final int CONTEXT_RIP = 168;

  private static final int SIG_SETMASK = 2;

  private static final int[] INTEGER_ARGUMENTS = {
    Register.RDI, Register.RSI, Register.RDX, Register.RCX, Register.R8, Register.R9
  };

  private ChildStub() {}

  /** {@code int fork_and_run(parameters)}: the child's process id, or -1. */
  static byte[] forkAndRun() {
    Assembler a = new Assembler();
    a.r(Instruction.PUSH, 64, Register.RBX);
    a.rr(Instruction.MOV, 64, Register.RBX, Register.RDI);
    call(a, "fork");
    int parent = a.label();
    a.rr(Instruction.TEST, 32, Register.RAX, Register.RAX);
    a.jumpIf(Condition.NOT_EQUAL, parent);
    load(a, Register.RSP, STACK_TOP);
    load(a, Register.RDI, SIGNAL_STACK);
    zero(a, Register.RSI);
    call(a, "sigaltstack");
    for (int signal : CRASHES) {
      handle(a, signal, CRASH_ACTION);
    }
    for (int signal : OTHERS) {
      handle(a, signal, DEFAULT_ACTION);
    }
    a.moveImmediate(Register.RDI, SIG_SETMASK);
    load(a, Register.RSI, EMPTY_SET);
    zero(a, Register.RDX);
    call(a, "sigprocmask");
    for (int i = 0; i < INTEGER_ARGUMENTS.length; i++) {
      load(a, INTEGER_ARGUMENTS[i], INTEGERS + 8 * i);
    }
    for (int i = 0; i < 8; i++) {
      a.rm(Instruction.MOVSD, 64, i, Register.RBX, Register.NONE, 1, FLOATS + 8 * i);
    }
    // For a variadic callee: how many vector registers may hold arguments.
    a.moveImmediate(Register.RAX, 8);
    a.m(Instruction.CALL, 64, Register.RBX, Register.NONE, 1, FUNCTION);
    load(a, Register.RCX, NOTES);
    a.mr(Instruction.MOV, 64, Register.RCX, Register.NONE, 1, NOTE_RESULT, Register.RAX);
    a.mr(Instruction.MOVSD, 64, Register.RCX, Register.NONE, 1, NOTE_FLOAT_RESULT, 0);
    a.mi(Instruction.MOV, 64, Register.RCX, Register.NONE, 1, NOTE_RETURNED, 1);
    a.rr(Instruction.MOV, 32, Register.RDI, Register.RAX);
    a.rm(Instruction.AND, 32, Register.RDI, Register.RBX, Register.NONE, 1, EXIT_MASK);
    call(a, "exit");
    a.bind(parent);
    a.r(Instruction.POP, 64, Register.RBX);
    a.op(Instruction.RET);
    return a.finish().bytes();
  }

  private static void handle(Assembler a, int signal, int action) {
    a.moveImmediate(Register.RDI, signal);
    load(a, Register.RSI, action);
    zero(a, Register.RDX);
    call(a, "sigaction");
  }

  private static void load(Assembler a, int register, int parameter) {
    a.rm(Instruction.MOV, 64, register, Register.RBX, Register.NONE, 1, parameter);
  }

  private static void zero(Assembler a, int register) {
    a.rr(Instruction.XOR, 32, register, register);
  }

  private static void call(Assembler a, String function) {
    a.moveImmediate(Register.RAX, NativeFunction.ofLibrary(function).address());
    a.r(Instruction.CALL, 64, Register.RAX);
  }

  /**
   * {@code void handler(int, siginfo_t*, ucontext_t*)}: notes where the child was, and raises the
   * signal again, so that it ends the child.
   *
   * @param notes the address of the page to write
   * @param bottom lowest address of the child's stack
   * @param top one past its highest
   */
  static byte[] handler(long notes, long bottom, long top) {
    Assembler a = new Assembler();
    a.moveImmediate(Register.R8, notes);
    note(a, NOTE_SIGNAL, Register.RDI);
    a.rm(Instruction.MOV, 64, Register.RAX, Register.RSI, Register.NONE, 1, SIGINFO_ADDRESS);
    note(a, NOTE_FAULT, Register.RAX);
    a.rm(Instruction.MOV, 64, Register.RAX, Register.RDX, Register.NONE, 1, CONTEXT_RIP);
    note(a, NOTE_INSTRUCTION, Register.RAX);
    a.rm(Instruction.MOV, 64, Register.RAX, Register.RDX, Register.NONE, 1, CONTEXT_RSP);
    note(a, NOTE_STACK_POINTER, Register.RAX);
    a.moveImmediate(Register.R9, bottom);
    a.rr(Instruction.CMP, 64, Register.RAX, Register.R9);
    a.cmov(Condition.BELOW, 64, Register.RAX, Register.R9);
    a.moveImmediate(Register.R10, top);
    zero(a, Register.RCX);
    int loop = a.label();
    int end = a.label();
    a.bind(loop);
    a.rr(Instruction.CMP, 64, Register.RAX, Register.R10);
    a.jumpIf(Condition.ABOVE_EQUAL, end);
    a.ri(Instruction.CMP, 64, Register.RCX, MAX_WORDS);
    a.jumpIf(Condition.ABOVE_EQUAL, end);
    a.rm(Instruction.MOV, 64, Register.RDX, Register.RAX, Register.NONE, 1, 0);
    a.mr(Instruction.MOV, 64, Register.R8, Register.RCX, 8, NOTE_WORDS, Register.RDX);
    a.ri(Instruction.ADD, 64, Register.RAX, 8);
    a.ri(Instruction.ADD, 64, Register.RCX, 1);
    a.jump(loop);
    a.bind(end);
    note(a, NOTE_WORD_COUNT, Register.RCX);
    // A faulting instruction would end the child when it is executed again, but an alarm comes only
    // once. The signal is blocked while it is handled, and its action has been reset.
    a.r(Instruction.PUSH, 64, Register.RBX);
    call(a, "raise");
    a.r(Instruction.POP, 64, Register.RBX);
    a.op(Instruction.RET);
    return a.finish().bytes();
  }

  private static void note(Assembler a, int offset, int register) {
    a.mr(Instruction.MOV, 64, Register.R8, Register.NONE, 1, offset, register);
  }
}
