package dev.sargasso.x64.select;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import dev.sargasso.x64.encode.Condition;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Turns a truth value into a comparison that sets the flags and a condition that reads them, to be
 * melted into the instruction that asks. Keeps what it found until the next match.
 *
 * <p>After {@code ucomis b, a} the conditions "above" and "above or equal" hold exactly if a &lt; b
 * and a &lt;= b, and neither if they are unordered; and their negations hold otherwise. So FLT and
 * FLE compare with exchanged operands and need no look at the parity flag; equality does, and has
 * conditions of its own.
 */
final class ConditionMatcher {
  private final Selection selection;
  private final AddressMatcher address;
  private int comparison;
  private int condition;
  private int width;
  private int source;
  private @Nullable Node left;
  private @Nullable Node right;
  private long immediate;

  /** Whether one bit is tested. */
  private boolean isOneBit;

  ConditionMatcher(Selection selection) {
    this.selection = selection;
    address = new AddressMatcher(selection);
  }

  /**
   * Matches a truth value.
   *
   * @param truth an I1
   * @param mayMoveLoads whether {@code truth} is asked for here alone, so that what it loads can be
   *     loaded here
   */
  void match(Node truth, boolean mayMoveLoads) {
    boolean negated = false;
    boolean mayLoad = mayMoveLoads;
    Node at = truth;
    while (true) {
      Node inner = carrier(at);
      if (inner == null) {
        break;
      }
      negated ^= isInverse(at);
      mayLoad &= inner.useCount() == 1;
      at = inner;
    }
    right = null;
    immediate = 0;
    isOneBit = false;
    switch (at.op()) {
      case EQ, NE, LT, LE, ULT, ULE -> matchIntegers(at, mayLoad);
      case FEQ, FNE, FLT, FLE -> matchFloats(at, mayLoad);
      case TRUNCATE -> {
        if (at.useCount() == 1 && matchShiftedBit(at.value(0), Condition.NOT_EQUAL)) {
          break;
        }
        comparison = Opcode.TEST;
        condition = Condition.NOT_EQUAL.code();
        width = 8;
        source = Opcode.IMMEDIATE;
        left = at.value(0);
        immediate = 1;
      }
      default -> {
        comparison = Opcode.COMPARE;
        condition = Condition.NOT_EQUAL.code();
        width = 32;
        source = Opcode.IMMEDIATE;
        left = at;
      }
    }
    if (negated) {
      negate();
    }
  }

  /** Asks for the opposite. */
  void negate() {
    condition = Opcode.negate(condition);
  }

  /**
   * Asks for the carry alone instead of for carry and zero, by exchanged operands or the next
   * constant. On one Intel server processor a chain of comparisons and conditional moves, or sets,
   * that read both flags took 1.5 times as long as one that reads the carry alone; jumps are left
   * as they are.
   */
  void readCarryAlone() {
    if (comparison != Opcode.COMPARE
        || (condition != Condition.BELOW_EQUAL.code() && condition != Condition.ABOVE.code())) {
      return;
    }
    if (source == Opcode.IMMEDIATE || source == Opcode.MEMORY_IMMEDIATE) {
      // After the largest number there is none, and after 127 the constant would take more bytes.
      long limit = (1L << (Math.min(width, 32) - 1)) - 1;
      if (immediate == -1 || immediate == Byte.MAX_VALUE || immediate >= limit) {
        return;
      }
      immediate++;
      condition =
          (condition == Condition.ABOVE.code() ? Condition.ABOVE_EQUAL : Condition.BELOW).code();
      return;
    }
    condition = Condition.of(condition).swapOperands().code();
    if (source == Opcode.REGISTER) {
      Node kept = left;
      left = right;
      right = kept;
    } else {
      source = source == Opcode.MEMORY ? Opcode.MEMORY_REGISTER : Opcode.MEMORY;
    }
  }

  /** The truth value that {@code node} is the same as or the opposite of, or null. */
  private static @Nullable Node carrier(Node node) {
    if (node.type() != Type.I1) {
      return null;
    }
    return switch (node.op()) {
      case NOT -> node.value(0);
      case XOR -> node.value(1).isConstant(1) ? node.value(0) : null;
      case EQ, NE -> comparedTruth(node.value(0), node.value(1));
      default -> null;
    };
  }

  /** The truth value that is compared with a constant, perhaps after it was extended. */
  private static @Nullable Node comparedTruth(Node value, Node other) {
    if (!other.isConstant(0) && !other.isConstant(1)) {
      return null;
    }
    if (value.type() == Type.I1) {
      return value;
    }
    boolean extended = value.op() == Op.ZERO_EXTEND && value.value(0).type() == Type.I1;
    return extended ? value.value(0) : null;
  }

  private static boolean isInverse(Node node) {
    return switch (node.op()) {
      case EQ -> node.value(1).isConstant(0);
      case NE -> node.value(1).isConstant(1);
      default -> true;
    };
  }

  // ---------------------------------------------------------------- integers

  private void matchIntegers(Node node, boolean mayLoad) {
    Condition asked =
        switch (node.op()) {
          case EQ -> Condition.EQUAL;
          case NE -> Condition.NOT_EQUAL;
          case LT -> Condition.LESS;
          case LE -> Condition.LESS_EQUAL;
          case ULT -> Condition.BELOW;
          default -> Condition.BELOW_EQUAL;
        };
    Node one = node.value(0);
    Node other = node.value(1);
    if (one.isConstant() && !other.isConstant()) {
      Node kept = one;
      one = other;
      other = kept;
      asked = asked.swapOperands();
    }
    comparison = Opcode.COMPARE;
    width = comparisonWidth(one.type());
    if (other.isConstant() && Selection.fits(other.immediate(), width)) {
      matchConstant(one, other.immediate(), asked, mayLoad);
      return;
    }
    condition = asked.code();
    left = one;
    right = other;
    if (mayLoad && isLoadable(other)) {
      source = Opcode.MEMORY;
      address.matchMemory(other.value(0));
    } else if (mayLoad && isLoadable(one)) {
      source = Opcode.MEMORY_REGISTER;
      left = other;
      address.matchMemory(one.value(0));
    } else {
      source = Opcode.REGISTER;
    }
  }

  private void matchConstant(Node value, long compared, Condition given, boolean mayLoad) {
    Condition asked = towardsZero(given, compared);
    long constant = asked == given ? compared : 0;
    condition = asked.code();
    immediate = constant;
    left = value;
    source = Opcode.IMMEDIATE;
    if (constant == 0 && value.op() == Op.AND && value.useCount() == 1) {
      matchTest(value, asked, mayLoad);
      return;
    }
    Node narrow = narrowed(value, constant, asked);
    if (narrow != null) {
      left = narrow;
    }
    if (mayLoad && isLoadable(left)) {
      source = Opcode.MEMORY_IMMEDIATE;
      address.matchMemory(left.value(0));
    }
  }

  /** The condition on a comparison with zero that is the same as one with its neighbour, if any. */
  private static Condition towardsZero(Condition asked, long constant) {
    if (constant == -1) {
      return switch (asked) {
        case LESS_EQUAL -> Condition.LESS;
        case GREATER -> Condition.GREATER_EQUAL;
        default -> asked;
      };
    }
    if (constant == 1) {
      return switch (asked) {
        case LESS -> Condition.LESS_EQUAL;
        case GREATER_EQUAL -> Condition.GREATER;
        case BELOW -> Condition.EQUAL;
        case ABOVE_EQUAL -> Condition.NOT_EQUAL;
        default -> asked;
      };
    }
    return asked;
  }

  /**
   * Of {@code x >> n}, the lowest bit: that is bit n of x.
   *
   * @return whether the value has that form and needs no shift any more
   */
  private boolean matchShiftedBit(Node value, Condition asked) {
    if ((value.op() != Op.SHR && value.op() != Op.SAR)
        || value.type().bits() < 32
        || value.value(1).isConstant()
        || !selection.isSinkable(value)) {
      return false;
    }
    oneBit(value.value(0), asked);
    right = value.value(1);
    source = Opcode.REGISTER;
    return true;
  }

  /**
   * {@code x & 1 << n} and {@code x >> n & 1}, or {@code x} and a bit too high for an immediate.
   */
  private boolean matchBit(Node value, Node mask, Condition asked) {
    if (width < 32 || (asked != Condition.EQUAL && asked != Condition.NOT_EQUAL)) {
      return false;
    }
    if (mask.isConstant()) {
      long bits = mask.immediate();
      if (bits == 1) {
        return matchShiftedBit(value, asked);
      }
      if (Selection.fits(bits, width) || Long.bitCount(bits) != 1) {
        return false;
      }
      oneBit(value, asked);
      immediate = Long.numberOfTrailingZeros(bits);
      source = Opcode.IMMEDIATE;
      return true;
    }
    if (mask.op() != Op.SHL || !mask.value(0).isConstant(1) || !selection.isSinkable(mask)) {
      return false;
    }
    oneBit(value, asked);
    right = mask.value(1);
    source = Opcode.REGISTER;
    return true;
  }

  private void oneBit(Node value, Condition asked) {
    comparison = Opcode.TEST;
    isOneBit = true;
    width = comparisonWidth(value.type());
    left = value;
    condition = (asked == Condition.EQUAL ? Condition.ABOVE_EQUAL : Condition.BELOW).code();
  }

  /** A comparison of a bitwise and with zero. */
  private void matchTest(Node and, Condition asked, boolean mayLoad) {
    comparison = Opcode.TEST;
    Node one = and.value(0);
    Node other = and.value(1);
    if (one.isConstant() && !other.isConstant()) {
      Node kept = one;
      one = other;
      other = kept;
    }
    if (matchBit(one, other, asked) || (!other.isConstant() && matchBit(other, one, asked))) {
      return;
    }
    left = one;
    if (other.isConstant() && Selection.fits(other.immediate(), width)) {
      immediate = other.immediate();
      boolean zeroOnly = asked == Condition.EQUAL || asked == Condition.NOT_EQUAL;
      if (mayLoad && isLoadable(one)) {
        source = Opcode.MEMORY_IMMEDIATE;
        address.matchMemory(one.value(0));
      }
      if (zeroOnly && immediate >= 0 && immediate <= 0xFF) {
        width = 8;
      }
      return;
    }
    right = other;
    source = Opcode.REGISTER;
    if (mayLoad && isLoadable(other)) {
      source = Opcode.MEMORY_REGISTER;
      address.matchMemory(other.value(0));
    } else if (mayLoad && isLoadable(one)) {
      source = Opcode.MEMORY_REGISTER;
      left = other;
      address.matchMemory(one.value(0));
    }
  }

  /**
   * The narrow value below an extension of which the comparison is the only user, if comparing it
   * in its own width is the same; sets width and condition to that.
   */
  private @Nullable Node narrowed(Node value, long constant, Condition asked) {
    boolean signed = value.op() == Op.SIGN_EXTEND;
    if (value.useCount() != 1 || !(signed || value.op() == Op.ZERO_EXTEND)) {
      return null;
    }
    Node inner = value.value(0);
    Type type = inner.type();
    if (type == Type.I1 || constant != extend(type, constant, signed)) {
      return null;
    }
    if (signed) {
      if (asked.code() == Condition.BELOW.code()
          || asked.code() == Condition.BELOW_EQUAL.code()
          || asked.code() == Condition.ABOVE.code()
          || asked.code() == Condition.ABOVE_EQUAL.code()) {
        return null;
      }
    } else {
      condition = unsigned(asked).code();
    }
    width = comparisonWidth(type);
    immediate = type.canonical(constant);
    return inner;
  }

  private static long extend(Type type, long constant, boolean signed) {
    long canonical = type.canonical(constant);
    return signed ? canonical : type.unsigned(canonical);
  }

  /** The condition on values without sign that is the same where both signs are zero. */
  private static Condition unsigned(Condition asked) {
    return switch (asked) {
      case LESS -> Condition.BELOW;
      case LESS_EQUAL -> Condition.BELOW_EQUAL;
      case GREATER -> Condition.ABOVE;
      case GREATER_EQUAL -> Condition.ABOVE_EQUAL;
      default -> asked;
    };
  }

  private static int comparisonWidth(Type type) {
    return type == Type.I1 ? 32 : type.bits();
  }

  /** Whether an integer can be read from memory by the comparison itself. */
  private boolean isLoadable(@Nullable Node node) {
    return node != null && node.type() != Type.I1 && selection.canMoveHere(node);
  }

  // ------------------------------------------------------------------ floats

  private void matchFloats(Node node, boolean mayLoad) {
    boolean exchanged = node.op() == Op.FLT || node.op() == Op.FLE;
    left = node.value(exchanged ? 1 : 0);
    right = node.value(exchanged ? 0 : 1);
    Type type = node.value(0).type();
    comparison = type == Type.F32 ? Opcode.COMPARE_F32 : Opcode.COMPARE_F64;
    width = type.bits();
    condition =
        switch (node.op()) {
          case FLT -> Condition.ABOVE.code();
          case FLE -> Condition.ABOVE_EQUAL.code();
          case FEQ -> Opcode.FLOAT_EQUAL;
          default -> Opcode.FLOAT_NOT_EQUAL;
        };
    if (!exchanged && !isMemory(right, mayLoad) && isMemory(left, mayLoad)) {
      Node kept = left;
      left = right;
      right = kept;
    }
    source = Opcode.REGISTER;
    if (isMemory(right, mayLoad)) {
      source = Opcode.MEMORY;
      if (!right.isConstant()) {
        address.matchMemory(right.value(0));
      }
    }
  }

  private boolean isMemory(Node node, boolean mayLoad) {
    return node.isConstant() || (mayLoad && selection.canMoveHere(node));
  }

  /**
   * The integer of at least 32 bits that is compared with zero, if the flags that its own operation
   * sets could serve as well; else null.
   *
   * @param truth what was matched
   */
  @Nullable Node flagSource(Node truth) {
    Node value = left;
    if (value == null
        || comparison != Opcode.COMPARE
        || source != Opcode.IMMEDIATE
        || immediate != 0
        || truth.useCount() != 1
        || !truth.op().isComparison()
        || value.type().bits() != width
        || width < 32) {
      return null;
    }
    boolean plain = condition == Condition.EQUAL.code() || condition == Condition.NOT_EQUAL.code();
    boolean sign =
        condition == Condition.LESS.code() || condition == Condition.GREATER_EQUAL.code();
    return switch (value.op()) {
      case AND, OR, XOR -> value;
      case SHL, SHR, SAR -> (plain || sign) && value.value(1).isConstant() ? value : null;
      case ADD, SUB -> plain || sign || (value.immediate() & Op.NO_SIGNED_WRAP) != 0 ? value : null;
      default -> null;
    };
  }

  // ---------------------------------------------------------------- emitting

  /** Whether the condition needs a scratch register to become a value. */
  boolean isFloatEquality() {
    return condition >= Opcode.FLOAT_EQUAL;
  }

  /** Whether the condition is that floating-point values differ or are unordered. */
  boolean isFloatInequality() {
    return condition == Opcode.FLOAT_NOT_EQUAL;
  }

  /** Appends an instruction that compares; its other operands come next, then {@link #append}. */
  int add(MachineOp operation, int moreBits) {
    int bits = Opcode.condition(comparison, condition) | moreBits | (isOneBit ? Opcode.ONE_BIT : 0);
    if (isConstantOperand()) {
      bits |= Opcode.address(false, false, 0, Opcode.CONSTANT);
    } else if (source >= Opcode.MEMORY) {
      bits |= address.bits();
    }
    return selection.add(operation, width, source, bits);
  }

  /** Completes the instruction with the comparands. */
  void append(int instruction) {
    Node first = Objects.requireNonNull(left);
    switch (source) {
      case Opcode.REGISTER -> {
        selection.use(first);
        if (isOneBit) {
          // In memory, the number would count beyond the word.
          selection.use(Objects.requireNonNull(right));
        } else {
          selection.useOrStack(Objects.requireNonNull(right), Math.max(4, width / 8));
        }
      }
      case Opcode.IMMEDIATE -> {
        selection.useOrStack(first, Math.max(4, width / 8));
        selection.out.setImmediate(instruction, immediate);
      }
      case Opcode.MEMORY -> {
        selection.use(first);
        if (isConstantOperand()) {
          selection.out.setImmediate(instruction, Objects.requireNonNull(right).immediate());
        } else {
          address.append(instruction, 0, 0);
        }
      }
      case Opcode.MEMORY_REGISTER -> {
        selection.use(first);
        address.append(instruction, 0, 0);
      }
      default -> address.append(instruction, 0, immediate);
    }
  }

  /**
   * Whether the second comparand is a constant that lies in memory, which only floating-point ones
   * do: a large integer is compared out of a register with what is loaded.
   */
  private boolean isConstantOperand() {
    return source == Opcode.MEMORY
        && comparison != Opcode.COMPARE
        && right != null
        && right.isConstant();
  }
}
