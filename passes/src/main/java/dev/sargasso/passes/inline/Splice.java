package dev.sargasso.passes.inline;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Replaces one call by the body of what it calls: the body begins at the control, memory and
 * arguments of the call, and where it returns, the projections of the call get their values.
 * Several returns meet in a region. If none returns, what stood behind the call has no way in any
 * more, and {@code Reachability} has to be asked to remove it.
 */
final class Splice {
  private final Function caller;
  private final Graph graph;
  private final Node call;
  private final Body body;

  private Splice(Function caller, Node call, Body body) {
    this.caller = caller;
    this.graph = caller.graph();
    this.call = call;
    this.body = body;
  }

  /**
   * Replaces {@code call}, which must be direct and agree with the callee on the signature; both
   * functions have one alias class. The graph must be retaining nodes without uses.
   */
  static void replace(Function caller, Node call, Body callee) {
    new Splice(caller, call, callee).run();
  }

  private void run() {
    int before = graph.position();
    graph.setPosition(call.position());
    boolean samePlace = caller.sourceFile().equals(body.function().sourceFile());
    GraphCopy copy = GraphCopy.inline(body, caller, entry(), samePlace ? -1 : call.position());
    List<Node> returns = copy.returns();
    if (returns.isEmpty()) {
      // A region without a way in: nothing behind the call can be reached.
      graph.setInput(call, 0, graph.makeRaw(Op.REGION, Type.CTRL, 0, null));
    } else {
      Node[] results = returns.size() == 1 ? single(copy) : merged(copy);
      takeOver(results);
    }
    graph.setPosition(before);
  }

  private GraphCopy.Entry entry() {
    Node control = call.input(0);
    Node memory = call.memory();
    List<Signature.Parameter> parameters = body.function().signature().parameters();
    List<Node> arguments = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      Signature.Parameter parameter = parameters.get(i);
      Node argument = call.value(i);
      if (parameter.isByValue()) {
        StackSlot slot =
            caller.newSlot(
                body.function().name() + "." + i,
                parameter.byValueSize(),
                Math.max(8, parameter.byValueAlignment()));
        Node address = graph.make(Op.STACK_SLOT, Type.PTR, 0, slot);
        memory =
            graph.make(
                Op.MEMORY_COPY,
                Type.MEM,
                Access.ofSize(Access.ANY_CLASS, parameter.byValueSize()),
                null,
                control,
                memory,
                address,
                argument);
        argument = address;
      }
      arguments.add(argument);
    }
    return new GraphCopy.Entry(control, memory, arguments);
  }

  /** Control, memory and values after the only return. */
  private Node[] single(GraphCopy copy) {
    Node back = copy.returns().get(0);
    Node[] results = new Node[back.inputCount()];
    for (int i = 0; i < results.length; i++) {
      results[i] = copy.copy(back.input(i));
    }
    return results;
  }

  /** The same where several returns meet. */
  private Node[] merged(GraphCopy copy) {
    List<Node> returns = copy.returns();
    int ways = returns.size();
    Node region = graph.makeRaw(Op.REGION, Type.CTRL, 0, null);
    for (Node back : returns) {
      graph.addInput(region, copy.copy(back.input(0)));
    }
    Node[] results = new Node[returns.get(0).inputCount()];
    results[0] = region;
    for (int i = 1; i < results.length; i++) {
      @Nullable Node[] inputs = new Node[ways + 1];
      inputs[0] = region;
      boolean same = true;
      for (int way = 0; way < ways; way++) {
        inputs[way + 1] = copy.copy(returns.get(way).input(i));
        same &= inputs[way + 1] == inputs[1];
      }
      Node first = copy.copy(returns.get(0).input(i));
      results[i] = same ? first : graph.make(Op.PHI, first.type(), 0, null, inputs);
    }
    return results;
  }

  private void takeOver(Node[] results) {
    while (call.useCount() > 0) {
      Node projection = call.user(call.useCount() - 1);
      graph.replace(projection, graph.resolve(results[(int) projection.immediate()]));
    }
    graph.kill(call);
  }
}
