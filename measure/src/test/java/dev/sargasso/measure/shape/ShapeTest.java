package dev.sargasso.measure.shape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Simplifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShapeTest {
  @ParameterizedTest
  @EnumSource
  void hasTheSizeAskedFor(Shape shape) {
    for (int nodes : new int[] {1_000, 10_000}) {
      int size = shape.build(nodes, Simplifier.NONE).graph().size();
      assertTrue(size > nodes * 4 / 5 && size < nodes * 6 / 5, shape.text() + " has " + size);
    }
  }

  @ParameterizedTest
  @EnumSource
  void isFoundByItsName(Shape shape) {
    assertEquals(shape, Shape.named(shape.text()));
  }

  @Test
  void wrongNamesAreNamed() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> Shape.named("round"));
    assertEquals("no shape is named 'round'", e.getMessage());
  }

  @Test
  void stretchesItsOwnDirection() {
    assertEquals(1_428, count(Shape.MEMORY_CHAIN, Op.STORE));
    assertEquals(2 * 625, count(Shape.DIAMONDS, Op.PHI));
    assertEquals(625, count(Shape.DIAMONDS, Op.IF));
    assertEquals(2_000, count(Shape.WIDE_JOIN, Op.PHI));
    assertEquals(1, count(Shape.SWITCH, Op.SWITCH));
    assertEquals(588, count(Shape.LOOP_NEST, Op.IF));
    assertEquals(830, count(Shape.LOOP_NESTS, Op.IF));
    assertEquals(1_250, count(Shape.LIVE_ACROSS_CALLS, Op.CALL));
    assertEquals(1_250, count(Shape.LIVE_ACROSS_CALLS, Op.LOAD));
  }

  private static int count(Shape shape, Op op) {
    Graph graph = shape.build(10_000, Simplifier.NONE).graph();
    int count = 0;
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      count += node != null && node.op() == op ? 1 : 0;
    }
    return count;
  }
}
