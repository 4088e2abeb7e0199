package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.Location;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.MachineVerifier;
import dev.sargasso.x64.machine.Operand;

/**
 * Runs machine functions, before or after allocation, on values that are hashes of how they were
 * made. The result is a hash of everything that was computed on the way, so that two runs agree
 * only if each instruction saw the same values.
 *
 * <p>A value is 16 bytes, of which those beyond its width are garbage. After allocation, what an
 * instruction clobbers becomes garbage as well.
 */
final class MachineInterpreter {
  private final MachineFunction function;
  private final int stepLimit;
  private long trace;
  private long garbage = 0x5eed;

  private MachineInterpreter(final MachineFunction function, final int stepLimit) {
    this.function = function;
    this.stepLimit = stepLimit;
  }

  /** Runs a function on virtual registers. */
  static long run(final MachineFunction function, final long choices, final int stepLimit) {
    final MachineInterpreter interpreter = new MachineInterpreter(function, stepLimit);
    interpreter.trace = choices;
    interpreter.runVirtual();
    return interpreter.trace;
  }

  /** Runs a function on locations. */
  static long run(final AllocatedFunction allocated, final long choices, final int stepLimit) {
    final MachineInterpreter interpreter = new MachineInterpreter(allocated.function(), stepLimit);
    interpreter.trace = choices;
    interpreter.runAllocated(allocated);
    return interpreter.trace;
  }

  private static long mix(final long one, final long other) {
    long mixed = (one * 0x9e37_79b9_7f4a_7c15L) ^ (other + 0x7f4a_7c15L);
    mixed = (mixed ^ (mixed >>> 29)) * 0xbf58_476d_1ce4_e5b9L;
    return mixed ^ (mixed >>> 32);
  }

  private long noise() {
    garbage = mix(garbage, 0x0bad);
    return garbage;
  }

  private static long visible(final long low, final long high, final int width) {
    return switch (width) {
      case 16 -> mix(low, high);
      case 8 -> low;
      default -> low & ((1L << (8 * width)) - 1);
    };
  }

  private void runVirtual() {
    final long[] low = new long[function.registerCount()];
    final long[] high = new long[function.registerCount()];
    int block = 0;
    for (int steps = 0; steps < stepLimit; steps++) {
      long decision = 0;
      for (int at = function.firstInstruction(block); at < function.endInstruction(block); at++) {
        final long[] seen = new long[function.operandCount(at)];
        int copied = -1;
        for (int index = 0; index < seen.length; index++) {
          final int register = Operand.register(function.operand(at, index));
          if (!Operand.isDefinition(function.operand(at, index))) {
            seen[index] = visible(low[register], high[register], function.width(register));
            copied = register;
          }
        }
        decision = result(at, seen);
        for (int index = 0; index < seen.length; index++) {
          if (Operand.isDefinition(function.operand(at, index))) {
            final int register = Operand.register(function.operand(at, index));
            final boolean move = function.has(at, MachineFunction.MOVE);
            low[register] = move ? low[copied] : mix(decision, index);
            high[register] = move ? high[copied] : mix(decision, ~index);
          }
        }
      }
      final int count = function.successorCount(block);
      if (count == 0) {
        return;
      }
      final int edge =
          function.successorEdge(block, (int) Long.remainderUnsigned(mix(decision, trace), count));
      final int arguments = function.argumentCount(edge);
      final long[] lows = new long[arguments];
      final long[] highs = new long[arguments];
      for (int index = 0; index < arguments; index++) {
        lows[index] = low[function.argument(edge, index)];
        highs[index] = high[function.argument(edge, index)];
      }
      block = function.edgeTarget(edge);
      for (int index = 0; index < arguments; index++) {
        low[function.parameter(block, index)] = lows[index];
        high[function.parameter(block, index)] = highs[index];
      }
    }
  }

  /** What an instruction computes from what it saw. */
  private long result(final int at, final long[] seen) {
    long hash = mix(function.opcode(at), function.immediate(at));
    if (function.has(at, MachineFunction.MOVE)
        || function.has(at, MachineFunction.REMATERIALISABLE)) {
      return hash; // may be left out or executed more often: not traced
    }
    int first = -2;
    if (function.has(at, MachineFunction.COMMUTATIVE)) {
      first = MachineVerifier.commutativeOperand(function, at);
      final long one = seen[first];
      seen[first] = Math.min(one, seen[first + 1]);
      seen[first + 1] = Math.max(one, seen[first + 1]);
    }
    for (int index = 0; index < seen.length; index++) {
      if (!Operand.isDefinition(function.operand(at, index))) {
        hash = mix(hash, seen[index] + index);
      }
    }
    hash = mix(hash, at);
    trace = mix(trace, hash);
    return hash;
  }

  private void runAllocated(final AllocatedFunction allocated) {
    final int locations = Location.FIRST_SLOT + allocated.slotCount();
    final long[] low = new long[locations];
    final long[] high = new long[locations];
    for (int location = 0; location < locations; location++) {
      low[location] = noise();
      high[location] = noise();
    }
    int block = 0;
    for (int steps = 0; steps < stepLimit; steps++) {
      long decision = 0;
      for (int place = allocated.firstItem(block); place < allocated.endItem(block); place++) {
        final int item = allocated.item(place);
        if (item < 0) {
          edit(allocated, ~item, low, high);
        } else {
          decision = execute(allocated, item, low, high);
        }
      }
      final int count = function.successorCount(block);
      if (count == 0) {
        return;
      }
      block = function.successor(block, (int) Long.remainderUnsigned(mix(decision, trace), count));
    }
  }

  private long execute(
      final AllocatedFunction allocated, final int at, final long[] low, final long[] high) {
    final long[] seen = new long[function.operandCount(at)];
    final int first =
        allocated.isExchanged(at) ? MachineVerifier.commutativeOperand(function, at) : -2;
    int copied = -1;
    for (int index = 0; index < seen.length; index++) {
      int source = index;
      if (index == first) {
        source = index + 1;
      } else if (index == first + 1) {
        source = index - 1;
      }
      if (!Operand.isDefinition(function.operand(at, index))) {
        final int location = allocated.location(at, index);
        final int width = function.width(Operand.register(function.operand(at, source)));
        seen[index] = visible(low[location], high[location], width);
        copied = location;
      }
    }
    final long result = result(at, seen);
    final long copiedLow = copied < 0 ? 0 : low[copied];
    final long copiedHigh = copied < 0 ? 0 : high[copied];
    for (long rest = function.clobbers(at); rest != 0; rest &= rest - 1) {
      low[Long.numberOfTrailingZeros(rest)] = noise();
      high[Long.numberOfTrailingZeros(rest)] = noise();
    }
    for (int index = 0; index < seen.length; index++) {
      if (Operand.isDefinition(function.operand(at, index))) {
        final int location = allocated.location(at, index);
        final boolean move = function.has(at, MachineFunction.MOVE);
        low[location] = move ? copiedLow : mix(result, index);
        high[location] = move ? copiedHigh : mix(result, ~index);
      }
    }
    return result;
  }

  private void edit(
      final AllocatedFunction allocated, final int edit, final long[] low, final long[] high) {
    final int to = allocated.editTo(edit);
    switch (allocated.editKind(edit)) {
      case AllocatedFunction.MOVE -> {
        final int from = allocated.editFrom(edit);
        final int width = allocated.editWidth(edit);
        low[to] = width >= 8 ? low[from] : low[from] & 0xffff_ffffL;
        high[to] = width == 16 ? high[from] : noise();
      }
      case AllocatedFunction.SWAP -> {
        final int from = allocated.editFrom(edit);
        final long keptLow = low[from];
        final long keptHigh = high[from];
        low[from] = low[to];
        high[from] = high[to];
        low[to] = keptLow;
        high[to] = keptHigh;
      }
      default -> {
        final int at = allocated.editInstruction(edit);
        final long result = mix(function.opcode(at), function.immediate(at));
        low[to] = mix(result, 0);
        high[to] = mix(result, ~0);
      }
    }
  }
}
