package dev.sargasso.x64.encode;

/** Integers in byte arrays, least significant byte first. */
final class LittleEndian {
  private LittleEndian() {}

  static void putInt(final byte[] target, final int at, final int value) {
    target[at] = (byte) value;
    target[at + 1] = (byte) (value >> 8);
    target[at + 2] = (byte) (value >> 16);
    target[at + 3] = (byte) (value >> 24);
  }
}
