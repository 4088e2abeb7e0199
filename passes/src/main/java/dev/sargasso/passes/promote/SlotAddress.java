package dev.sargasso.passes.promote;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import org.jspecify.annotations.Nullable;

/** Addresses that are a stack slot and constant offsets. */
final class SlotAddress {
  private SlotAddress() {}

  /** The slot that {@code address} points into at a constant offset, or null. */
  static @Nullable StackSlot slot(Node address) {
    Node at = address;
    while (isConstantOffset(at)) {
      at = at.value(0);
    }
    return at.attribute() instanceof StackSlot slot ? slot : null;
  }

  /** The offset in bytes of such an address. */
  static long offset(Node address) {
    long offset = 0;
    Node at = address;
    while (isConstantOffset(at)) {
      offset += at.value(1).immediate();
      at = at.value(0);
    }
    return offset;
  }

  static boolean isConstantOffset(Node node) {
    return node.op() == Op.OFFSET && node.value(1).isConstant();
  }
}
