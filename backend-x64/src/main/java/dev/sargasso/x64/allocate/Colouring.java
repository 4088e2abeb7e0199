package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.ControlFlow;
import dev.sargasso.x64.machine.Location;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.MachineVerifier;
import dev.sargasso.x64.machine.Operand;
import dev.sargasso.x64.machine.PhysicalRegister;

/**
 * Colours the values that a {@link SpillPlan} has in registers, and writes the allocated function.
 *
 * <p>The interference graph of a strict SSA program is chordal, and the order in which a walk down
 * the dominator tree meets the definitions is the reverse of a perfect elimination order (Hack,
 * Grund and Goos, "Register Allocation for Programs in SSA-Form", 2006): when a definition is
 * reached, all of its neighbours that already have a colour are live there together, so they are
 * fewer than the registers, and any free register will do. The graph need not be built; a set of
 * occupied registers is enough. This walk follows the linear order of the blocks, in which
 * dominators come first, and starts each block with the registers of its most frequent predecessor
 * seen so far, which for values that never moved are those of the dominator.
 *
 * <p>Fixed operands, reuse and clobbers are what chordality does not cover. They are dealt with
 * where they occur, by {@link ConstraintMatcher}, which may move values. A value may hence have
 * different registers in different places; where paths meet, {@link EdgeMoves} reconciles them.
 *
 * <p><strong>It cannot fail</strong> on a plan that keeps the promise of {@link Spiller}: at a
 * block's start there are at most as many values as registers, all of which may be permuted freely
 * on the edges; and inside a block each instruction succeeds by the argument in {@link
 * ConstraintMatcher}.
 */
final class Colouring {
  /** Predecessors that are asked where a parameter's arguments are. */
  private static final int PREDECESSORS_ASKED = 8;

  private final Analysis analysis;
  private final MachineFunction function;
  private final Liveness liveness;
  private final Demand demand;
  private final SpillPlan plan;
  private final AllocatedFunction allocated;
  private final RegisterChoice choice;
  private final RegisterFile file;
  private final ParallelCopy copy;
  private final ConstraintMatcher matcher;
  private final PlainPlacement plainPlacement;
  private final BlockRegisters registers;

  private final IntList items;
  private final IntList released = new IntList();

  /** The block whose end the register file stands for, or -1. */
  private int current = -1;

  private final float[] weights = new float[PhysicalRegister.COUNT];
  private float hintWeight;

  /** By block: all that it starts with is where its only predecessor left it. */
  private final boolean[] keepsRegisters;

  private final int[] firstItem;
  private final int[] endItem;

  Colouring(final Analysis analysis, final SpillPlan plan, final RegisterChoice choice) {
    this.analysis = analysis;
    function = analysis.function();
    liveness = analysis.liveness();
    demand = analysis.demand();
    this.plan = plan;
    allocated = analysis.allocated();
    this.choice = choice;
    file = new RegisterFile(analysis);
    copy = new ParallelCopy(allocated);
    matcher = new ConstraintMatcher(analysis, plan, file, choice, copy);
    plainPlacement = new PlainPlacement(analysis, file, choice, copy);
    registers = new BlockRegisters(analysis, plan);
    final Scratch scratch = analysis.scratch();
    firstItem = scratch.ints(function.blockCount());
    endItem = scratch.ints(function.blockCount());
    keepsRegisters = scratch.booleans(function.blockCount());
    items = new IntList(scratch.ints(function.instructionCount() + function.blockCount()));
  }

  /** Colours everything and fills the allocated function. */
  void run() {
    final ControlFlow flow = analysis.flow();
    for (int place = 0; place < function.blockCount(); place++) {
      final int block = flow.blockAt(place);
      enter(block);
      firstItem[block] = items.size();
      final float frequency = function.frequency(block);
      final int end = function.endInstruction(block);
      for (int at = function.firstInstruction(block); at < end; at++) {
        step(at, end, frequency);
      }
      endItem[block] = items.size();
      registers.saveExit(block, file);
    }
    assemble();
  }

  /** All registers that held a value somewhere. */
  long registersUsed() {
    return file.everOccupied();
  }

  // A block's start.

  private void enter(final int block) {
    analysis.work().add(plan.endEntry(block) - plan.firstEntry(block));
    final int reference = reference(block);
    final int source = reference < 0 ? -1 : function.edgeSource(reference);
    if (source < 0 || source != current) {
      file.clear();
    }
    if (source >= 0 && source != current) {
      for (int place = registers.firstExit(source); place < registers.endExit(source); place++) {
        file.place(registers.exitValue(place), registers.exitRegister(place));
      }
    }
    current = block;
    keepEntries(block);
    final float frequency =
        reference < 0 ? 1 : Math.max(analysis.frequency(reference), Float.MIN_NORMAL);
    if (analysis.flow().isLoopHeader(block)) {
      improveEntries(block, frequency);
    }
    boolean keeps = function.predecessorCount(block) == 1 && function.parameterCount(block) == 0;
    for (int place = plan.firstEntry(block); place < plan.endEntry(block); place++) {
      final int value = plan.entry(place);
      if (file.registerOf(value) < 0) {
        keeps = false;
        final long free = PhysicalRegister.maskOf(function.registerClass(value)) & ~file.occupied();
        if (free == 0) {
          throw new AssertionError(function.name() + ": no register at start of block " + block);
        }
        if (isParameter(block, value)) {
          final long hints = argumentRegisters(block, value);
          file.place(value, choice.choose(value, free, hints, hintWeight));
          choice.settle(value, file.registerOf(value), function.frequency(block));
        } else {
          file.place(value, choice.choose(value, free, 0, frequency));
        }
      }
      registers.setEntry(place, file.registerOf(value));
    }
    keepsRegisters[block] = keeps && !analysis.flow().isLoopHeader(block);
    for (int index = 0; index < function.parameterCount(block); index++) {
      final int parameter = function.parameter(block, index);
      if (liveness.isUsed(parameter) && file.registerOf(parameter) < 0) {
        registers.setInMemory(parameter);
      }
    }
  }

  private boolean isParameter(final int block, final int value) {
    return function.definingInstruction(value) < 0 && function.definingBlock(value) == block;
  }

  /** The most frequent edge into a block from a block that is coloured, or -1 for the entry. */
  private int reference(final int block) {
    final ControlFlow flow = analysis.flow();
    int best = -1;
    for (int index = 0; index < function.predecessorCount(block); index++) {
      final int edge = function.predecessorEdge(block, index);
      if (flow.position(function.edgeSource(edge)) < flow.position(block)
          && (best < 0 || analysis.frequency(edge) > analysis.frequency(best))) {
        best = edge;
      }
    }
    return best;
  }

  /** Leaves in the register file those values of a predecessor that the block starts with. */
  private void keepEntries(final int block) {
    long kept = 0;
    for (int place = plan.firstEntry(block); place < plan.endEntry(block); place++) {
      final int register = file.registerOf(plan.entry(place));
      if (register >= 0 && !isParameter(block, plan.entry(place))) {
        kept |= 1L << register;
      }
    }
    for (long rest = file.occupied() & ~kept; rest != 0; rest &= rest - 1) {
      file.remove(file.occupant(Long.numberOfTrailingZeros(rest)));
    }
  }

  /** Moves values, before a loop, to registers that suit them better in it. */
  private void improveEntries(final int block, final float frequency) {
    for (int place = plan.firstEntry(block); place < plan.endEntry(block); place++) {
      final int value = plan.entry(place);
      final int register = file.registerOf(value);
      if (register >= 0) {
        final int better =
            choice.better(
                value,
                register,
                PhysicalRegister.maskOf(function.registerClass(value)) & ~file.occupied(),
                frequency);
        if (better >= 0) {
          file.remove(value);
          file.place(value, better);
        }
      }
    }
  }

  /**
   * Where most of the arguments for a parameter are, as far as that is known. Sets the weight of
   * that hint to the frequency of their edges.
   */
  private long argumentRegisters(final int block, final int parameter) {
    int index = 0;
    while (function.parameter(block, index) != parameter) {
      index++;
    }
    long asking = 0;
    final int asked = Math.min(PREDECESSORS_ASKED, function.predecessorCount(block));
    for (int at = 0; at < asked; at++) {
      final int edge = function.predecessorEdge(block, at);
      final int source = function.edgeSource(edge);
      if (analysis.flow().position(source) < analysis.flow().position(block)) {
        final int argument = function.argument(edge, index);
        analysis.work().add(registers.endExit(source) - registers.firstExit(source));
        for (int place = registers.firstExit(source); place < registers.endExit(source); place++) {
          if (registers.exitValue(place) == argument) {
            final int register = registers.exitRegister(place);
            if (((asking >>> register) & 1) == 0) {
              asking |= 1L << register;
              weights[register] = 0;
            }
            weights[register] += analysis.frequency(edge);
            break;
          }
        }
      }
    }
    hintWeight = Float.MIN_NORMAL;
    long found = 0;
    for (long rest = asking & ~file.occupied(); rest != 0; rest &= rest - 1) {
      final int register = Long.numberOfTrailingZeros(rest);
      if (weights[register] > hintWeight) {
        hintWeight = weights[register];
        found = 1L << register;
      }
    }
    return found;
  }

  // An instruction.

  private void step(final int at, final int end, final float frequency) {
    if (plan.firstEvent(at) >= 0) {
      events(at);
    }
    if (function.has(at, MachineFunction.COMMUTATIVE)) {
      exchange(at);
    }
    if (isNeedless(at, end)) {
      return;
    }
    if (!analysis.plain().isPlain(at)
        || plan.firstEvent(at) >= 0
        || !plainPlacement.place(at, frequency)) {
      demand.load(at);
      matcher.place(at, frequency, released);
      released.clear();
    }
    if (!copy.isEmpty()) {
      final IntList edits = copy.sequence();
      analysis.work().add(edits.size());
      for (int index = 0; index < edits.size(); index++) {
        items.add(~edits.get(index));
      }
    }
    items.add(at);
  }

  /**
   * Where both exchangeable values die, lets the result take over the register that suits it
   * better.
   */
  private void exchange(final int at) {
    final int index = MachineVerifier.commutativeOperand(function, at);
    final int place = function.firstOperand(at) + index;
    final int one = file.registerOf(demand.valueOf(at, index));
    final int other = file.registerOf(demand.valueOf(at, index + 1));
    if (one < 0 || other < 0 || !liveness.isKill(place) || !liveness.isKill(place + 1)) {
      return;
    }
    for (int operand = 0; operand < function.operandCount(at); operand++) {
      final long packed = function.operand(at, operand);
      if (Operand.isDefinition(packed)) {
        final int result = Operand.register(packed);
        if (choice.cost(result, other) < choice.cost(result, one)) {
          allocated.setExchanged(at, !allocated.isExchanged(at));
        }
        return;
      }
    }
  }

  private void events(final int at) {
    released.clear();
    for (int event = plan.firstEvent(at); event >= 0; event = plan.nextEvent(event)) {
      if (plan.eventKind(event) == SpillPlan.STORE) {
        final int value = plan.eventValue(event);
        final int register = file.registerOf(value);
        items.add(
            ~allocated.newMove(
                register, Location.ofSlot(plan.slot(value)), Math.max(4, function.width(value))));
      }
    }
    for (int event = plan.firstEvent(at); event >= 0; event = plan.nextEvent(event)) {
      final int value = plan.eventValue(event);
      if (plan.eventKind(event) == SpillPlan.EVICT) {
        if (file.registerOf(value) >= 0) {
          file.remove(value);
        }
      } else if (plan.eventKind(event) == SpillPlan.RELEASE) {
        released.add(value);
      }
    }
  }

  /** Whether an instruction's only result is never read from the register that it would be in. */
  private boolean isNeedless(final int at, final int end) {
    if (!function.has(at, MachineFunction.REMATERIALISABLE)) {
      return false;
    }
    if (liveness.isUnused(function.firstOperand(at))) {
      return true;
    }
    final int value = Operand.register(function.operand(at, 0));
    boolean leaves = false;
    boolean isStored = false;
    if (at + 1 < end) {
      for (int event = plan.firstEvent(at + 1); event >= 0; event = plan.nextEvent(event)) {
        if (plan.eventValue(event) == value) {
          leaves |= plan.eventKind(event) == SpillPlan.EVICT;
          isStored |= plan.eventKind(event) == SpillPlan.STORE;
        }
      }
    }
    return leaves && !isStored;
  }

  // The end.

  private void assemble() {
    final EdgeMoves moves = new EdgeMoves(analysis, plan, registers, copy);
    final int blockCount = function.blockCount();
    final IntList edgeItems = new IntList(analysis.scratch().ints(2 * blockCount + 16));
    // Start and end of each block's edits for edges, in edgeItems.
    final Scratch scratch = analysis.scratch();
    final int[] firstBefore = scratch.ints(blockCount, 0);
    final int[] endBefore = scratch.ints(blockCount, 0);
    final int[] firstBehind = scratch.ints(blockCount, 0);
    final int[] endBehind = scratch.ints(blockCount, 0);
    for (int block = 0; block < blockCount; block++) {
      boolean isLeft = false;
      for (int index = 0; index < function.successorCount(block); index++) {
        final int edge = function.successorEdge(block, index);
        if (keepsRegisters[function.edgeTarget(edge)] && plan.firstEdgeStore(edge) < 0) {
          continue;
        }
        if (!isLeft) {
          moves.leave(block);
          isLeft = true;
        }
        final int start = edgeItems.size();
        final IntList edits = moves.edits(edge);
        for (int at = 0; at < edits.size(); at++) {
          edgeItems.add(~edits.get(at));
        }
        if (function.successorCount(block) == 1) {
          firstBehind[block] = start;
          endBehind[block] = edgeItems.size();
        } else {
          firstBefore[function.edgeTarget(edge)] = start;
          endBefore[function.edgeTarget(edge)] = edgeItems.size();
        }
      }
    }
    for (int block = 0; block < blockCount; block++) {
      allocated.beginBlock(block);
      append(block, edgeItems, firstBefore[block], endBefore[block]);
      append(block, items, firstItem[block], endItem[block] - 1);
      append(block, edgeItems, firstBehind[block], endBehind[block]);
      append(block, items, endItem[block] - 1, endItem[block]);
    }
  }

  private void append(final int block, final IntList list, final int first, final int end) {
    for (int at = first; at < end; at++) {
      allocated.addItem(block, list.get(at));
    }
  }
}
