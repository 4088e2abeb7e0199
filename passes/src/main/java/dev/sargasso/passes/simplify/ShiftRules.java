package dev.sargasso.passes.simplify;

import static dev.sargasso.passes.simplify.Rewrite.count;
import static dev.sargasso.passes.simplify.Rewrite.hasNoSignedWrap;
import static dev.sargasso.passes.simplify.Rewrite.isOnlyUse;
import static dev.sargasso.passes.simplify.Rewrite.isWithConstant;
import static dev.sargasso.passes.simplify.Rewrite.stamp;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * Shifts and rotations.
 *
 * <p>Canonical: constant counts are below the width; no mask on a count; opposite shifts by the
 * same count are masks or extensions; a shift to the right comes before a mask; constants come out
 * of sums that are shifted to the left.
 */
final class ShiftRules {
  /** How many conversions and masks are looked through to find where a count comes from. */
  private static final int MAX_CONVERSIONS = 4;

  private ShiftRules() {}

  /** What SHL, SHR, SAR and ROL have in common. */
  private static @Nullable Node any(Rewrite r, Node node) {
    Node a = node.value(0);
    Node b = node.value(1);
    Type type = node.type();
    int width = type.bits();
    if (type == Type.I1) {
      return r.fires(Rule.SHIFT_BOOLEAN) ? a : null;
    }
    if (b.isConstant()) {
      if (count(type, b) == 0 && r.fires(Rule.SHIFT_ZERO)) {
        return a;
      }
      if (count(type, b) != b.immediate() && r.fires(Rule.SHIFT_COUNT_MODULO)) {
        return r.make(node.op(), type, a, r.constant(type, count(type, b)));
      }
      return null;
    }
    if (isWithConstant(b, Op.AND)
        && (b.value(1).immediate() & (width - 1)) == width - 1
        && r.fires(Rule.SHIFT_COUNT_MASK)) {
      return r.make(node.op(), type, a, b.value(0));
    }
    if (isWithConstant(b, Op.ADD)
        && (b.value(1).immediate() & (width - 1)) == 0
        && r.fires(Rule.SHIFT_COUNT_ADD)) {
      return r.make(node.op(), type, a, b.value(0));
    }
    if (a.isConstant(0) && r.fires(Rule.SHIFT_OF_ZERO)) {
      return a;
    }
    return null;
  }

  static @Nullable Node left(Rewrite r, Node node) {
    Node better = any(r, node);
    if (better != null || !node.value(1).isConstant()) {
      return better;
    }
    Node a = node.value(0);
    Node b = node.value(1);
    Type type = node.type();
    int count = count(type, b);
    switch (a.op()) {
      case SHL -> {
        if (a.value(1).isConstant() && r.fires(Rule.SHL_SHL)) {
          int sum = count(type, a.value(1)) + count;
          return sum >= type.bits()
              ? r.constant(type, 0)
              : r.withConstant(Op.SHL, type, a.value(0), sum);
        }
      }
      case SHR, SAR -> {
        if (a.value(1) == b && r.fires(Rule.SHL_UNDOES_SHIFT)) {
          return r.withConstant(Op.AND, type, a.value(0), -1L << count);
        }
      }
      case MUL -> {
        if (a.value(1).isConstant() && r.fires(Rule.SHL_OF_PRODUCT)) {
          return r.withConstant(Op.MUL, type, a.value(0), a.value(1).immediate() << count);
        }
      }
      case ADD -> {
        if (a.value(1).isConstant()
            && (type == Type.I64 || isOnlyUse(a))
            && r.fires(Rule.SHL_DISTRIBUTES)) {
          return r.withConstant(
              Op.ADD, type, r.make(Op.SHL, type, a.value(0), b), a.value(1).immediate() << count);
        }
      }
      default -> {}
    }
    return null;
  }

  static @Nullable Node right(Rewrite r, Node node) {
    Node better = any(r, node);
    if (better != null || !node.value(1).isConstant()) {
      return better;
    }
    Node a = node.value(0);
    Node b = node.value(1);
    Type type = node.type();
    int count = count(type, b);
    switch (a.op()) {
      case SHR -> {
        if (a.value(1).isConstant() && r.fires(Rule.SHR_SHR)) {
          int sum = count(type, a.value(1)) + count;
          return sum >= type.bits()
              ? r.constant(type, 0)
              : r.withConstant(Op.SHR, type, a.value(0), sum);
        }
      }
      case SAR -> {
        if (a.value(1).isConstant() && count == type.bits() - 1 && r.fires(Rule.SHR_SIGN_OF_SAR)) {
          return r.make(Op.SHR, type, a.value(0), b);
        }
      }
      case SHL -> {
        if (a.value(1) == b && r.fires(Rule.SHR_UNDOES_SHL)) {
          return r.withConstant(Op.AND, type, a.value(0), type.unsigned(-1L) >>> count);
        }
      }
      case AND -> {
        if (a.value(1).isConstant() && r.fires(Rule.SHR_BEFORE_MASK)) {
          return r.withConstant(
              Op.AND,
              type,
              r.make(Op.SHR, type, a.value(0), b),
              type.unsigned(a.value(1).immediate()) >>> count);
        }
      }
      default -> {}
    }
    return null;
  }

  static @Nullable Node arithmetic(Rewrite r, Node node) {
    Node better = any(r, node);
    if (better != null) {
      return better;
    }
    Node a = node.value(0);
    Node b = node.value(1);
    Type type = node.type();
    if (Rewrite.isKnown(a) && stamp(a).isNonNegative() && r.fires(Rule.SAR_OF_NON_NEGATIVE)) {
      return r.make(Op.SHR, type, a, b);
    }
    if (!b.isConstant()) {
      return null;
    }
    int count = count(type, b);
    switch (a.op()) {
      case SAR -> {
        if (a.value(1).isConstant() && r.fires(Rule.SAR_SAR)) {
          int sum = Math.min(count(type, a.value(1)) + count, type.bits() - 1);
          return r.withConstant(Op.SAR, type, a.value(0), sum);
        }
      }
      case SHL -> {
        if (a.value(1) == b) {
          if (hasNoSignedWrap(a) && r.fires(Rule.SAR_UNDOES_SHL)) {
            return a.value(0);
          }
          Type narrow = ofWidth(type.bits() - count);
          if (narrow != null && r.fires(Rule.SAR_IS_SIGN_EXTENSION)) {
            return r.make(Op.SIGN_EXTEND, type, r.make(Op.TRUNCATE, narrow, a.value(0)));
          }
        }
      }
      case AND -> {
        if (a.value(1).isConstant() && r.fires(Rule.SAR_BEFORE_MASK)) {
          return r.withConstant(
              Op.AND, type, r.make(Op.SAR, type, a.value(0), b), a.value(1).immediate() >> count);
        }
      }
      default -> {}
    }
    return null;
  }

  private static @Nullable Type ofWidth(int bits) {
    return switch (bits) {
      case 8 -> Type.I8;
      case 16 -> Type.I16;
      case 32 -> Type.I32;
      default -> null;
    };
  }

  static @Nullable Node rotate(Rewrite r, Node node) {
    Node better = any(r, node);
    if (better != null || !node.value(1).isConstant()) {
      return better;
    }
    Node a = node.value(0);
    Type type = node.type();
    if (isWithConstant(a, Op.ROL) && r.fires(Rule.ROL_ROL)) {
      int sum = count(type, a.value(1)) + count(type, node.value(1));
      return r.withConstant(Op.ROL, type, a.value(0), sum & (type.bits() - 1));
    }
    return null;
  }

  static @Nullable Node reverseBytes(Rewrite r, Node node) {
    Node a = node.value(0);
    return a.op() == Op.BSWAP && r.fires(Rule.BSWAP_BSWAP) ? a.value(0) : null;
  }

  /** The rotation that {@code left | right} is, or null. Counts are modulo the width. */
  static @Nullable Node rotation(Rewrite r, Type type, Node left, Node right) {
    if (left.op() != Op.SHL || right.op() != Op.SHR || left.value(0) != right.value(0)) {
      return null;
    }
    Node by = left.value(1);
    Node back = right.value(1);
    boolean opposite;
    if (by.isConstant() && back.isConstant()) {
      opposite = count(type, by) + count(type, back) == type.bits();
    } else {
      opposite = isNegation(type, by, back) || isNegation(type, back, by);
    }
    return opposite && r.fires(Rule.OR_IS_ROTATION)
        ? r.make(Op.ROL, type, left.value(0), by)
        : null;
  }

  /** The rotation that is the sum or exclusive or of two shifts which have no bit in common. */
  static @Nullable Node rotationOfSum(Rewrite r, Type type, Node a, Node b) {
    Node left = a.op() == Op.SHL ? a : b;
    Node right = left == a ? b : a;
    // By a variable count of 0, both would be the value itself.
    return left.op() == Op.SHL
            && right.op() == Op.SHR
            && left.value(0) == right.value(0)
            && left.value(1).isConstant()
            && right.value(1).isConstant()
            && count(type, left.value(1)) + count(type, right.value(1)) == type.bits()
            && r.fires(Rule.SUM_IS_ROTATION)
        ? r.make(Op.ROL, type, left.value(0), left.value(1))
        : null;
  }

  /** Whether {@code a} is the negation of {@code b}, modulo the width of {@code type}. */
  private static boolean isNegation(Type type, Node a, Node b) {
    Node negated = countSource(type, a);
    return switch (negated.op()) {
      case NEG -> countSource(type, negated.value(0)) == countSource(type, b);
      case SUB ->
          negated.value(0).isConstant()
              && (negated.value(0).immediate() & (type.bits() - 1)) == 0
              && countSource(type, negated.value(1)) == countSource(type, b);
      default -> false;
    };
  }

  /** A node whose low bits are those of {@code count}, as far as a shift of {@code type} looks. */
  static Node countSource(Type type, Node count) {
    int mask = type.bits() - 1;
    Node at = count;
    for (int i = 0; i < MAX_CONVERSIONS; i++) {
      switch (at.op()) {
        case ZERO_EXTEND, SIGN_EXTEND -> {
          if (at.value(0).type() == Type.I1) {
            return at;
          }
          at = at.value(0);
        }
        case TRUNCATE -> {
          if (at.type() == Type.I1) {
            return at;
          }
          at = at.value(0);
        }
        case AND -> {
          if (!at.value(1).isConstant() || (at.value(1).immediate() & mask) != mask) {
            return at;
          }
          at = at.value(0);
        }
        default -> {
          return at;
        }
      }
    }
    return at;
  }
}
