package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.Location;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.Arrays;

/**
 * Gives the operands of one instruction their registers, and moves what is in the way: the local
 * match-and-permute step of colouring.
 *
 * <p>Each value in a register is a carrier in the sense of {@link Demand}. Those that may stay
 * where they are do. The others get a register in the order <em>both</em>, <em>early</em>,
 * <em>late</em>, and one parallel copy before the instruction takes them there; a value wanted in
 * fixed registers is copied or moved to them by the same parallel copy.
 *
 * <p><strong>It cannot fail.</strong> Write {@code B}, {@code E}, {@code L} for the registers
 * usable in both halves, in the first only, in the second only, and {@code b}, {@code e}, {@code l}
 * for the carriers, with {@code b + max(0, e - E, l - L) <= B}, as the spiller promises.
 *
 * <ol>
 *   <li>A <em>both</em> carrier finds a register of {@code B} that no other of them has, since
 *       {@code b <= B}. If all such registers hold early carriers that stayed, one of those is
 *       displaced and joins those that look for a place.
 *   <li>An <em>early</em> carrier then finds one, for {@code b + e <= B + E} and all of these are
 *       free in the first half but for such carriers.
 *   <li>A <em>late</em> carrier finds one, for {@code b + l <= B + L} likewise; early carriers are
 *       not in its way.
 * </ol>
 *
 * The parallel copy is always possible, for {@link ParallelCopy} needs no free register.
 */
final class ConstraintMatcher {
  private static final int NOWHERE = -1;

  private final Analysis analysis;
  private final MachineFunction function;
  private final Demand demand;
  private final SpillPlan plan;
  private final AllocatedFunction allocated;
  private final RegisterFile file;
  private final RegisterChoice choice;
  private final ParallelCopy copy;

  private long takenInFirst;
  private long takenInSecond;
  private long earlyStayers;
  private float frequency;

  // By use of the loaded instruction.
  private int[] from = new int[16];
  private int[] home = new int[16];
  private boolean[] dies = new boolean[16];
  private boolean[] both = new boolean[16];

  // By operand: the register, or NOWHERE.
  private int[] operandRegister = new int[16];

  // Values that look for a place: uses as they are, others as ~value.
  private int bothCount;
  private int[] wantBoth = new int[64];
  private int earlyCount;
  private int[] wantEarly = new int[64];

  private int movedCount;
  private final int[] movedValue = new int[PhysicalRegister.COUNT];
  private final int[] movedTo = new int[PhysicalRegister.COUNT];

  ConstraintMatcher(
      final Analysis analysis,
      final SpillPlan plan,
      final RegisterFile file,
      final RegisterChoice choice,
      final ParallelCopy copy) {
    this.analysis = analysis;
    function = analysis.function();
    demand = analysis.demand();
    this.plan = plan;
    allocated = analysis.allocated();
    this.file = file;
    this.choice = choice;
    this.copy = copy;
  }

  /**
   * Places the operands of an instruction, which {@link Demand} has loaded, and leaves in the
   * parallel copy what must happen before it. Afterwards the register file is that behind it.
   *
   * @param released values that leave their registers after its first half
   */
  void place(final int at, final float executions, final IntList released) {
    frequency = Math.max(executions, Float.MIN_NORMAL);
    reserve(at);
    copy.begin(file.occupied());
    takenInFirst = demand.takenEarly();
    takenInSecond = demand.takenLate();
    earlyStayers = 0;
    bothCount = 0;
    earlyCount = 0;
    movedCount = 0;
    placeBystanders();
    placeUses(released);
    findBoth(at);
    findEarly();
    findLate(at);
    copyToFixed();
    setLocations(at);
    updateFile(at);
  }

  private void reserve(final int at) {
    if (demand.useCount() > from.length) {
      final int size = 2 * demand.useCount();
      from = new int[size];
      home = new int[size];
      dies = new boolean[size];
      both = new boolean[size];
    }
    final int wanted = PhysicalRegister.COUNT + demand.useCount() + function.operandCount(at);
    if (wanted > wantBoth.length) {
      wantBoth = new int[2 * wanted];
      wantEarly = new int[2 * wanted];
    }
    if (function.operandCount(at) > operandRegister.length) {
      operandRegister = new int[2 * function.operandCount(at)];
    }
    Arrays.fill(operandRegister, 0, function.operandCount(at), NOWHERE);
  }

  /** Values that the instruction does not mention stay unless it takes their register. */
  private void placeBystanders() {
    final long occupied = file.occupied();
    long used = 0;
    for (int use = 0; use < demand.useCount(); use++) {
      from[use] = file.registerOf(demand.useValue(use));
      if (from[use] >= 0) {
        used |= 1L << from[use];
      }
    }
    final long bystanders = occupied & ~used;
    final long inTheWay = bystanders & (takenInFirst | takenInSecond);
    for (long rest = inTheWay; rest != 0; rest &= rest - 1) {
      wantBoth[bothCount++] = ~file.occupant(Long.numberOfTrailingZeros(rest));
    }
    takenInFirst |= bystanders & ~inTheWay;
    takenInSecond |= bystanders & ~inTheWay;
  }

  private void placeUses(final IntList released) {
    for (int use = 0; use < demand.useCount(); use++) {
      dies[use] = demand.useKill(use);
      home[use] = NOWHERE;
    }
    for (int index = 0; index < released.size(); index++) {
      final int use = demand.useOf(released.get(index));
      if (use >= 0) {
        dies[use] = true;
      }
    }
    final long fixedLate = demand.takenLate();
    for (int use = 0; use < demand.useCount(); use++) {
      if (from[use] < 0 && !isLoaded(use)) {
        continue; // read from its slot
      }
      final long fixed = demand.useFixed(use);
      final boolean late = (demand.useFlags(use) & Demand.LATE) != 0;
      if (dies[use] && fixed != 0 && !late) {
        home[use] = pick(fixed, from[use]);
        both[use] = false;
      } else if ((fixed & ~fixedLate) != 0) {
        home[use] = pick(fixed & ~fixedLate, from[use]); // needed in the second half too
        both[use] = true;
        takenInSecond |= 1L << home[use];
      } else {
        both[use] = !dies[use] || late || demand.useReuses(use) > 0;
        stayOrSeek(use);
      }
    }
  }

  /** Whether a use is of a value that the plan loads for this instruction. */
  private boolean isLoaded(final int use) {
    final int value = demand.useValue(use);
    for (int event = plan.firstEvent(demand.instruction());
        event >= 0;
        event = plan.nextEvent(event)) {
      if (plan.eventKind(event) == SpillPlan.RELOAD && plan.eventValue(event) == value) {
        return true;
      }
    }
    return false;
  }

  private static int pick(final long registers, final int preferred) {
    return preferred >= 0 && ((registers >>> preferred) & 1) != 0
        ? preferred
        : Long.numberOfTrailingZeros(registers);
  }

  private void stayOrSeek(final int use) {
    final int register = from[use];
    if (register >= 0
        && ((takenInFirst >>> register) & 1) == 0
        && (!both[use] || ((takenInSecond >>> register) & 1) == 0)) {
      home[use] = register;
      takenInFirst |= 1L << register;
      if (both[use]) {
        takenInSecond |= 1L << register;
      } else {
        earlyStayers |= 1L << register;
      }
    } else if (both[use]) {
      wantBoth[bothCount++] = use;
    } else {
      wantEarly[earlyCount++] = use;
    }
  }

  /** Whether a reusing definition may take over the register that the value itself is in. */
  private boolean ownsReuse(final int use) {
    return dies[use]
        && demand.useFixed(use) == 0
        && (demand.useFlags(use) & Demand.LATE) == 0
        && demand.useReuses(use) > 0;
  }

  private void findBoth(final int at) {
    for (int index = 0; index < bothCount; index++) {
      final int item = wantBoth[index];
      final int value = item >= 0 ? demand.useValue(item) : ~item;
      final int register = takeBoth(value, 0);
      if (item >= 0) {
        home[item] = register;
        moveHere(item);
      } else {
        addMove(value, file.registerOf(value), register);
      }
    }
    for (int use = 0; use < demand.useCount(); use++) {
      if (home[use] >= 0 && from[use] != home[use] && !isSought(use)) {
        moveHere(use); // to a fixed register that is its home now
      }
    }
    for (int index = 0; index < function.operandCount(at); index++) {
      final long operand = function.operand(at, index);
      if (!Operand.isDefinition(operand)) {
        continue;
      }
      final int value = Operand.register(operand);
      if (Operand.constraint(operand) == Operand.REUSE) {
        placeReuse(at, index, Operand.detail(operand), value);
      } else if (!Operand.isLate(operand) && Operand.constraint(operand) == Operand.REGISTER) {
        operandRegister[index] = takeBoth(value, 0);
      }
    }
  }

  private boolean isSought(final int use) {
    for (int index = 0; index < bothCount; index++) {
      if (wantBoth[index] == use) {
        return true;
      }
    }
    return false;
  }

  private void placeReuse(final int at, final int index, final int used, final int value) {
    if (Operand.constraint(function.operand(at, used)) == Operand.FIXED) {
      return;
    }
    final int use = demand.useOf(demand.valueOf(at, used));
    if (ownsReuse(use) && !isReused(at, use, index)) {
      operandRegister[used] = home[use];
    } else {
      int register = takeBoth(value, 0);
      if (maySwapRoles(use, register, value)) {
        // The value itself takes the new register, and the definition the one it was in.
        final int old = home[use];
        home[use] = register;
        addCopy(use, register);
        register = old;
      } else {
        addCopy(use, register);
      }
      operandRegister[used] = register;
    }
    operandRegister[index] = operandRegister[used];
  }

  /** Whether a copy that a reusing definition needs is better made for the value itself. */
  private boolean maySwapRoles(final int use, final int register, final int value) {
    final int used = demand.useValue(use);
    return home[use] >= 0
        && home[use] == from[use]
        && both[use]
        && demand.useReuses(use) == 1
        && choice.cost(used, home[use]) + choice.cost(value, register)
            > choice.cost(used, register) + choice.cost(value, home[use]);
  }

  /** Whether an earlier definition took over the value's own register. */
  private boolean isReused(final int at, final int use, final int before) {
    for (int index = 0; index < before; index++) {
      final long operand = function.operand(at, index);
      if (Operand.isDefinition(operand)
          && Operand.constraint(operand) == Operand.REUSE
          && Operand.constraint(function.operand(at, Operand.detail(operand))) != Operand.FIXED
          && demand.useOf(demand.valueOf(at, Operand.detail(operand))) == use) {
        return true;
      }
    }
    return false;
  }

  private int takeBoth(final int value, final long hints) {
    final long all = PhysicalRegister.maskOf(function.registerClass(value));
    long allowed = all & ~takenInFirst & ~takenInSecond;
    if (allowed == 0) {
      allowed = displace(all);
    }
    final int register = choice.choose(value, allowed, hints, frequency);
    takenInFirst |= 1L << register;
    takenInSecond |= 1L << register;
    return register;
  }

  /** Sends a value that stayed but is read in the first half only elsewhere. */
  private long displace(final long all) {
    final long possible = earlyStayers & all & ~takenInSecond;
    if (possible == 0) {
      throw new AssertionError(
          function.name() + ": no register for instruction " + demand.instruction());
    }
    final int register = Long.numberOfTrailingZeros(possible);
    earlyStayers &= ~(1L << register);
    for (int use = 0; use < demand.useCount(); use++) {
      if (home[use] == register && !both[use]) {
        home[use] = NOWHERE;
        wantEarly[earlyCount++] = use;
      }
    }
    return 1L << register;
  }

  private void findEarly() {
    for (int index = 0; index < earlyCount; index++) {
      final int use = wantEarly[index];
      final int value = demand.useValue(use);
      final long allowed = PhysicalRegister.maskOf(function.registerClass(value)) & ~takenInFirst;
      if (allowed == 0) {
        throw new AssertionError(
            function.name() + ": no register for instruction " + demand.instruction());
      }
      home[use] = choice.choose(value, allowed, 0, frequency);
      takenInFirst |= 1L << home[use];
      moveHere(use);
    }
  }

  private void findLate(final int at) {
    for (int index = 0; index < function.operandCount(at); index++) {
      final long operand = function.operand(at, index);
      if (!Operand.isDefinition(operand)
          || !Operand.isLate(operand)
          || Operand.constraint(operand) != Operand.REGISTER) {
        continue;
      }
      final int value = Operand.register(operand);
      final long allowed = PhysicalRegister.maskOf(function.registerClass(value)) & ~takenInSecond;
      if (allowed == 0) {
        throw new AssertionError(
            function.name() + ": no register for the result of instruction " + at);
      }
      operandRegister[index] = choice.choose(value, allowed, hint(at, index, operand), frequency);
      takenInSecond |= 1L << operandRegister[index];
    }
  }

  /** The register of the use that a definition would like to share with. */
  private long hint(final int at, final int index, final long operand) {
    int used = Operand.detail(operand) - 1;
    if (function.has(at, MachineFunction.MOVE)) {
      used = 1 - index;
    }
    if (used < 0) {
      return 0;
    }
    final long reused = function.operand(at, used);
    if (Operand.constraint(reused) == Operand.FIXED) {
      return 1L << Operand.detail(reused);
    }
    final int use = demand.useOf(demand.valueOf(at, used));
    return use >= 0 && home[use] >= 0 ? 1L << home[use] : 0;
  }

  private void copyToFixed() {
    for (int use = 0; use < demand.useCount(); use++) {
      for (long rest = demand.useFixed(use); rest != 0; rest &= rest - 1) {
        final int register = Long.numberOfTrailingZeros(rest);
        if (register != home[use]) {
          addCopy(use, register);
        }
      }
    }
  }

  private void moveHere(final int use) {
    addCopy(use, home[use]);
  }

  /** Copies a use's value, from wherever it is before the instruction, to a register. */
  private void addCopy(final int use, final int register) {
    final int value = demand.useValue(use);
    final int width = function.width(value);
    if (from[use] >= 0) {
      copy.add(register, from[use], copyWidth(value));
    } else if (analysis.isRematerialisable(value)) {
      copy.addAgain(register, function.definingInstruction(value), Math.max(4, width));
    } else {
      copy.add(register, Location.ofSlot(plan.slot(value)), width);
    }
  }

  private int copyWidth(final int value) {
    return function.registerClass(value) == PhysicalRegister.VECTOR
        ? 16
        : Math.max(4, function.width(value));
  }

  private void addMove(final int value, final int register, final int to) {
    copy.add(to, register, copyWidth(value));
    movedValue[movedCount] = value;
    movedTo[movedCount++] = to;
  }

  private void setLocations(final int at) {
    final int first = function.firstOperand(at);
    for (int index = 0; index < function.operandCount(at); index++) {
      final long operand = function.operand(at, index);
      int location = operandRegister[index];
      if (Operand.constraint(operand) == Operand.FIXED) {
        location = Operand.detail(operand);
      } else if (Operand.isDefinition(operand)
          && Operand.constraint(operand) == Operand.REUSE
          && Operand.constraint(function.operand(at, Operand.detail(operand))) == Operand.FIXED) {
        location = Operand.detail(function.operand(at, Operand.detail(operand)));
      } else if (!Operand.isDefinition(operand) && location == NOWHERE) {
        final int value = demand.valueOf(at, index);
        location =
            plan.isFromSlot(first + index)
                ? Location.ofSlot(plan.slot(value))
                : home[demand.useOf(value)];
      }
      operandRegister[index] = location;
      allocated.setLocation(at, index, location);
    }
  }

  private void updateFile(final int at) {
    for (int index = 0; index < movedCount; index++) {
      file.remove(movedValue[index]);
    }
    for (int use = 0; use < demand.useCount(); use++) {
      if (from[use] >= 0) {
        file.remove(demand.useValue(use));
      }
    }
    for (int index = 0; index < movedCount; index++) {
      file.place(movedValue[index], movedTo[index]);
    }
    for (int use = 0; use < demand.useCount(); use++) {
      if (home[use] >= 0 && !dies[use]) {
        file.place(demand.useValue(use), home[use]);
      }
    }
    final int first = function.firstOperand(at);
    for (int index = 0; index < function.operandCount(at); index++) {
      final long operand = function.operand(at, index);
      if (Operand.isDefinition(operand) && !analysis.liveness().isUnused(first + index)) {
        file.place(Operand.register(operand), operandRegister[index]);
        choice.settle(Operand.register(operand), operandRegister[index], frequency);
      }
    }
  }
}
