package dev.sargasso.x64.select;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.type.Type;
import dev.sargasso.x64.machine.MachineFunction;
import org.jspecify.annotations.Nullable;

/**
 * Selects instructions for one function after another; its memory is reused. See the package for
 * how it goes about it. Linear in the schedule.
 */
public final class Selector {
  private final Selection selection = new Selection();
  private final IntegerSelection integers = new IntegerSelection(selection);
  private final BitSelection bits = new BitSelection(selection, integers);
  private final SingleBits singleBits = new SingleBits(selection);
  private final FloatSelection floats = new FloatSelection(selection);
  private final VectorSelection vectors = new VectorSelection(selection);
  private final MemorySelection memory = new MemorySelection(selection);
  private final ControlSelection control = new ControlSelection(selection, integers, memory);
  private final boolean small;
  private final BlockLayout layout;
  private final ConstantHomes homes = new ConstantHomes();
  private final Divisions divisions = new Divisions(selection);
  private int[] machineBlock = new int[0];

  /** A selector that has seen no function yet and prefers fast code. */
  public Selector() {
    this(false);
  }

  /**
   * A selector that has seen no function yet.
   *
   * @param small whether code should rather be small than fast
   */
  public Selector(boolean small) {
    this.small = small;
    layout = new BlockLayout(small);
  }

  /**
   * Makes the machine function.
   *
   * @param features what the processor can do beyond the baseline
   * @param scope which symbols the code can address directly
   * @return the machine function, which is good until the next call
   * @throws IllegalArgumentException if the function has more results than fit in registers
   */
  public MachineFunction select(
      Function function, Schedule schedule, CpuFeatures features, SymbolScope scope) {
    ControlFlow flow = schedule.controlFlow();
    selection.reset(function, schedule, features, scope);
    selection.findDirtyPhis();
    control.reset();
    layout.compute(schedule);
    homes.reset(flow);
    divisions.reset(flow.graph().idLimit());
    makeBlocks(flow);
    for (int block = flow.count() - 1; block >= 0; block--) {
      if (layout.isReached(block)) {
        selectBlock(block);
      }
    }
    selection.out.finish();
    return selection.out;
  }

  /** Bytes that the last function needs at the bottom of its frame for arguments to others. */
  public int outgoingBytes() {
    return control.outgoingBytes();
  }

  /** Whether the last function calls any. */
  public boolean calls() {
    return control.calls();
  }

  /** Whether the last function refers to a stack slot. */
  public boolean isUsed(StackSlot slot) {
    return selection.isUsed(slot);
  }

  private void makeBlocks(ControlFlow flow) {
    MachineFunction out = selection.out;
    if (machineBlock.length < flow.count()) {
      machineBlock = new int[2 * flow.count()];
    }
    for (int i = 0; i < layout.count(); i++) {
      int block = layout.block(i);
      machineBlock[block] =
          out.newBlock((float) flow.frequencies().frequency(block), flow.loops().depth(block));
      Schedule schedule = selection.schedule();
      for (int at = 0; at < schedule.size(block); at++) {
        Node node = schedule.node(block, at);
        if (node.op() != Op.PHI) {
          break;
        }
        if (node.type() != Type.MEM) {
          out.addParameter(machineBlock[block], selection.register(node));
        }
      }
    }
    for (int i = 0; i < layout.count(); i++) {
      int block = layout.block(i);
      for (int at = 0; at < layout.successorCount(block); at++) {
        out.addEdge(machineBlock[block], machineBlock[flow.successor(block, at)]);
      }
    }
  }

  private void selectBlock(int block) {
    Schedule schedule = selection.schedule();
    ControlFlow flow = selection.flow();
    MachineFunction out = selection.out;
    selection.enterBlock(block);
    out.beginBlock(machineBlock[block]);
    int end = schedule.size(block);
    Node terminator = flow.terminator(block);
    Node last = null;
    if (terminator == null) {
      selection.enterNode(flow.lastToken(block), end);
      control.jump();
      passArguments(block);
    } else {
      end--;
      selection.enterNode(terminator, end);
      last = terminate(block, terminator);
      if (last != null) {
        selection.enterNode(last, end);
        value(last, selection.ownRegister(last));
      }
    }
    for (Node moved = homes.lastOf(block); moved != null; moved = homes.before(moved)) {
      selection.enterNode(moved, end);
      value(moved, selection.ownRegister(moved));
    }
    for (int at = end - 1; at >= 0; at--) {
      Node node = schedule.node(block, at);
      selection.enterNode(node, at);
      if (isEffect(node.op())) {
        effect(node);
      } else if (Divisions.isDivision(node)) {
        divide(node);
      } else if (node != last && selection.isWanted(node) && !leavesLoop(node, block)) {
        value(node, selection.ownRegister(node));
      }
    }
    if (block == 0) {
      selection.enterNode(flow.graph().start(), 0);
      control.entry();
    }
    out.endBlockReversed();
  }

  /** A quotient or remainder, or both with one instruction, where the first of them stands. */
  private void divide(Node node) {
    Node other = divisions.pass(node, selection.isWanted(node));
    boolean wanted = selection.isWanted(node);
    if (other == null) {
      if (wanted && !divisions.waits(node)) {
        integers.divide(node, selection.ownRegister(node), -1);
      }
    } else if (wanted) {
      integers.divide(node, selection.ownRegister(node), selection.ownRegister(other));
    } else {
      integers.divide(other, selection.ownRegister(other), -1);
    }
  }

  /** Whether the node is a constant that has moved out of the loops around the block. */
  private boolean leavesLoop(Node node, int block) {
    return node.op().isRematerialisable()
        && selection.isUsedAnywhere(node)
        && homes.move(node, block);
  }

  /** Ends a block; returns the node that had better be computed right before that, or null. */
  private @Nullable Node terminate(int block, Node terminator) {
    switch (terminator.op()) {
      case IF -> {
        return control.branch(terminator);
      }
      case SWITCH -> {
        if (layout.successorCount(block) > 1) {
          control.switchBy(terminator);
        } else {
          control.jump();
        }
      }
      case NEVER -> control.jump();
      case RETURN -> {
        if (!control.leaveByCall(terminator)) {
          control.leave(terminator);
        }
      }
      case TRAP, UNREACHABLE -> control.trap();
      default -> throw new IllegalStateException(terminator.op() + " ends no block");
    }
    return null;
  }

  // -------------------------------------------------------------------- phis

  /** Gives the block's one edge an argument for each phi of its target. */
  private void passArguments(int block) {
    Schedule schedule = selection.schedule();
    ControlFlow flow = selection.flow();
    MachineFunction out = selection.out;
    int target = flow.successor(block, 0);
    int index = flow.predecessorIndex(block, 0);
    int edge = out.successorEdge(machineBlock[block], 0);
    for (int at = 0; at < schedule.size(target); at++) {
      Node phi = schedule.node(target, at);
      if (phi.op() != Op.PHI) {
        break;
      }
      if (phi.type() != Type.MEM) {
        out.addArgument(edge, argument(phi, phi.value(index)));
      }
    }
  }

  /**
   * The register of an argument. What costs no more than a move is made anew, since then it need
   * not be kept; and the register must be as wide as the phi's.
   */
  private int argument(Node phi, Node value) {
    if (value.op().isRematerialisable() && !(small && isLong(value))) {
      int register = selection.newRegister(phi.type());
      value(value, register);
      return register;
    }
    selection.markUsedAnywhere(value);
    int register = selection.register(value);
    MachineFunction out = selection.out;
    if (out.width(register) == Selection.registerBytes(phi.type())) {
      return register;
    }
    // One of both is an integer of 32 bits or less, so the upper half is zero or of no interest.
    int moved = selection.newRegister(phi.type());
    selection.unary(MachineOp.MOV, 32, moved, register);
    return moved;
  }

  /** Whether to make a constant or address takes more than twice the bytes of a move. */
  private static boolean isLong(Node value) {
    return value.op() == Op.SYMBOL
        || (value.op() == Op.CONSTANT && value.immediate() != (int) value.immediate());
  }

  // ------------------------------------------------------------------- nodes

  private static boolean isEffect(Op op) {
    return switch (op) {
      case STORE, VOLATILE_LOAD, MEMORY_COPY, MEMORY_FILL, CALL, GUARD -> true;
      default -> false;
    };
  }

  private void effect(Node node) {
    switch (node.op()) {
      case STORE -> memory.store(node);
      case VOLATILE_LOAD -> volatileLoad(node);
      case MEMORY_COPY -> memory.copy(node);
      case MEMORY_FILL -> memory.fill(node);
      case CALL -> control.call(node);
      default -> control.guard(node);
    }
  }

  private void volatileLoad(Node node) {
    Node projection = node.projection(1);
    Type type =
        projection == null ? Type.ofBytes(Access.size(node.immediate())) : projection.type();
    boolean wanted = projection != null && selection.isWanted(projection);
    int register =
        wanted && projection != null
            ? selection.ownRegister(projection)
            : selection.newRegister(type);
    memory.load(type, node.value(0), register);
  }

  private void value(Node node, int result) {
    boolean truth = node.type() == Type.I1;
    switch (node.op()) {
      case CONSTANT -> {
        if (node.type().isGeneral()) {
          integers.constant(node, result);
        } else {
          floats.constant(node, result);
        }
      }
      case SYMBOL -> integers.symbol(node, result);
      case STACK_SLOT -> integers.stackSlot(node, result);
      case LOAD -> memory.load(node.type(), node.value(0), result);
      case ADD -> {
        if (truth) {
          integers.binary(MachineOp.XOR, node, result);
        } else {
          integers.sum(node, result);
        }
      }
      case OFFSET -> integers.sum(node, result);
      case SUB -> integers.difference(node, result);
      case MUL -> integers.multiply(node, result);
      case MUL_HIGH, UMUL_HIGH -> integers.multiplyHigh(node, result);
      case DIV, UDIV, REM, UREM -> integers.divide(node, result, -1);
      case AND -> {
        if (!singleBits.cover(node, result)) {
          integers.and(node, result);
        }
      }
      case OR -> {
        if (!singleBits.cover(node, result)) {
          integers.binary(MachineOp.OR, node, result);
        }
      }
      case XOR -> {
        if (!singleBits.cover(node, result)) {
          integers.exclusiveOr(node, result);
        }
      }
      case SHL, SHR, SAR, ROL -> bits.shift(node, result);
      case NEG -> {
        if (truth) {
          selection.unary(MachineOp.MOV, 32, result, selection.register(node.value(0)));
        } else {
          integers.inPlace(MachineOp.NEG, node, result);
        }
      }
      case NOT -> {
        if (truth) {
          integers.notTruth(node, result);
        } else {
          integers.inPlace(MachineOp.NOT, node, result);
        }
      }
      case POPCNT -> bits.populationCount(node, result);
      case LZCNT -> bits.leadingZeros(node, result);
      case TZCNT -> bits.trailingZeros(node, result);
      case BSWAP -> bits.reverseBytes(node, result);
      case EQ, NE, LT, LE, ULT, ULE, FEQ, FNE, FLT, FLE -> integers.truth(node, result);
      case SELECT -> {
        if (node.type().isGeneral()) {
          integers.select(node, result);
        } else if (!floats.selectExtreme(node, result)) {
          integers.selectVector(node, result);
        }
      }
      case SIGN_EXTEND, ZERO_EXTEND -> integers.extend(node, result);
      case TRUNCATE -> integers.truncateToTruth(node, result);
      case BITCAST -> floats.bitcast(node, result);
      case INT_TO_FLOAT -> floats.fromInteger(node, result);
      case UINT_TO_FLOAT -> floats.fromUnsigned(node, result);
      case FLOAT_TO_INT -> floats.toInteger(node, result);
      case FLOAT_TO_UINT -> floats.toUnsigned(node, result);
      case FLOAT_EXTEND, FLOAT_ROUND -> floats.convertFloat(node, result);
      case FADD, FSUB, FMUL, FDIV -> floats.binary(node, result);
      case FNEG, FABS -> floats.sign(node, result);
      case FSQRT -> floats.squareRoot(node, result);
      case SPLAT -> vectors.splat(node, result);
      case VECTOR_PAIR -> vectors.pair(node, result);
      case EXTRACT_LANE -> vectors.extract(node, result);
      case VECTOR_UNARY -> vectors.unary(node, result);
      case VECTOR_BINARY -> vectors.binary(node, result);
      case VECTOR_SHIFT -> vectors.shift(node, result);
      case BLEND -> vectors.blend(node, result);
      case SHUFFLE -> vectors.shuffle(node, result);
      case INTERLEAVE_LOW, INTERLEAVE_HIGH -> vectors.interleave(node, result);
      case EVEN_LANES -> vectors.evenLanes(node, result);
      // Defined by the block, the entry, the call or the load that they belong to.
      case PHI, PARAMETER, PROJECTION -> {}
      default -> throw new IllegalStateException(node.op() + " has no value in a register");
    }
  }
}
