package dev.sargasso.passes.loop;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.duplicate.LoopBodies;
import java.util.function.Predicate;

/**
 * Lets a pointer move along where a round loads what the round before it has stored, as in {@code
 * a[i] = f(a[i - 1])}.
 *
 * <p>As a rule an index in the address costs nothing, and a pointer of its own costs a register and
 * an addition. But here the loop is as slow as the way from the store to the load, and that way can
 * be longer with an index. Measured on one Intel server processor: a kernel whose inner loop is a
 * longest common subsequence took 1.37 times as long with an index, the code being the same but for
 * that and the addition. Why is not known for certain; other processors may gain nothing.
 *
 * <p>Loads that can be had from a register have gone long before (pass {@code forward}); what is
 * left is loaded on some paths only.
 */
final class MovingAddresses {
  private final LoopBodies bodies;
  private final Graph graph;
  private final Predicate<Node> mayMove;
  private int loop;
  private Node header;
  private int moved;

  private MovingAddresses(LoopBodies bodies, Predicate<Node> mayMove) {
    this.bodies = bodies;
    this.mayMove = mayMove;
    graph = bodies.controlFlow().graph();
    header = graph.start();
  }

  /**
   * Makes pointers of such addresses. The graph must retain nodes without use meanwhile, and wants
   * a clean-up afterwards. Linear in the graph.
   *
   * @param mayMove asked last, with the address
   * @return how many pointers have been made
   */
  static int run(LoopBodies bodies, Predicate<Node> mayMove) {
    MovingAddresses pass = new MovingAddresses(bodies, mayMove);
    ControlFlow controlFlow = bodies.controlFlow();
    LoopTree loops = controlFlow.loops();
    for (int loop = loops.count() - 1; loop >= 0; loop--) {
      if (bodies.hasForm(loop)) {
        pass.loop = loop;
        pass.header = controlFlow.head(loops.header(loop));
        pass.moveAll();
      }
    }
    pass.graph.setPosition(0);
    return pass.moved;
  }

  private void moveAll() {
    // Those that are made on the way stand behind the last.
    int count = header.useCount();
    for (int i = 0; i < count && i < header.useCount(); i++) {
      Node phi = header.user(i);
      if (phi.op() == Op.PHI && phi.type() == Type.I64 && bodies.early(phi) >= 0) {
        Node next = phi.input(2);
        if (next.op() == Op.ADD && next.value(0) == phi && next.value(1).isConstant()) {
          moveIndexedBy(phi, phi, 0);
          for (int k = phi.useCount() - 1; k >= 0; k--) {
            Node scaled = phi.user(k);
            if (scaled.op() == Op.SHL
                && scaled.value(0) == phi
                && scaled.value(1).isConstant()
                && scaled.value(1).immediate() < 4) {
              moveIndexedBy(phi, scaled, (int) scaled.value(1).immediate());
            }
          }
        }
      }
    }
  }

  private void moveIndexedBy(Node phi, Node index, int shift) {
    long growth = phi.input(2).value(1).immediate() << shift;
    for (int i = index.useCount() - 1; i >= 0; i--) {
      Node address = index.user(i);
      if (address.op() == Op.OFFSET
          && address.value(1) == index
          && bodies.isIn(loop, address)
          && !bodies.isIn(loop, address.value(0))
          && loadsWhatWasStored(address, growth)
          && mayMove.test(address)) {
        move(address, phi, shift, growth);
        // It may have gone from the uses, and others with it.
        i = Math.min(i, index.useCount());
      }
    }
  }

  /** Whether there are a store and a load that is {@code growth} bytes behind. */
  private boolean loadsWhatWasStored(Node address, long growth) {
    for (int i = 0; i < address.useCount(); i++) {
      Node user = address.user(i);
      if (isStoreTo(user, address) && isLoadedAt(address, -growth)) {
        return true;
      }
      if (isDisplaced(user, address)) {
        for (int k = 0; k < user.useCount(); k++) {
          if (isStoreTo(user.user(k), user)
              && isLoadedAt(address, user.value(1).immediate() - growth)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private boolean isLoadedAt(Node address, long displacement) {
    for (int i = 0; i < address.useCount(); i++) {
      Node user = address.user(i);
      if (displacement == 0
          ? isLoad(user)
          : isDisplaced(user, address)
              && user.value(1).immediate() == displacement
              && isLoadedAt(user, 0)) {
        return true;
      }
    }
    return false;
  }

  private boolean isLoad(Node node) {
    return node.op() == Op.LOAD && bodies.isIn(loop, node);
  }

  private boolean isStoreTo(Node node, Node address) {
    return node.op() == Op.STORE && node.value(0) == address && bodies.isIn(loop, node);
  }

  private static boolean isDisplaced(Node node, Node address) {
    return node.op() == Op.OFFSET && node.value(0) == address && node.value(1).isConstant();
  }

  private void move(Node address, Node phi, int shift, long growth) {
    int from = graph.idLimit();
    graph.setPosition(address.position());
    Node index = phi.input(1);
    if (shift > 0) {
      index = graph.make(Op.SHL, Type.I64, 0, null, index, graph.constant(Type.I64, shift));
    }
    // That the address is in bounds has been promised for where it was needed, which is not here.
    Node first = graph.make(Op.OFFSET, Type.PTR, 0, null, address.value(0), index);
    Node made = graph.makeRaw(Op.PHI, Type.PTR, 0, null, header, first);
    Node next = graph.makeRaw(Op.OFFSET, Type.PTR, 0, null, made, graph.constant(Type.I64, growth));
    graph.addInput(made, next);
    bodies.settle(from);
    graph.replace(address, made);
    moved++;
  }
}
