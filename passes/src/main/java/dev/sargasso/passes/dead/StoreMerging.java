package dev.sargasso.passes.dead;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Stores once, behind the place where control meets, what every way there stores last to the same
 * address: {@code if (c) *p = x; else *p = y;} becomes {@code *p = c ? x : y}. The arms may then be
 * empty, so that the branch can become a select.
 *
 * <p>The store of each way must stand in the block that leads to the meeting, so that nothing can
 * stop the program or go round between the two places, and nobody but the memory phi of the meeting
 * may have seen its state. Linear in the graph.
 */
public final class StoreMerging {
  private final Graph graph;
  private int sunk;

  private StoreMerging(Graph graph) {
    this.graph = graph;
  }

  /**
   * Sinks what qualifies now; afterwards the graph wants a clean-up.
   *
   * @param maySink asked last, with the memory phi
   * @return how many memory phis became stores
   */
  public static int run(Function function, Predicate<Node> maySink) {
    StoreMerging pass = new StoreMerging(function.graph());
    pass.sinkAll(maySink);
    return pass.sunk;
  }

  private void sinkAll(Predicate<Node> maySink) {
    ControlFlow controlFlow = null;
    int limit = graph.idLimit();
    for (int id = 0; id < limit; id++) {
      Node phi = graph.node(id);
      if (phi == null || phi.op() != Op.PHI || phi.type() != Type.MEM || !meetsEqualStores(phi)) {
        continue;
      }
      if (controlFlow == null) {
        controlFlow = ControlFlow.of(graph);
      }
      int block = controlFlow.blockOf(phi.input(0));
      if (block >= 0 && !isLoopHeader(controlFlow, block) && maySink.test(phi)) {
        sink(phi);
      }
    }
    graph.setPosition(0);
  }

  private static boolean isLoopHeader(ControlFlow controlFlow, int block) {
    for (int i = 0; i < controlFlow.predecessorCount(block); i++) {
      if (controlFlow.predecessor(block, i) >= block) {
        return true;
      }
    }
    return false;
  }

  private static boolean meetsEqualStores(Node phi) {
    Node region = phi.input(0);
    Node first = phi.inputCount() > 2 ? phi.input(1) : null;
    if (first == null || first.op() != Op.STORE || Access.isVolatile(first.immediate())) {
      return false;
    }
    for (int i = 1; i < phi.inputCount(); i++) {
      Node store = phi.input(i);
      if (store.op() != Op.STORE
          || store.useCount() != 1
          || store.control() != region.input(i - 1)
          || store.immediate() != first.immediate()
          || store.value(0) != first.value(0)
          || store.value(1).type() != first.value(1).type()) {
        return false;
      }
    }
    return true;
  }

  private void sink(Node phi) {
    Node region = phi.input(0);
    Node first = phi.input(1);
    int ways = phi.inputCount() - 1;
    Node[] stores = new Node[ways];
    Node[] tokens = new Node[ways];
    Node[] values = new Node[ways];
    for (int i = 0; i < ways; i++) {
      stores[i] = phi.input(i + 1);
      tokens[i] = stores[i].memory();
      values[i] = stores[i].value(1);
    }
    graph.setPosition(first.position());
    Node memory = meeting(region, Type.MEM, phi.immediate(), tokens);
    Node value = meeting(region, first.value(1).type(), 0, values);
    Node store =
        graph.makeRaw(
            Op.STORE, Type.MEM, first.immediate(), null, region, memory, first.value(0), value);
    graph.replace(phi, store);
    // Nobody sees what the old ones do.
    for (Node old : stores) {
      graph.kill(old);
    }
    sunk++;
  }

  /** What {@code inputs} are where they meet. */
  private Node meeting(Node region, Type type, long immediate, Node[] inputs) {
    boolean same = true;
    @Nullable Node[] all = new Node[inputs.length + 1];
    all[0] = region;
    for (int i = 0; i < inputs.length; i++) {
      all[i + 1] = inputs[i];
      same &= inputs[i] == inputs[0];
    }
    return same ? inputs[0] : graph.makeRaw(Op.PHI, type, immediate, null, all);
  }
}
