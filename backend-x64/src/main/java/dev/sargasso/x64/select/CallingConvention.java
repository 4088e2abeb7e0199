package dev.sargasso.x64.select;

import static dev.sargasso.x64.machine.PhysicalRegister.R8;
import static dev.sargasso.x64.machine.PhysicalRegister.R9;
import static dev.sargasso.x64.machine.PhysicalRegister.RAX;
import static dev.sargasso.x64.machine.PhysicalRegister.RCX;
import static dev.sargasso.x64.machine.PhysicalRegister.RDI;
import static dev.sargasso.x64.machine.PhysicalRegister.RDX;
import static dev.sargasso.x64.machine.PhysicalRegister.RSI;
import static dev.sargasso.x64.machine.PhysicalRegister.XMM0;

import dev.sargasso.ir.type.Type;
import dev.sargasso.x64.machine.PhysicalRegister;

/**
 * Where arguments and results go: the System V application binary interface for AMD64, section
 * 3.2.3. Ask for the parameters of one signature in order, after {@link #reset}.
 */
final class CallingConvention {
  /** Registers that a call destroys. */
  static final long CALLER_SAVED =
      PhysicalRegister.VECTOR_MASK
          | 1L << RAX
          | 1L << RCX
          | 1L << RDX
          | 1L << RSI
          | 1L << RDI
          | 1L << R8
          | 1L << R9
          | 1L << PhysicalRegister.R10
          | 1L << PhysicalRegister.R11;

  /** How many registers a function must hand back as it found them, the stack pointer apart. */
  static final int CALLEE_SAVED_COUNT = 6;

  private static final int[] CALLEE_SAVED = {
    PhysicalRegister.RBX,
    PhysicalRegister.RBP,
    PhysicalRegister.R12,
    PhysicalRegister.R13,
    PhysicalRegister.R14,
    PhysicalRegister.R15
  };

  private static final int[] ARGUMENTS = {RDI, RSI, RDX, RCX, R8, R9};
  private static final int VECTOR_ARGUMENTS = 8;

  private int generals;
  private int vectors;
  private int stackBytes;

  /** Starts another signature. */
  void reset() {
    generals = 0;
    vectors = 0;
    stackBytes = 0;
  }

  /** Register number {@code i} of those that a function must hand back as it found them. */
  static int calleeSaved(int i) {
    return CALLEE_SAVED[i];
  }

  /** Where the next scalar goes: a physical register, or {@code ~offset} in the argument area. */
  int next(Type type) {
    if (type.isGeneral()) {
      if (generals < ARGUMENTS.length) {
        return ARGUMENTS[generals++];
      }
    } else if (vectors < VECTOR_ARGUMENTS) {
      return XMM0 + vectors++;
    }
    return ~reserve(Math.max(8, type.bytes()), Math.max(8, type.bytes()));
  }

  /** The offset in the argument area of the next aggregate that is passed by value. */
  int nextAggregate(int size, int alignment) {
    return reserve(size, Math.max(8, alignment));
  }

  private int reserve(int size, int alignment) {
    int offset = (stackBytes + alignment - 1) & -alignment;
    stackBytes = (offset + size + 7) & -8;
    return offset;
  }

  /** How many vector registers hold arguments so far. */
  int vectorCount() {
    return vectors;
  }

  /** Bytes of the argument area so far. */
  int stackBytes() {
    return stackBytes;
  }

  /**
   * The register of the next result, after {@link #reset}; -1 if there is none left. Results of
   * general and of vector type are counted apart.
   */
  int nextResult(Type type) {
    if (type.isGeneral()) {
      return switch (generals++) {
        case 0 -> RAX;
        case 1 -> RDX;
        default -> -1;
      };
    }
    return vectors < 2 ? XMM0 + vectors++ : -1;
  }
}
