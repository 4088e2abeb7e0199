package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.ControlFlow;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.MachineVerifier;
import dev.sargasso.x64.machine.Operand;
import dev.sargasso.x64.machine.PhysicalRegister;

/**
 * Spilling by next-use distance: Belady's MIN over the blocks of a function, after Braun and Hack,
 * "Register Spilling and Live-Range Splitting for SSA-Form Programs" (2009).
 *
 * <p>Blocks are visited in their linear order with the set of values that are in registers. Before
 * an instruction what it needs in registers is loaded, and then, while {@link Demand#excess} is
 * positive, the value whose next use is farthest leaves. {@link BlockEntry} chooses what a block
 * starts with.
 *
 * <p>Refinements: a value that can be rematerialised, or is in its slot already, is taken a little
 * sooner than its distance says; a memory operand is read from the slot where a register would push
 * out something that is needed sooner; and a value that leaves does so right after its last use in
 * the block rather than at the point where room was wanted, which frees its register for
 * definitions in between.
 *
 * <p>It ends, for each instruction is visited once and each round of the inner loop takes one value
 * out. That round always finds one: if no value can leave, the instruction by itself asks for more
 * registers than there are, which is reported.
 */
final class NextUseSpiller implements Spiller {
  /** A value at most this far away is worth a register of its own when one is free. */
  private static final int NEAR = 60;

  /** The last touch of a value that is in its register from the block's start. */
  private static final int UNTOUCHED = -1;

  private final Pressure pressure;
  private MachineFunction function;
  private Analysis analysis;
  private Liveness liveness;
  private Demand demand;
  private final NextUses nextUses;
  private SpillPlan plan;
  private SpillRecord record;
  private RegisterSet held;

  private int[] lastTouch = new int[0];
  private int[] entryPlace = new int[0];

  // The carriers of the instruction and class in work, as Demand.excess wants them.
  private int through;
  private int coinciding;
  private int both;
  private int early;

  /** A spiller for the function whose pressure was measured. */
  NextUseSpiller(final Pressure pressure, final NextUses nextUses) {
    this.pressure = pressure;
    this.nextUses = nextUses;
  }

  @Override
  public SpillPlan spill(final Analysis input) {
    analysis = input;
    function = input.function();
    liveness = input.liveness();
    demand = input.demand();
    final ControlFlow flow = input.flow();
    plan = new SpillPlan(input);
    record = new SpillRecord(input);
    held = new RegisterSet(input);
    lastTouch = input.scratch().ints(function.registerCount(), 0);
    entryPlace = input.scratch().ints(function.registerCount(), 0);
    final BlockExits exits = new BlockExits(input);
    final BlockEntry entry = new BlockEntry(input, pressure, nextUses, exits, plan, record, held);
    for (int place = 0; place < function.blockCount(); place++) {
      final int block = flow.blockAt(place);
      entry.enter(block);
      for (int at = plan.firstEntry(block); at < plan.endEntry(block); at++) {
        lastTouch[plan.entry(at)] = UNTOUCHED;
        entryPlace[plan.entry(at)] = at;
      }
      walk(block);
      exits.save(block, held, lastTouch);
    }
    new IdleRegisters(input, exits, plan, record).run();
    new DelayedLoads(input, exits, plan, record).run();
    new EdgeNeeds(input, exits, plan, record).run();
    StorePlacement.place(input, plan, record);
    return plan;
  }

  private void walk(final int block) {
    final int end = function.endInstruction(block);
    for (int at = function.firstInstruction(block); at < end; at++) {
      if (function.has(at, MachineFunction.COMMUTATIVE)) {
        exchange(at);
      }
      if (isEasy(at)) {
        settleEasyUses(at);
        settleDefinitions(at, end);
        continue;
      }
      demand.load(at);
      for (int registerClass = 0; registerClass < PhysicalRegister.CLASS_COUNT; registerClass++) {
        if (demand.mentions(registerClass)) {
          bringIn(block, at, registerClass);
          limit(block, at, registerClass);
          bringInFlexible(block, at, registerClass);
        }
      }
      settle(at, end);
    }
  }

  /** Where only the second of two exchangeable values is in a register, starts from that one. */
  private void exchange(final int at) {
    final int index = MachineVerifier.commutativeOperand(function, at);
    final int place = function.firstOperand(at) + index;
    if (Operand.constraint(function.pooledOperand(place + 1)) == Operand.REGISTER_OR_STACK
        && liveness.isKill(place)
        && liveness.isKill(place + 1)
        && !held.contains(demand.valueOf(at, index))
        && held.contains(demand.valueOf(at, index + 1))
        && !analysis.isRematerialisable(demand.valueOf(at, index))) {
      analysis.allocated().setExchanged(at, !analysis.allocated().isExchanged(at));
    }
  }

  /**
   * Whether an instruction asks for nothing special, finds all that it uses in registers, and
   * surely has room for what it defines.
   */
  private boolean isEasy(final int at) {
    final int count = function.operandCount(at);
    if (!analysis.plain().isPlain(at) || !hasRoom(count)) {
      return false;
    }
    final int first = function.firstOperand(at);
    for (int index = 0; index < count; index++) {
      final long operand = function.pooledOperand(first + index);
      // Exchanged operands are the same values in another order.
      if (!Operand.isDefinition(operand) && !held.contains(Operand.register(operand))) {
        return false;
      }
    }
    return true;
  }

  private boolean hasRoom(final int operands) {
    return held.count(PhysicalRegister.GENERAL) + operands
            <= Long.bitCount(PhysicalRegister.GENERAL_MASK)
        && held.count(PhysicalRegister.VECTOR) + operands
            <= Long.bitCount(PhysicalRegister.VECTOR_MASK);
  }

  private void settleEasyUses(final int at) {
    final int count = function.operandCount(at);
    for (int index = 0; index < count; index++) {
      if (!Operand.isDefinition(function.operand(at, index))) {
        final int register = demand.valueOf(at, index);
        if (held.contains(register)) {
          settleUse(at, register, demand.isKill(at, index));
        }
      }
    }
  }

  /** Loads what the instruction must have in registers. */
  private void bringIn(final int block, final int at, final int registerClass) {
    for (int use = 0; use < demand.useCount(); use++) {
      final int register = demand.useValue(use);
      if (demand.needsRegister(use)
          && function.registerClass(register) == registerClass
          && !held.contains(register)) {
        load(block, at, register);
      }
    }
  }

  private void load(final int block, final int at, final int register) {
    plan.addEvent(SpillPlan.RELOAD, at, register);
    if (!analysis.isRematerialisable(register)) {
      record.addNeed(register, block);
    }
    held.add(register, true);
    lastTouch[register] = 0; // not in a register from the block's start
  }

  /** Loads, or reads from their slots, the values that the instruction can have in memory. */
  private void bringInFlexible(final int block, final int at, final int registerClass) {
    for (int use = 0; use < demand.useCount(); use++) {
      final int register = demand.useValue(use);
      if (function.registerClass(register) != registerClass
          || demand.needsRegister(use)
          || held.contains(register)
          || isReadFromSlot(at, register)) {
        continue;
      }
      final boolean kill = demand.useKill(use);
      final boolean fits =
          demand.excess(
                  registerClass,
                  kill ? through : through + 1,
                  coinciding,
                  both,
                  kill ? early + 1 : early)
              <= 0;
      if (fits && isWorthLoading(block, at, use)) {
        if (kill) {
          early++;
        } else {
          through++;
        }
        load(block, at, register);
      } else {
        readFromSlot(block, at, register);
      }
    }
  }

  private boolean isReadFromSlot(final int at, final int register) {
    final int first = function.firstOperand(at);
    for (int index = 0; index < function.operandCount(at); index++) {
      if (plan.isFromSlot(first + index) && demand.valueOf(at, index) == register) {
        return true;
      }
    }
    return false;
  }

  private void readFromSlot(final int block, final int at, final int register) {
    record.addNeed(register, block);
    FlexibleOperands.readFromSlot(analysis, plan, at, register);
  }

  private boolean isWorthLoading(final int block, final int at, final int use) {
    final int register = demand.useValue(use);
    return analysis.isRematerialisable(register)
        || (!demand.useKill(use)
            && nextUses.distance(register, block, nextUses.position(at)) <= NEAR);
  }

  /** Takes values out of the registers until the instruction's carriers fit. */
  private void limit(final int block, final int at, final int registerClass) {
    through = held.count(registerClass);
    coinciding = 0;
    both = 0;
    early = 0;
    for (int use = 0; use < demand.useCount(); use++) {
      if (function.registerClass(demand.useValue(use)) != registerClass
          || !held.contains(demand.useValue(use))) {
        continue;
      }
      if (demand.useKill(use)) {
        through--;
        both += demand.bothIfDying(use);
        early += demand.earlyIfDying(use);
        coinciding += demand.coincides(use, true) ? 1 : 0;
      } else {
        both += demand.bothIfThrough(use);
        if (demand.coincides(use, false)) {
          through--;
          coinciding++;
        }
      }
    }
    int excess = demand.excess(registerClass, through, coinciding, both, early);
    while (excess > 0) {
      int victim = -1;
      analysis.work().add(held.count(registerClass));
      int farthest = -1;
      int brief = -1;
      int farthestBrief = -1;
      for (int index = 0; index < held.count(registerClass); index++) {
        final int register = held.at(registerClass, index);
        if (gain(register, registerClass, excess) > 0) {
          final int distance = weightedDistance(register, block, at);
          if (distance > farthest) {
            farthest = distance;
            victim = register;
          }
          if (distance > farthestBrief && isBrief(register, block, at)) {
            farthestBrief = distance;
            brief = register;
          }
        }
      }
      if (victim < 0) {
        throw new IllegalStateException(
            function.name()
                + ": instruction "
                + at
                + " (opcode "
                + function.opcode(at)
                + ") asks for more registers than there are");
      }
      if (brief >= 0
          && !held.isStored(victim)
          && !analysis.isRematerialisable(victim)
          && !isFromOutside(victim, block)) {
        victim = brief;
      }
      final int use = demand.useOf(victim);
      if (use < 0 || !demand.needsRegister(use)) {
        if (use >= 0 && demand.useKill(use)) {
          early--;
        } else {
          through--;
        }
        evict(block, at, victim);
      } else {
        if (demand.coincides(use, false)) {
          coinciding -= demand.coincides(use, true) ? 0 : 1;
        } else {
          through--;
        }
        both += demand.bothIfDying(use) - demand.bothIfThrough(use);
        early += demand.earlyIfDying(use);
        release(block, at, victim);
      }
      excess = demand.excess(registerClass, through, coinciding, both, early);
    }
  }

  /**
   * Whether a value in a register that a call destroys is best kept in memory over the call: it is
   * used once more only, and not more often than here, so that one store and one load do. Any other
   * victim that has not been stored yet would need a store and a load as well, and this value a
   * copy to the register that it leaves.
   */
  private boolean isBrief(final int register, final int block, final int at) {
    if (function.clobbers(at) == 0
        || function.registerClass(register) != PhysicalRegister.GENERAL
        || !nextUses.hasOneUseAfter(register, block, nextUses.position(at))) {
      return false;
    }
    final int defining = function.definingInstruction(register);
    if (defining >= 0 && comesIn(defining, register, ~function.clobbers(at))) {
      return false;
    }
    return !isFromOutside(register, block);
  }

  /**
   * Whether a value comes into the innermost loop around a block, so that it can be stored before
   * the loop, and loaded behind it if the loop does not use it.
   */
  private boolean isFromOutside(final int register, final int block) {
    final int loop = analysis.flow().loopOf(block);
    return loop >= 0 && nextUses.definition(register) < nextUses.loopStart(loop);
  }

  /** Whether a value is defined in one of some registers. */
  private boolean comesIn(final int defining, final int register, final long preserved) {
    for (int index = 0; index < function.operandCount(defining); index++) {
      final long operand = function.operand(defining, index);
      if (Operand.register(operand) == register && Operand.isDefinition(operand)) {
        return Operand.constraint(operand) == Operand.FIXED
            && ((preserved >>> Operand.detail(operand)) & 1) != 0;
      }
    }
    return false;
  }

  /** By how much the excess shrinks if a value leaves; not positive if it cannot or need not. */
  private int gain(final int register, final int registerClass, final int excess) {
    final int use = demand.useOf(register);
    if (use < 0) {
      return excess - demand.excess(registerClass, through - 1, coinciding, both, early);
    }
    final boolean kill = demand.useKill(use);
    if (!demand.needsRegister(use)) {
      return excess
          - (kill
              ? demand.excess(registerClass, through, coinciding, both, early - 1)
              : demand.excess(registerClass, through - 1, coinciding, both, early));
    }
    if (kill) {
      return 0;
    }
    final boolean coincides = demand.coincides(use, false);
    return excess
        - demand.excess(
            registerClass,
            coincides ? through : through - 1,
            coincides && !demand.coincides(use, true) ? coinciding - 1 : coinciding,
            both + demand.bothIfDying(use) - demand.bothIfThrough(use),
            early + demand.earlyIfDying(use));
  }

  private int weightedDistance(final int register, final int block, final int at) {
    final int use = demand.useOf(register);
    if (use >= 0 && demand.useKill(use)) {
      return 0; // a last resort: the instruction itself reads it
    }
    final int distance = nextUses.distance(register, block, nextUses.position(at));
    if (analysis.isRematerialisable(register)) {
      // As in libFirm: executing it again needs no store and no memory.
      return use >= 0 && !demand.needsRegister(use) ? 0 : distance + distance / 2 + 2;
    }
    return held.isStored(register) ? distance + distance / 8 : distance;
  }

  /** A value that the instruction does not need in a register leaves. */
  private void evict(final int block, final int at, final int register) {
    if (demand.useOf(register) >= 0) {
      readFromSlot(block, at, register);
    }
    final int touch = lastTouch[register];
    if (touch < 0) {
      leave(SpillPlan.EVICT, function.firstInstruction(block), block, register);
    } else if ((touch & 1) == 0) {
      leave(SpillPlan.RELEASE, touch >> 1, block, register);
    } else {
      leave(SpillPlan.EVICT, (touch >> 1) + 1, block, register);
    }
  }

  /** A value that the instruction uses leaves after its first half. */
  private void release(final int block, final int at, final int register) {
    touch(register);
    leave(SpillPlan.RELEASE, at, block, register);
  }

  /** A value is read in its register; if it was there from the block's start, that was worth it. */
  private void touch(final int register) {
    if (lastTouch[register] == UNTOUCHED) {
      plan.setWorth(entryPlace[register]);
    }
  }

  private void leave(final int kind, final int at, final int block, final int register) {
    plan.addEvent(kind, at, register);
    if (!held.isStored(register)) {
      record.addDeparture(register, at, block);
    }
    held.remove(register);
  }

  /** Drops what dies and adds what is defined. */
  private void settle(final int at, final int end) {
    for (int use = 0; use < demand.useCount(); use++) {
      final int register = demand.useValue(use);
      if (held.contains(register)) {
        settleUse(at, register, demand.useKill(use));
      }
    }
    settleDefinitions(at, end);
  }

  private void settleUse(final int at, final int register, final boolean isKill) {
    touch(register);
    if (isKill) {
      held.remove(register);
    } else if (analysis.again().isAtUses(register)) {
      plan.addEvent(SpillPlan.RELEASE, at, register);
      held.remove(register);
    } else {
      lastTouch[register] = at << 1;
    }
  }

  private void settleDefinitions(final int at, final int end) {
    final int first = function.firstOperand(at);
    final int count = function.operandCount(at);
    for (int index = 0; index < count; index++) {
      final long operand = function.pooledOperand(first + index);
      if (!Operand.isDefinition(operand) || liveness.isUnused(first + index)) {
        continue;
      }
      if (analysis.again().isAtUses(Operand.register(operand))) {
        if (at + 1 < end) {
          plan.addEvent(SpillPlan.EVICT, at + 1, Operand.register(operand));
        }
      } else {
        held.add(Operand.register(operand), false);
        lastTouch[Operand.register(operand)] = (at << 1) | 1;
      }
    }
  }
}
