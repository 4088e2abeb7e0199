package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.ControlFlow;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;
import dev.sargasso.x64.machine.PhysicalRegister;

/**
 * Whether, and by how much, the values that are live exceed the registers, at every half of every
 * instruction, fixed operands, scratch registers and clobbers included.
 *
 * <p>Where nothing exceeds, no spilling is needed, and by the argument of {@link Demand} colouring
 * succeeds. Linear in the operands and the live-in sets' words.
 */
final class Pressure {
  private final int[][] blockExcess = new int[PhysicalRegister.CLASS_COUNT][];
  private final int[] greatest = new int[PhysicalRegister.CLASS_COUNT];
  private boolean fits = true;

  /** Measures a function without any spilling. */
  Pressure(final Analysis analysis) {
    final MachineFunction function = analysis.function();
    final ControlFlow flow = analysis.flow();
    final Liveness liveness = analysis.liveness();
    final Demand demand = analysis.demand();
    final PlainInstructions plain = analysis.plain();
    final int[] live = new int[PhysicalRegister.CLASS_COUNT];
    final int[] worst = new int[PhysicalRegister.CLASS_COUNT];
    for (int registerClass = 0; registerClass < PhysicalRegister.CLASS_COUNT; registerClass++) {
      blockExcess[registerClass] = analysis.scratch().ints(function.blockCount());
    }
    for (int place = 0; place < function.blockCount(); place++) {
      final int block = flow.blockAt(place);
      for (int registerClass = 0; registerClass < PhysicalRegister.CLASS_COUNT; registerClass++) {
        live[registerClass] = liveness.liveInCount(block, registerClass);
      }
      for (int index = 0; index < function.parameterCount(block); index++) {
        final int parameter = function.parameter(block, index);
        if (liveness.isUsed(parameter)) {
          live[function.registerClass(parameter)]++;
        }
      }
      for (int registerClass = 0; registerClass < PhysicalRegister.CLASS_COUNT; registerClass++) {
        greatest[registerClass] = Math.max(greatest[registerClass], live[registerClass]);
        worst[registerClass] =
            live[registerClass] - Long.bitCount(PhysicalRegister.maskOf(registerClass));
      }
      final int end = function.endInstruction(block);
      for (int at = function.firstInstruction(block); at < end; at++) {
        if (plain.isPlain(at) && hasRoom(live, function.operandCount(at))) {
          plainStep(function, liveness, at, live);
          continue;
        }
        demand.load(at);
        for (int registerClass = 0; registerClass < PhysicalRegister.CLASS_COUNT; registerClass++) {
          if (demand.mentions(registerClass)) {
            step(function, liveness, demand, registerClass, live, worst);
          }
        }
      }
      for (int registerClass = 0; registerClass < PhysicalRegister.CLASS_COUNT; registerClass++) {
        blockExcess[registerClass][block] = Math.max(0, worst[registerClass]);
        fits &= worst[registerClass] <= 0;
      }
    }
  }

  /** Whether everything fits into registers. */
  boolean fits() {
    return fits;
  }

  /** How many values of a block would have to leave the registers at its worst point. */
  int excess(final int block, final int registerClass) {
    return blockExcess[registerClass][block];
  }

  /**
   * The greatest number of values of a class that exist together, at a block's start or behind an
   * instruction, results that nobody uses included: the size of the largest clique of the
   * interference graph, constraints apart.
   */
  int greatestClique(final int registerClass) {
    return greatest[registerClass];
  }

  /** Whether so many operands, whatever they are, surely fit. */
  private static boolean hasRoom(final int[] live, final int operands) {
    return live[PhysicalRegister.GENERAL] + operands <= Long.bitCount(PhysicalRegister.GENERAL_MASK)
        && live[PhysicalRegister.VECTOR] + operands <= Long.bitCount(PhysicalRegister.VECTOR_MASK);
  }

  /** Counts what dies and what is defined at an instruction that surely fits. */
  private void plainStep(
      final MachineFunction function, final Liveness liveness, final int at, final int[] live) {
    final int first = function.firstOperand(at);
    final int count = function.operandCount(at);
    int unusedGeneral = 0;
    int unusedVector = 0;
    for (int index = 0; index < count; index++) {
      final long operand = function.pooledOperand(first + index);
      final int register = Operand.register(operand);
      if (Operand.isDefinition(operand)) {
        live[function.registerClass(register)]++;
        if (liveness.isUnused(first + index)) {
          if (function.registerClass(register) == PhysicalRegister.GENERAL) {
            unusedGeneral++;
          } else {
            unusedVector++;
          }
        }
      } else if (liveness.isKill(first + index) && isFirstUse(function, first, index, register)) {
        live[function.registerClass(register)]--;
      }
    }
    greatest[0] = Math.max(greatest[0], live[0]);
    greatest[1] = Math.max(greatest[1], live[1]);
    live[PhysicalRegister.GENERAL] -= unusedGeneral;
    live[PhysicalRegister.VECTOR] -= unusedVector;
  }

  private static boolean isFirstUse(
      final MachineFunction function, final int first, final int index, final int register) {
    for (int other = 0; other < index; other++) {
      final long operand = function.pooledOperand(first + other);
      if (Operand.register(operand) == register && !Operand.isDefinition(operand)) {
        return false;
      }
    }
    return true;
  }

  private void step(
      final MachineFunction function,
      final Liveness liveness,
      final Demand demand,
      final int registerClass,
      final int[] live,
      final int[] worst) {
    int through = live[registerClass];
    int coinciding = 0;
    int both = 0;
    int early = 0;
    int dying = 0;
    for (int use = 0; use < demand.useCount(); use++) {
      if (function.registerClass(demand.useValue(use)) != registerClass) {
        continue;
      }
      if (demand.useKill(use)) {
        dying++;
        both += demand.bothIfDying(use);
        early += demand.earlyIfDying(use);
        coinciding += demand.coincides(use, true) ? 1 : 0;
      } else if (demand.coincides(use, false)) {
        both += demand.bothIfThrough(use);
        through--;
        coinciding++;
      } else {
        both += demand.bothIfThrough(use);
      }
    }
    through -= dying;
    worst[registerClass] =
        Math.max(
            worst[registerClass], demand.excess(registerClass, through, coinciding, both, early));
    live[registerClass] -= dying;
    final int at = demand.instruction();
    final int first = function.firstOperand(at);
    final int count = function.operandCount(at);
    int unused = 0;
    for (int index = 0; index < count; index++) {
      final long operand = function.pooledOperand(first + index);
      if (Operand.isDefinition(operand)
          && function.registerClass(Operand.register(operand)) == registerClass) {
        live[registerClass]++;
        unused += liveness.isUnused(first + index) ? 1 : 0;
      }
    }
    greatest[registerClass] = Math.max(greatest[registerClass], live[registerClass]);
    live[registerClass] -= unused;
  }
}
