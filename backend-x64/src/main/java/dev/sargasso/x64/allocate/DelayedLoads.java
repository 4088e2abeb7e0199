package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.ControlFlow;
import dev.sargasso.x64.machine.MachineFunction;

/**
 * Moves loads from back edges to the uses that they are for.
 *
 * <p>A spiller chooses what a loop's header has in registers before it knows what is left at the
 * loop's end. A value that the header has and no back edge brings would be loaded on each of them,
 * in each turn, to wait for its first use. If that use is in the header itself, the value is not
 * taken at the header, but loaded for the use: into the very register that the use wants, or not at
 * all where a memory operand does.
 *
 * <p>In between the pressure only shrinks, and at the use it is what it was.
 */
final class DelayedLoads {
  private final Analysis analysis;
  private final MachineFunction function;
  private final BlockExits exits;
  private final SpillPlan plan;
  private final SpillRecord record;
  private final int[] atExit;

  DelayedLoads(
      final Analysis analysis,
      final BlockExits exits,
      final SpillPlan plan,
      final SpillRecord record) {
    this.analysis = analysis;
    function = analysis.function();
    this.exits = exits;
    this.plan = plan;
    this.record = record;
    atExit = analysis.scratch().ints(function.registerCount(), 0);
  }

  /** Looks at all headers. Linear in the headers' instructions and what is in registers there. */
  void run() {
    final ControlFlow flow = analysis.flow();
    for (int loop = 0; loop < flow.loopCount(); loop++) {
      final int header = flow.loopHeader(loop);
      if (plan.firstEntry(header) < plan.endEntry(header)) {
        visit(flow, header);
      }
    }
  }

  private void visit(final ControlFlow flow, final int header) {
    boolean hasBackEdge = false;
    for (int index = 0; index < function.predecessorCount(header); index++) {
      final int source = function.predecessor(header, index);
      if (flow.position(source) >= flow.position(header)) {
        hasBackEdge = true;
        for (int place = exits.first(source); place < exits.end(source); place++) {
          atExit[exits.value(place)] = header + 1;
        }
      }
    }
    if (!hasBackEdge) {
      return;
    }
    int kept = plan.firstEntry(header);
    for (int place = plan.firstEntry(header); place < plan.endEntry(header); place++) {
      final int register = plan.entry(place);
      final boolean isParameter =
          function.definingBlock(register) == header && function.definingInstruction(register) < 0;
      if (isParameter || atExit[register] == header + 1 || !delay(header, register)) {
        plan.setEntry(kept++, register);
      }
    }
    plan.truncateEntry(header, kept);
  }

  /**
   * Loads a value for its first use in a block, if there is one while it is still in a register.
   */
  private boolean delay(final int header, final int register) {
    final Demand demand = analysis.demand();
    final int end = function.endInstruction(header);
    for (int at = function.firstInstruction(header); at < end; at++) {
      analysis.work().add(1);
      if (plan.removeEvent(SpillPlan.EVICT, at, register)) {
        record.cancelDeparture(register, at);
        return true; // not wanted in the block at all
      }
      demand.load(at);
      final int use = demand.useOf(register);
      if (use >= 0) {
        load(header, at, use, register);
        return true;
      }
    }
    return false;
  }

  private void load(final int header, final int at, final int use, final int register) {
    final boolean again = analysis.isRematerialisable(register);
    record.cancelDeparture(register, at); // it comes from its slot, so it is there
    if (!again
        && !analysis.demand().needsRegister(use)
        && (analysis.demand().useKill(use) || plan.removeEvent(SpillPlan.RELEASE, at, register))) {
      FlexibleOperands.readFromSlot(analysis, plan, at, register);
    } else {
      plan.addEvent(SpillPlan.RELOAD, at, register);
    }
    if (!again) {
      record.addNeed(register, header);
    }
  }
}
