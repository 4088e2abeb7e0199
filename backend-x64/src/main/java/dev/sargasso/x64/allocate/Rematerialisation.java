package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;

/**
 * Which values are best made anew at each use, and never kept in a register from their definition
 * on.
 *
 * <p>That is so if their uses together are executed no more often than the definition: a constant
 * for one argument, one that only a rare path wants. It then takes no register in between, and
 * comes into being in just the register that its use asks for.
 */
final class Rematerialisation {
  private final long[] atUses;
  private boolean anyAtUses;

  /** Decides for all values of a function. Linear in the operands and arguments. */
  Rematerialisation(final MachineFunction function, final Scratch scratch) {
    atUses = scratch.bits(function.registerCount());
    boolean any = false;
    for (int at = 0; at < function.instructionCount() && !any; at++) {
      any = function.has(at, MachineFunction.REMATERIALISABLE);
    }
    if (!any) {
      return;
    }
    final float[] weight = scratch.floats(function.registerCount());
    for (int block = 0; block < function.blockCount(); block++) {
      final float frequency = function.frequency(block);
      final int end = function.endInstruction(block);
      for (int at = function.firstInstruction(block); at < end; at++) {
        final int first = function.firstOperand(at);
        final int count = function.operandCount(at);
        for (int index = 0; index < count; index++) {
          final long operand = function.pooledOperand(first + index);
          if (!Operand.isDefinition(operand)) {
            weight[Operand.register(operand)] += frequency;
          }
        }
      }
    }
    for (int edge = 0; edge < function.edgeCount(); edge++) {
      final int source = function.edgeSource(edge);
      final float frequency =
          function.frequency(
              function.successorCount(source) == 1 ? source : function.edgeTarget(edge));
      for (int index = 0; index < function.argumentCount(edge); index++) {
        weight[function.argument(edge, index)] += frequency;
      }
    }
    for (int block = 0; block < function.blockCount(); block++) {
      final int end = function.endInstruction(block);
      for (int at = function.firstInstruction(block); at < end; at++) {
        if (function.has(at, MachineFunction.REMATERIALISABLE)) {
          final int register = Operand.register(function.operand(at, 0));
          if (weight[register] <= function.frequency(block)) {
            atUses[register >>> 6] |= 1L << register;
            anyAtUses = true;
          }
        }
      }
    }
  }

  /** Whether there is any such value. */
  boolean isAnyAtUses() {
    return anyAtUses;
  }

  /** Whether a value is made anew at each use. */
  boolean isAtUses(final int register) {
    return ((atUses[register >>> 6] >>> register) & 1) != 0;
  }
}
