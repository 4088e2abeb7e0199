package dev.sargasso.passes.simplify;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.type.FloatStamp;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.PointerStamp;
import dev.sargasso.ir.type.Stamp;
import dev.sargasso.ir.type.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Simplified expressions compute what plain ones do, stamps hold, and rewriting comes to an end.
 */
class RandomExpressionsTest {
  private static final int EXPRESSIONS = 14;

  @Test
  void computesTheSame() {
    for (int seed = 0; seed < 2500; seed++) {
      compare(seed, false, false);
    }
  }

  @Test
  void computesTheSameWherePromisesAreKept() {
    for (int seed = 10_000; seed < 11_500; seed++) {
      compare(seed, true, false);
    }
  }

  @Test
  void computesTheSameAfterMoreVisits() {
    for (int seed = 20_000; seed < 21_500; seed++) {
      compare(seed, false, true);
    }
  }

  private static void compare(long seed, boolean promises, boolean again) {
    List<Node> plain =
        new RandomExpressions(new Graph(Simplifier.NONE), seed, promises).make(EXPRESSIONS);
    Graph graph = new Graph(Simplifications.forWholeGraph());
    List<Node> simplified = new RandomExpressions(graph, seed, promises).make(EXPRESSIONS);
    if (again) {
      keepAlive(graph, simplified);
      settle(graph, seed);
    }
    Random random = new Random(seed);
    for (int input = 0; input < 12; input++) {
      Map<Long, Long> values = new HashMap<>();
      ExpressionValue before = evaluation(values, random, true);
      ExpressionValue after = evaluation(values, random, false);
      for (int i = 0; i < plain.size(); i++) {
        compareOne(seed, plain.get(i), before, graph.resolve(simplified.get(i)), after, values);
      }
    }
  }

  private static ExpressionValue evaluation(
      Map<Long, Long> values, Random random, boolean checkPromises) {
    return new ExpressionValue(
        node -> values.computeIfAbsent(node.immediate(), key -> Inputs.any(random, node.type())),
        checkPromises);
  }

  private static void compareOne(
      long seed,
      Node plain,
      ExpressionValue before,
      Node simplified,
      ExpressionValue after,
      Map<Long, Long> values) {
    long expected;
    try {
      expected = before.of(plain);
    } catch (ExpressionValue.BrokenPromise e) {
      return;
    } catch (ExpressionValue.Trap e) {
      return;
    }
    long actual;
    try {
      actual = after.of(simplified);
    } catch (ExpressionValue.Trap e) {
      fail("seed " + seed + ": " + show(simplified) + " traps, " + show(plain) + " does not");
      return;
    }
    if (!ExpressionValue.same(plain.type(), expected, actual)) {
      fail(
          "seed %d: %s = %d, but %s = %d for %s"
              .formatted(seed, show(plain), expected, show(simplified), actual, values));
    }
    checkStamp(seed, simplified, actual);
  }

  private static void checkStamp(long seed, Node node, long value) {
    Stamp stamp = node.stamp();
    boolean holds =
        switch (stamp) {
          case null -> true;
          case IntegerStamp known -> known.contains(value);
          case PointerStamp known -> value == 0 ? known.mayBeNull() : known.mayBeNonNull();
          case FloatStamp known ->
              known.mayBeNan() || ExpressionValue.same(node.type(), value, value + 0);
        };
    assertTrue(
        holds, () -> "seed " + seed + ": " + show(node) + " = " + value + " not in " + stamp);
  }

  private static String show(Node node) {
    return new Expressions(new Graph(Simplifier.NONE), node.type()).print(node);
  }

  /** A trap that was there stays there, if the value is used. */
  @Test
  void trapsStay() {
    int trapped = 0;
    for (int seed = 0; seed < 3000; seed++) {
      List<Node> plain =
          new RandomExpressions(new Graph(Simplifier.NONE), seed, false).make(EXPRESSIONS);
      Graph graph = new Graph(Simplifications.whileBuilding());
      List<Node> simplified = new RandomExpressions(graph, seed, false).make(EXPRESSIONS);
      Map<Long, Long> values = new HashMap<>();
      Random random = new Random(seed);
      ExpressionValue before = evaluation(values, random, false);
      ExpressionValue after = evaluation(values, random, false);
      for (int i = 0; i < plain.size(); i++) {
        Node node = plain.get(i);
        boolean isDivision = node.op().hasControl() && node.op() != Op.PARAMETER;
        if (isDivision && traps(before, node) && operandsAreFine(before, node)) {
          trapped++;
          if (!traps(after, simplified.get(i))) {
            fail("seed " + seed + ": " + show(node) + " trapped for " + values);
          }
        }
      }
    }
    assertTrue(trapped > 50);
  }

  private static boolean traps(ExpressionValue value, Node node) {
    try {
      value.of(node);
      return false;
    } catch (ExpressionValue.Trap e) {
      return true;
    }
  }

  private static boolean operandsAreFine(ExpressionValue value, Node node) {
    return !traps(value, node.value(0)) && !traps(value, node.value(1));
  }

  // ------------------------------------------------------------- termination

  private static void keepAlive(Graph graph, List<Node> nodes) {
    Node[] inputs = new Node[nodes.size() + 2];
    inputs[0] = graph.start();
    inputs[1] = graph.make(Op.INITIAL_MEMORY, Type.MEM, 0, null, graph.start());
    for (int i = 0; i < nodes.size(); i++) {
      inputs[i + 2] = nodes.get(i);
    }
    graph.addInput(graph.end(), graph.make(Op.RETURN, Type.CTRL, 0, null, inputs));
  }

  /** Visits all nodes in random order until nothing changes; fails if that takes many rounds. */
  private static void settle(Graph graph, long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 12; round++) {
      boolean changed = false;
      int limit = graph.idLimit();
      int start = random.nextInt(limit);
      for (int i = 0; i < limit; i++) {
        Node node = graph.node((start + i) % limit);
        if (node == null || (node.useCount() == 0 && node != graph.end())) {
          continue;
        }
        Stamp before = node.stamp();
        Node better = graph.revisit(node);
        changed |= better != node || (before != null && !before.equals(node.stamp()));
      }
      if (!changed) {
        return;
      }
    }
    fail("seed " + seed + ": still changing");
  }
}
