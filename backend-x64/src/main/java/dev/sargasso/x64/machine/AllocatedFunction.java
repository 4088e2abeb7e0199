package dev.sargasso.x64.machine;

import java.util.Arrays;

/**
 * A machine function with a place for every value: what the register allocator makes and the
 * emitter walks.
 *
 * <p>For each block there is a sequence of items in final order. An item that is not negative is an
 * instruction of the machine function, whose operands are in the {@linkplain #location locations}
 * given here; a negative item is the edit {@code ~item}:
 *
 * <ul>
 *   <li>{@link #MOVE} copies {@link #editWidth} bytes between two locations, at least one of them a
 *       register; the class says which kind of instruction does it;
 *   <li>{@link #SWAP} exchanges two registers of one class (general: {@code xchg}; vector: three
 *       {@code xorps} where nothing better is at hand);
 *   <li>{@link #REMATERIALISE} executes {@link #editInstruction} once more, with {@link #editTo} in
 *       place of its result's register.
 * </ul>
 *
 * <p>Edits stand anywhere, also between an instruction that sets the flags and one that reads them,
 * so the emitter encodes them without touching the flags. A {@linkplain MachineFunction#MOVE move}
 * of the machine function whose operands are in one location stays in the sequence, and takes no
 * code. A {@linkplain MachineFunction#REMATERIALISABLE rematerialisable} instruction whose result
 * is never wanted in the place of its definition is left out. Edges need no code of their own:
 * their edits are at the end of the predecessor, before its terminator, or at the start of the
 * successor.
 */
public final class AllocatedFunction {
  /** Edit: copy from one location to another. */
  public static final int MOVE = 0;

  /** Edit: exchange two registers. */
  public static final int SWAP = 1;

  /** Edit: execute an instruction again. */
  public static final int REMATERIALISE = 2;

  private final MachineFunction function;

  private final int[] locations;
  private final long[] exchanged;

  private int itemCount;
  private int[] items;
  private final int[] firstItem;
  private final int[] endItem;

  private int editCount;
  private byte[] editKind;
  private byte[] editWidth;
  private int[] editFrom;
  private int[] editTo;

  private int slotCount;
  private byte[] slotSize = new byte[4];
  private int[] slotOffset = new int[4];
  private int slotAreaSize;

  /** An allocation without a single location yet. */
  public AllocatedFunction(final MachineFunction function) {
    this.function = function;
    locations = new int[function.operandTotal()];
    Arrays.fill(locations, Location.NONE);
    exchanged = new long[(function.instructionCount() + 63) >>> 6];
    final int editsExpected = function.instructionCount() / 4 + 16;
    editKind = new byte[editsExpected];
    editWidth = new byte[editsExpected];
    editFrom = new int[editsExpected];
    editTo = new int[editsExpected];
    items = new int[function.instructionCount() + editsExpected];
    firstItem = new int[function.blockCount()];
    endItem = new int[function.blockCount()];
  }

  /** The machine function that this is an allocation of. */
  public MachineFunction function() {
    return function;
  }

  // Building.

  /** Says where an operand is. */
  public void setLocation(final int instruction, final int operand, final int location) {
    locations[function.firstOperand(instruction) + operand] = location;
  }

  /** Says whether the two exchangeable operands of a commutative instruction are exchanged. */
  public void setExchanged(final int instruction, final boolean isExchanged) {
    if (isExchanged) {
      exchanged[instruction >>> 6] |= 1L << instruction;
    } else {
      exchanged[instruction >>> 6] &= ~(1L << instruction);
    }
  }

  /** Starts a block's items; blocks may come in any order, each once. */
  public void beginBlock(final int block) {
    firstItem[block] = itemCount;
    endItem[block] = itemCount;
  }

  /** Appends an item to a block that was just begun. */
  public void addItem(final int block, final int item) {
    if (itemCount == items.length) {
      items = Arrays.copyOf(items, 2 * itemCount);
    }
    items[itemCount++] = item;
    endItem[block] = itemCount;
  }

  /** A new move; the returned edit is not yet in any block. */
  public int newMove(final int from, final int to, final int width) {
    return newEdit(MOVE, from, to, width);
  }

  /** A new swap of two registers. */
  public int newSwap(final int one, final int other, final int width) {
    return newEdit(SWAP, one, other, width);
  }

  /** A new execution of an instruction with its result in the given register. */
  public int newRematerialisation(final int instruction, final int to, final int width) {
    return newEdit(REMATERIALISE, instruction, to, width);
  }

  private int newEdit(final int kind, final int from, final int to, final int width) {
    final int edit = editCount++;
    if (edit == editKind.length) {
      editKind = Arrays.copyOf(editKind, 2 * edit);
      editWidth = Arrays.copyOf(editWidth, 2 * edit);
      editFrom = Arrays.copyOf(editFrom, 2 * edit);
      editTo = Arrays.copyOf(editTo, 2 * edit);
    }
    editKind[edit] = (byte) kind;
    editWidth[edit] = (byte) width;
    editFrom[edit] = from;
    editTo[edit] = to;
    return edit;
  }

  /** A new spill slot of 4, 8 or 16 bytes. */
  public int newSlot(final int size) {
    final int slot = slotCount++;
    if (slot == slotSize.length) {
      slotSize = Arrays.copyOf(slotSize, 2 * slot);
      slotOffset = Arrays.copyOf(slotOffset, 2 * slot);
    }
    slotSize[slot] = (byte) size;
    return slot;
  }

  /** Lays the slots out, the widest first, so that each is aligned to its size. */
  public void layOutSlots() {
    int offset = 0;
    for (int size = 16; size >= 4; size /= 2) {
      for (int slot = 0; slot < slotCount; slot++) {
        if (slotSize[slot] == size) {
          slotOffset[slot] = offset;
          offset += size;
        }
      }
    }
    slotAreaSize = offset;
  }

  // Reading.

  /** Where an operand is: see {@link Location}. */
  public int location(final int instruction, final int operand) {
    return locations[function.firstOperand(instruction) + operand];
  }

  /**
   * Whether the two exchangeable operands of a commutative instruction hold each other's value. The
   * emitter need not care: it reads locations.
   */
  public boolean isExchanged(final int instruction) {
    return ((exchanged[instruction >>> 6] >>> instruction) & 1) != 0;
  }

  /** The place of a block's first item. */
  public int firstItem(final int block) {
    return firstItem[block];
  }

  /** One more than the place of a block's last item. */
  public int endItem(final int block) {
    return endItem[block];
  }

  /** The item at a place: an instruction, or {@code ~edit}. */
  public int item(final int place) {
    return items[place];
  }

  /** How many items there are in all. */
  public int itemCount() {
    return itemCount;
  }

  /** How many edits there are. */
  public int editCount() {
    return editCount;
  }

  /** {@link #MOVE}, {@link #SWAP} or {@link #REMATERIALISE}. */
  public int editKind(final int edit) {
    return editKind[edit];
  }

  /** The location that a move reads; for a swap, one of its registers. */
  public int editFrom(final int edit) {
    return editFrom[edit];
  }

  /** The location that an edit writes; for a swap, the other register. */
  public int editTo(final int edit) {
    return editTo[edit];
  }

  /** The instruction that a rematerialisation executes. */
  public int editInstruction(final int edit) {
    return editFrom[edit];
  }

  /** How many bytes an edit moves: 4, 8 or 16. */
  public int editWidth(final int edit) {
    return editWidth[edit];
  }

  /** The class of the registers that an edit works on. */
  public int editClass(final int edit) {
    final int to = editTo[edit];
    return PhysicalRegister.classOf(Location.isRegister(to) ? to : editFrom[edit]);
  }

  /** How many spill slots there are. */
  public int slotCount() {
    return slotCount;
  }

  /** The size of a slot in bytes: 4, 8 or 16. */
  public int slotSize(final int slot) {
    return slotSize[slot];
  }

  /** Where a slot starts, in bytes from the bottom of the spill area, aligned to its size. */
  public int slotOffset(final int slot) {
    return slotOffset[slot];
  }

  /** The size of the spill area in bytes, which must be aligned to 16 if any slot is that wide. */
  public int slotAreaSize() {
    return slotAreaSize;
  }
}
