package dev.sargasso.passes.promote;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known of one slot: its uses, whether it can be promoted, and how it is cut. */
final class SlotLayout {
  /** No larger slots are promoted: registers would not hold them anyway. */
  static final int MAX_SIZE = 128;

  /** No more pieces are made of one slot. */
  static final int MAX_PIECES = 16;

  final StackSlot slot;

  /**
   * LOAD, STORE, MEMORY_COPY and MEMORY_FILL nodes, inputs before users; copies within it twice.
   */
  final List<Node> uses = new ArrayList<>();

  /** By offset: the type of the piece that starts there. */
  private final @Nullable Type[] types;

  /** By byte: one more than the offset of the piece that covers it, or 0. */
  private final int[] covered;

  private int pieceCount;
  private boolean promotable;
  private int aliasClass = -1;

  SlotLayout(StackSlot slot) {
    this.slot = slot;
    promotable = slot.size() <= MAX_SIZE;
    int size = promotable ? slot.size() : 0;
    types = new Type[size];
    covered = new int[size];
  }

  boolean isPromotable() {
    return promotable;
  }

  void refuse() {
    promotable = false;
  }

  /** Notes an access in {@code accessed}; all must be in one class. */
  void accessIn(int accessed) {
    if (aliasClass >= 0 && aliasClass != accessed) {
      promotable = false;
    }
    aliasClass = accessed;
  }

  boolean holds(long offset, long size) {
    return offset >= 0 && offset + size <= slot.size();
  }

  /** The type of the piece at {@code offset}, or null if none starts there. */
  @Nullable Type typeAt(int offset) {
    return types[offset];
  }

  /**
   * Cuts out a piece, or finds that it is cut out. Refuses the slot where pieces overlap or their
   * types cannot stand for each other.
   *
   * @return whether the layout changed
   */
  boolean cut(long offset, Type type) {
    if (!promotable) {
      return false;
    }
    if (!holds(offset, type.bytes())) {
      promotable = false;
      return false;
    }
    int from = (int) offset;
    Type known = types[from];
    if (known != null && known.bytes() == type.bytes()) {
      if (!PieceTypes.canConvert(known, type)) {
        promotable = false;
      }
      return false;
    }
    for (int i = from; i < from + type.bytes(); i++) {
      if (covered[i] != 0) {
        promotable = false;
        return false;
      }
    }
    for (int i = from; i < from + type.bytes(); i++) {
      covered[i] = from + 1;
    }
    types[from] = type;
    pieceCount++;
    promotable = pieceCount <= MAX_PIECES;
    return true;
  }

  /** Refuses the slot if a piece lies across {@code offset}. */
  void mustNotCross(int offset) {
    if (promotable
        && offset > 0
        && offset < slot.size()
        && covered[offset] != 0
        && covered[offset] == covered[offset - 1]) {
      promotable = false;
    }
  }

  /** Cuts integers out of what no piece covers in the range. Returns whether the layout changed. */
  boolean fillGaps(int from, int to) {
    boolean changed = false;
    int at = from;
    while (at < to && promotable) {
      if (covered[at] != 0) {
        at++;
        continue;
      }
      int end = at + 1;
      while (end < to && covered[end] == 0) {
        end++;
      }
      Type type = widest(at, end - at);
      changed |= cut(at, type);
      at += type.bytes();
    }
    return changed;
  }

  private static Type widest(int offset, int room) {
    for (Type type : new Type[] {Type.I64, Type.I32, Type.I16}) {
      if (room >= type.bytes() && offset % type.bytes() == 0) {
        return type;
      }
    }
    return Type.I8;
  }
}
