package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.ControlFlow;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.Arrays;

/**
 * Which values are live where, computed without iteration on reducible code.
 *
 * <p>Only values that are used outside the block of their definition (global values) are in live
 * sets; they have dense numbers of their own, given in order of definition, so that what is live
 * together has near numbers. So a function with many short-lived values and one with many values
 * live through everything are both cheap.
 *
 * <p>The sets are computed as in Brandner, Boissinot, Darte, de Dinechin and Rastello, "Computing
 * Liveness Sets for SSA-Form Programs" (2011): one backward pass over the blocks that ignores back
 * edges, then one pass that adds what is live into a loop's header to all blocks of the loop. With
 * irreducible loops the backward pass is repeated until nothing changes instead. A last backward
 * pass over the instructions marks the operands at which a value dies.
 *
 * <p>A block's parameters are not live into it; an edge's arguments are used at the end of the
 * edge's source.
 */
public final class Liveness {
  /** Blocks with more successors than these look up their live-out set as a whole. */
  private static final int FEW = 2;

  private MachineFunction function = new MachineFunction("");

  private int globalCount;
  private int[] globalOf = new int[0];
  private int[] registerOf = new int[0];
  private long[] vectorMask = new long[0];
  private final LiveSets sets = new LiveSets();

  private long[] seen = new long[0];
  private int seenCount;
  private int[] seenRegisters = new int[64];
  private long[] liveOut = new long[0];

  private long[] used = new long[0];
  private long[] kill = new long[0];
  private long[] unused = new long[0];

  /** A view of nothing yet. */
  public Liveness() {}

  /** Analyses a function. */
  public void compute(final MachineFunction input, final ControlFlow flow) {
    function = input;
    findGlobals();
    numberGlobals(flow);
    sets.compute(function, flow, globalOf, globalCount, vectorMask);
    markKills();
  }

  /** How many values are used outside the block of their definition. */
  public int globalCount() {
    return globalCount;
  }

  /** The global number of a virtual register, or -1 if it is used in its block only. */
  public int globalOf(final int register) {
    return globalOf[register];
  }

  /** The virtual register with a global number. */
  public int registerOf(final int global) {
    return registerOf[global];
  }

  /** The place of the first word of a block's live-in set. */
  public int firstWord(final int block) {
    return sets.first(block);
  }

  /** One more than the place of the last word of a block's live-in set. */
  public int endWord(final int block) {
    return sets.end(block);
  }

  /** Which word of the set of all global values is at a place. */
  public int wordIndex(final int place) {
    return sets.index(place);
  }

  /** The word at a place: bit {@code i} is global value {@code 64 * wordIndex + i}. */
  public long wordBits(final int place) {
    return sets.bits(place);
  }

  /** How many values of a class are live into a block, its parameters not counted. */
  public int liveInCount(final int block, final int registerClass) {
    return sets.count(block, registerClass);
  }

  /** Whether a value is live into a block; logarithmic in the size of the set. */
  public boolean isLiveIn(final int block, final int register) {
    final int global = globalOf[register];
    return global >= 0 && sets.contains(block, global);
  }

  /**
   * Whether a use, named by its place in the pool of operands, is in the last instruction in which
   * its value is live: nothing later on any path, edge arguments included, uses the value.
   */
  public boolean isKill(final int operand) {
    return ((kill[operand >>> 6] >>> operand) & 1) != 0;
  }

  /** Whether a definition, named by its place in the pool of operands, has no use at all. */
  public boolean isUnused(final int operand) {
    return ((unused[operand >>> 6] >>> operand) & 1) != 0;
  }

  /** Whether a virtual register has any use, as an operand or as an edge's argument. */
  public boolean isUsed(final int register) {
    return ((used[register >>> 6] >>> register) & 1) != 0;
  }

  /** How many words of sets were written: what grows with the live ranges, for tests of growth. */
  int setWords() {
    return sets.total();
  }

  private static long[] cleared(final long[] array, final int bits) {
    final int words = (bits + 63) >>> 6;
    if (array.length < words) {
      return new long[Math.max(words, 2 * array.length)];
    }
    Arrays.fill(array, 0, words, 0);
    return array;
  }

  /** Marks with -2 what is used outside the block of its definition, and with -1 the rest. */
  private void findGlobals() {
    final int registers = function.registerCount();
    used = cleared(used, registers);
    if (globalOf.length < registers) {
      globalOf = new int[Math.max(registers, 2 * globalOf.length)];
    }
    Arrays.fill(globalOf, 0, registers, -1);
    globalCount = 0;
    for (int block = 0; block < function.blockCount(); block++) {
      final int firstAt = function.firstInstruction(block);
      final int endAt = function.endInstruction(block);
      for (int at = firstAt; at < endAt; at++) {
        final int firstOperand = function.firstOperand(at);
        final int endOperand = firstOperand + function.operandCount(at);
        for (int operand = firstOperand; operand < endOperand; operand++) {
          final long packed = function.pooledOperand(operand);
          if (!Operand.isDefinition(packed)) {
            use(block, Operand.register(packed));
          }
        }
      }
      for (int index = 0; index < function.successorCount(block); index++) {
        final int edge = function.successorEdge(block, index);
        for (int at = 0; at < function.argumentCount(edge); at++) {
          use(block, function.argument(edge, at));
        }
      }
    }
  }

  private void use(final int block, final int register) {
    used[register >>> 6] |= 1L << register;
    if (function.definingBlock(register) != block && globalOf[register] == -1) {
      globalOf[register] = -2;
      globalCount++;
    }
  }

  private void numberGlobals(final ControlFlow flow) {
    final int found = globalCount;
    globalCount = 0;
    if (registerOf.length < found) {
      registerOf = new int[Math.max(found, 2 * registerOf.length)];
    }
    vectorMask = cleared(vectorMask, found);
    for (int place = 0; place < function.blockCount() && globalCount < found; place++) {
      final int block = flow.blockAt(place);
      for (int index = 0; index < function.parameterCount(block); index++) {
        number(function.parameter(block, index));
      }
      final int endAt = function.endInstruction(block);
      for (int at = function.firstInstruction(block); at < endAt; at++) {
        final int firstOperand = function.firstOperand(at);
        final int endOperand = firstOperand + function.operandCount(at);
        for (int operand = firstOperand; operand < endOperand; operand++) {
          if (Operand.isDefinition(function.pooledOperand(operand))) {
            number(Operand.register(function.pooledOperand(operand)));
          }
        }
      }
    }
  }

  private void number(final int register) {
    if (globalOf[register] == -2) {
      if (function.registerClass(register) == PhysicalRegister.VECTOR) {
        vectorMask[globalCount >>> 6] |= 1L << globalCount;
      }
      registerOf[globalCount] = register;
      globalOf[register] = globalCount++;
    }
  }

  private void markKills() {
    kill = cleared(kill, function.operandTotal());
    unused = cleared(unused, function.operandTotal());
    seen = cleared(seen, function.registerCount());
    liveOut = cleared(liveOut, globalCount);
    for (int block = 0; block < function.blockCount(); block++) {
      final boolean isBranchy = function.successorCount(block) > FEW;
      if (isBranchy) {
        loadLiveOut(block);
      }
      for (int index = 0; index < function.successorCount(block); index++) {
        final int edge = function.successorEdge(block, index);
        for (int at = 0; at < function.argumentCount(edge); at++) {
          see(function.argument(edge, at));
        }
      }
      final int begin = function.firstInstruction(block);
      for (int at = function.endInstruction(block) - 1; at >= begin; at--) {
        markKills(block, at, isBranchy);
      }
      while (seenCount > 0) {
        final int register = seenRegisters[--seenCount];
        seen[register >>> 6] &= ~(1L << register);
      }
      if (isBranchy) {
        clearLiveOut(block);
      }
    }
  }

  private void loadLiveOut(final int block) {
    for (int index = 0; index < function.successorCount(block); index++) {
      final int target = function.successor(block, index);
      for (int place = sets.first(target); place < sets.end(target); place++) {
        liveOut[sets.index(place)] |= sets.bits(place);
      }
    }
  }

  private void clearLiveOut(final int block) {
    for (int index = 0; index < function.successorCount(block); index++) {
      final int target = function.successor(block, index);
      for (int place = sets.first(target); place < sets.end(target); place++) {
        liveOut[sets.index(place)] = 0;
      }
    }
  }

  private void markKills(final int block, final int at, final boolean isBranchy) {
    final int firstOperand = function.firstOperand(at);
    final int endOperand = firstOperand + function.operandCount(at);
    for (int operand = firstOperand; operand < endOperand; operand++) {
      final long packed = function.pooledOperand(operand);
      if (!isLive(block, Operand.register(packed), isBranchy)) {
        if (Operand.isDefinition(packed)) {
          unused[operand >>> 6] |= 1L << operand;
        } else {
          kill[operand >>> 6] |= 1L << operand;
        }
      }
    }
    for (int operand = firstOperand; operand < endOperand; operand++) {
      final long packed = function.pooledOperand(operand);
      if (!Operand.isDefinition(packed)) {
        see(Operand.register(packed));
      }
    }
  }

  /** Whether a value is wanted behind the instructions of a block that were looked at. */
  private boolean isLive(final int block, final int register, final boolean isBranchy) {
    if (((seen[register >>> 6] >>> register) & 1) != 0) {
      return true;
    }
    final int global = globalOf[register];
    if (global < 0) {
      return false;
    }
    if (isBranchy) {
      return ((liveOut[global >>> 6] >>> global) & 1) != 0;
    }
    for (int index = 0; index < function.successorCount(block); index++) {
      if (sets.contains(function.successor(block, index), global)) {
        return true;
      }
    }
    return false;
  }

  private void see(final int register) {
    if (((seen[register >>> 6] >>> register) & 1) == 0) {
      seen[register >>> 6] |= 1L << register;
      if (seenCount == seenRegisters.length) {
        seenRegisters = Arrays.copyOf(seenRegisters, 2 * seenCount);
      }
      seenRegisters[seenCount++] = register;
    }
  }
}
