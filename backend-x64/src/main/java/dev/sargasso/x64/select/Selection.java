package dev.sargasso.x64.select;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.Type;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What all parts of the selector share while they work on one function: which nodes are wanted in
 * registers, where in the block we are, and the machine function that grows, each block from its
 * last instruction to its first. Whoever emits several instructions emits the last one first.
 */
final class Selection {
  /** Uses of an address that are looked at before it is taken to have others. */
  private static final int MOST_USES = 8;

  final MachineFunction out = new MachineFunction("");
  CpuFeatures features = CpuFeatures.BASELINE;
  SymbolScope scope = SymbolScope.EVERYTHING_FAR;
  private @Nullable Function function;
  private @Nullable Schedule schedule;
  private @Nullable LoopTree loops;

  /** By node id: the virtual register, or -1 as long as nobody wants it. */
  private int[] registerOf = new int[0];

  /** By node id, for the loads of the current block: the place where the memory they read ends. */
  private int[] killedAt = new int[0];

  /** By node id: some instruction takes the value from any register, not a certain one. */
  private boolean[] usedAnywhere = new boolean[0];

  /** By node id: the phi's register may have bits set above the width of its type. */
  private boolean[] dirtyPhi = new boolean[0];

  private @Nullable Node[] phiQueue = new Node[16];

  /** By the index of a stack slot: some instruction refers to it. */
  private boolean[] usedSlots = new boolean[0];

  private int[] killOfClass = new int[0];
  private int[] killBlock = new int[0];

  private int block;
  private int position;
  private int origin;

  /** Starts another function. */
  void reset(
      Function newFunction, Schedule newSchedule, CpuFeatures newFeatures, SymbolScope newScope) {
    function = newFunction;
    schedule = newSchedule;
    loops = newSchedule.controlFlow().loops();
    features = newFeatures;
    scope = newScope;
    origin = -1;
    out.reset(newFunction.name());
    int ids = newFunction.graph().idLimit();
    if (registerOf.length < ids) {
      registerOf = new int[ids + ids / 2];
      killedAt = new int[registerOf.length];
      dirtyPhi = new boolean[registerOf.length];
      usedAnywhere = new boolean[registerOf.length];
    }
    Arrays.fill(registerOf, 0, ids, -1);
    Arrays.fill(dirtyPhi, 0, ids, false);
    Arrays.fill(usedAnywhere, 0, ids, false);
    int slots = newFunction.slots().size();
    if (usedSlots.length < slots) {
      usedSlots = new boolean[2 * slots];
    }
    Arrays.fill(usedSlots, 0, slots, false);
    int classes = newFunction.aliasClassCount();
    if (killOfClass.length < classes) {
      killOfClass = new int[2 * classes];
      killBlock = new int[2 * classes];
    }
    Arrays.fill(killBlock, 0, classes, -1);
  }

  Function function() {
    return function;
  }

  Schedule schedule() {
    return schedule;
  }

  ControlFlow flow() {
    return schedule.controlFlow();
  }

  /** Notes that an instruction refers to a stack slot. */
  void markUsed(StackSlot slot) {
    usedSlots[slot.index()] = true;
  }

  /** Whether any instruction refers to a stack slot. */
  boolean isUsed(StackSlot slot) {
    return usedSlots[slot.index()];
  }

  // --------------------------------------------------------------- positions

  /** Starts a block: notes for each load where the memory that it reads is overwritten. */
  void enterBlock(int newBlock) {
    block = newBlock;
    int killAll = Integer.MAX_VALUE;
    for (int i = schedule.size(newBlock) - 1; i >= 0; i--) {
      Node node = schedule.node(newBlock, i);
      switch (node.op()) {
        case LOAD -> {
          int kind = Access.aliasClass(node.immediate());
          killedAt[node.id()] =
              killBlock[kind] == newBlock ? Math.min(killAll, killOfClass[kind]) : killAll;
        }
        case STORE, VOLATILE_LOAD, MEMORY_COPY, MEMORY_FILL -> {
          int kind = Access.aliasClass(node.immediate());
          killOfClass[kind] = i;
          killBlock[kind] = newBlock;
        }
        case CALL -> killAll = i;
        default -> {}
      }
    }
  }

  /** Moves to the node at a place of the current block, for which code is emitted next. */
  void enterNode(Node node, int newPosition) {
    origin = node.id();
    position = newPosition;
  }

  /** The block that is being worked on. */
  int block() {
    return block;
  }

  /** Whether a node stands in the current block. */
  boolean isHere(Node node) {
    return schedule.blockOf(node) == block;
  }

  /** Whether a node has one use and stands in the current block. */
  boolean isSingleHere(Node node) {
    return node.useCount() == 1 && isHere(node);
  }

  /**
   * Whether computing the node anew at the current place costs no more than keeping its value: it
   * has one use, and would not be moved into a deeper loop.
   */
  boolean isSinkable(Node node) {
    return node.useCount() == 1
        && (isHere(node) || loops.depth(schedule.blockOf(node)) >= loops.depth(block));
  }

  /**
   * Whether a node stands in the innermost loop around the current place and is nothing but a part
   * of addresses, so that it need not be computed if all who use it take it in.
   */
  boolean isAddressInLoop(Node node) {
    return loops.loopOf(schedule.blockOf(node)) == loops.loopOf(block) && isAddressPart(node, 2);
  }

  private static boolean isAddressPart(Node node, int depth) {
    if (node.useCount() > MOST_USES) {
      return false;
    }
    for (int i = 0; i < node.useCount(); i++) {
      Node user = node.user(i);
      boolean address =
          switch (user.op()) {
            case LOAD, STORE, VOLATILE_LOAD -> node.userSlot(i) == user.op().firstValue();
            case OFFSET -> depth > 0 && isAddressPart(user, depth - 1);
            default -> false;
          };
      if (!address) {
        return false;
      }
    }
    return true;
  }

  /** Whether a load of one use can be done at the current place instead of where it stands. */
  boolean canMoveHere(Node load) {
    return load.op() == Op.LOAD && isSingleHere(load) && position <= killedAt[load.id()];
  }

  // --------------------------------------------------------------- registers

  /** The node whose register a node shares since its bits are the same. */
  Node representative(Node node) {
    Node at = node;
    while (true) {
      switch (at.op()) {
        case TRUNCATE -> {
          if (at.type() == Type.I1) {
            return at;
          }
        }
        case BITCAST -> {
          if (!at.type().isGeneral() || !at.value(0).type().isGeneral()) {
            return at;
          }
        }
        case ZERO_EXTEND -> {
          if (!isZeroAbove(at.value(0))) {
            return at;
          }
        }
        case SIGN_EXTEND -> {
          if (!isNonNegative(at.value(0)) || !isZeroAbove(at.value(0))) {
            return at;
          }
        }
        default -> {
          return at;
        }
      }
      at = at.value(0);
    }
  }

  /** Whether some instruction that was emitted wants the node's value in a register. */
  boolean isWanted(Node node) {
    return registerOf[node.id()] >= 0;
  }

  /** Whether some instruction takes the node's value from whatever register it is in. */
  boolean isUsedAnywhere(Node node) {
    return usedAnywhere[node.id()];
  }

  /** Notes that a value is taken from whatever register it is in. */
  void markUsedAnywhere(Node node) {
    usedAnywhere[node.id()] = true;
  }

  /** The register that a node's own instruction defines. */
  int ownRegister(Node node) {
    return registerOf[node.id()];
  }

  /** The register that holds a node's value; from now on the value is wanted. */
  int register(Node node) {
    Node at = representative(node);
    int register = registerOf[at.id()];
    if (register < 0) {
      register = newRegister(at.type());
      registerOf[at.id()] = register;
    }
    return register;
  }

  /** A new register for a value of a type. */
  int newRegister(Type type) {
    return out.newRegister(registerClass(type), registerBytes(type));
  }

  /** A scratch register or an intermediate value in a general register. */
  int newGeneral(int bytes) {
    return out.newRegister(PhysicalRegister.GENERAL, bytes);
  }

  /** The class of registers that hold values of a type. */
  static int registerClass(Type type) {
    return type.isGeneral() ? PhysicalRegister.GENERAL : PhysicalRegister.VECTOR;
  }

  /** Bytes of a value that must survive a spill; narrow integers fill four. */
  static int registerBytes(Type type) {
    return Math.max(4, type.bytes());
  }

  /** The width at which arithmetic on a type is done: narrow integers are computed in 32 bits. */
  static int width(Type type) {
    return type.bits() == 64 ? 64 : 32;
  }

  // ------------------------------------------------------------- known zeros

  /**
   * Whether the bits above the node's width are zero in its register, up to bit 63. Constant time.
   */
  boolean isZeroAbove(Node node) {
    Type type = node.type();
    if (!type.isInteger() || type == Type.I64) {
      return !type.isFloat();
    }
    if (type == Type.I1) {
      return true;
    }
    boolean isI32 = type == Type.I32;
    return switch (node.op()) {
      case PARAMETER, TRUNCATE -> false;
      case PHI -> !dirtyPhi[node.id()];
      case PROJECTION -> node.input(0).op() == Op.VOLATILE_LOAD;
      case CONSTANT -> isI32 || node.immediate() >= 0;
      case LOAD, ZERO_EXTEND, SHR -> true;
      case AND -> isI32 || (node.value(1).isConstant() && node.value(1).immediate() >= 0);
      default -> isI32;
    };
  }

  /** Whether the sign is known to be zero. */
  private static boolean isNonNegative(Node node) {
    return node.type() != Type.I1
        && node.stamp() instanceof IntegerStamp stamp
        && stamp.isNonNegative();
  }

  /**
   * Finds the phis that one of their inputs may bring dirt into: at first all are taken to be
   * clean, then dirt spreads from phi to phi. Linear in the phis' inputs.
   */
  void findDirtyPhis() {
    int queued = 0;
    ControlFlow flow = flow();
    for (int at = 0; at < flow.count(); at++) {
      for (int i = 0; i < schedule.size(at); i++) {
        Node node = schedule.node(at, i);
        if (node.op() != Op.PHI) {
          break;
        }
        if (node.type().isInteger() && !dirtyPhi[node.id()] && hasDirtyInput(node)) {
          queued = markDirty(node, queued);
        }
      }
    }
    while (queued > 0) {
      Node dirty = phiQueue[--queued];
      for (int i = 0; i < dirty.useCount(); i++) {
        Node user = dirty.user(i);
        if (user.op() == Op.PHI && !dirtyPhi[user.id()] && user.type() == dirty.type()) {
          queued = markDirty(user, queued);
        }
      }
    }
  }

  private boolean hasDirtyInput(Node phi) {
    for (int i = 0; i < phi.valueCount(); i++) {
      if (!isZeroAbove(phi.value(i))) {
        return true;
      }
    }
    return false;
  }

  private int markDirty(Node phi, int queued) {
    dirtyPhi[phi.id()] = true;
    if (queued == phiQueue.length) {
      phiQueue = Arrays.copyOf(phiQueue, 2 * queued);
    }
    phiQueue[queued] = phi;
    return queued + 1;
  }

  // ---------------------------------------------------------------- emission

  /** Appends an instruction without operands. */
  int add(MachineOp operation, int width, int source) {
    return out.addInstruction(Opcode.of(operation, width, source), origin);
  }

  /** Appends an instruction with further bits in its opcode. */
  int add(MachineOp operation, int width, int source, int bits) {
    return out.addInstruction(Opcode.of(operation, width, source) | bits, origin);
  }

  /** Appends the use of a value in a register. */
  void use(Node node) {
    usedAnywhere[node.id()] = true;
    out.use(register(node));
  }

  /**
   * Appends the use of a value in a register, or in its spill slot if that is wide enough.
   *
   * @param bytes that the instruction reads
   */
  void useOrStack(Node node, int bytes) {
    usedAnywhere[node.id()] = true;
    useOrStack(register(node), bytes);
  }

  /** As {@link #useOrStack(Node, int)}, of a register. */
  void useOrStack(int register, int bytes) {
    if (out.width(register) >= bytes) {
      out.useRegisterOrStack(register);
    } else {
      out.use(register);
    }
  }

  /** Emits an integer constant into a register. */
  void constant(int register, long value, int width) {
    int made = add(MachineOp.INTEGER, width, Opcode.IMMEDIATE);
    out.setImmediate(made, width == 32 ? value & 0xFFFF_FFFFL : value);
    out.setFlags(made, MachineFunction.REMATERIALISABLE);
    out.define(register);
  }

  /** Emits an operation on one register operand. */
  void unary(MachineOp operation, int width, int result, int operand) {
    add(operation, width, Opcode.REGISTER);
    out.define(result);
    out.use(operand);
  }

  /**
   * Emits an operation on a register and an immediate, with the result in the operand's register.
   */
  void withImmediate(MachineOp operation, int width, int result, int operand, long immediate) {
    int made = add(operation, width, Opcode.IMMEDIATE);
    out.setImmediate(made, immediate);
    out.defineReuse(result, 1);
    out.use(operand);
  }

  /** Emits an operation on two registers, with the result in the first operand's register. */
  void inPlace(MachineOp operation, int width, int result, int operand, int other) {
    int made = add(operation, width, Opcode.REGISTER);
    out.defineReuse(result, 1);
    out.use(operand);
    out.use(other);
    if (operation.isCommutative() && out.width(operand) == out.width(other)) {
      out.setFlags(made, MachineFunction.COMMUTATIVE);
    }
  }

  /** Whether a constant fits the sign-extended 32-bit field of an instruction of a width. */
  static boolean fits(long value, int width) {
    return width <= 32 || value == (int) value;
  }
}
