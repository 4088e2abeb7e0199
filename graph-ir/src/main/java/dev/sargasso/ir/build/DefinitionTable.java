package dev.sargasso.ir.build;

import dev.sargasso.ir.graph.Node;
import org.jspecify.annotations.Nullable;

/**
 * From a pair of a block and a variable to a node, by open addressing with linear probing. Entries
 * are only ever added or changed. Every compilation starts with this table, so it is one small
 * class and not a library's.
 */
final class DefinitionTable {
  private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

  private long[] keys = new long[64];
  private @Nullable Node[] values = new Node[64];
  private int shift = 64 - 6;
  private int size;

  @Nullable Node get(long key) {
    return values[slot(key)];
  }

  void put(long key, Node value) {
    int slot = slot(key);
    if (values[slot] == null) {
      if (2 * ++size > keys.length) {
        grow();
        slot = slot(key);
      }
      keys[slot] = key;
    }
    values[slot] = value;
  }

  /** The slot that holds the key, or the free one where it belongs. */
  private int slot(long key) {
    int mask = keys.length - 1;
    int slot = (int) ((key * MULTIPLIER) >>> shift);
    while (values[slot] != null && keys[slot] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    @Nullable Node[] oldValues = values;
    keys = new long[2 * oldKeys.length];
    values = new Node[keys.length];
    shift--;
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != null) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        values[slot] = oldValues[i];
      }
    }
  }
}
