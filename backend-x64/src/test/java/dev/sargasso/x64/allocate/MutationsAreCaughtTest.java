package dev.sargasso.x64.allocate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.x64.check.AllocationChecker;
import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.Location;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Allocations are corrupted in small ways, as a faulty allocator might. Whenever that changes what
 * the function computes on some run, the checker must object.
 */
class MutationsAreCaughtTest {
  private static final int WANTED = 1_000;

  @Test
  void allThatChangeTheResult() {
    int changed = 0;
    int caught = 0;
    for (long seed = 0; changed < WANTED; seed++) {
      final MachineFunction function =
          RandomMachineFunction.generate(seed, AllocationsAreCorrectTest.shape(seed));
      final AllocatedFunction good =
          new RegisterAllocator(AllocatorOptions.chaos(seed)).allocate(function);
      final Random random = new Random(seed);
      for (int round = 0; round < 8; round++) {
        final AllocatedFunction bad = mutate(good, random);
        if (bad != null && differs(function, bad)) {
          changed++;
          if (AllocationChecker.check(bad).isPresent()) {
            caught++;
          } else {
            throw new AssertionError("not caught: seed " + seed + ", round " + round);
          }
        }
      }
    }
    assertTrue(changed >= WANTED && caught == changed);
  }

  private static boolean differs(final MachineFunction function, final AllocatedFunction bad) {
    for (int choices = 0; choices < 4; choices++) {
      if (MachineInterpreter.run(function, choices, 200)
          != MachineInterpreter.run(bad, choices, 200)) {
        return true;
      }
    }
    return false;
  }

  /** A copy with one fault, or null if there was no place for the fault chosen. */
  private static AllocatedFunction mutate(final AllocatedFunction good, final Random random) {
    final MachineFunction function = good.function();
    final int kind = random.nextInt(7);
    final int edit = good.editCount() == 0 ? -1 : random.nextInt(good.editCount());
    final int at = random.nextInt(function.instructionCount());
    if (kind < 4 && edit < 0) {
      return null;
    }
    final AllocatedFunction bad = new AllocatedFunction(function);
    for (int slot = 0; slot < good.slotCount(); slot++) {
      bad.newSlot(good.slotSize(slot));
    }
    bad.layOutSlots();
    for (int each = 0; each < good.editCount(); each++) {
      int from = good.editFrom(each);
      int to = good.editTo(each);
      int width = good.editWidth(each);
      if (each == edit) {
        switch (kind) {
          case 1 -> to = other(good, to, random);
          case 2 -> {
            if (good.editKind(each) == AllocatedFunction.REMATERIALISE) {
              return null;
            }
            from = other(good, from, random);
          }
          case 3 -> width = width == 4 ? 4 : width / 2;
          default -> {}
        }
      }
      switch (good.editKind(each)) {
        case AllocatedFunction.MOVE -> bad.newMove(from, to, width);
        case AllocatedFunction.SWAP -> bad.newSwap(from, to, width);
        default -> bad.newRematerialisation(from, to, width);
      }
    }
    for (int each = 0; each < function.instructionCount(); each++) {
      bad.setExchanged(each, good.isExchanged(each) != (kind == 6 && each == at));
      if (kind == 6 && each == at && !function.has(each, MachineFunction.COMMUTATIVE)) {
        return null;
      }
      final int changed =
          kind == 4 && each == at && function.operandCount(each) > 0
              ? random.nextInt(function.operandCount(each))
              : -1;
      for (int index = 0; index < function.operandCount(each); index++) {
        int location = good.location(each, index);
        if (index == changed && location != Location.NONE) {
          location = other(good, location, random);
        }
        bad.setLocation(each, index, location);
      }
    }
    for (int block = 0; block < function.blockCount(); block++) {
      bad.beginBlock(block);
      final int first = good.firstItem(block);
      final int end = good.endItem(block);
      for (int place = first; place < end; place++) {
        final int item = good.item(place);
        if (kind == 0 && item == ~edit) {
          continue;
        }
        if (kind == 5
            && item < 0
            && place + 1 < end
            && good.item(place + 1) < 0
            && random.nextInt(4) == 0) {
          bad.addItem(block, good.item(place + 1));
          bad.addItem(block, item);
          place++;
          continue;
        }
        bad.addItem(block, item);
      }
    }
    return bad;
  }

  /** Another location of the same kind. */
  private static int other(final AllocatedFunction good, final int location, final Random random) {
    if (Location.isSlot(location)) {
      return Location.ofSlot(random.nextInt(good.slotCount()));
    }
    final int base = location & 16;
    int found;
    do {
      found = base + random.nextInt(16);
    } while (found == PhysicalRegister.RSP);
    return found;
  }

  /** The checker looks at what the machine function says, so changing that must matter as well. */
  @Test
  void wrongConstraints() {
    for (long seed = 0; seed < 50; seed++) {
      final MachineFunction function =
          RandomMachineFunction.generate(seed, AllocationsAreCorrectTest.shape(seed));
      final AllocatedFunction allocated =
          new RegisterAllocator(AllocatorOptions.DEFAULT).allocate(function);
      for (int at = 0; at < function.instructionCount(); at++) {
        for (int index = 0; index < function.operandCount(at); index++) {
          final int constraint = Operand.constraint(function.operand(at, index));
          final int location = allocated.location(at, index);
          if (location == Location.NONE
              || (constraint != Operand.FIXED && constraint != Operand.REUSE)) {
            continue;
          }
          final int wrong = (location & 16) + ((location + 1) & 15);
          allocated.setLocation(at, index, wrong);
          assertTrue(AllocationChecker.check(allocated).isPresent());
          allocated.setLocation(at, index, location);
          index = function.operandCount(at);
        }
      }
      assertTrue(AllocationChecker.check(allocated).isEmpty());
    }
  }
}
