package dev.sargasso.x64.encode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Assembles one function after another. Instructions are encoded at once into a growing buffer;
 * only jumps, alignments, references to labels and references to symbols are remembered beside it
 * and settled by {@link #finish}, in time linear in the code.
 *
 * <p>The method names state the operands, destination first: {@code r} a register, {@code m}
 * memory, {@code i} an immediate. The {@code width} is the operation's in bits, 8, 16, 32 or 64;
 * instructions on vector registers alone ignore it, and take any of these or 128. Registers are the
 * numbers of {@link Register}. Of several encodings the shortest is taken, as the GNU assembler
 * does.
 *
 * <p>Every method throws {@link IllegalArgumentException} for operands that the instruction does
 * not have. An assembler serves any number of functions but one thread at a time.
 */
public final class Assembler {
  private static final long JUMP_FAR = FormTable.get(Instruction.JMP, Slot.T, 64);
  private static final long CONDITIONAL_JUMP_FAR = FormTable.get(Instruction.J, Slot.T, 64);
  private static final long CALL_FAR = FormTable.get(Instruction.CALL, Slot.T, 64);
  private static final int UNBOUND = -1;
  private static final int IN_POOL = -2;
  private static final int IN_TABLE = -3;
  private static final byte[] NO_BYTES = {};

  private final Encoder encoder = new Encoder();
  private final Layout layout = new Layout();
  private final ConstantPool constants = new ConstantPool();
  private final JumpTables jumpTables = new JumpTables();
  private final Address scratch = new Address();
  private final References labelReferences = new References();
  private final SymbolReferences symbolReferences = new SymbolReferences();
  private final References marks = new References();
  private final UnwindRows unwindRows = new UnwindRows();
  private final boolean tracing;
  private @Nullable InstructionTrace trace;

  private int[] labels = new int[64];
  private int labelCount;
  private int[] boundLabels = new int[64];
  private int boundCount;
  private int alignment;

  /** Makes an assembler that yields bytes alone. */
  public Assembler() {
    this(false);
  }

  /**
   * Makes an assembler.
   *
   * @param tracing whether to record the instructions beside the bytes, so that the code can be
   *     listed
   */
  public Assembler(final boolean tracing) {
    this.tracing = tracing;
    reset();
  }

  /** Forgets whatever has been emitted since the last {@link #finish}. */
  public void reset() {
    encoder.reset();
    layout.reset();
    constants.reset();
    jumpTables.reset();
    labelReferences.reset();
    symbolReferences.reset();
    marks.reset();
    unwindRows.reset();
    trace = tracing ? new InstructionTrace() : null;
    labelCount = 0;
    boundCount = 0;
    alignment = 16;
  }

  /**
   * Lets the code start at any multiple of {@code alignment}, a power of two up to 16, instead of
   * 16; for code that has not begun yet. What is aligned in the code still is.
   */
  public void startAt(final int alignment) {
    this.alignment = alignment;
  }

  // ---- Labels and places -----------------------------------------------------------------------

  /**
   * Makes a label, to be bound later. Labels are numbered from 0 in the order in which they are
   * made.
   */
  public int label() {
    if (labelCount == labels.length) {
      labels = Arrays.copyOf(labels, 2 * labelCount);
    }
    labels[labelCount] = UNBOUND;
    return labelCount++;
  }

  /**
   * Binds {@code label} to the place of the next instruction.
   *
   * @throws IllegalStateException if it is bound already
   */
  public void bind(final int label) {
    if (labels[label] != UNBOUND) {
      throw new IllegalStateException("label " + label + " is bound twice");
    }
    labels[label] = encoder.position();
    if (boundCount == boundLabels.length) {
      boundLabels = Arrays.copyOf(boundLabels, 2 * boundCount);
    }
    boundLabels[boundCount++] = label;
    if (trace != null) {
      trace.label(encoder.position(), label);
    }
  }

  /** An upper bound of the bytes emitted so far, before jumps that do not reach have grown. */
  public int position() {
    return encoder.position();
  }

  /**
   * Pads with no-operations to a multiple of {@code alignment} bytes, a power of two up to 4096.
   */
  public void align(final int alignment) {
    align(alignment, alignment - 1);
  }

  /** As {@link #align(int)}, but not at all if that takes more than {@code most} bytes. */
  public void align(final int alignment, final int most) {
    if (Integer.bitCount(alignment) != 1 || alignment > 4096) {
      throw new IllegalArgumentException(
          "alignment " + alignment + " is not a power of two up to 4096");
    }
    this.alignment = Math.max(this.alignment, alignment);
    final int reserved = Math.min(most, alignment - 1);
    if (reserved > 0 && encoder.position() > 0) {
      final int site =
          layout.addAlignment(
              encoder.position(), Integer.numberOfTrailingZeros(alignment), reserved);
      if (trace != null) {
        trace.alignment(encoder.position(), site, alignment);
      }
      encoder.skip(reserved);
    }
  }

  /**
   * Notes that the next instruction belongs to {@code mark}, a number that means something to the
   * caller: a source position, a trap site. {@link MachineCode} returns the marks with their
   * offsets.
   */
  public void mark(final int mark) {
    marks.add(encoder.position(), mark, 0);
  }

  /**
   * Says where the caller's frame and registers are from here on.
   *
   * @param row the columns that {@link UnwindTable#COLUMNS} states; copied
   */
  public void unwind(final int[] row) {
    unwindRows.add(encoder.position(), row);
  }

  /** Adds a remark to the listing, if there is one. */
  public void comment(final String text) {
    if (trace != null) {
      trace.comment(encoder.position(), text);
    }
  }

  /** Whether remarks are kept. */
  public boolean isTracing() {
    return tracing;
  }

  // ---- Constants -------------------------------------------------------------------------------

  /**
   * The label of a constant of {@code size} bytes (4 or 8) with the given bits, placed outside of
   * the code path and shared among all who ask for the same bits.
   */
  public int constant(final long bits, final int size, final int alignment) {
    if (size != 4 && size != 8) {
      throw new IllegalArgumentException("a constant has 4 or 8 bytes, not " + size);
    }
    return constant(size == 4 ? bits & 0xffff_ffffL : bits, 0, size, alignment);
  }

  /** The label of a constant of 16 bytes, aligned to 16. */
  public int constant128(final long low, final long high) {
    return constant(low, high, 16, 16);
  }

  private int constant(final long low, final long high, final int size, final int alignment) {
    if (Integer.bitCount(alignment) != 1 || alignment > 4096) {
      throw new IllegalArgumentException(
          "alignment " + alignment + " is not a power of two up to 4096");
    }
    final int found = constants.find(low, high, size, alignment);
    if (found >= 0) {
      return constants.label(found);
    }
    final int label = label();
    labels[label] = IN_POOL;
    constants.add(low, high, size, alignment, label);
    return label;
  }

  /**
   * The label of a table of 32-bit distances, one for each of the first {@code count} targets, from
   * the table's start to the target. The table stands behind the code, aligned to 4.
   */
  public int jumpTable(final int[] targets, final int count) {
    final int label = label();
    labels[label] = IN_TABLE;
    jumpTables.add(label, targets, count);
    return label;
  }

  // ---- Instructions without memory operands ----------------------------------------------------

  /** An instruction without operands. */
  public void op(final Instruction instruction) {
    final long word = FormTable.get(instruction, Slot.NONE, 64);
    final int start = encoder.position();
    encoder.register(word, 0, 0, 0, 0);
    if (trace != null) {
      trace.instruction(start, word, 64, 0, 0, 0, 0, null, 0);
    }
  }

  /** One register operand. */
  public void r(final Instruction instruction, final int width, final int register) {
    registers(FormTable.get(instruction, Slot.R, width), width, 0, register, register, 0, 0, 0);
  }

  /** One immediate operand ({@code push}), 32 bits sign-extended. */
  public void i(final Instruction instruction, final int immediate) {
    final long wide = FormTable.get(instruction, Slot.I, 64);
    final long narrow = immediate == (byte) immediate ? FormTable.find(instruction, Slot.S, 64) : 0;
    registers(narrow != 0 ? narrow : wide, 64, 0, 0, 0, 0, 0, immediate);
  }

  /** Two registers. */
  public void rr(
      final Instruction instruction, final int width, final int first, final int second) {
    final long word = FormTable.get(instruction, Slot.RR, width);
    if ((word & FormTable.HAS_SHORTER_TWIN) != 0 && shorter(word, width, first, second)) {
      return;
    }
    if ((word & FormTable.RM_FIRST) != 0) {
      registers(word, width, second, first, first, second, 0, 0);
    } else {
      registers(word, width, first, second, first, second, 0, 0);
    }
  }

  /** Takes the shorter form of a move or an exchange of two registers, if these allow it. */
  private boolean shorter(final long word, final int width, final int first, final int second) {
    final Instruction instruction = FormTable.form(FormTable.formNumber(word)).instruction();
    if ((word & FormTable.VEX) != 0) {
      // The two-byte prefix extends ModRM.reg only, which is the source in the form that stores.
      if (first > 7 || second <= 7) {
        return false;
      }
      final int start = encoder.position();
      encoder.register(FormTable.get(instruction, Slot.MR, width), second, 0, first, 0);
      if (trace != null) {
        trace.instruction(start, word, width, first, second, 0, 0, null, 0);
      }
      return true;
    }
    final boolean both = first == 0 && second == 0;
    if ((first != 0 && second != 0) || (both && width == 32)) {
      // Opcode 90 is a no-operation, but an exchange of eax with itself clears the upper half.
      return false;
    }
    final int other = first == 0 ? second : first;
    final int shown = both && width == 64 ? 32 : width;
    registers(FormTable.get(instruction, Slot.RA, shown), width, 0, other, other, 0, 0, 0);
    return true;
  }

  /**
   * A register and an immediate. The immediate may be given signed or unsigned at the operation's
   * width; at 64 bits it is sign-extended from 32, except for {@link Instruction#MOV}, which takes
   * any.
   */
  public void ri(
      final Instruction instruction, final int width, final int register, final long immediate) {
    final long value = normalise(immediate, width);
    long word = FormTable.find(instruction, Slot.RI, width);
    if (width != 8 && value == (byte) value) {
      final long narrow = FormTable.find(instruction, Slot.RS, width);
      if (narrow != 0) {
        registers(narrow, width, 0, register, register, 0, 0, value);
        return;
      }
    }
    if (value == 1) {
      final long one = FormTable.find(instruction, Slot.R1, width);
      word = one != 0 ? one : word;
    }
    if (register == 0) {
      final long accumulator = FormTable.find(instruction, Slot.AI, width);
      word = accumulator != 0 ? accumulator : word;
    }
    if (value != (int) value) {
      word = FormTable.find(instruction, Slot.RW, width);
      if (word == 0) {
        throw tooWide(instruction, immediate);
      }
    }
    if (word == 0) {
      throw FormTable.missing(instruction, Slot.RI, width);
    }
    checkByte(word, instruction, width, value);
    registers(word, width, 0, register, register, 0, 0, value);
  }

  /**
   * Loads an integer in the fewest bytes without touching flags; the register's upper bits are sign
   * bits of it.
   */
  public void moveImmediate(final int register, final long value) {
    final boolean unsigned = value >>> 32 == 0;
    ri(Instruction.MOV, unsigned ? 32 : 64, register, unsigned ? (int) value : value);
  }

  /** A shift or rotation of a register by cl. */
  public void rc(final Instruction instruction, final int width, final int register) {
    registers(FormTable.get(instruction, Slot.RC, width), width, 0, register, register, 0, 0, 0);
  }

  /** Two registers and an immediate. */
  public void rri(
      final Instruction instruction,
      final int width,
      final int first,
      final int second,
      final long immediate) {
    final long value = normalise(immediate, width);
    final long narrow = value == (byte) value ? FormTable.find(instruction, Slot.RRS, width) : 0;
    final long word = narrow != 0 ? narrow : FormTable.get(instruction, Slot.RRI, width);
    checkByte(word, instruction, width, value);
    if ((word & FormTable.RM_FIRST) != 0) {
      registers(word, width, second, first, first, second, 0, value);
    } else {
      registers(word, width, first, second, first, second, 0, value);
    }
  }

  /** Three registers. */
  public void rrr(
      final Instruction instruction,
      final int width,
      final int first,
      final int second,
      final int third) {
    final long word = FormTable.get(instruction, Slot.RRR, width);
    final int start = encoder.position();
    if ((word & FormTable.RM_SECOND) != 0) {
      encoder.register(word, first, third, second, 0);
    } else {
      encoder.register(word, first, second, third, 0);
    }
    if (trace != null) {
      trace.instruction(start, word, width, first, second, third, 0, null, 0);
    }
  }

  /** Moves {@code source} if the condition holds. */
  public void cmov(
      final Condition condition, final int width, final int destination, final int source) {
    final long word = FormTable.get(Instruction.CMOV, Slot.RR, width) | condition.code();
    registers(word, width, destination, source, destination, source, condition.code(), 0);
  }

  /** Sets the low byte of {@code register} to whether the condition holds. */
  public void set(final Condition condition, final int register) {
    final long word = FormTable.get(Instruction.SET, Slot.R, 8) | condition.code();
    registers(word, 8, 0, register, register, 0, condition.code(), 0);
  }

  private void registers(
      final long word,
      final int width,
      final int reg,
      final int rm,
      final int firstOperand,
      final int secondOperand,
      final int condition,
      final long immediate) {
    final int start = encoder.position();
    encoder.register(word, reg, 0, rm, immediate);
    if (trace != null) {
      trace.instruction(
          start, word, width, firstOperand, secondOperand, 0, condition, null, immediate);
    }
  }

  // ---- Instructions with a memory operand ------------------------------------------------------

  /** One memory operand. */
  public void m(final Instruction instruction, final int width, final Address address) {
    memory(FormTable.get(instruction, Slot.M, width), width, 0, 0, address, 0, 0);
  }

  /** A register and memory; the register is the destination if the instruction has one. */
  public void rm(
      final Instruction instruction, final int width, final int register, final Address address) {
    memory(FormTable.get(instruction, Slot.RM, width), width, register, 0, address, 0, 0);
  }

  /** Memory and a register; memory is the destination if the instruction has one. */
  public void mr(
      final Instruction instruction, final int width, final Address address, final int register) {
    memory(FormTable.get(instruction, Slot.MR, width), width, register, 0, address, 0, 0);
  }

  /** Memory and an immediate, which is sign-extended from 32 bits in a 64-bit operation. */
  public void mi(
      final Instruction instruction, final int width, final Address address, final long immediate) {
    final long value = normalise(immediate, width);
    if (value != (int) value) {
      throw tooWide(instruction, immediate);
    }
    long word = FormTable.find(instruction, Slot.MI, width);
    if (width != 8 && value == (byte) value) {
      final long narrow = FormTable.find(instruction, Slot.MS, width);
      word = narrow != 0 ? narrow : word;
    }
    if (value == 1) {
      final long one = FormTable.find(instruction, Slot.M1, width);
      word = one != 0 ? one : word;
    }
    if (word == 0) {
      throw FormTable.missing(instruction, Slot.MI, width);
    }
    checkByte(word, instruction, width, value);
    memory(word, width, 0, 0, address, 0, value);
  }

  /** A shift or rotation of memory by cl. */
  public void mc(final Instruction instruction, final int width, final Address address) {
    memory(FormTable.get(instruction, Slot.MC, width), width, 0, 0, address, 0, 0);
  }

  /** A register, memory and an immediate. */
  public void rmi(
      final Instruction instruction,
      final int width,
      final int register,
      final Address address,
      final long immediate) {
    final long value = normalise(immediate, width);
    final long narrow = value == (byte) value ? FormTable.find(instruction, Slot.RMS, width) : 0;
    final long word = narrow != 0 ? narrow : FormTable.get(instruction, Slot.RMI, width);
    checkByte(word, instruction, width, value);
    memory(word, width, register, 0, address, 0, value);
  }

  /** Two registers and memory. */
  public void rrm(
      final Instruction instruction,
      final int width,
      final int first,
      final int second,
      final Address address) {
    memory(FormTable.get(instruction, Slot.RRM, width), width, first, second, address, 0, 0);
  }

  /** A register, memory and a register. */
  public void rmr(
      final Instruction instruction,
      final int width,
      final int first,
      final Address address,
      final int third) {
    memory(FormTable.get(instruction, Slot.RMR, width), width, first, third, address, 0, 0);
  }

  /** Moves from memory if the condition holds. Memory is read either way. */
  public void cmov(
      final Condition condition, final int width, final int destination, final Address source) {
    final long word = FormTable.get(Instruction.CMOV, Slot.RM, width) | condition.code();
    memory(word, width, destination, 0, source, condition.code(), 0);
  }

  /** Sets a byte of memory to whether the condition holds. */
  public void set(final Condition condition, final Address address) {
    memory(
        FormTable.get(Instruction.SET, Slot.M, 8) | condition.code(),
        8,
        0,
        0,
        address,
        condition.code(),
        0);
  }

  /** As {@link #rm(Instruction, int, int, Address)}, with the address in parts. */
  public void rm(
      final Instruction instruction,
      final int width,
      final int register,
      final int base,
      final int index,
      final int scale,
      final int displacement) {
    rm(instruction, width, register, scratch.set(base, index, scale, displacement));
  }

  /** As {@link #mr(Instruction, int, Address, int)}, with the address in parts. */
  public void mr(
      final Instruction instruction,
      final int width,
      final int base,
      final int index,
      final int scale,
      final int displacement,
      final int register) {
    mr(instruction, width, scratch.set(base, index, scale, displacement), register);
  }

  /** As {@link #mi(Instruction, int, Address, long)}, with the address in parts. */
  public void mi(
      final Instruction instruction,
      final int width,
      final int base,
      final int index,
      final int scale,
      final int displacement,
      final long immediate) {
    mi(instruction, width, scratch.set(base, index, scale, displacement), immediate);
  }

  /** As {@link #m(Instruction, int, Address)}, with the address in parts. */
  public void m(
      final Instruction instruction,
      final int width,
      final int base,
      final int index,
      final int scale,
      final int displacement) {
    m(instruction, width, scratch.set(base, index, scale, displacement));
  }

  private void memory(
      final long word,
      final int width,
      final int reg,
      final int vvvv,
      final Address address,
      final int condition,
      final long immediate) {
    final int start = encoder.position();
    encoder.memory(word, reg, vvvv, address, immediate);
    if (address.isRelative()) {
      refer(word, start, address);
    }
    if (trace != null) {
      trace.instruction(start, word, width, reg, vvvv, 0, condition, address, immediate);
    }
  }

  /**
   * The distance counts from the end of the instruction, whereas the field may have an immediate
   * behind it.
   */
  private void refer(final long word, final int start, final Address address) {
    final int field = encoder.displacementField();
    final int addend = address.displacement() - (encoder.position() - field);
    final String symbol = address.symbol();
    if (symbol == null) {
      labelReferences.add(field, address.label(), addend);
    } else {
      final RelocationKind kind =
          address.isThroughGot() ? gotKind(word, start, field) : RelocationKind.PC32;
      symbolReferences.add(field, kind, symbol, addend);
    }
  }

  /**
   * The linker may replace the memory operand of a load, an arithmetic operation, a test, a call or
   * a jump by the address itself, and must be told so, and whether there is a REX prefix.
   */
  private RelocationKind gotKind(final long word, final int start, final int field) {
    final int opcode = (int) (word & FormTable.OPCODE_MASK);
    final int digit = (int) (word >>> FormTable.DIGIT_SHIFT) & 7;
    final boolean replaceable =
        opcode == 0x8b
            || opcode == 0x85
            || (opcode & ~0x38) == 0x03
            || (opcode == 0xff && (digit == 2 || digit == 4));
    if (!replaceable
        || (word >>> FormTable.MAP_SHIFT & 3) != 0
        || (word & FormTable.OPERAND_SIZE_PREFIX) != 0) {
      return RelocationKind.GOTPCREL;
    }
    // Before the field stand the opcode, ModRM, and perhaps REX.
    return field - start > 2 ? RelocationKind.REX_GOTPCRELX : RelocationKind.GOTPCRELX;
  }

  // ---- Jumps and calls -------------------------------------------------------------------------

  /** Jumps to {@code label}. */
  public void jump(final int label) {
    final int site = layout.addJump(encoder.position(), label);
    if (trace != null) {
      trace.jump(encoder.position(), site, label, InstructionTrace.ALWAYS);
    }
    encoder.skip(Layout.SHORT_JUMP);
  }

  /** Jumps to {@code label} if the condition holds. */
  public void jumpIf(final Condition condition, final int label) {
    final int site = layout.addConditionalJump(encoder.position(), condition, label);
    if (trace != null) {
      trace.jump(encoder.position(), site, label, condition.code());
    }
    encoder.skip(Layout.SHORT_JUMP);
  }

  /** Jumps to the function {@code symbol}: a tail call. */
  public void jump(final String symbol) {
    transfer(JUMP_FAR, symbol, 0);
  }

  /** Jumps to the function {@code symbol} if the condition holds. */
  public void jumpIf(final Condition condition, final String symbol) {
    transfer(CONDITIONAL_JUMP_FAR | condition.code(), symbol, condition.code());
  }

  /** Calls the function {@code symbol}. */
  public void call(final String symbol) {
    transfer(CALL_FAR, symbol, 0);
  }

  private void transfer(final long word, final String symbol, final int condition) {
    final int start = encoder.position();
    encoder.register(word, 0, 0, 0, 0);
    symbolReferences.add(encoder.position() - 4, RelocationKind.PLT32, symbol, -4);
    if (trace != null) {
      trace.transfer(start, word, condition, symbol);
    }
  }

  /** Calls the place of {@code label} in this function. */
  public void call(final int label) {
    final int start = encoder.position();
    encoder.register(CALL_FAR, 0, 0, 0, 0);
    labelReferences.add(encoder.position() - 4, label, -4);
    if (trace != null) {
      trace.localCall(start, label);
    }
  }

  // ---- Checks ----------------------------------------------------------------------------------

  /**
   * Brings an immediate that may be given signed or unsigned into its signed form at {@code width}
   * bits.
   */
  private static long normalise(final long value, final int width) {
    if (width >= 64) {
      return value;
    }
    final int unused = 64 - width;
    final long signed = value << unused >> unused;
    if (signed != value && value >>> width != 0) {
      throw new IllegalArgumentException(
          "immediate " + value + " does not fit in " + width + " bits");
    }
    return signed;
  }

  /** A byte immediate that is not sign-extended may be given signed or unsigned, but not wider. */
  private static void checkByte(
      final long word, final Instruction instruction, final int width, final long value) {
    if (width != 8
        && (word >>> FormTable.IMMEDIATE_SHIFT & 15) == 1
        && (value < -128 || value > 255)) {
      throw tooWide(instruction, value);
    }
  }

  private static IllegalArgumentException tooWide(final Instruction instruction, final long value) {
    return new IllegalArgumentException("immediate " + value + " is too wide for " + instruction);
  }

  // ---- The result ------------------------------------------------------------------------------

  /**
   * Settles everything and returns the function's code, with its constants behind the code. The
   * assembler is then ready for the next function, and its labels are gone.
   *
   * @throws IllegalStateException if a label is used but not bound
   */
  public MachineCode finish() {
    return finish(null);
  }

  /**
   * As {@link #finish()}, but with the constants apart, for read-only data: the code refers to them
   * by relocations against {@code constantsSymbol}, which must name their start.
   */
  public MachineCode finish(final @Nullable String constantsSymbol) {
    checkLabels();
    layout.settle(labels);
    final int[] places = Arrays.copyOf(labels, labelCount);
    layout.rewind();
    for (int i = 0; i < boundCount; i++) {
      places[boundLabels[i]] = layout.toFinal(labels[boundLabels[i]]);
    }
    final int codeSize = layout.finalTotal(encoder.position());
    final int tablesStart = jumpTables.count() == 0 ? codeSize : roundUp(codeSize, 4);
    final int tablesEnd = tablesStart + jumpTables.layOut(places, tablesStart);

    final int poolSize = constants.layOut();
    final boolean apart = constantsSymbol != null && poolSize > 0;
    final int poolStart =
        apart ? 0 : poolSize == 0 ? tablesEnd : roundUp(tablesEnd, constants.alignment());
    for (int i = 0; i < constants.count(); i++) {
      places[constants.label(i)] = poolStart + constants.offset(i);
    }

    final byte[] bytes = new byte[apart ? tablesEnd : poolStart + poolSize];
    final byte[] pool = apart ? new byte[poolSize] : bytes;
    layout.write(encoder.bytes(), encoder.position(), bytes, places);
    jumpTables.write(bytes, places);
    constants.write(pool, poolStart);

    final List<Relocation> relocations = new ArrayList<>();
    symbolReferences.appendTo(relocations, layout);
    if (resolveLabels(bytes, places, relocations, apart ? constantsSymbol : null)) {
      relocations.sort(Comparator.comparingInt(Relocation::offset));
    }
    if (trace != null) {
      trace.settle(layout, jumpTables, constants, places);
    }
    final MachineCode code =
        new MachineCode(
            bytes,
            codeSize,
            apart ? alignment : Math.max(alignment, constants.alignment()),
            List.copyOf(relocations),
            places,
            apart ? pool : NO_BYTES,
            apart ? constants.alignment() : 1,
            apart && constantsSymbol != null ? constantsSymbol : "",
            settledMarks(),
            unwindRows.settle(layout),
            trace);
    reset();
    return code;
  }

  private static int roundUp(final int value, final int alignment) {
    return (value + alignment - 1) & -alignment;
  }

  /**
   * Fills the fields that refer to labels. With {@code constantsSymbol}, references to constants
   * become relocations.
   *
   * @return whether a relocation was added
   */
  private boolean resolveLabels(
      final byte[] bytes,
      final int[] places,
      final List<Relocation> relocations,
      final @Nullable String constantsSymbol) {
    boolean added = false;
    layout.rewind();
    for (int i = 0; i < labelReferences.count(); i++) {
      final int field = layout.toFinal(labelReferences.offset(i));
      final int label = labelReferences.value(i);
      final int target = places[label] + labelReferences.addend(i);
      if (constantsSymbol != null && labels[label] == IN_POOL) {
        relocations.add(new Relocation(field, RelocationKind.PC32, constantsSymbol, target));
        added = true;
      } else {
        LittleEndian.putInt(bytes, field, target - field);
      }
    }
    return added;
  }

  private int[] settledMarks() {
    final int[] settled = new int[2 * marks.count()];
    layout.rewind();
    for (int i = 0; i < marks.count(); i++) {
      settled[2 * i] = layout.toFinal(marks.offset(i));
      settled[2 * i + 1] = marks.value(i);
    }
    return settled;
  }

  private void checkLabels() {
    for (int i = 0; i < labelReferences.count(); i++) {
      checkBound(labelReferences.value(i));
    }
    for (int i = 0; i < layout.count(); i++) {
      final int target = layout.target(i);
      if (target >= 0) {
        checkBound(target);
        if (labels[target] < 0) {
          throw new IllegalStateException("a jump goes to label " + target + ", which is data");
        }
      }
    }
    for (int i = 0; i < jumpTables.targetCount(); i++) {
      checkBound(jumpTables.target(i));
    }
  }

  private void checkBound(final int label) {
    if (label >= labelCount || labels[label] == UNBOUND) {
      throw new IllegalStateException("label " + label + " is used but never bound");
    }
  }
}
