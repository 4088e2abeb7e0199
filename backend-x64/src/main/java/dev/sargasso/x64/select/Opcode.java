package dev.sargasso.x64.select;

import dev.sargasso.x64.encode.Condition;
import java.util.Locale;

/**
 * A {@link MachineOp} with its width, the form of its operands and its condition, packed into the
 * {@code int} that a machine function keeps for each instruction.
 *
 * <p>An address is {@code anchor + base + index * scale + displacement}; base and index are the
 * last operands of the instruction. The displacement is the low half of the instruction's
 * immediate, and an immediate operand beside it the high half; without an address the immediate
 * operand is all of it. The attribute holds the symbol or the stack slot that anchors the address;
 * a constant's bits are the immediate.
 */
public final class Opcode {
  /** Source: a register, or the slot that its value was spilled to. */
  public static final int REGISTER = 0;

  /** Source: the immediate. */
  public static final int IMMEDIATE = 1;

  /** Source: memory. */
  public static final int MEMORY = 2;

  /** Memory first, then a register. */
  public static final int MEMORY_REGISTER = 3;

  /** Memory first, then the immediate. */
  public static final int MEMORY_IMMEDIATE = 4;

  /** Address: nothing but registers and the displacement. */
  public static final int NO_ANCHOR = 0;

  /** Address: relative to the symbol in the attribute. */
  public static final int SYMBOL = 1;

  /** Address: the slot of the global offset table for the symbol in the attribute. */
  public static final int GOT = 2;

  /** Address: relative to the stack slot in the attribute. */
  public static final int STACK_SLOT = 3;

  /** Address: relative to the arguments that the caller put on the stack. */
  public static final int INCOMING = 4;

  /** Address: relative to the arguments that we put on the stack for a call. */
  public static final int OUTGOING = 5;

  /** Address: a constant of the operation's size whose bits are the immediate. */
  public static final int CONSTANT = 6;

  /**
   * Address: a constant of 16 bytes, both halves of which are the immediate, unless the attribute
   * is a {@code Long}, the upper half.
   */
  public static final int CONSTANT_TWICE = 7;

  /** Comparison by subtraction. */
  public static final int COMPARE = 0;

  /** Comparison of the bitwise and with zero. */
  public static final int TEST = 1;

  /** Comparison of two F32. */
  public static final int COMPARE_F32 = 2;

  /** Comparison of two F64. */
  public static final int COMPARE_F64 = 3;

  /** Condition: equal and ordered, after a comparison of floating-point values. */
  public static final int FLOAT_EQUAL = 16;

  /** Condition: not equal or unordered, after a comparison of floating-point values. */
  public static final int FLOAT_NOT_EQUAL = 17;

  /** Bit: the address has a base register. */
  public static final int HAS_BASE = 1 << 13;

  /** Bit: the address has an index register. */
  public static final int HAS_INDEX = 1 << 14;

  private static final int WIDTH_SHIFT = 8;
  private static final int SOURCE_SHIFT = 10;
  private static final int SCALE_SHIFT = 15;
  private static final int ANCHOR_SHIFT = 17;
  private static final int CONDITION_SHIFT = 20;
  private static final int COMPARISON_SHIFT = 25;

  /** Bit: what is moved on a condition is 64 bits wide, whatever the comparison is. */
  public static final int MOVES_64 = 1 << 27;

  /** Bit: a division whose remainder is wanted, not its quotient. */
  public static final int REMAINDER = 1 << 28;

  /**
   * Bit: the {@link #TEST} is of one bit, whose number is the second comparand; the carry says
   * whether it is set.
   */
  public static final int ONE_BIT = 1 << 28;

  /** Bit: a switch whose value has only zeros above its width. */
  public static final int ZERO_ABOVE = 1 << 29;

  /** Bit: a sum that is promised not to overflow, so that its flags tell its sign. */
  public static final int NO_OVERFLOW = 1 << 30;

  private Opcode() {}

  /**
   * Packs an operation.
   *
   * @param width in bits: 8, 16, 32 or 64
   * @param source one of the source constants of this class
   */
  public static int of(MachineOp operation, int width, int source) {
    return operation.ordinal()
        | ((31 - Integer.numberOfLeadingZeros(width) - 3) << WIDTH_SHIFT)
        | (source << SOURCE_SHIFT);
  }

  /** The bits of an address. */
  static int address(boolean base, boolean index, int scaleLog, int anchor) {
    return (base ? HAS_BASE : 0)
        | (index ? HAS_INDEX : 0)
        | (scaleLog << SCALE_SHIFT)
        | (anchor << ANCHOR_SHIFT);
  }

  /** The bits of a comparison and the condition that is asked of it. */
  static int condition(int comparison, int condition) {
    return (condition << CONDITION_SHIFT) | (comparison << COMPARISON_SHIFT);
  }

  /** What the instruction does. */
  public static MachineOp operation(int opcode) {
    return MachineOp.of(opcode & 0xFF);
  }

  /** The width in bits. */
  public static int width(int opcode) {
    return 8 << ((opcode >>> WIDTH_SHIFT) & 3);
  }

  /** Where the source operand is. */
  public static int source(int opcode) {
    return (opcode >>> SOURCE_SHIFT) & 7;
  }

  /** Whether the instruction has an address. */
  public static boolean hasAddress(int opcode) {
    return source(opcode) >= MEMORY;
  }

  /** Whether the address has a base register. */
  public static boolean hasBase(int opcode) {
    return (opcode & HAS_BASE) != 0;
  }

  /** Whether the address has an index register. */
  public static boolean hasIndex(int opcode) {
    return (opcode & HAS_INDEX) != 0;
  }

  /** What the index is multiplied by: 1, 2, 4 or 8. */
  public static int scale(int opcode) {
    return 1 << ((opcode >>> SCALE_SHIFT) & 3);
  }

  /** What the address is relative to. */
  public static int anchor(int opcode) {
    return (opcode >>> ANCHOR_SHIFT) & 7;
  }

  /** A hardware condition (0 to 15), {@link #FLOAT_EQUAL} or {@link #FLOAT_NOT_EQUAL}. */
  public static int condition(int opcode) {
    return (opcode >>> CONDITION_SHIFT) & 31;
  }

  /** How the comparands are compared. */
  public static int comparison(int opcode) {
    return (opcode >>> COMPARISON_SHIFT) & 3;
  }

  /** What distinguishes comparisons but for their operands: kind, width and form. */
  public static int comparisonForm(int opcode) {
    return opcode & (ONE_BIT | 3 << COMPARISON_SHIFT | 3 << WIDTH_SHIFT | 7 << SOURCE_SHIFT);
  }

  /** The condition that holds exactly when {@code condition} does not. */
  public static int negate(int condition) {
    return condition ^ 1;
  }

  /** A displacement and an immediate in one. */
  static long pack(int displacement, long immediate) {
    return (immediate << 32) | (displacement & 0xFFFF_FFFFL);
  }

  /** The displacement of an instruction with an address. */
  public static int displacement(long immediate) {
    return (int) immediate;
  }

  /** The immediate operand beside an address. */
  public static int besideAddress(long immediate) {
    return (int) (immediate >> 32);
  }

  /**
   * For dumps: the operation, its width, its condition, and the form of its operands: {@code i}
   * with an immediate, {@code m} from memory, {@code mr} and {@code mi} to memory.
   */
  public static String nameOf(int opcode) {
    MachineOp operation = operation(opcode);
    StringBuilder text = new StringBuilder(operation.name().toLowerCase(Locale.ROOT));
    text.append('.').append(width(opcode));
    switch (operation) {
      case BRANCH, GUARD, SET, CMOV, VECTOR_SELECT ->
          text.append(comparison(opcode) == TEST ? ".test" : ".compare")
              .append('.')
              .append(conditionName(condition(opcode)));
      default -> {}
    }
    return text.append(
            switch (source(opcode)) {
              case REGISTER -> "";
              case IMMEDIATE -> ".i";
              case MEMORY -> ".m";
              case MEMORY_REGISTER -> ".mr";
              default -> ".mi";
            })
        .toString();
  }

  private static String conditionName(int condition) {
    return switch (condition) {
      case FLOAT_EQUAL -> "feq";
      case FLOAT_NOT_EQUAL -> "fne";
      default -> Condition.of(condition).suffix();
    };
  }
}
