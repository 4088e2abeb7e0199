package dev.sargasso.x64.check;

import java.util.Arrays;

/**
 * Sets of virtual registers, each distinct set once, named by ints. 0 is the empty set.
 *
 * <p>Elements are kept sorted in one pool; equal sets have equal names, so that comparing and
 * storing sets costs nothing.
 */
final class ValueSets {
  static final int EMPTY = 0;

  private int setCount = 1;
  private int[] first = new int[64];
  private int[] size = new int[64];
  private int total;
  private int[] pool = new int[256];

  private int[] table = new int[256];
  private int[] work = new int[64];

  /** How many elements a set has. */
  int size(final int set) {
    return size[set];
  }

  /** An element of a set; they are sorted. */
  int element(final int set, final int index) {
    return pool[first[set] + index];
  }

  /** Whether a set has an element. */
  boolean contains(final int set, final int element) {
    for (int at = first[set], end = at + size[set]; at < end; at++) {
      if (pool[at] == element) {
        return true;
      }
    }
    return false;
  }

  /** The set with one element. */
  int of(final int element) {
    work[0] = element;
    return intern(work, 1);
  }

  /** The elements that two sets share. */
  int intersection(final int one, final int other) {
    if (one == other || one == EMPTY) {
      return one;
    }
    reserve(size[one]);
    int count = 0;
    for (int index = 0; index < size[one]; index++) {
      final int element = pool[first[one] + index];
      if (contains(other, element)) {
        work[count++] = element;
      }
    }
    return count == size[one] ? one : intern(work, count);
  }

  /** A set without one element. */
  int without(final int set, final int element) {
    if (!contains(set, element)) {
      return set;
    }
    reserve(size[set]);
    int count = 0;
    for (int index = 0; index < size[set]; index++) {
      final int kept = pool[first[set] + index];
      if (kept != element) {
        work[count++] = kept;
      }
    }
    return intern(work, count);
  }

  /** A set with one element more. */
  int with(final int set, final int element) {
    if (contains(set, element)) {
      return set;
    }
    reserve(size[set] + 1);
    System.arraycopy(pool, first[set], work, 0, size[set]);
    work[size[set]] = element;
    Arrays.sort(work, 0, size[set] + 1);
    return intern(work, size[set] + 1);
  }

  /** The set of the first elements of an array, which are sorted and distinct. */
  int intern(final int[] elements, final int count) {
    if (count == 0) {
      return EMPTY;
    }
    int hash = count;
    for (int index = 0; index < count; index++) {
      hash = hash * 0x9e3779b1 + elements[index];
    }
    hash ^= hash >>> 15;
    int at = hash & (table.length - 1);
    while (table[at] != 0) {
      final int set = table[at];
      if (size[set] == count
          && Arrays.equals(pool, first[set], first[set] + count, elements, 0, count)) {
        return set;
      }
      at = (at + 1) & (table.length - 1);
    }
    final int set = setCount++;
    if (set == first.length) {
      first = Arrays.copyOf(first, 2 * set);
      size = Arrays.copyOf(size, 2 * set);
    }
    if (total + count > pool.length) {
      pool = Arrays.copyOf(pool, Math.max(2 * pool.length, total + count));
    }
    System.arraycopy(elements, 0, pool, total, count);
    first[set] = total;
    size[set] = count;
    total += count;
    table[at] = set;
    if (2 * setCount > table.length) {
      rehash();
    }
    return set;
  }

  private void rehash() {
    table = new int[2 * table.length];
    for (int set = 1; set < setCount; set++) {
      int hash = size[set];
      for (int index = 0; index < size[set]; index++) {
        hash = hash * 0x9e3779b1 + pool[first[set] + index];
      }
      hash ^= hash >>> 15;
      int at = hash & (table.length - 1);
      while (table[at] != 0) {
        at = (at + 1) & (table.length - 1);
      }
      table[at] = set;
    }
  }

  private void reserve(final int count) {
    if (work.length < count) {
      work = new int[2 * count];
    }
  }
}
