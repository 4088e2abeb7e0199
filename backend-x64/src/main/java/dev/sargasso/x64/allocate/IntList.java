package dev.sargasso.x64.allocate;

import java.util.Arrays;

/** A growing list of ints. */
final class IntList {
  private int size;
  private int[] elements;

  IntList() {
    this(new int[16]);
  }

  /** An empty list that uses an array as long as that is long enough. */
  IntList(final int[] elements) {
    this.elements = elements;
  }

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
      elements = Arrays.copyOf(elements, 2 * size + 1);
    }
    elements[size++] = element;
  }
}
