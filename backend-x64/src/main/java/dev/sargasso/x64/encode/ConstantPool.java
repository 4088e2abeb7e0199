package dev.sargasso.x64.encode;

import java.util.Arrays;

/**
 * The constants of one function, each at most once: 4, 8 or 16 bytes, found again by an
 * open-addressing table over their bits. They are laid out by falling alignment, so that no padding
 * arises between them, and otherwise in the order in which they were first asked for.
 */
final class ConstantPool {
  private long[] low = new long[16];
  private long[] high = new long[16];
  private int[] size = new int[16];
  private int[] alignment = new int[16];
  private int[] label = new int[16];
  private int[] offset = new int[16];
  private int count;
  private int[] table = new int[64];

  void reset() {
    if (count > 0) {
      Arrays.fill(table, 0);
      count = 0;
    }
  }

  int count() {
    return count;
  }

  int label(final int constant) {
    return label[constant];
  }

  int size(final int constant) {
    return size[constant];
  }

  /** The constants in the order of their offsets; valid after {@link #layOut}. */
  int[] byOffset() {
    final int[] order = new int[count];
    int next = 0;
    for (int align = alignment(); align > 0; align >>= 1) {
      for (int i = 0; i < count; i++) {
        if (alignment[i] == align) {
          order[next++] = i;
        }
      }
    }
    return order;
  }

  /** Where the constant starts, from the start of the pool; valid after {@link #layOut}. */
  int offset(final int constant) {
    return offset[constant];
  }

  /**
   * The constant with these bits and size, or -1; where it exists its alignment is raised to {@code
   * alignment}.
   */
  int find(final long low, final long high, final int size, final int alignment) {
    for (int i = hash(low, high, size); table[i] != 0; i = (i + 1) & (table.length - 1)) {
      final int constant = table[i] - 1;
      if (this.low[constant] == low && this.high[constant] == high && this.size[constant] == size) {
        this.alignment[constant] = Math.max(this.alignment[constant], alignment);
        return constant;
      }
    }
    return -1;
  }

  void add(final long low, final long high, final int size, final int alignment, final int label) {
    if (count == this.low.length) {
      final int capacity = 2 * count;
      this.low = Arrays.copyOf(this.low, capacity);
      this.high = Arrays.copyOf(this.high, capacity);
      this.size = Arrays.copyOf(this.size, capacity);
      this.alignment = Arrays.copyOf(this.alignment, capacity);
      this.label = Arrays.copyOf(this.label, capacity);
      this.offset = Arrays.copyOf(this.offset, capacity);
    }
    this.low[count] = low;
    this.high[count] = high;
    this.size[count] = size;
    this.alignment[count] = alignment;
    this.label[count] = label;
    count++;
    if (4 * count > 3 * table.length) {
      table = new int[2 * table.length];
      for (int i = 0; i < count; i++) {
        enter(i);
      }
    } else {
      enter(count - 1);
    }
  }

  private void enter(final int constant) {
    int i = hash(low[constant], high[constant], size[constant]);
    while (table[i] != 0) {
      i = (i + 1) & (table.length - 1);
    }
    table[i] = constant + 1;
  }

  private int hash(final long low, final long high, final int size) {
    long h = (low * 0x9e3779b97f4a7c15L ^ high) * 0xc2b2ae3d27d4eb4fL + size;
    h ^= h >>> 32;
    return (int) h & (table.length - 1);
  }

  /** The largest alignment of a constant; one for an empty pool. */
  int alignment() {
    int largest = 1;
    for (int i = 0; i < count; i++) {
      largest = Math.max(largest, alignment[i]);
    }
    return largest;
  }

  /**
   * Gives every constant its offset and returns the pool's size. The pool must start at a multiple
   * of its alignment.
   */
  int layOut() {
    int end = 0;
    for (int align = alignment(); align > 0; align >>= 1) {
      for (int i = 0; i < count; i++) {
        if (alignment[i] == align) {
          end = (end + align - 1) & -align;
          offset[i] = end;
          end += size[i];
        }
      }
    }
    return end;
  }

  /** Writes the pool, which must have been laid out, to {@code target} from {@code start} on. */
  void write(final byte[] target, final int start) {
    for (int i = 0; i < count; i++) {
      final int at = start + offset[i];
      for (int k = 0; k < size[i]; k++) {
        target[at + k] = (byte) (k < 8 ? low[i] >> (8 * k) : high[i] >> (8 * (k - 8)));
      }
    }
  }
}
