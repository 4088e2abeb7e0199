package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.Location;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.PhysicalRegister;

/**
 * Makes the parallel copy of each edge: values that the two ends have in different places, and
 * arguments that go to the places of parameters.
 */
final class EdgeMoves {
  private final Analysis analysis;
  private final MachineFunction function;
  private final SpillPlan plan;
  private final BlockRegisters registers;
  private final ParallelCopy copy;

  private final int[] seenAt;
  private final byte[] registerAtExit;
  private final int[] parameterIndex;

  /** Registers whose contents stay over the edge in work. */
  private long kept;

  EdgeMoves(
      final Analysis analysis,
      final SpillPlan plan,
      final BlockRegisters registers,
      final ParallelCopy copy) {
    this.analysis = analysis;
    function = analysis.function();
    this.plan = plan;
    this.registers = registers;
    this.copy = copy;
    seenAt = analysis.scratch().ints(function.registerCount(), -1);
    registerAtExit = analysis.scratch().bytes(function.registerCount(), 0);
    parameterIndex = analysis.scratch().ints(function.registerCount());
    for (int block = 0; block < function.blockCount(); block++) {
      for (int index = 0; index < function.parameterCount(block); index++) {
        parameterIndex[function.parameter(block, index)] = index;
      }
    }
  }

  /** Notes where values are at a block's end; the edges that follow are its own. */
  void leave(final int block) {
    for (int place = registers.firstExit(block); place < registers.endExit(block); place++) {
      seenAt[registers.exitValue(place)] = block;
      registerAtExit[registers.exitValue(place)] = (byte) registers.exitRegister(place);
    }
  }

  /** The edits of an edge that leaves the block of the last call of {@link #leave}. */
  IntList edits(final int edge) {
    final int source = function.edgeSource(edge);
    final int target = function.edgeTarget(edge);
    kept = 0;
    copy.begin(0);
    analysis.work().add(plan.endEntry(target) - plan.firstEntry(target));
    for (int place = plan.firstEntry(target); place < plan.endEntry(target); place++) {
      final int value = plan.entry(place);
      final boolean isParameter =
          function.definingInstruction(value) < 0 && function.definingBlock(value) == target;
      add(
          registers.entryRegister(place),
          isParameter ? function.argument(edge, parameterIndex[value]) : value,
          source);
    }
    for (int index = 0; index < function.argumentCount(edge); index++) {
      final int parameter = function.parameter(target, index);
      if (registers.isInMemory(parameter)) {
        add(Location.ofSlot(plan.slot(parameter)), function.argument(edge, index), source);
      }
    }
    for (int store = plan.firstEdgeStore(edge); store >= 0; store = plan.nextEdgeStore(store)) {
      add(
          Location.ofSlot(plan.slot(plan.edgeStoreValue(store))),
          plan.edgeStoreValue(store),
          source);
    }
    copy.keep(kept);
    return copy.sequence();
  }

  private void add(final int to, final int value, final int source) {
    if (seenAt[value] == source) {
      if (registerAtExit[value] == to) {
        kept |= 1L << to;
        return;
      }
      final int width =
          Location.isRegister(to) && function.registerClass(value) == PhysicalRegister.VECTOR
              ? 16
              : function.width(value);
      copy.add(to, registerAtExit[value], width);
    } else if (analysis.isRematerialisable(value)) {
      copy.addAgain(to, function.definingInstruction(value), function.width(value));
    } else {
      copy.add(to, Location.ofSlot(plan.slot(value)), function.width(value));
    }
  }
}
