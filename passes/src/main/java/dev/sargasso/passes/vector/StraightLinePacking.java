package dev.sargasso.passes.vector;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Lanes;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.alias.Aliasing;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Predicate;

/**
 * Stores to neighbouring places, one after the other, whose values are computed alike, as one store
 * of a vector (Larsen and Amarasinghe, "Exploiting Superword Level Parallelism with Multimedia
 * Instruction Sets", PLDI 2000; from the stores up, as in Rosen, Nuzman and Zaks, GCC Summit 2007).
 */
public final class StraightLinePacking {
  /** Stores of a run that are looked at together. */
  private static final int MAX_RUN = 64;

  private final Graph graph;
  private final LaneCode code;
  private final Predicate<Node> mayPack;
  private int packed;

  private StraightLinePacking(Graph graph, Predicate<Node> mayPack) {
    this.graph = graph;
    this.mayPack = mayPack;
    code = new LaneCode(graph);
  }

  /**
   * Packs what pays; afterwards the graph wants a clean-up. Linear in the function: each run of
   * stores is looked at once, and trees above them are followed to a limit.
   *
   * @param mayPack asked last, with the last of the stores
   * @return the number of vectors that are stored
   */
  public static int run(Function function, Predicate<Node> mayPack) {
    Graph graph = function.graph();
    Simplifier before = graph.simplifier();
    graph.setSimplifier(Simplifications.whileBuilding(before));
    StraightLinePacking pass = new StraightLinePacking(graph, mayPack);
    int limit = graph.idLimit();
    Node[] run = new Node[MAX_RUN];
    for (int id = 0; id < limit; id++) {
      Node node = graph.node(id);
      if (node != null && isPlainStore(node) && !goesOn(node)) {
        pass.packRun(run, collect(node, run));
      }
    }
    graph.setSimplifier(before);
    return pass.packed;
  }

  private static boolean isPlainStore(Node node) {
    return node.op() == Op.STORE
        && !Access.isVolatile(node.immediate())
        && node.useCount() > 0
        && Lanes.isLane(node.value(1).type());
  }

  /** Whether the next state of memory is made by a store that belongs to the same run. */
  private static boolean goesOn(Node store) {
    for (int i = 0; i < store.useCount(); i++) {
      Node user = store.user(i);
      if (isPlainStore(user) && user.memory() == store && isOfOneRun(store, user)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOfOneRun(Node a, Node b) {
    return a.control() == b.control()
        && Access.aliasClass(a.immediate()) == Access.aliasClass(b.immediate())
        && a.value(1).type() == b.value(1).type()
        && Aliasing.base(a.value(0)) == Aliasing.base(b.value(0));
  }

  /** The stores that lead to {@code last}, in their order, at the end of {@code run}. */
  private static int collect(Node last, Node[] run) {
    int count = 0;
    Node at = last;
    while (count < MAX_RUN && isPlainStore(at) && isOfOneRun(at, last)) {
      count++;
      run[MAX_RUN - count] = at;
      at = at.memory();
    }
    return count;
  }

  private void packRun(Node[] run, int count) {
    int lanes = Lanes.count(run[MAX_RUN - 1].value(1).type());
    for (int end = MAX_RUN; end - lanes >= MAX_RUN - count; ) {
      Node[] group = Arrays.copyOfRange(run, end - lanes, end);
      boolean done = pack(group);
      end -= done ? lanes : 1;
    }
  }

  /** Makes one store of as many as fill a vector, if they do and it pays. */
  private boolean pack(Node[] stores) {
    Node[] lanes = stores.clone();
    Arrays.sort(lanes, Comparator.comparingLong(store -> Aliasing.constant(store.value(0))));
    int bytes = lanes[0].value(1).type().bytes();
    Node[] values = new Node[lanes.length];
    for (int i = 0; i < lanes.length; i++) {
      if (Aliasing.constant(lanes[i].value(0)) - Aliasing.constant(lanes[0].value(0))
          != (long) i * bytes) {
        return false;
      }
      values[i] = lanes[i].value(1);
    }
    PackedTree tree = new PackedTree(graph, code, stores);
    Node last = stores[stores.length - 1];
    if (!tree.fits(values) || !tree.pays() || !tree.ownsTokens() || !mayPack.test(last)) {
      return false;
    }
    graph.setPosition(last.position());
    Node vector = tree.make(values);
    Node control = last.input(0);
    Node stored =
        code.store(
            Type.V128.bytes(),
            Access.withTag(last.immediate(), Access.ANY_TYPE),
            control,
            stores[0].memory(),
            lanes[0].value(0),
            vector);
    graph.setPosition(0);
    graph.replace(last, stored);
    packed++;
    return true;
  }
}
