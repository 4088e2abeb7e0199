package dev.sargasso.x64.allocate;

import java.util.Arrays;

/**
 * Arrays that the stages of allocation need for one function, kept for the next one.
 *
 * <p>Fresh arrays cost their clearing, and memory that no cache has seen; those of the function
 * before are warm. Arrays are given out one after the other and taken back all at once. They may be
 * longer than was asked for. Very long ones are not kept, so that one huge function does not hold
 * on to its memory.
 */
final class Scratch {
  /** Elements of the longest arrays that are kept. */
  private static final int LONGEST_KEPT = 1 << 20;

  private int[][] ints = new int[64][];
  private int intsTaken;
  private long[][] longs = new long[16][];
  private int longsTaken;
  private float[][] floats = new float[8][];
  private int floatsTaken;
  private byte[][] bytes = new byte[16][];
  private int bytesTaken;
  private boolean[][] booleans = new boolean[16][];
  private int booleansTaken;

  Scratch() {}

  /** Takes all arrays back. */
  void reset() {
    intsTaken = 0;
    longsTaken = 0;
    floatsTaken = 0;
    bytesTaken = 0;
    booleansTaken = 0;
  }

  private static int roomFor(final int length) {
    return length > LONGEST_KEPT ? length : Math.max(64, length + (length >> 1));
  }

  /** At least so many ints with any contents. */
  int[] ints(final int length) {
    if (intsTaken == ints.length) {
      ints = Arrays.copyOf(ints, 2 * intsTaken);
    }
    final int[] known = ints[intsTaken];
    if (known != null && known.length >= length) {
      intsTaken++;
      return known;
    }
    final int[] made = new int[roomFor(length)];
    ints[intsTaken++] = length > LONGEST_KEPT ? null : made;
    return made;
  }

  /** At least so many ints, of which so many have the given value. */
  int[] ints(final int length, final int value) {
    final int[] array = ints(length);
    Arrays.fill(array, 0, length, value);
    return array;
  }

  /** At least so many longs with any contents. */
  long[] anyLongs(final int length) {
    if (longsTaken == longs.length) {
      longs = Arrays.copyOf(longs, 2 * longsTaken);
    }
    final long[] known = longs[longsTaken];
    if (known != null && known.length >= length) {
      longsTaken++;
      return known;
    }
    final long[] made = new long[roomFor(length)];
    longs[longsTaken++] = length > LONGEST_KEPT ? null : made;
    return made;
  }

  /** A set with room for so many numbers, empty. */
  long[] bits(final int count) {
    final int words = (count + 63) >>> 6;
    final long[] array = anyLongs(words);
    Arrays.fill(array, 0, words, 0);
    return array;
  }

  /** At least so many floats, of which so many are 0. */
  float[] floats(final int length) {
    if (floatsTaken == floats.length) {
      floats = Arrays.copyOf(floats, 2 * floatsTaken);
    }
    float[] array = floats[floatsTaken];
    if (array == null || array.length < length) {
      array = new float[roomFor(length)];
      floats[floatsTaken] = length > LONGEST_KEPT ? null : array;
    } else {
      Arrays.fill(array, 0, length, 0);
    }
    floatsTaken++;
    return array;
  }

  /** At least so many bytes, of which so many have the given value. */
  byte[] bytes(final int length, final int value) {
    if (bytesTaken == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytesTaken);
    }
    byte[] array = bytes[bytesTaken];
    if (array == null || array.length < length) {
      array = new byte[roomFor(length)];
      bytes[bytesTaken] = length > LONGEST_KEPT ? null : array;
    }
    bytesTaken++;
    Arrays.fill(array, 0, length, (byte) value);
    return array;
  }

  /** At least so many booleans, all of them false. */
  boolean[] booleans(final int length) {
    if (booleansTaken == booleans.length) {
      booleans = Arrays.copyOf(booleans, 2 * booleansTaken);
    }
    boolean[] array = booleans[booleansTaken];
    if (array == null || array.length < length) {
      array = new boolean[roomFor(length)];
      booleans[booleansTaken] = length > LONGEST_KEPT ? null : array;
    } else {
      Arrays.fill(array, false);
    }
    booleansTaken++;
    return array;
  }
}
