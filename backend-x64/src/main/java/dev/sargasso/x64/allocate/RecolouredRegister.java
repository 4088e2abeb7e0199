package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.Arrays;

/**
 * The choice that recolouring arrives at, to compare preference-guided assignment with. The
 * function is coloured once by {@link Preferences}; {@link Recolouring} improves the registers that
 * values were defined in; and when it is coloured for good, a value gets the register so found
 * wherever that is free, else what preferences say.
 *
 * <p>A value that is moved in the course of its life counts as if it were where it was defined. So
 * the comparison is fair where little is moved, and otherwise errs to the disadvantage of
 * recolouring.
 */
final class RecolouredRegister implements RegisterChoice {
  /** Pairs of values beyond this number are not looked at. */
  private static final int MOST_PAIRS = 20_000_000;

  /** Steps for each value and each pair. */
  private static final int STEPS = 50;

  private static final int COLOURS = 16;

  private final Preferences preferences;
  private final MachineFunction function;
  private final int[] wanted;

  /**
   * Recolours.
   *
   * @param defined the register in which each value was defined in a first colouring, or -1
   */
  RecolouredRegister(
      final Analysis analysis,
      final SpillPlan plan,
      final Preferences preferences,
      final int[] defined) {
    this.preferences = preferences;
    function = analysis.function();
    final int count = function.registerCount();
    final HeldTogether together = new HeldTogether(analysis, plan, MOST_PAIRS);
    final int[] first = together.firstNeighbours();
    final int[] allowed = new int[count];
    wanted = new int[count];
    for (int value = 0; value < count; value++) {
      final long mask = PhysicalRegister.maskOf(function.registerClass(value));
      allowed[value] = (int) (mask >>> base(value)) & ((1 << COLOURS) - 1);
      wanted[value] =
          defined[value] >= 0
              ? defined[value] - base(value)
              : Integer.numberOfTrailingZeros(allowed[value]);
    }
    final Affinities affinities = new Affinities(analysis);
    new Recolouring(
            first,
            together.neighbours(first),
            allowed,
            wanted,
            (value, colour) -> preferences.penalty(value, colour + base(value)),
            affinities.one(),
            affinities.other(),
            affinities.weight())
        .run((long) STEPS * (count + together.size()));
  }

  private int base(final int value) {
    return function.registerClass(value) == PhysicalRegister.GENERAL ? 0 : PhysicalRegister.XMM0;
  }

  @Override
  public int choose(final int value, final long allowed, final long hints, final float frequency) {
    final int register = wanted[value] + base(value);
    return ((allowed >>> register) & 1) != 0
        ? register
        : preferences.choose(value, allowed, hints, frequency);
  }

  @Override
  public void settle(final int value, final int register, final float frequency) {
    preferences.settle(value, register, frequency);
  }

  @Override
  public float cost(final int value, final int register) {
    return preferences.cost(value, register);
  }

  @Override
  public int better(final int value, final int current, final long allowed, final float cost) {
    return current == wanted[value] + base(value)
        ? -1
        : preferences.better(value, current, allowed, cost);
  }

  /** Lets another choice choose, and keeps the register of each definition. */
  static final class Recording implements RegisterChoice {
    private final RegisterChoice choice;
    private final int[] defined;

    Recording(final RegisterChoice choice, final int valueCount) {
      this.choice = choice;
      defined = new int[valueCount];
      Arrays.fill(defined, -1);
    }

    /** The register that each value was defined in, or -1. */
    int[] defined() {
      return defined;
    }

    @Override
    public int choose(
        final int value, final long allowed, final long hints, final float frequency) {
      return choice.choose(value, allowed, hints, frequency);
    }

    @Override
    public void settle(final int value, final int register, final float frequency) {
      defined[value] = register;
      choice.settle(value, register, frequency);
    }

    @Override
    public float cost(final int value, final int register) {
      return choice.cost(value, register);
    }

    @Override
    public int better(final int value, final int current, final long allowed, final float cost) {
      return choice.better(value, current, allowed, cost);
    }
  }

  /** The pairs of values between which a copy is saved if they share a register. */
  private static final class Affinities {
    private final IntList one = new IntList();
    private final IntList other = new IntList();
    private float[] weight = new float[64];

    Affinities(final Analysis analysis) {
      final MachineFunction function = analysis.function();
      for (int edge = 0; edge < function.edgeCount(); edge++) {
        for (int index = 0; index < function.argumentCount(edge); index++) {
          add(
              function.argument(edge, index),
              function.parameter(function.edgeTarget(edge), index),
              analysis.frequency(edge));
        }
      }
      for (int block = 0; block < function.blockCount(); block++) {
        final int end = function.endInstruction(block);
        for (int at = function.firstInstruction(block); at < end; at++) {
          for (int index = 0; index < function.operandCount(at); index++) {
            final long operand = function.operand(at, index);
            if (Operand.isDefinition(operand)) {
              final int use = shared(function, at, index, operand);
              if (use >= 0) {
                add(
                    analysis.demand().valueOf(at, use),
                    Operand.register(operand),
                    function.frequency(block));
              }
            }
          }
        }
      }
    }

    /** The use whose register a definition would best have, or -1. */
    private static int shared(
        final MachineFunction function, final int at, final int index, final long operand) {
      if (Operand.constraint(operand) == Operand.REUSE) {
        return Operand.detail(operand);
      }
      if (Operand.constraint(operand) == Operand.REGISTER && Operand.detail(operand) > 0) {
        return Operand.detail(operand) - 1;
      }
      return function.has(at, MachineFunction.MOVE) ? 1 - index : -1;
    }

    private void add(final int first, final int second, final float frequency) {
      if (first == second) {
        return;
      }
      if (one.size() == weight.length) {
        weight = Arrays.copyOf(weight, 2 * weight.length);
      }
      weight[one.size()] = frequency;
      one.add(first);
      other.add(second);
    }

    int[] one() {
      return array(one);
    }

    int[] other() {
      return array(other);
    }

    float[] weight() {
      return Arrays.copyOf(weight, one.size());
    }

    private static int[] array(final IntList list) {
      final int[] array = new int[list.size()];
      Arrays.setAll(array, list::get);
      return array;
    }
  }
}
