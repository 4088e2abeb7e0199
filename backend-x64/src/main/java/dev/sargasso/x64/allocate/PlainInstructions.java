package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;
import java.util.Arrays;

/**
 * Which instructions ask for nothing special: early uses and late definitions in any register, at
 * most one of which reuses another's. Most do, and the stages have a short way through them.
 */
final class PlainInstructions {
  private final long[] plain;
  private final long[] blockPlain;

  /** Looks at all instructions of a function. Linear in the operands. */
  PlainInstructions(final MachineFunction function, final Scratch scratch) {
    plain = scratch.bits(function.instructionCount());
    blockPlain = scratch.bits(function.blockCount());
    Arrays.fill(blockPlain, -1L);
    for (int block = 0; block < function.blockCount(); block++) {
      final int end = function.endInstruction(block);
      for (int at = function.firstInstruction(block); at < end; at++) {
        if (isPlain(function, at)) {
          plain[at >>> 6] |= 1L << at;
        } else {
          blockPlain[block >>> 6] &= ~(1L << block);
        }
      }
    }
  }

  private static boolean isPlain(final MachineFunction function, final int at) {
    if (function.clobbers(at) != 0) {
      return false;
    }
    final int first = function.firstOperand(at);
    final int count = function.operandCount(at);
    int reuses = 0;
    for (int index = first; index < first + count; index++) {
      final long operand = function.pooledOperand(index);
      final int constraint = Operand.constraint(operand);
      reuses += constraint == Operand.REUSE ? 1 : 0;
      if (constraint == Operand.FIXED
          || Operand.isDefinition(operand) != Operand.isLate(operand)
          || reuses > 1) {
        return false;
      }
    }
    return true;
  }

  /** Whether an instruction asks for nothing special. */
  boolean isPlain(final int at) {
    return ((plain[at >>> 6] >>> at) & 1) != 0;
  }

  /** Whether all instructions of a block ask for nothing special. */
  boolean isBlockPlain(final int block) {
    return ((blockPlain[block >>> 6] >>> block) & 1) != 0;
  }
}
