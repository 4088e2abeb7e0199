package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.MachineFunction;
import java.util.Arrays;

/** In which registers colouring has what at the starts and ends of blocks. */
final class BlockRegisters {
  private final byte[] entryRegister;
  private final int[] firstExit;
  private final int[] endExit;
  private int total;
  private int[] exitValue;
  private byte[] exitRegister;
  private final long[] inMemory;

  BlockRegisters(final Analysis analysis, final SpillPlan plan) {
    final MachineFunction function = analysis.function();
    final Scratch scratch = analysis.scratch();
    int entries = 0;
    for (int block = 0; block < function.blockCount(); block++) {
      entries = Math.max(entries, plan.endEntry(block));
    }
    entryRegister = scratch.bytes(entries, 0);
    firstExit = scratch.ints(function.blockCount(), 0);
    endExit = scratch.ints(function.blockCount(), 0);
    inMemory = scratch.bits(function.registerCount());
    exitValue = scratch.ints(entries + function.blockCount());
    exitRegister = scratch.bytes(entries + function.blockCount(), 0);
  }

  /** Notes the register of a value of a block's entry list in the plan. */
  void setEntry(final int place, final int register) {
    entryRegister[place] = (byte) register;
  }

  /** The register of a value of a block's entry list in the plan. */
  int entryRegister(final int place) {
    return entryRegister[place];
  }

  /** A parameter lives in its slot from the start of its block. */
  void setInMemory(final int parameter) {
    inMemory[parameter >>> 6] |= 1L << parameter;
  }

  /** Whether a parameter lives in its slot from the start of its block. */
  boolean isInMemory(final int parameter) {
    return ((inMemory[parameter >>> 6] >>> parameter) & 1) != 0;
  }

  /** Notes all values in registers at a block's end. */
  void saveExit(final int block, final RegisterFile file) {
    firstExit[block] = total;
    for (long rest = file.occupied(); rest != 0; rest &= rest - 1) {
      final int register = Long.numberOfTrailingZeros(rest);
      if (total == Math.min(exitValue.length, exitRegister.length)) {
        exitValue = Arrays.copyOf(exitValue, 2 * total + 1);
        exitRegister = Arrays.copyOf(exitRegister, 2 * total + 1);
      }
      exitValue[total] = file.occupant(register);
      exitRegister[total++] = (byte) register;
    }
    endExit[block] = total;
  }

  /** The place of the first value in a register at a block's end. */
  int firstExit(final int block) {
    return firstExit[block];
  }

  /** One more than the place of the last value in a register at a block's end. */
  int endExit(final int block) {
    return endExit[block];
  }

  /** The value at a place. */
  int exitValue(final int place) {
    return exitValue[place];
  }

  /** The register of the value at a place. */
  int exitRegister(final int place) {
    return exitRegister[place];
  }
}
