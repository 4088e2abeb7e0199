package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.ControlFlow;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.Arrays;

/**
 * Chooses what is in registers at a block's start.
 *
 * <p>Each predecessor that was visited votes, with the frequency of its edge, for what it has in
 * registers; at least half of the votes let a value in, the nearest next use first if there are too
 * many. At the header of a loop whose pressure is too high, values that the loop uses go first, in
 * order of distance, even if they have to be loaded before the loop; values that only live through
 * it get what the loop's worst point leaves over.
 */
final class BlockEntry {
  private final Analysis analysis;
  private final MachineFunction function;
  private final ControlFlow flow;
  private final Liveness liveness;
  private final NextUses nextUses;
  private final BlockExits exits;
  private final SpillPlan plan;
  private final SpillRecord record;
  private final RegisterSet held;

  private final int[][] loopExcess = new int[PhysicalRegister.CLASS_COUNT][];

  private final int[] voted;
  private final float[] votes;
  private final boolean[] unstored;
  private final int[] atExit;

  /** Whether some predecessor was not visited and is reached otherwise than through the block. */
  private boolean someUnknown;

  private int candidateCount;
  private int[] candidates = new int[64];
  private long[] order = new long[64];

  /** How many more live-in values may be looked at one by one at loop headers. */
  private long budget;

  BlockEntry(
      final Analysis analysis,
      final Pressure pressure,
      final NextUses nextUses,
      final BlockExits exits,
      final SpillPlan plan,
      final SpillRecord record,
      final RegisterSet held) {
    this.analysis = analysis;
    function = analysis.function();
    flow = analysis.flow();
    liveness = analysis.liveness();
    this.nextUses = nextUses;
    this.exits = exits;
    this.plan = plan;
    this.record = record;
    this.held = held;
    final int registers = function.registerCount();
    final Scratch scratch = analysis.scratch();
    voted = scratch.ints(registers, -1);
    votes = scratch.floats(registers);
    unstored = scratch.booleans(registers);
    atExit = scratch.ints(registers, -1);
    budget = 16L * function.instructionCount() + 1_000;
    for (int registerClass = 0; registerClass < PhysicalRegister.CLASS_COUNT; registerClass++) {
      loopExcess[registerClass] = scratch.ints(flow.loopCount(), 0);
      for (int block = 0; block < function.blockCount(); block++) {
        final int loop = flow.loopOf(block);
        if (loop >= 0) {
          loopExcess[registerClass][loop] =
              Math.max(loopExcess[registerClass][loop], pressure.excess(block, registerClass));
        }
      }
      for (int loop = flow.loopCount() - 1; loop >= 0; loop--) {
        final int outer = flow.loopParent(loop);
        if (outer >= 0) {
          loopExcess[registerClass][outer] =
              Math.max(loopExcess[registerClass][outer], loopExcess[registerClass][loop]);
        }
      }
    }
  }

  /** Makes the chosen values the held ones, and tells the plan. */
  void enter(final int block) {
    held.clear();
    plan.beginEntry(block);
    candidateCount = 0;
    final float total = collect(block);
    for (int registerClass = 0; registerClass < PhysicalRegister.CLASS_COUNT; registerClass++) {
      choose(block, registerClass, total);
    }
    for (int index = 0; index < function.parameterCount(block); index++) {
      final int parameter = function.parameter(block, index);
      if (liveness.isUsed(parameter) && !held.contains(parameter)) {
        record.setMemoryParameter(parameter);
      }
    }
  }

  /** Gathers the votes and returns their sum. */
  private float collect(final int block) {
    float total = 0;
    someUnknown = false;
    for (int index = 0; index < function.predecessorCount(block); index++) {
      final int edge = function.predecessorEdge(block, index);
      final int source = function.edgeSource(edge);
      if (flow.position(source) >= flow.position(block)) {
        // A back edge brings what the header had, stored if it was; other unknown edges need not.
        someUnknown |= !flow.dominates(block, source);
        continue;
      }
      final float frequency = Math.max(analysis.frequency(edge), Float.MIN_NORMAL);
      analysis.work().add(exits.end(source) - exits.first(source));
      total += frequency;
      for (int place = exits.first(source); place < exits.end(source); place++) {
        final int register = exits.value(place);
        atExit[register] = edge;
        if (liveness.isLiveIn(block, register)) {
          vote(block, register, frequency);
          unstored[register] |= !exits.isStored(place);
        }
      }
      for (int at = 0; at < function.argumentCount(edge); at++) {
        if (atExit[function.argument(edge, at)] == edge) {
          final int parameter = function.parameter(block, at);
          if (liveness.isUsed(parameter)) {
            vote(block, parameter, frequency);
          }
        }
      }
    }
    for (int index = 0; index < function.parameterCount(block); index++) {
      final int parameter = function.parameter(block, index);
      if (liveness.isUsed(parameter)) {
        vote(block, parameter, 0);
        unstored[parameter] = true;
      }
    }
    if (someUnknown) {
      for (int index = 0; index < candidateCount; index++) {
        unstored[candidates[index]] = true;
      }
    }
    return total;
  }

  private void vote(final int block, final int register, final float frequency) {
    if (voted[register] != block) {
      voted[register] = block;
      votes[register] = 0;
      unstored[register] = false;
      if (candidateCount == candidates.length) {
        candidates = Arrays.copyOf(candidates, 2 * candidateCount);
      }
      candidates[candidateCount++] = register;
    }
    votes[register] += frequency;
  }

  private void choose(final int block, final int registerClass, final float total) {
    final int limit = Long.bitCount(PhysicalRegister.maskOf(registerClass));
    analysis.work().add(candidateCount);
    final boolean isHeader = flow.isLoopHeader(block);
    if (isHeader && loopExcess[registerClass][flow.loopOf(block)] > 0) {
      chooseForLoop(block, registerClass, limit);
      return;
    }
    final int known = candidateCount;
    if (isHeader) {
      voteForUses(block, registerClass);
    }
    int count = 0;
    final int start = nextUses.blockStart(block);
    for (int index = 0; index < candidateCount; index++) {
      final int register = candidates[index];
      if (function.registerClass(register) != registerClass) {
        continue;
      }
      final boolean isParameter = isParameter(block, register);
      if (index >= known
          || (isParameter
              ? votes[register] > 0 || nextUses.distance(register, block, start) < 200
              : 2 * votes[register] >= total)) {
        count = put(count, register);
      }
    }
    if (count > limit) {
      sort(count, block);
      count = limit;
    }
    take(block, count);
  }

  private boolean isParameter(final int block, final int register) {
    return function.definingInstruction(register) < 0 && function.definingBlock(register) == block;
  }

  private int put(final int count, final int register) {
    if (count == order.length) {
      order = Arrays.copyOf(order, 2 * count);
    }
    order[count] = register;
    return count + 1;
  }

  /** Sorts the first values of {@code order} by distance, ties by number. */
  private void sort(final int count, final int block) {
    final int start = nextUses.blockStart(block);
    for (int index = 0; index < count; index++) {
      final int register = (int) order[index];
      order[index] = ((long) nextUses.distance(register, block, start) << 32) | register;
    }
    Arrays.sort(order, 0, count);
    for (int index = 0; index < count; index++) {
      order[index] &= 0xffff_ffffL;
    }
  }

  private void take(final int block, final int count) {
    for (int index = 0; index < count; index++) {
      final int register = (int) order[index];
      plan.addEntry(block, register);
      held.add(register, !unstored[register]);
    }
  }

  /**
   * Makes candidates of the values that a loop uses, even if no predecessor has them in a register:
   * to load them once before the loop beats loading them in each turn.
   *
   * @return how many values live through the loop without a use in it, as far as was looked
   */
  private int voteForUses(final int block, final int registerClass) {
    if (budget <= 0) {
      return 0;
    }
    final int loop = flow.loopOf(block);
    final int first = nextUses.loopStart(loop);
    final int last = nextUses.loopEnd(loop);
    int throughCount = 0;
    for (int place = liveness.firstWord(block); place < liveness.endWord(block); place++) {
      analysis.work().add(Long.bitCount(liveness.wordBits(place)));
      final int base = liveness.wordIndex(place) << 6;
      for (long bits = liveness.wordBits(place); bits != 0; bits &= bits - 1) {
        final int register = liveness.registerOf(base + Long.numberOfTrailingZeros(bits));
        budget--;
        if (function.registerClass(register) == registerClass) {
          if (analysis.isRematerialisable(register)) {
            // Made where it is used, there being no room: it takes none.
            throughCount += nextUses.isUsedBetween(register, first, last) ? 0 : 1;
            continue;
          }
          if (nextUses.isUsedBetween(register, first, last)) {
            vote(block, register, 0);
            unstored[register] |= someUnknown;
          } else {
            throughCount++;
          }
        }
      }
    }
    return throughCount;
  }

  private void chooseForLoop(final int block, final int registerClass, final int limit) {
    final int loop = flow.loopOf(block);
    final int first = nextUses.loopStart(loop);
    final int last = nextUses.loopEnd(loop);
    final int known = candidateCount;
    final int throughCount = voteForUses(block, registerClass);
    int count = 0;
    for (int index = 0; index < candidateCount; index++) {
      final int register = candidates[index];
      if (function.registerClass(register) == registerClass
          && nextUses.isUsedBetween(register, first, last)) {
        count = put(count, register);
      }
    }
    sort(count, block);
    count = Math.min(count, limit);
    take(block, count);
    int throughKnown = 0;
    for (int index = 0; index < known; index++) {
      final int register = candidates[index];
      if (function.registerClass(register) == registerClass
          && !nextUses.isUsedBetween(register, first, last)) {
        throughKnown = put(throughKnown, register);
      }
    }
    final int leftOver = Math.max(throughCount, throughKnown) - loopExcess[registerClass][loop];
    if (leftOver > 0 && count < limit) {
      sort(throughKnown, block);
      take(block, Math.min(throughKnown, Math.min(leftOver, limit - count)));
    }
  }
}
