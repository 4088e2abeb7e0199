package dev.sargasso.passes.bulk;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.alias.Aliasing;
import dev.sargasso.passes.counted.CountedLoop;
import dev.sargasso.passes.counted.LinearAddress;
import dev.sargasso.passes.duplicate.LoopBodies;
import dev.sargasso.passes.duplicate.LoopBody;
import dev.sargasso.passes.duplicate.LoopForm;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Puts MEMORY_FILL and MEMORY_COPY of a constant size in the place of loops that store element by
 * element.
 *
 * <p>A fill may run either way, for every byte is written once, and with the same. A copy needs
 * areas that are known not to touch: a loop that copies onto what it reads later is no copy.
 */
public final class BulkLoops {
  /** Below this, stores are as good. */
  private static final long LEAST_BYTES = 32;

  /**
   * Up to this size the machine code is a row of stores; string instructions need time to start.
   */
  private static final long ROW_BYTES = 128;

  /** From this size on string instructions are faster than a loop. */
  private static final long STRING_BYTES = 512;

  private final LoopBodies bodies;
  private final Graph graph;
  private final BiPredicate<String, Node> mayChange;
  private int fills;
  private int copies;

  private BulkLoops(LoopBodies bodies, BiPredicate<String, Node> mayChange) {
    this.bodies = bodies;
    this.mayChange = mayChange;
    graph = bodies.controlFlow().graph();
  }

  /** What has been done. */
  public record Counts(int fills, int copies) {
    /** All changes. */
    public int total() {
      return fills + copies;
    }
  }

  /**
   * Replaces what qualifies; afterwards the graph wants a clean-up if anything has changed. Linear
   * in the graph.
   *
   * @param mayChange asked last, with what would be done and the store
   */
  public static Counts run(Function function, BiPredicate<String, Node> mayChange) {
    Graph graph = function.graph();
    ControlFlow controlFlow = ControlFlow.of(graph);
    if (controlFlow.loops().count() == 0) {
      return new Counts(0, 0);
    }
    if (LoopForm.run(controlFlow) > 0) {
      controlFlow = ControlFlow.of(graph);
    }
    Simplifier before = graph.simplifier();
    graph.setSimplifier(Simplifications.whileBuilding(before));
    graph.setRetaining(true);
    BulkLoops pass = new BulkLoops(LoopBodies.of(controlFlow), mayChange);
    for (int loop = 0; loop < controlFlow.loops().count(); loop++) {
      // One block, and the one on the way round.
      if (controlFlow.loops().blockCount(loop) == 2) {
        CountedLoop counted = CountedLoop.of(pass.bodies, loop);
        if (counted != null && counted.isOneBlock()) {
          pass.look(counted);
        }
      }
    }
    graph.setRetaining(false);
    graph.setSimplifier(before);
    return new Counts(pass.fills, pass.copies);
  }

  private void look(CountedLoop loop) {
    if (loop.memories().size() != 1 || loop.rounds().constant().isEmpty()) {
      return;
    }
    Node phi = loop.memories().getFirst();
    Node store = phi.input(2);
    if (store.op() != Op.STORE
        || store.memory() != phi
        || Access.isVolatile(store.immediate())
        || !loop.body().contains(store)) {
      return;
    }
    Node load = loadOf(loop.body());
    boolean isCopy = load != null;
    if (!hasNoOtherEffect(loop.body(), store, load)) {
      return;
    }
    long times = loop.rounds().constant().getAsLong() + 1;
    Type type = store.value(1).type();
    long element = type.bytes();
    if (times < 1 || times > Integer.MAX_VALUE / element || !isWorthIt(times * element)) {
      return;
    }
    LinearAddress target = LinearAddress.of(loop.body(), store.value(0), loop.rounds());
    if (target == null || Math.abs(target.stride()) != element) {
      return;
    }
    if (isCopy) {
      copy(loop, store, load, target, times * element);
    } else {
      fill(loop, store, target, times * element);
    }
  }

  private static boolean isWorthIt(long bytes) {
    return bytes >= LEAST_BYTES && (bytes <= ROW_BYTES || bytes >= STRING_BYTES);
  }

  /** The only load in the loop; null if there is none. */
  private static @Nullable Node loadOf(LoopBody body) {
    Node found = null;
    for (int i = 0; i < body.size() && found == null; i++) {
      found = body.member(i).op() == Op.LOAD ? body.member(i) : null;
    }
    return found;
  }

  private static boolean hasNoOtherEffect(LoopBody body, Node store, @Nullable Node load) {
    for (int i = 0; i < body.size(); i++) {
      Node member = body.member(i);
      switch (member.op()) {
        case PHI, LOOP, REGION, IF, PROJECTION -> {}
        default -> {
          boolean isOther = member.op().isPinned() || member.op().readsMemory();
          if (isOther && member != store && member != load) {
            return false;
          }
        }
      }
    }
    return true;
  }

  // ------------------------------------------------------------------- fills

  private void fill(CountedLoop loop, Node store, LinearAddress target, long bytes) {
    Node value = store.value(1);
    Node one = byteOf(loop.body(), value);
    if (one == null || !mayChange.test("fill at once", store)) {
      return;
    }
    Node phi = loop.memories().getFirst();
    graph.setPosition(store.position());
    Node start = lowest(loop, target);
    Node filled =
        graph.makeRaw(
            Op.MEMORY_FILL,
            Type.MEM,
            Access.ofSize(Access.aliasClass(store.immediate()), (int) bytes),
            null,
            loop.body().header().input(0),
            phi.input(1),
            start,
            one);
    graph.setPosition(0);
    graph.setInput(phi, 1, filled);
    graph.replace(store, phi);
    fills++;
  }

  /** The byte that all bytes of the value are, or null if they are not or it changes. */
  private @Nullable Node byteOf(LoopBody body, Node value) {
    if (body.contains(value)) {
      return null;
    }
    if (value.type() == Type.I8) {
      return value;
    }
    if (!value.isConstant() || value.type() == Type.I1) {
      return null;
    }
    long bits = value.immediate();
    long lowest = bits & 0xFF;
    for (int i = 1; i < value.type().bytes(); i++) {
      if ((bits >>> (8 * i) & 0xFF) != lowest) {
        return null;
      }
    }
    return graph.constant(Type.I8, (byte) lowest);
  }

  /** The lowest address that the loop touches. */
  private Node lowest(CountedLoop loop, LinearAddress address) {
    Node first = address.first(graph, loop.body());
    if (address.stride() > 0) {
      return first;
    }
    long way = address.stride() * loop.rounds().constant().getAsLong();
    // In bounds if the first one is: an access is made there.
    return graph.make(Op.OFFSET, Type.PTR, 0, null, first, graph.constant(Type.I64, way));
  }

  // ------------------------------------------------------------------ copies

  private void copy(CountedLoop loop, Node store, Node load, LinearAddress target, long bytes) {
    Node phi = loop.memories().getFirst();
    LinearAddress source = LinearAddress.of(loop.body(), load.value(0), loop.rounds());
    if (store.value(1) != load
        || load.useCount() != 1
        || load.memory() != phi
        || source == null
        || source.stride() != target.stride()) {
      return;
    }
    Node to = lowest(loop, target);
    Node from = lowest(loop, source);
    if (!Aliasing.areDisjoint(to, bytes, from, bytes) || !mayChange.test("copy at once", store)) {
      return;
    }
    graph.setPosition(store.position());
    Node copied =
        graph.makeRaw(
            Op.MEMORY_COPY,
            Type.MEM,
            Access.ofSize(Access.aliasClass(store.immediate()), (int) bytes),
            null,
            loop.body().header().input(0),
            phi.input(1),
            to,
            from);
    graph.setPosition(0);
    graph.setInput(phi, 1, copied);
    graph.replace(store, phi);
    copies++;
  }
}
