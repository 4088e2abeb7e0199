package dev.sargasso.x64.emit;

import dev.sargasso.x64.encode.UnwindTable;
import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.Location;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;
import dev.sargasso.x64.select.MachineOp;
import dev.sargasso.x64.select.Opcode;
import java.util.Arrays;

/**
 * Which callee-saved registers the function in work pushes at its start and pops before it returns.
 *
 * <p>To the allocator what the caller left in them are values like any other, stored and loaded
 * where that is cheapest. Where it stores one first of all, loads it nowhere but right before
 * returns, and keeps nothing else in its slot, a push and pops do the same in a fifth of the bytes.
 * A return before which it is not loaded, since the register still is as the caller left it, pops
 * it as well. And where it then gave the register to nobody after all, both are left out. Linear in
 * the function; nothing is looked at if no register is stored at the start.
 */
final class SavedRegisters {
  private static final int NONE = -1;

  /** The number of what is neither stored nor loaded, since nobody else is in its register. */
  private static final int UNTOUCHED = UnwindTable.SAVED_COUNT;

  private final int[] registers = new int[UnwindTable.SAVED_COUNT];
  private final int[] slots = new int[UnwindTable.SAVED_COUNT];
  private final int[] uses = new int[UnwindTable.SAVED_COUNT];
  private final int[] loads = new int[UnwindTable.SAVED_COUNT];
  private int count;

  /** A bit for each register that something else than these loads writes. */
  private long written;

  /** By slot: the number of its register, {@link #UNTOUCHED}, or {@link #NONE}. */
  private int[] numberOfSlot = new int[8];

  /** Analyses a function. */
  void analyse(AllocatedFunction allocated) {
    count = 0;
    if (numberOfSlot.length < allocated.slotCount()) {
      numberOfSlot = new int[2 * allocated.slotCount()];
    }
    Arrays.fill(numberOfSlot, 0, allocated.slotCount(), NONE);
    MachineFunction function = allocated.function();
    for (int place = allocated.firstItem(0) + 1; place < endOfStores(allocated); place++) {
      int edit = ~allocated.item(place);
      int register = allocated.editFrom(edit);
      if (isSaved(register) && allocated.editWidth(edit) == 8 && numberOf(register) < 0) {
        add(register, Location.slotOf(allocated.editTo(edit)));
      }
    }
    if (count == 0) {
      return;
    }
    written = 0;
    Arrays.fill(uses, 0, count, 0);
    Arrays.fill(loads, 0, count, 0);
    for (int block = 0; block < function.blockCount(); block++) {
      countUses(allocated, block);
      if (returns(allocated, block)) {
        for (int place = startOfLoads(allocated, block);
            place < allocated.endItem(block) - 1;
            place++) {
          int number = numberOfLoad(allocated, allocated.item(place));
          if (number >= 0) {
            loads[number]++;
          }
        }
      }
    }
    int kept = 0;
    int all = count;
    count = 0;
    for (int i = 0; i < all; i++) {
      numberOfSlot[slots[i]] = NONE;
      // One use is the store at the start.
      if (uses[i] != loads[i] + 1) {
        continue;
      }
      if (((written >>> registers[i]) & 1) == 0) {
        numberOfSlot[slots[i]] = UNTOUCHED;
      } else if (loads[i] > 0) {
        registers[kept] = registers[i];
        slots[kept] = slots[i];
        numberOfSlot[slots[i]] = kept++;
      }
    }
    count = kept;
  }

  private void add(int register, int slot) {
    registers[count] = register;
    slots[count] = slot;
    numberOfSlot[slot] = count++;
  }

  private static boolean isSaved(int location) {
    for (int i = 0; i < UnwindTable.SAVED_COUNT; i++) {
      if (UnwindTable.saved(i) == location) {
        return true;
      }
    }
    return false;
  }

  private int numberOf(int register) {
    for (int i = 0; i < count; i++) {
      if (registers[i] == register) {
        return i;
      }
    }
    return -1;
  }

  private void countUses(AllocatedFunction allocated, int block) {
    MachineFunction function = allocated.function();
    for (int place = allocated.firstItem(block); place < allocated.endItem(block); place++) {
      int item = allocated.item(place);
      if (item < 0) {
        if (allocated.editKind(~item) != AllocatedFunction.REMATERIALISE) {
          countUse(allocated.editFrom(~item));
        }
        countUse(allocated.editTo(~item));
        if (numberOfLoad(allocated, item) < 0) {
          write(allocated.editTo(~item));
        }
        if (allocated.editKind(~item) == AllocatedFunction.SWAP) {
          write(allocated.editFrom(~item));
        }
      } else {
        written |= function.clobbers(item);
        boolean entry = item == function.firstInstruction(0);
        for (int i = 0; i < function.operandCount(item); i++) {
          countUse(allocated.location(item, i));
          if (!entry && Operand.isDefinition(function.operand(item, i))) {
            write(allocated.location(item, i));
          }
        }
      }
    }
  }

  private void write(int location) {
    if (Location.isRegister(location)) {
      written |= 1L << location;
    }
  }

  private void countUse(int location) {
    if (Location.isSlot(location) && numberOfSlot[Location.slotOf(location)] >= 0) {
      uses[numberOfSlot[Location.slotOf(location)]]++;
    }
  }

  /** The end of the stores that follow the first instruction of a function. */
  private static int endOfStores(AllocatedFunction allocated) {
    int place = allocated.firstItem(0) + 1;
    while (place < allocated.endItem(0) && isMove(allocated, allocated.item(place), true)) {
      place++;
    }
    return place;
  }

  /** The start of the loads that stand before a block's return. */
  private static int startOfLoads(AllocatedFunction allocated, int block) {
    int place = allocated.endItem(block) - 1;
    while (place > allocated.firstItem(block)
        && isMove(allocated, allocated.item(place - 1), false)) {
      place--;
    }
    return place;
  }

  private static boolean isMove(AllocatedFunction allocated, int item, boolean isStore) {
    return item < 0
        && allocated.editKind(~item) == AllocatedFunction.MOVE
        && Location.isSlot(allocated.editTo(~item)) == isStore
        && Location.isSlot(allocated.editFrom(~item)) != isStore;
  }

  private static boolean returns(AllocatedFunction allocated, int block) {
    int end = allocated.endItem(block);
    int last = end > allocated.firstItem(block) ? allocated.item(end - 1) : -1;
    if (last < 0) {
      return false;
    }
    MachineOp operation = Opcode.operation(allocated.function().opcode(last));
    return operation == MachineOp.RETURN || operation == MachineOp.LAST_CALL;
  }

  /** The number of the register whose contents an item loads into it again, or -1. */
  private int numberOfLoad(AllocatedFunction allocated, int item) {
    if (!isMove(allocated, item, false)) {
      return NONE;
    }
    int number = numberOfSlot[Location.slotOf(allocated.editFrom(~item))];
    return number == UNTOUCHED || (number >= 0 && registers[number] == allocated.editTo(~item))
        ? number
        : NONE;
  }

  // ----------------------------------------------------------------- reading

  /** How many registers are pushed. */
  int count() {
    return count;
  }

  /** The register that is pushed as number {@code i}. */
  int register(int i) {
    return registers[i];
  }

  /** Whether a slot is needed beside what is pushed. */
  boolean isNeeded(int slot) {
    return numberOfSlot[slot] == NONE;
  }

  /** How many pushes there are up to that of a slot, it included; 0 if the slot is not pushed. */
  int depthOf(int slot) {
    return numberOfSlot[slot] == UNTOUCHED ? 0 : numberOfSlot[slot] + 1;
  }

  /** Whether an item is a store at the start that is not emitted as such. */
  boolean isPush(AllocatedFunction allocated, int item) {
    return item < 0
        && allocated.editKind(~item) == AllocatedFunction.MOVE
        && Location.isSlot(allocated.editTo(~item))
        && numberOfSlot[Location.slotOf(allocated.editTo(~item))] >= 0;
  }

  /** Whether an item is a load before a return that is not emitted as such. */
  boolean isPop(AllocatedFunction allocated, int item) {
    return item < 0 && numberOfLoad(allocated, item) >= 0;
  }

  /** The item that loads register number {@code i} before the return of a block; 0 if none. */
  int popItem(AllocatedFunction allocated, int block, int i) {
    for (int place = allocated.endItem(block) - 2; place >= allocated.firstItem(block); place--) {
      int item = allocated.item(place);
      if (!isMove(allocated, item, false)) {
        break;
      }
      if (numberOfLoad(allocated, item) == i) {
        return item;
      }
    }
    return 0;
  }
}
