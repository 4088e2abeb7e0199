package dev.sargasso.x64.encode;

import java.util.Arrays;

/** Fields of the code, in rising order of their raw offsets, that refer to something by number. */
final class References {
  private int[] offset = new int[64];
  private int[] value = new int[64];
  private int[] addend = new int[64];
  private int count;

  void reset() {
    count = 0;
  }

  int count() {
    return count;
  }

  void add(final int offset, final int value, final int addend) {
    if (count == this.offset.length) {
      this.offset = Arrays.copyOf(this.offset, 2 * count);
      this.value = Arrays.copyOf(this.value, 2 * count);
      this.addend = Arrays.copyOf(this.addend, 2 * count);
    }
    this.offset[count] = offset;
    this.value[count] = value;
    this.addend[count] = addend;
    count++;
  }

  int offset(final int reference) {
    return offset[reference];
  }

  int value(final int reference) {
    return value[reference];
  }

  int addend(final int reference) {
    return addend[reference];
  }
}
