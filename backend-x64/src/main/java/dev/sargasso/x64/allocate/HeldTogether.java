package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;
import java.util.Arrays;

/**
 * Which values a {@link SpillPlan} has in registers of one class at the same time: the interference
 * graph that is left when spilling is decided. Made only for {@link Recolouring}; its size is that
 * of all live ranges in registers.
 */
final class HeldTogether {
  private final MachineFunction function;
  private final Liveness liveness;
  private final SpillPlan plan;
  private final RegisterSet held;
  private final IntList one = new IntList();
  private final IntList other = new IntList();
  private final int most;

  /**
   * Finds all pairs.
   *
   * @param most pairs beyond this number are left out
   */
  HeldTogether(final Analysis analysis, final SpillPlan plan, final int most) {
    function = analysis.function();
    liveness = analysis.liveness();
    this.plan = plan;
    this.most = most;
    held = new RegisterSet(analysis);
    for (int block = 0; block < function.blockCount(); block++) {
      held.clear();
      for (int place = plan.firstEntry(block); place < plan.endEntry(block); place++) {
        enter(plan.entry(place));
      }
      for (int at = function.firstInstruction(block); at < function.endInstruction(block); at++) {
        step(at);
      }
    }
  }

  private void step(final int at) {
    for (int event = plan.firstEvent(at); event >= 0; event = plan.nextEvent(event)) {
      if (plan.eventKind(event) == SpillPlan.EVICT) {
        leave(plan.eventValue(event));
      }
    }
    for (int event = plan.firstEvent(at); event >= 0; event = plan.nextEvent(event)) {
      if (plan.eventKind(event) == SpillPlan.RELOAD) {
        enter(plan.eventValue(event));
      }
    }
    final int first = function.firstOperand(at);
    final int end = first + function.operandCount(at);
    for (int operand = first; operand < end; operand++) {
      if (!Operand.isDefinition(function.pooledOperand(operand)) && liveness.isKill(operand)) {
        leave(Operand.register(function.pooledOperand(operand)));
      }
    }
    for (int event = plan.firstEvent(at); event >= 0; event = plan.nextEvent(event)) {
      if (plan.eventKind(event) == SpillPlan.RELEASE) {
        leave(plan.eventValue(event));
      }
    }
    for (int operand = first; operand < end; operand++) {
      if (Operand.isDefinition(function.pooledOperand(operand)) && !liveness.isUnused(operand)) {
        enter(Operand.register(function.pooledOperand(operand)));
      }
    }
  }

  private void enter(final int value) {
    if (held.contains(value)) {
      return;
    }
    final int registerClass = function.registerClass(value);
    for (int index = 0; index < held.count(registerClass) && one.size() < most; index++) {
      one.add(value);
      other.add(held.at(registerClass, index));
    }
    held.add(value, false);
  }

  private void leave(final int value) {
    if (held.contains(value)) {
      held.remove(value);
    }
  }

  /** How many pairs there are; some may occur more than once. */
  int size() {
    return one.size();
  }

  /**
   * Where the neighbours of each value start in {@link #neighbours}, and where the last ones end.
   */
  int[] firstNeighbours() {
    final int[] first = new int[function.registerCount() + 1];
    for (int index = 0; index < one.size(); index++) {
      first[one.get(index) + 1]++;
      first[other.get(index) + 1]++;
    }
    for (int value = 0; value < function.registerCount(); value++) {
      first[value + 1] += first[value];
    }
    return first;
  }

  /** The neighbours of all values, in the order of values. */
  int[] neighbours(final int[] first) {
    final int[] neighbours = new int[2 * one.size()];
    final int[] next = Arrays.copyOf(first, function.registerCount());
    for (int index = 0; index < one.size(); index++) {
      neighbours[next[one.get(index)]++] = other.get(index);
      neighbours[next[other.get(index)]++] = one.get(index);
    }
    return neighbours;
  }
}
