package dev.sargasso.passes.facts;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.type.ArithmeticStamps;
import dev.sargasso.ir.type.ConversionStamps;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.PointerStamp;
import dev.sargasso.ir.type.Stamp;
import dev.sargasso.ir.type.Type;
import java.util.Objects;

/** Turns conditions that are known into {@link Facts}. */
final class Assumptions {
  /** How far a condition is taken apart, and a value traced back to what it was made from. */
  private static final int MOST_DEPTH = 4;

  /** How many uses of a switched value are looked at. */
  private static final int MOST_USES = 64;

  private final Facts facts;

  Assumptions(Facts facts) {
    this.facts = facts;
  }

  /** {@code condition}, an I1, is {@code truth} here. */
  void assume(Node condition, boolean truth) {
    assume(condition, truth, 0);
  }

  private void assume(Node condition, boolean truth, int depth) {
    facts.learn(condition, IntegerStamp.constant(1, truth ? 1 : 0));
    if (depth == MOST_DEPTH) {
      return;
    }
    switch (condition.op()) {
      case AND -> {
        if (truth) {
          assume(condition.value(0), true, depth + 1);
          assume(condition.value(1), true, depth + 1);
        }
      }
      case OR -> {
        if (!truth) {
          assume(condition.value(0), false, depth + 1);
          assume(condition.value(1), false, depth + 1);
        }
      }
      case XOR -> {
        if (condition.value(1).isConstant(1)) {
          assume(condition.value(0), !truth, depth + 1);
        }
      }
      case EQ, NE -> equality(condition, (condition.op() == Op.EQ) == truth);
      case LT, LE, ULT, ULE -> order(condition, truth);
      default -> {}
    }
  }

  private void equality(Node condition, boolean equal) {
    Node a = condition.value(0);
    Node b = condition.value(1);
    facts.relate(a, b, equal ? Facts.EQUAL : Facts.ANY & ~Facts.EQUAL);
    if (a.type() == Type.PTR) {
      if (b.isConstant(0)) {
        learn(a, equal ? PointerStamp.NULL : PointerStamp.NON_NULL, 0);
      }
      return;
    }
    if (equal) {
      Stamp first = facts.stamp(a);
      Stamp second = facts.stamp(b);
      if (second != null) {
        learn(a, second, 0);
      }
      if (first != null) {
        learn(b, first, 0);
      }
    } else {
      exclude(a, facts.integer(b));
      exclude(b, facts.integer(a));
    }
  }

  /** {@code node} is not the one member of {@code other}, if that has but one. */
  private void exclude(Node node, IntegerStamp other) {
    if (other.isConstant() && !node.isConstant()) {
      IntegerStamp without = without(facts.integer(node), other.minimum());
      if (!without.isEmpty()) {
        learn(node, without, 0);
      }
    }
  }

  /** Takes a number off the ends of a set. */
  private static IntegerStamp without(IntegerStamp stamp, long value) {
    int bits = stamp.bits();
    long mask = -1L >>> (64 - bits);
    long unsigned = value & mask;
    long low = stamp.minimum();
    long high = stamp.maximum();
    long unsignedLow = stamp.unsignedMinimum();
    long unsignedHigh = stamp.unsignedMaximum();
    if (low == high) {
      return stamp;
    }
    if (bits == 1) {
      return IntegerStamp.constant(1, ~value);
    }
    return IntegerStamp.of(
        bits,
        low == value ? low + 1 : low,
        high == value ? high - 1 : high,
        unsignedLow == unsigned ? unsignedLow + 1 : unsignedLow,
        unsignedHigh == unsigned ? unsignedHigh - 1 : unsignedHigh,
        stamp.knownZeros(),
        stamp.knownOnes());
  }

  private void order(Node condition, boolean truth) {
    Node a = condition.value(0);
    Node b = condition.value(1);
    boolean signed = condition.op() == Op.LT || condition.op() == Op.LE;
    boolean strict = condition.op() == Op.LT || condition.op() == Op.ULT;
    if (a.type() == Type.I1) {
      return;
    }
    // That a < b does not hold is b <= a.
    if (truth) {
      less(a, b, signed, strict);
    } else {
      less(b, a, signed, !strict);
    }
  }

  /** a is less than b, or with {@code strict} off at most b. */
  private void less(Node a, Node b, boolean signed, boolean strict) {
    int excluded = signed ? Facts.GREATER : Facts.ABOVE;
    facts.relate(a, b, Facts.ANY & ~excluded & (strict ? ~Facts.EQUAL : -1));
    if (!a.type().isInteger()) {
      return;
    }
    int bits = a.type().bits();
    IntegerStamp first = facts.integer(a);
    IntegerStamp second = facts.integer(b);
    long by = strict ? 1 : 0;
    if (signed) {
      long least = -1L << (bits - 1);
      if (strict && (second.maximum() == least || first.minimum() == ~least)) {
        return;
      }
      learn(a, IntegerStamp.signedRange(bits, least, second.maximum() - by), 0);
      learn(b, IntegerStamp.signedRange(bits, first.minimum() + by, ~least), 0);
    } else {
      long greatest = -1L >>> (64 - bits);
      if (strict && (second.unsignedMaximum() == 0 || first.unsignedMinimum() == greatest)) {
        return;
      }
      learn(a, IntegerStamp.unsignedRange(bits, 0, second.unsignedMaximum() - by), 0);
      learn(b, IntegerStamp.unsignedRange(bits, first.unsignedMinimum() + by, greatest), 0);
    }
  }

  /** Also what {@code node} was made from is known more closely then. */
  private void learn(Node node, Stamp stamp, int depth) {
    if (!facts.learn(node, stamp) || depth == MOST_DEPTH || !node.type().isInteger()) {
      return;
    }
    IntegerStamp now = facts.integer(node);
    switch (node.op()) {
      case ADD -> {
        if (node.value(1).isConstant()) {
          learn(
              node.value(0),
              ArithmeticStamps.subtract(now, facts.integer(node.value(1))),
              depth + 1);
        }
      }
      case SIGN_EXTEND, ZERO_EXTEND ->
          learn(
              node.value(0),
              ConversionStamps.truncate(now, node.value(0).type().bits()),
              depth + 1);
      case AND -> {
        if (node.value(1).isConstant()) {
          long mask = node.value(1).immediate();
          learn(
              node.value(0),
              IntegerStamp.ofKnownBits(now.bits(), now.knownZeros() & mask, now.knownOnes() & mask),
              depth + 1);
        }
      }
      default -> {}
    }
  }

  /** Comparisons with a key that leads elsewhere are known, if there are any. */
  private void excludeKeys(Node value, SwitchTable table) {
    int uses = Math.min(value.useCount(), MOST_USES);
    for (int i = 0; i < uses; i++) {
      Node user = value.user(i);
      if ((user.op() == Op.EQ || user.op() == Op.NE)
          && user.value(1).isConstant()
          && table.select(user.value(1).immediate()) != 0) {
        facts.learn(user, IntegerStamp.constant(1, user.op() == Op.NE ? 1 : 0));
      }
    }
  }

  /** Control has taken {@code projection} of a SWITCH. Linear in the keys. */
  void assumeArm(Node node, int projection, int[] firstKey, int[] nextKey) {
    SwitchTable table = (SwitchTable) Objects.requireNonNull(node.attribute());
    Node value = node.value(0);
    int bits = value.type().bits();
    if (projection == 0) {
      IntegerStamp stamp = facts.integer(value);
      // From both ends, so that a run of keys at an end goes as a whole.
      for (int i = 0; i < table.size(); i++) {
        if (table.target(i) != 0) {
          stamp = without(stamp, table.key(i));
        }
      }
      for (int i = table.size() - 1; i >= 0; i--) {
        if (table.target(i) != 0) {
          stamp = without(stamp, table.key(i));
        }
      }
      learn(value, stamp, 0);
      excludeKeys(value, table);
      return;
    }
    IntegerStamp keys = IntegerStamp.empty(bits);
    for (int k = firstKey[projection]; k >= 0; k = nextKey[k]) {
      keys = keys.meet(IntegerStamp.constant(bits, table.key(k)));
    }
    if (!keys.isEmpty()) {
      learn(value, keys, 0);
    }
  }
}
