package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.ControlFlow;
import dev.sargasso.x64.machine.MachineFunction;
import java.util.Arrays;

/**
 * Gives spilled values slots, and as few as their live intervals allow.
 *
 * <p>A value's interval runs from its definition to the last place, along the linear order of the
 * blocks, where it is live. Values with disjoint intervals are never live together, so colouring
 * the interval graph from left to right is both legal and optimal for these intervals. Before that,
 * a parameter that lives in memory is united with those of its arguments whose intervals are
 * disjoint from it, so that on the edge nothing has to be copied.
 *
 * <p>Sorting apart, linear in the values, the arguments, and the words of the live-in sets.
 */
final class SlotColouring {
  /** More intervals than these are not united, which bounds the search for overlaps. */
  private static final int UNITED = 16;

  private final Analysis analysis;
  private final MachineFunction function;
  private final Liveness liveness;
  private final NextUses nextUses;

  private final int[] start;
  private final int[] end;
  private final int[] leader;
  private final int[] nextMember;
  private final int[] memberCount;

  private SlotColouring(final Analysis analysis, final NextUses nextUses) {
    this.analysis = analysis;
    function = analysis.function();
    liveness = analysis.liveness();
    this.nextUses = nextUses;
    final Scratch scratch = analysis.scratch();
    final int registers = function.registerCount();
    start = scratch.ints(registers);
    end = scratch.ints(registers);
    leader = scratch.ints(registers);
    nextMember = scratch.ints(registers);
    memberCount = scratch.ints(registers);
  }

  /**
   * Assigns slots.
   *
   * @param plan receives each value's slot
   * @param spilled which values need one, by virtual register
   */
  static void colour(
      final Analysis analysis,
      final NextUses nextUses,
      final SpillPlan plan,
      final boolean[] spilled) {
    new SlotColouring(analysis, nextUses).run(plan, spilled);
  }

  private void run(final SpillPlan plan, final boolean[] spilled) {
    intervals(spilled);
    unite(spilled);
    int count = 0;
    final long[] byStart = analysis.scratch().anyLongs(function.registerCount());
    final long[] byEnd = analysis.scratch().anyLongs(function.registerCount());
    for (int register = 0; register < function.registerCount(); register++) {
      if (spilled[register] && leader[register] == register) {
        int first = start[register];
        int last = end[register];
        for (int at = nextMember[register]; at >= 0; at = nextMember[at]) {
          first = Math.min(first, start[at]);
          last = Math.max(last, end[at]);
        }
        byStart[count] = ((long) first << 32) | register;
        byEnd[count++] = ((long) last << 32) | register;
      }
    }
    Arrays.sort(byStart, 0, count);
    Arrays.sort(byEnd, 0, count);
    final AllocatedFunction allocated = analysis.allocated();
    final Scratch scratch = analysis.scratch();
    final int[][] free = {scratch.ints(count), scratch.ints(count), scratch.ints(count)};
    final int[] freeCount = new int[3];
    int ended = 0;
    for (int index = 0; index < count; index++) {
      final int register = (int) byStart[index];
      while (byEnd[ended] >>> 32 <= byStart[index] >>> 32) {
        final int done = (int) byEnd[ended++];
        final int size = sizeIndex(done);
        free[size][freeCount[size]++] = plan.slot(done);
      }
      final int size = sizeIndex(register);
      plan.setSlot(
          register,
          freeCount[size] > 0 ? free[size][--freeCount[size]] : allocated.newSlot(4 << size));
    }
    for (int register = 0; register < function.registerCount(); register++) {
      if (spilled[register]) {
        plan.setSlot(register, plan.slot(find(register)));
      }
    }
  }

  private int sizeIndex(final int register) {
    final int width = function.width(register);
    return width <= 4 ? 0 : width == 8 ? 1 : 2;
  }

  private void intervals(final boolean[] spilled) {
    int remaining = 0;
    final long[] wanted = analysis.scratch().bits(liveness.globalCount());
    for (int register = 0; register < function.registerCount(); register++) {
      if (spilled[register]) {
        start[register] = nextUses.definition(register);
        end[register] = Math.max(nextUses.lastUse(register), start[register] + 1);
        leader[register] = register;
        nextMember[register] = -1;
        memberCount[register] = 1;
        final int global = liveness.globalOf(register);
        if (global >= 0) {
          wanted[global >>> 6] |= 1L << global;
          remaining++;
        }
      }
    }
    // From the last block backwards: the first block that has a value live at its end is the one
    // that counts, so each value is looked at once.
    final ControlFlow flow = analysis.flow();
    for (int place = function.blockCount() - 1; place >= 0 && remaining > 0; place--) {
      final int block = flow.blockAt(place);
      for (int index = 0; index < function.successorCount(block); index++) {
        final int target = function.successor(block, index);
        analysis.work().add(1L + liveness.endWord(target) - liveness.firstWord(target));
        for (int at = liveness.firstWord(target); at < liveness.endWord(target); at++) {
          final int word = liveness.wordIndex(at);
          for (long bits = liveness.wordBits(at) & wanted[word]; bits != 0; bits &= bits - 1) {
            final int global = (word << 6) + Long.numberOfTrailingZeros(bits);
            final int register = liveness.registerOf(global);
            wanted[word] &= ~(1L << global);
            remaining--;
            end[register] = Math.max(end[register], nextUses.blockEnd(block));
          }
        }
      }
    }
  }

  private int find(final int register) {
    int at = register;
    while (leader[at] != at) {
      leader[at] = leader[leader[at]];
      at = leader[at];
    }
    return at;
  }

  private void unite(final boolean[] spilled) {
    for (int edge = 0; edge < function.edgeCount(); edge++) {
      for (int index = 0; index < function.argumentCount(edge); index++) {
        final int argument = function.argument(edge, index);
        final int parameter = function.parameter(function.edgeTarget(edge), index);
        if (spilled[argument]
            && spilled[parameter]
            && sizeIndex(argument) == sizeIndex(parameter)) {
          unite(find(argument), find(parameter));
        }
      }
    }
  }

  private void unite(final int one, final int other) {
    if (one == other || memberCount[one] + memberCount[other] > UNITED) {
      return;
    }
    analysis.work().add((long) memberCount[one] * memberCount[other]);
    for (int a = one; a >= 0; a = nextMember[a]) {
      for (int b = other; b >= 0; b = nextMember[b]) {
        if (start[a] < end[b] && start[b] < end[a]) {
          return;
        }
      }
    }
    int last = one;
    while (nextMember[last] >= 0) {
      last = nextMember[last];
    }
    nextMember[last] = other;
    leader[other] = one;
    memberCount[one] += memberCount[other];
  }
}
