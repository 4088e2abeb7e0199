package dev.sargasso.prove.rules;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.type.Type;
import java.util.List;

/**
 * An expression as a function of {@code x} and {@code y} that returns its value.
 *
 * @param function the whole of it
 * @param root what it returns
 */
record Formula(Function function, Node root) {
  static Formula of(Expression expression, Type type, Simplifier simplifier) {
    Graph graph = new Graph(simplifier);
    Node[] variables = {
      graph.make(Op.PARAMETER, type, 0, null, graph.start()),
      graph.make(Op.PARAMETER, type, 1, null, graph.start())
    };
    Node root = expression.make(graph, type, variables);
    Function function =
        new Function(
            "f",
            Signature.of(List.of(type, type), List.of(root.type())),
            Linkage.GLOBAL,
            graph,
            "");
    Node memory = graph.make(Op.INITIAL_MEMORY, Type.MEM, 0, null, graph.start());
    Node exit = graph.makeRaw(Op.RETURN, Type.CTRL, 0, null, graph.start(), memory, root);
    graph.addInput(graph.end(), exit);
    return new Formula(function, root);
  }
}
