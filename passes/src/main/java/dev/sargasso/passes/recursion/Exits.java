package dev.sargasso.passes.recursion;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import org.jspecify.annotations.Nullable;

/** Returns that follow a call, at once or by way of a region at which nothing but returns meet. */
final class Exits {
  private Exits() {}

  /** The return at a region where nothing else happens; null if there is more. */
  static @Nullable Node exitOf(Node region) {
    Node exit = null;
    for (int i = 0; i < region.useCount(); i++) {
      Node user = region.user(i);
      if (user.op() == Op.RETURN) {
        exit = user;
      } else if (user.op() != Op.PHI || !onlyReturned(user)) {
        return null;
      }
    }
    return exit;
  }

  private static boolean onlyReturned(Node phi) {
    for (int i = 0; i < phi.useCount(); i++) {
      if (phi.user(i).op() != Op.RETURN) {
        return false;
      }
    }
    return true;
  }

  /** What {@code value}, seen from the region, is if control comes by {@code way}. */
  static Node onWay(Node value, Node region, int way) {
    return value.op() == Op.PHI && value.input(0) == region ? value.input(way + 1) : value;
  }

  /**
   * Gives one way into a region a return of its own; {@link Reachability} has to be asked to make
   * control whole afterwards.
   */
  static Node copy(Graph graph, Node exit, Node region, int way) {
    @Nullable Node[] inputs = new Node[exit.inputCount()];
    inputs[0] = region.input(way);
    for (int i = 1; i < inputs.length; i++) {
      inputs[i] = onWay(exit.input(i), region, way);
    }
    graph.setPosition(exit.position());
    Node copy = graph.make(Op.RETURN, Type.CTRL, 0, null, inputs);
    graph.setPosition(0);
    graph.addInput(graph.end(), copy);
    Reachability.dropEdge(graph, region, way);
    return copy;
  }

  /** Whether {@code value} is projection {@code index} of a call. */
  static boolean isResult(Node value, Node call, int index) {
    return value.op() == Op.PROJECTION && value.input(0) == call && value.immediate() == index;
  }
}
