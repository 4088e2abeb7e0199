package dev.sargasso.passes.effects;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.CallFacts;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.alias.Aliasing;
import dev.sargasso.passes.alias.Origins;
import dev.sargasso.passes.memory.NodeOrder;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * What one function does and does not do, see {@link CallFacts}: one look at each node, and one
 * along what its pointer parameters flow into. Linear in the graph.
 */
final class FunctionEffects {
  /** All that can be found out of a body. */
  static final long ALL =
      CallFacts.CONST | CallFacts.RETURNS | CallFacts.NO_CAPTURE | CallFacts.ARGUMENTS_ONLY;

  private final Graph graph;
  private final NodeOrder order;
  private final Predicate<String> isConstantData;
  private final ToLongFunction<Node> factsOfCall;
  private final Origins origins;
  private final ParameterFlow flow;

  private long facts = ALL;

  private FunctionEffects(
      Graph graph, Predicate<String> isConstantData, ToLongFunction<Node> factsOfCall) {
    this.graph = graph;
    this.isConstantData = isConstantData;
    this.factsOfCall = factsOfCall;
    order = NodeOrder.of(graph);
    origins = Origins.of(graph);
    flow = ParameterFlow.of(graph, factsOfCall);
  }

  /**
   * The facts of a function.
   *
   * @param isConstantData whether the global of a name can never be written
   * @param factsOfCall what is known of the callee of a call in it
   */
  static long of(
      Function function, Predicate<String> isConstantData, ToLongFunction<Node> factsOfCall) {
    return new FunctionEffects(function.graph(), isConstantData, factsOfCall).run(function);
  }

  private long run(Function function) {
    boolean returns = false;
    for (int i = 0; i < order.count() && facts != 0; i++) {
      Node node = order.node(i);
      returns |= node.op() == Op.RETURN;
      look(node);
    }
    if (flow.isCaptured()) {
      lose(CallFacts.NO_CAPTURE);
    }
    if (!returns || readsArguments(function.signature())) {
      lose(CallFacts.RETURNS);
    }
    if ((facts & CallFacts.RETURNS) != 0 && !FiniteLoops.all(ControlFlow.of(graph))) {
      lose(CallFacts.RETURNS);
    }
    return facts;
  }

  /** Functions that read variable arguments are not worth thinking about. */
  private boolean readsArguments(Signature signature) {
    for (Signature.Parameter parameter : signature.parameters()) {
      if (parameter.isRest()) {
        facts = CallFacts.NONE;
        return true;
      }
    }
    return false;
  }

  private void lose(long lost) {
    facts &= ~lost;
  }

  private void look(Node node) {
    switch (node.op()) {
      case LOAD -> reads(node.value(0));
      case STORE, MEMORY_FILL -> {
        loseIfVolatile(node);
        writes(node.value(0));
      }
      case MEMORY_COPY -> {
        loseIfVolatile(node);
        writes(node.value(0));
        reads(node.value(1));
      }
      case VOLATILE_LOAD -> lose(CallFacts.CONST | CallFacts.ARGUMENTS_ONLY);
      case GUARD, TRAP, NEVER -> lose(CallFacts.RETURNS);
      case CALL -> calls(node);
      default -> {}
    }
  }

  private void loseIfVolatile(Node access) {
    if (Access.isVolatile(access.immediate())) {
      lose(CallFacts.CONST | CallFacts.ARGUMENTS_ONLY);
    }
  }

  private boolean isOwn(Node address) {
    Node object = origins.object(address);
    return object != null && object.op() == Op.STACK_SLOT && origins.isPrivate(object);
  }

  private void reads(Node address) {
    if (isOwn(address)) {
      return;
    }
    Node object = origins.object(address);
    if (object != null
        && object.op() == Op.SYMBOL
        && object.attribute() instanceof String symbol
        && isConstantData.test(symbol)) {
      return;
    }
    lose(CallFacts.NO_READS);
    leads(address);
  }

  private void writes(Node address) {
    if (!isOwn(address)) {
      lose(CallFacts.NO_WRITES);
      leads(address);
    }
  }

  /** Where an access leads that others may see. */
  private void leads(Node address) {
    if (!flow.isFromArgument(Aliasing.base(address))
        || (Aliasing.base(address) != address && (address.immediate() & Op.IN_BOUNDS) == 0)) {
      lose(CallFacts.ARGUMENTS_ONLY);
    }
  }

  private void calls(Node call) {
    long callee = factsOfCall.applyAsLong(call);
    if ((callee & CallFacts.RETURNS) == 0) {
      lose(CallFacts.RETURNS);
    }
    boolean inArguments =
        (callee & CallFacts.ARGUMENTS_ONLY) != 0 || (callee & CallFacts.CONST) == CallFacts.CONST;
    boolean own = inArguments;
    CallDescriptor descriptor = (CallDescriptor) call.attribute();
    int first = descriptor != null && descriptor.isIndirect() ? 1 : 0;
    for (int i = first; i < call.valueCount(); i++) {
      Node argument = call.value(i);
      if (argument.type() != Type.PTR || argument.isConstant(0)) {
        continue;
      }
      if (ParameterFlow.isByValue(call, i - first)) {
        reads(argument);
        continue;
      }
      if (!isOwn(argument)) {
        own = false;
        if (inArguments && (callee & CallFacts.CONST) != CallFacts.CONST) {
          leads(argument);
        }
      }
    }
    if (!inArguments) {
      lose(CallFacts.ARGUMENTS_ONLY);
    }
    if (!own) {
      facts &= callee | ~CallFacts.CONST;
    }
  }
}
