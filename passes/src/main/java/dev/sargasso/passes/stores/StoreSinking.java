package dev.sargasso.passes.stores;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.alias.Origins;
import dev.sargasso.passes.memory.EarliestBlocks;
import dev.sargasso.passes.memory.NodeOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Moves stores out of loops: one that every iteration overwrites is done once, where the loop is
 * left. After Knoop, Rüthing and Steffen, "Partial dead code elimination" (PLDI 1994), for the case
 * that pays.
 *
 * <p>A store moves if its address does not change in the loop; if it is executed in every iteration
 * and before every exit, so that nothing is written that would not have been; and if nothing else
 * in the loop touches its bytes or might stop it: no call, no guard, no volatile access. Loads of
 * the cell have been replaced by then (see load elimination). Loops with many accesses are left
 * alone, which keeps this linear in the graph.
 */
public final class StoreSinking {
  /** Definitions of memory in a loop, and exits of it, that are looked at. */
  private static final int MAX_ACCESSES = 24;

  private static final int MAX_EXITS = 8;

  private final Graph graph;
  private final ControlFlow controlFlow;
  private final Dominators dominators;
  private final LoopTree loops;
  private final NodeOrder order;
  private final EarliestBlocks earliest;
  private final Origins origins;
  private final Predicate<Node> maySink;

  /** By loop: the definitions of memory that are in no loop inside it. */
  private final List<List<Node>> definitions = new ArrayList<>();

  /** By loop: whether something in it, or in a loop inside it, forbids moving stores. */
  private final boolean[] closed;

  private long sunk;

  private StoreSinking(ControlFlow controlFlow, Predicate<Node> maySink) {
    this.controlFlow = controlFlow;
    this.maySink = maySink;
    graph = controlFlow.graph();
    dominators = controlFlow.dominators();
    loops = controlFlow.loops();
    order = NodeOrder.of(graph);
    earliest = new EarliestBlocks(controlFlow, order);
    origins = Origins.of(graph);
    for (int loop = 0; loop < loops.count(); loop++) {
      definitions.add(new ArrayList<>(0));
    }
    closed = new boolean[loops.count()];
  }

  /**
   * Moves stores of a function without garbage.
   *
   * @param maySink asked for each store that could go
   * @return how many were moved
   */
  public static long run(Function function, Predicate<Node> maySink) {
    ControlFlow controlFlow = ControlFlow.of(function.graph());
    if (controlFlow.loops().count() == 0) {
      return 0;
    }
    StoreSinking pass = new StoreSinking(controlFlow, maySink);
    pass.collect();
    for (int loop = 0; loop < pass.loops.count(); loop++) {
      pass.sinkFrom(loop);
    }
    return pass.sunk;
  }

  private void collect() {
    for (int i = 0; i < order.count(); i++) {
      Node node = order.node(i);
      boolean defines =
          switch (node.op()) {
            case STORE, MEMORY_COPY, MEMORY_FILL, VOLATILE_LOAD, CALL, GUARD -> true;
            case PHI -> node.type() == Type.MEM;
            default -> false;
          };
      int loop = defines ? loops.loopOf(controlFlow.blockOf(node)) : -1;
      if (loop < 0) {
        continue;
      }
      definitions.get(loop).add(node);
      if (!DeadStores.isStore(node) && node.op() != Op.PHI) {
        closed[loop] = true;
      }
    }
    for (int loop = 0; loop < loops.count(); loop++) {
      if (!definitions.get(loop).isEmpty() && loops.parent(loop) >= 0) {
        // Stores of loops inside are another one's business.
        closed[loops.parent(loop)] = true;
      }
      if (loops.isIrreducible(loop)) {
        closed[loop] = true;
      }
    }
    // Parents and loops inside them have no fixed order: carry it up from each.
    for (int loop = 0; loop < loops.count(); loop++) {
      for (int at = loop; closed[loop] && at >= 0 && loops.parent(at) >= 0; at = loops.parent(at)) {
        if (closed[loops.parent(at)]) {
          break;
        }
        closed[loops.parent(at)] = true;
      }
    }
  }

  private void sinkFrom(int loop) {
    List<Node> all = definitions.get(loop);
    if (all.isEmpty() || closed[loop] || all.size() > MAX_ACCESSES) {
      return;
    }
    int[] exits = exits(loop);
    if (exits == null) {
      return;
    }
    for (int i = 0; i < all.size(); i++) {
      Node store = all.get(i);
      if (store.op() == Op.STORE && isAlwaysExecuted(store, loop, exits)) {
        List<Use> outside = new ArrayList<>();
        if (isAlone(store, loop, all, exits, outside) && maySink.test(store)) {
          sink(store, exits, outside);
          all.remove(i);
          i--;
        }
      }
    }
  }

  /** The blocks behind the loop's exits; null if there are none or too many. */
  private int @Nullable [] exits(int loop) {
    int[] exits = new int[MAX_EXITS];
    int count = 0;
    for (int i = 0; i < loops.blockCount(loop); i++) {
      int block = loops.block(loop, i);
      for (int s = 0; s < controlFlow.successorCount(block); s++) {
        int successor = controlFlow.successor(block, s);
        if (!loops.contains(loop, successor)) {
          if (count == MAX_EXITS || controlFlow.predecessorCount(successor) != 1) {
            return null;
          }
          exits[count++] = successor;
        }
      }
    }
    return count == 0 ? null : Arrays.copyOf(exits, count);
  }

  private boolean isAlwaysExecuted(Node store, int loop, int[] exits) {
    int header = loops.header(loop);
    int home = earliest.of(store.value(0));
    if (home == header || !dominators.dominates(home, header)) {
      return false;
    }
    int block = controlFlow.blockOf(store);
    double outside = 0;
    for (int exit : exits) {
      if (!dominators.dominates(block, controlFlow.predecessor(exit, 0))) {
        return false;
      }
      outside += controlFlow.frequencies().frequency(exit);
    }
    for (int i = 0; i < controlFlow.predecessorCount(header); i++) {
      int latch = controlFlow.predecessor(header, i);
      if (loops.contains(loop, latch) && !dominators.dominates(block, latch)) {
        return false;
      }
    }
    return outside < controlFlow.frequencies().frequency(block);
  }

  /** A use, outside of the loop, of a state that the loop makes, behind one of the exits. */
  private record Use(Node user, int slot, int exit) {}

  /**
   * Whether nothing else in the loop touches the bytes of the store, so that outside one state at
   * each exit is to be replaced; finds all uses of those.
   */
  private boolean isAlone(Node store, int loop, List<Node> all, int[] exits, List<Use> outside) {
    Node address = store.value(0);
    long size = DeadStores.size(store);
    int aliasClass = Access.aliasClass(store.immediate());
    for (Node other : all) {
      if (aliasClassOf(other) != aliasClass) {
        continue;
      }
      if (other != store && other.op() != Op.PHI) {
        if (!origins.areDisjoint(address, size, other.value(0), DeadStores.size(other))
            || (other.op() == Op.MEMORY_COPY
                && !origins.areDisjoint(address, size, other.value(1), DeadStores.size(other)))) {
          return false;
        }
      }
      for (int i = 0; i < other.useCount(); i++) {
        if (!isHarmless(other.user(i), other.userSlot(i), store, loop, exits, outside)) {
          return false;
        }
      }
    }
    return agree(exits, outside);
  }

  private static int aliasClassOf(Node definition) {
    return definition.op() == Op.PHI
        ? (int) definition.immediate()
        : Access.aliasClass(definition.immediate());
  }

  private boolean isHarmless(
      Node user, int slot, Node store, int loop, int[] exits, List<Use> outside) {
    int block = placeOf(user, slot);
    if (block < 0) {
      return false;
    }
    if (loops.contains(loop, block)) {
      return switch (user.op()) {
        case LOAD ->
            origins.areDisjoint(
                user.value(0), user.type().bytes(), store.value(0), DeadStores.size(store));
        case STORE, MEMORY_COPY, MEMORY_FILL, PHI -> true;
        default -> false;
      };
    }
    for (int e = 0; e < exits.length; e++) {
      if (dominators.dominates(exits[e], block)) {
        outside.add(new Use(user, slot, e));
        return true;
      }
    }
    return false;
  }

  /** The block in which a use takes place; -1 if that is not plain to see. */
  private int placeOf(Node user, int slot) {
    if (user.op() == Op.PHI) {
      return controlFlow.predecessor(controlFlow.blockOf(user), slot - 1);
    }
    if (user.op() == Op.MEMORY_MERGE) {
      int place = -1;
      for (int i = 0; i < user.useCount(); i++) {
        Node next = user.user(i);
        if (!next.op().isPinned() || next.op() == Op.PHI) {
          return -1;
        }
        int block = controlFlow.blockOf(next);
        place = place < 0 ? block : dominators.commonDominator(place, block);
      }
      return place;
    }
    return user.op() == Op.LOAD || user.op().isPinned() ? earliest.of(user) : -1;
  }

  private static boolean agree(int[] exits, List<Use> outside) {
    for (int e = 0; e < exits.length; e++) {
      Node token = null;
      for (Use use : outside) {
        if (use.exit == e) {
          Node used = use.user.input(use.slot);
          if (token != null && token != used) {
            return false;
          }
          token = used;
        }
      }
    }
    return true;
  }

  private void sink(Node store, int[] exits, List<Use> outside) {
    graph.setPosition(store.position());
    for (int e = 0; e < exits.length; e++) {
      Node moved = null;
      for (Use use : outside) {
        if (use.exit == e) {
          if (moved == null) {
            moved =
                graph.makeRaw(
                    Op.STORE,
                    Type.MEM,
                    store.immediate(),
                    null,
                    controlFlow.head(exits[e]),
                    use.user.input(use.slot),
                    store.value(0),
                    store.value(1));
            earliest.put(moved, exits[e]);
          }
          graph.setInput(use.user, use.slot, moved);
        }
      }
    }
    graph.setPosition(0);
    graph.replace(store, store.memory());
    sunk++;
  }
}
