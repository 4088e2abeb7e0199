package dev.sargasso.ir.interpret;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.type.Type;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Segments, their edges, and the heap. */
class MemoryTest {
  private final Memory memory = new Memory(64, 1 << 20);

  @Test
  void everyTypeComesBackCanonical() {
    long address = memory.stackBase();
    for (Type type : Type.values()) {
      if (type.isValue() && type != Type.V128) {
        memory.store(type, address, -1);
        assertEquals(type.canonical(-1), memory.load(type, address), type.text());
      }
    }
    memory.store(Type.I64, address, 0x0102_0304_0506_0708L);
    assertArrayEquals(new byte[] {8, 7, 6, 5, 4, 3, 2, 1}, memory.read(address, 8));
  }

  @Test
  void accessesEndWhereTheSegmentEnds() {
    long end = memory.stackEnd();
    memory.store(Type.I32, end - 4, 1);
    for (long address : new long[] {end - 3, end, memory.stackBase() - 1, 0, -1, Long.MIN_VALUE}) {
      Stop.Fault fault = assertThrows(Stop.Fault.class, () -> memory.load(Type.I32, address));
      assertEquals(address, fault.detail);
    }
    assertThrows(Stop.Fault.class, () -> memory.copy(end - 8, end - 4, 8));
    assertThrows(Stop.Fault.class, () -> memory.fill(end - 8, 1, 1L << 40));
    memory.copy(0, 0, 0);
  }

  @Test
  void overlappingCopiesMoveTheOldContents() {
    long address = memory.stackBase();
    memory.write(address, new byte[] {1, 2, 3, 4, 5});
    memory.copy(address + 1, address, 4);
    assertArrayEquals(new byte[] {1, 1, 2, 3, 4}, memory.read(address, 5));
  }

  @Test
  void heapBlocksNeverOverlapAndKeepTheirContents() {
    SplittableRandom random = new SplittableRandom(7);
    Map<Long, byte[]> blocks = new HashMap<>();
    for (int step = 0; step < 5000; step++) {
      if (blocks.size() < 60 && random.nextInt(3) > 0) {
        int size = random.nextInt(300);
        long address = memory.allocate(size);
        assertNotEquals(0, address);
        assertEquals(0, address % 16);
        byte[] contents = new byte[size];
        random.nextBytes(contents);
        memory.write(address, contents);
        assertTrue(blocks.put(address, contents) == null);
      } else if (!blocks.isEmpty()) {
        long address = blocks.keySet().iterator().next();
        byte[] contents = blocks.remove(address);
        assertArrayEquals(contents, memory.read(address, contents.length));
        int size = random.nextInt(300);
        long moved = memory.reallocate(address, size);
        int kept = Math.min(size, contents.length);
        assertArrayEquals(java.util.Arrays.copyOf(contents, kept), memory.read(moved, kept));
        memory.free(moved);
      }
    }
    for (Map.Entry<Long, byte[]> block : blocks.entrySet()) {
      assertArrayEquals(block.getValue(), memory.read(block.getKey(), block.getValue().length));
    }
  }

  @Test
  void theHeapRunsOut() {
    assertEquals(0, memory.allocate(1 << 21));
    assertEquals(0, memory.allocate(-1));
    assertNotEquals(0, memory.allocate(1 << 20));
    assertEquals(0, memory.allocate(1));
    memory.free(0);
    assertThrows(Stop.Fault.class, () -> memory.free(memory.stackBase()));
  }
}
