package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.ControlFlow;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.Arrays;

/**
 * Preference-guided choice of registers, after Braun, Mallon and Hack, "Preference-Guided Register
 * Assignment" (2010), and the use that HHVM makes of it.
 *
 * <p>Values that would best share a register (a parameter and its arguments, a reusing definition
 * and the dying value that it reuses, the two sides of a copy) form a class, unless they are seen
 * to be live together. The member that is defined most often, of those placed so far, sets the
 * register that the others try to get.
 *
 * <p>Values that are tied by reuse, one dying where the next is defined, share a vector of
 * penalties: for each register, how often they would have to be moved away from there because an
 * instruction takes the register while they live (and back, if they go around a loop), less how
 * often they are wanted in just that register. Parameters hand their penalties back to their
 * arguments, as far as a copy on the edge would not be cheaper.
 *
 * <p>Penalties are collected in one walk over the constrained instructions with the values that are
 * in registers there, of which there are at most as many as registers. So the whole is linear.
 */
final class Preferences implements RegisterChoice {
  private static final int ROW = 16;

  /** Ties go to registers that need no prefix byte, and among those to the short-lived ones. */
  private static final int[] GENERAL_ORDER = {
    PhysicalRegister.RAX, PhysicalRegister.RCX, PhysicalRegister.RDX, PhysicalRegister.RSI,
    PhysicalRegister.RDI, PhysicalRegister.RBX, PhysicalRegister.RBP, PhysicalRegister.R8,
    PhysicalRegister.R9, PhysicalRegister.R10, PhysicalRegister.R11, PhysicalRegister.R12,
    PhysicalRegister.R13, PhysicalRegister.R14, PhysicalRegister.R15
  };

  /** The first three of that order, whose numbers ascend as well. */
  private static final long FIRST_GENERAL =
      1L << PhysicalRegister.RAX | 1L << PhysicalRegister.RCX | 1L << PhysicalRegister.RDX;

  /** The next two; the numbers of those behind them ascend. */
  private static final long NEXT_GENERAL = 1L << PhysicalRegister.RSI | 1L << PhysicalRegister.RDI;

  private static final int[] VECTOR_ORDER = new int[ROW];

  static {
    for (int index = 0; index < ROW; index++) {
      VECTOR_ORDER[index] = PhysicalRegister.XMM0 + index;
    }
  }

  private final Analysis analysis;
  private final MachineFunction function;
  private final Liveness liveness;
  private final Demand demand;

  private final int[] leader;
  private final int[] tied;
  private final int[] definition;
  private final int[] lastUse;
  private final int[] row;
  private final byte[] classRegister;
  private final float[] classWeight;
  private int rowCount;
  private float[] penalties = new float[16 * ROW];

  Preferences(final Analysis analysis, final SpillPlan plan) {
    this.analysis = analysis;
    function = analysis.function();
    liveness = analysis.liveness();
    demand = analysis.demand();
    final int registers = function.registerCount();
    final Scratch scratch = analysis.scratch();
    leader = scratch.ints(registers);
    tied = scratch.ints(registers);
    for (int register = 0; register < registers; register++) {
      leader[register] = register;
      tied[register] = register;
    }
    row = scratch.ints(registers, -1);
    classRegister = scratch.bytes(registers, -1);
    classWeight = scratch.floats(registers);
    definition = scratch.ints(registers, 0);
    lastUse = scratch.ints(registers, 0);
    unite();
    collect(plan);
    passBack();
  }

  private static int find(final int[] parent, final int register) {
    int at = register;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  private static void unite(final int[] parent, final int one, final int other) {
    final int first = find(parent, one);
    final int second = find(parent, other);
    parent[Math.max(first, second)] = Math.min(first, second);
  }

  private void unite() {
    final ControlFlow flow = analysis.flow();
    int position = 0;
    for (int place = 0; place < function.blockCount(); place++) {
      final int block = flow.blockAt(place);
      for (int index = 0; index < function.parameterCount(block); index++) {
        definition[function.parameter(block, index)] = position;
      }
      position++;
      final int end = function.endInstruction(block);
      for (int at = function.firstInstruction(block); at < end; at++, position++) {
        final int first = function.firstOperand(at);
        final int count = function.operandCount(at);
        for (int index = 0; index < count; index++) {
          final long operand = function.pooledOperand(first + index);
          if (Operand.isDefinition(operand)) {
            definition[Operand.register(operand)] = position;
            if (Operand.constraint(operand) == Operand.REUSE
                || Operand.detail(operand) > 0
                || function.has(at, MachineFunction.MOVE)) {
              uniteDefinition(at, index, operand);
            }
          } else {
            lastUse[Operand.register(operand)] = position;
          }
        }
      }
      for (int index = 0; index < function.successorCount(block); index++) {
        final int edge = function.successorEdge(block, index);
        for (int at = 0; at < function.argumentCount(edge); at++) {
          lastUse[function.argument(edge, at)] = position;
        }
      }
      position++;
    }
    for (int edge = 0; edge < function.edgeCount(); edge++) {
      final int target = function.edgeTarget(edge);
      for (int index = 0; index < function.argumentCount(edge); index++) {
        final int argument = function.argument(edge, index);
        final int parameter = function.parameter(target, index);
        if (areApart(target, argument, parameter)) {
          unite(leader, argument, parameter);
        }
      }
    }
  }

  /**
   * Whether a parameter and an argument are not seen to be live together: they are if the argument
   * outlives the edge, or the parameter is still wanted when the argument is defined, in a loop.
   */
  private boolean areApart(final int target, final int argument, final int parameter) {
    return !liveness.isLiveIn(target, argument)
        && (definition[argument] < definition[parameter]
            || lastUse[parameter] <= definition[argument]);
  }

  private void uniteDefinition(final int at, final int index, final long operand) {
    final int constraint = Operand.constraint(operand);
    int use = -1;
    if (constraint == Operand.REUSE) {
      use = Operand.detail(operand);
    } else if (constraint == Operand.REGISTER && Operand.detail(operand) > 0) {
      use = Operand.detail(operand) - 1;
    } else if (function.has(at, MachineFunction.MOVE)) {
      use = 1 - index;
    }
    if (use >= 0) {
      final int used = demand.valueOf(at, use);
      final boolean dies =
          analysis.allocated().isExchanged(at) || liveness.isKill(function.firstOperand(at) + use);
      if (dies
          && function.registerClass(used) == function.registerClass(Operand.register(operand))) {
        unite(tied, used, Operand.register(operand));
        unite(leader, used, Operand.register(operand));
      }
    }
  }

  /**
   * Lets arguments know what their parameters prefer. Where an argument is costs at most a copy on
   * the edge, so that is the most that a penalty of the parameter can weigh for it. Later blocks
   * come first, so that wishes travel up through one join after another.
   */
  private void passBack() {
    final ControlFlow flow = analysis.flow();
    for (int place = function.blockCount() - 1; place >= 0; place--) {
      final int target = flow.blockAt(place);
      if (function.parameterCount(target) == 0) {
        continue;
      }
      for (int index = 0; index < function.predecessorCount(target); index++) {
        final int edge = function.predecessorEdge(target, index);
        for (int at = 0; at < function.argumentCount(edge); at++) {
          final int parameter = function.parameter(target, at);
          final int from = row[find(tied, parameter)];
          if (from >= 0 && areApart(target, function.argument(edge, at), parameter)) {
            passBack(from * ROW, function.argument(edge, at), analysis.frequency(edge));
          }
        }
      }
    }
  }

  private void passBack(final int from, final int argument, final float most) {
    final int head = find(tied, argument);
    final int to = rowOf(head);
    if (to == from) {
      return;
    }
    float least = Float.MAX_VALUE;
    for (int index = 0; index < ROW; index++) {
      least = Math.min(least, penalties[from + index]);
    }
    for (int index = 0; index < ROW; index++) {
      penalties[to + index] += Math.min(penalties[from + index] - least, most);
    }
  }

  private void collect(final SpillPlan plan) {
    final RegisterSet held = new RegisterSet(analysis);
    for (int block = 0; block < function.blockCount(); block++) {
      if (analysis.plain().isBlockPlain(block)) {
        continue;
      }
      held.clear();
      for (int place = plan.firstEntry(block); place < plan.endEntry(block); place++) {
        held.add(plan.entry(place), false);
      }
      final float frequency = Math.max(function.frequency(block), Float.MIN_NORMAL);
      final int end = function.endInstruction(block);
      for (int at = function.firstInstruction(block); at < end; at++) {
        if (analysis.plain().isPlain(at) && plan.firstEvent(at) < 0) {
          leavePlain(held, at);
          continue;
        }
        demand.load(at);
        for (int event = plan.firstEvent(at); event >= 0; event = plan.nextEvent(event)) {
          final int value = plan.eventValue(event);
          if (plan.eventKind(event) == SpillPlan.EVICT) {
            held.remove(value);
          } else if (plan.eventKind(event) == SpillPlan.RELOAD) {
            held.add(value, false);
          }
        }
        if ((demand.takenEarly() | demand.takenLate()) != 0) {
          penalise(held, block, frequency);
        }
        leave(plan, held, at);
      }
    }
  }

  private void penalise(final RegisterSet held, final int block, final float frequency) {
    for (int registerClass = 0; registerClass < PhysicalRegister.CLASS_COUNT; registerClass++) {
      final long mask = PhysicalRegister.maskOf(registerClass);
      final long early = demand.takenEarly() & mask;
      final long late = demand.takenLate() & mask;
      if ((early | late) == 0) {
        continue;
      }
      analysis.work().add(held.count(registerClass));
      for (int index = 0; index < held.count(registerClass); index++) {
        final int value = held.at(registerClass, index);
        final int use = demand.useOf(value);
        long bad;
        if (use < 0) {
          bad = early | late;
        } else {
          bad = early & ~demand.useFixed(use);
          if (!demand.useKill(use)) {
            bad |= late;
          }
          add(value, demand.useFixed(use), -frequency);
        }
        // What is moved out of the way in a loop that it goes around has to be moved back.
        add(value, bad, goesAround(value, block) ? 2 * frequency : frequency);
      }
    }
    final int at = demand.instruction();
    for (int index = 0; index < function.operandCount(at); index++) {
      final long operand = function.operand(at, index);
      if (Operand.isDefinition(operand) && Operand.constraint(operand) == Operand.FIXED) {
        add(Operand.register(operand), 1L << Operand.detail(operand), -frequency);
      }
    }
  }

  /** Whether a value is in a loop around a block from outside, or as a parameter of its header. */
  private boolean goesAround(final int value, final int block) {
    final ControlFlow flow = analysis.flow();
    final int loop = flow.loopOf(block);
    if (loop < 0) {
      return false;
    }
    final int defining = function.definingBlock(value);
    return flow.position(defining) < flow.loopFirst(loop)
        || (function.definingInstruction(value) < 0 && flow.loopHeader(loop) == defining);
  }

  private void leavePlain(final RegisterSet held, final int at) {
    final int first = function.firstOperand(at);
    final int count = function.operandCount(at);
    for (int index = 0; index < count; index++) {
      final long operand = function.pooledOperand(first + index);
      if (!Operand.isDefinition(operand)
          && liveness.isKill(first + index)
          && held.contains(Operand.register(operand))) {
        held.remove(Operand.register(operand));
      }
    }
    for (int index = 0; index < count; index++) {
      final long operand = function.pooledOperand(first + index);
      if (Operand.isDefinition(operand) && !liveness.isUnused(first + index)) {
        held.add(Operand.register(operand), false);
      }
    }
  }

  private void leave(final SpillPlan plan, final RegisterSet held, final int at) {
    for (int use = 0; use < demand.useCount(); use++) {
      if (demand.useKill(use) && held.contains(demand.useValue(use))) {
        held.remove(demand.useValue(use));
      }
    }
    for (int event = plan.firstEvent(at); event >= 0; event = plan.nextEvent(event)) {
      if (plan.eventKind(event) == SpillPlan.RELEASE && held.contains(plan.eventValue(event))) {
        held.remove(plan.eventValue(event));
      }
    }
    final int first = function.firstOperand(at);
    final int count = function.operandCount(at);
    for (int index = 0; index < count; index++) {
      final long operand = function.pooledOperand(first + index);
      if (Operand.isDefinition(operand) && !liveness.isUnused(first + index)) {
        held.add(Operand.register(operand), false);
      }
    }
  }

  private void add(final int value, final long registers, final float amount) {
    if (registers == 0) {
      return;
    }
    final int base = rowOf(find(tied, value));
    for (long rest = registers; rest != 0; rest &= rest - 1) {
      penalties[base + (Long.numberOfTrailingZeros(rest) & (ROW - 1))] += amount;
    }
  }

  /** Where the penalties of tied values start; made when first asked for. */
  private int rowOf(final int head) {
    if (row[head] < 0) {
      row[head] = rowCount++;
      if (rowCount * ROW > penalties.length) {
        penalties = Arrays.copyOf(penalties, 2 * penalties.length);
      }
    }
    return row[head] * ROW;
  }

  /** Where a value's penalties start, or -1 if it has none. */
  private int existingRow(final int value) {
    final int known = row[find(tied, value)];
    return known < 0 ? -1 : known * ROW;
  }

  @Override
  public int choose(final int value, final long allowed, final long hints, final float frequency) {
    final int head = find(leader, value);
    final int base = existingRow(value);
    final int wanted = classRegister[head];
    if (base < 0) {
      final int quick = chooseUnpenalised(head, value, allowed, hints, frequency);
      if (quick >= 0) {
        return quick;
      }
    }
    int best = -1;
    float least = 0;
    for (final int register : order(value)) {
      if (((allowed >>> register) & 1) == 0) {
        continue;
      }
      float cost = base < 0 ? 0 : penalties[base + (register & (ROW - 1))];
      if (((hints >>> register) & 1) != 0) {
        cost -= frequency; // and that may be why the class wants it: not to be counted twice
      } else if (register == wanted) {
        cost -= classWeight[head];
      }
      if (best < 0 || cost < least) {
        best = register;
        least = cost;
      }
    }
    return best;
  }

  /**
   * What {@link #choose} gives for a value without penalties, found without a look at each
   * register; -1 where a hint and the wish of the class weigh the same.
   */
  private int chooseUnpenalised(
      final int head,
      final int value,
      final long allowed,
      final long hints,
      final float frequency) {
    final int wanted = classRegister[head];
    final long hinted = frequency > 0 ? allowed & hints : 0;
    final boolean wants =
        wanted >= 0
            && ((allowed >>> wanted) & 1) != 0
            && ((hinted >>> wanted) & 1) == 0
            && classWeight[head] > 0;
    if (hinted == 0) {
      return wants ? wanted : first(value, allowed);
    }
    if (!wants || classWeight[head] < frequency) {
      return first(value, hinted);
    }
    return classWeight[head] > frequency ? wanted : -1;
  }

  /** The first of some registers in the order in which ties go. */
  private int first(final int value, final long registers) {
    if (function.registerClass(value) == PhysicalRegister.GENERAL) {
      final long best = registers & FIRST_GENERAL;
      if (best != 0) {
        return Long.numberOfTrailingZeros(best);
      }
      final long next = registers & NEXT_GENERAL;
      if (next != 0) {
        return Long.numberOfTrailingZeros(next);
      }
    }
    return Long.numberOfTrailingZeros(registers);
  }

  @Override
  public void settle(final int value, final int register, final float frequency) {
    final int head = find(leader, value);
    if (classRegister[head] < 0 || frequency >= classWeight[head]) {
      classRegister[head] = (byte) register;
      classWeight[head] = frequency;
    }
  }

  @Override
  public float cost(final int value, final int register) {
    final int head = find(leader, value);
    final float penalty = penalty(value, register);
    return register == classRegister[head] ? penalty - classWeight[head] : penalty;
  }

  /** What fixed operands and clobbers cost a value in a register, in copies executed. */
  float penalty(final int value, final int register) {
    final int base = existingRow(value);
    return base < 0 ? 0 : penalties[base + (register & (ROW - 1))];
  }

  @Override
  public int better(final int value, final int current, final long allowed, final float cost) {
    final int base = existingRow(value);
    if (base < 0) {
      return -1;
    }
    int best = -1;
    float least = penalties[base + (current & (ROW - 1))] - cost;
    for (final int register : order(value)) {
      if (((allowed >>> register) & 1) != 0 && penalties[base + (register & (ROW - 1))] < least) {
        best = register;
        least = penalties[base + (register & (ROW - 1))];
      }
    }
    return best;
  }

  private int[] order(final int value) {
    return function.registerClass(value) == PhysicalRegister.GENERAL ? GENERAL_ORDER : VECTOR_ORDER;
  }
}
