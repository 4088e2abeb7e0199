package dev.sargasso.passes.constants;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.Stamp;
import java.util.Arrays;
import java.util.Objects;

/**
 * Bounds how often what is known of a value can be taken back.
 *
 * <p>The interval of a loop's variable could grow by one each time round. From a few raises on its
 * bounds jump to the next threshold instead: a number that the function compares with, or its
 * neighbour, since that is where conditions stop it (Cousot and Cousot's widening, with thresholds
 * as Blanchet et al. 2003, section 7.1.2, use them). After some more the stamp is given up. Only
 * phis close cycles of values, but every node has the limit, so that a long sum of phis cannot be
 * raised by each of them.
 */
final class Widening {
  /** Raises that are taken as they come. */
  private static final int PRECISE = 3;

  /** Raises of a phi, after which nothing is known of it. */
  private static final int LIMIT_OF_PHI = 12;

  /** Raises of other nodes, after which nothing is known of them. */
  private static final int LIMIT = 40;

  /** So many numbers are enough; more would only make the search longer. */
  private static final int MOST_THRESHOLDS = 1 << 16;

  private final byte[] raises;

  /** Ascending as signed numbers, distinct. */
  private long[] signed = new long[64];

  private int count;

  Widening(Graph graph) {
    raises = new byte[graph.idLimit()];
    note(0);
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node == null) {
        continue;
      }
      if (node.op().isComparison() && node.value(0).type().isInteger()) {
        noteConstant(node.value(0));
        noteConstant(node.value(1));
      } else if (node.op() == Op.SWITCH) {
        SwitchTable table = (SwitchTable) Objects.requireNonNull(node.attribute());
        if (table.size() > 0) {
          note(table.key(0));
          note(table.key(table.size() - 1));
        }
      }
    }
    Arrays.sort(signed, 0, count);
    int distinct = 0;
    for (int i = 0; i < count; i++) {
      if (distinct == 0 || signed[distinct - 1] != signed[i]) {
        signed[distinct++] = signed[i];
      }
    }
    count = distinct;
  }

  private void noteConstant(Node node) {
    if (node.isConstant() && count < MOST_THRESHOLDS) {
      note(node.immediate());
    }
  }

  private void note(long value) {
    if (count + 3 > signed.length) {
      signed = Arrays.copyOf(signed, 2 * signed.length);
    }
    signed[count++] = value;
    if (value != Long.MIN_VALUE) {
      signed[count++] = value - 1;
    }
    if (value != Long.MAX_VALUE) {
      signed[count++] = value + 1;
    }
  }

  /**
   * What to believe of {@code node} from now on: at least {@code now}, which includes and differs
   * from {@code before}.
   */
  Stamp widen(Node node, Stamp before, Stamp now) {
    int raise = raises[node.id()];
    if (raise < LIMIT) {
      raises[node.id()]++;
    }
    if (raise >= (node.op() == Op.PHI ? LIMIT_OF_PHI : LIMIT)) {
      return Stamp.full(node.type());
    }
    if (node.op() != Op.PHI
        || raise < PRECISE
        || !(before instanceof IntegerStamp from)
        || !(now instanceof IntegerStamp to)) {
      return now;
    }
    int bits = to.bits();
    long least = -1L << (bits - 1);
    long minimum = to.minimum() < from.minimum() ? below(to.minimum(), least) : to.minimum();
    long maximum = to.maximum() > from.maximum() ? above(to.maximum(), ~least) : to.maximum();
    long unsignedMinimum = to.unsignedMinimum();
    if (unsignedMinimum != from.unsignedMinimum()) {
      unsignedMinimum = minimum >= 0 ? minimum : 0;
    }
    long unsignedMaximum = to.unsignedMaximum();
    if (unsignedMaximum != from.unsignedMaximum()) {
      long mask = -1L >>> (64 - bits);
      unsignedMaximum = minimum >= 0 ? maximum : mask;
    }
    // Bits that are known of both are few to lose; each raise of this kind loses one at least.
    return IntegerStamp.of(
        bits,
        minimum,
        maximum,
        unsignedMinimum,
        unsignedMaximum,
        to.knownZeros() & lowBits(to),
        to.knownOnes() & lowBits(to));
  }

  /** The bits below the lowest that is not known: what alignment leaves. */
  private static long lowBits(IntegerStamp stamp) {
    long unknown = ~(stamp.knownZeros() | stamp.knownOnes());
    return Long.lowestOneBit(unknown) - 1;
  }

  private long below(long value, long least) {
    int at = Arrays.binarySearch(signed, 0, count, value);
    int place = at >= 0 ? at : -at - 2;
    return place < 0 ? least : Math.max(signed[place], least);
  }

  private long above(long value, long greatest) {
    int at = Arrays.binarySearch(signed, 0, count, value);
    int place = at >= 0 ? at : -at - 1;
    return place >= count ? greatest : Math.min(signed[place], greatest);
  }
}
