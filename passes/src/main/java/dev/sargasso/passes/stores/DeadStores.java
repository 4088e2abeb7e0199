package dev.sargasso.passes.stores;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.passes.alias.Aliasing;
import dev.sargasso.passes.alias.Origins;
import dev.sargasso.passes.memory.EarliestBlocks;
import dev.sargasso.passes.memory.MemoryStates;
import dev.sargasso.passes.memory.NodeOrder;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Removes stores, copies and fills whose bytes nobody reads. Each looks at a bounded number of
 * places, the last one of the function first, so that a chain of dead ones goes in one walk. Linear
 * in the graph.
 */
public final class DeadStores {
  /** Users of memory that one store looks at. */
  private static final int MAX_STEPS = 160;

  private final Graph graph;
  private final ControlFlow controlFlow;
  private final Dominators dominators;
  private final NodeOrder order;
  private final EarliestBlocks earliest;
  private final Origins origins;

  /** By id of a token: the number of the search that has seen it. */
  private final int[] seenBy;

  private int searches;
  private Node[] stack = new Node[16];
  private int depth;
  private int steps;

  // The bytes in question.
  private Node address;
  private long size;
  private boolean isPrivate;
  private int aliasClass;
  private int home;

  private DeadStores(Graph graph) {
    this.graph = graph;
    controlFlow = ControlFlow.of(graph);
    dominators = controlFlow.dominators();
    order = NodeOrder.of(graph);
    earliest = new EarliestBlocks(controlFlow, order);
    origins = Origins.of(graph);
    seenBy = new int[graph.idLimit()];
    address = graph.start();
  }

  /**
   * Removes what is dead in a function without garbage; leaves unused values for a clean-up.
   *
   * @param mayRemove asked for each store that could go
   * @return how many are gone
   */
  public static long run(Function function, Predicate<Node> mayRemove) {
    return hasStores(function.graph()) ? new DeadStores(function.graph()).run(mayRemove) : 0;
  }

  private static boolean hasStores(Graph graph) {
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && isStore(node)) {
        return true;
      }
    }
    return false;
  }

  static boolean isStore(Node node) {
    return switch (node.op()) {
      case STORE, MEMORY_COPY, MEMORY_FILL -> !Access.isVolatile(node.immediate());
      default -> false;
    };
  }

  private long run(Predicate<Node> mayRemove) {
    long removed = 0;
    for (int i = order.count() - 1; i >= 0; i--) {
      Node node = order.node(i);
      if (node.isAlive() && isStore(node) && isDead(node) && mayRemove.test(node)) {
        graph.replace(node, node.memory());
        removed++;
      }
    }
    return removed;
  }

  /** Number of bytes that a store, copy or fill writes. */
  static long size(Node store) {
    return store.op() == Op.STORE ? store.value(1).type().bytes() : Access.size(store.immediate());
  }

  private boolean isDead(Node store) {
    address = store.value(0);
    size = size(store);
    isPrivate = origins.isPrivate(origins.object(address));
    aliasClass = Access.aliasClass(store.immediate());
    home = earliest.of(address);
    searches++;
    steps = 0;
    depth = 0;
    push(store);
    while (depth > 0) {
      Node token = stack[--depth];
      for (int i = 0; i < token.useCount(); i++) {
        if (++steps > MAX_STEPS || !passes(token.user(i), token.userSlot(i))) {
          return false;
        }
      }
    }
    return true;
  }

  private void push(Node token) {
    if (seenBy[token.id()] == searches) {
      return;
    }
    seenBy[token.id()] = searches;
    if (depth == stack.length) {
      stack = Arrays.copyOf(stack, 2 * depth);
    }
    stack[depth++] = token;
  }

  /** Whether nobody reads the bytes by way of this user of the state; notes where to go on. */
  private boolean passes(Node user, int slot) {
    return switch (user.op()) {
      case LOAD -> origins.areDisjoint(user.value(0), user.type().bytes(), address, size);
      case VOLATILE_LOAD -> {
        int read = Access.size(user.immediate());
        Node after = user.projection(0);
        if (after != null) {
          push(after);
        }
        yield origins.areDisjoint(user.value(0), read, address, size);
      }
      case STORE, MEMORY_FILL, MEMORY_COPY -> {
        if (user.op() == Op.MEMORY_COPY
            && !origins.areDisjoint(user.value(1), size(user), address, size)) {
          yield false;
        }
        if (!Aliasing.isInside(address, size, user.value(0), size(user))) {
          push(user);
        }
        yield true;
      }
      case PHI -> {
        // Beyond a region that the address does not come from above of, it may be another one.
        int block = controlFlow.blockOf(user);
        push(user);
        yield home != block && dominators.dominates(home, block);
      }
      case CALL -> {
        Node after = user.projection(1);
        if (after != null) {
          push(after);
        }
        yield !origins.mayBeRead(user, address);
      }
      case MEMORY_MERGE -> {
        // A merge whose first input is not of the class may have that of another input.
        if (slot > 0 || MemoryStates.source(user, aliasClass) == source(user, slot)) {
          push(user);
        }
        yield true;
      }
      case MEMORY_PART -> {
        if (user.immediate() == aliasClass) {
          push(user);
        }
        yield true;
      }
      case RETURN, TRAP, UNREACHABLE -> isPrivate;
      default -> false;
    };
  }

  private Node source(Node merge, int slot) {
    return MemoryStates.source(merge.input(slot), aliasClass);
  }
}
