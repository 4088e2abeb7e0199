package dev.sargasso.ir.interpret;

import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.program.Function;
import java.util.List;

/**
 * Where a function's stack slots and the copies of its by-value parameters lie in its frame, as
 * offsets from the frame's lowest address, which is a multiple of the frame's alignment.
 */
final class FrameLayout {
  private static final int STACK_ALIGNMENT = 16;

  /** What a real frame takes besides: return address and saved registers. */
  private static final int LINKAGE = 32;

  private final int[] slotOffsets;
  private final int[] parameterOffsets;
  private final long size;
  private final int alignment;

  FrameLayout(Function function) {
    List<StackSlot> slots = function.slots();
    List<Signature.Parameter> parameters = function.signature().parameters();
    slotOffsets = new int[slots.size()];
    parameterOffsets = new int[parameters.size()];
    long at = 0;
    int strictest = STACK_ALIGNMENT;
    for (StackSlot slot : slots) {
      at = align(at, slot.alignment());
      slotOffsets[slot.index()] = (int) at;
      at += slot.size();
      strictest = Math.max(strictest, slot.alignment());
    }
    for (int i = 0; i < parameterOffsets.length; i++) {
      Signature.Parameter parameter = parameters.get(i);
      if (parameter.isByValue() && !parameter.isRest()) {
        int to = Math.max(8, parameter.byValueAlignment());
        at = align(at, to);
        parameterOffsets[i] = (int) at;
        at += parameter.byValueSize();
        strictest = Math.max(strictest, to);
      }
    }
    alignment = strictest;
    size = align(at, strictest);
  }

  private static long align(long at, int to) {
    return (at + to - 1) & -to;
  }

  /**
   * The lowest address of a frame below {@code top}.
   *
   * @throws Stop.Fault if the stack has no room for it
   */
  long below(long top, long stackBase) {
    long base = (top - size - LINKAGE) & -alignment;
    if (base < stackBase) {
      throw new Stop.Fault(TrapKind.STACK_OVERFLOW, 0, "the stack is used up");
    }
    return base;
  }

  int slotOffset(StackSlot slot) {
    return slotOffsets[slot.index()];
  }

  /**
   * Copies by-value arguments into the frame and puts the addresses of the copies in their place.
   */
  void copyArguments(Memory memory, Signature signature, long base, long[] arguments) {
    List<Signature.Parameter> parameters = signature.parameters();
    for (int i = 0; i < parameterOffsets.length; i++) {
      Signature.Parameter parameter = parameters.get(i);
      if (parameter.isByValue() && !parameter.isRest()) {
        long copy = base + parameterOffsets[i];
        memory.copy(copy, arguments[i], parameter.byValueSize());
        arguments[i] = copy;
      }
    }
  }
}
