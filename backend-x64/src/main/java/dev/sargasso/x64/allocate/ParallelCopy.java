package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.Location;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.Arrays;

/**
 * Turns copies that are meant to happen all at once into a sequence of edits.
 *
 * <p>A destination that nobody still has to read is written at once, which may make the location
 * that was read writable. When none is left, all remaining copies are cycles. A cycle of registers
 * is broken with a free register, or turned by swaps, one fewer than it has members. Loads from
 * slots that nobody writes, and rematerialisations, come last, when all registers have been read.
 * That is the least number of edits for copies among registers.
 *
 * <p>No register is reserved: memory is copied to memory through a free register, and if there is
 * none, through one whose contents are kept in an emergency slot meanwhile.
 */
final class ParallelCopy {
  private final AllocatedFunction allocated;
  private final IntList edits = new IntList();

  private int count;
  private int[] destination = new int[16];
  private int[] source = new int[16];
  private int[] width = new int[16];
  private boolean[] done = new boolean[16];

  // By location: the copy that writes it, and how many pending copies read it.
  private int[] writer = new int[64];
  private int[] readers = new int[64];
  private int[] loadedBy = new int[64];
  private int[] ready = new int[16];
  private int readyCount;

  private long preserved;
  private long written;
  private final int[] emergencySlot = {-1, -1};
  private final int[] cycleSlot = {-1, -1, -1};

  ParallelCopy(final AllocatedFunction allocated) {
    this.allocated = allocated;
    Arrays.fill(writer, -1);
  }

  /**
   * Starts a new set of copies.
   *
   * @param keep registers that hold something that must survive without being mentioned
   */
  void begin(final long keep) {
    count = 0;
    preserved = keep;
    written = 0;
  }

  /** Says that more registers hold something that must survive. */
  void keep(final long more) {
    preserved |= more;
  }

  /** Adds the copy of a location. */
  void add(final int to, final int from, final int bytes) {
    if (count == destination.length) {
      destination = Arrays.copyOf(destination, 2 * count);
      source = Arrays.copyOf(source, 2 * count);
      width = Arrays.copyOf(width, 2 * count);
      done = Arrays.copyOf(done, 2 * count);
      ready = Arrays.copyOf(ready, 2 * count);
    }
    destination[count] = to;
    source[count] = from;
    width[count] = Math.max(4, bytes);
    done[count++] = false;
  }

  /** Adds another execution of an instruction. */
  void addAgain(final int to, final int instruction, final int bytes) {
    add(to, ~instruction, bytes);
  }

  /** Whether there is nothing to do. */
  boolean isEmpty() {
    return count == 0;
  }

  /** Emits the copies; the edits are in the list that is returned until the next call. */
  IntList sequence() {
    edits.clear();
    if (count == 0) {
      return edits;
    }
    int greatest = 0;
    for (int copy = 0; copy < count; copy++) {
      greatest = Math.max(greatest, Math.max(destination[copy], source[copy]));
    }
    if (greatest >= writer.length) {
      final int old = writer.length;
      writer = Arrays.copyOf(writer, 2 * greatest);
      readers = Arrays.copyOf(readers, 2 * greatest);
      loadedBy = Arrays.copyOf(loadedBy, 2 * greatest);
      Arrays.fill(writer, old, writer.length, -1);
    }
    for (int copy = 0; copy < count; copy++) {
      if (destination[copy] == source[copy]) {
        done[copy] = true;
        preserved |= Location.isRegister(source[copy]) ? 1L << source[copy] : 0;
      } else {
        assert writer[destination[copy]] < 0 : "two copies to one location";
        writer[destination[copy]] = copy;
      }
    }
    readyCount = 0;
    for (int copy = 0; copy < count; copy++) {
      if (!done[copy] && !isLeaf(copy)) {
        readers[source[copy]]++;
      }
    }
    for (int copy = 0; copy < count; copy++) {
      if (!done[copy] && !isLeaf(copy) && readers[destination[copy]] == 0) {
        ready[readyCount++] = copy;
      }
    }
    drain();
    for (int copy = 0; copy < count; copy++) {
      if (!done[copy] && !isLeaf(copy)) {
        breakCycle(copy);
      }
    }
    leaves();
    for (int copy = 0; copy < count; copy++) {
      writer[destination[copy]] = -1;
      readers[destination[copy]] = 0;
      if (source[copy] >= 0) {
        readers[source[copy]] = 0;
        loadedBy[source[copy]] = 0;
      }
    }
    return edits;
  }

  /** Whether a copy reads something that no copy writes and that is no register. */
  private boolean isLeaf(final int copy) {
    return source[copy] < 0
        || (Location.isRegister(destination[copy])
            && Location.isSlot(source[copy])
            && writer[source[copy]] < 0);
  }

  private void drain() {
    while (readyCount > 0) {
      final int copy = ready[--readyCount];
      final int from = source[copy];
      move(destination[copy], from, width[copy]);
      done[copy] = true;
      if (from >= 0 && --readers[from] == 0) {
        final int next = writer[from];
        if (next >= 0 && !done[next] && !isLeaf(next)) {
          ready[readyCount++] = next;
        }
      }
    }
  }

  /** The copies that are left form cycles; this turns the one that a copy is in. */
  private void breakCycle(final int copy) {
    boolean registersOnly = true;
    int bytes = 0;
    int at = copy;
    do {
      registersOnly &= Location.isRegister(destination[at]);
      bytes = Math.max(bytes, width[at]);
      at = writer[source[at]];
    } while (at != copy);
    final int first = destination[copy];
    if (registersOnly) {
      final int free = freeRegister(PhysicalRegister.classOf(first));
      if (free < 0) {
        swapAround(copy);
        return;
      }
      saveAndTurn(copy, free, bytes);
    } else {
      final int size = bytes == 16 ? 2 : bytes == 8 ? 1 : 0;
      if (cycleSlot[size] < 0) {
        cycleSlot[size] = allocated.newSlot(bytes);
      }
      saveAndTurn(copy, Location.ofSlot(cycleSlot[size]), bytes);
    }
  }

  /** Saves what the copy is about to overwrite, and lets its reader read the saved value. */
  private void saveAndTurn(final int copy, final int place, final int bytes) {
    final int first = destination[copy];
    move(place, first, bytes);
    int at = copy;
    while (source[at] != first) {
      at = writer[source[at]];
    }
    // The reader's own source becomes the saved place, which no copy writes.
    source[at] = place;
    readers[first] = 0;
    if (place >= readers.length) {
      final int old = writer.length;
      writer = Arrays.copyOf(writer, 2 * place);
      readers = Arrays.copyOf(readers, 2 * place);
      loadedBy = Arrays.copyOf(loadedBy, 2 * place);
      Arrays.fill(writer, old, writer.length, -1);
    }
    readers[place] = 1;
    ready[readyCount++] = copy;
    final long kept = preserved;
    if (Location.isRegister(place)) {
      preserved |= 1L << place;
    }
    drain();
    if (!done[at]) {
      // It became a load from a slot that nobody writes; the cycle is open, so it is safe now.
      move(destination[at], place, width[at]);
      done[at] = true;
    }
    preserved = kept;
    readers[place] = 0;
  }

  private void swapAround(final int copy) {
    // After swapping a destination with its source, the destination is right, and the source
    // holds what the reader of the destination wants.
    final int last = destination[copy];
    int at = copy;
    while (source[at] != last) {
      final int to = destination[at];
      final int from = source[at];
      edits.add(allocated.newSwap(from, to, swapWidth(to)));
      done[at] = true;
      written |= 1L << to;
      readers[from] = 0;
      at = writer[from];
    }
    done[at] = true;
    readers[last] = 0;
    written |= 1L << destination[at];
  }

  private static int swapWidth(final int register) {
    return PhysicalRegister.classOf(register) == PhysicalRegister.GENERAL ? 8 : 16;
  }

  private void leaves() {
    // Memory first, while registers that are still to be loaded can serve on the way.
    for (int copy = 0; copy < count; copy++) {
      if (!done[copy] && Location.isSlot(destination[copy])) {
        move(destination[copy], source[copy], width[copy]);
        done[copy] = true;
      }
    }
    for (int copy = 0; copy < count; copy++) {
      if (!done[copy]) {
        final int from = source[copy];
        // What was just loaded is copied rather than loaded again.
        final int before = from < 0 ? -1 : loadedBy[from] - 1;
        if (before >= 0
            && width[before] >= width[copy]
            && PhysicalRegister.classOf(destination[before])
                == PhysicalRegister.classOf(destination[copy])) {
          final int known = destination[before];
          move(destination[copy], known, copyWidth(known, width[copy]));
        } else {
          move(destination[copy], from, width[copy]);
          if (from >= 0) {
            loadedBy[from] = copy + 1;
          }
        }
        done[copy] = true;
      }
    }
  }

  private static int copyWidth(final int register, final int bytes) {
    return PhysicalRegister.classOf(register) == PhysicalRegister.VECTOR ? 16 : bytes;
  }

  private int freeRegister(final int registerClass) {
    long busy = preserved | written;
    for (int copy = 0; copy < count; copy++) {
      if (!done[copy] && Location.isRegister(source[copy])) {
        busy |= 1L << source[copy];
      }
    }
    final long free = PhysicalRegister.maskOf(registerClass) & ~busy;
    return free == 0 ? -1 : Long.numberOfTrailingZeros(free);
  }

  private void move(final int to, final int from, final int bytes) {
    if (Location.isRegister(to)) {
      written |= 1L << to;
      edits.add(
          from < 0
              ? allocated.newRematerialisation(~from, to, bytes)
              : allocated.newMove(from, to, bytes));
    } else if (Location.isRegister(from)) {
      edits.add(allocated.newMove(from, to, bytes));
    } else {
      moveToMemory(to, from, bytes);
    }
  }

  private void moveToMemory(final int to, final int from, final int bytes) {
    final int registerClass =
        from < 0
            ? classOfResult(~from)
            : bytes == 16 ? PhysicalRegister.VECTOR : PhysicalRegister.GENERAL;
    int free = freeRegister(registerClass);
    if (free < 0 && from >= 0 && registerClass == PhysicalRegister.GENERAL) {
      free = freeRegister(PhysicalRegister.VECTOR);
    }
    if (free >= 0) {
      load(free, from, bytes);
      edits.add(allocated.newMove(free, to, bytes));
      return;
    }
    final int borrowed = Long.numberOfTrailingZeros(PhysicalRegister.maskOf(registerClass));
    final int all = swapWidth(borrowed);
    if (emergencySlot[registerClass] < 0) {
      emergencySlot[registerClass] = allocated.newSlot(all);
    }
    final int kept = Location.ofSlot(emergencySlot[registerClass]);
    edits.add(allocated.newMove(borrowed, kept, all));
    load(borrowed, from, bytes);
    edits.add(allocated.newMove(borrowed, to, bytes));
    edits.add(allocated.newMove(kept, borrowed, all));
  }

  private int classOfResult(final int instruction) {
    return allocated.function().registerClass((int) allocated.function().operand(instruction, 0));
  }

  private void load(final int register, final int from, final int bytes) {
    edits.add(
        from < 0
            ? allocated.newRematerialisation(~from, register, bytes)
            : allocated.newMove(from, register, bytes));
  }
}
