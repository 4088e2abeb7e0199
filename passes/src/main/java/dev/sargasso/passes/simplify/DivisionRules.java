package dev.sargasso.passes.simplify;

import static dev.sargasso.passes.simplify.Rewrite.minimum;
import static dev.sargasso.passes.simplify.Rewrite.stamp;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * Division and remainder: by constants without dividing, by others as narrow and as free as the
 * operands allow.
 *
 * <p>Nothing that may trap is replaced by what does not: a division by a constant other than 0 and
 * -1 never traps, all other rules ask what is known of the operands. Narrow types are divided in
 * I32.
 */
final class DivisionRules {
  /** How far the operands of a division are looked into. */
  private static final int MOST_DEPTH = 3;

  private DivisionRules() {}

  static @Nullable Node any(Rewrite r, Node node) {
    Node a = node.value(0);
    Node b = node.value(1);
    Type type = node.type();
    Op op = node.op();
    boolean signed = op == Op.DIV || op == Op.REM;
    if (type == Type.I1) {
      return null;
    }
    if (b.isConstant()) {
      long c = b.immediate();
      if (c == 0 || (signed && c == -1 && stamp(a).contains(minimum(type)))) {
        return null;
      }
      Node better =
          switch (op) {
            case DIV -> divideSigned(r, type, a, c);
            case UDIV -> divideUnsigned(r, type, a, c);
            case REM -> remainderSigned(r, type, a, c);
            default -> remainderUnsigned(r, type, a, c);
          };
      return better == null && node.control() != null && r.fires(Rule.DIVISION_IS_SAFE)
          ? r.divide(op, type, null, a, b)
          : better;
    }
    if (signed
        && Rewrite.isKnown(a)
        && Rewrite.isKnown(b)
        && stamp(a).isNonNegative()
        && stamp(b).isNonNegative()
        && r.fires(Rule.DIVISION_IS_UNSIGNED)) {
      return r.divide(op == Op.DIV ? Op.UDIV : Op.UREM, type, node.control(), a, b);
    }
    if (!signed
        && type == Type.I64
        && fitsInHalf(a)
        && fitsInHalf(b)
        && r.fires(Rule.DIVISION_NARROWS)) {
      Node x = r.make(Op.TRUNCATE, Type.I32, a);
      Node y = r.make(Op.TRUNCATE, Type.I32, b);
      return r.make(Op.ZERO_EXTEND, type, r.divide(op, Type.I32, node.control(), x, y));
    }
    if (node.control() != null
        && Rewrite.isKnown(b)
        && isSafe(signed, type, a, b)
        && (!signed || !stamp(b).contains(-1) || standsAlone(a, 0))
        && standsAlone(b, 0)
        && r.fires(Rule.DIVISION_IS_SAFE)) {
      return r.divide(op, type, null, a, b);
    }
    return null;
  }

  /**
   * Whether what is known of {@code node} follows from the operations that make it, and not from a
   * phi, whose stamp is lost if a pass that knows less than the one that found it makes the phi
   * anew. Then nobody could tell any more why the division may stand where it does.
   */
  private static boolean standsAlone(Node node, int depth) {
    if (node.isConstant()) {
      return true;
    }
    if (depth == MOST_DEPTH || (node.op() == Op.PHI && node.stamp() != null)) {
      return false;
    }
    for (int i = 0; i < node.valueCount(); i++) {
      if (node.op() != Op.LOAD && node.op() != Op.PHI && !standsAlone(node.value(i), depth + 1)) {
        return false;
      }
    }
    return true;
  }

  private static boolean fitsInHalf(Node node) {
    return Rewrite.isKnown(node)
        && Long.compareUnsigned(stamp(node).unsignedMaximum(), 0xFFFF_FFFFL) <= 0;
  }

  private static boolean isSafe(boolean signed, Type type, Node a, Node b) {
    IntegerStamp divisor = stamp(b);
    return !divisor.contains(0)
        && (!signed || !divisor.contains(-1) || !stamp(a).contains(minimum(type)));
  }

  // ---------------------------------------------------------------- quotients

  private static @Nullable Node divideSigned(Rewrite r, Type type, Node a, long c) {
    if (c == 1 && r.fires(Rule.DIV_ONE)) {
      return a;
    }
    if (c == minimum(type) && r.fires(Rule.DIV_MINIMUM)) {
      return r.make(Op.ZERO_EXTEND, type, r.compare(Op.EQ, a, r.constant(type, c)));
    }
    if (c == -1 && r.fires(Rule.DIV_MINUS_ONE)) {
      return r.make(Op.NEG, type, a);
    }
    if (Rewrite.isKnown(a)
        && stamp(a).isNonNegative()
        && c > 0
        && r.fires(Rule.DIVISION_IS_UNSIGNED)) {
      return r.divide(Op.UDIV, type, null, a, r.constant(type, c));
    }
    if (c < 0 && r.fires(Rule.DIV_NEGATIVE)) {
      return r.make(Op.NEG, type, r.divide(Op.DIV, type, null, a, r.constant(type, -c)));
    }
    if (type.bits() < 32) {
      return r.fires(Rule.DIV_NARROW) ? throughWord(r, Op.DIV, Op.SIGN_EXTEND, type, a, c) : null;
    }
    if (Long.bitCount(c) == 1) {
      int shift = Long.numberOfTrailingZeros(c);
      if ((stamp(a).knownZeros() & (c - 1)) == c - 1 && r.fires(Rule.DIV_EXACT)) {
        return r.withConstant(Op.SAR, type, a, shift);
      }
      return r.fires(Rule.DIV_POWER_OF_TWO)
          ? r.withConstant(Op.SAR, type, biased(r, type, a, shift), shift)
          : null;
    }
    return !r.prefersSize() && r.fires(Rule.DIV_CONSTANT)
        ? signedByMultiplication(r, type, a, c)
        : null;
  }

  /** a, plus 2^shift - 1 if a is negative: rounding down becomes rounding to zero. */
  private static Node biased(Rewrite r, Type type, Node a, int shift) {
    int width = type.bits();
    Node signs = shift == 1 ? a : r.withConstant(Op.SAR, type, a, width - 1);
    return r.make(Op.ADD, type, a, r.withConstant(Op.SHR, type, signs, width - shift));
  }

  private static Node signedByMultiplication(Rewrite r, Type type, Node a, long c) {
    int width = type.bits();
    MagicDivision magic = MagicDivision.signed(width, c);
    Node quotient;
    if (type == Type.I32) {
      Node product =
          r.withConstant(Op.MUL, Type.I64, r.make(Op.SIGN_EXTEND, Type.I64, a), magic.multiplier());
      quotient =
          r.make(
              Op.TRUNCATE, type, r.withConstant(Op.SAR, Type.I64, product, width + magic.shift()));
    } else {
      Node high = r.withConstant(Op.MUL_HIGH, type, a, magic.multiplier());
      // As a signed number, a multiplier of 64 bits is short by two to the 64.
      Node whole = magic.multiplier() < 0 ? r.make(Op.ADD, type, high, a) : high;
      quotient = r.withConstant(Op.SAR, type, whole, magic.shift());
    }
    return r.make(Op.SUB, type, quotient, r.withConstant(Op.SAR, type, a, width - 1));
  }

  private static @Nullable Node divideUnsigned(Rewrite r, Type type, Node a, long c) {
    if (c == 1 && r.fires(Rule.DIV_ONE)) {
      return a;
    }
    if (Long.bitCount(type.unsigned(c)) == 1 && r.fires(Rule.UDIV_POWER_OF_TWO)) {
      return r.withConstant(Op.SHR, type, a, Long.numberOfTrailingZeros(c));
    }
    if (c < 0 && r.fires(Rule.UDIV_HUGE)) {
      return r.make(Op.ZERO_EXTEND, type, r.compare(Op.ULE, r.constant(type, c), a));
    }
    if (type.bits() < 32) {
      return r.fires(Rule.DIV_NARROW) ? throughWord(r, Op.UDIV, Op.ZERO_EXTEND, type, a, c) : null;
    }
    return !r.prefersSize() && r.fires(Rule.UDIV_CONSTANT)
        ? type == Type.I32 ? unsignedWord(r, a, c) : unsignedLong(r, a, c)
        : null;
  }

  /** Divides an I32: with a multiplier that fits, or else with one of 64 bits. */
  private static Node unsignedWord(Rewrite r, Node a, long c) {
    int bits = significantBits(a);
    MagicDivision magic = MagicDivision.unsigned(32, c, bits);
    Node wide = r.make(Op.ZERO_EXTEND, Type.I64, a);
    Node quotient;
    if (magic.add()) {
      // 2^64 / c rounded up is exact enough for all dividends of 32 bits, without a shift.
      quotient = r.withConstant(Op.UMUL_HIGH, Type.I64, wide, Long.divideUnsigned(-1L, c) + 1);
    } else {
      quotient =
          r.withConstant(
              Op.SHR,
              Type.I64,
              r.withConstant(Op.MUL, Type.I64, wide, magic.multiplier()),
              32 + magic.shift());
    }
    return r.make(Op.TRUNCATE, Type.I32, quotient);
  }

  private static Node unsignedLong(Rewrite r, Node a, long c) {
    Type type = Type.I64;
    int bits = significantBits(a);
    MagicDivision magic = MagicDivision.unsigned(64, c, bits);
    if (!magic.add()) {
      return r.withConstant(
          Op.SHR, type, r.withConstant(Op.UMUL_HIGH, type, a, magic.multiplier()), magic.shift());
    }
    int zeros = Long.numberOfTrailingZeros(c);
    if (zeros > 0) {
      // An even divisor: halve both first, then a shorter multiplier is exact enough.
      MagicDivision halved = MagicDivision.unsigned(64, c >>> zeros, 64 - zeros);
      Node half = r.withConstant(Op.SHR, type, a, zeros);
      Node high = r.withConstant(Op.UMUL_HIGH, type, half, halved.multiplier());
      return r.withConstant(Op.SHR, type, high, halved.shift());
    }
    // (a * 2^64 + a * multiplier) >> 64 is a + high, whose carry would be lost: halve on the way.
    Node high = r.withConstant(Op.UMUL_HIGH, type, a, magic.multiplier());
    Node half = r.withConstant(Op.SHR, type, r.make(Op.SUB, type, a, high), 1);
    return r.withConstant(Op.SHR, type, r.make(Op.ADD, type, half, high), magic.shift() - 1);
  }

  /** How many low bits of an unsigned value may be other than 0, at least 1. */
  private static int significantBits(Node node) {
    return Math.max(1, 64 - Long.numberOfLeadingZeros(stamp(node).unsignedMaximum()));
  }

  private static Node throughWord(Rewrite r, Op op, Op extension, Type type, Node a, long c) {
    Node wide = r.make(extension, Type.I32, a);
    long divisor = extension == Op.ZERO_EXTEND ? type.unsigned(c) : c;
    Node quotient = r.divide(op, Type.I32, null, wide, r.constant(Type.I32, divisor));
    return r.make(Op.TRUNCATE, type, quotient);
  }

  /** Whether a division takes fewer bytes than any other way; narrow ones are made wider first. */
  private static boolean isSmallest(Rewrite r, Type type) {
    return r.prefersSize() && type.bits() >= 32;
  }

  // --------------------------------------------------------------- remainders

  private static @Nullable Node remainderSigned(Rewrite r, Type type, Node a, long c) {
    if ((c == 1 || c == -1) && r.fires(Rule.REM_ONE)) {
      return r.constant(type, 0);
    }
    if (c == minimum(type) && r.fires(Rule.REM_MINIMUM)) {
      Node equal = r.compare(Op.EQ, a, r.constant(type, c));
      return r.select(equal, r.constant(type, 0), a);
    }
    if (c < 0 && r.fires(Rule.REM_NEGATIVE)) {
      return r.divide(Op.REM, type, null, a, r.constant(type, -c));
    }
    if (Rewrite.isKnown(a) && stamp(a).isNonNegative() && r.fires(Rule.DIVISION_IS_UNSIGNED)) {
      return r.divide(Op.UREM, type, null, a, r.constant(type, c));
    }
    if (Long.bitCount(c) == 1 && r.fires(Rule.REM_POWER_OF_TWO)) {
      Node rounded =
          r.withConstant(Op.AND, type, biased(r, type, a, Long.numberOfTrailingZeros(c)), -c);
      return r.make(Op.SUB, type, a, rounded);
    }
    if (isSmallest(r, type) || !r.fires(Rule.REM_CONSTANT)) {
      return null;
    }
    Node quotient = r.divide(Op.DIV, type, null, a, r.constant(type, c));
    return r.make(Op.SUB, type, a, r.withConstant(Op.MUL, type, quotient, c));
  }

  private static @Nullable Node remainderUnsigned(Rewrite r, Type type, Node a, long c) {
    if (Long.bitCount(type.unsigned(c)) == 1 && r.fires(Rule.UREM_POWER_OF_TWO)) {
      return r.withConstant(Op.AND, type, a, type.unsigned(c) - 1);
    }
    if (isSmallest(r, type) || !r.fires(Rule.UREM_CONSTANT)) {
      return null;
    }
    Node quotient = r.divide(Op.UDIV, type, null, a, r.constant(type, c));
    return r.make(Op.SUB, type, a, r.withConstant(Op.MUL, type, quotient, c));
  }
}
