package dev.sargasso.x64.allocate;

import java.util.Arrays;

/** A growing list of ints. */
final class IntList {
  private int size;
  private int[] elements = new int[16];

  void clear() {
    size = 0;
  }

  int size() {
    return size;
  }

  int get(final int index) {
    return elements[index];
  }

  void add(final int element) {
    if (size == elements.length) {
      elements = Arrays.copyOf(elements, 2 * size);
    }
    elements[size++] = element;
  }
}
