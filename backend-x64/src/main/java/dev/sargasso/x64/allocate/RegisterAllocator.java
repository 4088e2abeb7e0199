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

  /** Colours once to have something to improve, in an allocation that is thrown away. */
  private RegisterChoice recoloured(final Analysis analysis, final SpillPlan plan) {
    final Analysis first = analyse(analysis.function());
    final RecolouredRegister.Recording recording =
        new RecolouredRegister.Recording(
            new Preferences(first, plan), analysis.function().registerCount());
    for (int at = 0; at < analysis.function().instructionCount(); at++) {
      first.allocated().setExchanged(at, analysis.allocated().isExchanged(at));
    }
    for (int slot = 0; slot < analysis.allocated().slotCount(); slot++) {
      first.allocated().newSlot(analysis.allocated().slotSize(slot));
    }
    new Colouring(first, plan, recording).run();
    return new RecolouredRegister(
        analysis, plan, new Preferences(analysis, plan), recording.defined());
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
