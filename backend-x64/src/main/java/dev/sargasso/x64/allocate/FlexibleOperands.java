package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;

/** Operands that can be read from memory. */
final class FlexibleOperands {
  private FlexibleOperands() {}

  /** Marks all operands of an instruction that use a value as read from the value's slot. */
  static void readFromSlot(
      final Analysis analysis, final SpillPlan plan, final int at, final int register) {
    final MachineFunction function = analysis.function();
    for (int index = 0; index < function.operandCount(at); index++) {
      if (!Operand.isDefinition(function.operand(at, index))
          && analysis.demand().valueOf(at, index) == register) {
        plan.setFromSlot(function.firstOperand(at) + index);
      }
    }
  }
}
