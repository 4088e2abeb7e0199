package dev.sargasso.ir.interpret;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Turns a schedule into code for the schedule interpreter: every value has a register of its own;
 * parameters come first, then what is constant; edges into regions become moves.
 */
final class ScheduleCompiler {
  final Function function;
  final FrameLayout layout;
  private final Schedule schedule;
  private final ControlFlow flow;
  private final Image image;
  private int[] code = new int[256];
  private @Nullable Node[] nodeAt = new Node[256];
  private int size;

  /** By node id, -1 for none. */
  private final int[] registerOf;

  private long[] template;
  private int[] slotRegisters = new int[8];
  private int[] slotOffsets = new int[8];
  private int slotCount;
  int registerCount;
  final List<ScheduledFunction.Operation> operations = new ArrayList<>();
  final List<ScheduledFunction.Site> sites = new ArrayList<>();
  final List<SwitchTable> tables = new ArrayList<>();
  final List<ScheduledFunction.Stopping> stops = new ArrayList<>();
  final int[] blockSizes;
  private final int[] blockStarts;

  /** Places in the code that hold a block's number and must hold its start. */
  private int[] fixups = new int[64];

  private int fixupCount;

  // For the moves of one edge, by register: how many read it, and 1 + which writes it; 0 else.
  private int[] readers = {};
  private int[] writer = {};

  /** The register for cycles of moves, or -1. */
  private int spare = -1;

  ScheduleCompiler(Function function, Schedule schedule, Image image) {
    this.function = function;
    this.schedule = schedule;
    this.image = image;
    layout = new FrameLayout(function);
    flow = schedule.controlFlow();
    registerOf = new int[schedule.graph().idLimit()];
    Arrays.fill(registerOf, -1);
    blockSizes = new int[schedule.blockCount()];
    blockStarts = new int[schedule.blockCount()];
    template = new long[function.signature().parameters().size()];
  }

  ScheduledFunction compile() {
    assignRegisters();
    readers = new int[registerCount];
    writer = new int[registerCount];
    for (int b = 0; b < schedule.blockCount(); b++) {
      blockStarts[b] = size;
      emitBlock(b);
    }
    for (int i = 0; i < fixupCount; i++) {
      code[fixups[i]] = blockStarts[code[fixups[i]]];
    }
    return new ScheduledFunction(this);
  }

  int[] code() {
    return Arrays.copyOf(code, size);
  }

  Node[] nodeAt() {
    Node[] result = new Node[size];
    for (int i = 0; i < size; i++) {
      result[i] = Objects.requireNonNull(nodeAt[i]);
    }
    return result;
  }

  long[] template() {
    return template;
  }

  int[] slotRegisters() {
    return Arrays.copyOf(slotRegisters, slotCount);
  }

  int[] slotOffsets() {
    return Arrays.copyOf(slotOffsets, slotCount);
  }

  // --------------------------------------------------------------- registers

  private void assignRegisters() {
    registerCount = template.length;
    for (int b = 0; b < schedule.blockCount(); b++) {
      for (int i = 0; i < schedule.size(b); i++) {
        assignConstant(schedule.node(b, i));
      }
    }
    template = Arrays.copyOf(template, registerCount);
    for (int b = 0; b < schedule.blockCount(); b++) {
      for (int i = 0; i < schedule.size(b); i++) {
        Node node = schedule.node(b, i);
        boolean needed = node.type().isValue() || node.op() == Op.VOLATILE_LOAD;
        if (needed && registerOf[node.id()] < 0) {
          registerOf[node.id()] =
              node.op() == Op.PARAMETER ? (int) node.immediate() : registerCount++;
          if (takesTwo(node)) {
            registerCount++;
          }
        }
      }
    }
  }

  /** A vector has two registers, and so has a volatile load of one whose value nobody wants. */
  private static boolean takesTwo(Node node) {
    return node.type() == Type.V128
        || (node.op() == Op.VOLATILE_LOAD && Access.size(node.immediate()) == Type.V128.bytes());
  }

  private void assignConstant(Node node) {
    if (node.op() == Op.STACK_SLOT) {
      if (slotCount == slotRegisters.length) {
        slotRegisters = Arrays.copyOf(slotRegisters, 2 * slotCount);
        slotOffsets = Arrays.copyOf(slotOffsets, 2 * slotCount);
      }
      StackSlot slot = (StackSlot) Objects.requireNonNull(node.attribute());
      slotOffsets[slotCount] = layout.slotOffset(slot);
      slotRegisters[slotCount++] = constant(node, 0);
    } else if (node.op() == Op.CONSTANT) {
      constant(node, node.immediate());
    } else if (node.op() == Op.SYMBOL) {
      constant(node, image.addressOf((String) Objects.requireNonNull(node.attribute())));
    }
  }

  private int constant(Node node, long value) {
    if (registerCount == template.length) {
      template = Arrays.copyOf(template, Math.max(16, 2 * registerCount));
    }
    template[registerCount] = value;
    registerOf[node.id()] = registerCount;
    return registerCount++;
  }

  private int register(Node node) {
    int register = registerOf[node.id()];
    if (register < 0) {
      throw new IllegalStateException(
          node + " (" + node.op().text() + ") of " + function.name() + " is not scheduled");
    }
    return register;
  }

  // ---------------------------------------------------------------- emission

  private void emit(Node node, int... words) {
    for (int word : words) {
      emitWord(node, word);
    }
  }

  private void emitWord(Node node, int word) {
    if (size == code.length) {
      code = Arrays.copyOf(code, 2 * size);
      nodeAt = Arrays.copyOf(nodeAt, 2 * size);
    }
    code[size] = word;
    nodeAt[size++] = node;
  }

  private void emitTarget(Node node, int block) {
    if (fixupCount == fixups.length) {
      fixups = Arrays.copyOf(fixups, 2 * fixupCount);
    }
    fixups[fixupCount++] = size;
    emitWord(node, block);
  }

  private void emitBlock(int block) {
    int computing = 0;
    for (int i = 0; i < schedule.size(block); i++) {
      computing += computes(schedule.node(block, i)) ? 1 : 0;
    }
    blockSizes[block] = computing;
    emit(flow.head(block), Code.BLOCK, block, computing);
    for (int i = 0; i < schedule.size(block); i++) {
      emitNode(block, schedule.node(block, i));
    }
    if (flow.terminator(block) == null) {
      emitGoto(block);
    }
  }

  /** Whether a node stands for work at run time, and not for a name or a constant. */
  private static boolean computes(Node node) {
    return switch (node.op()) {
      case PHI, PARAMETER, INITIAL_MEMORY, PROJECTION, MEMORY_PART, MEMORY_MERGE -> false;
      case CONSTANT, SYMBOL, STACK_SLOT, NEVER, UNREACHABLE -> false;
      default -> true;
    };
  }

  private void emitNode(int block, Node node) {
    switch (node.op()) {
      case PHI, PARAMETER, INITIAL_MEMORY, PROJECTION, MEMORY_PART, MEMORY_MERGE -> {}
      case CONSTANT, SYMBOL, STACK_SLOT -> {}
      case LOAD -> emitLoad(node, node.type(), node);
      case VOLATILE_LOAD -> {
        Node value = node.projection(1);
        // It reads memory even if nobody wants the value.
        emitLoad(
            node,
            value == null ? Type.ofBytes(Access.size(node.immediate())) : value.type(),
            value == null ? node : value);
      }
      case STORE -> {
        Type type = node.value(1).type();
        int store = Code.store(type);
        emit(node, store, register(node.value(0)), register(node.value(1)));
        if (store == Code.STORE_OTHER) {
          emit(node, type.ordinal());
        }
      }
      case MEMORY_COPY, MEMORY_FILL ->
          emit(
              node,
              node.op() == Op.MEMORY_COPY ? Code.COPY : Code.FILL,
              register(node.value(0)),
              register(node.value(1)),
              Access.size(node.immediate()));
      case CALL -> emitCall(node);
      case GUARD -> {
        emit(node, Code.GUARD, register(node.value(0)), stops.size());
        stops.add(
            new ScheduledFunction.Stopping(
                node, TrapKind.GUARD, node.immediate(), "a guard does not hold"));
      }
      case IF -> {
        emit(node, Code.BRANCH, register(node.value(0)));
        emitTarget(node, flow.successor(block, 1));
        emitTarget(node, flow.successor(block, 0));
      }
      case SWITCH -> {
        emit(node, Code.SWITCH, register(node.value(0)), tables.size());
        tables.add((SwitchTable) Objects.requireNonNull(node.attribute()));
        for (int i = 0; i < flow.successorCount(block); i++) {
          emitTarget(node, flow.successor(block, i));
        }
      }
      case NEVER -> {
        emit(node, Code.JUMP);
        emitTarget(node, flow.successor(block, 0));
      }
      case RETURN -> {
        emit(node, Code.RETURN, node.valueCount());
        for (int i = 0; i < node.valueCount(); i++) {
          emit(node, register(node.value(i)));
        }
      }
      case TRAP -> emitStop(node, TrapKind.TRAP, node.immediate(), "trap code " + node.immediate());
      case UNREACHABLE ->
          emitStop(node, TrapKind.UNREACHABLE, 0, "control came to an unreachable place");
      default -> emitPure(node);
    }
  }

  private void emitStop(Node node, TrapKind kind, long detail, String text) {
    emit(node, Code.STOP, stops.size());
    stops.add(new ScheduledFunction.Stopping(node, kind, detail, text));
  }

  private void emitLoad(Node node, Type type, Node result) {
    int load = Code.load(type);
    emit(node, load, register(result), register(node.value(0)));
    if (load == Code.LOAD_OTHER) {
      emit(node, type.ordinal());
    }
  }

  private void emitPure(Node node) {
    if (node.op().isVector() || node.type() == Type.V128) {
      emitVector(node);
      return;
    }
    int values = node.valueCount();
    Type operandType = node.value(values == 3 ? 1 : 0).type();
    int operation = Code.of(node.op(), node.type(), operandType);
    emit(node, operation, register(node));
    for (int i = 0; i < values; i++) {
      emit(node, register(node.value(i)));
    }
    if (operation == Code.GENERIC) {
      for (int i = values; i < 3; i++) {
        emit(node, register(node.value(0)));
      }
      emit(node, operations.size());
      operations.add(
          new ScheduledFunction.Operation(
              node.op(), 0, node.type(), operandType, node.op().mayTrap()));
    }
  }

  private void emitVector(Node node) {
    emit(node, Code.VECTOR, register(node));
    for (int i = 0; i < 3; i++) {
      emit(node, register(node.value(i < node.valueCount() ? i : 0)));
    }
    emit(node, operations.size());
    operations.add(
        new ScheduledFunction.Operation(
            node.op(), node.immediate(), node.type(), node.value(0).type(), false));
  }

  private void emitCall(Node node) {
    CallDescriptor descriptor = (CallDescriptor) Objects.requireNonNull(node.attribute());
    int from = descriptor.isIndirect() ? 1 : 0;
    int[] arguments = new int[node.valueCount() - from];
    Type[] types = new Type[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = register(node.value(from + i));
      types[i] = node.value(from + i).type();
    }
    int address = from == 1 ? register(node.value(0)) : -1;
    int results = descriptor.signature().results().size();
    emit(node, Code.CALL, sites.size(), results);
    sites.add(new ScheduledFunction.Site(descriptor, arguments, types, address));
    int first = size;
    for (int i = 0; i < results; i++) {
      emit(node, -1);
    }
    for (int i = 0; i < node.useCount(); i++) {
      Node user = node.user(i);
      if (user.op() == Op.PROJECTION && user.immediate() >= 2 && registerOf[user.id()] >= 0) {
        code[first + (int) user.immediate() - 2] = register(user);
      }
    }
  }

  // ------------------------------------------------------------------- edges

  private void emitGoto(int block) {
    int target = flow.successor(block, 0);
    int edge = flow.predecessorIndex(block, 0);
    List<Node> phis = new ArrayList<>();
    int moves = 0;
    for (int i = 0; i < schedule.size(target); i++) {
      Node node = schedule.node(target, i);
      if (node.op() == Op.PHI && node.type() != Type.MEM) {
        phis.add(node);
        moves += takesTwo(node) ? 2 : 1;
      }
    }
    Node head = flow.head(target);
    emitMoves(head, phis, moves, edge);
    emit(head, Code.JUMP);
    emitTarget(head, target);
  }

  /** All phis change at once: the moves are ordered, and cycles broken by one more register. */
  private void emitMoves(Node head, List<Node> phis, int moves, int edge) {
    int[] targets = new int[moves];
    int[] sources = new int[moves];
    int count = 0;
    for (Node phi : phis) {
      for (int half = 0; half < (takesTwo(phi) ? 2 : 1); half++) {
        targets[count] = register(phi) + half;
        sources[count] = register(phi.input(edge + 1)) + half;
        if (targets[count] != sources[count]) {
          readers[sources[count]]++;
          writer[targets[count]] = ++count;
        }
      }
    }
    int[] ready = new int[count];
    int readyCount = 0;
    for (int i = 0; i < count; i++) {
      if (readers[targets[i]] == 0) {
        ready[readyCount++] = i;
      }
    }
    boolean[] done = new boolean[count];
    while (readyCount > 0) {
      int i = ready[--readyCount];
      emit(head, Code.MOVE, targets[i], sources[i]);
      done[i] = true;
      if (--readers[sources[i]] == 0 && writer[sources[i]] > 0) {
        ready[readyCount++] = writer[sources[i]] - 1;
      }
    }
    // What is left are cycles, each register of them read once.
    for (int i = 0; i < count; i++) {
      if (!done[i]) {
        int saved = targets[i];
        emit(head, Code.MOVE, spareRegister(), saved);
        int at = i;
        while (sources[at] != saved) {
          emit(head, Code.MOVE, targets[at], sources[at]);
          done[at] = true;
          at = writer[sources[at]] - 1;
        }
        emit(head, Code.MOVE, targets[at], spareRegister());
        done[at] = true;
      }
    }
    for (int i = 0; i < count; i++) {
      readers[sources[i]] = 0;
      writer[targets[i]] = 0;
    }
  }

  private int spareRegister() {
    if (spare < 0) {
      spare = registerCount++;
    }
    return spare;
  }
}
