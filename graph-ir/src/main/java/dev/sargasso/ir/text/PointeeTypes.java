package dev.sargasso.ir.text;

import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What type lies behind each pointer, as far as {@code stack TYPE} tells, so that a load or the
 * store of a bare number needs no annotation. Pointers keep it through block parameters, phis and
 * selects if all that come together agree: an optimistic fixed point over a lattice of height two.
 */
final class PointeeTypes {
  private static final int UNKNOWN = -1;
  private static final int MIXED = -2;

  private final FunctionSyntax function;
  private final Map<String, Integer> blockNumbers;
  private final NameResolution names;
  private final int[] pointees;

  /** Edges along which a pointee travels: chains by source value. */
  private final int[] firstEdge;

  private int[] edgeTarget = new int[64];
  private int[] edgeNext = new int[64];

  /** Whether the edge is a load of the source, not the source itself. */
  private boolean[] edgeLoads = new boolean[64];

  private int edgeCount;

  private int[] work = new int[64];
  private int workSize;

  PointeeTypes(FunctionSyntax function, Map<String, Integer> blockNumbers, NameResolution names) {
    this.function = function;
    this.blockNumbers = blockNumbers;
    this.names = names;
    pointees = new int[names.values().count()];
    firstEdge = new int[pointees.length];
    Arrays.fill(pointees, UNKNOWN);
    Arrays.fill(firstEdge, -1);
  }

  /** The type behind the pointer that a value is, or null if that is not known. */
  @Nullable Type of(int value) {
    return value < 0 || pointees[value] < 0 ? null : Type.values()[pointees[value]];
  }

  /** Whether nothing at all arrived at a pointer, as happens behind an error. */
  boolean isOpen(int value) {
    return value >= 0 && pointees[value] == UNKNOWN;
  }

  void run() {
    for (int block = 0; block < function.blocks().size(); block++) {
      visit(block);
    }
    while (workSize > 0) {
      int value = work[--workSize];
      for (int edge = firstEdge[value]; edge >= 0; edge = edgeNext[edge]) {
        meet(edgeTarget[edge], along(edge, pointees[value]));
      }
    }
  }

  private void visit(int number) {
    FunctionSyntax.Block block = function.blocks().get(number);
    int value = names.firstValue(number);
    if (number == 0) {
      for (FunctionSyntax.Parameter parameter : function.parameters()) {
        meet(value++, parameter.type() == Type.PTR ? MIXED : UNKNOWN);
      }
    }
    value += block.parameters().size() + block.phis().size();
    for (FunctionSyntax.Instruction instruction : block.instructions()) {
      if (instruction.results().size() == 1) {
        result(instruction, value);
      }
      value += instruction.results().size();
    }
    switch (block.terminator()) {
      case FunctionSyntax.Goto jump -> target(jump.target(), block);
      case FunctionSyntax.MultiGoto jump -> {
        for (FunctionSyntax.Case arm : jump.cases()) {
          target(arm.target(), block);
        }
      }
      default -> {}
    }
  }

  private void result(FunctionSyntax.Instruction instruction, int value) {
    FunctionSyntax.SlotSyntax slot = instruction.slot();
    List<Operand> operands = instruction.operands();
    Type written = instruction.results().getFirst().type();
    if (slot != null) {
      Type type = slot.type();
      meet(value, type == null ? MIXED : type.ordinal());
      return;
    }
    if (written != null && written != Type.PTR) {
      return;
    }
    // Results of other operations are no pointers, or their use as one is an error of its own.
    switch (instruction.operation()) {
      case "select" -> {
        for (int i = 1; i < operands.size(); i++) {
          flow(operands.get(i), value, false);
        }
      }
      case "load" -> {
        if (written == null && operands.size() == 1) {
          flow(operands.getFirst(), value, true);
        } else {
          meet(value, MIXED);
        }
      }
      case "offset", "bitcast", "call", "symbol", "constant", "volatile_load" -> meet(value, MIXED);
      default -> {}
    }
  }

  private void target(FunctionSyntax.Target target, FunctionSyntax.Block from) {
    Integer to = blockNumbers.get(target.label());
    if (to == null) {
      return;
    }
    FunctionSyntax.Block block = function.blocks().get(to);
    int first = names.firstValue(to) + (to == 0 ? function.parameters().size() : 0);
    int parameters = block.parameters().size();
    for (int i = 0; i < Math.min(parameters, target.arguments().size()); i++) {
      flow(target.arguments().get(i), first + i, false);
    }
    for (int i = 0; i < block.phis().size(); i++) {
      FunctionSyntax.Phi phi = block.phis().get(i);
      Operand input = phi.inputs().get(from.name());
      if (input != null) {
        flow(input, first + parameters + i, false);
      }
    }
  }

  private void flow(Operand from, int to, boolean loads) {
    if (from.value < 0) {
      // A null pointer agrees with every type, and an undefined register has been reported.
      if (from.kind == Operand.Kind.SYMBOL) {
        meet(to, MIXED);
      }
      return;
    }
    if (edgeCount == edgeTarget.length) {
      edgeTarget = Arrays.copyOf(edgeTarget, 2 * edgeCount);
      edgeNext = Arrays.copyOf(edgeNext, 2 * edgeCount);
      edgeLoads = Arrays.copyOf(edgeLoads, 2 * edgeCount);
    }
    edgeTarget[edgeCount] = to;
    edgeLoads[edgeCount] = loads;
    edgeNext[edgeCount] = firstEdge[from.value];
    firstEdge[from.value] = edgeCount++;
    meet(to, along(edgeCount - 1, pointees[from.value]));
  }

  /**
   * What arrives: what lies behind a loaded pointer is not known, and other values have nothing.
   */
  private int along(int edge, int pointee) {
    if (!edgeLoads[edge]) {
      return pointee;
    }
    return pointee == MIXED || pointee == Type.PTR.ordinal() ? MIXED : UNKNOWN;
  }

  private void meet(int value, int with) {
    int old = pointees[value];
    int now = with == UNKNOWN || old == with ? old : old == UNKNOWN ? with : MIXED;
    if (now != old) {
      pointees[value] = now;
      if (workSize == work.length) {
        work = Arrays.copyOf(work, 2 * workSize);
      }
      work[workSize++] = value;
    }
  }
}
