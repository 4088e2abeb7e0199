package dev.sargasso.passes.promote;

import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.type.Type;

/**
 * A part of a slot that becomes values.
 *
 * @param id dense number within the function
 * @param slot that it is part of
 * @param offset in bytes from the start of the slot
 * @param type of its values
 */
record Piece(int id, StackSlot slot, int offset, Type type) {
  /** Size in bytes. */
  int size() {
    return type.bytes();
  }

  /** The first byte behind it. */
  int end() {
    return offset + size();
  }
}
