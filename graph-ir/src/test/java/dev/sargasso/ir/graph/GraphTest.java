package dev.sargasso.ir.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Edges, use lists and value numbering stay consistent through every kind of edit. */
final class GraphTest {
  private final Graph graph = new Graph(Simplifier.NONE);

  private Node parameter(int index) {
    return graph.make(Op.PARAMETER, Type.I32, index, null, graph.start());
  }

  private Node add(Node a, Node b) {
    return graph.make(Op.ADD, Type.I32, 0, null, a, b);
  }

  @Test
  void equalNodesAreOneNode() {
    Node x = parameter(0);
    Node y = parameter(1);
    assertSame(add(x, y), add(x, y));
    assertNotSame(add(x, y), add(y, x));
    assertNotSame(add(x, y), graph.make(Op.ADD, Type.I32, Op.NO_SIGNED_WRAP, null, x, y));
    assertSame(graph.constant(Type.I8, 255), graph.constant(Type.I8, -1));
    assertNotSame(graph.constant(0.0), graph.constant(-0.0));
    Node[] many = {graph.constant(Type.I32, 1)};
    assertSame(
        graph.make(Op.NEG, Type.I32, 0, null, many[0]),
        graph.make(Op.NEG, Type.I32, 0, null, many));
  }

  @Test
  void severalInputsAreRemovedAtOnce() {
    Random random = new Random(1);
    for (int count = 0; count < 40; count++) {
      Node[] inputs = new Node[count];
      boolean[] removed = new boolean[count];
      List<Node> kept = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        inputs[i] = graph.constant(Type.I32, i / 2);
        removed[i] = random.nextBoolean();
        if (!removed[i]) {
          kept.add(inputs[i]);
        }
      }
      Node node = graph.makeRaw(Op.MEMORY_MERGE, Type.MEM, 0, null, inputs);
      graph.removeInputs(node, removed);
      assertEquals(kept.size(), node.inputCount());
      for (int i = 0; i < kept.size(); i++) {
        assertSame(kept.get(i), node.input(i));
        int uses = 0;
        for (int u = 0; u < kept.get(i).useCount(); u++) {
          uses += kept.get(i).user(u) == node && kept.get(i).userSlot(u) == i ? 1 : 0;
        }
        assertEquals(1, uses);
      }
    }
  }

  @Test
  void nodesAreSettledUntilSomethingHappensToThem() {
    Graph simplified = new Graph((graph, node) -> node);
    Node start = simplified.start();
    Node x = simplified.make(Op.PARAMETER, Type.I32, 0, null, start);
    Node y = simplified.make(Op.PARAMETER, Type.I32, 1, null, start);
    Node sum = simplified.make(Op.ADD, Type.I32, 0, null, x, x);
    Node user = simplified.make(Op.NEG, Type.I32, 0, null, sum);
    Node other = simplified.make(Op.NOT, Type.I32, 0, null, sum);
    assertTrue(simplified.isSettled(sum) && simplified.isSettled(user));
    simplified.setInput(sum, 1, y);
    assertTrue(simplified.hasChanged(sum) && simplified.isSettled(user));
    assertSame(sum, simplified.revisit(sum));
    assertTrue(simplified.isSettled(sum) && !simplified.hasChanged(sum));
    simplified.kill(other);
    assertTrue(simplified.isSettled(sum), "it is still used");
    assertFalse(simplified.isSettled(user), "it is now the only user");
    assertFalse(simplified.hasChanged(sum));
    assertFalse(simplified.isSettled(simplified.makeRaw(Op.PHI, Type.I32, 0, null, start)));
  }

  @Test
  void whatIsUnsettledIsPendingOnceUntilItIsSettled() {
    Graph simplified = new Graph((graph, node) -> node);
    Node start = simplified.start();
    Node x = simplified.make(Op.PARAMETER, Type.I32, 0, null, start);
    Node y = simplified.make(Op.PARAMETER, Type.I32, 1, null, start);
    Node sum = simplified.make(Op.ADD, Type.I32, 0, null, x, x);
    Node other = simplified.make(Op.SUB, Type.I32, 0, null, x, y);
    Node dead = simplified.make(Op.SUB, Type.I32, 0, null, y, x);
    assertEquals(0, simplified.pendingCount());
    int edits = simplified.edits();
    simplified.setInput(dead, 0, x);
    simplified.setInput(other, 0, y);
    simplified.setInput(sum, 1, y);
    simplified.setInput(sum, 0, y);
    assertTrue(simplified.edits() != edits);
    assertEquals(3, simplified.pendingCount());
    simplified.kill(dead);
    simplified.sortPending();
    assertSame(y, simplified.takePending(0), "it is the only use of START that is left");
    assertSame(sum, simplified.takePending(0));
    assertFalse(simplified.isSettled(sum));
    assertNull(simplified.takePending(1), "it has died");
    // Settled by somebody else: it is passed over.
    simplified.revisit(other);
    assertEquals(1, simplified.pendingCount());
    assertNull(simplified.takePending(0));
    assertEquals(0, simplified.pendingCount());
  }

  @Test
  void replacingMovesEveryUseAndIsRemembered() {
    Node x = parameter(0);
    Node y = parameter(1);
    Node sum = add(x, x);
    Node user = add(sum, sum);
    graph.replace(sum, y);
    assertSame(y, user.input(0));
    assertSame(y, user.input(1));
    assertEquals(2, y.useCount());
    assertFalse(sum.isAlive());
    assertSame(y, graph.resolve(sum));
    assertNull(graph.node(sum.id()));
    // A dead node as input is resolved.
    assertSame(y, graph.make(Op.NEG, Type.I32, 0, null, sum).input(0));
  }

  @Test
  void aNodeWithoutUsesTakesItsOperandsAlong() {
    Node deep = add(parameter(0), graph.constant(Type.I32, 7));
    Node top = graph.make(Op.NEG, Type.I32, 0, null, deep);
    int before = graph.size();
    graph.kill(top);
    assertFalse(deep.isAlive());
    assertEquals(before - 4, graph.size());
  }

  @Test
  void killingAHundredThousandDeepChainNeedsNoDeepStack() {
    Node at = parameter(0);
    Node one = parameter(1);
    for (int i = 0; i < 100_000; i++) {
      at = add(at, one);
    }
    graph.kill(at);
    assertEquals(2, graph.size());
  }

  @Test
  void revisitFindsTheTwinThatARewireMade() {
    Node x = parameter(0);
    Node y = parameter(1);
    Node z = parameter(2);
    Node one = add(x, y);
    Node other = add(x, z);
    Node user = graph.make(Op.XOR, Type.I32, 0, null, one, other);
    graph.setInput(other, 1, y);
    assertSame(one, graph.revisit(other));
    assertSame(one, user.input(1));
  }

  @Test
  void aNodeThatIsUsedIsNotKilled() {
    Node x = parameter(0);
    add(x, x);
    assertThrows(IllegalStateException.class, () -> graph.kill(x));
  }

  @Test
  void randomEditsKeepUseListsExact() {
    Random random = new Random(42);
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      nodes.add(parameter(i));
    }
    Node end = graph.end();
    for (int step = 0; step < 20_000; step++) {
      nodes.removeIf(n -> !n.isAlive());
      Node a = nodes.get(random.nextInt(nodes.size()));
      Node b = nodes.get(random.nextInt(nodes.size()));
      switch (random.nextInt(6)) {
        case 0, 1 -> nodes.add(add(a, b));
        case 2 -> {
          Node sum = graph.makeRaw(Op.PHI, Type.I32, 0, null, graph.start(), a, b, a, b);
          nodes.add(sum);
        }
        case 3 -> graph.addInput(end, a);
        case 4 -> {
          if (end.inputCount() > 0) {
            graph.removeInput(end, random.nextInt(end.inputCount()));
          }
        }
        default -> {
          // Rewire upwards only, so that the graph stays acyclic.
          if (a.op() == Op.ADD && b.id() < a.id()) {
            graph.setInput(a, random.nextInt(2), b);
          }
        }
      }
      if (nodes.stream().noneMatch(Node::isAlive)) {
        nodes.add(parameter(0));
      }
      if (step % 500 == 0) {
        checkEdges();
      }
    }
    checkEdges();
  }

  private void checkEdges() {
    int[] uses = new int[graph.idLimit()];
    int alive = 0;
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node == null) {
        continue;
      }
      alive++;
      for (int i = 0; i < node.inputCount(); i++) {
        assertTrue(node.input(i).isAlive());
        uses[node.input(i).id()]++;
      }
      for (int i = 0; i < node.useCount(); i++) {
        assertSame(node, node.user(i).input(node.userSlot(i)));
      }
    }
    assertEquals(alive, graph.size());
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null) {
        assertEquals(uses[id], node.useCount(), node.toString());
      }
    }
  }
}
