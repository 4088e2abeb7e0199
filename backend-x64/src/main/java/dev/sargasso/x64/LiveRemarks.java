package dev.sargasso.x64;

import dev.sargasso.x64.allocate.Liveness;
import dev.sargasso.x64.machine.ControlFlow;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;
import dev.sargasso.x64.machine.PhysicalRegister;

/** Says for a listing which values are live into each block; asked only where there is one. */
final class LiveRemarks {
  private static final int MOST_NAMED = 16;

  private final MachineFunction function;
  private final Liveness liveness = new Liveness();

  LiveRemarks(MachineFunction function) {
    this.function = function;
    ControlFlow flow = new ControlFlow();
    flow.compute(function);
    liveness.compute(function, flow);
  }

  /** How many values are live into a block, and the first of them by the nodes they come from. */
  String of(int block) {
    int general = liveness.liveInCount(block, PhysicalRegister.GENERAL);
    int vector = liveness.liveInCount(block, PhysicalRegister.VECTOR);
    if (general + vector == 0) {
      return "";
    }
    StringBuilder text = new StringBuilder("live in: ");
    text.append(general).append(" general, ").append(vector).append(" vector:");
    int named = 0;
    for (int place = liveness.firstWord(block);
        place < liveness.endWord(block) && named < MOST_NAMED;
        place++) {
      for (long bits = liveness.wordBits(place);
          bits != 0 && named < MOST_NAMED;
          bits &= bits - 1) {
        int global = 64 * liveness.wordIndex(place) + Long.numberOfTrailingZeros(bits);
        int register = liveness.registerOf(global);
        text.append(named == 0 ? " " : ", ").append(name(register));
        named++;
      }
    }
    return named < general + vector ? text + ", ..." : text.toString();
  }

  private String name(int register) {
    int definition = function.definingInstruction(register);
    if (definition < 0) {
      return "phi" + register;
    }
    if (definition == function.firstInstruction(0)) {
      return atStart(definition, register);
    }
    return "v" + function.source(definition);
  }

  /** An argument, or what the caller has in a register. */
  private String atStart(int first, int register) {
    for (int i = 0; i < function.operandCount(first); i++) {
      long operand = function.operand(first, i);
      if (Operand.isDefinition(operand)
          && Operand.register(operand) == register
          && Operand.constraint(operand) == Operand.FIXED) {
        return "caller's " + PhysicalRegister.nameOf(Operand.detail(operand));
      }
    }
    return "v" + function.source(first);
  }
}
