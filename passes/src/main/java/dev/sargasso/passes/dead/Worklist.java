package dev.sargasso.passes.dead;

import dev.sargasso.ir.graph.ChangeListener;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.type.Stamp;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * Simplifies a whole graph: a ring of nodes to look at and a bit for each that is in it.
 *
 * <p>The ring is seeded with the live nodes to which something has happened since they were last
 * simplified, inputs before users, and with stores that may hide another, which is known once a
 * graph is complete. Afterwards come the users of whatever was replaced or is known more closely,
 * and nodes that lost a use; and since rules look at inputs of inputs, the users of a node whose
 * inputs changed. Every visit but those of the seeding is thus paid for by a change, and rules end
 * (see {@code Simplifications}); a limit of visits to one node stands behind that argument.
 */
public final class Worklist implements ChangeListener {
  /** Nobody has seen a node need half of this. */
  private static final int VISITS_OF_ONE_NODE = 100;

  private final Graph graph;
  private final long chaosSeed;
  private final SplittableRandom random;

  private int[] ring;
  private int head;
  private int count;
  private long[] queued;
  private byte[] visitsOf;

  /** Bits of nodes that have lost or changed an input since they were visited. */
  private long[] changed;

  private long visits;
  private long changes;
  private long exhausted;

  /**
   * @param chaosSeed 0 for the usual order; else nodes are taken at random
   */
  public Worklist(Graph graph, long chaosSeed) {
    this.graph = graph;
    this.chaosSeed = chaosSeed;
    random = new SplittableRandom(chaosSeed);
    int limit = graph.idLimit();
    ring = new int[Math.max(64, Integer.highestOneBit(limit) * 2)];
    queued = new long[(limit >> 6) + 1];
    changed = new long[(limit >> 6) + 1];
    visitsOf = new byte[limit];
  }

  /** How many nodes were looked at. */
  public long visits() {
    return visits;
  }

  /** How many of them were replaced, killed, or are known more closely. */
  public long changes() {
    return changes;
  }

  /** How many visits the limit has refused; 0 unless rules chase each other. */
  public long exhausted() {
    return exhausted;
  }

  /**
   * Listens to the graph and queues the live nodes that may have become simpler.
   *
   * @param simplifier meant for finished graphs; the graph keeps it
   */
  public void start(Simplifier simplifier) {
    graph.setSimplifier(simplifier);
    graph.setListener(this);
    seed();
  }

  /** Revisits what is queued until nothing is. What changes afterwards is queued again. */
  public void drain() {
    while (count > 0) {
      visit(take());
    }
  }

  /** Stops listening. */
  public void stop() {
    graph.setListener(ChangeListener.NONE);
  }

  // -------------------------------------------------------------------- ring

  private void push(Node node) {
    if (!isVisited(node.op()) && node.useCount() > 0) {
      return;
    }
    int id = node.id();
    if ((id >> 6) >= queued.length) {
      queued = Arrays.copyOf(queued, Math.max(2 * queued.length, (id >> 6) + 1));
      changed = Arrays.copyOf(changed, queued.length);
    }
    if ((queued[id >> 6] & 1L << id) != 0) {
      return;
    }
    queued[id >> 6] |= 1L << id;
    if (count == ring.length) {
      int[] larger = new int[2 * count];
      for (int i = 0; i < count; i++) {
        larger[i] = ring[(head + i) & (count - 1)];
      }
      ring = larger;
      head = 0;
    }
    ring[(head + count++) & (ring.length - 1)] = id;
  }

  private int take() {
    int mask = ring.length - 1;
    if (chaosSeed != 0) {
      int other = (head + random.nextInt(count)) & mask;
      int id = ring[other];
      ring[other] = ring[head];
      ring[head] = id;
    }
    int id = ring[head];
    head = (head + 1) & mask;
    count--;
    queued[id >> 6] &= ~(1L << id);
    return id;
  }

  /**
   * All nodes that END needs and that may have become simpler, in postorder along inputs: but for
   * cycles, inputs come first.
   */
  private void seed() {
    boolean[] seen = new boolean[graph.idLimit()];
    Node[] stack = new Node[256];
    int[] next = new int[256];
    int depth = 0;
    stack[depth] = graph.end();
    next[depth++] = 0;
    seen[graph.end().id()] = true;
    while (depth > 0) {
      Node node = stack[depth - 1];
      int i = next[depth - 1]++;
      if (i >= node.inputCount()) {
        if (!graph.isSettled(node) || maySeeOneStore(node)) {
          push(node);
          if (graph.hasChanged(node)) {
            noteChange(node);
          }
        }
        depth--;
        continue;
      }
      Node input = node.inputOrNull(i);
      if (input == null || seen[input.id()]) {
        continue;
      }
      seen[input.id()] = true;
      if (depth == stack.length) {
        stack = Arrays.copyOf(stack, 2 * depth);
        next = Arrays.copyOf(next, 2 * depth);
      }
      stack[depth] = input;
      next[depth++] = 0;
    }
  }

  private static boolean maySeeOneStore(Node node) {
    return node.op() == Op.STORE && node.memory().useCount() == 1;
  }

  // ------------------------------------------------------------------ visits

  private void visit(int id) {
    Node node = graph.node(id);
    if (node == null) {
      return;
    }
    if (node.useCount() == 0 && killIfUnused(node)) {
      visits++;
      changes++;
      return;
    }
    if (id >= visitsOf.length) {
      visitsOf = Arrays.copyOf(visitsOf, Math.max(2 * visitsOf.length, graph.idLimit()));
    }
    if (visitsOf[id] == VISITS_OF_ONE_NODE) {
      exhausted++;
      return;
    }
    visitsOf[id]++;
    visits++;
    // No rule looks at what goes into a phi that is an input.
    boolean inputsChanged = (changed[id >> 6] & 1L << id) != 0 && node.op() != Op.PHI;
    changed[id >> 6] &= ~(1L << id);
    Node token = node.op() == Op.STORE ? node.memory() : null;
    Stamp before = node.stamp();
    Node better = graph.revisit(node);
    if (better != node) {
      // The listener has heard of the users; the stamp of the new node is its own.
      changes++;
      if (token != null && token.isAlive() && token.useCount() == 0) {
        push(token);
      }
      return;
    }
    boolean knownBetter = !Objects.equals(before, node.stamp());
    changes += knownBetter ? 1 : 0;
    if (inputsChanged || knownBetter) {
      for (int i = 0; i < node.useCount(); i++) {
        push(node.user(i));
      }
    }
  }

  /** Removes what has no effect and no use; a state of memory that nobody sees is no effect. */
  private boolean killIfUnused(Node node) {
    boolean dies =
        switch (node.op()) {
          case STORE, MEMORY_COPY, MEMORY_FILL, PHI, PARAMETER, INITIAL_MEMORY -> true;
          case START, END -> false;
          default -> node.op().isFloating();
        };
    if (dies) {
      Node token = node.op().hasMemory() ? node.memory() : null;
      graph.kill(node);
      if (token != null && token.isAlive() && token.useCount() == 0) {
        push(token);
      }
    }
    return dies;
  }

  @Override
  public void inputChanged(Node node) {
    push(node);
    noteChange(node);
  }

  /** What uses a changed node is looked at once that has been visited, or at once if it is not. */
  private void noteChange(Node node) {
    if (isVisited(node.op())) {
      changed[node.id() >> 6] |= 1L << node.id();
    } else if (node.type().isValue()) {
      for (int i = 0; i < node.useCount(); i++) {
        push(node.user(i));
      }
    }
  }

  /** Whether there is anything to find out about such a node. */
  private static boolean isVisited(Op op) {
    return switch (op) {
      case START, END, REGION, LOOP, IF, SWITCH, NEVER, RETURN, UNREACHABLE, TRAP -> false;
      case PROJECTION, PARAMETER, INITIAL_MEMORY, CONSTANT, SYMBOL, STACK_SLOT -> false;
      default -> true;
    };
  }

  @Override
  public void useRemoved(Node node) {
    push(node);
    // Some rules ask whether an input has no other use.
    if (node.useCount() == 1) {
      push(node.user(0));
    }
  }
}
