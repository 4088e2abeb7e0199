package dev.sargasso.passes.promote;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All pieces of all promotable slots, found by address. */
final class Pieces {
  // By index of the slot, then by offset.
  private final @Nullable Piece[][] pieces;
  private final List<Piece> all = new ArrayList<>();

  Pieces(int slotCount, List<SlotLayout> layouts) {
    pieces = new Piece[slotCount][];
    for (SlotLayout layout : layouts) {
      StackSlot slot = layout.slot;
      @Nullable Piece[] row = new Piece[slot.size()];
      for (int offset = 0; offset < row.length; offset++) {
        Type type = layout.typeAt(offset);
        if (type != null) {
          Piece piece = new Piece(all.size(), slot, offset, type);
          all.add(piece);
          row[offset] = piece;
        }
      }
      pieces[slot.index()] = row;
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

  /** Number of pieces. */
  int count() {
    return all.size();
  }

  /** The piece of this number. */
  Piece byId(int id) {
    return all.get(id);
  }
}
