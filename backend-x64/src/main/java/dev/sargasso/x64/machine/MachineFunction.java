package dev.sargasso.x64.machine;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A function in machine SSA: what instruction selection makes and the register allocator reads.
 *
 * <p>Virtual registers, blocks, edges and instructions are dense ints from 0. Blocks are numbered
 * in the order in which they will be emitted, and block 0 is the entry. An edge carries one
 * argument for each parameter of its target; parameters are the phis. No edge leads from a block
 * with several successors to a block with several predecessors.
 *
 * <p>A function is built so: all blocks ({@link #newBlock}) with their parameters; their edges,
 * those of one block in a row; the arguments of each edge in a row; and for each block, in any
 * order, {@link #beginBlock}, its instructions, and {@link #endBlock} or {@link #endBlockReversed}.
 * An instruction's operands are appended while it is the newest one. {@link #finish} then derives
 * predecessors and definitions. Everything that arrives from outside (arguments, and the
 * callee-saved registers' contents) is a {@linkplain Operand#FIXED fixed} definition of the first
 * instruction; what a return hands back is its fixed uses.
 *
 * <p>{@link #reset} empties the function and keeps its memory for the next one. All accessors are
 * constant time and unchecked but for array bounds; {@link MachineVerifier} checks the whole.
 */
public final class MachineFunction {
  /** Flag: the instruction copies its one use to its one definition, and does nothing else. */
  public static final int MOVE = 1;

  /**
   * Flag: the instruction may be executed again anywhere in place of loading its one result, for it
   * uses no register, reads no memory that changes, and has no effect but the result.
   */
  public static final int REMATERIALISABLE = 2;

  /**
   * Flag: the use that a {@link Operand#REUSE} definition names, or that a definition would like to
   * share with, and the operand after it, may be exchanged.
   */
  public static final int COMMUTATIVE = 4;

  private String name;

  private int registerCount;
  private byte[] registerClass = new byte[64];
  private byte[] registerWidth = new byte[64];
  private int[] definingInstruction = new int[64];
  private int[] definingBlock = new int[64];

  private int blockCount;
  private float[] frequency = new float[16];
  private int[] loopDepth = new int[16];
  private int[] firstInstruction = new int[16];
  private int[] endInstruction = new int[16];
  private int[] firstParameter = new int[16];
  private int[] parameterCount = new int[16];
  private int[] firstEdge = new int[16];
  private int[] edgesOut = new int[16];
  private int[] firstPredecessor = new int[17];

  private int parameterTotal;
  private int[] parameters = new int[16];

  private int edgeCount;
  private int[] edgeSource = new int[16];
  private int[] edgeTarget = new int[16];
  private int[] firstArgument = new int[16];
  private int[] argumentsOf = new int[16];
  private int[] predecessorEdges = new int[16];
  private int argumentTotal;
  private int[] arguments = new int[16];

  private int instructionCount;
  private int[] opcode = new int[64];
  private int[] flags = new int[64];
  private int[] source = new int[64];
  private long[] immediate = new long[64];
  private long[] clobbers = new long[64];
  private @Nullable Object[] attribute = new Object[64];
  private int[] firstOperand = new int[64];
  private int[] operandsOf = new int[64];
  private int operandTotal;
  private long[] operands = new long[128];

  private int openBlock = -1;

  /** An empty function. */
  public MachineFunction(final String name) {
    this.name = name;
  }

  /** Empties the function, keeping its arrays, and gives it another name. */
  public void reset(final String newName) {
    name = newName;
    Arrays.fill(attribute, 0, instructionCount, null);
    registerCount = 0;
    blockCount = 0;
    parameterTotal = 0;
    edgeCount = 0;
    argumentTotal = 0;
    instructionCount = 0;
    operandTotal = 0;
    openBlock = -1;
  }

  /** The function's name, for messages and dumps. */
  public String name() {
    return name;
  }

  // Building.

  /**
   * A new virtual register.
   *
   * @param registerClassOf {@link PhysicalRegister#GENERAL} or {@link PhysicalRegister#VECTOR}
   * @param width bytes that a spill must keep: 1, 2, 4, 8 or 16. Moves of 4 bytes and fewer write
   *     zeros to bits 32 to 63, so a value whose upper half matters has width 8
   */
  public int newRegister(final int registerClassOf, final int width) {
    final int register = registerCount++;
    if (register == registerClass.length) {
      registerClass = Arrays.copyOf(registerClass, 2 * register);
      registerWidth = Arrays.copyOf(registerWidth, 2 * register);
      definingInstruction = Arrays.copyOf(definingInstruction, 2 * register);
      definingBlock = Arrays.copyOf(definingBlock, 2 * register);
    }
    registerClass[register] = (byte) registerClassOf;
    registerWidth[register] = (byte) width;
    definingInstruction[register] = -1;
    definingBlock[register] = -1;
    return register;
  }

  /**
   * A new block, emitted after those made before it.
   *
   * @param blockFrequency executions for each call of the function; at least 0
   * @param depth how many loops contain it
   */
  public int newBlock(final float blockFrequency, final int depth) {
    final int block = blockCount++;
    if (block == frequency.length) {
      final int size = 2 * block;
      frequency = Arrays.copyOf(frequency, size);
      loopDepth = Arrays.copyOf(loopDepth, size);
      firstInstruction = Arrays.copyOf(firstInstruction, size);
      endInstruction = Arrays.copyOf(endInstruction, size);
      firstParameter = Arrays.copyOf(firstParameter, size);
      parameterCount = Arrays.copyOf(parameterCount, size);
      firstEdge = Arrays.copyOf(firstEdge, size);
      edgesOut = Arrays.copyOf(edgesOut, size);
      firstPredecessor = Arrays.copyOf(firstPredecessor, size + 1);
    }
    frequency[block] = blockFrequency;
    loopDepth[block] = depth;
    firstInstruction[block] = 0;
    endInstruction[block] = 0;
    firstParameter[block] = 0;
    parameterCount[block] = 0;
    firstEdge[block] = 0;
    edgesOut[block] = 0;
    return block;
  }

  /** Appends a parameter to a block; those of one block come in a row. */
  public void addParameter(final int block, final int register) {
    if (parameterCount[block] == 0) {
      firstParameter[block] = parameterTotal;
    } else if (firstParameter[block] + parameterCount[block] != parameterTotal) {
      throw new IllegalStateException("parameters of block " + block + " not in a row");
    }
    if (parameterTotal == parameters.length) {
      parameters = Arrays.copyOf(parameters, 2 * parameterTotal);
    }
    parameters[parameterTotal++] = register;
    parameterCount[block]++;
  }

  /** Appends an edge to a block's successors; those of one block come in a row. */
  public int addEdge(final int from, final int to) {
    final int edge = edgeCount++;
    if (edge == edgeSource.length) {
      final int size = 2 * edge;
      edgeSource = Arrays.copyOf(edgeSource, size);
      edgeTarget = Arrays.copyOf(edgeTarget, size);
      firstArgument = Arrays.copyOf(firstArgument, size);
      argumentsOf = Arrays.copyOf(argumentsOf, size);
      predecessorEdges = Arrays.copyOf(predecessorEdges, size);
    }
    edgeSource[edge] = from;
    edgeTarget[edge] = to;
    firstArgument[edge] = 0;
    argumentsOf[edge] = 0;
    if (edgesOut[from] == 0) {
      firstEdge[from] = edge;
    } else if (firstEdge[from] + edgesOut[from] != edge) {
      throw new IllegalStateException("edges of block " + from + " not in a row");
    }
    edgesOut[from]++;
    return edge;
  }

  /**
   * Appends an edge's argument for the next parameter of its target; those of one edge in a row.
   */
  public void addArgument(final int edge, final int register) {
    if (argumentsOf[edge] == 0) {
      firstArgument[edge] = argumentTotal;
    } else if (firstArgument[edge] + argumentsOf[edge] != argumentTotal) {
      throw new IllegalStateException("arguments of edge " + edge + " not in a row");
    }
    if (argumentTotal == arguments.length) {
      arguments = Arrays.copyOf(arguments, 2 * argumentTotal);
    }
    arguments[argumentTotal++] = register;
    argumentsOf[edge]++;
  }

  /** Starts the instructions of a block. */
  public void beginBlock(final int block) {
    if (openBlock >= 0) {
      throw new IllegalStateException("block " + openBlock + " is still open");
    }
    openBlock = block;
    firstInstruction[block] = instructionCount;
  }

  /** Ends the open block; its last instruction is the terminator. */
  public void endBlock() {
    endInstruction[openBlock] = instructionCount;
    openBlock = -1;
  }

  /** Ends the open block, whose instructions were appended last one first. */
  public void endBlockReversed() {
    final int first = firstInstruction[openBlock];
    for (int low = first, high = instructionCount - 1; low < high; low++, high--) {
      swap(opcode, low, high);
      swap(flags, low, high);
      swap(source, low, high);
      swap(immediate, low, high);
      swap(clobbers, low, high);
      swap(firstOperand, low, high);
      swap(operandsOf, low, high);
      final Object kept = attribute[low];
      attribute[low] = attribute[high];
      attribute[high] = kept;
    }
    endBlock();
  }

  /**
   * Appends an instruction without operands to the open block. The returned id holds until a
   * reversed block is ended, which renumbers that block's instructions.
   *
   * @param operation the selector's number for what it does; the allocator does not look
   * @param sourceId the node or source position that it comes from, or -1
   */
  public int addInstruction(final int operation, final int sourceId) {
    final int instruction = instructionCount++;
    if (instruction == opcode.length) {
      final int size = 2 * instruction;
      opcode = Arrays.copyOf(opcode, size);
      flags = Arrays.copyOf(flags, size);
      source = Arrays.copyOf(source, size);
      immediate = Arrays.copyOf(immediate, size);
      clobbers = Arrays.copyOf(clobbers, size);
      attribute = Arrays.copyOf(attribute, size);
      firstOperand = Arrays.copyOf(firstOperand, size);
      operandsOf = Arrays.copyOf(operandsOf, size);
    }
    opcode[instruction] = operation;
    flags[instruction] = 0;
    source[instruction] = sourceId;
    immediate[instruction] = 0;
    clobbers[instruction] = 0;
    attribute[instruction] = null;
    firstOperand[instruction] = operandTotal;
    operandsOf[instruction] = 0;
    return instruction;
  }

  /** Appends a packed {@link Operand} to the newest instruction and returns its index in it. */
  public int addOperand(final long operand) {
    if (operandTotal == operands.length) {
      operands = Arrays.copyOf(operands, 2 * operandTotal);
    }
    operands[operandTotal++] = operand;
    return operandsOf[instructionCount - 1]++;
  }

  /** Appends an early use in any register. */
  public int use(final int register) {
    return addOperand(Operand.of(register, false, false, Operand.REGISTER, 0));
  }

  /** Appends a late use in any register: it shares its register with no definition. */
  public int useLate(final int register) {
    return addOperand(Operand.of(register, false, true, Operand.REGISTER, 0));
  }

  /** Appends an early use in one physical register. */
  public int useFixed(final int register, final int physical) {
    return addOperand(Operand.of(register, false, false, Operand.FIXED, physical));
  }

  /** Appends an early use that a memory operand can serve. */
  public int useRegisterOrStack(final int register) {
    return addOperand(Operand.of(register, false, false, Operand.REGISTER_OR_STACK, 0));
  }

  /** Appends an early use for which any place is as good as another. */
  public int useAnywhere(final int register) {
    return addOperand(Operand.of(register, false, false, Operand.ANYWHERE, 0));
  }

  /** Appends a late definition in any register. */
  public int define(final int register) {
    return addOperand(Operand.of(register, true, true, Operand.REGISTER, 0));
  }

  /**
   * Appends a late definition in any register, best in that of the use with the given operand index
   * (for operations with a two-address and a three-address form).
   */
  public int defineLike(final int register, final int use) {
    return addOperand(Operand.of(register, true, true, Operand.REGISTER, use + 1));
  }

  /** Appends a late definition in one physical register. */
  public int defineFixed(final int register, final int physical) {
    return addOperand(Operand.of(register, true, true, Operand.FIXED, physical));
  }

  /** Appends a late definition in the register of the use with the given operand index. */
  public int defineReuse(final int register, final int use) {
    return addOperand(Operand.of(register, true, true, Operand.REUSE, use));
  }

  /** Appends an early definition: a result written before all uses were read, or a scratch. */
  public int defineEarly(final int register) {
    return addOperand(Operand.of(register, true, false, Operand.REGISTER, 0));
  }

  /** Appends an early definition in one physical register. */
  public int defineEarlyFixed(final int register, final int physical) {
    return addOperand(Operand.of(register, true, false, Operand.FIXED, physical));
  }

  /** Gives an instruction its immediate. */
  public void setImmediate(final int instruction, final long value) {
    immediate[instruction] = value;
  }

  /** Gives an instruction its symbolic part: a call target, the shape of an address. */
  public void setAttribute(final int instruction, final Object value) {
    attribute[instruction] = Objects.requireNonNull(value);
  }

  /**
   * Gives an instruction the set of physical registers that it destroys in its second half.
   * Registers of its definitions need not be in it, and do not matter when they are.
   */
  public void setClobbers(final int instruction, final long mask) {
    clobbers[instruction] = mask;
  }

  /** Gives an instruction its flags: {@link #MOVE}, {@link #REMATERIALISABLE} and so on. */
  public void setFlags(final int instruction, final int bits) {
    flags[instruction] = bits;
  }

  /** Changes a block's frequency. */
  public void setFrequency(final int block, final float value) {
    frequency[block] = value;
  }

  /** Derives predecessors and definitions; call it once, when everything was added. Linear. */
  public void finish() {
    if (openBlock >= 0) {
      throw new IllegalStateException("block " + openBlock + " is still open");
    }
    Arrays.fill(firstPredecessor, 0, blockCount + 1, 0);
    for (int edge = 0; edge < edgeCount; edge++) {
      firstPredecessor[edgeTarget[edge] + 1]++;
    }
    for (int block = 0; block < blockCount; block++) {
      firstPredecessor[block + 1] += firstPredecessor[block];
    }
    for (int edge = edgeCount - 1; edge >= 0; edge--) {
      // Fills each bucket from its end, which leaves the bucket's start in the next entry's place.
      predecessorEdges[--firstPredecessor[edgeTarget[edge] + 1]] = edge;
    }
    for (int block = 0; block < blockCount; block++) {
      firstPredecessor[block] = firstPredecessor[block + 1];
    }
    firstPredecessor[blockCount] = edgeCount;
    for (int block = 0; block < blockCount; block++) {
      for (int index = 0; index < parameterCount[block]; index++) {
        definingBlock[parameter(block, index)] = block;
      }
      for (int at = firstInstruction[block]; at < endInstruction[block]; at++) {
        final int end = firstOperand[at] + operandsOf[at];
        for (int operand = firstOperand[at]; operand < end; operand++) {
          if (Operand.isDefinition(operands[operand])) {
            definingInstruction[Operand.register(operands[operand])] = at;
            definingBlock[Operand.register(operands[operand])] = block;
          }
        }
      }
    }
  }

  // Reading.

  /** How many virtual registers there are. */
  public int registerCount() {
    return registerCount;
  }

  /** The class of a virtual register. */
  public int registerClass(final int register) {
    return registerClass[register];
  }

  /** The width of a virtual register in bytes. */
  public int width(final int register) {
    return registerWidth[register];
  }

  /** The instruction that defines a virtual register, or -1 for a block parameter. */
  public int definingInstruction(final int register) {
    return definingInstruction[register];
  }

  /** The block in which a virtual register is defined, or -1 if nothing defines it. */
  public int definingBlock(final int register) {
    return definingBlock[register];
  }

  /** How many blocks there are. */
  public int blockCount() {
    return blockCount;
  }

  /** Executions of a block for each call of the function. */
  public float frequency(final int block) {
    return frequency[block];
  }

  /** How many loops contain a block. */
  public int loopDepth(final int block) {
    return loopDepth[block];
  }

  /** A block's first instruction. */
  public int firstInstruction(final int block) {
    return firstInstruction[block];
  }

  /** One more than a block's last instruction, which is its terminator. */
  public int endInstruction(final int block) {
    return endInstruction[block];
  }

  /** How many parameters a block has. */
  public int parameterCount(final int block) {
    return parameterCount[block];
  }

  /** A block's parameter: a virtual register. */
  public int parameter(final int block, final int index) {
    return parameters[firstParameter[block] + index];
  }

  /** How many edges there are. */
  public int edgeCount() {
    return edgeCount;
  }

  /** The block that an edge leaves. */
  public int edgeSource(final int edge) {
    return edgeSource[edge];
  }

  /** The block that an edge enters. */
  public int edgeTarget(final int edge) {
    return edgeTarget[edge];
  }

  /** How many arguments an edge carries: as many as its target has parameters. */
  public int argumentCount(final int edge) {
    return argumentsOf[edge];
  }

  /** The virtual register that an edge passes to a parameter of its target. */
  public int argument(final int edge, final int index) {
    return arguments[firstArgument[edge] + index];
  }

  /** How many successors a block has. */
  public int successorCount(final int block) {
    return edgesOut[block];
  }

  /** The edge to a block's successor. */
  public int successorEdge(final int block, final int index) {
    return firstEdge[block] + index;
  }

  /** A block's successor. */
  public int successor(final int block, final int index) {
    return edgeTarget[firstEdge[block] + index];
  }

  /** How many predecessors a block has. */
  public int predecessorCount(final int block) {
    return firstPredecessor[block + 1] - firstPredecessor[block];
  }

  /** The edge from a block's predecessor. */
  public int predecessorEdge(final int block, final int index) {
    return predecessorEdges[firstPredecessor[block] + index];
  }

  /** A block's predecessor. */
  public int predecessor(final int block, final int index) {
    return edgeSource[predecessorEdge(block, index)];
  }

  /** How many instructions there are. */
  public int instructionCount() {
    return instructionCount;
  }

  /** The selector's number for what an instruction does. */
  public int opcode(final int instruction) {
    return opcode[instruction];
  }

  /** All flags of an instruction. */
  public int flags(final int instruction) {
    return flags[instruction];
  }

  /** Whether an instruction has a flag. */
  public boolean has(final int instruction, final int flag) {
    return (flags[instruction] & flag) != 0;
  }

  /** The node or source position that an instruction comes from, or -1. */
  public int source(final int instruction) {
    return source[instruction];
  }

  /** An instruction's immediate. */
  public long immediate(final int instruction) {
    return immediate[instruction];
  }

  /** An instruction's symbolic part, or null. */
  public @Nullable Object attribute(final int instruction) {
    return attribute[instruction];
  }

  /** The set of physical registers that an instruction destroys. */
  public long clobbers(final int instruction) {
    return clobbers[instruction];
  }

  /** How many operands an instruction has. */
  public int operandCount(final int instruction) {
    return operandsOf[instruction];
  }

  /** An instruction's operand, packed as {@link Operand} says. */
  public long operand(final int instruction, final int index) {
    return operands[firstOperand[instruction] + index];
  }

  /** Where an instruction's operands start in the pool of all operands. */
  public int firstOperand(final int instruction) {
    return firstOperand[instruction];
  }

  /** How many operands there are in all. */
  public int operandTotal() {
    return operandTotal;
  }

  /** An operand by its place in the pool of all operands. */
  public long pooledOperand(final int place) {
    return operands[place];
  }

  private static void swap(final int[] array, final int one, final int other) {
    final int kept = array[one];
    array[one] = array[other];
    array[other] = kept;
  }

  private static void swap(final long[] array, final int one, final int other) {
    final long kept = array[one];
    array[one] = array[other];
    array[other] = kept;
  }
}
