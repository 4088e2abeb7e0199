package dev.sargasso.passes.constants;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which arms of a SWITCH are taken at all, and the SWITCH without the others. */
public final class SwitchArms {
  private SwitchArms() {}

  /** Which projections of a SWITCH a value in {@code stamp} may take. Linear in its keys. */
  public static boolean[] live(Node node, IntegerStamp stamp) {
    SwitchTable table = (SwitchTable) Objects.requireNonNull(node.attribute());
    boolean[] live = new boolean[table.targetCount()];
    long matching = 0;
    for (int i = 0; i < table.size(); i++) {
      if (stamp.contains(table.key(i))) {
        live[table.target(i)] = true;
        matching++;
      }
    }
    live[0] |= hasMoreThan(stamp, matching);
    return live;
  }

  /** Whether a set may have more members than {@code count} numbers that are in it. */
  private static boolean hasMoreThan(IntegerStamp stamp, long count) {
    long unknown = ~(stamp.knownZeros() | stamp.knownOnes()) & (-1L >>> (64 - stamp.bits()));
    int free = Long.bitCount(unknown);
    boolean bitsAllow = free >= 62 || 1L << free > count;
    long signed = stamp.maximum() - stamp.minimum();
    long unsigned = stamp.unsignedMaximum() - stamp.unsignedMinimum();
    return bitsAllow
        && Long.compareUnsigned(signed, count) >= 0
        && Long.compareUnsigned(unsigned, count) >= 0;
  }

  /**
   * Puts a SWITCH with fewer arms in the place of {@code node}; control of the others is cut off,
   * which {@link dev.sargasso.ir.build.Reachability} has to follow up.
   *
   * @param live the arms to be kept, at least one; the default may be missing
   * @param values what the switched value can be; keys outside are left out
   */
  public static void narrow(Graph graph, Node node, boolean[] live, IntegerStamp values) {
    SwitchTable table = (SwitchTable) Objects.requireNonNull(node.attribute());
    // Without the old default, one of the others takes its place.
    int otherwise = 0;
    for (int i = 0; !live[otherwise] && i < table.size(); i++) {
      if (live[table.target(i)]) {
        otherwise = table.target(i);
      }
    }
    int[] renumbered = new int[live.length];
    int targets = 1;
    for (int i = 0; i < live.length; i++) {
      renumbered[i] = !live[i] || i == otherwise ? 0 : targets++;
    }
    long[] keys = new long[table.size()];
    int[] to = new int[table.size()];
    int kept = 0;
    for (int i = 0; i < table.size(); i++) {
      if (values.contains(table.key(i)) && table.target(i) != otherwise) {
        keys[kept] = table.key(i);
        to[kept++] = renumbered[table.target(i)];
      }
    }
    SwitchTable narrower =
        new SwitchTable(Arrays.copyOf(keys, kept), Arrays.copyOf(to, kept), targets);
    graph.setPosition(node.position());
    Node better = graph.make(Op.SWITCH, Type.TUPLE, 0, narrower, node.input(0), node.value(0));
    @Nullable Node[] projections = new Node[live.length];
    for (int i = 0; i < node.useCount(); i++) {
      projections[(int) node.user(i).immediate()] = node.user(i);
    }
    graph.setInput(node, 0, null);
    for (int i = 0; i < live.length; i++) {
      if (live[i]) {
        Node arm = graph.make(Op.PROJECTION, Type.CTRL, renumbered[i], null, better);
        graph.replace(Objects.requireNonNull(projections[i]), arm);
      }
    }
    graph.setPosition(0);
  }
}
