package dev.sargasso.x64.emit;

import dev.sargasso.x64.encode.Assembler;
import dev.sargasso.x64.encode.Register;
import dev.sargasso.x64.encode.UnwindTable;
import dev.sargasso.x64.machine.AllocatedFunction;
import java.util.Arrays;

/** Tells the assembler, while a function is emitted, how to find the caller's frame from it. */
final class Unwinding {
  private final Assembler assembler;
  private final Frame frame;
  private final CallerRegisters registers = new CallerRegisters();
  private final int[] row = new int[UnwindTable.COLUMNS];

  /** Whether the function in work moves registers of its caller. */
  private boolean isFollowing;

  private boolean isNeeded;

  /** How far the stack pointer is below the return address. */
  private int depth;

  private int[] trapRows = new int[4 * UnwindTable.COLUMNS];

  /** Without a function in work. */
  @SuppressWarnings("NullAway.Init")
  Unwinding(Assembler assembler, Frame frame) {
    this.assembler = assembler;
    this.frame = frame;
  }

  /** Starts a function whose frame is laid out. */
  void begin(AllocatedFunction newAllocated) {
    isFollowing = registers.analyse(newAllocated);
    isNeeded = isFollowing || frame.depth() != 0;
    Arrays.fill(row, UnwindTable.SAME);
    row[0] = Register.RSP;
    row[1] = 8;
  }

  /** The stack pointer, or {@code register}, stands so far below the frame of the caller. */
  void frameIs(int register, int distance) {
    row[0] = register;
    row[1] = distance + 8;
    assembler.unwind(row);
  }

  /** A block starts, with the stack pointer moved. */
  void enterBlock(int block) {
    if (!isNeeded) {
      return;
    }
    if (isFollowing) {
      registers.enter(block);
    }
    depth = frame.depth();
    tell();
  }

  /** An instruction or edit has been emitted. */
  void pass(int item) {
    if (isFollowing && registers.pass(item)) {
      tell();
    }
  }

  private void tell() {
    row[0] = Register.RSP;
    row[1] = depth + 8;
    if (isFollowing) {
      for (int i = 0; i < UnwindTable.SAVED_COUNT; i++) {
        row[2 + i] = rule(i);
      }
    }
    assembler.unwind(row);
  }

  private int rule(int i) {
    if (registers.isHome(i)) {
      return UnwindTable.SAME;
    }
    int slot = registers.slot(i);
    if (slot >= 0) {
      return UnwindTable.savedAt(frame.ofSpill(slot) - frame.depth() - 8);
    }
    int other = registers.otherRegister(i);
    return other >= 0 ? UnwindTable.movedTo(other) : UnwindTable.LOST;
  }

  /** The stack pointer has been moved back, so that it is so far below the return address. */
  void leave(int newDepth) {
    if (isNeeded) {
      depth = newDepth;
      tell();
    }
  }

  /** Keeps what holds at a guard for its trap, which is emitted at the end. */
  void keepForTrap(int trap) {
    if ((trap + 1) * UnwindTable.COLUMNS > trapRows.length) {
      trapRows = Arrays.copyOf(trapRows, 2 * trapRows.length);
    }
    System.arraycopy(row, 0, trapRows, trap * UnwindTable.COLUMNS, UnwindTable.COLUMNS);
  }

  /** The code of a trap comes. */
  void enterTrap(int trap) {
    if (isNeeded) {
      System.arraycopy(trapRows, trap * UnwindTable.COLUMNS, row, 0, UnwindTable.COLUMNS);
      assembler.unwind(row);
    }
  }
}
