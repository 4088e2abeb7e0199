package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.ControlFlow;
import dev.sargasso.x64.machine.MachineFunction;

/**
 * What the stages of allocation share about one function.
 *
 * @param function the function
 * @param flow its control flow
 * @param liveness its liveness
 * @param demand the reader of its instructions
 * @param plain which instructions ask for nothing special
 * @param again which values are made anew at each use
 * @param work counts what is done
 * @param allocated the allocation in the making, which knows what operands were exchanged
 * @param scratch where arrays come from that nobody needs after the allocation
 */
record Analysis(
    MachineFunction function,
    ControlFlow flow,
    Liveness liveness,
    Demand demand,
    PlainInstructions plain,
    Rematerialisation again,
    Work work,
    AllocatedFunction allocated,
    Scratch scratch) {

  /** The analysis of a function with nothing allocated yet. */
  static Analysis of(
      final MachineFunction function,
      final ControlFlow flow,
      final Liveness liveness,
      final Work work,
      final Scratch scratch) {
    final AllocatedFunction allocated = new AllocatedFunction(function);
    return new Analysis(
        function,
        flow,
        liveness,
        new Demand(function, liveness, allocated, scratch),
        new PlainInstructions(function, scratch),
        new Rematerialisation(function, scratch),
        work,
        allocated,
        scratch);
  }

  /** How often an edge is taken for each call of the function. */
  float frequency(final int edge) {
    final int source = function.edgeSource(edge);
    return function.frequency(
        function.successorCount(source) == 1 ? source : function.edgeTarget(edge));
  }

  /** Whether executing a value's definition again is as good as loading it. */
  boolean isRematerialisable(final int register) {
    final int at = function.definingInstruction(register);
    return at >= 0 && function.has(at, MachineFunction.REMATERIALISABLE);
  }
}
