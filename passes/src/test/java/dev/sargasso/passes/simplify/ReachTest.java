package dev.sargasso.passes.simplify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.dead.Worklist;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Whoever {@link Reach} leaves out when something changes would not have become simpler. */
class ReachTest {
  private static final int GRAPHS = 1_200;
  private static final int CHANGES = 12;

  private final TreeMap<String, Integer> missed = new TreeMap<>();
  private long visited;

  @Test
  void whoIsNotToldOfAChangeHasNotBecomeSimpler() {
    for (int seed = 0; seed < GRAPHS; seed++) {
      change(seed);
    }
    assertTrue(visited > 10_000, "visits: " + visited);
    assertTrue(missed.isEmpty(), missed::toString);
  }

  private void change(long seed) {
    Graph graph = new Graph(Simplifier.NONE);
    List<Node> roots = new RandomExpressions(graph, seed, false).make(10);
    for (Node root : roots) {
      graph.addInput(graph.end(), root);
    }
    SplittableRandom random = new SplittableRandom(seed);
    drain(graph);
    for (int i = 0; i < CHANGES; i++) {
      revisitAll(graph, false);
      drain(graph);
      List<Node> parameters = parameters(graph);
      if (parameters.isEmpty()) {
        return;
      }
      Node old = parameters.get(random.nextInt(parameters.size()));
      // One use only: the others keep what they are.
      int use = random.nextInt(old.useCount());
      Node user = old.user(use);
      int slot = old.userSlot(use);
      graph.setInput(user, slot, replacement(graph, old.type(), parameters, random));
      visited += drain(graph);
      revisitAll(graph, true);
    }
  }

  private static List<Node> parameters(Graph graph) {
    List<Node> found = new ArrayList<>();
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && node.op() == Op.PARAMETER && node.useCount() > 0) {
        found.add(node);
      }
    }
    return found;
  }

  private static Node replacement(
      Graph graph, Type type, List<Node> parameters, SplittableRandom random) {
    List<Node> like = parameters.stream().filter(p -> p.type() == type).toList();
    Node other = like.get(random.nextInt(like.size()));
    // A new one, or else what is made of it might be known, and be the user itself.
    Node fresh = graph.make(Op.PARAMETER, type, 1_000 + graph.idLimit(), null, graph.start());
    long[] constants = {0, 1, -1, 2, 3, 8, 255, type.bits() - 1};
    return switch (random.nextInt(4)) {
      case 0 -> other;
      case 1 ->
          type.isFloat()
              ? graph.make(Op.FNEG, type, 0, null, fresh)
              : constant(graph, type, constants, random);
      case 2 -> type.isInteger() ? graph.make(Op.NEG, type, 0, null, fresh) : other;
      default ->
          type.isInteger()
              ? graph.make(Op.ADD, type, 0, null, fresh, constant(graph, type, constants, random))
              : other;
    };
  }

  private static Node constant(Graph graph, Type type, long[] of, SplittableRandom random) {
    return graph.constant(type, of[random.nextInt(of.length)]);
  }

  private static long drain(Graph graph) {
    Worklist list = new Worklist(graph, 0);
    list.start(Simplifications.forWholeGraph());
    list.drain();
    assertEquals(0, list.exhausted());
    return list.visits();
  }

  private void revisitAll(Graph graph, boolean report) {
    int limit = graph.idLimit();
    for (int id = 0; id < limit; id++) {
      Node node = graph.node(id);
      if (node == null || node.useCount() == 0) {
        continue;
      }
      String what = node.op().text();
      for (int i = 0; i < node.inputCount(); i++) {
        what += " " + (node.inputOrNull(i) == null ? "-" : node.input(i).op().text());
      }
      Node better = graph.revisit(node);
      if (better != node && report) {
        missed.merge(what + " becomes " + better.op().text(), 1, Integer::sum);
      }
    }
  }
}
