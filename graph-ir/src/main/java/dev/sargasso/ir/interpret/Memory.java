package dev.sargasso.ir.interpret;

import dev.sargasso.ir.type.Type;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.eclipse.collections.impl.map.mutable.primitive.LongLongHashMap;

/**
 * The memory of an interpreted program: little-endian bytes in a few segments far apart, so that an
 * address that has gone astray is caught. 64 GiB of addresses belong to each segment, of which the
 * first {@code limit} bytes exist. Nothing is below the first segment: null and its neighbourhood
 * trap.
 *
 * <p>An access outside stops the program with a memory trap; it shows as the interpreter's outcome,
 * in externals as an exception that they let pass.
 */
public final class Memory {
  private static final int SHIFT = 36;
  private static final long OFFSET_MASK = (1L << SHIFT) - 1;

  /** Writable globals. */
  static final int GLOBALS = 1;

  /** Read-only globals. */
  static final int CONSTANTS = 2;

  private static final int HEAP = 3;
  private static final int STACK = 4;

  /** Addresses of functions; nothing can be read there. */
  static final int CODE = 5;

  private static final int SEGMENTS = 6;

  /** Addresses of symbols that are not defined. */
  static final int NOWHERE = SEGMENTS;

  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[][] data = new byte[SEGMENTS][];
  private final int heapLimit;

  /** Bytes of the heap that were ever handed out. */
  private int heapTop;

  /** Size of each block in use, by address. */
  private final LongLongHashMap blockSizes = new LongLongHashMap();

  /** For each power of two, the addresses of free blocks of that size. */
  private final long[][] freeBlocks = new long[32][];

  private final int[] freeCounts = new int[32];

  Memory(int stackBytes, int heapBytes) {
    Arrays.fill(data, new byte[0]);
    data[STACK] = new byte[stackBytes];
    heapLimit = heapBytes;
  }

  static long base(int segment) {
    return (long) segment << SHIFT;
  }

  /** Gives a segment its contents. */
  void place(int segment, byte[] contents) {
    data[segment] = contents;
  }

  long stackEnd() {
    return base(STACK) + data[STACK].length;
  }

  long stackBase() {
    return base(STACK);
  }

  // ------------------------------------------------------------------ access

  /** The bytes of the segment that holds all of {@code [address, address + size)}. */
  private byte[] segment(long address, int size) {
    int number = (int) (address >>> SHIFT);
    if (number >= SEGMENTS || (address & OFFSET_MASK) + size > data[number].length) {
      throw Stop.Fault.memory(address, size);
    }
    return data[number];
  }

  private byte[] writable(long address, int size) {
    byte[] bytes = segment(address, size);
    if (address >>> SHIFT == CONSTANTS) {
      throw Stop.Fault.readOnly(address);
    }
    return bytes;
  }

  private static int offset(long address) {
    return (int) (address & OFFSET_MASK);
  }

  /** The canonical value of a type at an address. */
  public long load(Type type, long address) {
    byte[] bytes = segment(address, type.bytes());
    int at = offset(address);
    return switch (type) {
      case I1 -> bytes[at] & 1;
      case I8 -> bytes[at];
      case I16 -> (short) SHORTS.get(bytes, at);
      case I32 -> (int) INTS.get(bytes, at);
      case F32 -> (int) INTS.get(bytes, at) & 0xFFFF_FFFFL;
      case I64, F64, PTR -> (long) LONGS.get(bytes, at);
      default -> throw new IllegalArgumentException("cannot load " + type.text());
    };
  }

  /** Stores a canonical value of a type at an address. */
  public void store(Type type, long address, long value) {
    byte[] bytes = writable(address, type.bytes());
    int at = offset(address);
    switch (type) {
      case I1, I8 -> bytes[at] = (byte) value;
      case I16 -> SHORTS.set(bytes, at, (short) value);
      case I32, F32 -> INTS.set(bytes, at, (int) value);
      case I64, F64, PTR -> LONGS.set(bytes, at, value);
      default -> throw new IllegalArgumentException("cannot store " + type.text());
    }
  }

  /** Reads a vector into {@code values[at]} and {@code values[at + 1]}. */
  void loadVector(long address, long[] values, int at) {
    byte[] bytes = segment(address, Type.V128.bytes());
    values[at] = (long) LONGS.get(bytes, offset(address));
    values[at + 1] = (long) LONGS.get(bytes, offset(address) + 8);
  }

  void storeVector(long address, long low, long high) {
    byte[] bytes = writable(address, Type.V128.bytes());
    LONGS.set(bytes, offset(address), low);
    LONGS.set(bytes, offset(address) + 8, high);
  }

  int int32(long address) {
    return (int) INTS.get(segment(address, 4), offset(address));
  }

  long int64(long address) {
    return (long) LONGS.get(segment(address, 8), offset(address));
  }

  void storeInt32(long address, int value) {
    INTS.set(writable(address, 4), offset(address), value);
  }

  void storeInt64(long address, long value) {
    LONGS.set(writable(address, 8), offset(address), value);
  }

  /** The byte at an address, zero-extended. */
  public int byteAt(long address) {
    return segment(address, 1)[offset(address)] & 0xFF;
  }

  /** Copies bytes; the areas may overlap. */
  public void copy(long target, long source, long size) {
    if (size == 0) {
      return;
    }
    int count = inRange(target, size);
    byte[] from = segment(source, count);
    byte[] to = writable(target, count);
    System.arraycopy(from, offset(source), to, offset(target), count);
  }

  /** Sets {@code size} bytes. */
  public void fill(long target, int value, long size) {
    if (size == 0) {
      return;
    }
    int count = inRange(target, size);
    byte[] to = writable(target, count);
    Arrays.fill(to, offset(target), offset(target) + count, (byte) value);
  }

  private static int inRange(long address, long size) {
    if (size < 0 || size > Integer.MAX_VALUE) {
      throw new Stop.Fault(
          TrapKind.MEMORY,
          address,
          "access to " + Long.toUnsignedString(size) + " bytes at 0x" + Long.toHexString(address));
    }
    return (int) size;
  }

  /** A copy of {@code size} bytes. */
  public byte[] read(long address, int size) {
    if (size == 0) {
      return new byte[0];
    }
    byte[] bytes = segment(address, size);
    return Arrays.copyOfRange(bytes, offset(address), offset(address) + size);
  }

  /** Stores all of {@code contents}. */
  public void write(long address, byte[] contents) {
    if (contents.length > 0) {
      byte[] bytes = writable(address, contents.length);
      System.arraycopy(contents, 0, bytes, offset(address), contents.length);
    }
  }

  /** The length of the string at {@code address}, which a byte 0 ends. */
  public long stringLength(long address) {
    byte[] bytes = segment(address, 1);
    int start = offset(address);
    int at = start;
    while (at < bytes.length && bytes[at] != 0) {
      at++;
    }
    if (at == bytes.length) {
      throw Stop.Fault.memory(address + (at - start), 1);
    }
    return (long) at - start;
  }

  /** The bytes of the string at {@code address}, without the byte 0 that ends it. */
  public byte[] string(long address) {
    return read(address, (int) stringLength(address));
  }

  /** The string at {@code address}, each byte a character. */
  public String text(long address) {
    return new String(string(address), StandardCharsets.ISO_8859_1);
  }

  // -------------------------------------------------------------------- heap

  /** Allocates at least {@code size} bytes, aligned to 16; gives 0 if the heap is used up. */
  public long allocate(long size) {
    if (size < 0 || size > heapLimit) {
      return 0;
    }
    int kind = kind(size);
    long address;
    if (freeCounts[kind] > 0) {
      address = freeBlocks[kind][--freeCounts[kind]];
    } else {
      long end = heapTop + (1L << kind);
      if (end > heapLimit) {
        return 0;
      }
      address = base(HEAP) + heapTop;
      heapTop = (int) end;
      if (heapTop > data[HEAP].length) {
        long capacity = Math.max(end, Math.min(heapLimit, 2L * data[HEAP].length));
        data[HEAP] = Arrays.copyOf(data[HEAP], (int) Math.max(capacity, 1 << 16));
      }
    }
    blockSizes.put(address, size);
    return address;
  }

  /** Log of the size of the block that holds {@code size} bytes. */
  private static int kind(long size) {
    return size <= 16 ? 4 : 64 - Long.numberOfLeadingZeros(size - 1);
  }

  /** Frees a block; null is ignored. */
  public void free(long address) {
    if (address == 0) {
      return;
    }
    int kind = kind(allocatedSize(address));
    blockSizes.removeKey(address);
    if (freeBlocks[kind] == null) {
      freeBlocks[kind] = new long[16];
    } else if (freeCounts[kind] == freeBlocks[kind].length) {
      freeBlocks[kind] = Arrays.copyOf(freeBlocks[kind], 2 * freeCounts[kind]);
    }
    freeBlocks[kind][freeCounts[kind]++] = address;
  }

  /** The size that {@link #allocate} was asked for when it gave {@code address}. */
  public long allocatedSize(long address) {
    long size = blockSizes.getIfAbsent(address, -1);
    if (size < 0) {
      throw new Stop.Fault(
          TrapKind.MEMORY,
          address,
          "free of 0x" + Long.toHexString(address) + ", which is no allocated block");
    }
    return size;
  }

  /** Moves a block to one of another size, as {@code realloc}. */
  public long reallocate(long address, long size) {
    if (address == 0) {
      return allocate(size);
    }
    long old = allocatedSize(address);
    if (size >= 0 && size <= heapLimit && kind(size) == kind(old)) {
      blockSizes.put(address, size);
      return address;
    }
    long moved = allocate(size);
    if (moved != 0) {
      copy(moved, address, Math.min(old, size));
      free(address);
    }
    return moved;
  }
}
