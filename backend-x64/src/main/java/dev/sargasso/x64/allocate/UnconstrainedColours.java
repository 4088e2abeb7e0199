package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.ControlFlow;
import dev.sargasso.x64.machine.Location;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;
import dev.sargasso.x64.machine.PhysicalRegister;

/**
 * How many registers the colouring would take if any value could be in any register: by the theory
 * that it rests on, as many as values of the class are alive together at most. For tests and
 * experiments; compilation does not use it.
 */
public final class UnconstrainedColours {
  private UnconstrainedColours() {}

  /**
   * Colours a function whose operands have lost their constraints, always with the lowest free
   * register.
   *
   * @return for each class the number of registers that ever hold a value, or an empty array if
   *     more values are alive together than there are registers
   */
  public static int[] count(final MachineFunction constrained) {
    final MachineFunction function = withoutConstraints(constrained);
    final ControlFlow flow = new ControlFlow();
    flow.compute(function);
    final Liveness liveness = new Liveness();
    liveness.compute(function, flow);
    final Analysis analysis = Analysis.of(function, flow, liveness, new Work(), new Scratch());
    if (!new Pressure(analysis).fits()) {
      return new int[0];
    }
    final Colouring colouring =
        new Colouring(analysis, SpillPlan.withoutSpilling(analysis), new LowestRegister());
    colouring.run();
    final long used = registersUsed(colouring, analysis.allocated());
    final int[] counts = new int[PhysicalRegister.CLASS_COUNT];
    for (int registerClass = 0; registerClass < counts.length; registerClass++) {
      counts[registerClass] = Long.bitCount(used & PhysicalRegister.maskOf(registerClass));
    }
    return counts;
  }

  /** All registers that held a value, those of results that nobody uses included. */
  private static long registersUsed(final Colouring colouring, final AllocatedFunction allocated) {
    long used = colouring.registersUsed();
    final MachineFunction function = allocated.function();
    for (int at = 0; at < function.instructionCount(); at++) {
      for (int index = 0; index < function.operandCount(at); index++) {
        final int location = allocated.location(at, index);
        used |= Location.isRegister(location) ? 1L << location : 0;
      }
    }
    return used;
  }

  private static MachineFunction withoutConstraints(final MachineFunction function) {
    final MachineFunction copy = new MachineFunction(function.name());
    for (int register = 0; register < function.registerCount(); register++) {
      copy.newRegister(function.registerClass(register), function.width(register));
    }
    for (int block = 0; block < function.blockCount(); block++) {
      copy.newBlock(function.frequency(block), function.loopDepth(block));
      for (int index = 0; index < function.parameterCount(block); index++) {
        copy.addParameter(block, function.parameter(block, index));
      }
    }
    for (int edge = 0; edge < function.edgeCount(); edge++) {
      copy.addEdge(function.edgeSource(edge), function.edgeTarget(edge));
      for (int index = 0; index < function.argumentCount(edge); index++) {
        copy.addArgument(edge, function.argument(edge, index));
      }
    }
    for (int block = 0; block < function.blockCount(); block++) {
      copy.beginBlock(block);
      for (int at = function.firstInstruction(block); at < function.endInstruction(block); at++) {
        copy.addInstruction(function.opcode(at), function.source(at));
        for (int index = 0; index < function.operandCount(at); index++) {
          final long operand = function.operand(at, index);
          if (Operand.isDefinition(operand)) {
            copy.define(Operand.register(operand));
          } else {
            copy.use(Operand.register(operand));
          }
        }
      }
      copy.endBlock();
    }
    copy.finish();
    return copy;
  }
}
