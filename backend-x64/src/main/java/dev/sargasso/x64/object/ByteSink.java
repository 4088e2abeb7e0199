package dev.sargasso.x64.object;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing array of bytes, numbers least significant byte first. */
final class ByteSink {
  private byte[] bytes = new byte[256];
  private int size;

  int size() {
    return size;
  }

  int byteAt(final int at) {
    return bytes[at] & 0xff;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  private void ensure(final int count) {
    if (bytes.length - size < count) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + count));
    }
  }

  void put(final byte[] source) {
    ensure(source.length);
    System.arraycopy(source, 0, bytes, size, source.length);
    size += source.length;
  }

  private void put(final long value, final int count) {
    ensure(count);
    for (int i = 0; i < count; i++) {
      bytes[size++] = (byte) (value >> (8 * i));
    }
  }

  void putByte(final int value) {
    put(value, 1);
  }

  void putShort(final int value) {
    put(value, 2);
  }

  void putInt(final int value) {
    put(value, 4);
  }

  void putLong(final long value) {
    put(value, 8);
  }

  /** A number of as many bytes as it takes, seven bits in each (DWARF 5, section 7.6). */
  void putUnsigned(final long value) {
    long rest = value;
    while (rest >>> 7 != 0) {
      putByte((int) (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    putByte((int) rest);
  }

  /** As {@link #putUnsigned}, with a sign. */
  void putSigned(final long value) {
    long rest = value;
    while (rest < -64 || rest > 63) {
      putByte((int) (rest & 0x7f) | 0x80);
      rest >>= 7;
    }
    putByte((int) (rest & 0x7f));
  }

  /** Overwrites four bytes. */
  void setInt(final int at, final int value) {
    for (int i = 0; i < 4; i++) {
      bytes[at + i] = (byte) (value >> (8 * i));
    }
  }

  /** Overwrites {@code count} bytes with zeros. */
  void clear(final int at, final int count) {
    Arrays.fill(bytes, at, at + count, (byte) 0);
  }

  /** Text with a zero byte behind it; returns where it starts. */
  int putText(final String text) {
    final int start = size;
    put(text.getBytes(StandardCharsets.UTF_8));
    putByte(0);
    return start;
  }

  /** Adds {@code fill} bytes up to a multiple of {@code alignment}. */
  void align(final int alignment, final int fill) {
    final int end = (size + alignment - 1) & -alignment;
    ensure(end - size);
    Arrays.fill(bytes, size, end, (byte) fill);
    size = end;
  }

  void zeros(final int count) {
    ensure(count);
    Arrays.fill(bytes, size, size + count, (byte) 0);
    size += count;
  }
}
