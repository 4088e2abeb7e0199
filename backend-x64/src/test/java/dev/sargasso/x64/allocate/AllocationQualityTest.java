package dev.sargasso.x64.allocate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sargasso.x64.check.AllocationChecker;
import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.Location;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.MachineVerifier;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Small functions of everyday shapes: how many moves, stores and loads are left in each block. */
class AllocationQualityTest {
  private static final int[] ARGUMENTS = {
    PhysicalRegister.RDI, PhysicalRegister.RSI, PhysicalRegister.RDX, PhysicalRegister.RCX
  };

  private final MachineFunction function = new MachineFunction("shape");
  private final int[] calleeSaved = new int[RandomMachineFunction.CALLEE_SAVED.length];

  private int value() {
    return function.newRegister(PhysicalRegister.GENERAL, 8);
  }

  private int[] enter(final int arguments) {
    final int[] values = new int[arguments];
    function.addInstruction(RandomMachineFunction.ENTRY, -1);
    for (int index = 0; index < calleeSaved.length; index++) {
      calleeSaved[index] = value();
      function.defineFixed(calleeSaved[index], RandomMachineFunction.CALLEE_SAVED[index]);
    }
    for (int index = 0; index < arguments; index++) {
      values[index] = value();
      function.defineFixed(values[index], ARGUMENTS[index]);
    }
    return values;
  }

  private void leave(final int result) {
    function.addInstruction(RandomMachineFunction.RETURN, -1);
    function.useFixed(result, PhysicalRegister.RAX);
    for (int index = 0; index < calleeSaved.length; index++) {
      function.useFixed(calleeSaved[index], RandomMachineFunction.CALLEE_SAVED[index]);
    }
    function.endBlock();
  }

  private int constant(final long number) {
    final int result = value();
    final int at = function.addInstruction(RandomMachineFunction.CONSTANT, -1);
    function.define(result);
    function.setImmediate(at, number);
    function.setFlags(at, MachineFunction.REMATERIALISABLE);
    return result;
  }

  private int load(final int address) {
    final int result = value();
    function.addInstruction(RandomMachineFunction.OTHER, -1);
    function.define(result);
    function.use(address);
    return result;
  }

  private int plusConstant(final int one, final long number) {
    final int result = value();
    final int at = function.addInstruction(RandomMachineFunction.ADD, -1);
    function.defineReuse(result, 1);
    function.use(one);
    function.setImmediate(at, number);
    return result;
  }

  private int plus(final int one, final int other) {
    final int result = value();
    final int at = function.addInstruction(RandomMachineFunction.ADD, -1);
    function.defineReuse(result, 1);
    function.use(one);
    function.useRegisterOrStack(other);
    function.setFlags(at, MachineFunction.COMMUTATIVE);
    return result;
  }

  private int call(final int... arguments) {
    final int result = value();
    final int at = function.addInstruction(RandomMachineFunction.CALL, -1);
    function.defineFixed(result, PhysicalRegister.RAX);
    for (int index = 0; index < arguments.length; index++) {
      function.useFixed(arguments[index], ARGUMENTS[index]);
    }
    function.setClobbers(at, RandomMachineFunction.CALLER_SAVED);
    return result;
  }

  private void branch(final int from, final int one, final int other, final int... to) {
    function.addInstruction(RandomMachineFunction.BRANCH, -1);
    function.use(one);
    function.useRegisterOrStack(other);
    function.endBlock();
    for (final int target : to) {
      function.addEdge(from, target);
    }
  }

  private void jump(final int from, final int to, final int... arguments) {
    function.addInstruction(RandomMachineFunction.JUMP, -1);
    function.endBlock();
    final int edge = function.addEdge(from, to);
    for (final int argument : arguments) {
      function.addArgument(edge, argument);
    }
  }

  private AllocatedFunction allocate() {
    function.finish();
    MachineVerifier.verify(function);
    final AllocatedFunction allocated =
        new RegisterAllocator(AllocatorOptions.DEFAULT).allocate(function);
    AllocationChecker.require(allocated);
    return allocated;
  }

  /** Moves between registers, stores, loads and rematerialisations in a block. */
  private static int[] edits(final AllocatedFunction allocated, final int block) {
    final int[] counts = new int[4];
    for (int place = allocated.firstItem(block); place < allocated.endItem(block); place++) {
      final int edit = ~allocated.item(place);
      if (edit >= 0) {
        if (allocated.editKind(edit) == AllocatedFunction.REMATERIALISE) {
          counts[3]++;
        } else if (Location.isSlot(allocated.editTo(edit))) {
          counts[1]++;
        } else {
          counts[Location.isSlot(allocated.editFrom(edit)) ? 2 : 0]++;
        }
      }
    }
    return counts;
  }

  private static void assertEdits(
      final AllocatedFunction allocated, final int block, final int... expected) {
    assertEquals(Arrays.toString(expected), Arrays.toString(edits(allocated, block)));
  }

  @Test
  void leafLeavesCalleeSavedRegistersAlone() {
    final int block = function.newBlock(1, 0);
    function.beginBlock(block);
    final int[] in = enter(2);
    leave(plus(plus(in[0], in[1]), load(in[1])));
    assertEdits(allocate(), block, 1, 0, 0, 0); // the sum is made in rdi, and rax wanted
  }

  @Test
  void loopWithoutPressureHasNoCopies() {
    final int entry = function.newBlock(1, 0);
    final int header = function.newBlock(10, 1);
    final int back = function.newBlock(9, 1);
    final int exit = function.newBlock(1, 0);
    final int sum = value();
    final int counter = value();
    function.addParameter(header, sum);
    function.addParameter(header, counter);
    function.beginBlock(entry);
    final int[] in = enter(2);
    jump(entry, header, constant(0), constant(0));
    function.beginBlock(header);
    final int next = plus(sum, load(in[0]));
    final int step = plusConstant(counter, 1);
    branch(header, step, in[1], back, exit);
    function.beginBlock(back);
    jump(back, header, next, step);
    function.beginBlock(exit);
    leave(next);
    final AllocatedFunction allocated = allocate();
    assertEdits(allocated, entry, 0, 0, 0, 2);
    assertEdits(allocated, header, 0, 0, 0, 0);
    assertEdits(allocated, back, 0, 0, 0, 0);
    assertEquals(0, allocated.slotCount());
  }

  @Test
  void loopAroundACallKeepsItsValuesInRegisters() {
    final int entry = function.newBlock(1, 0);
    final int header = function.newBlock(10, 1);
    final int back = function.newBlock(9, 1);
    final int exit = function.newBlock(1, 0);
    final int sum = value();
    final int counter = value();
    function.addParameter(header, sum);
    function.addParameter(header, counter);
    function.beginBlock(entry);
    final int[] in = enter(2);
    jump(entry, header, constant(0), constant(0));
    function.beginBlock(header);
    final int next = plus(sum, call(counter, in[1]));
    final int step = plusConstant(counter, 1);
    branch(header, step, in[0], back, exit);
    function.beginBlock(back);
    jump(back, header, next, step);
    function.beginBlock(exit);
    leave(next);
    final AllocatedFunction allocated = allocate();
    // Two arguments are copied to their registers, and nothing else happens in the loop.
    assertEdits(allocated, header, 2, 0, 0, 0);
    assertEdits(allocated, back, 0, 0, 0, 0);
    assertEdits(allocated, exit, 1, 0, 4, 0);
  }

  @Test
  void rareCallDoesNotBurdenTheUsualPath() {
    final int entry = function.newBlock(1, 0);
    final int usual = function.newBlock(0.9f, 0);
    final int rare = function.newBlock(0.1f, 0);
    final int join = function.newBlock(1, 0);
    final int phi = value();
    function.addParameter(join, phi);
    function.beginBlock(entry);
    final int[] in = enter(2);
    final int loaded = load(in[0]);
    branch(entry, loaded, in[1], usual, rare);
    function.beginBlock(usual);
    jump(usual, join, loaded);
    function.beginBlock(rare);
    jump(rare, join, plus(call(loaded), in[1]));
    function.beginBlock(join);
    leave(plus(phi, in[0]));
    final AllocatedFunction allocated = allocate();
    assertEdits(allocated, entry, 0, 0, 0, 0);
    assertEdits(allocated, usual, 0, 0, 0, 0);
    assertEdits(allocated, rare, 1, 2, 1, 0);
    assertEdits(allocated, join, 0, 0, 0, 0);
  }

  @Test
  void doubleRecursionStoresTwoValuesAndLoadsOne() {
    final int entry = function.newBlock(1, 0);
    final int small = function.newBlock(0.5f, 0);
    final int large = function.newBlock(0.5f, 0);
    final int join = function.newBlock(1, 0);
    final int phi = value();
    function.addParameter(join, phi);
    function.beginBlock(entry);
    final int[] in = enter(1);
    branch(entry, in[0], constant(2), small, large);
    function.beginBlock(small);
    jump(small, join, in[0]);
    function.beginBlock(large);
    final int first = call(plusConstant(in[0], -1));
    jump(large, join, plus(first, call(plusConstant(in[0], -2))));
    function.beginBlock(join);
    leave(phi);
    final AllocatedFunction allocated = allocate();
    assertEdits(allocated, small, 1, 0, 0, 0);
    assertEdits(allocated, large, 0, 2, 1, 0);
    assertEdits(allocated, join, 0, 0, 0, 0);
  }

  @Test
  void constantsAreMadeWhereTheyAreWanted() {
    final int entry = function.newBlock(1, 0);
    final int usual = function.newBlock(0.9f, 0);
    final int rare = function.newBlock(0.1f, 0);
    final int join = function.newBlock(1, 0);
    final int phi = value();
    function.addParameter(join, phi);
    function.beginBlock(entry);
    final int[] in = enter(2);
    final int number = constant(7);
    branch(entry, in[0], in[1], usual, rare);
    function.beginBlock(usual);
    jump(usual, join, in[0]);
    function.beginBlock(rare);
    jump(rare, join, number);
    function.beginBlock(join);
    leave(phi);
    final AllocatedFunction allocated = allocate();
    assertEdits(allocated, entry, 0, 0, 0, 0);
    assertEdits(allocated, usual, 1, 0, 0, 0);
    assertEdits(allocated, rare, 0, 0, 0, 1);
  }

  @Test
  void constantAddressInALoopIsMadeOnce() {
    final int entry = function.newBlock(1, 0);
    final int header = function.newBlock(10, 1);
    final int back = function.newBlock(9, 1);
    final int exit = function.newBlock(1, 0);
    final int counter = value();
    function.addParameter(header, counter);
    function.beginBlock(entry);
    final int[] in = enter(1);
    final int table = constant(4_096);
    jump(entry, header, in[0]);
    function.beginBlock(header);
    final int step = plus(counter, load(table));
    branch(header, step, in[0], back, exit);
    function.beginBlock(back);
    jump(back, header, step);
    function.beginBlock(exit);
    leave(step);
    final AllocatedFunction allocated = allocate();
    assertEdits(allocated, header, 0, 0, 0, 0);
    assertEdits(allocated, back, 0, 0, 0, 0);
  }

  @Test
  void valueStoredOverACallIsLoadedBeforeALoopAndNotInIt() {
    final int entry = function.newBlock(1, 0);
    final int header = function.newBlock(10, 1);
    final int body = function.newBlock(9, 1);
    final int exit = function.newBlock(1, 0);
    final int counter = value();
    function.addParameter(header, counter);
    function.beginBlock(entry);
    final int[] in = enter(2);
    jump(entry, header, call(in[0]));
    function.beginBlock(header);
    final int loaded = load(counter);
    branch(header, loaded, counter, body, exit);
    function.beginBlock(body);
    jump(body, header, plus(loaded, in[1]));
    function.beginBlock(exit);
    leave(loaded);
    final AllocatedFunction allocated = allocate();
    assertEdits(allocated, entry, 0, 1, 1, 0);
    assertEquals(0, edits(allocated, header)[2]);
    assertEquals(0, edits(allocated, body)[2]);
  }
}
