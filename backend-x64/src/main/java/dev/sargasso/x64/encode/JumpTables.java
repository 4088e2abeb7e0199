package dev.sargasso.x64.encode;

import java.util.Arrays;

/**
 * The tables of jump targets of one function, as 32-bit distances from the start of their table.
 */
final class JumpTables {
  private int[] label = new int[4];
  private int[] first = new int[4];
  private int[] target = new int[64];
  private int count;
  private int targetCount;

  void reset() {
    count = 0;
    targetCount = 0;
  }

  int count() {
    return count;
  }

  int targetCount() {
    return targetCount;
  }

  int target(final int index) {
    return target[index];
  }

  int label(final int table) {
    return label[table];
  }

  /** The targets of {@code table}, a copy. */
  int[] targets(final int table) {
    return Arrays.copyOfRange(target, first[table], end(table));
  }

  private int end(final int table) {
    return table + 1 == count ? targetCount : first[table + 1];
  }

  void add(final int label, final int[] targets, final int length) {
    if (count == this.label.length) {
      this.label = Arrays.copyOf(this.label, 2 * count);
      this.first = Arrays.copyOf(this.first, 2 * count);
    }
    if (target.length - targetCount < length) {
      target = Arrays.copyOf(target, Math.max(2 * target.length, targetCount + length));
    }
    this.label[count] = label;
    this.first[count] = targetCount;
    System.arraycopy(targets, 0, target, targetCount, length);
    targetCount += length;
    count++;
  }

  /** Places the tables one behind the other from {@code start} on, and returns their size. */
  int layOut(final int[] places, final int start) {
    for (int i = 0; i < count; i++) {
      places[label[i]] = start + 4 * first[i];
    }
    return 4 * targetCount;
  }

  /** Writes the tables, which must have been laid out. */
  void write(final byte[] code, final int[] places) {
    for (int i = 0; i < count; i++) {
      final int start = places[label[i]];
      for (int k = first[i]; k < end(i); k++) {
        LittleEndian.putInt(code, start + 4 * (k - first[i]), places[target[k]] - start);
      }
    }
  }
}
