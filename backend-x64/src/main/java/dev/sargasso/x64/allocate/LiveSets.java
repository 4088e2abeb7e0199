package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.ControlFlow;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.Arrays;

/**
 * The live-in sets of blocks: for each a sorted list of words, without the empty ones, in one pool.
 *
 * <p>A list is never longer than the number of its values, and never longer than a plain bit set.
 * Blocks that only jump share the list of where they jump to, and blocks in a loop share the list
 * of its header if they add nothing.
 */
final class LiveSets {
  private int total;
  private int[] index = new int[256];
  private long[] bits = new long[256];
  private int[] first = new int[0];
  private int[] end = new int[0];
  private int[] general = new int[0];
  private int[] vectors = new int[0];

  private long[] live = new long[0];
  private boolean[] isTouched = new boolean[0];
  private int[] touched = new int[0];
  private int touchedCount;
  private boolean isSorted;

  private MachineFunction function = new MachineFunction("");
  private int[] globalOf = new int[0];
  private long[] vectorMask = new long[0];

  LiveSets() {}

  /**
   * Computes the sets of a function.
   *
   * @param numbers the global number of each virtual register, or -1
   * @param count how many global numbers there are
   * @param isVector which global values are in vector registers
   */
  void compute(
      final MachineFunction input,
      final ControlFlow flow,
      final int[] numbers,
      final int count,
      final long[] isVector) {
    function = input;
    globalOf = numbers;
    vectorMask = isVector;
    final int words = (count + 63) >>> 6;
    if (live.length < words) {
      live = new long[Math.max(words, 2 * live.length)];
      touched = new int[live.length];
      isTouched = new boolean[live.length];
    }
    touchedCount = 0;
    isSorted = true;
    total = 0;
    final int blocks = function.blockCount();
    if (first.length < blocks) {
      first = new int[Math.max(blocks, 2 * first.length)];
      end = new int[first.length];
      general = new int[first.length];
      vectors = new int[first.length];
    } else {
      Arrays.fill(first, 0, blocks, 0);
      Arrays.fill(end, 0, blocks, 0);
      Arrays.fill(general, 0, blocks, 0);
      Arrays.fill(vectors, 0, blocks, 0);
    }
    if (count == 0) {
      return;
    }
    if (flow.isReducible()) {
      backward(flow, false);
      addLoops(flow);
    } else {
      boolean grew = true;
      while (grew) {
        grew = backward(flow, true); // sets only grow, and are bounded, so this ends
      }
    }
  }

  int first(final int block) {
    return first[block];
  }

  int end(final int block) {
    return end[block];
  }

  int index(final int place) {
    return index[place];
  }

  long bits(final int place) {
    return bits[place];
  }

  /** How many values of a class a block's set has. */
  int count(final int block, final int registerClass) {
    return registerClass == PhysicalRegister.GENERAL ? general[block] : vectors[block];
  }

  /** How many words were written in all: the work that was done. */
  int total() {
    return total;
  }

  /** Whether a block's set has a value; logarithmic in the length of its list. */
  boolean contains(final int block, final int global) {
    final int wanted = global >>> 6;
    int low = first[block];
    int high = end[block] - 1;
    while (low <= high) {
      final int middle = (low + high) >>> 1;
      final int word = index[middle];
      if (word == wanted) {
        return ((bits[middle] >>> global) & 1) != 0;
      }
      if (word < wanted) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return false;
  }

  private void add(final int word, final long more) {
    if (!isTouched[word]) {
      isTouched[word] = true;
      isSorted &= touchedCount == 0 || touched[touchedCount - 1] < word;
      touched[touchedCount++] = word;
    }
    live[word] |= more;
  }

  private void append(final int word, final long value) {
    if (total == index.length) {
      index = Arrays.copyOf(index, 2 * total);
      bits = Arrays.copyOf(bits, 2 * total);
    }
    index[total] = word;
    bits[total++] = value;
  }

  /** One pass over all blocks, later ones first. Returns whether a set grew. */
  private boolean backward(final ControlFlow flow, final boolean backEdges) {
    boolean grew = false;
    for (int place = function.blockCount() - 1; place >= 0; place--) {
      final int block = flow.blockAt(place);
      if (isJump(block) && flow.position(function.successor(block, 0)) > place) {
        grew |= share(block, function.successor(block, 0));
        continue;
      }
      loadLiveOut(flow, block, backEdges);
      final int begin = function.firstInstruction(block);
      for (int at = function.endInstruction(block) - 1; at >= begin; at--) {
        step(at);
      }
      for (int at = 0; at < function.parameterCount(block); at++) {
        remove(function.parameter(block, at));
      }
      grew |= store(block);
    }
    return grew;
  }

  /** Whether a block does nothing but jump, with nothing in its hands. */
  private boolean isJump(final int block) {
    return function.successorCount(block) == 1
        && function.parameterCount(block) == 0
        && function.endInstruction(block) - function.firstInstruction(block) == 1
        && function.operandCount(function.firstInstruction(block)) == 0
        && function.argumentCount(function.successorEdge(block, 0)) == 0;
  }

  private boolean share(final int block, final int other) {
    final boolean grew = general[block] + vectors[block] < general[other] + vectors[other];
    first[block] = first[other];
    end[block] = end[other];
    general[block] = general[other];
    vectors[block] = vectors[other];
    return grew;
  }

  /** Makes the set in work what is live at the end of a block. */
  private void loadLiveOut(final ControlFlow flow, final int block, final boolean backEdges) {
    for (int successor = 0; successor < function.successorCount(block); successor++) {
      final int edge = function.successorEdge(block, successor);
      final int target = function.edgeTarget(edge);
      if (backEdges || flow.position(target) > flow.position(block)) {
        for (int place = first[target]; place < end[target]; place++) {
          add(index[place], bits[place]);
        }
      }
      for (int at = 0; at < function.argumentCount(edge); at++) {
        final int global = globalOf[function.argument(edge, at)];
        if (global >= 0) {
          add(global >>> 6, 1L << global);
        }
      }
    }
  }

  private void step(final int at) {
    final int firstOperand = function.firstOperand(at);
    final int endOperand = firstOperand + function.operandCount(at);
    for (int operand = firstOperand; operand < endOperand; operand++) {
      final long packed = function.pooledOperand(operand);
      if (Operand.isDefinition(packed)) {
        remove(Operand.register(packed));
      }
    }
    for (int operand = firstOperand; operand < endOperand; operand++) {
      final long packed = function.pooledOperand(operand);
      final int global = globalOf[Operand.register(packed)];
      if (global >= 0 && !Operand.isDefinition(packed)) {
        add(global >>> 6, 1L << global);
      }
    }
  }

  private void remove(final int register) {
    final int global = globalOf[register];
    if (global >= 0) {
      live[global >>> 6] &= ~(1L << global);
    }
  }

  /** Stores the set in work as a block's, and clears it. Returns whether the block's set grew. */
  private boolean store(final int block) {
    if (!isSorted) {
      Arrays.sort(touched, 0, touchedCount);
    }
    final int start = total;
    int all = 0;
    int inVectors = 0;
    for (int at = 0; at < touchedCount; at++) {
      final int word = touched[at];
      final long value = live[word];
      isTouched[word] = false;
      live[word] = 0;
      if (value != 0) {
        all += Long.bitCount(value);
        inVectors += Long.bitCount(value & vectorMask[word]);
        append(word, value);
      }
    }
    touchedCount = 0;
    isSorted = true;
    if (all == general[block] + vectors[block]) {
      total = start; // sets only grow, so this is the same one
      return false;
    }
    first[block] = start;
    end[block] = total;
    general[block] = all - inVectors;
    vectors[block] = inVectors;
    return true;
  }

  private void addLoops(final ControlFlow flow) {
    for (int place = 0; place < function.blockCount(); place++) {
      final int block = flow.blockAt(place);
      int loop = flow.loopOf(block);
      if (loop >= 0 && flow.loopHeader(loop) == block) {
        loop = flow.loopParent(loop);
      }
      if (loop >= 0) {
        // The header comes earlier in the order, so its list is complete.
        addAll(block, flow.loopHeader(loop));
      }
    }
  }

  private void addAll(final int block, final int header) {
    if (first[header] == end[header]) {
      return;
    }
    final int start = total;
    int own = first[block];
    final int ownEnd = end[block];
    int all = 0;
    int inVectors = 0;
    for (int outer = first[header]; outer < end[header]; outer++) {
      final int word = index[outer];
      while (own < ownEnd && index[own] < word) {
        all += Long.bitCount(bits[own]);
        inVectors += Long.bitCount(bits[own] & vectorMask[index[own]]);
        append(index[own], bits[own]);
        own++;
      }
      long value = bits[outer];
      if (own < ownEnd && index[own] == word) {
        value |= bits[own++];
      }
      all += Long.bitCount(value);
      inVectors += Long.bitCount(value & vectorMask[word]);
      append(word, value);
    }
    while (own < ownEnd) {
      all += Long.bitCount(bits[own]);
      inVectors += Long.bitCount(bits[own] & vectorMask[index[own]]);
      append(index[own], bits[own]);
      own++;
    }
    if (all == general[header] + vectors[header]) {
      total = start;
      share(block, header);
      return;
    }
    first[block] = start;
    end[block] = total;
    general[block] = all - inVectors;
    vectors[block] = inVectors;
  }
}
