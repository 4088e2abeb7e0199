package dev.sargasso.x64.select;

import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.CallFacts;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.type.Type;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Covers what moves control: entry, branches, switches, guards, calls, returns. */
final class ControlSelection {
  private final Selection selection;
  private final IntegerSelection integers;
  private final MemorySelection memory;
  private final ConditionMatcher condition;
  private final AddressMatcher address;
  private final CallingConvention convention = new CallingConvention();
  private final CallingConvention results = new CallingConvention();
  private final int[] calleeSaved = new int[CallingConvention.CALLEE_SAVED_COUNT];
  private @Nullable Node[] parameters = new Node[8];
  private int[] locations = new int[16];
  private int[] arrivals = new int[16];
  private int[] resultRegisters = new int[4];
  private int outgoingBytes;
  private boolean calls;

  /** The call that has become a jump in the block in work. */
  private @Nullable Node lastCall;

  ControlSelection(Selection selection, IntegerSelection integers, MemorySelection memory) {
    this.selection = selection;
    this.integers = integers;
    this.memory = memory;
    condition = new ConditionMatcher(selection);
    address = new AddressMatcher(selection);
  }

  /** Starts another function. */
  void reset() {
    outgoingBytes = 0;
    calls = false;
    lastCall = null;
    for (int i = 0; i < calleeSaved.length; i++) {
      calleeSaved[i] = selection.newGeneral(8);
    }
  }

  /** Bytes of the largest area for outgoing arguments. */
  int outgoingBytes() {
    return outgoingBytes;
  }

  /** Whether there is a call. */
  boolean calls() {
    return calls;
  }

  // --------------------------------------------------------- entry and return

  /** The first instruction, and what takes parameters from the stack, which comes behind it. */
  void entry() {
    List<Signature.Parameter> declared = selection.function().signature().parameters();
    findParameters(declared.size());
    MachineFunction out = selection.out;
    convention.reset();
    for (int i = 0; i < declared.size(); i++) {
      Signature.Parameter parameter = declared.get(i);
      locations[i] =
          parameter.isByValue()
              ? ~convention.nextAggregate(parameter.byValueSize(), parameter.byValueAlignment())
              : convention.next(parameter.type());
      arrivals[i] = -1;
      Node node = parameters[i];
      if (node == null || !selection.isWanted(node)) {
        continue;
      }
      int register = selection.ownRegister(node);
      if (locations[i] < 0) {
        incoming(parameter, ~locations[i], register);
      } else if (parameter.type() == Type.I1) {
        arrivals[i] = selection.newGeneral(4);
        selection.withImmediate(MachineOp.AND, 32, register, arrivals[i], 1L);
      } else {
        arrivals[i] = register;
      }
    }
    selection.add(MachineOp.ENTRY, 64, Opcode.REGISTER);
    for (int i = 0; i < declared.size(); i++) {
      if (arrivals[i] >= 0) {
        out.defineFixed(arrivals[i], locations[i]);
      }
    }
    for (int i = 0; i < calleeSaved.length; i++) {
      out.defineFixed(calleeSaved[i], CallingConvention.calleeSaved(i));
    }
  }

  private void findParameters(int count) {
    if (parameters.length < count) {
      parameters = new Node[2 * count];
    }
    if (locations.length < count) {
      locations = new int[2 * count];
    }
    if (arrivals.length < count) {
      arrivals = new int[2 * count];
    }
    Arrays.fill(parameters, null);
    for (int i = 0; i < selection.schedule().size(0); i++) {
      Node node = selection.schedule().node(0, i);
      if (node.op() == Op.PARAMETER) {
        parameters[(int) node.immediate()] = node;
      }
    }
  }

  /** A parameter in the caller's frame; of an aggregate, its address. */
  private void incoming(Signature.Parameter parameter, int offset, int register) {
    Type type = parameter.type();
    address.setArea(Opcode.INCOMING, offset);
    MachineOp operation =
        parameter.isByValue()
            ? MachineOp.LEA
            : switch (type) {
              case F32 -> MachineOp.MOVSS;
              case F64 -> MachineOp.MOVSD;
              case V128 -> MachineOp.MOVUPS;
              default -> MachineOp.MOV;
            };
    int result = register;
    if (type == Type.I1) {
      result = selection.newGeneral(4);
      selection.withImmediate(MachineOp.AND, 32, register, result, 1L);
    }
    int made = selection.add(operation, Selection.width(type), Opcode.MEMORY, address.bits());
    selection.out.define(result);
    address.append(made, 0, 0);
    selection.out.setFlags(made, MachineFunction.REMATERIALISABLE);
  }

  /**
   * RETURN behind a call that may become a jump, if that call passes everything in registers. It
   * then stands for both.
   */
  boolean leaveByCall(Node exit) {
    Node call = lastCall(exit);
    if (call == null) {
      return false;
    }
    CallDescriptor descriptor = (CallDescriptor) Objects.requireNonNull(call.attribute());
    int first = descriptor.isIndirect() ? 1 : 0;
    int count = call.valueCount() - first;
    if (!locate(call, descriptor, first, count)) {
      return false;
    }
    lastCall = call;
    MachineFunction out = selection.out;
    boolean variadic = descriptor.signature().variadic();
    int vectorCount = variadic ? selection.newGeneral(4) : -1;
    int vectors = convention.vectorCount();
    String symbol = symbolOf(call, descriptor);
    int made =
        selection.add(MachineOp.LAST_CALL, 64, symbol == null ? Opcode.REGISTER : Opcode.IMMEDIATE);
    if (symbol == null) {
      // No argument is passed in it, and it is not one that has to be handed back.
      out.useFixed(selection.register(call.value(0)), PhysicalRegister.R11);
    } else {
      out.setAttribute(made, symbol);
    }
    for (int i = 0; i < count; i++) {
      out.useFixed(selection.register(call.value(first + i)), locations[i]);
    }
    if (vectorCount >= 0) {
      out.useFixed(vectorCount, PhysicalRegister.RAX);
    }
    useCalleeSaved();
    if (vectorCount >= 0) {
      selection.constant(vectorCount, vectors, 32);
    }
    return true;
  }

  /** The call whose results are just what {@code exit} returns, if it is said to be the last. */
  private static @Nullable Node lastCall(Node exit) {
    Node behind = exit.input(0);
    Node call = behind.op() == Op.PROJECTION ? behind.input(0) : behind;
    if (call.op() != Op.CALL
        || !CallFacts.has(call, CallFacts.LAST)
        || !isProjection(exit.memory(), call, 1)) {
      return null;
    }
    for (int i = 0; i < exit.valueCount(); i++) {
      if (!isProjection(exit.value(i), call, 2 + i)) {
        return null;
      }
    }
    return call;
  }

  private static boolean isProjection(Node node, Node call, int index) {
    return node.op() == Op.PROJECTION && node.input(0) == call && node.immediate() == index;
  }

  /** RETURN. */
  void leave(Node node) {
    MachineFunction out = selection.out;
    selection.add(MachineOp.RETURN, 64, Opcode.REGISTER);
    convention.reset();
    for (int i = 0; i < node.valueCount(); i++) {
      Node value = node.value(i);
      out.useFixed(selection.register(value), resultRegister(value.type()));
    }
    useCalleeSaved();
  }

  private void useCalleeSaved() {
    for (int i = 0; i < calleeSaved.length; i++) {
      selection.out.useFixed(calleeSaved[i], CallingConvention.calleeSaved(i));
    }
  }

  private int resultRegister(Type type) {
    int register = convention.nextResult(type);
    if (register < 0) {
      throw new IllegalArgumentException(
          "more results than registers for them: at most two integers and two floats");
    }
    return register;
  }

  // ---------------------------------------------------------------- branches

  /** To the only successor. */
  void jump() {
    selection.add(MachineOp.JUMP, 64, Opcode.REGISTER);
  }

  /**
   * IF.
   *
   * @return the node that had better be computed right before the branch, because the flags that it
   *     leaves are those that the branch asks for; or null
   */
  @Nullable Node branch(Node node) {
    Node truth = node.value(0);
    condition.match(truth, truth.useCount() == 1);
    Node compared = condition.flagSource(truth);
    condition.append(condition.add(MachineOp.BRANCH, 0));
    return compared != null && canBeLast(compared, truth) ? compared : null;
  }

  /** Whether nothing in the block but the branch needs a node that stands in the block. */
  private boolean canBeLast(Node node, Node truth) {
    if (!selection.isHere(node) || selection.representative(node) != node || node.useCount() > 8) {
      return false;
    }
    for (int i = 0; i < node.useCount(); i++) {
      Node user = node.user(i);
      if (user != truth && user.op() != Op.PHI && selection.isHere(user)) {
        return false;
      }
    }
    return true;
  }

  /** GUARD. */
  void guard(Node node) {
    Node truth = node.value(0);
    condition.match(truth, truth.useCount() == 1);
    condition.append(condition.add(MachineOp.GUARD, 0));
  }

  /** TRAP and UNREACHABLE. */
  void trap() {
    selection.add(MachineOp.TRAP, 64, Opcode.REGISTER);
  }

  /** SWITCH. */
  void switchBy(Node node) {
    Node value = node.value(0);
    SwitchTable table = (SwitchTable) Objects.requireNonNull(node.attribute());
    Type type = value.type();
    boolean narrow = type == Type.I8 || type == Type.I16;
    int register = narrow ? integers.widened(value, true) : selection.register(value);
    MachineFunction out = selection.out;
    boolean clean = type == Type.I64 || (type == Type.I32 && selection.isZeroAbove(value));
    int made =
        selection.add(
            MachineOp.SWITCH,
            Selection.width(type),
            Opcode.REGISTER,
            clean ? Opcode.ZERO_ABOVE : 0);
    out.setAttribute(made, table);
    out.use(register);
    out.defineEarly(selection.newGeneral(8));
    out.defineEarly(selection.newGeneral(8));
    if (narrow) {
      integers.widen(value, true, register);
    }
  }

  // ------------------------------------------------------------------- calls

  /** CALL. */
  void call(Node node) {
    if (node == lastCall) {
      return;
    }
    calls = true;
    CallDescriptor descriptor = (CallDescriptor) Objects.requireNonNull(node.attribute());
    Signature signature = descriptor.signature();
    int first = descriptor.isIndirect() ? 1 : 0;
    int count = node.valueCount() - first;
    locate(node, descriptor, first, count);
    outgoingBytes = Math.max(outgoingBytes, (convention.stackBytes() + 15) & -16);
    int vectorCount = signature.variadic() ? selection.newGeneral(4) : -1;
    int vectors = convention.vectorCount();
    emitCall(node, descriptor, first, count, vectorCount);
    if (vectorCount >= 0) {
      selection.constant(vectorCount, vectors, 32);
    }
    for (int i = count - 1; i >= 0; i--) {
      if (locations[i] < 0) {
        passOnStack(node.value(first + i), ~locations[i], i, signature);
      }
    }
  }

  /** Finds where arguments go; returns whether all of them go to registers. */
  private boolean locate(Node call, CallDescriptor descriptor, int first, int count) {
    List<Signature.Parameter> declared = descriptor.signature().parameters();
    if (locations.length < count) {
      locations = new int[2 * count];
    }
    convention.reset();
    for (int i = 0; i < count; i++) {
      Signature.@Nullable Parameter parameter = i < declared.size() ? declared.get(i) : null;
      locations[i] =
          parameter != null && parameter.isByValue()
              ? ~convention.nextAggregate(parameter.byValueSize(), parameter.byValueAlignment())
              : convention.next(call.value(first + i).type());
    }
    return convention.stackBytes() == 0;
  }

  /** The function that is called by name; null for one whose address is computed. */
  private static @Nullable String symbolOf(Node call, CallDescriptor descriptor) {
    String symbol = descriptor.symbol();
    return symbol == null && call.value(0).op() == Op.SYMBOL
        ? (String) Objects.requireNonNull(call.value(0).attribute())
        : symbol;
  }

  private void passOnStack(Node argument, int offset, int index, Signature signature) {
    List<Signature.Parameter> declared = signature.parameters();
    if (index < declared.size() && declared.get(index).isByValue()) {
      memory.copyToOutgoing(argument, declared.get(index).byValueSize(), offset);
    } else {
      memory.storeOutgoing(argument, offset);
    }
  }

  private void emitCall(
      Node node, CallDescriptor descriptor, int first, int count, int vectorCount) {
    MachineFunction out = selection.out;
    truthResults(node, descriptor.signature());
    String symbol = symbolOf(node, descriptor);
    Node callee = symbol == null ? node.value(0) : null;
    boolean fromMemory = callee != null && selection.canMoveHere(callee);
    int bits = 0;
    int source = callee == null ? Opcode.IMMEDIATE : Opcode.REGISTER;
    if (fromMemory && callee != null) {
      address.matchMemory(callee.value(0));
      bits = address.bits();
      source = Opcode.MEMORY;
    }
    int made = selection.add(MachineOp.CALL, 64, source, bits);
    out.setClobbers(made, CallingConvention.CALLER_SAVED);
    if (symbol != null) {
      out.setAttribute(made, symbol);
    }
    defineResults(node, descriptor.signature());
    if (callee != null && !fromMemory) {
      selection.use(callee);
    }
    for (int i = 0; i < count; i++) {
      if (locations[i] >= 0) {
        out.useFixed(selection.register(node.value(first + i)), locations[i]);
      }
    }
    if (vectorCount >= 0) {
      out.useFixed(vectorCount, PhysicalRegister.RAX);
    }
    if (fromMemory) {
      address.append(made, 0, 0);
    }
  }

  /** Truth values come back with anything above their lowest bit. */
  private void truthResults(Node call, Signature signature) {
    int count = signature.results().size();
    if (resultRegisters.length < count) {
      resultRegisters = new int[2 * count];
    }
    for (int i = 0; i < count; i++) {
      Node projection = call.projection(2 + i);
      boolean wanted = projection != null && selection.isWanted(projection);
      resultRegisters[i] = wanted && projection != null ? selection.ownRegister(projection) : -1;
      if (wanted && signature.results().get(i) == Type.I1) {
        int raw = selection.newGeneral(4);
        selection.withImmediate(MachineOp.AND, 32, resultRegisters[i], raw, 1L);
        resultRegisters[i] = raw;
      }
    }
  }

  private void defineResults(Node call, Signature signature) {
    results.reset();
    for (int i = 0; i < signature.results().size(); i++) {
      int physical = results.nextResult(signature.results().get(i));
      if (physical < 0) {
        throw new IllegalArgumentException(
            call
                + " has more results than registers for them: at most two integers and two floats");
      }
      if (resultRegisters[i] >= 0) {
        selection.out.defineFixed(resultRegisters[i], physical);
      }
    }
  }
}
