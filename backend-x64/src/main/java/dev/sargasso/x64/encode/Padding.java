package dev.sargasso.x64.encode;

/**
 * Padding that can be run through: the multi-byte no-operations that the Intel manual recommends
 * (volume 2, NOP, table 4-12), one to nine bytes long.
 */
final class Padding {
  private static final byte[][] NOPS = {
    {},
    {(byte) 0x90},
    {0x66, (byte) 0x90},
    {0x0f, 0x1f, 0x00},
    {0x0f, 0x1f, 0x40, 0x00},
    {0x0f, 0x1f, 0x44, 0x00, 0x00},
    {0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00},
    {0x0f, 0x1f, (byte) 0x80, 0x00, 0x00, 0x00, 0x00},
    {0x0f, 0x1f, (byte) 0x84, 0x00, 0x00, 0x00, 0x00, 0x00},
    {0x66, 0x0f, 0x1f, (byte) 0x84, 0x00, 0x00, 0x00, 0x00, 0x00}
  };

  /** The longest single no-operation. */
  static final int LONGEST = NOPS.length - 1;

  private Padding() {}

  /** Fills {@code count} bytes from {@code start} with as few instructions as possible. */
  static void write(final byte[] target, final int start, final int count) {
    int at = start;
    int left = count;
    while (left > 0) {
      final int length = Math.min(left, LONGEST);
      System.arraycopy(NOPS[length], 0, target, at, length);
      at += length;
      left -= length;
    }
  }
}
