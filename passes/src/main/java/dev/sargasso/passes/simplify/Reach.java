package dev.sargasso.passes.simplify;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;

/**
 * How far rules look: which operations have rules at all, which rules look at what goes into an
 * input, and which ask whether an input has no other use. So a worklist knows who need not be
 * looked at when something changes. What is not listed counts as looked at; a test changes the
 * inputs of every input of every operation, and fails if a rule sees what this says it does not.
 */
public final class Reach {
  private Reach() {}

  /** Whether there is anything to find out about such a node. */
  public static boolean isLookedAt(Op op) {
    return switch (op) {
      case START, END, REGION, LOOP, IF, SWITCH, NEVER, RETURN, UNREACHABLE, TRAP -> false;
      case PROJECTION, PARAMETER, INITIAL_MEMORY, CONSTANT, SYMBOL, STACK_SLOT -> false;
      default -> true;
    };
  }

  /** Whether such a node is removed if nothing uses it: it has no effect but its result. */
  public static boolean mayBeUnused(Op op) {
    return switch (op) {
      case STORE, MEMORY_COPY, MEMORY_FILL, PHI, PARAMETER, INITIAL_MEMORY -> true;
      case START, END -> false;
      default -> op.isFloating();
    };
  }

  /** Whether a rule about {@code user} looks at what goes into {@code input}, an input of it. */
  public static boolean looksInto(Node user, Node input) {
    return looksInto(user.op(), input.op())
        && switch (user.op()) {
          case ADD -> !isWithConstant(user) || input.op() != Op.ADD || isWithConstant(input);
          case OFFSET -> isWithConstant(input);
          case LOAD ->
              switch (user.memory().op()) {
                case STORE, MEMORY_COPY, MEMORY_FILL -> true;
                default -> user.control() != null && input.op() == Op.OFFSET;
              };
          case STORE -> user.memory().op() == Op.STORE || user.value(1).op() == Op.LOAD;
          default -> true;
        };
  }

  /** As {@link #looksInto(Node, Node)}, as far as operations tell. */
  static boolean looksInto(Op user, Op input) {
    if (input == Op.PHI || !isLookedAt(user)) {
      return false;
    }
    return switch (user) {
      case ADD ->
          switch (input) {
            case ADD, SUB, NEG, NOT, SHL, SHR -> true;
            default -> false;
          };
      case SUB ->
          switch (input) {
            case ADD, SUB, NEG, NOT, BITCAST -> true;
            default -> false;
          };
      case NEG ->
          switch (input) {
            case ADD, SUB, MUL, NEG, NOT -> true;
            default -> false;
          };
      case MUL ->
          switch (input) {
            case ADD, MUL, SHL, NEG -> true;
            default -> false;
          };
      case MUL_HIGH,
          UMUL_HIGH,
          POPCNT,
          LZCNT,
          TZCNT,
          UINT_TO_FLOAT,
          FLOAT_TO_UINT,
          FSQRT,
          MEMORY_COPY,
          MEMORY_FILL,
          VOLATILE_LOAD,
          GUARD,
          CALL ->
          false;
      case AND ->
          switch (input) {
            case AND, OR, XOR, NOT, ADD, SHL, SIGN_EXTEND -> true;
            default -> false;
          };
      case OR ->
          switch (input) {
            case AND, OR, XOR, NOT, SHL, SHR -> true;
            default -> false;
          };
      case XOR ->
          switch (input) {
            case XOR, NOT, SHL, SHR, EQ, NE, LT, LE, ULT, ULE, FEQ, FNE -> true;
            default -> false;
          };
      case NOT ->
          switch (input) {
            case ADD, SUB, NEG, NOT, XOR -> true;
            default -> false;
          };
      case SHL ->
          switch (input) {
            case SHL, SHR, SAR, MUL, ADD, AND -> true;
            default -> false;
          };
      case SHR ->
          switch (input) {
            case SHL, SHR, SAR, AND, ADD -> true;
            default -> false;
          };
      case SAR ->
          switch (input) {
            case SHL, SAR, AND, ADD -> true;
            default -> false;
          };
      case ROL ->
          switch (input) {
            case ROL, AND, ADD -> true;
            default -> false;
          };
      case BSWAP ->
          switch (input) {
            case BSWAP -> true;
            default -> false;
          };
      case OFFSET ->
          switch (input) {
            case OFFSET, ADD -> true;
            default -> false;
          };
      case EQ, NE ->
          switch (input) {
            case ADD, SUB, XOR, AND, NEG, NOT, SELECT, SIGN_EXTEND, ZERO_EXTEND, BITCAST, OFFSET ->
                true;
            default -> false;
          };
      case SIGN_EXTEND ->
          switch (input) {
            case SIGN_EXTEND, ZERO_EXTEND, TRUNCATE, ADD, MUL, SHL -> true;
            default -> false;
          };
      case ZERO_EXTEND ->
          switch (input) {
            case ZERO_EXTEND, TRUNCATE -> true;
            default -> false;
          };
      case TRUNCATE ->
          switch (input) {
            case TRUNCATE, SIGN_EXTEND, ZERO_EXTEND, AND, ADD, SUB, MUL, OR, XOR -> true;
            default -> false;
          };
      case BITCAST ->
          switch (input) {
            case BITCAST -> true;
            default -> false;
          };
      case INT_TO_FLOAT ->
          switch (input) {
            case SIGN_EXTEND -> true;
            default -> false;
          };
      case FLOAT_TO_INT, FLOAT_EXTEND ->
          switch (input) {
            case INT_TO_FLOAT -> true;
            default -> false;
          };
      case FADD, FSUB, FMUL, FDIV, FNEG ->
          switch (input) {
            case FNEG -> true;
            default -> false;
          };
      case FABS ->
          switch (input) {
            case FNEG, FABS -> true;
            default -> false;
          };
      case LOAD ->
          switch (input) {
            case STORE, MEMORY_COPY, MEMORY_FILL, OFFSET -> true;
            default -> false;
          };
      case STORE ->
          switch (input) {
            case STORE, LOAD, OFFSET -> true;
            default -> false;
          };
      case MEMORY_PART ->
          switch (input) {
            case MEMORY_MERGE, INITIAL_MEMORY -> true;
            default -> false;
          };
      case MEMORY_MERGE ->
          switch (input) {
            case MEMORY_PART, INITIAL_MEMORY -> true;
            default -> false;
          };
      case LT, LE, ULT, ULE ->
          switch (input) {
            case ADD, SUB, SIGN_EXTEND, ZERO_EXTEND -> true;
            default -> false;
          };
      case FEQ, FNE, FLT, FLE ->
          switch (input) {
            case FNEG, FLOAT_EXTEND -> true;
            default -> false;
          };
      default -> true;
    };
  }

  /** Whether what is known of such a node, or a rule about it, depends on what inputs may be. */
  static boolean asksWhatIsKnown(Op user) {
    return switch (user) {
      case LOAD, STORE, VOLATILE_LOAD, MEMORY_COPY, MEMORY_FILL, MEMORY_PART, MEMORY_MERGE -> false;
      case PHI, GUARD, CALL -> false;
      default -> isLookedAt(user);
    };
  }

  /** Whether a rule about {@code user} asks whether {@code input} has no other use. */
  static boolean asksForOnlyUse(Node user, Node input) {
    return switch (input.op()) {
      case ADD ->
          switch (user.op()) {
            case ADD, SUB -> isWithConstant(input);
            case MUL, SHL -> isWithConstant(input) && isWithConstant(user);
            case TRUNCATE -> true;
            default -> false;
          };
      case MUL -> user.op() == Op.TRUNCATE || (user.op() == Op.NEG && isWithConstant(input));
      case SUB, AND, OR, XOR -> user.op() == Op.TRUNCATE;
      case NOT -> user.op() == Op.AND;
      case STORE -> user.op() == Op.STORE;
      default -> false;
    };
  }

  private static boolean isWithConstant(Node node) {
    Node right = node.inputOrNull(1);
    return right != null && right.isConstant();
  }
}
