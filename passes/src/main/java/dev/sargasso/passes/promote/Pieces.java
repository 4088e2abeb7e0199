package dev.sargasso.passes.promote;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.type.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All pieces of all promotable slots, found by address. */
final class Pieces {
  // By index of the slot, then by offset.
  private final @Nullable Piece[][] pieces;
  private final int[] aliasClasses;

  Pieces(int slotCount, List<SlotLayout> layouts) {
    pieces = new Piece[slotCount][];
    aliasClasses = new int[slotCount];
    int id = 0;
    for (SlotLayout layout : layouts) {
      StackSlot slot = layout.slot;
      @Nullable Piece[] row = new Piece[slot.size()];
      for (int offset = 0; offset < row.length; offset++) {
        Type type = layout.typeAt(offset);
        if (type != null) {
          row[offset] = new Piece(id++, slot, offset, type);
        }
      }
      pieces[slot.index()] = row;
      aliasClasses[slot.index()] = layout.aliasClass();
    }
  }

  /** The piece that starts at {@code address}, or null. */
  @Nullable Piece at(Node address) {
    return at(address, 0);
  }

  /** The piece that starts {@code by} bytes behind {@code address}, or null. */
  @Nullable Piece at(Node address, int by) {
    StackSlot slot = SlotAddress.slot(address);
    if (slot == null) {
      return null;
    }
    @Nullable Piece[] row = pieces[slot.index()];
    return row == null ? null : row[(int) SlotAddress.offset(address) + by];
  }

  /** Whether the slot of {@code address} is promoted. */
  boolean isPromoted(Node address) {
    StackSlot slot = SlotAddress.slot(address);
    return slot != null && pieces[slot.index()] != null;
  }

  /** The alias class in which {@code piece} is accessed. */
  int aliasClass(Piece piece) {
    return aliasClasses[piece.slot().index()];
  }
}
