package dev.sargasso.ir.graph;

import dev.sargasso.ir.type.Type;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The value-numbering table: an open-addressing hash set of nodes keyed by operation, type,
 * immediate, attribute and inputs. Linear probing, removal by shifting back, at most half full.
 */
final class ValueTable {
  private @Nullable Node[] slots = new Node[128];

  /** By slot; 0 where it is empty, so that a search in vain looks here only. */
  private int[] hashes = new int[128];

  private int size;

  static int hash(
      Op op,
      Type type,
      long immediate,
      @Nullable Object attribute,
      @Nullable Node a,
      @Nullable Node b,
      @Nullable Node c,
      @Nullable Node d) {
    int h = start(op, type, immediate, attribute);
    h = step(h, a);
    h = step(h, b);
    h = step(h, c);
    h = step(h, d);
    return mix(h);
  }

  static int hash(
      Op op, Type type, long immediate, @Nullable Object attribute, @Nullable Node[] inputs) {
    int h = start(op, type, immediate, attribute);
    for (Node input : inputs) {
      h = step(h, input);
    }
    // Fewer than four inputs hash as if padded, as in the other form.
    for (int i = inputs.length; i < 4; i++) {
      h = step(h, null);
    }
    return mix(h);
  }

  static int hash(Node node) {
    int h = start(node.op(), node.type(), node.immediate(), node.attribute());
    for (int i = 0; i < node.inputCount(); i++) {
      h = step(h, node.inputOrNull(i));
    }
    for (int i = node.inputCount(); i < 4; i++) {
      h = step(h, null);
    }
    return mix(h);
  }

  private static int start(Op op, Type type, long immediate, @Nullable Object attribute) {
    int h = op.ordinal() * 31 + type.ordinal();
    h = h * 0x9E3779B1 + (int) (immediate ^ (immediate >>> 32));
    return attribute == null ? h : h * 0x9E3779B1 + attribute.hashCode();
  }

  private static int step(int h, @Nullable Node input) {
    return h * 0x9E3779B1 + (input == null ? 0 : input.id() + 1);
  }

  private static int mix(int h) {
    h ^= h >>> 15;
    h *= 0x85EBCA6B;
    h ^= h >>> 13;
    return h == 0 ? 1 : h;
  }

  @Nullable Node find(
      int hash,
      Op op,
      Type type,
      long immediate,
      @Nullable Object attribute,
      @Nullable Node a,
      @Nullable Node b,
      @Nullable Node c,
      @Nullable Node d,
      int count) {
    int mask = slots.length - 1;
    for (int i = hash & mask; ; i = (i + 1) & mask) {
      if (hashes[i] == 0) {
        return null;
      }
      Node at = hashes[i] == hash ? slots[i] : null;
      if (at != null
          && same(at, op, type, immediate, attribute, count)
          && (count < 1 || at.inputOrNull(0) == a)
          && (count < 2 || at.inputOrNull(1) == b)
          && (count < 3 || at.inputOrNull(2) == c)
          && (count < 4 || at.inputOrNull(3) == d)) {
        return at;
      }
    }
  }

  @Nullable Node find(
      int hash,
      Op op,
      Type type,
      long immediate,
      @Nullable Object attribute,
      @Nullable Node[] inputs) {
    int mask = slots.length - 1;
    probe:
    for (int i = hash & mask; ; i = (i + 1) & mask) {
      if (hashes[i] == 0) {
        return null;
      }
      Node at = hashes[i] == hash ? slots[i] : null;
      if (at != null && same(at, op, type, immediate, attribute, inputs.length)) {
        for (int k = 0; k < inputs.length; k++) {
          if (at.inputOrNull(k) != inputs[k]) {
            continue probe;
          }
        }
        return at;
      }
    }
  }

  @Nullable Node findEqual(int hash, Node node) {
    int mask = slots.length - 1;
    probe:
    for (int i = hash & mask; ; i = (i + 1) & mask) {
      if (hashes[i] == 0) {
        return null;
      }
      Node at = hashes[i] == hash ? slots[i] : null;
      if (at != null
          && at != node
          && same(
              at, node.op(), node.type(), node.immediate(), node.attribute(), node.inputCount())) {
        for (int k = 0; k < node.inputCount(); k++) {
          if (at.inputOrNull(k) != node.inputOrNull(k)) {
            continue probe;
          }
        }
        return at;
      }
    }
  }

  private static boolean same(
      Node at, Op op, Type type, long immediate, @Nullable Object attribute, int count) {
    return at.op() == op
        && at.type() == type
        && at.immediate() == immediate
        && at.inputCount() == count
        && Objects.equals(at.attribute(), attribute);
  }

  void add(int hash, Node node) {
    if (2 * (size + 1) > slots.length) {
      grow();
    }
    insert(hash, node);
    node.numbered = true;
    size++;
  }

  private void insert(int hash, Node node) {
    int mask = slots.length - 1;
    int i = hash & mask;
    while (hashes[i] != 0) {
      i = (i + 1) & mask;
    }
    slots[i] = node;
    hashes[i] = hash;
  }

  private void grow() {
    @Nullable Node[] oldSlots = slots;
    int[] oldHashes = hashes;
    slots = new Node[2 * oldSlots.length];
    hashes = new int[2 * oldSlots.length];
    for (int i = 0; i < oldSlots.length; i++) {
      Node node = oldSlots[i];
      if (node != null) {
        insert(oldHashes[i], node);
      }
    }
  }

  /** Takes {@code node} out, if it is in; its inputs must be those that it was added with. */
  void remove(Node node) {
    if (!node.numbered) {
      return;
    }
    node.numbered = false;
    size--;
    int mask = slots.length - 1;
    int hash = hash(node);
    int hole = hash & mask;
    while (hashes[hole] != hash || slots[hole] != node) {
      hole = (hole + 1) & mask;
    }
    slots[hole] = null;
    hashes[hole] = 0;
    for (int i = (hole + 1) & mask; hashes[i] != 0; i = (i + 1) & mask) {
      int home = hashes[i] & mask;
      // Movable unless its home lies cyclically in (hole, i].
      if (((i - home) & mask) >= ((i - hole) & mask)) {
        slots[hole] = slots[i];
        hashes[hole] = hashes[i];
        slots[i] = null;
        hashes[i] = 0;
        hole = i;
      }
    }
  }

  /** A node that is in the table but not found by what it is now, or null. */
  @Nullable Node misfiled() {
    int found = 0;
    for (int i = 0; i < slots.length; i++) {
      Node node = slots[i];
      if (node == null) {
        continue;
      }
      found++;
      boolean right = node.isAlive() && node.numbered && hashes[i] == hash(node);
      if (!right || findEqual(hashes[i], node) != null || !finds(hashes[i], node)) {
        return node;
      }
    }
    if (found != size) {
      throw new IllegalStateException("the value table counts " + size + " nodes of " + found);
    }
    return null;
  }

  private boolean finds(int hash, Node node) {
    int mask = slots.length - 1;
    int i = hash & mask;
    while (hashes[i] != 0 && slots[i] != node) {
      i = (i + 1) & mask;
    }
    return slots[i] == node;
  }
}
