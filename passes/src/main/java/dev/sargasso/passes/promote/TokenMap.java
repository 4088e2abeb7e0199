package dev.sargasso.passes.promote;

import dev.sargasso.ir.graph.Node;
import org.jspecify.annotations.Nullable;

/** From a piece and a token to the value of the piece in that state: open addressing on longs. */
final class TokenMap {
  private long[] keys = new long[64];
  private @Nullable Node[] values = new Node[64];
  private int size;

  @Nullable Node get(int piece, Node token) {
    long key = key(piece, token);
    int mask = keys.length - 1;
    for (int i = slot(key, mask); ; i = (i + 1) & mask) {
      Node value = values[i];
      if (value == null || keys[i] == key) {
        return value;
      }
    }
  }

  void put(int piece, Node token, Node value) {
    if (2 * (size + 1) > keys.length) {
      grow();
    }
    insert(key(piece, token), value);
  }

  private void insert(long key, Node value) {
    int mask = keys.length - 1;
    int i = slot(key, mask);
    while (values[i] != null && keys[i] != key) {
      i = (i + 1) & mask;
    }
    size += values[i] == null ? 1 : 0;
    keys[i] = key;
    values[i] = value;
  }

  private void grow() {
    long[] oldKeys = keys;
    @Nullable Node[] oldValues = values;
    keys = new long[2 * oldKeys.length];
    values = new Node[2 * oldKeys.length];
    size = 0;
    for (int i = 0; i < oldKeys.length; i++) {
      Node value = oldValues[i];
      if (value != null) {
        insert(oldKeys[i], value);
      }
    }
  }

  private static long key(int piece, Node token) {
    return ((long) piece << 32) | token.id();
  }

  private static int slot(long key, int mask) {
    long hash = key * 0x9E3779B97F4A7C15L;
    return (int) (hash >>> 32) & mask;
  }
}
