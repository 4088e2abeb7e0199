package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.MachineFunction;

/**
 * Compares what is in registers at the two ends of each edge, once all blocks are planned: what has
 * to be read from a slot on the edge, and what leaves the registers there.
 */
final class EdgeNeeds {
  private final Analysis analysis;
  private final MachineFunction function;
  private final BlockExits exits;
  private final SpillPlan plan;
  private final SpillRecord record;
  private final int[] atExit;
  private final int[] atEntry;

  EdgeNeeds(
      final Analysis analysis,
      final BlockExits exits,
      final SpillPlan plan,
      final SpillRecord record) {
    this.analysis = analysis;
    function = analysis.function();
    this.exits = exits;
    this.plan = plan;
    this.record = record;
    atExit = analysis.scratch().ints(function.registerCount(), -1);
    atEntry = analysis.scratch().ints(function.registerCount(), -1);
  }

  /** Looks at all edges. Linear in the values in registers at their ends and in the arguments. */
  void run() {
    for (int block = 0; block < function.blockCount(); block++) {
      for (int place = exits.first(block); place < exits.end(block); place++) {
        atExit[exits.value(place)] = block;
      }
      for (int index = 0; index < function.successorCount(block); index++) {
        visit(block, function.successorEdge(block, index));
      }
    }
  }

  private void visit(final int block, final int edge) {
    final int target = function.edgeTarget(edge);
    analysis.work().add(plan.endEntry(target) - plan.firstEntry(target));
    analysis.work().add(exits.end(block) - exits.first(block));
    for (int place = plan.firstEntry(target); place < plan.endEntry(target); place++) {
      final int register = plan.entry(place);
      atEntry[register] = edge;
      final boolean isParameter =
          function.definingBlock(register) == target && function.definingInstruction(register) < 0;
      if (!isParameter) {
        need(block, register);
      }
    }
    for (int index = 0; index < function.argumentCount(edge); index++) {
      if (analysis.liveness().isUsed(function.parameter(target, index))) {
        need(block, function.argument(edge, index));
      }
    }
    for (int place = exits.first(block); place < exits.end(block); place++) {
      final int register = exits.value(place);
      if (!exits.isStored(place)
          && atEntry[register] != edge
          && analysis.liveness().isLiveIn(target, register)) {
        record.addDeparture(register, ~edge, function.successorCount(block) == 1 ? block : target);
      }
    }
  }

  private void need(final int block, final int register) {
    if (atExit[register] != block && !analysis.isRematerialisable(register)) {
      record.addNeed(register, block);
    }
  }
}
