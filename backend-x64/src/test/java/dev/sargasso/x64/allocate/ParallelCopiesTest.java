package dev.sargasso.x64.allocate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.Location;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Parallel copies against an interpreter: all copies among a few places, with and without free
 * registers, and random large ones. Among registers, no sequence is longer than it must be.
 */
class ParallelCopiesTest {
  private static final int[] REGISTERS = {
    PhysicalRegister.RAX, PhysicalRegister.RCX, PhysicalRegister.RDX, PhysicalRegister.RBX
  };

  private static final long ALL_BUSY = PhysicalRegister.ALLOCATABLE_MASK;

  private static MachineFunction constants() {
    final MachineFunction function = new MachineFunction("copies");
    final int block = function.newBlock(1, 0);
    function.beginBlock(block);
    for (int index = 0; index < 4; index++) {
      final int at = function.addInstruction(RandomMachineFunction.CONSTANT, -1);
      function.define(function.newRegister(PhysicalRegister.GENERAL, 8));
      function.setFlags(at, MachineFunction.REMATERIALISABLE);
    }
    function.addInstruction(RandomMachineFunction.RETURN, -1);
    function.endBlock();
    function.finish();
    return function;
  }

  /** Runs copies and checks every location; returns how many edits there are. */
  private static int run(
      final int[] destinations, final int[] sources, final int slots, final long busy) {
    final AllocatedFunction allocated = new AllocatedFunction(constants());
    for (int slot = 0; slot < slots; slot++) {
      allocated.newSlot(8);
    }
    final ParallelCopy copy = new ParallelCopy(allocated);
    // Twice, to see that nothing is left over from the first time.
    int edits = 0;
    for (int round = 0; round < 2; round++) {
      copy.begin(busy);
      for (int index = 0; index < destinations.length; index++) {
        copy.add(destinations[index], sources[index], 8);
      }
      final IntList sequence = copy.sequence();
      edits = sequence.size();
      final long[] before = new long[Location.FIRST_SLOT + allocated.slotCount()];
      for (int location = 0; location < before.length; location++) {
        before[location] = location + 1L;
      }
      final long[] after = before.clone();
      for (int index = 0; index < edits; index++) {
        apply(allocated, sequence.get(index), after);
      }
      final long[] expected = before.clone();
      for (int index = 0; index < destinations.length; index++) {
        expected[destinations[index]] =
            sources[index] < 0 ? -1000L - ~sources[index] : before[sources[index]];
      }
      for (int location = 0; location < Location.FIRST_SLOT + slots; location++) {
        final boolean kept =
            Location.isSlot(location)
                || ((busy >>> location) & 1) != 0
                || contains(destinations, location);
        if (kept) {
          final int place = location;
          assertEquals(
              expected[location],
              after[location],
              () ->
                  Location.nameOf(place)
                      + " after "
                      + Arrays.toString(destinations)
                      + " <- "
                      + Arrays.toString(sources));
        }
      }
    }
    return edits;
  }

  private static boolean contains(final int[] array, final int element) {
    return Arrays.stream(array).anyMatch(each -> each == element);
  }

  private static void apply(
      final AllocatedFunction allocated, final int edit, final long[] values) {
    final int from = allocated.editFrom(edit);
    final int to = allocated.editTo(edit);
    switch (allocated.editKind(edit)) {
      case AllocatedFunction.MOVE -> {
        assertTrue(Location.isRegister(from) || Location.isRegister(to));
        values[to] = values[from];
      }
      case AllocatedFunction.SWAP -> {
        final long kept = values[to];
        values[to] = values[from];
        values[from] = kept;
      }
      default -> {
        assertTrue(Location.isRegister(to));
        values[to] = -1000L - allocated.editInstruction(edit);
      }
    }
  }

  /** Every way to give every subset of four registers and two slots a source among them. */
  @Test
  void allSmallOnes() {
    final int[] places = new int[6];
    System.arraycopy(REGISTERS, 0, places, 0, 4);
    places[4] = Location.ofSlot(0);
    places[5] = Location.ofSlot(1);
    // Source 6 stands for "not written", 7 for a rematerialised constant.
    final int[] choice = new int[6];
    int count = 0;
    for (int code = 0; code < 1 << 18; code++) {
      int written = 0;
      for (int index = 0; index < 6; index++) {
        choice[index] = (code >>> (3 * index)) & 7;
        written += choice[index] != 6 ? 1 : 0;
      }
      final int[] destinations = new int[written];
      final int[] sources = new int[written];
      int at = 0;
      for (int index = 0; index < 6; index++) {
        if (choice[index] != 6) {
          destinations[at] = places[index];
          sources[at++] = choice[index] == 7 ? ~(index & 3) : places[choice[index]];
        }
      }
      // Without any free register, and, for a part of them, with some.
      run(destinations, sources, 2, ALL_BUSY);
      if (code % 7 == 0) {
        run(destinations, sources, 2, ALL_BUSY & ~0xff00L);
      }
      count++;
    }
    assertEquals(1 << 18, count);
  }

  /** As many edits as destinations, and one more, or a swap less, a cycle. */
  @Test
  void noNeedlessEdits() {
    for (int code = 0; code < 625; code++) {
      int rest = code;
      final int[] source = new int[4];
      int written = 0;
      for (int index = 0; index < 4; index++) {
        source[index] = rest % 5;
        rest /= 5;
        written += source[index] < 4 ? 1 : 0;
      }
      final int[] destinations = new int[written];
      final int[] sources = new int[written];
      int at = 0;
      int moves = 0;
      for (int index = 0; index < 4; index++) {
        if (source[index] < 4) {
          destinations[at] = REGISTERS[index];
          sources[at++] = REGISTERS[source[index]];
          moves += source[index] != index ? 1 : 0;
        }
      }
      final int cycles = cycles(source);
      assertEquals(moves - cycles, run(destinations, sources, 0, ALL_BUSY));
      assertEquals(moves + cycles, run(destinations, sources, 0, 0xf));
    }
  }

  /** Cycles of more than one register that nobody outside reads from. */
  private static int cycles(final int[] source) {
    int found = 0;
    for (int start = 0; start < source.length; start++) {
      int at = start;
      boolean least = true;
      int length = 0;
      do {
        at = source[at];
        length++;
        least &= at >= start;
      } while (at < 4 && at != start && length <= 4);
      if (at == start && least && length > 1 && length <= 4) {
        found++;
      }
    }
    return found;
  }

  @Test
  void largeRandomOnes() {
    final Random random = new Random(1);
    for (int round = 0; round < 400; round++) {
      final int slots = random.nextInt(40);
      final int[] places = new int[12 + slots];
      int count = 0;
      for (int register = 0; count < 12; register++) {
        if (register != PhysicalRegister.RSP) {
          places[count++] = register;
        }
      }
      for (int slot = 0; slot < slots; slot++) {
        places[count++] = Location.ofSlot(slot);
      }
      final int[] destinations = new int[count];
      final int[] sources = new int[count];
      int written = 0;
      for (final int place : places) {
        if (random.nextInt(8) > 0) {
          destinations[written] = place;
          sources[written++] =
              random.nextInt(6) == 0 ? ~random.nextInt(4) : places[random.nextInt(count)];
        }
      }
      run(
          Arrays.copyOf(destinations, written),
          Arrays.copyOf(sources, written),
          slots,
          random.nextBoolean() ? ALL_BUSY : 0);
    }
  }
}
