package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;
import java.util.Arrays;

/**
 * Which values are in registers where: the answer of a {@link Spiller}, which colouring then
 * carries out.
 *
 * <p>Machine SSA stays as it is. A value may be in a register, in its spill slot, or in both; since
 * it never changes, its slot is good from its one store on. The plan names, for each block, the
 * values that are in registers at its start, and the events at each instruction at which a value
 * enters or leaves the registers in between. Between blocks the difference between what one has at
 * its end and the next has at its start says what must be loaded; nothing else has to be repaired.
 * A parameter that is not in a register at its block's start lives in its slot from there on.
 */
final class SpillPlan {
  /** Event: the value is stored to its slot, before the instruction and before other events. */
  static final int STORE = 0;

  /** Event: the value leaves its register before the instruction. */
  static final int EVICT = 1;

  /** Event: the value is loaded or rematerialised for the instruction. */
  static final int RELOAD = 2;

  /** Event: the value, which the instruction uses, is in no register after its first half. */
  static final int RELEASE = 3;

  /** Values in registers at a block's start, on average; more take another array. */
  private static final int ENTRIES_EXPECTED = 12;

  private final int[] firstEntry;
  private final int[] endEntry;
  private int entryTotal;
  private int[] entries;
  private boolean[] worth;

  private final int[] firstEvent;
  private int eventCount;
  private byte[] eventKind;
  private int[] eventValue;
  private int[] nextEvent;

  private final int[] firstEdgeStore;
  private int edgeStoreCount;
  private int[] edgeStoreValue = new int[8];
  private int[] nextEdgeStore = new int[8];

  private final long[] fromSlot;
  private final int[] slots;
  private boolean spilling;
  private final boolean[] spilled;

  /** A plan for a function, in which nothing is in a register at any block's start. */
  SpillPlan(final Analysis analysis) {
    final MachineFunction function = analysis.function();
    final Scratch scratch = analysis.scratch();
    firstEntry = scratch.ints(function.blockCount(), 0);
    endEntry = scratch.ints(function.blockCount(), 0);
    firstEvent = scratch.ints(function.instructionCount(), -1);
    firstEdgeStore = scratch.ints(function.edgeCount(), -1);
    fromSlot = scratch.bits(function.operandTotal());
    slots = scratch.ints(function.registerCount(), -1);
    spilled = scratch.booleans(function.registerCount());
    final int eventsExpected = function.instructionCount() / 4;
    eventKind = scratch.bytes(eventsExpected, 0);
    eventValue = scratch.ints(eventsExpected);
    nextEvent = scratch.ints(eventsExpected);
    final int entriesExpected = ENTRIES_EXPECTED * function.blockCount();
    entries = scratch.ints(entriesExpected);
    worth = scratch.booleans(entriesExpected);
  }

  /** Starts the list of values that are in registers at a block's start. */
  void beginEntry(final int block) {
    firstEntry[block] = entryTotal;
    endEntry[block] = entryTotal;
  }

  /** Adds a value to the list that was begun last. */
  void addEntry(final int block, final int register) {
    if (entryTotal == Math.min(entries.length, worth.length)) {
      entries = Arrays.copyOf(entries, 2 * entryTotal);
      worth = Arrays.copyOf(worth, 2 * entryTotal);
    }
    entries[entryTotal++] = register;
    endEntry[block] = entryTotal;
  }

  /** The place of the first value in registers at a block's start. */
  int firstEntry(final int block) {
    return firstEntry[block];
  }

  /** One more than the place of the last value in registers at a block's start. */
  int endEntry(final int block) {
    return endEntry[block];
  }

  /** The value at a place. */
  int entry(final int place) {
    return entries[place];
  }

  /** The value at a place is read in its register before it leaves it. */
  void setWorth(final int place) {
    worth[place] = true;
  }

  /** Whether the value at a place is known to be read in its register before it leaves it. */
  boolean isWorth(final int place) {
    return worth[place];
  }

  /** Replaces the value at a place. */
  void setEntry(final int place, final int register) {
    entries[place] = register;
  }

  /** Ends a block's list earlier. */
  void truncateEntry(final int block, final int end) {
    endEntry[block] = end;
  }

  /** Adds an event to an instruction. */
  void addEvent(final int kind, final int at, final int register) {
    final int event = eventCount++;
    if (event == Math.min(eventKind.length, Math.min(eventValue.length, nextEvent.length))) {
      eventKind = Arrays.copyOf(eventKind, 2 * event);
      eventValue = Arrays.copyOf(eventValue, 2 * event);
      nextEvent = Arrays.copyOf(nextEvent, 2 * event);
    }
    eventKind[event] = (byte) kind;
    eventValue[event] = register;
    nextEvent[event] = firstEvent[at];
    firstEvent[at] = event;
  }

  /** Removes an event, and returns whether there was such a one. */
  boolean removeEvent(final int kind, final int at, final int register) {
    int before = -1;
    for (int event = firstEvent[at]; event >= 0; event = nextEvent[event]) {
      if (eventKind[event] == kind && eventValue[event] == register) {
        if (before < 0) {
          firstEvent[at] = nextEvent[event];
        } else {
          nextEvent[before] = nextEvent[event];
        }
        return true;
      }
      before = event;
    }
    return false;
  }

  /** The first event of an instruction, or -1. */
  int firstEvent(final int at) {
    return firstEvent[at];
  }

  /** The next event of the same instruction, or -1. */
  int nextEvent(final int event) {
    return nextEvent[event];
  }

  /** The kind of an event. */
  int eventKind(final int event) {
    return eventKind[event];
  }

  /** The value of an event. */
  int eventValue(final int event) {
    return eventValue[event];
  }

  /** A value is stored on an edge, from the register that it is in at the edge's start. */
  void addEdgeStore(final int edge, final int register) {
    final int store = edgeStoreCount++;
    if (store == edgeStoreValue.length) {
      edgeStoreValue = Arrays.copyOf(edgeStoreValue, 2 * store);
      nextEdgeStore = Arrays.copyOf(nextEdgeStore, 2 * store);
    }
    edgeStoreValue[store] = register;
    nextEdgeStore[store] = firstEdgeStore[edge];
    firstEdgeStore[edge] = store;
  }

  /** The first store on an edge, or -1. */
  int firstEdgeStore(final int edge) {
    return firstEdgeStore[edge];
  }

  /** The next store on the same edge, or -1. */
  int nextEdgeStore(final int store) {
    return nextEdgeStore[store];
  }

  /** The value that is stored. */
  int edgeStoreValue(final int store) {
    return edgeStoreValue[store];
  }

  /** An operand, by its place in the pool of operands, is read from its value's slot. */
  void setFromSlot(final int operand) {
    fromSlot[operand >>> 6] |= 1L << operand;
  }

  /** Whether an operand is read from its value's slot. */
  boolean isFromSlot(final int operand) {
    return ((fromSlot[operand >>> 6] >>> operand) & 1) != 0;
  }

  /** A value needs a spill slot. */
  void setSpilled(final int register) {
    spilled[register] = true;
    spilling = true;
  }

  /** Which values need a spill slot, by virtual register. */
  boolean[] spilled() {
    return spilled;
  }

  /** Gives a value its spill slot. */
  void setSlot(final int register, final int slot) {
    slots[register] = slot;
  }

  /** A value's spill slot, or -1 if it has none. */
  int slot(final int register) {
    return slots[register];
  }

  /** Whether any value has a slot. */
  boolean isSpilling() {
    return spilling;
  }

  /** A plan in which every value is in a register wherever it is live, or made anew at its uses. */
  static SpillPlan withoutSpilling(final Analysis analysis) {
    final MachineFunction function = analysis.function();
    final Liveness liveness = analysis.liveness();
    final SpillPlan plan = new SpillPlan(analysis);
    for (int block = 0; block < function.blockCount(); block++) {
      plan.beginEntry(block);
      for (int place = liveness.firstWord(block); place < liveness.endWord(block); place++) {
        final int base = liveness.wordIndex(place) << 6;
        for (long bits = liveness.wordBits(place); bits != 0; bits &= bits - 1) {
          final int register = liveness.registerOf(base + Long.numberOfTrailingZeros(bits));
          if (!analysis.again().isAtUses(register)) {
            plan.addEntry(block, register);
          }
        }
      }
      for (int index = 0; index < function.parameterCount(block); index++) {
        final int parameter = function.parameter(block, index);
        if (liveness.isUsed(parameter)) {
          plan.addEntry(block, parameter);
        }
      }
    }
    if (analysis.again().isAnyAtUses()) {
      for (int block = 0; block < function.blockCount(); block++) {
        final int end = function.endInstruction(block);
        for (int at = function.firstInstruction(block); at < end; at++) {
          plan.makeAnew(analysis, at, end);
        }
      }
    }
    return plan;
  }

  private void makeAnew(final Analysis analysis, final int at, final int end) {
    final MachineFunction function = analysis.function();
    final int first = function.firstOperand(at);
    final int count = function.operandCount(at);
    for (int index = 0; index < count; index++) {
      final long operand = function.pooledOperand(first + index);
      final int register = Operand.register(operand);
      if (!analysis.again().isAtUses(register)) {
        continue;
      }
      if (Operand.isDefinition(operand)) {
        if (at + 1 < end && !analysis.liveness().isUnused(first)) {
          addEvent(EVICT, at + 1, register);
        }
      } else if (!hasEvent(at, register)) {
        addEvent(RELOAD, at, register);
        addEvent(RELEASE, at, register);
      }
    }
  }

  private boolean hasEvent(final int at, final int register) {
    for (int event = firstEvent[at]; event >= 0; event = nextEvent[event]) {
      if (eventValue[event] == register && eventKind[event] == RELOAD) {
        return true;
      }
    }
    return false;
  }
}
