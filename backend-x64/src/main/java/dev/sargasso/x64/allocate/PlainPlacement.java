package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;
import dev.sargasso.x64.machine.PhysicalRegister;

/**
 * The short way of {@link ConstraintMatcher} for {@link PlainInstructions} without events: all uses
 * stay where they are, each definition takes a free register, and at most one copy is needed.
 */
final class PlainPlacement {
  private final MachineFunction function;
  private final Liveness liveness;
  private final AllocatedFunction allocated;
  private final Demand demand;
  private final RegisterFile file;
  private final RegisterChoice choice;
  private final ParallelCopy copy;

  PlainPlacement(
      final Analysis analysis,
      final RegisterFile file,
      final RegisterChoice choice,
      final ParallelCopy copy) {
    function = analysis.function();
    liveness = analysis.liveness();
    allocated = analysis.allocated();
    demand = analysis.demand();
    this.file = file;
    this.choice = choice;
    this.copy = copy;
  }

  /**
   * Places the operands of an instruction, and leaves in the parallel copy what must happen before
   * it.
   *
   * @return whether it did; if not, nothing has changed
   */
  boolean place(final int at, final float executions) {
    final float frequency = Math.max(executions, Float.MIN_NORMAL);
    final int first = function.firstOperand(at);
    final int count = function.operandCount(at);
    final boolean exchanged = allocated.isExchanged(at);
    long dying = 0;
    int reusing = -1;
    int general = 0;
    int vector = 0;
    for (int index = 0; index < count; index++) {
      final long operand = function.pooledOperand(first + index);
      if (Operand.isDefinition(operand)) {
        if (Operand.constraint(operand) == Operand.REUSE) {
          reusing = index;
        }
        if (function.registerClass(Operand.register(operand)) == PhysicalRegister.GENERAL) {
          general++;
        } else {
          vector++;
        }
        continue;
      }
      final int value = exchanged ? demand.valueOf(at, index) : Operand.register(operand);
      final int register = file.registerOf(value);
      if (register < 0) {
        return false;
      }
      allocated.setLocation(at, index, register);
      if (exchanged ? demand.isKill(at, index) : liveness.isKill(first + index)) {
        dying |= 1L << register;
      }
    }
    // There must be a free register for each definition even if no use dies.
    final long free = ~file.occupied();
    if (general > Long.bitCount(free & PhysicalRegister.GENERAL_MASK)
        || vector > Long.bitCount(free & PhysicalRegister.VECTOR_MASK)) {
      return false;
    }
    copy.begin(file.occupied());
    long taken = file.occupied() & ~dying;
    if (reusing >= 0) {
      final int reused = Operand.detail(function.pooledOperand(first + reusing));
      final int register = allocated.location(at, reused);
      if (((dying >>> register) & 1) != 0) {
        taken |= 1L << register;
        allocated.setLocation(at, reusing, register);
      } else {
        taken |= 1L << copyForReuse(at, reusing, reused, frequency);
      }
    }
    placeDefinitions(at, frequency, taken);
    update(at, dying, frequency);
    return true;
  }

  /** Copies a value that lives on for the definition that writes over it. */
  private int copyForReuse(
      final int at, final int reusing, final int reused, final float frequency) {
    final int definition = Operand.register(function.operand(at, reusing));
    final int used = demand.valueOf(at, reused);
    final int old = allocated.location(at, reused);
    final int registerClass = function.registerClass(used);
    final long free = PhysicalRegister.maskOf(registerClass) & ~file.occupied();
    final int target = choice.choose(definition, free, 0, frequency);
    copy.add(
        target,
        old,
        registerClass == PhysicalRegister.VECTOR ? 16 : Math.max(4, function.width(used)));
    final boolean swapped =
        choice.cost(used, old) + choice.cost(definition, target)
            > choice.cost(used, target) + choice.cost(definition, old);
    if (swapped) {
      // The value itself moves to the new register, and with it what else reads it here.
      file.remove(used);
      file.place(used, target);
      for (int index = 0; index < function.operandCount(at); index++) {
        if (!Operand.isDefinition(function.operand(at, index))
            && index != reused
            && demand.valueOf(at, index) == used) {
          allocated.setLocation(at, index, target);
        }
      }
    }
    final int place = swapped ? old : target;
    allocated.setLocation(at, reused, place);
    allocated.setLocation(at, reusing, place);
    return target;
  }

  private void placeDefinitions(final int at, final float frequency, final long occupied) {
    long taken = occupied;
    final int first = function.firstOperand(at);
    final int count = function.operandCount(at);
    for (int index = 0; index < count; index++) {
      final long operand = function.pooledOperand(first + index);
      if (!Operand.isDefinition(operand) || Operand.constraint(operand) == Operand.REUSE) {
        continue;
      }
      final int value = Operand.register(operand);
      final long free = PhysicalRegister.maskOf(function.registerClass(value)) & ~taken;
      int hint = Operand.detail(operand) - 1;
      if (function.has(at, MachineFunction.MOVE)) {
        hint = 1 - index;
      }
      final long hints = hint < 0 ? 0 : 1L << allocated.location(at, hint);
      final int register = choice.choose(value, free, hints, frequency);
      allocated.setLocation(at, index, register);
      taken |= 1L << register;
    }
  }

  private void update(final int at, final long dying, final float frequency) {
    for (long rest = dying; rest != 0; rest &= rest - 1) {
      file.remove(file.occupant(Long.numberOfTrailingZeros(rest)));
    }
    final int first = function.firstOperand(at);
    final int count = function.operandCount(at);
    for (int index = 0; index < count; index++) {
      final long operand = function.pooledOperand(first + index);
      if (Operand.isDefinition(operand) && !liveness.isUnused(first + index)) {
        final int value = Operand.register(operand);
        final int register = allocated.location(at, index);
        file.place(value, register);
        choice.settle(value, register, frequency);
      }
    }
  }
}
