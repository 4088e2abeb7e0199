package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.ControlFlow;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.MachineVerifier;
import dev.sargasso.x64.machine.Operand;

/**
 * The register allocator: liveness, pressure, spilling, slots, colouring, copies, in this order.
 * See the package for the story.
 *
 * <p>An allocator may be used for one function after another, by one thread at a time; it keeps its
 * memory. Functions are independent: the result depends on the function and the options only.
 */
public final class RegisterAllocator {
  /** A swap of registers takes more than a move, and less than the three that it stands for. */
  private static final double SWAP_WORTH = 1.5;

  private final AllocatorOptions options;
  private final ControlFlow flow = new ControlFlow();
  private final Liveness liveness = new Liveness();
  private final Work work = new Work();
  private final Scratch scratch = new Scratch();

  /** An allocator with the given options. */
  public RegisterAllocator(final AllocatorOptions options) {
    this.options = options;
  }

  /**
   * Allocates registers for a function that {@link MachineVerifier} accepts.
   *
   * @throws IllegalStateException if an instruction by itself asks for more registers than there
   *     are
   */
  public AllocatedFunction allocate(final MachineFunction function) {
    scratch.reset();
    flow.compute(function);
    liveness.compute(function, flow);
    work.add(liveness.setWords());
    final Analysis analysis = analyse(function);
    final AllocatedFunction allocated = analysis.allocated();
    exchange(function, allocated);
    final SpillPlan plan = plan(analysis);
    final RegisterChoice choice =
        switch (options.colouring()) {
          case PREFERENCES -> new Preferences(analysis, plan);
          case LOWEST -> new LowestRegister();
          case RECOLOURING -> recoloured(analysis, plan);
          case RANDOM -> new RandomRegister(options.seed());
        };
    new Colouring(analysis, plan, choice).run();
    allocated.layOutSlots();
    return allocated;
  }

  /** What the stages share, with nothing allocated yet. */
  private Analysis analyse(final MachineFunction function) {
    return Analysis.of(function, flow, liveness, work, scratch);
  }

  /**
   * Colours once to have something to improve, and once more to see whether it is better, in
   * allocations that are thrown away.
   */
  private RegisterChoice recoloured(final Analysis analysis, final SpillPlan plan) {
    final Analysis first = twin(analysis);
    final RecolouredRegister.Recording recording =
        new RecolouredRegister.Recording(
            new Preferences(first, plan), analysis.function().registerCount());
    new Colouring(first, plan, recording).run();
    final double before = copies(first);
    final Analysis second = twin(analysis);
    final RecolouredRegister trial =
        new RecolouredRegister(second, plan, new Preferences(second, plan), recording.defined());
    new Colouring(second, plan, trial).run();
    final Preferences preferences = new Preferences(analysis, plan);
    return copies(second) < before
        ? new RecolouredRegister(analysis, plan, preferences, recording.defined())
        : preferences;
  }

  /** An analysis of the same function for an allocation of its own. */
  private Analysis twin(final Analysis analysis) {
    final Analysis twin = analyse(analysis.function());
    for (int at = 0; at < analysis.function().instructionCount(); at++) {
      twin.allocated().setExchanged(at, analysis.allocated().isExchanged(at));
    }
    for (int slot = 0; slot < analysis.allocated().slotCount(); slot++) {
      twin.allocated().newSlot(analysis.allocated().slotSize(slot));
    }
    return twin;
  }

  /** Moves between registers that are executed for each call, where a swap counts for more. */
  private static double copies(final Analysis analysis) {
    final AllocatedFunction allocated = analysis.allocated();
    double copies = 0;
    for (int block = 0; block < analysis.function().blockCount(); block++) {
      for (int place = allocated.firstItem(block); place < allocated.endItem(block); place++) {
        final int item = allocated.item(place);
        if (item < 0) {
          final double worth =
              switch (allocated.editKind(~item)) {
                case AllocatedFunction.MOVE -> 1;
                case AllocatedFunction.SWAP -> SWAP_WORTH;
                default -> 0;
              };
          copies += worth * analysis.function().frequency(block);
        }
      }
    }
    return copies;
  }

  /** Counts the steps of all allocations so far. */
  Work work() {
    return work;
  }

  /** Decides what is in registers where, and gives slots to what is spilled. */
  private SpillPlan plan(final Analysis analysis) {
    final boolean everywhere = options.spilling() == AllocatorOptions.Spilling.EVERYWHERE;
    final Pressure pressure = new Pressure(analysis);
    if (!everywhere && pressure.fits()) {
      return SpillPlan.withoutSpilling(analysis);
    }
    final NextUses nextUses = new NextUses(analysis);
    final Spiller spiller =
        everywhere ? new SpillEverywhere() : new NextUseSpiller(pressure, nextUses);
    final SpillPlan plan = spiller.spill(analysis);
    if (plan.isSpilling()) {
      SlotColouring.colour(analysis, nextUses, plan, plan.spilled());
    }
    return plan;
  }

  /**
   * Exchanges the operands of commutative instructions where only the second one's value dies, so
   * that the result takes over its register and nothing has to be copied.
   */
  private void exchange(final MachineFunction function, final AllocatedFunction allocated) {
    for (int at = 0; at < function.instructionCount(); at++) {
      if (!function.has(at, MachineFunction.COMMUTATIVE)) {
        continue;
      }
      final int index = MachineVerifier.commutativeOperand(function, at);
      final int place = function.firstOperand(at) + index;
      if (!liveness.isKill(place)
          && liveness.isKill(place + 1)
          && Operand.register(function.pooledOperand(place))
              != Operand.register(function.pooledOperand(place + 1))) {
        allocated.setExchanged(at, true);
      }
    }
  }
}
