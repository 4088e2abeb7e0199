package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.MachineVerifier;
import dev.sargasso.x64.machine.Operand;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.Arrays;

/**
 * What one instruction asks of the registers, in the form in which pressure, spilling and colouring
 * all see it.
 *
 * <p>An instruction holds its values in <em>carriers</em>, each of which occupies one register in
 * the first half of the instruction, in the second half, or in both. Fixed operands occupy their
 * own register and are not counted. The others are
 *
 * <ul>
 *   <li><em>both</em>: values that live on, early definitions (scratch registers), what a reusing
 *       definition starts from, and late uses;
 *   <li><em>early</em>: ordinary uses of values that die here;
 *   <li><em>late</em>: ordinary definitions.
 * </ul>
 *
 * Of a class's registers, {@code B} are usable in both halves, {@code E} in the first only (the
 * second is taken by a clobber or a fixed definition) and {@code L} in the second only. Since every
 * carrier may be in any register of its class, all fit exactly if
 *
 * <pre>both + max(0, early - E, late - L) &lt;= B</pre>
 *
 * and then giving {@code both} carriers registers of {@code B} first, early ones registers of
 * {@code E} and late ones registers of {@code L} before any of {@code B} succeeds. {@link #excess}
 * is how far the inequality is missed.
 *
 * <p>A value that lives on and is wanted in a fixed register whose second half is free lives on in
 * that register, and is no carrier of its own.
 */
final class Demand {
  /** Use flag: some operand reads it in the second half. */
  static final int LATE = 1;

  /** Use flag: some operand wants it in any register in the first half. */
  static final int IN_REGISTER = 2;

  /** Use flag: some operand takes it in a register or in memory. */
  static final int FLEXIBLE = 4;

  private final MachineFunction function;
  private final Liveness liveness;
  private final AllocatedFunction allocated;

  private final int[] indexOf;

  private int instruction;
  private int useCount;
  private int[] useValue = new int[16];
  private int[] useFlags = new int[16];
  private int[] useReuses = new int[16];
  private long[] useFixed = new long[16];
  private boolean[] useKill = new boolean[16];

  private long fixedUses;
  private long fixedEarly;
  private long fixedLate;
  private long clobbers;
  private final int[] scratch = new int[PhysicalRegister.CLASS_COUNT];
  private final int[] late = new int[PhysicalRegister.CLASS_COUNT];
  private boolean classMentioned0;
  private boolean classMentioned1;

  Demand(
      final MachineFunction function,
      final Liveness liveness,
      final AllocatedFunction allocated,
      final Scratch scratch) {
    this.function = function;
    this.liveness = liveness;
    this.allocated = allocated;
    indexOf = scratch.ints(function.registerCount(), -1);
  }

  /** Which value an operand of the loaded or any other instruction reads, exchange included. */
  int valueOf(final int at, final int index) {
    if (allocated.isExchanged(at)) {
      final int first = MachineVerifier.commutativeOperand(function, at);
      if (index == first) {
        return Operand.register(function.operand(at, index + 1));
      }
      if (index == first + 1) {
        return Operand.register(function.operand(at, index - 1));
      }
    }
    return Operand.register(function.operand(at, index));
  }

  /** Whether the value that an operand reads, exchange included, dies at the instruction. */
  boolean isKill(final int at, final int index) {
    int from = index;
    if (allocated.isExchanged(at)) {
      final int first = MachineVerifier.commutativeOperand(function, at);
      if (index == first) {
        from = index + 1;
      } else if (index == first + 1) {
        from = index - 1;
      }
    }
    return liveness.isKill(function.firstOperand(at) + from);
  }

  /** Reads an instruction. Linear in its operands. */
  void load(final int at) {
    for (int use = 0; use < useCount; use++) {
      indexOf[useValue[use]] = -1;
    }
    instruction = at;
    useCount = 0;
    fixedUses = 0;
    fixedEarly = 0;
    fixedLate = 0;
    scratch[0] = 0;
    scratch[1] = 0;
    late[0] = 0;
    late[1] = 0;
    clobbers = function.clobbers(at);
    final int first = function.firstOperand(at);
    final int count = function.operandCount(at);
    final boolean exchanged = allocated.isExchanged(at);
    long definedFixed = 0;
    boolean general = (clobbers & PhysicalRegister.GENERAL_MASK) != 0;
    boolean vector = (clobbers & PhysicalRegister.VECTOR_MASK) != 0;
    for (int index = 0; index < count; index++) {
      final long operand = function.pooledOperand(first + index);
      final int register = exchanged ? valueOf(at, index) : Operand.register(operand);
      final int registerClass = function.registerClass(register);
      general |= registerClass == PhysicalRegister.GENERAL;
      vector |= registerClass == PhysicalRegister.VECTOR;
      final int constraint = Operand.constraint(operand);
      if (Operand.isDefinition(operand)) {
        if (constraint == Operand.FIXED) {
          final long bit = 1L << Operand.detail(operand);
          definedFixed |= bit;
          if (Operand.isLate(operand)) {
            fixedLate |= bit;
          } else {
            fixedEarly |= bit;
          }
        } else if (constraint == Operand.REUSE) {
          final long reused = function.pooledOperand(first + Operand.detail(operand));
          if (Operand.constraint(reused) == Operand.FIXED) {
            fixedLate |= 1L << Operand.detail(reused);
            definedFixed |= 1L << Operand.detail(reused);
          }
        } else if (Operand.isLate(operand)) {
          late[registerClass]++;
        } else {
          scratch[registerClass]++;
        }
      } else {
        addUse(register, operand, first + index);
      }
    }
    for (int index = 0; index < count; index++) {
      final long operand = function.pooledOperand(first + index);
      if (Operand.isDefinition(operand) && Operand.constraint(operand) == Operand.REUSE) {
        final int used = Operand.detail(operand);
        if (Operand.constraint(function.pooledOperand(first + used)) != Operand.FIXED) {
          useReuses[indexOf[valueOf(at, used)]]++;
        }
      }
    }
    clobbers &= ~definedFixed;
    classMentioned0 = general;
    classMentioned1 = vector;
  }

  private void addUse(final int register, final long operand, final int place) {
    int use = indexOf[register];
    if (use < 0) {
      use = useCount++;
      if (use == useValue.length) {
        useValue = Arrays.copyOf(useValue, 2 * use);
        useFlags = Arrays.copyOf(useFlags, 2 * use);
        useReuses = Arrays.copyOf(useReuses, 2 * use);
        useFixed = Arrays.copyOf(useFixed, 2 * use);
        useKill = Arrays.copyOf(useKill, 2 * use);
      }
      indexOf[register] = use;
      useValue[use] = register;
      useFlags[use] = 0;
      useReuses[use] = 0;
      useFixed[use] = 0;
      useKill[use] = false;
    }
    // An exchange moves the marks of the two operands' deaths along with their values.
    useKill[use] |=
        Operand.register(operand) == register
            ? liveness.isKill(place)
            : liveness.isKill(otherExchanged(place));
    switch (Operand.constraint(operand)) {
      case Operand.FIXED -> {
        final long bit = 1L << Operand.detail(operand);
        useFixed[use] |= bit;
        fixedUses |= bit;
      }
      case Operand.REGISTER -> useFlags[use] |= Operand.isLate(operand) ? LATE : IN_REGISTER;
      default -> useFlags[use] |= FLEXIBLE;
    }
  }

  private int otherExchanged(final int place) {
    final int first =
        function.firstOperand(instruction)
            + MachineVerifier.commutativeOperand(function, instruction);
    return place == first ? place + 1 : place - 1;
  }

  /** The instruction that was loaded. */
  int instruction() {
    return instruction;
  }

  /** Whether any operand or clobber is of a class. */
  boolean mentions(final int registerClass) {
    return registerClass == PhysicalRegister.GENERAL ? classMentioned0 : classMentioned1;
  }

  /** How many distinct values the instruction uses. */
  int useCount() {
    return useCount;
  }

  /** A distinct value that the instruction uses. */
  int useValue(final int use) {
    return useValue[use];
  }

  /** The index of a value among the distinct uses, or -1. */
  int useOf(final int register) {
    return indexOf[register];
  }

  /** The flags of a use. */
  int useFlags(final int use) {
    return useFlags[use];
  }

  /** The fixed registers in which a value is wanted. */
  long useFixed(final int use) {
    return useFixed[use];
  }

  /** How many definitions start from the value's register, fixed ones not counted. */
  int useReuses(final int use) {
    return useReuses[use];
  }

  /** Whether the value dies here. */
  boolean useKill(final int use) {
    return useKill[use];
  }

  /** Whether the use cannot be served from memory. */
  boolean needsRegister(final int use) {
    return useFixed[use] != 0 || (useFlags[use] & (LATE | IN_REGISTER)) != 0;
  }

  /** Registers that the first half has for fixed uses. */
  long fixedUses() {
    return fixedUses;
  }

  /** Registers that hold fixed early definitions. */
  long fixedEarly() {
    return fixedEarly;
  }

  /** Registers that no other value may be in during the first half. */
  long takenEarly() {
    return fixedUses | fixedEarly;
  }

  /** Registers that no value of before may be in during the second half. */
  long takenLate() {
    return fixedEarly | fixedLate | clobbers;
  }

  /** How many scratch registers of a class there are besides fixed ones. */
  int scratchCount(final int registerClass) {
    return scratch[registerClass];
  }

  /** How many late definitions of a class there are besides fixed and reusing ones. */
  int lateCount(final int registerClass) {
    return late[registerClass];
  }

  /**
   * Whether a value that is still needed in the second half can be so in one of the registers that
   * it is wanted in.
   */
  boolean coincides(final int use, final boolean dies) {
    return (useFixed[use] & ~takenLate()) != 0 && (!dies || (useFlags[use] & LATE) != 0);
  }

  /**
   * By how many registers the carriers of a class exceed what there is; not positive if all fit.
   *
   * @param through values that live on in a register, those that {@linkplain #coincides coincide}
   *     with a fixed use not counted
   * @param coinciding values that coincide
   * @param both other carriers of both halves
   * @param early carriers of the first half
   */
  int excess(
      final int registerClass,
      final int through,
      final int coinciding,
      final int both,
      final int early) {
    final long all = PhysicalRegister.maskOf(registerClass);
    final long takenEarly = takenEarly();
    final long takenLate = takenLate();
    final int inBoth = Long.bitCount(all & ~takenEarly & ~takenLate);
    final int inEarly = Long.bitCount(all & ~takenEarly & takenLate);
    final int inLate = Long.bitCount(all & takenEarly & ~takenLate) - coinciding;
    return through
        + both
        + scratch[registerClass]
        + Math.max(0, Math.max(early - inEarly, late[registerClass] - inLate))
        - inBoth;
  }

  /** Carriers of both halves that a use needs besides the value's own, if it lives on. */
  int bothIfThrough(final int use) {
    return useReuses[use];
  }

  /** Carriers of both halves that a use needs if the value dies. */
  int bothIfDying(final int use) {
    return (useFlags[use] & LATE) != 0 && !coincides(use, true)
        ? 1 + useReuses[use]
        : useReuses[use];
  }

  /** Carriers of the first half that a use needs if the value dies. */
  int earlyIfDying(final int use) {
    return (useFlags[use] & LATE) == 0 && useReuses[use] == 0 && useFixed[use] == 0 ? 1 : 0;
  }
}
