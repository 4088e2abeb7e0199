package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.ControlFlow;
import dev.sargasso.x64.machine.MachineFunction;

/**
 * Chooses where each spilled value is stored.
 *
 * <p>One store is enough if it dominates all places that read the slot. The candidates are the
 * point after the definition, and the start of each block that dominates all reads and has the
 * value in a register there; the least frequent one wins. That is set against storing the value
 * wherever it leaves the registers without having been stored on all paths before, which is what
 * wraps a rarely needed save tightly around its several reasons. The cheaper of the two is taken.
 *
 * <p>A bounded number of dominators is looked at for each value, so that the whole is linear in the
 * reads and departures.
 */
final class StorePlacement {
  private static final int DOMINATORS_TRIED = 200;

  private final MachineFunction function;
  private final ControlFlow flow;
  private final SpillPlan plan;
  private final SpillRecord record;
  private final Work work;

  private StorePlacement(final Analysis analysis, final SpillPlan plan, final SpillRecord record) {
    function = analysis.function();
    flow = analysis.flow();
    work = analysis.work();
    this.plan = plan;
    this.record = record;
  }

  /** Adds the stores to a plan. */
  static void place(final Analysis analysis, final SpillPlan plan, final SpillRecord record) {
    new StorePlacement(analysis, plan, record).run(analysis);
  }

  private void run(final Analysis analysis) {
    final int registers = function.registerCount();
    final int[] firstNeed = analysis.scratch().ints(registers + 2, 0);
    for (int need = 0; need < record.needCount(); need++) {
      firstNeed[record.needValue(need) + 2]++;
    }
    for (int register = 2; register < registers + 2; register++) {
      firstNeed[register] += firstNeed[register - 1];
    }
    final int[] needs = analysis.scratch().ints(record.needCount());
    for (int need = 0; need < record.needCount(); need++) {
      needs[firstNeed[record.needValue(need) + 1]++] = need;
    }
    for (int register = 0; register < registers; register++) {
      if (record.isMemoryParameter(register)) {
        plan.setSpilled(register);
        continue;
      }
      if (firstNeed[register] == firstNeed[register + 1]) {
        continue;
      }
      plan.setSpilled(register);
      final int block =
          analysis.isRematerialisable(register)
              ? function.definingBlock(register)
              : cheapestDominator(register, needs, firstNeed[register], firstNeed[register + 1]);
      float late = 0;
      int at = record.lastDeparture(register);
      for (; at >= 0; at = record.earlierDeparture(at)) {
        late += function.frequency(record.departureBlock(at));
      }
      at = record.lastDeparture(register);
      if (late < function.frequency(block) && at >= 0 && !analysis.isRematerialisable(register)) {
        for (; at >= 0; at = record.earlierDeparture(at)) {
          final int place = record.departurePlace(at);
          if (place >= 0) {
            plan.addEvent(SpillPlan.STORE, place, register);
          } else {
            plan.addEdgeStore(~place, register);
          }
        }
      } else if (block == function.definingBlock(register)
          && function.definingInstruction(register) >= 0) {
        plan.addEvent(SpillPlan.STORE, function.definingInstruction(register) + 1, register);
      } else {
        plan.addEvent(SpillPlan.STORE, function.firstInstruction(block), register);
      }
    }
  }

  private int cheapestDominator(
      final int register, final int[] needs, final int first, final int end) {
    int least = Integer.MAX_VALUE;
    int greatest = -1;
    for (int at = first; at < end; at++) {
      final int number = flow.dominatorPreorder(record.needBlock(needs[at]));
      least = Math.min(least, number);
      greatest = Math.max(greatest, number);
    }
    final int defining = function.definingBlock(register);
    int best = defining;
    int block = record.needBlock(needs[first]);
    work.add(end - first);
    for (int tried = 0; tried < DOMINATORS_TRIED && block != defining; tried++) {
      if (flow.dominatorPreorder(block) <= least
          && greatest <= flow.dominatorLast(block)
          && function.frequency(block) < function.frequency(best)
          && isEntry(block, register)) {
        best = block;
      }
      block = flow.immediateDominator(block);
      work.add(1);
    }
    return best;
  }

  private boolean isEntry(final int block, final int register) {
    for (int place = plan.firstEntry(block); place < plan.endEntry(block); place++) {
      if (plan.entry(place) == register) {
        return true;
      }
    }
    return false;
  }
}
