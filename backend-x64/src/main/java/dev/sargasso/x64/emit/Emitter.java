package dev.sargasso.x64.emit;

import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.x64.encode.Assembler;
import dev.sargasso.x64.encode.Instruction;
import dev.sargasso.x64.encode.MachineCode;
import dev.sargasso.x64.encode.Register;
import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.Location;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;
import dev.sargasso.x64.machine.PhysicalRegister;
import dev.sargasso.x64.select.MachineOp;
import dev.sargasso.x64.select.Opcode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Emits one allocated function after another; its memory is reused. Linear in the function. */
public final class Emitter {
  /**
   * Blocks that run at least so often for each call, and are reached by jumps back in their loop
   * more often than from the block above, start at an aligned address.
   */
  private static final float HOT = 4;

  /** What the beginnings of loops are aligned to. */
  private static final int LINE = 16;

  /** Most bytes that this may take; half a line is enough otherwise. */
  private static final int MOST_PADDING = 10;

  private static final int PAGE = 4096;
  private static final int WORD = 8;

  /** Items behind one that are looked at to find out whether anybody needs what it makes. */
  private static final int SOON = 24;

  private final boolean small;
  private final Assembler assembler;
  private final SavedRegisters saved = new SavedRegisters();
  private final Frame frame = new Frame(saved);
  private final Operands operands;
  private final Comparisons comparisons;
  private final InstructionEmitter instructions;
  private final SwitchEmitter switches;
  private final Unwinding unwinding;

  private IntFunction<String> remarks = node -> "";
  private FrameNeeds needs;
  private @Nullable AllocatedFunction allocated;
  private @Nullable MachineFunction function;

  /** By block: where a jump to it really leads; and the block that is emitted after it. */
  private int[] destination = new int[16];

  private int[] following = new int[16];
  private int[] labels = new int[16];

  /** By block: how often it is reached by jumps back, less how often from the block above. */
  private float[] comingBack = new float[16];

  private int[] switchLabels = new int[16];

  private int[] trapLabels = new int[16];
  private int[] trapNodes = new int[16];
  private int trapCount;
  private int markedNode;

  /** Where a loop was aligned last. */
  private int aligned;

  /**
   * Without a function in work.
   *
   * @param tracing whether the code keeps what it needs to be listed
   * @param small whether code should rather be small than fast
   */
  @SuppressWarnings("NullAway.Init")
  public Emitter(boolean tracing, boolean small) {
    this.small = small;
    assembler = new Assembler(tracing);
    operands = new Operands(assembler, frame);
    comparisons = new Comparisons(assembler, operands);
    instructions = new InstructionEmitter(assembler, operands, comparisons, small);
    switches = new SwitchEmitter(assembler);
    unwinding = new Unwinding(assembler, frame);
  }

  /** What the selector knows of the frame that the function needs. */
  public interface FrameNeeds {
    /** The function's stack slots. */
    List<StackSlot> slots();

    /** Whether any instruction refers to the slot. */
    boolean isUsed(StackSlot slot);

    /** Bytes for arguments to functions that are called. */
    int outgoingBytes();

    /** Whether any function is called. */
    boolean calls();

    /** Which values are live into a block, for the listing; empty to leave that out. */
    default String liveInto(int block) {
      return "";
    }
  }

  /** As the other {@code emit}, without remarks in the listing. */
  public MachineCode emit(
      AllocatedFunction newAllocated, FrameNeeds needs, @Nullable String constantsSymbol) {
    return emit(newAllocated, needs, node -> "", constantsSymbol);
  }

  /**
   * Emits a function. The marks of the code are ids of nodes: from a mark's offset on, the code
   * comes from that node.
   *
   * @param newRemarks says for the listing what a node is; asked only if the code is traced
   * @param constantsSymbol the local symbol that names the function's constants, or null to keep
   *     them with the code
   * @throws IllegalArgumentException if the frame would be too large
   */
  public MachineCode emit(
      AllocatedFunction newAllocated,
      FrameNeeds newNeeds,
      IntFunction<String> newRemarks,
      @Nullable String constantsSymbol) {
    remarks = newRemarks;
    needs = newNeeds;
    allocated = newAllocated;
    function = newAllocated.function();
    Predicate<StackSlot> used = needs::isUsed;
    saved.analyse(newAllocated);
    frame.layOut(newAllocated, needs.slots(), used, needs.outgoingBytes(), needs.calls());
    operands.reset(newAllocated);
    assembler.reset();
    if (small) {
      assembler.startAt(1);
    }
    unwinding.begin(newAllocated);
    trapCount = 0;
    markedNode = -1;
    aligned = -LINE;
    try {
      prepareBlocks();
      for (int block = 0; block < function().blockCount(); block++) {
        if (block == 0 || !isEmpty(block)) {
          emitBlock(block);
        }
      }
      emitTraps();
      return constantsSymbol == null ? assembler.finish() : assembler.finish(constantsSymbol);
    } finally {
      allocated = null;
      function = null;
    }
  }

  /** Bytes of the last function's frame, without the return address. */
  public int frameBytes() {
    return frame.size();
  }

  /**
   * Whether the place of a slot of the last function does not depend on how the stack is aligned.
   */
  public boolean isPlaced(StackSlot slot) {
    return frame.ofAlignedSlot(slot) == frame.ofSlot(slot);
  }

  /** The distance of a slot of the last function from the canonical frame address. */
  public int distanceFromFrame(StackSlot slot) {
    return frame.ofSlot(slot) - frame.ofIncoming();
  }

  /** Bytes of the last function's stack slots. */
  public int slotBytes() {
    return frame.slotBytes();
  }

  /** How many places of the last function can trap by intent. */
  public int trapCount() {
    return trapCount;
  }

  /** The label of a trap's instruction. */
  public int trapLabel(int trap) {
    return trapLabels[trap];
  }

  /** The node that a trap comes from. */
  public int trapNode(int trap) {
    return trapNodes[trap];
  }

  private MachineFunction function() {
    return Objects.requireNonNull(function);
  }

  private AllocatedFunction allocated() {
    return Objects.requireNonNull(allocated);
  }

  // ------------------------------------------------------------------ blocks

  private void prepareBlocks() {
    MachineFunction machine = function();
    int blocks = machine.blockCount();
    if (destination.length < blocks) {
      destination = new int[2 * blocks];
      following = new int[2 * blocks];
      labels = new int[2 * blocks];
      comingBack = new float[2 * blocks];
    }
    for (int block = 0; block < blocks; block++) {
      labels[block] = assembler.label();
      destination[block] = -1;
      comingBack[block] = 0;
    }
    for (int block = 0; block < blocks; block++) {
      if (destination[block] < 0) {
        thread(block);
      }
    }
    int next = -1;
    for (int block = blocks - 1; block >= 0; block--) {
      following[block] = next;
      if (block > 0 && isEmpty(block)) {
        continue;
      }
      next = block;
      for (int i = 0; i < machine.successorCount(block); i++) {
        int to = destination[machine.successor(block, i)];
        if (to == following[block]) {
          comingBack[to] -= machine.frequency(block);
        } else if (to <= block && machine.loopDepth(block) >= machine.loopDepth(to)) {
          comingBack[to] += machine.frequency(block);
        }
      }
    }
  }

  /** Finds where a jump to a block leads, along a chain of blocks that only jump. */
  private void thread(int block) {
    int end = block;
    while (destination[end] == -1 && isIdle(end)) {
      destination[end] = -2;
      end = function().successor(end, 0);
    }
    // Back at a block of the same chain: an endless loop that does nothing stays one.
    int to = destination[end] >= 0 ? destination[end] : end;
    int at = block;
    while (destination[at] == -2 && at != to) {
      destination[at] = to;
      at = function().successor(at, 0);
    }
    destination[to] = to;
    // The rest of such a loop, if the chain entered it on the way.
    for (int rest = to; isIdle(rest); ) {
      rest = function().successor(rest, 0);
      if (destination[rest] != -2) {
        break;
      }
      destination[rest] = to;
    }
  }

  /** Whether a block does nothing but jump. */
  private boolean isIdle(int block) {
    AllocatedFunction code = allocated();
    int first = code.firstItem(block);
    return block > 0
        && code.endItem(block) == first + 1
        && code.item(first) >= 0
        && Opcode.operation(function().opcode(code.item(first))) == MachineOp.JUMP;
  }

  /** Whether all jumps to a block go past it. */
  private boolean isEmpty(int block) {
    return destination[block] != block;
  }

  private void emitBlock(int block) {
    MachineFunction machine = function();
    AllocatedFunction code = allocated();
    if (!small && comingBack[block] > 0 && machine.frequency(block) >= HOT) {
      alignLoop();
    }
    assembler.bind(labels[block]);
    instructions.forgetFlags();
    if (assembler.isTracing()) {
      assembler.comment(
          String.format(
              Locale.ROOT,
              "block %d, %.3g times a call, loop depth %d",
              block,
              machine.frequency(block),
              machine.loopDepth(block)));
      String live = needs.liveInto(block);
      if (!live.isEmpty()) {
        assembler.comment(live);
      }
    }
    if (block == 0) {
      enterFrame();
    }
    unwinding.enterBlock(block);
    boolean branches = machine.successorCount(block) == 2;
    for (int place = code.firstItem(block); place < code.endItem(block); place++) {
      int item = code.item(place);
      if (saved.isPop(code, item)) {
        continue;
      }
      if (item >= 0) {
        if (!isMadeInVain(block, place)) {
          emitInstruction(block, item);
        }
      } else if (!saved.isPush(code, item)) {
        emitEdit(~item, branches, place + 1 < code.endItem(block) ? code.item(place + 1) : -1);
      }
      unwinding.pass(item);
    }
  }

  /** Starts a line where that takes few bytes, unless one has just been started. */
  private void alignLoop() {
    if (assembler.position() - aligned >= LINE) {
      assembler.align(LINE, MOST_PADDING);
      assembler.align(LINE / 2, LINE / 2 - 1);
      aligned = assembler.position();
    }
  }

  /**
   * Emits what the allocator put in.
   *
   * @param branches whether a branch comes that may want the flags as they are
   * @param next the item that comes next
   */
  private void emitEdit(int edit, boolean branches, int next) {
    AllocatedFunction code = allocated();
    if (assembler.isTracing()) {
      assembler.comment(remark(code, edit));
    }
    boolean isVector = code.editClass(edit) == PhysicalRegister.VECTOR;
    switch (code.editKind(edit)) {
      case AllocatedFunction.MOVE ->
          instructions.move(
              code.editFrom(edit),
              code.editTo(edit),
              !isVector && isCutOff(code.editTo(edit), next) ? 4 : code.editWidth(edit),
              isVector);
      case AllocatedFunction.SWAP ->
          instructions.swap(code.editFrom(edit), code.editTo(edit), isVector);
      default -> {
        operands.enterAgain(code.editInstruction(edit), code.editTo(edit));
        instructions.emitAgain(branches);
      }
    }
  }

  /**
   * Whether an item is an instruction that makes its result of the lower half of what a general
   * register holds, in that register.
   */
  private boolean isCutOff(int register, int item) {
    if (item < 0) {
      return false;
    }
    MachineFunction machine = function();
    AllocatedFunction code = allocated();
    int opcode = machine.opcode(item);
    switch (Opcode.operation(opcode).shape()) {
      case BINARY, SHIFT, IN_PLACE -> {}
      default -> {
        return false;
      }
    }
    if (Opcode.width(opcode) != 32
        || machine.operandCount(item) < 2
        || !Operand.isDefinition(machine.operand(item, 0))
        || code.location(item, 0) != register
        || code.location(item, 1) != register) {
      return false;
    }
    for (int i = 2; i < machine.operandCount(item); i++) {
      if (code.location(item, i) == register) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether an item makes a value that the allocator made anew wherever it is needed: its register
   * gets another value soon, and nobody reads it before.
   */
  private boolean isMadeInVain(int block, int place) {
    AllocatedFunction code = allocated();
    MachineFunction machine = function();
    int item = code.item(place);
    if ((machine.flags(item) & MachineFunction.REMATERIALISABLE) == 0) {
      return false;
    }
    int location = code.location(item, 0);
    int end = Math.min(code.endItem(block), place + 1 + SOON);
    for (int at = place + 1; at < end; at++) {
      int other = code.item(at);
      if (other >= 0) {
        boolean written = ((machine.clobbers(other) >>> location) & 1) != 0;
        for (int i = 0; i < machine.operandCount(other); i++) {
          if (code.location(other, i) == location) {
            if (!Operand.isDefinition(machine.operand(other, i))) {
              return false;
            }
            written = true;
          }
        }
        if (written) {
          return true;
        }
      } else {
        int edit = ~other;
        boolean swaps = code.editKind(edit) == AllocatedFunction.SWAP;
        boolean moves = code.editKind(edit) == AllocatedFunction.MOVE;
        if ((swaps || moves) && code.editFrom(edit) == location) {
          return false;
        }
        if (code.editTo(edit) == location) {
          return !swaps;
        }
      }
    }
    return false;
  }

  /** What an edit is for, in the listing. */
  private String remark(AllocatedFunction code, int edit) {
    int from = code.editFrom(edit);
    int to = code.editTo(edit);
    return switch (code.editKind(edit)) {
      case AllocatedFunction.SWAP ->
          "exchange of " + Location.nameOf(from) + " and " + Location.nameOf(to);
      case AllocatedFunction.MOVE ->
          Location.isSlot(to)
              ? "spill of " + Location.nameOf(from) + " to slot " + Location.slotOf(to)
              : Location.isSlot(from)
                  ? "reload of slot " + Location.slotOf(from) + " to " + Location.nameOf(to)
                  : "copy of " + Location.nameOf(from) + " to " + Location.nameOf(to);
      default -> {
        int node = function().source(code.editInstruction(edit));
        yield "v" + node + " computed again, to " + Location.nameOf(to);
      }
    };
  }

  private void emitInstruction(int block, int instruction) {
    MachineFunction machine = function();
    int node = machine.source(instruction);
    if (node >= 0 && node != markedNode) {
      assembler.mark(node);
      markedNode = node;
      if (assembler.isTracing()) {
        String remark = remarks.apply(node);
        if (!remark.isEmpty()) {
          assembler.comment(remark);
        }
      }
    }
    operands.enter(instruction);
    switch (Opcode.operation(machine.opcode(instruction))) {
      case JUMP -> jump(block, machine.successor(block, 0));
      case BRANCH -> branch(block);
      case SWITCH -> switchTo(block);
      case GUARD -> guard();
      case TRAP -> trap();
      case RETURN -> leave(block);
      case LAST_CALL -> leaveByCall(block);
      default -> instructions.emit();
    }
  }

  // ----------------------------------------------------------------- control

  private void jump(int block, int successor) {
    int to = destination[successor];
    if (to == following[block]) {
      return;
    }
    if (onlyReturns(to)) {
      leave(to);
    } else {
      assembler.jump(labels[to]);
    }
  }

  /** Whether a block does nothing but return, so that it may stand in place of a jump to it. */
  private boolean onlyReturns(int block) {
    AllocatedFunction code = allocated();
    int first = code.firstItem(block);
    return saved.count() == 0
        && code.endItem(block) == first + 1
        && code.item(first) >= 0
        && Opcode.operation(function().opcode(code.item(first))) == MachineOp.RETURN;
  }

  private void branch(int block) {
    MachineFunction machine = function();
    int ifFalse = destination[machine.successor(block, 0)];
    int ifTrue = destination[machine.successor(block, 1)];
    if (ifFalse == ifTrue) {
      jump(block, ifTrue);
      return;
    }
    int condition = instructions.knownCondition(0);
    if (condition < 0) {
      comparisons.compareOnce(0);
      condition = Opcode.condition(operands.opcode());
    }
    boolean trueIsNext = ifTrue == following[block];
    boolean neitherIsNext = !trueIsNext && ifFalse != following[block];
    if (neitherIsNext) {
      // The likely way takes one jump, the other goes past it to a second.
      trueIsNext = machine.frequency(ifTrue) < machine.frequency(ifFalse);
    }
    comparisons.branch(condition, labels[ifTrue], labels[ifFalse], trueIsNext);
    if (neitherIsNext) {
      assembler.jump(labels[trueIsNext ? ifTrue : ifFalse]);
    }
  }

  private void switchTo(int block) {
    MachineFunction machine = function();
    int count = machine.successorCount(block);
    if (switchLabels.length < count) {
      switchLabels = new int[2 * count];
    }
    for (int i = 0; i < count; i++) {
      switchLabels[i] = labels[destination[machine.successor(block, i)]];
    }
    switches.emit(
        (SwitchTable) operands.attribute(),
        switchLabels,
        operands.width(),
        (operands.opcode() & Opcode.ZERO_ABOVE) != 0,
        operands.register(0),
        operands.register(1),
        operands.register(2));
  }

  private void guard() {
    comparisons.compare(0);
    instructions.forgetFlags();
    int trap = newTrap();
    int goOn = assembler.label();
    comparisons.branch(Opcode.condition(operands.opcode()), goOn, trap, true);
    assembler.bind(goOn);
  }

  private void trap() {
    int label = newTrap();
    assembler.bind(label);
    assembler.op(Instruction.UD2);
    trapNodes[trapCount - 1] = ~trapNodes[trapCount - 1];
  }

  private int newTrap() {
    if (trapCount == trapLabels.length) {
      trapLabels = Arrays.copyOf(trapLabels, 2 * trapCount);
      trapNodes = Arrays.copyOf(trapNodes, 2 * trapCount);
    }
    trapLabels[trapCount] = assembler.label();
    trapNodes[trapCount] = function().source(operands.instruction());
    unwinding.keepForTrap(trapCount);
    return trapLabels[trapCount++];
  }

  /** The traps of guards, behind everything else; those that stand in a block are there already. */
  private void emitTraps() {
    for (int i = 0; i < trapCount; i++) {
      if (trapNodes[i] < 0) {
        trapNodes[i] = ~trapNodes[i];
        continue;
      }
      assembler.mark(trapNodes[i]);
      assembler.bind(trapLabels[i]);
      unwinding.enterTrap(i);
      assembler.op(Instruction.UD2);
    }
  }

  // ------------------------------------------------------------------- frame

  /** Moves the stack pointer, touching every page on the way so that an overflow is noticed. */
  private void enterFrame() {
    for (int i = 0; i < saved.count(); i++) {
      assembler.r(Instruction.PUSH, 64, saved.register(i));
      unwinding.frameIs(Register.RSP, 8 * (i + 1));
    }
    int pushed = 8 * saved.count();
    int bytes = frame.adjustment();
    if (bytes == 0) {
      return;
    }
    int pages = bytes / PAGE;
    if (pages <= 4) {
      for (int i = 0; i < pages; i++) {
        assembler.ri(Instruction.SUB, 64, Register.RSP, PAGE);
        unwinding.frameIs(Register.RSP, pushed + (i + 1) * PAGE);
        assembler.mi(Instruction.OR, 32, Register.RSP, Register.NONE, 1, 0, 0);
      }
    } else {
      // Nothing but arguments and callee-saved registers is alive here.
      int end = Register.R11;
      int top = assembler.label();
      assembler.rm(Instruction.LEA, 64, end, Register.RSP, Register.NONE, 1, -pages * PAGE);
      unwinding.frameIs(end, pushed + pages * PAGE);
      assembler.bind(top);
      assembler.ri(Instruction.SUB, 64, Register.RSP, PAGE);
      assembler.mi(Instruction.OR, 32, Register.RSP, Register.NONE, 1, 0, 0);
      assembler.rr(Instruction.CMP, 64, Register.RSP, end);
      assembler.jumpIf(dev.sargasso.x64.encode.Condition.NOT_EQUAL, top);
    }
    int rest = bytes % PAGE;
    if (small && bytes == WORD) {
      // Any register: this takes a byte.
      assembler.r(Instruction.PUSH, 64, Register.RCX);
    } else if (rest == -Byte.MIN_VALUE) {
      assembler.ri(Instruction.ADD, 64, Register.RSP, -rest);
    } else if (rest != 0) {
      assembler.ri(Instruction.SUB, 64, Register.RSP, rest);
    }
  }

  private void leave(int block) {
    leaveFrame(block, true);
    assembler.op(Instruction.RET);
  }

  private void leaveByCall(int block) {
    leaveFrame(block, false);
    if (operands.source() == Opcode.IMMEDIATE) {
      assembler.jump((String) operands.attribute());
    } else {
      assembler.r(Instruction.JMP, 64, operands.register(operands.firstUse()));
    }
  }

  /**
   * Moves the stack pointer back and pops what was pushed.
   *
   * @param returns whether rcx is free, which holds no result but may hold an argument
   */
  private void leaveFrame(int block, boolean returns) {
    int bytes = frame.adjustment();
    if (bytes != 0) {
      if (small && returns && bytes == WORD) {
        assembler.r(Instruction.POP, 64, Register.RCX);
      } else if (bytes == -Byte.MIN_VALUE) {
        assembler.ri(Instruction.SUB, 64, Register.RSP, -bytes);
      } else {
        assembler.ri(Instruction.ADD, 64, Register.RSP, bytes);
      }
      unwinding.leave(8 * saved.count());
    }
    for (int i = saved.count() - 1; i >= 0; i--) {
      assembler.r(Instruction.POP, 64, saved.register(i));
      int item = saved.popItem(allocated(), block, i);
      if (item < 0) {
        unwinding.pass(item);
      }
      unwinding.leave(8 * i);
    }
  }
}
