package dev.sargasso.x64.encode;

import java.util.Arrays;

/**
 * The places of a function's code whose length is not known when they are emitted, jumps to labels
 * and alignments, and the layout that settles them.
 *
 * <p>Code is emitted as if every jump were short and every alignment took its most padding. Then
 * jumps that do not reach grow, each at most once: when one grows, only jumps within 128 bytes of
 * it can be affected, and no more than 64 of them fit there, so the work is linear in the number of
 * jumps whatever the cascade. Without alignment between the jumps the result is the least fixed
 * point, the choice that an assembler makes which starts from short jumps; with alignment a jump
 * across it is judged by the most padding, so that shrinking padding never makes a jump fall short.
 *
 * <p>Offsets before the layout are called raw, those after it final.
 */
final class Layout {
  private static final byte JUMP = 0;
  private static final byte CONDITIONAL_JUMP = 1;
  private static final byte ALIGNMENT = 2;

  private static final long NEAR_JUMP = FormTable.get(Instruction.JMP, Slot.B, 64);
  private static final long FAR_JUMP = FormTable.get(Instruction.JMP, Slot.T, 64);
  private static final long NEAR_CONDITIONAL_JUMP = FormTable.get(Instruction.J, Slot.B, 64);
  private static final long FAR_CONDITIONAL_JUMP = FormTable.get(Instruction.J, Slot.T, 64);

  /** The length of a jump while it is short. */
  static final int SHORT_JUMP = 2;

  private int[] offset = new int[64];
  private int[] operand = new int[64];
  private byte[] kind = new byte[64];
  private byte[] code = new byte[64];
  private int count;
  private boolean interiorAlignment;

  private boolean[] isLong = new boolean[64];
  private int[] distance = new int[64];
  private int[] queue = new int[64];
  private int[] shift = new int[64];

  private int cursor;

  void reset() {
    count = 0;
    interiorAlignment = false;
  }

  int count() {
    return count;
  }

  /**
   * Whether some alignment lies behind the function's first byte, so that padding depends on the
   * jumps before it.
   */
  boolean hasInteriorAlignment() {
    return interiorAlignment;
  }

  private int add(final int at, final byte kind, final int code, final int operand) {
    if (count == offset.length) {
      final int capacity = 2 * count;
      offset = Arrays.copyOf(offset, capacity);
      this.operand = Arrays.copyOf(this.operand, capacity);
      this.kind = Arrays.copyOf(this.kind, capacity);
      this.code = Arrays.copyOf(this.code, capacity);
    }
    offset[count] = at;
    this.operand[count] = operand;
    this.kind[count] = kind;
    this.code[count] = (byte) code;
    return count++;
  }

  int addJump(final int at, final int label) {
    return add(at, JUMP, 0, label);
  }

  int addConditionalJump(final int at, final Condition condition, final int label) {
    return add(at, CONDITIONAL_JUMP, condition.code(), label);
  }

  /**
   * An alignment to {@code 1 << log2}, with {@code most} bytes reserved, dropped if it would take
   * more than that.
   */
  int addAlignment(final int at, final int log2, final int most) {
    interiorAlignment |= at > 0;
    return add(at, ALIGNMENT, log2, most);
  }

  private boolean isJump(final int site) {
    return kind[site] != ALIGNMENT;
  }

  private int rawLength(final int site) {
    return isJump(site) ? SHORT_JUMP : operand[site];
  }

  private int growth(final int site) {
    return kind[site] == JUMP ? 3 : 4;
  }

  /** Whether the jump at {@code site} needs 32 bits of distance; valid after {@link #settle}. */
  boolean isLong(final int site) {
    return isLong[site];
  }

  /**
   * Decides the length of every site.
   *
   * @param labels the raw offset of each label
   */
  void settle(final int[] labels) {
    if (isLong.length < count) {
      isLong = new boolean[offset.length];
      distance = new int[offset.length];
      queue = new int[offset.length];
      shift = new int[offset.length];
    } else {
      Arrays.fill(isLong, 0, count, false);
    }
    int queued = 0;
    for (int i = 0; i < count; i++) {
      if (isJump(i)) {
        distance[i] = labels[operand[i]] - (offset[i] + SHORT_JUMP);
        if (!reaches(i)) {
          isLong[i] = true;
          queue[queued++] = i;
        }
      }
    }
    for (int next = 0; next < queued; next++) {
      queued = grow(queue[next], labels, queued);
    }
    place();
  }

  private boolean reaches(final int site) {
    return distance[site] == (byte) distance[site];
  }

  /**
   * Tells the short jumps that span {@code site} that it has grown; those that no longer reach join
   * the queue.
   */
  private int grow(final int site, final int[] labels, final int queuedBefore) {
    int queued = queuedBefore;
    final int at = offset[site];
    final int growth = growth(site);
    for (int i = site - 1; i >= 0 && at - offset[i] <= 128; i--) {
      if (isJump(i) && !isLong[i] && labels[operand[i]] > at) {
        distance[i] += growth;
        if (!reaches(i)) {
          isLong[i] = true;
          queue[queued++] = i;
        }
      }
    }
    for (int i = site + 1; i < count && offset[i] - at <= 128; i++) {
      if (isJump(i) && !isLong[i] && labels[operand[i]] <= at) {
        distance[i] -= growth;
        if (!reaches(i)) {
          isLong[i] = true;
          queue[queued++] = i;
        }
      }
    }
    return queued;
  }

  /** Adds up how far each site moves what follows it. */
  private void place() {
    int total = 0;
    for (int i = 0; i < count; i++) {
      if (isJump(i)) {
        total += isLong[i] ? growth(i) : 0;
      } else {
        final int at = offset[i] + total;
        final int padding = -at & ((1 << code[i]) - 1);
        total += (padding <= operand[i] ? padding : 0) - operand[i];
      }
      shift[i] = total;
    }
  }

  /** Starts a walk over raw offsets. */
  void rewind() {
    cursor = 0;
  }

  /**
   * The final offset of {@code raw}. From one {@link #rewind} to the next, raw offsets must not
   * fall.
   */
  int toFinal(final int raw) {
    while (cursor < count && offset[cursor] < raw) {
      cursor++;
    }
    return cursor == 0 ? raw : raw + shift[cursor - 1];
  }

  /** The label that the jump at {@code site} goes to; -1 if the site is no jump. */
  int target(final int site) {
    return isJump(site) ? operand[site] : -1;
  }

  /** The final length of {@code site} in bytes. */
  int finalLength(final int site) {
    return rawLength(site) + shift[site] - (site == 0 ? 0 : shift[site - 1]);
  }

  /** The length of the whole code, which was {@code rawLength} bytes long. */
  int finalTotal(final int rawLength) {
    return rawLength + (count == 0 ? 0 : shift[count - 1]);
  }

  /**
   * Copies {@code rawLength} bytes of code to {@code target}, with every site in its final form.
   *
   * @param finalLabels the final offset of each label
   */
  void write(final byte[] raw, final int rawLength, final byte[] target, final int[] finalLabels) {
    int from = 0;
    int to = 0;
    for (int i = 0; i < count; i++) {
      final int length = offset[i] - from;
      System.arraycopy(raw, from, target, to, length);
      to += length;
      from = offset[i] + rawLength(i);
      if (isJump(i)) {
        to = writeJump(i, target, to, finalLabels[operand[i]]);
      } else {
        final int padding = finalLength(i);
        Padding.write(target, to, padding);
        to += padding;
      }
    }
    System.arraycopy(raw, from, target, to, rawLength - from);
  }

  private int writeJump(
      final int site, final byte[] target, final int start, final int destination) {
    int to = start;
    if (!isLong[site]) {
      target[to] = (byte) (kind[site] == JUMP ? NEAR_JUMP : NEAR_CONDITIONAL_JUMP | code[site]);
      target[to + 1] = (byte) (destination - (to + 2));
      return to + 2;
    }
    if (kind[site] == JUMP) {
      target[to++] = (byte) FAR_JUMP;
    } else {
      target[to++] = 0x0f;
      target[to++] = (byte) (FAR_CONDITIONAL_JUMP | code[site]);
    }
    LittleEndian.putInt(target, to, destination - (to + 4));
    return to + 4;
  }
}
