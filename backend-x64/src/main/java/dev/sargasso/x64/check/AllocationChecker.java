package dev.sargasso.x64.check;

import dev.sargasso.x64.allocate.Liveness;
import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.ControlFlow;
import dev.sargasso.x64.machine.Location;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.MachineVerifier;
import dev.sargasso.x64.machine.Operand;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The symbolic allocation checker, after the one of regalloc2.
 *
 * <p>It interprets the allocated code abstractly. At each point each location holds the set of the
 * virtual registers whose value it equals. A move copies the set; an instruction of the machine
 * function empties what it clobbers, and makes each value that it defines disappear everywhere but
 * in the definition's location; an edge gives the location of each argument the parameter's name
 * too, all at once. Where paths meet, sets are intersected, until nothing changes. Then every use
 * must find its value in its location.
 *
 * <p>The machine function is the only truth: the checker does not look at how the allocator came to
 * its answer. Liveness serves only to drop the names of dead values, which keeps sets small; a
 * fault in it could make the checker reject, never accept.
 */
public final class AllocationChecker {
  private final AllocatedFunction allocated;
  private final MachineFunction function;
  private final ControlFlow flow = new ControlFlow();
  private final Liveness liveness = new Liveness();
  private final ValueSets sets = new ValueSets();
  private final MachineState state;
  private final int locationCount;

  /**
   * By virtual register that is rematerialised somewhere: a location of its own, which no code can
   * reach, that has held the value all along. 0 for others.
   */
  private final int[] constantLocation;

  private final int[][] entryLocations;
  private final int[][] entrySets;

  private final int[] renamed;
  private final int[] nextRenamed;
  private int[] work = new int[64];

  private @Nullable AllocationFault fault;

  private AllocationChecker(final AllocatedFunction allocated) {
    this.allocated = allocated;
    function = allocated.function();
    locationCount = Location.FIRST_SLOT + allocated.slotCount();
    constantLocation = new int[function.registerCount()];
    int places = locationCount;
    for (int edit = 0; edit < allocated.editCount(); edit++) {
      if (allocated.editKind(edit) == AllocatedFunction.REMATERIALISE) {
        final int constant = resultOf(allocated.editInstruction(edit));
        if (constant >= 0 && constantLocation[constant] == 0) {
          constantLocation[constant] = places++;
        }
      }
    }
    state = new MachineState(sets, function, places);
    entryLocations = new int[function.blockCount()][];
    entrySets = new int[function.blockCount()][];
    renamed = new int[function.registerCount()];
    Arrays.fill(renamed, -1);
    int parameters = 0;
    for (int block = 0; block < function.blockCount(); block++) {
      parameters = Math.max(parameters, function.parameterCount(block));
    }
    nextRenamed = new int[parameters];
  }

  private int resultOf(final int at) {
    return at >= 0
            && at < function.instructionCount()
            && function.has(at, MachineFunction.REMATERIALISABLE)
        ? Operand.register(function.operand(at, 0))
        : -1;
  }

  /** Checks an allocation and returns the first fault, in the order of blocks, if there is one. */
  public static Optional<AllocationFault> check(final AllocatedFunction allocated) {
    return new AllocationChecker(allocated).run();
  }

  /**
   * Checks an allocation.
   *
   * @throws IllegalStateException with the first fault
   */
  public static void require(final AllocatedFunction allocated) {
    final Optional<AllocationFault> found = check(allocated);
    if (found.isPresent()) {
      throw new IllegalStateException("wrong register allocation: " + found.get());
    }
  }

  private Optional<AllocationFault> run() {
    flow.compute(function);
    liveness.compute(function, flow);
    checkSlots();
    for (int block = 0; block < function.blockCount() && fault == null; block++) {
      checkItems(block);
    }
    if (fault == null) {
      propagate();
      for (int block = 0; block < function.blockCount() && fault == null; block++) {
        load(block);
        walk(block, true);
      }
    }
    return Optional.ofNullable(fault);
  }

  private void fail(
      final int block, final int at, final int operand, final int location, final String what) {
    if (fault == null) {
      fault = new AllocationFault(function.name(), block, at, operand, location, what);
    }
  }

  // Structure.

  private void checkSlots() {
    final boolean[] taken = new boolean[allocated.slotAreaSize()];
    for (int slot = 0; slot < allocated.slotCount(); slot++) {
      final int size = allocated.slotSize(slot);
      final int offset = allocated.slotOffset(slot);
      final int location = Location.ofSlot(slot);
      if (size < 4 || size > 16 || Integer.bitCount(size) != 1 || offset % size != 0) {
        fail(0, -1, -1, location, "slot of " + size + " bytes at " + offset);
        return;
      }
      for (int at = offset; at < offset + size; at++) {
        if (at >= taken.length || taken[at]) {
          fail(0, -1, -1, location, "slot is outside the spill area or overlaps another");
          return;
        }
        taken[at] = true;
      }
    }
  }

  /** Each instruction is there once and in order, or could be left out; each edit makes sense. */
  private void checkItems(final int block) {
    int expected = function.firstInstruction(block);
    for (int place = allocated.firstItem(block); place < allocated.endItem(block); place++) {
      final int item = allocated.item(place);
      if (item < 0) {
        checkEdit(block, ~item);
        continue;
      }
      while (expected < item && mayBeLeftOut(expected)) {
        expected++;
      }
      if (item != expected || item >= function.endInstruction(block)) {
        fail(block, item, -1, Location.NONE, "instruction is not where it belongs");
        return;
      }
      expected++;
    }
    while (expected < function.endInstruction(block) && mayBeLeftOut(expected)) {
      expected++;
    }
    if (expected < function.endInstruction(block)) {
      fail(block, expected, -1, Location.NONE, "instruction is missing");
    }
  }

  /** Whoever wants the result of such an instruction executes it again. */
  private boolean mayBeLeftOut(final int at) {
    return function.has(at, MachineFunction.REMATERIALISABLE);
  }

  private void checkEdit(final int block, final int edit) {
    final int from = allocated.editFrom(edit);
    final int to = allocated.editTo(edit);
    final int width = allocated.editWidth(edit);
    if (!isLocation(to)) {
      fail(block, -1, -1, to, "edit " + edit + " writes no location");
    } else if (allocated.editKind(edit) == AllocatedFunction.REMATERIALISE) {
      final int at = allocated.editInstruction(edit);
      if (at < 0
          || at >= function.instructionCount()
          || !function.has(at, MachineFunction.REMATERIALISABLE)) {
        fail(block, at, -1, to, "this instruction cannot be executed again");
      } else if (!fits(Operand.register(function.operand(at, 0)), to) || !Location.isRegister(to)) {
        fail(block, at, -1, to, "executed again into a place of the wrong kind");
      }
    } else if (!isLocation(from)) {
      fail(block, -1, -1, from, "edit " + edit + " reads no location");
    } else if (Location.isSlot(from) && Location.isSlot(to)) {
      fail(block, -1, -1, to, "edit " + edit + " moves memory to memory");
    } else if (Location.isRegister(from)
        && Location.isRegister(to)
        && PhysicalRegister.classOf(from) != PhysicalRegister.classOf(to)) {
      fail(block, -1, -1, to, "edit " + edit + " moves between register classes");
    } else if (allocated.editKind(edit) == AllocatedFunction.SWAP
        && !(Location.isRegister(from) && Location.isRegister(to))) {
      fail(block, -1, -1, to, "edit " + edit + " swaps what is no register");
    } else if (tooWide(from, width) || tooWide(to, width)) {
      fail(block, -1, -1, to, "edit " + edit + " moves more bytes than the place has");
    }
  }

  private boolean tooWide(final int location, final int width) {
    final int size =
        Location.isSlot(location)
            ? allocated.slotSize(Location.slotOf(location))
            : PhysicalRegister.classOf(location) == PhysicalRegister.GENERAL ? 8 : 16;
    return width > size || width < 4;
  }

  private boolean isLocation(final int location) {
    return location >= 0
        && location < locationCount
        && (Location.isSlot(location)
            || ((PhysicalRegister.ALLOCATABLE_MASK >>> location) & 1) != 0);
  }

  private boolean fits(final int register, final int location) {
    if (!isLocation(location)) {
      return false;
    }
    return Location.isRegister(location)
        ? PhysicalRegister.classOf(location) == function.registerClass(register)
        : allocated.slotSize(Location.slotOf(location)) >= function.width(register);
  }

  // Data flow.

  private void propagate() {
    entryLocations[0] = new int[0];
    entrySets[0] = new int[0];
    final int count = function.blockCount();
    final boolean[] dirty = new boolean[count];
    dirty[flow.position(0)] = true;
    int place = 0;
    while (place < count) {
      if (!dirty[place]) {
        place++;
        continue;
      }
      dirty[place] = false;
      final int block = flow.blockAt(place);
      load(block);
      walk(block, false);
      int next = place + 1;
      for (int index = 0; index < function.successorCount(block); index++) {
        final int edge = function.successorEdge(block, index);
        if (meet(edge)) {
          final int target = flow.position(function.edgeTarget(edge));
          dirty[target] = true;
          next = Math.min(next, target);
        }
      }
      place = next;
    }
  }

  private void load(final int block) {
    state.clear();
    for (int index = 0; index < entryLocations[block].length; index++) {
      state.set(entryLocations[block][index], entrySets[block][index]);
    }
  }

  /** Carries the state over an edge and intersects it with its target's. */
  private boolean meet(final int edge) {
    final int target = function.edgeTarget(edge);
    final int parameters = function.parameterCount(target);
    for (int index = 0; index < parameters; index++) {
      final int argument = function.argument(edge, index);
      if (constantLocation[argument] != 0 && function.predecessorCount(target) == 1) {
        // The target's first edits may make the parameter's value anew.
        final int place = constantLocation[argument];
        state.set(place, sets.with(state.at(place), argument));
      }
      nextRenamed[index] = renamed[argument];
      renamed[argument] = index;
    }
    boolean changed = false;
    if (entryLocations[target] == null) {
      final int[] locations = new int[state.occupiedCount()];
      final int[] held = new int[state.occupiedCount()];
      int count = 0;
      for (int index = 0; index < state.occupiedCount(); index++) {
        final int location = state.occupied(index);
        final int set = carry(state.at(location), target);
        if (set != ValueSets.EMPTY) {
          locations[count] = location;
          held[count++] = set;
        }
      }
      entryLocations[target] = Arrays.copyOf(locations, count);
      entrySets[target] = Arrays.copyOf(held, count);
      changed = true;
    } else {
      final int[] locations = entryLocations[target];
      final int[] held = entrySets[target];
      int count = 0;
      for (int index = 0; index < locations.length; index++) {
        final int set = sets.intersection(held[index], carry(state.at(locations[index]), target));
        changed |= set != held[index];
        if (set != ValueSets.EMPTY) {
          locations[count] = locations[index];
          held[count++] = set;
        }
      }
      if (count < locations.length) {
        entryLocations[target] = Arrays.copyOf(locations, count);
        entrySets[target] = Arrays.copyOf(held, count);
      }
    }
    for (int index = 0; index < parameters; index++) {
      renamed[function.argument(edge, index)] = -1;
    }
    return changed;
  }

  /** The names of a set after an edge: parameters by their arguments, and what is live after it. */
  private int carry(final int set, final int target) {
    int count = 0;
    boolean same = true;
    for (int index = 0; index < sets.size(set); index++) {
      final int register = sets.element(set, index);
      for (int at = renamed[register]; at >= 0; at = nextRenamed[at]) {
        count = push(count, function.parameter(target, at));
        same = false;
      }
      if (liveness.isLiveIn(target, register)) {
        count = push(count, register);
      } else {
        same = false;
      }
    }
    if (same) {
      return set;
    }
    Arrays.sort(work, 0, count);
    return sets.intern(work, count);
  }

  private int push(final int count, final int register) {
    if (count == work.length) {
      work = Arrays.copyOf(work, 2 * count);
    }
    work[count] = register;
    return count + 1;
  }

  private void walk(final int block, final boolean verify) {
    for (int place = allocated.firstItem(block); place < allocated.endItem(block); place++) {
      final int item = allocated.item(place);
      if (item < 0) {
        edit(~item);
        continue;
      }
      if (verify) {
        verifyUses(block, item);
        verifyOverlap(block, item);
      }
      apply(item);
    }
  }

  private void edit(final int edit) {
    final int from = allocated.editFrom(edit);
    final int to = allocated.editTo(edit);
    switch (allocated.editKind(edit)) {
      case AllocatedFunction.MOVE -> state.copy(from, to, allocated.editWidth(edit));
      case AllocatedFunction.SWAP -> {
        final int kept = state.at(to);
        state.copy(from, to, allocated.editWidth(edit));
        final int moved = state.at(to);
        state.set(from, kept);
        state.copy(from, from, allocated.editWidth(edit));
        state.set(to, moved);
      }
      default -> {
        final int constant = resultOf(allocated.editInstruction(edit));
        state.set(to, sets.with(state.at(constantLocation[constant]), constant));
      }
    }
  }

  private void apply(final int at) {
    for (long rest = function.clobbers(at); rest != 0; rest &= rest - 1) {
      state.set(Long.numberOfTrailingZeros(rest), ValueSets.EMPTY);
    }
    if (function.has(at, MachineFunction.MOVE)) {
      applyMove(at);
      return;
    }
    for (int index = 0; index < function.operandCount(at); index++) {
      final long operand = function.operand(at, index);
      final int location = allocated.location(at, index);
      if (Operand.isDefinition(operand) && isLocation(location)) {
        state.define(location, Operand.register(operand));
      }
    }
  }

  /** A move's result is what it copies: its location holds both values, and all that equal them. */
  private void applyMove(final int at) {
    final int use = Operand.isDefinition(function.operand(at, 0)) ? 1 : 0;
    final int from = allocated.location(at, use);
    final int to = allocated.location(at, 1 - use);
    final int defined = Operand.register(function.operand(at, 1 - use));
    state.forget(defined);
    if (isLocation(from) && isLocation(to)) {
      state.copy(from, to, function.width(defined));
      state.set(to, sets.with(state.at(to), defined));
    }
  }

  // Constraints.

  private void verifyUses(final int block, final int at) {
    final int exchangeable =
        allocated.isExchanged(at) ? MachineVerifier.commutativeOperand(function, at) : -1;
    if (allocated.isExchanged(at) && !function.has(at, MachineFunction.COMMUTATIVE)) {
      fail(block, at, -1, Location.NONE, "operands were exchanged that cannot be");
    }
    for (int index = 0; index < function.operandCount(at); index++) {
      final long operand = function.operand(at, index);
      if (Operand.isDefinition(operand)) {
        continue;
      }
      final int source =
          exchangeable < 0
              ? index
              : index == exchangeable ? index + 1 : index == exchangeable + 1 ? index - 1 : index;
      final int register = Operand.register(function.operand(at, source));
      final int location = allocated.location(at, index);
      if (!fits(register, location)) {
        fail(block, at, index, location, "v" + register + " cannot be there");
      } else if (!sets.contains(state.at(location), register)) {
        fail(block, at, index, location, "v" + register + " is not there");
      } else {
        verifyConstraint(block, at, index);
      }
    }
  }

  private void verifyConstraint(final int block, final int at, final int index) {
    final long operand = function.operand(at, index);
    final int location = allocated.location(at, index);
    final int detail = Operand.detail(operand);
    final boolean good =
        switch (Operand.constraint(operand)) {
          case Operand.REGISTER -> Location.isRegister(location);
          case Operand.FIXED -> location == detail;
          case Operand.REUSE -> location == allocated.location(at, detail);
          default -> true;
        };
    if (!good) {
      fail(block, at, index, location, "constraint does not hold");
    }
  }

  /** Checks the definitions' places, and that what is read or written together does not overlap. */
  private void verifyOverlap(final int block, final int at) {
    long earlyUses = 0;
    long lateUses = 0;
    for (int index = 0; index < function.operandCount(at); index++) {
      final long operand = function.operand(at, index);
      final int location = allocated.location(at, index);
      if (!Operand.isDefinition(operand) && Location.isRegister(location)) {
        if (Operand.isLate(operand)) {
          lateUses |= 1L << location;
        } else {
          earlyUses |= 1L << location;
        }
      }
    }
    long written = 0;
    for (int index = 0; index < function.operandCount(at); index++) {
      final long operand = function.operand(at, index);
      if (!Operand.isDefinition(operand)) {
        continue;
      }
      final int location = allocated.location(at, index);
      if (!fits(Operand.register(operand), location) || !Location.isRegister(location)) {
        fail(block, at, index, location, "v" + Operand.register(operand) + " cannot be there");
        return;
      }
      final long bit = 1L << location;
      if ((written & bit) != 0) {
        fail(block, at, index, location, "two definitions in one place");
      } else if ((lateUses & bit) != 0 || (!Operand.isLate(operand) && (earlyUses & bit) != 0)) {
        fail(block, at, index, location, "definition overwrites what is still read");
      }
      written |= bit;
      verifyConstraint(block, at, index);
    }
    final long destroyed = function.clobbers(at) & lateUses;
    if (destroyed != 0) {
      fail(
          block,
          at,
          -1,
          Long.numberOfTrailingZeros(destroyed),
          "a late use is in a clobbered register");
    }
  }
}
