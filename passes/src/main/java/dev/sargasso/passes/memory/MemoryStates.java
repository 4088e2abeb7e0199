package dev.sargasso.passes.memory;

import dev.sargasso.ir.cfg.Ancestors;
import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.DominanceFrontiers;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which state of each alias class is current where: the exact form of anti-dependences.
 *
 * <p>At every point of a program at most one token of a class is current. It is replaced by the
 * next definition of the class: a store (or copy, fill, volatile load) of it, a call, a memory phi
 * at the start of a block, or, where different tokens meet and nobody needed a phi, by none. These
 * <em>definitions</em> form a tree under dominance for each class, with those that replace all
 * classes at once (calls) kept in a tree of their own. The first definition on the dominator path
 * below a token's own is where it ends, whatever loops and joins lie between: if a definition could
 * be passed on some other way into a block, the iterated dominance frontier has put one at its
 * start.
 *
 * <p>A load of a token may stand in a block if the token is current at the block's start or is
 * defined in it; within the block it stands before the next definition. Building is linear but for
 * one walk of the dominator tree for each alias class that is loaded from; each question takes
 * logarithmic time.
 */
public final class MemoryStates {
  private final Dominators dominators;

  /** One more than the largest alias class; also the number of the tree of calls. */
  private final int calls;

  // Definitions, sorted by class, then preorder of the dominator tree, then position.
  private final int[] block;

  /** 0 for the start of the block, else ascending in the order of tokens. */
  private final int[] position;

  private final @Nullable Node[] definition;

  /** For each class (and {@link #calls}) its first definition; one entry more at the end. */
  private final int[] first;

  private final Ancestors tree;

  /** By id of a node that defines tokens. */
  private final int[] positionOf;

  private final ControlFlow controlFlow;

  private MemoryStates(ControlFlow controlFlow, NodeOrder order) {
    this.controlFlow = controlFlow;
    dominators = controlFlow.dominators();
    positionOf = new int[controlFlow.graph().idLimit()];
    boolean[] loaded = loadedClasses(order);
    calls = loaded.length;
    Definitions found = new Definitions(order.count());
    for (int i = 0; i < order.count(); i++) {
      collect(order.node(i), i + 1, loaded, found);
    }
    addMeetings(loaded, found);
    int count = found.count;
    int[] sorted = sort(found);
    first = new int[calls + 2];
    block = new int[count];
    position = new int[count];
    definition = new Node[count];
    for (int i = 0; i < count; i++) {
      int d = sorted[i];
      block[i] = found.block[d];
      position[i] = found.position[d];
      definition[i] = found.node[d];
      first[found.aliasClass[d] + 1]++;
    }
    for (int c = 0; c <= calls; c++) {
      first[c + 1] += first[c];
    }
    tree = new Ancestors(count);
    for (int c = 0; c <= calls; c++) {
      grow(first[c], first[c + 1]);
    }
  }

  /** Computes the states. The graph must not change while they are in use. */
  public static MemoryStates of(ControlFlow controlFlow, NodeOrder order) {
    return new MemoryStates(controlFlow, order);
  }

  /** Definitions in the order in which they are found. */
  private static final class Definitions {
    int[] aliasClass;
    int[] block;
    int[] position;
    @Nullable Node[] node;
    int count;

    Definitions(int expected) {
      int capacity = Math.max(16, expected / 8);
      aliasClass = new int[capacity];
      block = new int[capacity];
      position = new int[capacity];
      node = new Node[capacity];
    }

    void add(int newClass, int newBlock, int newPosition, @Nullable Node newNode) {
      if (count == block.length) {
        int capacity = 2 * count;
        aliasClass = Arrays.copyOf(aliasClass, capacity);
        block = Arrays.copyOf(block, capacity);
        position = Arrays.copyOf(position, capacity);
        node = Arrays.copyOf(node, capacity);
      }
      aliasClass[count] = newClass;
      block[count] = newBlock;
      position[count] = newPosition;
      node[count++] = newNode;
    }
  }

  private static boolean[] loadedClasses(NodeOrder order) {
    boolean[] loaded = new boolean[1];
    for (int i = 0; i < order.count(); i++) {
      Node node = order.node(i);
      if (node.op() == Op.LOAD) {
        int aliasClass = Access.aliasClass(node.immediate());
        if (aliasClass >= loaded.length) {
          loaded = Arrays.copyOf(loaded, Math.max(aliasClass + 1, 2 * loaded.length));
        }
        loaded[aliasClass] = true;
      }
    }
    return loaded;
  }

  private void collect(Node node, int place, boolean[] loaded, Definitions found) {
    switch (node.op()) {
      case INITIAL_MEMORY -> add((int) node.immediate(), node, 0, loaded, found);
      case PHI -> {
        if (node.type() == Type.MEM) {
          add((int) node.immediate(), node, 0, loaded, found);
        }
      }
      case STORE, VOLATILE_LOAD, MEMORY_COPY, MEMORY_FILL ->
          add(Access.aliasClass(node.immediate()), node, place, loaded, found);
      case CALL -> {
        positionOf[node.id()] = place;
        found.add(calls, controlFlow.blockOf(node), place, node);
      }
      default -> {}
    }
  }

  private void add(int aliasClass, Node node, int place, boolean[] loaded, Definitions found) {
    positionOf[node.id()] = place;
    if (aliasClass < loaded.length && loaded[aliasClass]) {
      found.add(aliasClass, controlFlow.blockOf(node), place, node);
    }
  }

  /** Adds "none" where definitions meet without a phi. */
  private void addMeetings(boolean[] loaded, Definitions found) {
    int count = found.count;
    int[] start = new int[calls + 2];
    for (int d = 0; d < count; d++) {
      start[found.aliasClass[d] + 1]++;
    }
    for (int c = 0; c <= calls; c++) {
      start[c + 1] += start[c];
    }
    int[] next = start.clone();
    int[] byClass = new int[count];
    for (int d = 0; d < count; d++) {
      byClass[next[found.aliasClass[d]]++] = d;
    }
    DominanceFrontiers.Iterated frontiers =
        new DominanceFrontiers.Iterated(controlFlow, dominators);
    int[] phiClass = new int[controlFlow.count()];
    Arrays.fill(phiClass, -1);
    for (int c = 0; c <= calls; c++) {
      int size = start[c + 1] - start[c];
      if (size == 0 || (c < calls && !loaded[c])) {
        continue;
      }
      int[] blocks = new int[size];
      for (int i = 0; i < size; i++) {
        int d = byClass[start[c] + i];
        blocks[i] = found.block[d];
        if (found.position[d] == 0) {
          phiClass[found.block[d]] = c;
        }
      }
      for (int meeting : frontiers.frontier(blocks, size)) {
        if (phiClass[meeting] != c) {
          found.add(c, meeting, 0, null);
        }
      }
    }
  }

  /** A stable radix sort: starts of blocks first, then by preorder of blocks, then by class. */
  private int[] sort(Definitions found) {
    int count = found.count;
    int[] sorted = new int[count];
    int made = 0;
    for (int d = 0; d < count; d++) {
      if (found.position[d] == 0) {
        sorted[made++] = d;
      }
    }
    for (int d = 0; d < count; d++) {
      if (found.position[d] != 0) {
        sorted[made++] = d;
      }
    }
    int[] key = new int[count];
    for (int d = 0; d < count; d++) {
      key[d] = dominators.preorderNumber(found.block[d]);
    }
    sorted = distribute(sorted, key, controlFlow.count());
    return distribute(sorted, found.aliasClass, calls + 1);
  }

  private static int[] distribute(int[] items, int[] key, int keys) {
    int[] start = new int[keys + 1];
    for (int item : items) {
      start[key[item] + 1]++;
    }
    for (int k = 0; k < keys; k++) {
      start[k + 1] += start[k];
    }
    int[] result = new int[items.length];
    for (int item : items) {
      result[start[key[item]]++] = item;
    }
    return result;
  }

  private void grow(int from, int to) {
    int[] stack = new int[16];
    int depth = 0;
    for (int d = from; d < to; d++) {
      while (depth > 0 && !dominators.dominates(block[stack[depth - 1]], block[d])) {
        depth--;
      }
      if (depth == 0) {
        tree.addRoot(d);
      } else {
        tree.add(d, stack[depth - 1]);
      }
      if (depth == stack.length) {
        stack = Arrays.copyOf(stack, 2 * depth);
      }
      stack[depth++] = d;
    }
  }

  // --------------------------------------------------------------- questions

  /**
   * The last block on the dominator path to {@code late} in which {@code load} may stand. The path
   * must start at or below the block of the load's token.
   */
  public int limit(Node load, int late) {
    int aliasClass = Access.aliasClass(load.immediate());
    Node source = source(load.memory(), aliasClass);
    int home = controlFlow.blockOf(source);
    if (home == late) {
      return late;
    }
    int place = positionOf[source.id()];
    int byClass = limit(aliasClass, home, place, late);
    int byCall = limit(calls, home, place, late);
    return dominators.depth(byClass) < dominators.depth(byCall) ? byClass : byCall;
  }

  private int limit(int aliasClass, int home, int place, int late) {
    int current = nearest(aliasClass, late, 0);
    int own = nearest(aliasClass, home, place);
    if (current == own) {
      return late;
    }
    int end = tree.atDepth(current, own < 0 ? 0 : tree.depth(own) + 1);
    return position[end] > 0 ? block[end] : dominators.immediateDominator(block[end]);
  }

  /**
   * What replaces the load's token in {@code at}, a block in which the load may stand: the load
   * must come before it. Null if nothing does.
   */
  public @Nullable Node replacedBy(Node load, int at) {
    int aliasClass = Access.aliasClass(load.immediate());
    Node source = source(load.memory(), aliasClass);
    int place = controlFlow.blockOf(source) == at ? positionOf[source.id()] : 0;
    int byClass = next(aliasClass, at, place);
    int byCall = next(calls, at, place);
    if (byClass < 0 || (byCall >= 0 && position[byCall] < position[byClass])) {
      return byCall < 0 ? null : definition[byCall];
    }
    return definition[byClass];
  }

  /** The node that makes the state that {@code token} is in {@code aliasClass}. */
  public static Node source(Node token, int aliasClass) {
    Node at = token;
    while (true) {
      switch (at.op()) {
        case PROJECTION, MEMORY_PART -> at = at.input(0);
        case MEMORY_MERGE -> at = mergeInput(at, aliasClass);
        default -> {
          return at;
        }
      }
    }
  }

  private static Node mergeInput(Node merge, int aliasClass) {
    for (int i = 1; i < merge.inputCount(); i++) {
      if (aliasClassOf(merge.input(i)) == aliasClass) {
        return merge.input(i);
      }
    }
    return merge.input(0);
  }

  /** The alias class that a token is the state of; 0 for the state of everything. */
  public static int aliasClassOf(Node token) {
    return switch (token.op()) {
      case INITIAL_MEMORY, PHI, MEMORY_PART -> (int) token.immediate();
      case STORE, MEMORY_COPY, MEMORY_FILL -> Access.aliasClass(token.immediate());
      case PROJECTION ->
          token.input(0).op() == Op.VOLATILE_LOAD
              ? Access.aliasClass(token.input(0).immediate())
              : Access.ANY_CLASS;
      default -> Access.ANY_CLASS;
    };
  }

  /** The last definition of a class at or before a place, on the way down from the entry, or -1. */
  private int nearest(int aliasClass, int at, int place) {
    int d = lastBefore(aliasClass, at, place);
    if (d < first[aliasClass]) {
      return -1;
    }
    // All ancestors of what dominates the place dominate it too.
    while (!dominators.dominates(block[d], at)) {
      if (!dominators.dominates(block[tree.jump(d)], at)) {
        if (tree.parent(tree.jump(d)) < 0) {
          return -1;
        }
        d = tree.jump(d);
      } else {
        d = tree.parent(d);
      }
    }
    return d;
  }

  /** The last definition of the class, in sorted order, that is not behind the place. */
  private int lastBefore(int aliasClass, int at, int place) {
    int low = first[aliasClass];
    int high = first[aliasClass + 1];
    int number = dominators.preorderNumber(at);
    while (low < high) {
      int middle = (low + high) >>> 1;
      int other = dominators.preorderNumber(block[middle]);
      if (other < number || (other == number && position[middle] <= place)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  private int next(int aliasClass, int at, int place) {
    int d = lastBefore(aliasClass, at, place) + 1;
    return d < first[aliasClass + 1] && block[d] == at ? d : -1;
  }
}
