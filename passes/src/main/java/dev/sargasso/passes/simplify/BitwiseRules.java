package dev.sargasso.passes.simplify;

import static dev.sargasso.passes.simplify.Rewrite.isOnlyUse;
import static dev.sargasso.passes.simplify.Rewrite.isWithConstant;
import static dev.sargasso.passes.simplify.Rewrite.stamp;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * AND, OR, XOR and NOT.
 *
 * <p>Canonical: a mask stands outside a shift to the right and inside a shift to the left (where it
 * does not hide an index scale); zero extension of a truncation to I8 or I16 is a mask, the mask of
 * the low half of an I64 is an extension of a truncation. All ones in XOR is NOT, but for I1, whose
 * NOT is XOR with 1.
 */
final class BitwiseRules {
  private static final long LOW_HALF = 0xFFFF_FFFFL;

  private BitwiseRules() {}

  static @Nullable Node and(Rewrite r, Node node) {
    Node a = node.value(0);
    Node b = node.value(1);
    Type type = node.type();
    if (b.isConstant()) {
      return andConstant(r, type, a, b.immediate());
    }
    if (a == b && r.fires(Rule.AND_SELF)) {
      return a;
    }
    if (isComplement(a, b) && r.fires(Rule.AND_COMPLEMENT)) {
      return r.constant(type, 0);
    }
    if (holds(a, Op.OR, b) && r.fires(Rule.AND_ABSORBS)) {
      return b;
    }
    if (holds(b, Op.OR, a) && r.fires(Rule.AND_ABSORBS)) {
      return a;
    }
    if (a.op() == Op.NOT
        && b.op() == Op.NOT
        && isOnlyUse(a)
        && isOnlyUse(b)
        && r.fires(Rule.AND_NOT_NOT)) {
      return r.make(Op.NOT, type, r.make(Op.OR, type, a.value(0), b.value(0)));
    }
    return null;
  }

  private static @Nullable Node andConstant(Rewrite r, Type type, Node a, long c) {
    if (c == 0 && r.fires(Rule.AND_ZERO)) {
      return r.constant(type, 0);
    }
    // A constant is kept sign-extended, so I1's all ones is 1.
    long unsigned = type.unsigned(c);
    long mask = type.unsigned(-1L);
    if (Rewrite.isKnown(a)) {
      IntegerStamp known = stamp(a);
      if ((~unsigned & mask & ~known.knownZeros()) == 0 && r.fires(Rule.AND_KNOWN)) {
        return a;
      }
    }
    if (unsigned == mask && r.fires(Rule.AND_ONES)) {
      return a;
    }
    switch (a.op()) {
      case AND -> {
        if (a.value(1).isConstant() && r.fires(Rule.AND_CONSTANTS)) {
          return r.withConstant(Op.AND, type, a.value(0), a.value(1).immediate() & c);
        }
      }
      case OR -> {
        if (a.value(1).isConstant()) {
          long set = a.value(1).immediate();
          if ((set & c) == 0 && r.fires(Rule.AND_MASKS_OR)) {
            return r.withConstant(Op.AND, type, a.value(0), c);
          }
          if ((set & c) == c && r.fires(Rule.AND_OF_SET_BITS)) {
            return r.constant(type, c);
          }
        }
      }
      case XOR -> {
        if (a.value(1).isConstant()
            && (a.value(1).immediate() & c) == 0
            && r.fires(Rule.AND_MASKS_XOR)) {
          return r.withConstant(Op.AND, type, a.value(0), c);
        }
      }
      case ADD -> {
        // The bits of a low mask do not see what is added above them.
        if (a.value(1).isConstant()
            && (unsigned & (unsigned + 1)) == 0
            && (a.value(1).immediate() & c) == 0
            && r.fires(Rule.AND_MASKS_ADD)) {
          return r.withConstant(Op.AND, type, a.value(0), c);
        }
      }
      case SHL -> {
        if (a.value(1).isConstant() && r.fires(Rule.AND_INTO_SHL)) {
          int count = Rewrite.count(type, a.value(1));
          return r.make(
              Op.SHL,
              type,
              r.withConstant(Op.AND, type, a.value(0), unsigned >>> count),
              a.value(1));
        }
      }
      case SIGN_EXTEND -> {
        Node source = a.value(0);
        if ((unsigned & ~source.type().unsigned(-1L)) == 0 && r.fires(Rule.AND_OF_SIGN_EXTENSION)) {
          return r.withConstant(Op.AND, type, r.make(Op.ZERO_EXTEND, type, source), c);
        }
      }
      default -> {}
    }
    if (type == Type.I64 && unsigned == LOW_HALF && r.fires(Rule.AND_LOW_HALF)) {
      return r.make(Op.ZERO_EXTEND, type, r.make(Op.TRUNCATE, Type.I32, a));
    }
    return null;
  }

  static @Nullable Node or(Rewrite r, Node node) {
    Node a = node.value(0);
    Node b = node.value(1);
    Type type = node.type();
    if (b.isConstant()) {
      return orConstant(r, type, a, b.immediate());
    }
    if (a == b && r.fires(Rule.OR_SELF)) {
      return a;
    }
    if (isComplement(a, b) && r.fires(Rule.OR_COMPLEMENT)) {
      return r.constant(type, -1);
    }
    if (holds(a, Op.AND, b) && r.fires(Rule.OR_ABSORBS)) {
      return b;
    }
    if (holds(b, Op.AND, a) && r.fires(Rule.OR_ABSORBS)) {
      return a;
    }
    Node rotation = ShiftRules.rotation(r, type, a, b);
    return rotation != null ? rotation : ShiftRules.rotation(r, type, b, a);
  }

  private static @Nullable Node orConstant(Rewrite r, Type type, Node a, long c) {
    if (c == 0 && r.fires(Rule.OR_ZERO)) {
      return a;
    }
    if (type.unsigned(c) == type.unsigned(-1L) && r.fires(Rule.OR_ONES)) {
      return r.constant(type, -1);
    }
    if (isWithConstant(a, Op.OR) && r.fires(Rule.OR_CONSTANTS)) {
      return r.withConstant(Op.OR, type, a.value(0), a.value(1).immediate() | c);
    }
    if (isWithConstant(a, Op.AND)
        && type.unsigned(a.value(1).immediate() | c) == type.unsigned(-1L)
        && r.fires(Rule.OR_UNMASKS)) {
      return r.withConstant(Op.OR, type, a.value(0), c);
    }
    if (Rewrite.isKnown(a)
        && (type.unsigned(c) & ~stamp(a).knownOnes()) == 0
        && r.fires(Rule.OR_KNOWN)) {
      return a;
    }
    return null;
  }

  static @Nullable Node xor(Rewrite r, Node node) {
    Node a = node.value(0);
    Node b = node.value(1);
    Type type = node.type();
    if (b.isConstant()) {
      return xorConstant(r, type, a, b.immediate());
    }
    if (a == b && r.fires(Rule.XOR_SELF)) {
      return r.constant(type, 0);
    }
    if (isComplement(a, b) && r.fires(Rule.XOR_COMPLEMENT)) {
      return r.constant(type, -1);
    }
    if (a.op() == Op.NOT && b.op() == Op.NOT && r.fires(Rule.XOR_NOT_NOT)) {
      return r.make(Op.XOR, type, a.value(0), b.value(0));
    }
    if (holds(a, Op.XOR, b) && r.fires(Rule.XOR_CANCELS)) {
      return a.value(0) == b ? a.value(1) : a.value(0);
    }
    if (holds(b, Op.XOR, a) && r.fires(Rule.XOR_CANCELS)) {
      return b.value(0) == a ? b.value(1) : b.value(0);
    }
    return ShiftRules.rotationOfSum(r, type, a, b);
  }

  private static @Nullable Node xorConstant(Rewrite r, Type type, Node a, long c) {
    if (c == 0 && r.fires(Rule.XOR_ZERO)) {
      return a;
    }
    if (c == -1 && r.fires(Rule.XOR_ONES)) {
      return r.make(Op.NOT, type, a);
    }
    if (isWithConstant(a, Op.XOR) && r.fires(Rule.XOR_CONSTANTS)) {
      return r.withConstant(Op.XOR, type, a.value(0), a.value(1).immediate() ^ c);
    }
    if (a.op() == Op.NOT && r.fires(Rule.XOR_OF_NOT)) {
      return r.withConstant(Op.XOR, type, a.value(0), ~c);
    }
    if (type == Type.I1 && a.op().isComparison()) {
      return ComparisonRules.negation(r, a);
    }
    return null;
  }

  static @Nullable Node not(Rewrite r, Node node) {
    Node a = node.value(0);
    Type type = node.type();
    if (type == Type.I1) {
      return r.fires(Rule.NOT_BOOLEAN) ? r.withConstant(Op.XOR, type, a, 1) : null;
    }
    return switch (a.op()) {
      case NOT -> r.fires(Rule.NOT_NOT) ? a.value(0) : null;
      case NEG -> r.fires(Rule.NOT_NEG) ? r.withConstant(Op.ADD, type, a.value(0), -1) : null;
      case ADD ->
          a.value(1).isConstant() && r.fires(Rule.NOT_ADD)
              ? r.make(Op.SUB, type, r.constant(type, ~a.value(1).immediate()), a.value(0))
              : null;
      case SUB ->
          a.value(0).isConstant() && r.fires(Rule.NOT_SUB)
              ? r.withConstant(Op.ADD, type, a.value(1), ~a.value(0).immediate())
              : null;
      case XOR ->
          a.value(1).isConstant() && r.fires(Rule.NOT_XOR)
              ? r.withConstant(Op.XOR, type, a.value(0), ~a.value(1).immediate())
              : null;
      default -> null;
    };
  }

  /** Whether one is the bitwise negation of the other. */
  private static boolean isComplement(Node a, Node b) {
    return isNegationOf(a, b) || isNegationOf(b, a);
  }

  private static boolean isNegationOf(Node a, Node b) {
    return (a.op() == Op.NOT && a.value(0) == b)
        || (a.op() == Op.XOR && a.type() == Type.I1 && a.value(1).isConstant(1) && a.value(0) == b);
  }

  /** Whether {@code node} is {@code op} with {@code operand} among its operands. */
  private static boolean holds(Node node, Op op, Node operand) {
    return node.op() == op && (node.value(0) == operand || node.value(1) == operand);
  }
}
