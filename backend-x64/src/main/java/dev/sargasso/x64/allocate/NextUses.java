package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.ControlFlow;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;

/**
 * How far away a value's next use is, in the sense of Braun and Hack, "Register Spilling and
 * Live-Range Splitting for SSA-Form Programs" (2009): in instructions, with {@value #LOOP_EXIT}
 * more for each loop that is left on the way.
 *
 * <p>Instead of the data-flow problem over values and blocks, whose solution alone can be
 * quadratic, each value has the sorted list of its uses along the linear order of the blocks, in
 * which loops are contiguous, and a question is answered by binary search: in the innermost loop
 * first, forward and then around its back edge if the value comes from outside; then in the loop
 * around that. An arm of a branch beside the way thus counts as if it were on the way, which errs
 * by the length of that arm. A use that is executed more rarely than where the question is asked
 * counts as farther away. Answers guide choices only.
 */
final class NextUses {
  /** The distance that stands for leaving a loop. */
  static final int LOOP_EXIT = 5_000;

  /** Farther than any use. */
  static final int NEVER = Integer.MAX_VALUE / 2;

  /** Beyond so many loop levels every use is as good as any other. */
  private static final int LEVELS = 12;

  /** A use is taken for at most so many times farther away than it is because it is rare. */
  private static final float RAREST = 16;

  /** How many uses, or blocks, are looked at to leave out uses beside the way. */
  private static final int TRIES = 8;

  private final ControlFlow flow;
  private final int[] positionOfInstruction;
  private final int[] blockStart;
  private final int[] blockEnd;
  private final int[] definition;
  private final int[] firstUse;
  private final int[] uses;
  private final int[] useBlock;
  private final MachineFunction function;
  private final Work work;

  NextUses(final Analysis analysis) {
    function = analysis.function();
    work = analysis.work();
    flow = analysis.flow();
    final Scratch scratch = analysis.scratch();
    final int blockCount = function.blockCount();
    positionOfInstruction = scratch.ints(function.instructionCount());
    blockStart = scratch.ints(blockCount);
    blockEnd = scratch.ints(blockCount);
    definition = scratch.ints(function.registerCount(), 0);
    final int starts = function.registerCount() + 2;
    firstUse = scratch.ints(starts, 0);
    // Count first, one place ahead, so that filling leaves the starts where they belong.
    for (int place = 0; place < function.operandTotal(); place++) {
      final long operand = function.pooledOperand(place);
      if (!Operand.isDefinition(operand)) {
        firstUse[Operand.register(operand) + 2]++;
      }
    }
    for (int edge = 0; edge < function.edgeCount(); edge++) {
      for (int index = 0; index < function.argumentCount(edge); index++) {
        firstUse[function.argument(edge, index) + 2]++;
      }
    }
    for (int register = 2; register < starts; register++) {
      firstUse[register] += firstUse[register - 1];
    }
    uses = scratch.ints(firstUse[starts - 1]);
    useBlock = scratch.ints(firstUse[starts - 1]);
    int position = 0;
    for (int place = 0; place < blockCount; place++) {
      final int block = flow.blockAt(place);
      blockStart[block] = position++;
      for (int index = 0; index < function.parameterCount(block); index++) {
        definition[function.parameter(block, index)] = blockStart[block];
      }
      final int end = function.endInstruction(block);
      for (int at = function.firstInstruction(block); at < end; at++) {
        positionOfInstruction[at] = position;
        final int first = function.firstOperand(at);
        final int last = first + function.operandCount(at);
        for (int index = first; index < last; index++) {
          final long operand = function.pooledOperand(index);
          final int register = Operand.register(operand);
          if (Operand.isDefinition(operand)) {
            definition[register] = position;
          } else {
            useBlock[firstUse[register + 1]] = block;
            uses[firstUse[register + 1]++] = position;
          }
        }
        position++;
      }
      blockEnd[block] = position++;
      for (int index = 0; index < function.successorCount(block); index++) {
        final int edge = function.successorEdge(block, index);
        for (int argument = 0; argument < function.argumentCount(edge); argument++) {
          final int register = function.argument(edge, argument);
          useBlock[firstUse[register + 1]] = block;
          uses[firstUse[register + 1]++] = blockEnd[block];
        }
      }
    }
  }

  /** The position of an instruction along the linear order. */
  int position(final int at) {
    return positionOfInstruction[at];
  }

  /** The position of a block's start. */
  int blockStart(final int block) {
    return blockStart[block];
  }

  /** The position of a block's end, at which the arguments of its edges are used. */
  int blockEnd(final int block) {
    return blockEnd[block];
  }

  /** The position of a value's definition. */
  int definition(final int register) {
    return definition[register];
  }

  /** The position of a value's last use along the order, or that of its definition. */
  int lastUse(final int register) {
    final int end = firstUse[register + 1];
    return end > firstUse[register] ? uses[end - 1] : definition[register];
  }

  /** The position at which a loop starts. */
  int loopStart(final int loop) {
    return blockStart[flow.blockAt(flow.loopFirst(loop))];
  }

  /** The position at which a loop ends. */
  int loopEnd(final int loop) {
    return blockEnd[flow.blockAt(flow.loopEnd(loop) - 1)];
  }

  /**
   * Whether a value has exactly one place of use that can be reached from a position in a block.
   */
  boolean hasOneUseAfter(final int register, final int block, final int position) {
    final int end = firstUse[register + 1];
    final int next = nextReachable(register, block, position);
    return next < end && nextReachable(register, block, uses[next]) == end;
  }

  /**
   * The first use after a position that is not beside the way from there. Only a few are looked at:
   * the last of these is taken for reachable.
   */
  private int nextReachable(final int register, final int block, final int position) {
    final int end = firstUse[register + 1];
    int next = firstAfter(register, position);
    for (int tries = 0; tries < TRIES && next < end && isBeside(useBlock[next], block); tries++) {
      work.add(1);
      next++;
    }
    return next;
  }

  /**
   * Whether a block, later in the order, is in an arm of a branch that was taken the other way:
   * going up from it, as long as there is one way only, leads past the given block.
   */
  private boolean isBeside(final int block, final int from) {
    int at = block;
    for (int tries = 0; tries < TRIES && at != from; tries++) {
      if (flow.position(at) < flow.position(from)) {
        return true;
      }
      if (function.predecessorCount(at) != 1) {
        return false;
      }
      at = function.predecessor(at, 0);
    }
    return false;
  }

  /** Whether a value has a use between two positions, both included. */
  boolean isUsedBetween(final int register, final int from, final int to) {
    final int use = firstAfter(register, from - 1);
    return use < firstUse[register + 1] && uses[use] <= to;
  }

  /** The distance from a position in a block to a value's next use after it. */
  int distance(final int register, final int block, final int position) {
    final int end = firstUse[register + 1];
    final int next = nextReachable(register, block, position);
    final int nextPosition = next < end ? uses[next] : NEVER;
    int distance = 0;
    int loop = flow.loopOf(block);
    int at = position;
    for (int level = 0; loop >= 0 && level < LEVELS; level++) {
      work.add(1);
      final int loopEnd = loopEnd(loop);
      if (nextPosition <= loopEnd) {
        return distance + expected(next, end, block, at, loopEnd);
      }
      final int loopStart = loopStart(loop);
      if (definition[register] < loopStart) {
        final int around = firstAfter(register, loopStart - 1);
        if (around < end && uses[around] <= loopEnd) {
          return distance + loopEnd - at + expected(around, end, block, loopStart, loopEnd);
        }
      }
      distance += loopEnd - at + LOOP_EXIT;
      at = loopEnd;
      loop = flow.loopParent(loop);
    }
    return nextPosition == NEVER ? NEVER : distance + Math.max(0, nextPosition - at);
  }

  /**
   * The distance from a position to the nearest of a few uses from {@code first} on, where a use
   * counts as farther away the less often it is executed than the block in question: a load there
   * costs less.
   */
  private int expected(
      final int first, final int end, final int block, final int from, final int limit) {
    final float frequency = function.frequency(block);
    final int nearest = uses[first] - from;
    long best = Long.MAX_VALUE;
    for (int use = first; use < end && use < first + TRIES && uses[use] <= limit; use++) {
      work.add(1);
      final int distance = uses[use] - from;
      if (distance >= best) {
        break;
      }
      final float often = function.frequency(useBlock[use]);
      final float rarer = often * RAREST > frequency ? Math.max(1, frequency / often) : RAREST;
      best = Math.min(best, (long) (distance * rarer));
    }
    return (int) Math.max(nearest, Math.min(best, LOOP_EXIT - 1));
  }

  private int firstAfter(final int register, final int position) {
    int low = firstUse[register];
    int high = firstUse[register + 1];
    while (low < high) {
      final int middle = (low + high) >>> 1;
      if (uses[middle] <= position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
