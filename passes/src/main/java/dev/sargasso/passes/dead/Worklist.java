package dev.sargasso.passes.dead;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.type.Stamp;
import dev.sargasso.passes.simplify.Reach;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * Simplifies what has not been looked at since something happened to it.
 *
 * <p>The graph itself keeps those nodes, see {@link Graph#takePending}: made raw, given another
 * input, or left with a use less where a rule asks for that. Here come those to it that a visit
 * concerns: the users of what is known more closely, and, since some rules look at inputs of
 * inputs, those users of a node with changed inputs that {@link Reach} names. So every visit is
 * paid for by a change, and rules end (see {@code Simplifications}); a limit stands behind that
 * argument.
 */
public final class Worklist {
  /** Visits in one go for each node that is there, on average; nobody has seen a tenth of this. */
  private static final long MOST_VISITS_OF_A_NODE = 50;

  private final Graph graph;
  private final boolean chaos;
  private final SplittableRandom random;

  private long visits;
  private long changes;
  private long exhausted;
  private long limit;

  /**
   * @param chaosSeed 0 for the usual order; else nodes are taken at random
   */
  public Worklist(Graph graph, long chaosSeed) {
    this.graph = graph;
    chaos = chaosSeed != 0;
    random = new SplittableRandom(chaosSeed);
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
   * Begins with what is pending, inputs before users but for cycles.
   *
   * @param simplifier meant for finished graphs; the graph keeps it
   */
  public void start(Simplifier simplifier) {
    graph.setSimplifier(simplifier);
    graph.sortPending();
  }

  /** Looks at what is pending until nothing is. */
  public void drain() {
    limit = visits + MOST_VISITS_OF_A_NODE * (graph.size() + graph.pendingCount());
    while (graph.pendingCount() > 0) {
      Node node = graph.takePending(chaos ? random.nextInt(graph.pendingCount()) : 0);
      if (node != null) {
        visit(node);
      }
    }
  }

  private void visit(Node node) {
    if (node.useCount() == 0 && Reach.mayBeUnused(node.op())) {
      visits++;
      changes++;
      graph.kill(node);
      return;
    }
    if (!Reach.isLookedAt(node.op())) {
      return;
    }
    if (visits >= limit) {
      exhausted++;
      return;
    }
    visits++;
    boolean inputsChanged = graph.hasChanged(node);
    Stamp before = node.stamp();
    Node better = graph.revisit(node);
    if (better != node) {
      // Its users have another input now; the stamp of the new node is its own.
      changes++;
    } else if (!Objects.equals(before, node.stamp())) {
      changes++;
      graph.stampChanged(node);
    }
    if (inputsChanged && better == node) {
      tellUsers(node);
    }
  }

  private void tellUsers(Node node) {
    for (int i = 0; i < node.useCount(); i++) {
      Node user = node.user(i);
      if (Reach.looksInto(user, node)) {
        graph.lookAt(user);
      }
      // A difference of pointers is taken as one of integers, and looks through that.
      if (user.op() == Op.BITCAST && node.op() == Op.OFFSET) {
        tellUsers(user);
      }
    }
  }
}
