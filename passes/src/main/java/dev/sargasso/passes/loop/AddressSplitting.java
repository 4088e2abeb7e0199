package dev.sargasso.passes.loop;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.duplicate.LoopBodies;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Adds to the base of an address, before a loop, the part of the index that the loop does not
 * change: {@code base + (k + x) * 8} becomes {@code (base + x * 8) + k * 8}, of which the machine
 * computes the outer sum for nothing. Only if nobody else wants the sum of the indices: one
 * register for a shared index is better than one for each array.
 */
final class AddressSplitting {
  private final LoopBodies bodies;
  private final LoopTree loops;
  private final Graph graph;
  private final Predicate<Node> maySplit;
  private int split;

  private AddressSplitting(LoopBodies bodies, Predicate<Node> maySplit) {
    this.bodies = bodies;
    this.maySplit = maySplit;
    ControlFlow controlFlow = bodies.controlFlow();
    loops = controlFlow.loops();
    graph = controlFlow.graph();
  }

  /**
   * Splits what pays. The graph must retain nodes without use meanwhile. Linear in the graph.
   *
   * @param maySplit asked last, with the address
   * @return how many addresses have been split
   */
  static int run(LoopBodies bodies, Predicate<Node> maySplit) {
    AddressSplitting pass = new AddressSplitting(bodies, maySplit);
    // What is split off may be split for the loop around; it has a higher id.
    for (int id = 0; id < pass.graph.idLimit(); id++) {
      Node node = pass.graph.node(id);
      if (node != null && node.op() == Op.OFFSET && node.useCount() > 0) {
        pass.split(node);
      }
    }
    pass.graph.setPosition(0);
    return pass.split;
  }

  private void split(Node address) {
    int block = bodies.early(address);
    int loop = block < 0 ? -1 : loops.loopOf(block);
    Node index = address.value(1);
    Node scale = null;
    if (index.op() == Op.SHL && index.useCount() == 1 && index.value(1).isConstant()) {
      scale = index.value(1);
      index = index.value(0);
    }
    if (loop < 0
        || index.op() != Op.ADD
        || index.useCount() != 1
        || index.value(1).isConstant()
        || bodies.isIn(loop, address.value(0))
        || bodies.isIn(loop, index.value(0)) == bodies.isIn(loop, index.value(1))
        || !maySplit.test(address)) {
      return;
    }
    int fixed = bodies.isIn(loop, index.value(0)) ? 1 : 0;
    int from = graph.idLimit();
    graph.setPosition(address.position());
    Node base = offset(address, address.value(0), index.value(fixed), scale);
    Node whole = offset(address, base, index.value(1 - fixed), scale);
    bodies.settle(from);
    graph.replace(address, whole);
    split++;
  }

  private Node offset(Node like, Node base, Node index, @Nullable Node scale) {
    Node bytes = scale == null ? index : graph.make(Op.SHL, Type.I64, 0, null, index, scale);
    return graph.make(Op.OFFSET, Type.PTR, like.immediate(), null, base, bytes);
  }
}
