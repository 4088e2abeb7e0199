package dev.sargasso.ir.interpret;

import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import java.util.List;

/** A scheduled function as code for the schedule interpreter. */
final class ScheduledFunction {
  /**
   * A pure operation without an instruction of its own.
   *
   * @param operandType of the first operand that is no condition; of a vector operation the first
   * @param traps whether it may
   */
  record Operation(Op op, long immediate, Type type, Type operandType, boolean traps) {}

  /** A call. */
  static final class Site {
    final CallDescriptor descriptor;

    /** Registers of the arguments. */
    final int[] arguments;

    final Type[] types;

    /** Register of the address of an indirect call, or -1. */
    final int address;

    /** Callee number once known; -2 before, -1 if there is none. */
    int callee = -2;

    Site(CallDescriptor descriptor, int[] arguments, Type[] types, int address) {
      this.descriptor = descriptor;
      this.arguments = arguments;
      this.types = types;
      this.address = address;
    }
  }

  /** How the code stops at a node. */
  record Stopping(Node node, TrapKind kind, long detail, String text) {}

  final Function function;
  final FrameLayout layout;
  final int[] code;

  /** For each place in the code the node that it belongs to. */
  final Node[] nodeAt;

  /** The first registers of every frame: parameters, then constants. */
  final long[] template;

  final int registers;

  /** Registers that hold the addresses of stack slots, and their offsets in the frame. */
  final int[] slotRegisters;

  final int[] slotOffsets;

  final List<Operation> operations;

  final List<Site> sites;
  final List<SwitchTable> tables;
  final List<Stopping> stops;

  /** For each block of the schedule the nodes in it that compute something. */
  final int[] blockSizes;

  /** Times each block was entered. */
  final long[] counts;

  ScheduledFunction(ScheduleCompiler from) {
    function = from.function;
    layout = from.layout;
    code = from.code();
    nodeAt = from.nodeAt();
    template = from.template();
    registers = from.registerCount;
    slotRegisters = from.slotRegisters();
    slotOffsets = from.slotOffsets();
    operations = List.copyOf(from.operations);
    sites = List.copyOf(from.sites);
    tables = List.copyOf(from.tables);
    stops = List.copyOf(from.stops);
    blockSizes = from.blockSizes;
    counts = new long[blockSizes.length];
  }
}
