package dev.sargasso.ir.graph;

import java.util.Arrays;

/** A ring of the ids of nodes that are to be looked at. */
final class PendingNodes {
  private int[] ring = new int[64];
  private int head;
  private int count;

  int count() {
    return count;
  }

  void add(int id) {
    if (count == ring.length) {
      ring = inOrder(2 * count);
      head = 0;
    }
    ring[(head + count++) & (ring.length - 1)] = id;
  }

  /** Takes out what stands {@code place} behind the head, where what is at the head then goes. */
  int take(int place) {
    int at = (head + place) & (ring.length - 1);
    int id = ring[at];
    ring[at] = ring[head];
    head = (head + 1) & (ring.length - 1);
    count--;
    return id;
  }

  void sort() {
    if (head + count > ring.length) {
      ring = inOrder(ring.length);
      head = 0;
    }
    Arrays.sort(ring, head, head + count);
  }

  private int[] inOrder(int length) {
    int[] sequence = new int[length];
    for (int i = 0; i < count; i++) {
      sequence[i] = ring[(head + i) & (ring.length - 1)];
    }
    return sequence;
  }
}
