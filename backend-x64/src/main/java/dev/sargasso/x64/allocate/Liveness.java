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
 * sets; they have dense numbers of their own, given in order of definition. A block's live-in set
 * is a sorted list of words, each 64 global values, without the empty ones: never longer than the
 * number of live values, and never longer than a plain bit set. So a function with many short-lived
 * values and one with many values live through everything are both cheap.
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
  private final Words first = new Words();
  private final Words second = new Words();
  private Words sets = second;

  private int globalCount;
  private int[] globalOf = new int[0];
  private int[] registerOf = new int[0];
  private long[] vectorMask = new long[0];

  private long[] live = new long[0];
  private long[] liveLocal = new long[0];
  private boolean[] isTouched = new boolean[0];
  private int[] touched = new int[0];
  private int touchedCount;

  private long[] used = new long[0];
  private long[] kill = new long[0];
  private long[] unused = new long[0];

  /** A view of nothing yet. */
  public Liveness() {}

  /** Lists of words, one a block, in one pool. */
  private static final class Words {
    private int total;
    private int[] index = new int[256];
    private long[] bits = new long[256];
    private int[] first = new int[0];
    private int[] end = new int[0];

    void reset(final int blockCount) {
      total = 0;
      if (first.length < blockCount) {
        first = new int[Math.max(blockCount, 2 * first.length)];
        end = new int[first.length];
      } else {
        Arrays.fill(first, 0, blockCount, 0);
        Arrays.fill(end, 0, blockCount, 0);
      }
    }

    void append(final int word, final long value) {
      if (total == index.length) {
        index = Arrays.copyOf(index, 2 * total);
        bits = Arrays.copyOf(bits, 2 * total);
      }
      index[total] = word;
      bits[total++] = value;
    }
  }

  /** Analyses a function. */
  public void compute(final MachineFunction function, final ControlFlow flow) {
    numberGlobals(function, flow);
    final int words = (globalCount + 63) >>> 6;
    if (live.length < words) {
      live = new long[Math.max(words, 2 * live.length)];
      touched = new int[live.length];
      isTouched = new boolean[live.length];
    }
    final int localWords = (function.registerCount() + 63) >>> 6;
    if (liveLocal.length < localWords) {
      liveLocal = new long[Math.max(localWords, 2 * liveLocal.length)];
    }
    Arrays.fill(live, 0, words, 0);
    Arrays.fill(isTouched, 0, words, false);
    Arrays.fill(liveLocal, 0, localWords, 0);
    touchedCount = 0;
    first.reset(function.blockCount());
    second.reset(function.blockCount());
    if (flow.isReducible()) {
      backward(function, flow, first, first, false);
      addLoops(function, flow);
      sets = second;
    } else {
      iterate(function, flow);
    }
    markKills(function, flow);
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
    return sets.first[block];
  }

  /** One more than the place of the last word of a block's live-in set. */
  public int endWord(final int block) {
    return sets.end[block];
  }

  /** Which word of the set of all global values is at a place. */
  public int wordIndex(final int place) {
    return sets.index[place];
  }

  /** The word at a place: bit {@code i} is global value {@code 64 * wordIndex + i}. */
  public long wordBits(final int place) {
    return sets.bits[place];
  }

  /** How many values of a class are live into a block, its parameters not counted. */
  public int liveInCount(final int block, final int registerClass) {
    int count = 0;
    for (int place = firstWord(block); place < endWord(block); place++) {
      final long vectors = vectorMask[sets.index[place]];
      count +=
          Long.bitCount(
              sets.bits[place] & (registerClass == PhysicalRegister.VECTOR ? vectors : ~vectors));
    }
    return count;
  }

  /** Whether a value is live into a block; logarithmic in the size of the set. */
  public boolean isLiveIn(final int block, final int register) {
    final int global = globalOf[register];
    if (global < 0) {
      return false;
    }
    int low = firstWord(block);
    int high = endWord(block) - 1;
    while (low <= high) {
      final int middle = (low + high) >>> 1;
      final int word = sets.index[middle];
      if (word == global >>> 6) {
        return ((sets.bits[middle] >>> global) & 1) != 0;
      }
      if (word < global >>> 6) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return false;
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

  private void numberGlobals(final MachineFunction function, final ControlFlow flow) {
    final int usedWords = (function.registerCount() + 63) >>> 6;
    if (used.length < usedWords) {
      used = new long[Math.max(usedWords, 2 * used.length)];
    }
    Arrays.fill(used, 0, usedWords, 0);
    if (globalOf.length < function.registerCount()) {
      globalOf = new int[Math.max(function.registerCount(), 2 * globalOf.length)];
    }
    Arrays.fill(globalOf, 0, function.registerCount(), -1);
    int found = 0;
    for (int block = 0; block < function.blockCount(); block++) {
      final int end = function.endInstruction(block);
      for (int at = function.firstInstruction(block); at < end; at++) {
        final int firstOperand = function.firstOperand(at);
        final int endOperand = firstOperand + function.operandCount(at);
        for (int operand = firstOperand; operand < endOperand; operand++) {
          final long packed = function.pooledOperand(operand);
          final int register = Operand.register(packed);
          if (!Operand.isDefinition(packed)) {
            used[register >>> 6] |= 1L << register;
          }
          if (function.definingBlock(register) != block && globalOf[register] == -1) {
            globalOf[register] = -2;
            found++;
          }
        }
      }
      for (int index = 0; index < function.successorCount(block); index++) {
        final int edge = function.successorEdge(block, index);
        for (int at = 0; at < function.argumentCount(edge); at++) {
          final int register = function.argument(edge, at);
          used[register >>> 6] |= 1L << register;
          if (function.definingBlock(register) != block && globalOf[register] == -1) {
            globalOf[register] = -2;
            found++;
          }
        }
      }
    }
    globalCount = 0;
    if (registerOf.length < found) {
      registerOf = new int[Math.max(found, 2 * registerOf.length)];
    }
    final int words = (found + 63) >>> 6;
    if (vectorMask.length < words) {
      vectorMask = new long[Math.max(words, 2 * vectorMask.length)];
    }
    Arrays.fill(vectorMask, 0, words, 0);
    for (int place = 0; place < function.blockCount() && globalCount < found; place++) {
      final int block = flow.blockAt(place);
      for (int index = 0; index < function.parameterCount(block); index++) {
        number(function, function.parameter(block, index));
      }
      final int end = function.endInstruction(block);
      for (int at = function.firstInstruction(block); at < end; at++) {
        final int firstOperand = function.firstOperand(at);
        final int endOperand = firstOperand + function.operandCount(at);
        for (int operand = firstOperand; operand < endOperand; operand++) {
          if (Operand.isDefinition(function.pooledOperand(operand))) {
            number(function, Operand.register(function.pooledOperand(operand)));
          }
        }
      }
    }
  }

  private void number(final MachineFunction function, final int register) {
    if (globalOf[register] == -2) {
      if (function.registerClass(register) == PhysicalRegister.VECTOR) {
        vectorMask[globalCount >>> 6] |= 1L << globalCount;
      }
      registerOf[globalCount] = register;
      globalOf[register] = globalCount++;
    }
  }

  private void add(final int global) {
    addWord(global >>> 6, 1L << global);
  }

  private void addWord(final int word, final long bits) {
    if (!isTouched[word]) {
      isTouched[word] = true;
      touched[touchedCount++] = word;
    }
    live[word] |= bits;
  }

  private void remove(final int global) {
    live[global >>> 6] &= ~(1L << global);
  }

  private void clear() {
    for (int index = 0; index < touchedCount; index++) {
      live[touched[index]] = 0;
      isTouched[touched[index]] = false;
    }
    touchedCount = 0;
  }

  /** Sets "live" to what is live at the end of a block. */
  private void loadLiveOut(
      final MachineFunction function,
      final ControlFlow flow,
      final int block,
      final Words known,
      final boolean backEdges) {
    for (int index = 0; index < function.successorCount(block); index++) {
      final int edge = function.successorEdge(block, index);
      final int target = function.edgeTarget(edge);
      if (backEdges || flow.position(target) > flow.position(block)) {
        for (int place = known.first[target]; place < known.end[target]; place++) {
          addWord(known.index[place], known.bits[place]);
        }
      }
      for (int at = 0; at < function.argumentCount(edge); at++) {
        final int global = globalOf[function.argument(edge, at)];
        if (global >= 0) {
          add(global);
        }
      }
    }
  }

  /** One pass over all blocks, later ones first. Returns whether a set grew. */
  private boolean backward(
      final MachineFunction function,
      final ControlFlow flow,
      final Words known,
      final Words result,
      final boolean backEdges) {
    boolean grew = false;
    for (int place = function.blockCount() - 1; place >= 0; place--) {
      final int block = flow.blockAt(place);
      loadLiveOut(function, flow, block, known, backEdges);
      final int begin = function.firstInstruction(block);
      for (int at = function.endInstruction(block) - 1; at >= begin; at--) {
        final int firstOperand = function.firstOperand(at);
        final int endOperand = firstOperand + function.operandCount(at);
        for (int operand = firstOperand; operand < endOperand; operand++) {
          final long packed = function.pooledOperand(operand);
          final int global = globalOf[Operand.register(packed)];
          if (global >= 0 && Operand.isDefinition(packed)) {
            remove(global);
          }
        }
        for (int operand = firstOperand; operand < endOperand; operand++) {
          final long packed = function.pooledOperand(operand);
          final int global = globalOf[Operand.register(packed)];
          if (global >= 0 && !Operand.isDefinition(packed)) {
            add(global);
          }
        }
      }
      for (int index = 0; index < function.parameterCount(block); index++) {
        final int global = globalOf[function.parameter(block, index)];
        if (global >= 0) {
          remove(global);
        }
      }
      grew |= store(block, result);
    }
    return grew;
  }

  /**
   * Stores "live" as a block's set and clears it. Returns whether the set has more words or bits.
   */
  private boolean store(final int block, final Words result) {
    Arrays.sort(touched, 0, touchedCount);
    final int oldFirst = result.first[block];
    final int oldEnd = result.end[block];
    final int start = result.total;
    boolean same = true;
    int old = oldFirst;
    for (int index = 0; index < touchedCount; index++) {
      final int word = touched[index];
      isTouched[word] = false;
      if (live[word] != 0) {
        if (old < oldEnd && result.index[old] == word && result.bits[old] == live[word]) {
          old++;
        } else {
          same = false;
        }
        result.append(word, live[word]);
        live[word] = 0;
      }
    }
    touchedCount = 0;
    if (same && old == oldEnd && oldEnd > oldFirst) {
      result.total = start;
      return false;
    }
    result.first[block] = start;
    result.end[block] = result.total;
    return result.total > start;
  }

  private void iterate(final MachineFunction function, final ControlFlow flow) {
    boolean grew = true;
    while (grew) {
      // Sets only grow, and are bounded, so this ends.
      grew = backward(function, flow, second, second, true);
    }
    sets = second;
  }

  private void addLoops(final MachineFunction function, final ControlFlow flow) {
    for (int place = 0; place < function.blockCount(); place++) {
      final int block = flow.blockAt(place);
      int loop = flow.loopOf(block);
      if (loop >= 0 && flow.loopHeader(loop) == block) {
        loop = flow.loopParent(loop);
      }
      final int start = second.total;
      int own = first.first[block];
      final int ownEnd = first.end[block];
      if (loop >= 0) {
        // Both lists are sorted; the header comes earlier in the order, so its list is complete.
        final int header = flow.loopHeader(loop);
        int outer = second.first[header];
        final int outerEnd = second.end[header];
        while (own < ownEnd && outer < outerEnd) {
          final int word = first.index[own];
          final int outerWord = second.index[outer];
          if (word < outerWord) {
            second.append(word, first.bits[own++]);
          } else if (outerWord < word) {
            second.append(outerWord, second.bits[outer++]);
          } else {
            second.append(word, first.bits[own++] | second.bits[outer++]);
          }
        }
        while (outer < outerEnd) {
          second.append(second.index[outer], second.bits[outer++]);
        }
      }
      while (own < ownEnd) {
        second.append(first.index[own], first.bits[own++]);
      }
      second.first[block] = start;
      second.end[block] = second.total;
    }
  }

  private void markKills(final MachineFunction function, final ControlFlow flow) {
    final int words = (function.operandTotal() + 63) >>> 6;
    if (kill.length < words) {
      kill = new long[Math.max(words, 2 * kill.length)];
      unused = new long[kill.length];
    }
    Arrays.fill(kill, 0, words, 0);
    Arrays.fill(unused, 0, words, 0);
    for (int block = 0; block < function.blockCount(); block++) {
      loadLiveOut(function, flow, block, sets, true);
      // Local values that are edge arguments are live at the end too.
      for (int index = 0; index < function.successorCount(block); index++) {
        final int edge = function.successorEdge(block, index);
        for (int at = 0; at < function.argumentCount(edge); at++) {
          final int register = function.argument(edge, at);
          liveLocal[register >>> 6] |= 1L << register;
        }
      }
      final int begin = function.firstInstruction(block);
      for (int at = function.endInstruction(block) - 1; at >= begin; at--) {
        markKillsOf(function, at);
      }
      for (int index = 0; index < function.parameterCount(block); index++) {
        final int register = function.parameter(block, index);
        liveLocal[register >>> 6] &= ~(1L << register);
      }
      // Arguments of edges that are defined in other blocks left their mark.
      for (int index = 0; index < function.successorCount(block); index++) {
        final int edge = function.successorEdge(block, index);
        for (int at = 0; at < function.argumentCount(edge); at++) {
          final int register = function.argument(edge, at);
          liveLocal[register >>> 6] &= ~(1L << register);
        }
      }
      clear();
    }
  }

  private void markKillsOf(final MachineFunction function, final int at) {
    final int firstOperand = function.firstOperand(at);
    final int endOperand = firstOperand + function.operandCount(at);
    for (int operand = firstOperand; operand < endOperand; operand++) {
      final long packed = function.pooledOperand(operand);
      if (Operand.isDefinition(packed)) {
        final int register = Operand.register(packed);
        if (!isLive(register)) {
          unused[operand >>> 6] |= 1L << operand;
        }
        final int global = globalOf[register];
        if (global >= 0) {
          remove(global);
        }
        liveLocal[register >>> 6] &= ~(1L << register);
      }
    }
    for (int operand = firstOperand; operand < endOperand; operand++) {
      final long packed = function.pooledOperand(operand);
      if (!Operand.isDefinition(packed) && !isLive(Operand.register(packed))) {
        kill[operand >>> 6] |= 1L << operand;
      }
    }
    for (int operand = firstOperand; operand < endOperand; operand++) {
      final long packed = function.pooledOperand(operand);
      if (!Operand.isDefinition(packed)) {
        final int register = Operand.register(packed);
        if (globalOf[register] >= 0) {
          add(globalOf[register]);
        } else {
          liveLocal[register >>> 6] |= 1L << register;
        }
      }
    }
  }

  private boolean isLive(final int register) {
    final int global = globalOf[register];
    return (global >= 0 && ((live[global >>> 6] >>> global) & 1) != 0)
        || ((liveLocal[register >>> 6] >>> register) & 1) != 0;
  }
}
