package dev.sargasso.x64.emit;

import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.x64.machine.AllocatedFunction;
import java.util.List;
import java.util.function.Predicate;

/** Where everything is in the frame of the function in work. */
final class Frame {
  /** Bytes below the stack pointer that signal handlers leave alone. */
  private static final int RED_ZONE = 128;

  /** The alignment of the stack pointer at calls. */
  private static final int STACK_ALIGNMENT = 16;

  private static final int RETURN_ADDRESS = 8;

  private final SavedRegisters saved;
  private int[] slotOffsets = new int[8];
  private int[] spillOffsets = new int[8];
  private int spillBytes;
  private int spillStart;
  private int size;
  private int adjustment;
  private int slotBytes;

  Frame(SavedRegisters saved) {
    this.saved = saved;
  }

  /**
   * Lays the frame out, below the registers that are pushed.
   *
   * @throws IllegalArgumentException if it takes more than a gibibyte
   */
  void layOut(
      AllocatedFunction allocated,
      List<StackSlot> slots,
      Predicate<StackSlot> isUsed,
      int outgoingBytes,
      boolean calls) {
    if (slotOffsets.length < slots.size()) {
      slotOffsets = new int[2 * slots.size()];
    }
    spillStart = outgoingBytes;
    layOutSpills(allocated);
    long top = spillStart + (long) spillBytes;
    long start = top;
    boolean aligned = calls;
    for (int i = 0; i < allocated.slotCount(); i++) {
      aligned |= allocated.slotSize(i) == 16;
    }
    // The most aligned first: only the first of each alignment can need padding.
    for (int alignment = STACK_ALIGNMENT; alignment >= 1; alignment /= 2) {
      for (int i = 0; i < slots.size(); i++) {
        StackSlot slot = slots.get(i);
        if (!isUsed.test(slot) || Math.min(slot.alignment(), STACK_ALIGNMENT) != alignment) {
          continue;
        }
        aligned |= alignment == STACK_ALIGNMENT;
        top = (top + alignment - 1) & -alignment;
        slotOffsets[i] = (int) Math.min(top, Integer.MAX_VALUE);
        top += slot.size() + (long) slack(slot);
      }
    }
    slotBytes = (int) Math.min(top - start, Integer.MAX_VALUE);
    long whole = (top + 7) & -8;
    int pushed = pushedBytes();
    if (aligned && (whole + pushed + RETURN_ADDRESS) % STACK_ALIGNMENT != 0) {
      whole += 8;
    }
    if (whole > 1 << 30) {
      throw new IllegalArgumentException(
          allocated.function().name()
              + " needs "
              + whole
              + " bytes of stack for its variables; use static or heap memory for large ones");
    }
    if (whole == 8 && !calls && top == 0) {
      whole = 0;
    }
    size = (int) whole;
    adjustment = !calls && size <= RED_ZONE ? 0 : size;
  }

  /** The spill slots that are not pushed, the widest first, so that each is aligned. */
  private void layOutSpills(AllocatedFunction allocated) {
    if (spillOffsets.length < allocated.slotCount()) {
      spillOffsets = new int[2 * allocated.slotCount()];
    }
    spillBytes = 0;
    for (int bytes = 16; bytes >= 4; bytes /= 2) {
      for (int slot = 0; slot < allocated.slotCount(); slot++) {
        if (allocated.slotSize(slot) == bytes && saved.isNeeded(slot)) {
          spillOffsets[slot] = spillBytes;
          spillBytes += bytes;
        }
      }
    }
  }

  private int pushedBytes() {
    return 8 * saved.count();
  }

  /** Bytes that a slot gets on top of its size, so that it can be aligned when it is used. */
  private static int slack(StackSlot slot) {
    return Math.max(0, slot.alignment() - STACK_ALIGNMENT);
  }

  /** How far the stack pointer is moved below what is pushed. */
  int adjustment() {
    return adjustment;
  }

  /** How far the stack pointer is below the return address. */
  int depth() {
    return adjustment + pushedBytes();
  }

  /** Bytes of the whole frame, without the return address. */
  int size() {
    return size + pushedBytes();
  }

  /** Bytes of the stack slots, padding included. */
  int slotBytes() {
    return slotBytes;
  }

  /** The distance from the stack pointer to a stack slot. */
  int ofSlot(StackSlot slot) {
    return slotOffsets[slot.index()] + adjustment - size;
  }

  /** As {@link #ofSlot}, to the last place where a slot that is aligned when used can start. */
  int ofAlignedSlot(StackSlot slot) {
    return ofSlot(slot) + slack(slot);
  }

  /** The distance from the stack pointer to a spill slot. */
  int ofSpill(int slot) {
    int pushes = saved.depthOf(slot);
    return pushes > 0 ? depth() - 8 * pushes : spillStart + spillOffsets[slot] + adjustment - size;
  }

  /** The distance from the stack pointer to the arguments that the caller put on the stack. */
  int ofIncoming() {
    return depth() + RETURN_ADDRESS;
  }
}
