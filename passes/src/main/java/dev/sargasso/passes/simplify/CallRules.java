package dev.sargasso.passes.simplify;

import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import org.jspecify.annotations.Nullable;

/** CALL. */
final class CallRules {
  private CallRules() {}

  static @Nullable Node call(Rewrite r, Node node) {
    if (!(node.attribute() instanceof CallDescriptor descriptor)
        || !descriptor.isIndirect()
        || !(node.value(0).attribute() instanceof String symbol)
        || node.value(0).op() != Op.SYMBOL
        || !r.fires(Rule.CALL_OF_SYMBOL)) {
      return null;
    }
    @Nullable Node[] inputs = new Node[node.inputCount() - 1];
    inputs[0] = node.input(0);
    inputs[1] = node.memory();
    for (int i = 2; i < inputs.length; i++) {
      inputs[i] = node.input(i + 1);
    }
    return r.call(new CallDescriptor(descriptor.signature(), symbol), node.immediate(), inputs);
  }
}
