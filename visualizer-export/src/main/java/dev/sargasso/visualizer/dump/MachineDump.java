package dev.sargasso.visualizer.dump;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Position;
import dev.sargasso.visualizer.describe.Kind;
import dev.sargasso.x64.allocate.Liveness;
import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.ControlFlow;
import dev.sargasso.x64.machine.Location;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;
import dev.sargasso.x64.machine.PhysicalRegister;
import dev.sargasso.x64.select.Opcode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Dumps of machine functions. Nodes are instructions, with their own numbers, and behind those the
 * parameters of blocks; edges lead from the definition of a value to its uses; each virtual
 * register is a live range, numbered from 1.
 */
public final class MachineDump {
  private final Function function;
  private final MachineFunction machine;
  private final @Nullable AllocatedFunction allocated;
  private final int[] definitionOf;

  /** Of live ranges, by register. */
  private final Integer[] ids;

  private final BitSet lastOfBlock = new BitSet();
  private final List<GraphDump.DumpedNode> nodes = new ArrayList<>();
  private final List<GraphDump.DumpedEdge> edges = new ArrayList<>();

  private MachineDump(
      Function function, MachineFunction machine, @Nullable AllocatedFunction allocated) {
    this.function = function;
    this.machine = machine;
    this.allocated = allocated;
    definitionOf = new int[machine.registerCount()];
    ids = new Integer[machine.registerCount()];
    Arrays.setAll(ids, register -> register + 1);
    Arrays.fill(definitionOf, -1);
  }

  /** A function before registers are allocated. */
  public static GraphDump of(Function function, String phase, MachineFunction machine) {
    return new MachineDump(function, machine, null).dump(phase);
  }

  /** A function with registers: nodes say where their operands are. */
  public static GraphDump of(Function function, String phase, AllocatedFunction allocated) {
    return new MachineDump(function, allocated.function(), allocated).dump(phase);
  }

  private GraphDump dump(String phase) {
    ControlFlow flow = new ControlFlow();
    flow.compute(machine);
    Liveness liveness = new Liveness();
    liveness.compute(machine, flow);
    List<List<Integer>> members = new ArrayList<>();
    int parameters = machine.instructionCount();
    List<GraphDump.DumpedNode> parameterNodes = new ArrayList<>();
    for (int block = 0; block < machine.blockCount(); block++) {
      List<Integer> ids = new ArrayList<>();
      for (int index = 0; index < machine.parameterCount(block); index++) {
        int register = machine.parameter(block, index);
        definitionOf[register] = parameters;
        ids.add(parameters);
        parameterNodes.add(parameter(parameters++, register));
      }
      for (int at = machine.firstInstruction(block); at < machine.endInstruction(block); at++) {
        ids.add(at);
        for (int index = 0; index < machine.operandCount(at); index++) {
          if (Operand.isDefinition(machine.operand(at, index))) {
            definitionOf[Operand.register(machine.operand(at, index))] = at;
          }
        }
      }
      lastOfBlock.set(machine.endInstruction(block) - 1);
      members.add(ids);
    }
    for (int at = 0; at < machine.instructionCount(); at++) {
      nodes.add(instruction(at));
      uses(at);
    }
    nodes.addAll(parameterNodes);
    arguments();
    List<GraphDump.DumpedBlock> blocks = new ArrayList<>();
    for (int block = 0; block < machine.blockCount(); block++) {
      List<Integer> successors = new ArrayList<>();
      for (int i = 0; i < machine.successorCount(block); i++) {
        successors.add(machine.successor(block, i));
      }
      blocks.add(
          new GraphDump.DumpedBlock(
              block,
              members.get(block),
              successors,
              machine.loopDepth(block),
              machine.frequency(block),
              liveOut(block, liveness)));
    }
    return new GraphDump(
        function.name(),
        phase,
        GraphDump.Stage.MACHINE,
        nodes,
        edges,
        blocks,
        liveRanges(),
        List.of());
  }

  private GraphDump.DumpedNode instruction(int at) {
    String name = Opcode.nameOf(machine.opcode(at));
    int source = machine.source(at);
    Node node = source < 0 ? null : function.graph().node(source);
    int position = node == null ? Position.NONE : node.position();
    Map<String, String> properties = new LinkedHashMap<>();
    StringBuilder text = new StringBuilder(name);
    String type = "none";
    for (int index = 0; index < machine.operandCount(at); index++) {
      long operand = machine.operand(at, index);
      int register = Operand.register(operand);
      text.append(index == 0 ? " " : ", ");
      text.append(Operand.isDefinition(operand) ? "=v" : "v").append(register);
      if (allocated != null) {
        text.append(':').append(Location.nameOf(allocated.location(at, index)));
      } else if (Operand.constraint(operand) == Operand.FIXED) {
        text.append('@').append(PhysicalRegister.nameOf(Operand.detail(operand)));
      }
      if (Operand.isDefinition(operand) && type.equals("none")) {
        type = className(register);
        properties.put("lrg", Integer.toString(register + 1));
        if (allocated != null) {
          properties.put("reg", Location.nameOf(allocated.location(at, index)));
        }
      }
    }
    if (machine.immediate(at) != 0) {
      text.append(" #").append(machine.immediate(at));
    }
    if (node != null) {
      properties.put("node", node + " " + node.op().text());
    }
    if (machine.clobbers(at) != 0) {
      properties.put("clobbers", PhysicalRegister.namesOf(machine.clobbers(at)));
    }
    return new GraphDump.DumpedNode(
        at,
        lastOfBlock.get(at) ? Kind.CONTROL : Kind.DATA,
        name,
        type,
        text.toString(),
        Position.line(position),
        Position.column(position),
        properties);
  }

  private GraphDump.DumpedNode parameter(int id, int register) {
    return new GraphDump.DumpedNode(
        id,
        Kind.DATA,
        "parameter",
        className(register),
        "parameter v" + register,
        0,
        0,
        Map.of("lrg", Integer.toString(register + 1)));
  }

  private String className(int register) {
    return machine.registerClass(register) == PhysicalRegister.GENERAL ? "general" : "vector";
  }

  private void uses(int at) {
    for (int index = 0; index < machine.operandCount(at); index++) {
      long operand = machine.operand(at, index);
      int register = Operand.register(operand);
      if (!Operand.isDefinition(operand) && definitionOf[register] >= 0) {
        edges.add(
            new GraphDump.DumpedEdge(definitionOf[register], at, index, Kind.DATA, "v" + register));
      }
    }
  }

  private void arguments() {
    for (int block = 0; block < machine.blockCount(); block++) {
      for (int at = 0; at < machine.parameterCount(block); at++) {
        int to = definitionOf[machine.parameter(block, at)];
        for (int i = 0; i < machine.predecessorCount(block); i++) {
          int argument = machine.argument(machine.predecessorEdge(block, i), at);
          if (definitionOf[argument] >= 0) {
            edges.add(
                new GraphDump.DumpedEdge(definitionOf[argument], to, i, Kind.DATA, "v" + argument));
          }
        }
      }
    }
  }

  private List<Integer> liveOut(int block, Liveness liveness) {
    BitSet alive = new BitSet(ids.length);
    for (int i = 0; i < machine.successorCount(block); i++) {
      int target = machine.successor(block, i);
      for (int place = liveness.firstWord(target); place < liveness.endWord(target); place++) {
        for (long rest = liveness.wordBits(place); rest != 0; rest &= rest - 1) {
          int global = 64 * liveness.wordIndex(place) + Long.numberOfTrailingZeros(rest);
          alive.set(liveness.registerOf(global));
        }
      }
      int edge = machine.successorEdge(block, i);
      for (int at = 0; at < machine.argumentCount(edge); at++) {
        alive.set(machine.argument(edge, at));
      }
    }
    // All lists share their numbers, of which there may be many.
    Integer[] sorted = new Integer[alive.cardinality()];
    int size = 0;
    for (int at = alive.nextSetBit(0); at >= 0; at = alive.nextSetBit(at + 1)) {
      sorted[size++] = ids[at];
    }
    return List.of(sorted);
  }

  private List<GraphDump.LiveRange> liveRanges() {
    List<GraphDump.LiveRange> ranges = new ArrayList<>();
    for (int register = 0; register < machine.registerCount(); register++) {
      if (definitionOf[register] >= 0) {
        ranges.add(
            new GraphDump.LiveRange(
                register + 1,
                Map.of(
                    "name", "v" + register,
                    "class", className(register),
                    "width", Integer.toString(machine.width(register)))));
      }
    }
    return ranges;
  }
}
