package dev.sargasso.passes.effects;

import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.CallFacts;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Where the pointers go that a function is given: which others are made of nothing else, and
 * whether any is kept. Linear in the graph.
 */
final class ParameterFlow {
  private static final byte FROM_ARGUMENT = 1;
  private static final byte MIXED = 2;

  private final byte[] state;
  private final ToLongFunction<Node> factsOfCall;
  private Node[] stack = new Node[32];
  private int depth;
  private boolean captured;

  private ParameterFlow(Graph graph, ToLongFunction<Node> factsOfCall) {
    this.factsOfCall = factsOfCall;
    state = new byte[graph.idLimit()];
  }

  static ParameterFlow of(Graph graph, ToLongFunction<Node> factsOfCall) {
    ParameterFlow flow = new ParameterFlow(graph, factsOfCall);
    Node start = graph.start();
    for (int i = 0; i < start.useCount(); i++) {
      if (start.user(i).op() == Op.PARAMETER && start.user(i).type() == Type.PTR) {
        flow.reach(start.user(i), FROM_ARGUMENT);
      }
    }
    flow.spread();
    // What is made of others as well is not from arguments alone.
    for (int id = 0; id < flow.state.length; id++) {
      Node node = graph.node(id);
      if (node != null && flow.state[id] == FROM_ARGUMENT && flow.isMixed(node)) {
        flow.reach(node, MIXED);
      }
    }
    flow.spread();
    return flow;
  }

  /** Whether the pointer leads into an object that an argument points into, or is null. */
  boolean isFromArgument(Node pointer) {
    return pointer.id() < state.length && state[pointer.id()] == FROM_ARGUMENT;
  }

  /** Whether some argument may be kept. */
  boolean isCaptured() {
    return captured;
  }

  private void reach(Node node, byte as) {
    if (state[node.id()] < as) {
      state[node.id()] = as;
      if (depth == stack.length) {
        stack = Arrays.copyOf(stack, 2 * depth);
      }
      stack[depth++] = node;
    }
  }

  private void spread() {
    while (depth > 0) {
      Node node = stack[--depth];
      for (int i = 0; i < node.useCount(); i++) {
        pass(node, node.user(i), node.userSlot(i));
      }
    }
  }

  private void pass(Node node, Node user, int slot) {
    switch (user.op()) {
      case OFFSET, PHI, SELECT -> reach(user, state[node.id()]);
      case LOAD, VOLATILE_LOAD, MEMORY_COPY, EQ, NE, ULT, ULE -> {}
      case STORE, MEMORY_FILL -> captured |= slot != user.op().firstValue();
      case CALL -> captured |= !isOnlyLent(user, slot);
      default -> captured = true;
    }
  }

  private boolean isOnlyLent(Node call, int slot) {
    CallDescriptor descriptor = (CallDescriptor) call.attribute();
    int first = descriptor != null && descriptor.isIndirect() ? 1 : 0;
    int argument = slot - Op.CALL.firstValue() - first;
    return argument >= 0
        && ((factsOfCall.applyAsLong(call) & CallFacts.NO_CAPTURE) != 0
            || isByValue(call, argument));
  }

  /** Whether an argument is an aggregate, of which the callee gets a copy. */
  static boolean isByValue(Node call, int argument) {
    if (!(call.attribute() instanceof CallDescriptor descriptor)) {
      return false;
    }
    List<Signature.Parameter> parameters = descriptor.signature().parameters();
    return argument < parameters.size() && parameters.get(argument).isByValue();
  }

  private boolean isMixed(Node node) {
    return switch (node.op()) {
      case OFFSET -> (node.immediate() & Op.IN_BOUNDS) == 0;
      case PHI, SELECT -> {
        for (int i = 1; i < node.inputCount(); i++) {
          Node input = node.input(i);
          if (state[input.id()] != FROM_ARGUMENT && !input.isConstant(0)) {
            yield true;
          }
        }
        yield false;
      }
      default -> false;
    };
  }
}
