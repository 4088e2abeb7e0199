package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;

/**
 * The trivial spiller: each value is stored when it is defined, loaded for each instruction that
 * needs it in a register, and in no register between instructions. For finding out who is to blame,
 * and as a baseline.
 */
final class SpillEverywhere implements Spiller {
  /** The trivial spiller. */
  SpillEverywhere() {}

  @Override
  public SpillPlan spill(final Analysis analysis) {
    final MachineFunction function = analysis.function();
    final Demand demand = analysis.demand();
    final SpillPlan plan = new SpillPlan(analysis);
    final SpillRecord record = new SpillRecord(analysis);
    for (int block = 0; block < function.blockCount(); block++) {
      plan.beginEntry(block);
      for (int index = 0; index < function.parameterCount(block); index++) {
        if (analysis.liveness().isUsed(function.parameter(block, index))) {
          record.setMemoryParameter(function.parameter(block, index));
        }
      }
      final int end = function.endInstruction(block);
      for (int at = function.firstInstruction(block); at < end; at++) {
        demand.load(at);
        use(analysis, plan, record, block, at);
        define(analysis, plan, at, end);
      }
      for (int index = 0; index < function.successorCount(block); index++) {
        arguments(analysis, record, function.successorEdge(block, index));
      }
    }
    StorePlacement.place(analysis, plan, record);
    return plan;
  }

  private static void use(
      final Analysis analysis,
      final SpillPlan plan,
      final SpillRecord record,
      final int block,
      final int at) {
    final Demand demand = analysis.demand();
    for (int use = 0; use < demand.useCount(); use++) {
      final int register = demand.useValue(use);
      if (demand.needsRegister(use)) {
        plan.addEvent(SpillPlan.RELOAD, at, register);
        if (!analysis.isRematerialisable(register)) {
          record.addNeed(register, block);
        }
        if (!demand.useKill(use)) {
          plan.addEvent(SpillPlan.RELEASE, at, register);
        }
      } else {
        record.addNeed(register, block);
        FlexibleOperands.readFromSlot(analysis, plan, at, register);
      }
    }
  }

  private static void define(
      final Analysis analysis, final SpillPlan plan, final int at, final int end) {
    final MachineFunction function = analysis.function();
    if (at + 1 == end) {
      return;
    }
    for (int index = 0; index < function.operandCount(at); index++) {
      final long operand = function.operand(at, index);
      if (Operand.isDefinition(operand)
          && !analysis.liveness().isUnused(function.firstOperand(at) + index)) {
        plan.addEvent(SpillPlan.EVICT, at + 1, Operand.register(operand));
      }
    }
  }

  private static void arguments(final Analysis analysis, final SpillRecord record, final int edge) {
    final MachineFunction function = analysis.function();
    for (int index = 0; index < function.argumentCount(edge); index++) {
      final int argument = function.argument(edge, index);
      final int parameter = function.parameter(function.edgeTarget(edge), index);
      if (analysis.liveness().isUsed(parameter) && !analysis.isRematerialisable(argument)) {
        record.addNeed(argument, function.edgeSource(edge));
      }
    }
  }
}
