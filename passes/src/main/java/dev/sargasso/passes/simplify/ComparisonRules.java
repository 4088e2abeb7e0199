package dev.sargasso.passes.simplify;

import static dev.sargasso.passes.simplify.Rewrite.hasNoSignedWrap;
import static dev.sargasso.passes.simplify.Rewrite.isWithConstant;
import static dev.sargasso.passes.simplify.Rewrite.maximum;
import static dev.sargasso.passes.simplify.Rewrite.minimum;
import static dev.sargasso.passes.simplify.Rewrite.sumOverflows;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.interpret.Evaluation;
import dev.sargasso.ir.type.PointerStamp;
import dev.sargasso.ir.type.Type;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons of integers and pointers.
 *
 * <p>Canonical: EQ and NE have their constant on the right. An order with a constant is strict, on
 * whichever side the constant stands: {@code x <= 7} is {@code LT(x, 8)} and {@code x >= 7} is
 * {@code LT(6, x)}. Comparisons of I1 are that value, its negation, or XOR.
 */
final class ComparisonRules {
  private ComparisonRules() {}

  // ---------------------------------------------------------------- equality

  static @Nullable Node equal(Rewrite r, Node node) {
    Node a = node.value(0);
    Node b = node.value(1);
    boolean not = node.op() == Op.NE;
    if (a == b && r.fires(Rule.EQ_SELF)) {
      return r.truth(!not);
    }
    if (b.isConstant()) {
      Type type = a.type();
      if (type == Type.I1 && r.fires(Rule.EQ_BOOLEAN)) {
        boolean asIs = not == (b.immediate() == 0);
        return asIs ? a : r.withConstant(Op.XOR, Type.I1, a, 1);
      }
      if (type == Type.PTR) {
        return equalPointer(r, node.op(), a, b);
      }
      return equalConstant(r, node.op(), a, b.immediate());
    }
    if (a.type() == Type.PTR) {
      return equalPointers(r, node.op(), a, b);
    }
    return equalValues(r, node.op(), a, b);
  }

  /** a == c for an integer a wider than I1. */
  private static @Nullable Node equalConstant(Rewrite r, Op op, Node a, long c) {
    Type type = a.type();
    switch (a.op()) {
      case ADD -> {
        if (a.value(1).isConstant() && r.fires(Rule.EQ_ADD_CONSTANT)) {
          return r.compare(op, a.value(0), r.constant(type, c - a.value(1).immediate()));
        }
      }
      case SUB -> {
        if (a.value(0).isConstant() && r.fires(Rule.EQ_SUB_FROM_CONSTANT)) {
          return r.compare(op, a.value(1), r.constant(type, a.value(0).immediate() - c));
        }
        int bits = c == 0 ? bitsOfRemainder(a) : 0;
        if (bits > 0 && r.fires(Rule.EQ_REM_POWER_OF_TWO)) {
          Node low = r.withConstant(Op.AND, type, a.value(0), (1L << bits) - 1);
          return r.compare(op, low, r.constant(type, 0));
        }
        if (c == 0 && r.fires(Rule.EQ_SUB_ZERO)) {
          return r.compare(op, a.value(0), a.value(1));
        }
      }
      case XOR -> {
        if (a.value(1).isConstant() && r.fires(Rule.EQ_XOR_CONSTANT)) {
          return r.compare(op, a.value(0), r.constant(type, c ^ a.value(1).immediate()));
        }
        if (c == 0 && r.fires(Rule.EQ_XOR_ZERO)) {
          return r.compare(op, a.value(0), a.value(1));
        }
      }
      case NEG -> {
        if (r.fires(Rule.EQ_NEG)) {
          return r.compare(op, a.value(0), r.constant(type, -c));
        }
      }
      case NOT -> {
        if (r.fires(Rule.EQ_NOT)) {
          return r.compare(op, a.value(0), r.constant(type, ~c));
        }
      }
      case SIGN_EXTEND, ZERO_EXTEND -> {
        // A constant out of the source's range is known to differ by stamps.
        Node source = a.value(0);
        long narrow = source.type().canonical(c);
        boolean fits = Evaluation.evaluate(a.op(), type, source.type(), narrow, 0, 0) == c;
        if (fits && r.fires(Rule.EQ_EXTENSION)) {
          return r.compare(op, source, r.constant(source.type(), narrow));
        }
      }
      case AND -> {
        // A single bit equals itself if it differs from 0.
        if (c != 0
            && a.value(1).isConstant(c)
            && Long.bitCount(type.unsigned(c)) == 1
            && r.fires(Rule.EQ_SINGLE_BIT)) {
          return r.compare(op == Op.EQ ? Op.NE : Op.EQ, a, r.constant(type, 0));
        }
      }
      case SELECT -> {
        return equalSelect(r, op, a, c);
      }
      default -> {}
    }
    return null;
  }

  /**
   * The k for which a difference is the signed remainder of 2^k, as {@link DivisionRules} makes it:
   * x less what rounding towards zero leaves of it; 0 if it is none.
   */
  private static int bitsOfRemainder(Node difference) {
    Node x = difference.value(0);
    Node rounded = difference.value(1);
    if (rounded.op() != Op.AND || !rounded.value(1).isConstant()) {
      return 0;
    }
    long mask = rounded.value(1).immediate();
    Node biased = rounded.value(0);
    int bits = Long.numberOfTrailingZeros(mask);
    int width = x.type().bits();
    if (mask != -(1L << bits) || bits == 0 || bits >= width || biased.op() != Op.ADD) {
      return 0;
    }
    Node bias = biased.value(0) == x ? biased.value(1) : biased.value(0);
    if ((biased.value(0) != x && biased.value(1) != x)
        || bias.op() != Op.SHR
        || !bias.value(1).isConstant(width - bits)) {
      return 0;
    }
    Node signs = bias.value(0);
    boolean isSign =
        (signs == x && bits == 1)
            || (signs.op() == Op.SAR
                && signs.value(0) == x
                && signs.value(1).isConstant(width - 1));
    return isSign ? bits : 0;
  }

  private static @Nullable Node equalSelect(Rewrite r, Op op, Node a, long c) {
    if (!a.value(1).isConstant() || !a.value(2).isConstant() || !r.fires(Rule.EQ_SELECT)) {
      return null;
    }
    boolean first = (a.value(1).immediate() == c) == (op == Op.EQ);
    boolean second = (a.value(2).immediate() == c) == (op == Op.EQ);
    return r.select(a.value(0), r.truth(first), r.truth(second));
  }

  private static @Nullable Node equalValues(Rewrite r, Op op, Node a, Node b) {
    if (a.op() == Op.ADD || b.op() == Op.ADD) {
      Node better = equalSums(r, op, a, b);
      if (better != null) {
        return better;
      }
    }
    if ((a.op() == Op.SIGN_EXTEND || a.op() == Op.ZERO_EXTEND)
        && a.op() == b.op()
        && a.value(0).type() == b.value(0).type()
        && r.fires(Rule.EQ_EXTENSIONS)) {
      return r.compare(op, a.value(0), b.value(0));
    }
    if (((a.op() == Op.NEG && b.op() == Op.NEG) || (a.op() == Op.NOT && b.op() == Op.NOT))
        && r.fires(Rule.EQ_NEGATIONS)) {
      return r.compare(op, a.value(0), b.value(0));
    }
    return null;
  }

  private static @Nullable Node equalSums(Rewrite r, Op op, Node a, Node b) {
    Type type = a.type();
    if (a.op() == Op.ADD) {
      if ((a.value(0) == b || a.value(1) == b) && r.fires(Rule.EQ_SUM_OF_SELF)) {
        return r.compare(op, a.value(0) == b ? a.value(1) : a.value(0), r.constant(type, 0));
      }
      if (b.op() == Op.ADD) {
        for (int i = 0; i < 2; i++) {
          for (int j = 0; j < 2; j++) {
            if (a.value(i) == b.value(j) && r.fires(Rule.EQ_SUMS)) {
              return r.compare(op, a.value(1 - i), b.value(1 - j));
            }
          }
        }
      }
    }
    if (b.op() == Op.ADD && (b.value(0) == a || b.value(1) == a) && r.fires(Rule.EQ_SUM_OF_SELF)) {
      return r.compare(op, b.value(0) == a ? b.value(1) : b.value(0), r.constant(type, 0));
    }
    return null;
  }

  private static @Nullable Node equalPointer(Rewrite r, Op op, Node a, Node constant) {
    if (constant.isConstant(0)
        && a.stamp() instanceof PointerStamp known
        && !known.mayBeNull()
        && r.fires(Rule.EQ_NULL)) {
      return r.truth(op == Op.NE);
    }
    if (a.op() == Op.BITCAST && r.fires(Rule.EQ_BITCAST)) {
      return r.compare(op, a.value(0), r.constant(Type.I64, constant.immediate()));
    }
    return null;
  }

  private static @Nullable Node equalPointers(Rewrite r, Op op, Node a, Node b) {
    if (a.op() == Op.OFFSET && a.value(0) == b && r.fires(Rule.EQ_OFFSET_OF_SELF)) {
      return r.compare(op, a.value(1), r.constant(Type.I64, 0));
    }
    if (b.op() == Op.OFFSET && b.value(0) == a && r.fires(Rule.EQ_OFFSET_OF_SELF)) {
      return r.compare(op, b.value(1), r.constant(Type.I64, 0));
    }
    if (a.op() == Op.OFFSET && b.op() == Op.OFFSET) {
      if (a.value(0) == b.value(0) && r.fires(Rule.EQ_OFFSETS)) {
        return r.compare(op, a.value(1), b.value(1));
      }
      if (a.value(1) == b.value(1) && r.fires(Rule.EQ_OFFSETS)) {
        return r.compare(op, a.value(0), b.value(0));
      }
    }
    if (a.op() == Op.STACK_SLOT
        && b.op() == Op.STACK_SLOT
        && !Objects.equals(a.attribute(), b.attribute())
        && r.fires(Rule.EQ_SLOTS)) {
      return r.truth(op == Op.NE);
    }
    return null;
  }

  // ------------------------------------------------------------------- order

  /** LT, LE, ULT and ULE. */
  static @Nullable Node less(Rewrite r, Node node) {
    Node a = node.value(0);
    Node b = node.value(1);
    Op op = node.op();
    boolean strict = op == Op.LT || op == Op.ULT;
    boolean signed = op == Op.LT || op == Op.LE;
    if (a == b && r.fires(Rule.LT_SELF)) {
      return r.truth(!strict);
    }
    if (a.type() == Type.PTR || a.type() == Type.I1) {
      return null;
    }
    Type type = a.type();
    if (b.isConstant() || a.isConstant()) {
      if (!strict) {
        return makeStrict(r, type, op, a, b);
      }
      if (!signed) {
        Node better = belowConstant(r, type, a, b);
        if (better != null) {
          return better;
        }
      }
    }
    if (isExtension(a) || isExtension(b)) {
      Node better = narrow(r, op, a, b);
      if (better != null) {
        return better;
      }
    }
    return signed ? lessWithoutWrap(r, type, op, a, b) : null;
  }

  private static @Nullable Node makeStrict(Rewrite r, Type type, Op op, Node a, Node b) {
    Op strict = op == Op.LE ? Op.LT : Op.ULT;
    if (b.isConstant()) {
      long last = op == Op.LE ? maximum(type) : -1;
      if (b.immediate() == last) {
        return r.fires(Rule.LE_LIMIT) ? r.truth(true) : null;
      }
      return r.fires(Rule.LE_CONSTANT)
          ? r.compare(strict, a, r.constant(type, b.immediate() + 1))
          : null;
    }
    long first = op == Op.LE ? minimum(type) : 0;
    if (a.immediate() == first) {
      return r.fires(Rule.LE_LIMIT) ? r.truth(true) : null;
    }
    return r.fires(Rule.LE_CONSTANT)
        ? r.compare(strict, r.constant(type, a.immediate() - 1), b)
        : null;
  }

  private static @Nullable Node belowConstant(Rewrite r, Type type, Node a, Node b) {
    if (b.isConstant(1) && r.fires(Rule.ULT_ONE)) {
      return r.compare(Op.EQ, a, r.constant(type, 0));
    }
    if (a.isConstant(0) && r.fires(Rule.ULT_ZERO_LEFT)) {
      return r.compare(Op.NE, b, a);
    }
    return null;
  }

  private static boolean isExtension(Node node) {
    return node.op() == Op.ZERO_EXTEND || node.op() == Op.SIGN_EXTEND;
  }

  /** Compares what was extended, where both sides were or one is a constant of the narrow type. */
  private static @Nullable Node narrow(Rewrite r, Op op, Node a, Node b) {
    Node like = isExtension(a) ? a : b;
    Type source = like.value(0).type();
    if (source == Type.I1) {
      return null;
    }
    boolean zero = like.op() == Op.ZERO_EXTEND;
    // A zero extension is ordered as its source is unsigned. A sign extension keeps both orders.
    Op narrow = !zero ? op : op == Op.LT || op == Op.ULT ? Op.ULT : Op.ULE;
    Node x = narrowed(r, a, like.op(), source);
    Node y = narrowed(r, b, like.op(), source);
    return x != null && y != null && r.fires(Rule.LT_EXTENSIONS) ? r.compare(narrow, x, y) : null;
  }

  private static @Nullable Node narrowed(Rewrite r, Node node, Op extension, Type source) {
    if (node.op() == extension && node.value(0).type() == source) {
      return node.value(0);
    }
    if (node.isConstant()) {
      long c = node.immediate();
      long narrow = source.canonical(c);
      long back = extension == Op.ZERO_EXTEND ? source.unsigned(narrow) : narrow;
      if (back == c) {
        return r.constant(source, narrow);
      }
    }
    return null;
  }

  /** Signed order of sums that are promised not to wrap. */
  private static @Nullable Node lessWithoutWrap(Rewrite r, Type type, Op op, Node a, Node b) {
    boolean strict = op == Op.LT;
    boolean aSum = isWithConstant(a, Op.ADD) && hasNoSignedWrap(a);
    boolean bSum = isWithConstant(b, Op.ADD) && hasNoSignedWrap(b);
    if (aSum && b.isConstant()) {
      long by = a.value(1).immediate();
      if (by != minimum(type)
          && !sumOverflows(type, b.immediate(), -by)
          && r.fires(Rule.LT_SUM_CONSTANT)) {
        return r.compare(op, a.value(0), r.constant(type, b.immediate() - by));
      }
    }
    if (bSum && a.isConstant()) {
      long by = b.value(1).immediate();
      if (by != minimum(type)
          && !sumOverflows(type, a.immediate(), -by)
          && r.fires(Rule.LT_SUM_CONSTANT)) {
        return r.compare(op, r.constant(type, a.immediate() - by), b.value(0));
      }
    }
    if (aSum && a.value(0) == b && r.fires(Rule.LT_SUM_OF_SELF)) {
      long by = a.value(1).immediate();
      return r.truth(strict ? by < 0 : by <= 0);
    }
    if (bSum && b.value(0) == a && r.fires(Rule.LT_SUM_OF_SELF)) {
      long by = b.value(1).immediate();
      return r.truth(strict ? by > 0 : by >= 0);
    }
    if (aSum && bSum && a.value(1) == b.value(1) && r.fires(Rule.LT_SUMS)) {
      return r.compare(op, a.value(0), b.value(0));
    }
    if (b.isConstant(0)
        && a.op() == Op.SUB
        && hasNoSignedWrap(a)
        && r.fires(Rule.LT_DIFFERENCE_ZERO)) {
      return r.compare(op, a.value(0), a.value(1));
    }
    if (a.isConstant(0)
        && b.op() == Op.SUB
        && hasNoSignedWrap(b)
        && r.fires(Rule.LT_DIFFERENCE_ZERO)) {
      return r.compare(op, b.value(1), b.value(0));
    }
    return null;
  }

  // ---------------------------------------------------------------- negation

  /** The comparison that is true where {@code comparison} is false, or null if there is none. */
  static @Nullable Node negation(Rewrite r, Node comparison) {
    Node a = comparison.value(0);
    Node b = comparison.value(1);
    return switch (comparison.op()) {
      case EQ -> r.fires(Rule.NEGATED_COMPARISON) ? r.compare(Op.NE, a, b) : null;
      case NE -> r.fires(Rule.NEGATED_COMPARISON) ? r.compare(Op.EQ, a, b) : null;
      case LT -> r.fires(Rule.NEGATED_COMPARISON) ? r.compare(Op.LE, b, a) : null;
      case LE -> r.fires(Rule.NEGATED_COMPARISON) ? r.compare(Op.LT, b, a) : null;
      case ULT -> r.fires(Rule.NEGATED_COMPARISON) ? r.compare(Op.ULE, b, a) : null;
      case ULE -> r.fires(Rule.NEGATED_COMPARISON) ? r.compare(Op.ULT, b, a) : null;
      case FEQ -> r.fires(Rule.NEGATED_COMPARISON) ? r.compare(Op.FNE, a, b) : null;
      case FNE -> r.fires(Rule.NEGATED_COMPARISON) ? r.compare(Op.FEQ, a, b) : null;
      // Not less is not the same as greater or equal where a NaN is about.
      default -> null;
    };
  }
}
