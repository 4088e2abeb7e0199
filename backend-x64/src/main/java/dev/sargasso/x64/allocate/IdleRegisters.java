package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.ControlFlow;
import dev.sargasso.x64.machine.MachineFunction;
import java.util.Arrays;

/**
 * Takes values out of registers as soon as nothing reads them there any more.
 *
 * <p>A spiller that walks forward keeps a value in a register while there is room, and may have to
 * give it up without a use in between, or carry it around a loop that does not use it. This is
 * liveness of values <em>in registers</em>: a stay is worth something at a block's start if the
 * block reads the register, or hands it on to a block where it is worth something, or to a
 * parameter. All other stays end at their last use: the value then dies there as far as registers
 * are concerned, so that a result may take over its register, and no edge has to carry it. Pressure
 * only shrinks.
 */
final class IdleRegisters {
  private final Analysis analysis;
  private final MachineFunction function;
  private final BlockExits exits;
  private final SpillPlan plan;
  private final SpillRecord record;
  private final int[] wanted;
  private final int[] entryPlace;
  private final int[] entryMark;
  private int[] stack;
  private int marks;

  IdleRegisters(
      final Analysis analysis,
      final BlockExits exits,
      final SpillPlan plan,
      final SpillRecord record) {
    this.analysis = analysis;
    function = analysis.function();
    this.exits = exits;
    this.plan = plan;
    this.record = record;
    wanted = analysis.scratch().ints(function.registerCount(), -1);
    entryPlace = analysis.scratch().ints(function.registerCount());
    entryMark = analysis.scratch().ints(function.registerCount(), -1);
    stack = analysis.scratch().ints(64);
  }

  /**
   * Ends idle stays. One walk against the order of blocks finds what is worth something but for
   * what comes around back edges; that is then followed value by value, each into each block once.
   */
  void run() {
    final ControlFlow flow = analysis.flow();
    final int count = function.blockCount();
    for (int place = count - 1; place >= 0; place--) {
      spread(flow.blockAt(place));
    }
    for (int block = 0; block < count; block++) {
      for (int index = 0; index < function.predecessorCount(block); index++) {
        final int before = function.predecessor(block, index);
        if (flow.position(before) >= flow.position(block)) {
          for (int place = plan.firstEntry(block); place < plan.endEntry(block); place++) {
            if (plan.isWorth(place)) {
              follow(before, plan.entry(place));
            }
          }
        }
      }
    }
    for (int block = 0; block < count; block++) {
      endStays(block);
      dropEntries(block);
    }
  }

  /** A value is worth something behind a block: carries that up as far as it goes. */
  private void follow(final int from, final int value) {
    int depth = push(0, from);
    while (depth > 0) {
      final int block = stack[--depth];
      analysis.work().add(1L + exits.end(block) - exits.first(block));
      if (!isWorthAnew(block, value)) {
        continue;
      }
      for (int index = 0; index < function.predecessorCount(block); index++) {
        depth = push(depth, function.predecessor(block, index));
      }
    }
  }

  private int push(final int depth, final int block) {
    if (depth == stack.length) {
      stack = Arrays.copyOf(stack, 2 * depth);
    }
    stack[depth] = block;
    return depth + 1;
  }

  /** Notes that a value is worth something at a block's end; whether it then is at its start. */
  private boolean isWorthAnew(final int block, final int value) {
    for (int place = exits.first(block); place < exits.end(block); place++) {
      if (exits.value(place) == value) {
        if (exits.isWorth(place)) {
          return false;
        }
        exits.setWorth(place);
        return exits.lastTouch(place) < 0 && isEntryWorthAnew(block, value);
      }
    }
    return false;
  }

  private boolean isEntryWorthAnew(final int block, final int value) {
    for (int place = plan.firstEntry(block); place < plan.endEntry(block); place++) {
      if (plan.entry(place) == value) {
        final boolean isNew = !plan.isWorth(place);
        plan.setWorth(place);
        return isNew;
      }
    }
    return false;
  }

  /** Carries worth from behind a block to its start. */
  private void spread(final int block) {
    final int mark = marks++;
    for (int index = 0; index < function.successorCount(block); index++) {
      final int edge = function.successorEdge(block, index);
      final int target = function.edgeTarget(edge);
      analysis.work().add(plan.endEntry(target) - plan.firstEntry(target));
      for (int place = plan.firstEntry(target); place < plan.endEntry(target); place++) {
        if (plan.isWorth(place)) {
          wanted[plan.entry(place)] = mark;
        }
      }
      for (int at = 0; at < function.argumentCount(edge); at++) {
        if (analysis.liveness().isUsed(function.parameter(target, at))) {
          wanted[function.argument(edge, at)] = mark;
        }
      }
    }
    for (int place = plan.firstEntry(block); place < plan.endEntry(block); place++) {
      entryPlace[plan.entry(place)] = place;
      entryMark[plan.entry(place)] = mark;
    }
    for (int place = exits.first(block); place < exits.end(block); place++) {
      final int value = exits.value(place);
      if (wanted[value] == mark || isStoredMoreRarely(block, place, value)) {
        exits.setWorth(place);
        if (exits.lastTouch(place) < 0 && entryMark[value] == mark) {
          plan.setWorth(entryPlace[value]);
        }
      }
    }
  }

  /** Ends, at their last use or definition in a block, stays that reach its end for nothing. */
  private void endStays(final int block) {
    int kept = exits.first(block);
    for (int place = exits.first(block); place < exits.end(block); place++) {
      if (exits.isWorth(place) || !end(block, place)) {
        exits.copy(place, kept++);
      }
    }
    exits.truncate(block, kept);
  }

  private boolean end(final int block, final int place) {
    final int value = exits.value(place);
    final int touch = exits.lastTouch(place);
    if (touch < 0) {
      return !isParameter(block, value); // its entry is dropped
    }
    final boolean isUse = (touch & 1) == 0;
    final int at = isUse ? touch >> 1 : (touch >> 1) + 1;
    if (at >= function.endInstruction(block)) {
      return false;
    }
    plan.addEvent(isUse ? SpillPlan.RELEASE : SpillPlan.EVICT, at, value);
    if (!exits.isStored(place)) {
      record.addDeparture(value, at, block);
    }
    return true;
  }

  /**
   * Whether a value still has to be stored when it leaves its register, and that is better done
   * behind the block, since only some of its edges lead to where the value is live.
   */
  private boolean isStoredMoreRarely(final int block, final int place, final int value) {
    if (exits.isStored(place) || analysis.isRematerialisable(value)) {
      return false;
    }
    for (int index = 0; index < function.successorCount(block); index++) {
      if (!analysis.liveness().isLiveIn(function.successor(block, index), value)) {
        return true;
      }
    }
    return false;
  }

  private boolean isParameter(final int block, final int value) {
    return function.definingInstruction(value) < 0 && function.definingBlock(value) == block;
  }

  private void dropEntries(final int block) {
    final int at = function.firstInstruction(block);
    int kept = plan.firstEntry(block);
    for (int place = plan.firstEntry(block); place < plan.endEntry(block); place++) {
      final int value = plan.entry(place);
      if (plan.isWorth(place) || isParameter(block, value)) {
        plan.setEntry(kept++, value);
      } else if (plan.removeEvent(SpillPlan.EVICT, at, value)) {
        record.cancelDeparture(value, at);
      }
    }
    plan.truncateEntry(block, kept);
  }
}
