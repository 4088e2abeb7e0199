package dev.sargasso.lab.compare;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.x64.allocate.Liveness;
import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.Location;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;
import dev.sargasso.x64.machine.PhysicalRegister;
import dev.sargasso.x64.select.MachineOp;
import dev.sargasso.x64.select.Opcode;
import java.util.Arrays;

/** Counts what a function with registers executes, and what is alive in it. */
final class AllocationFigures {
  private final AllocatedFunction allocated;
  private final MachineFunction function;
  private final FigureCollector.Result result;
  private final Figures figures;
  private double liveTimes;
  private double times;

  AllocationFigures(AllocatedFunction allocated, FigureCollector.Result result) {
    this.allocated = allocated;
    this.result = result;
    function = allocated.function();
    figures = result.figures;
  }

  void measure() {
    int[] sources = sourceBlocks();
    dev.sargasso.x64.machine.ControlFlow flow = new dev.sargasso.x64.machine.ControlFlow();
    flow.compute(function);
    Liveness liveness = new Liveness();
    liveness.compute(function, flow);
    for (int block = 0; block < function.blockCount(); block++) {
      int source = sources[block];
      double executions = source < 0 ? 0 : result.executions[source];
      int pressure = pressure(block, liveness, executions);
      if (source >= 0) {
        result.pressure[source] = pressure;
      }
      for (int place = allocated.firstItem(block); place < allocated.endItem(block); place++) {
        int item = allocated.item(place);
        if (item < 0) {
          edit(~item, executions);
        } else {
          instruction(block, item, executions);
        }
      }
    }
    figures.set(Measure.MEAN_PRESSURE, times == 0 ? 0 : liveTimes / times);
  }

  /**
   * The block of the schedule that each machine block was made from: both graphs are walked
   * together from their entries, since selection keeps the order of successors.
   */
  private int[] sourceBlocks() {
    ControlFlow flow = result.schedule.controlFlow();
    int[] sources = new int[function.blockCount()];
    Arrays.fill(sources, -1);
    int[] stack = new int[function.blockCount()];
    int depth = 0;
    sources[0] = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      int block = stack[--depth];
      for (int i = 0; i < function.successorCount(block); i++) {
        int successor = function.successor(block, i);
        if (sources[successor] < 0) {
          sources[successor] = flow.successor(sources[block], i);
          stack[depth++] = successor;
        }
      }
    }
    return sources;
  }

  private void edit(int edit, double executions) {
    figures.count(Measure.INSTRUCTIONS, Measure.EXECUTED, executions);
    switch (allocated.editKind(edit)) {
      case AllocatedFunction.MOVE -> {
        if (Location.isSlot(allocated.editTo(edit))) {
          figures.count(Measure.SPILLS, Measure.EXECUTED_SPILLS, executions);
        } else if (Location.isSlot(allocated.editFrom(edit))) {
          figures.count(Measure.RELOADS, Measure.EXECUTED_RELOADS, executions);
        } else {
          figures.count(Measure.MOVES, Measure.EXECUTED_MOVES, executions);
        }
      }
      case AllocatedFunction.SWAP ->
          figures.count(Measure.MOVES, Measure.EXECUTED_MOVES, executions);
      default ->
          figures.count(
              Measure.REMATERIALISATIONS, Measure.EXECUTED_REMATERIALISATIONS, executions);
    }
  }

  private void instruction(int block, int at, double executions) {
    boolean readsSlot = false;
    for (int i = 0; i < function.operandCount(at); i++) {
      readsSlot |=
          !Operand.isDefinition(function.operand(at, i))
              && Location.isSlot(allocated.location(at, i));
    }
    if (function.has(at, MachineFunction.MOVE)) {
      if (allocated.location(at, 0) == allocated.location(at, 1)) {
        return;
      }
      if (!readsSlot) {
        figures.count(Measure.MOVES, Measure.EXECUTED_MOVES, executions);
      }
    }
    if (readsSlot) {
      figures.count(Measure.RELOADS, Measure.EXECUTED_RELOADS, executions);
    }
    MachineOp operation = Opcode.operation(function.opcode(at));
    boolean isNothing =
        operation == MachineOp.ENTRY
            || (operation == MachineOp.JUMP && function.successor(block, 0) == block + 1);
    if (!isNothing) {
      figures.count(Measure.INSTRUCTIONS, Measure.EXECUTED, executions);
    }
  }

  /** The most values that are alive behind an instruction, or at the start, in both classes. */
  private int pressure(int block, Liveness liveness, double executions) {
    int[] live = new int[PhysicalRegister.CLASS_COUNT];
    for (int kind = 0; kind < live.length; kind++) {
      live[kind] = liveness.liveInCount(block, kind);
    }
    for (int i = 0; i < function.parameterCount(block); i++) {
      int parameter = function.parameter(block, i);
      if (liveness.isUsed(parameter)) {
        live[function.registerClass(parameter)]++;
      }
    }
    int most = note(live);
    for (int at = function.firstInstruction(block); at < function.endInstruction(block); at++) {
      int first = function.firstOperand(at);
      int[] unused = new int[live.length];
      for (int i = 0; i < function.operandCount(at); i++) {
        long operand = function.pooledOperand(first + i);
        int register = Operand.register(operand);
        int kind = function.registerClass(register);
        if (Operand.isDefinition(operand)) {
          live[kind]++;
          unused[kind] += liveness.isUnused(first + i) ? 1 : 0;
        } else if (liveness.isKill(first + i) && isFirstUse(first, i, register)) {
          live[kind]--;
        }
      }
      most = Math.max(most, note(live));
      for (int kind = 0; kind < live.length; kind++) {
        live[kind] -= unused[kind];
        liveTimes += live[kind] * executions;
      }
      times += executions;
    }
    return most;
  }

  private boolean isFirstUse(int first, int index, int register) {
    for (int other = 0; other < index; other++) {
      long operand = function.pooledOperand(first + other);
      if (Operand.register(operand) == register && !Operand.isDefinition(operand)) {
        return false;
      }
    }
    return true;
  }

  private int note(int[] live) {
    figures.raise(Measure.PRESSURE, live[PhysicalRegister.GENERAL]);
    figures.raise(Measure.VECTOR_PRESSURE, live[PhysicalRegister.VECTOR]);
    return live[PhysicalRegister.GENERAL] + live[PhysicalRegister.VECTOR];
  }
}
