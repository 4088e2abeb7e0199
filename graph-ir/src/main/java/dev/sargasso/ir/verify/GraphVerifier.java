package dev.sargasso.ir.verify;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.program.Function;

/**
 * Checks a function's graph.
 *
 * <p>Rules, in the order in which they are checked; where one group fails, later ones, which rely
 * on it, are left out:
 *
 * <ol>
 *   <li>{@code edge}: inputs are alive, and every use list holds exactly the edges that point to
 *       its node. {@code numbering}: the value-numbering table finds every node that is in it.
 *   <li>{@code arity}, {@code type}, {@code attribute}, {@code immediate}: each operation has the
 *       inputs, types and attributes that it must have; constants are canonical. {@code class}: a
 *       memory token is of the alias class of whoever takes it. {@code division}: a division
 *       without control has a divisor that is known to be safe.
 *   <li>{@code garbage}: END needs every node. {@code cycle}: every cycle goes through a PHI or a
 *       region.
 *   <li>{@code control}: each control token is continued exactly once, START reaches it, and each
 *       arm of a branch exists exactly once.
 *   <li>{@code loop}: input 0 of a LOOP enters it and the others come from inside. {@code
 *       dominance}: there is a place where all inputs of a node are available and from which all
 *       its uses can be reached.
 * </ol>
 *
 * <p>Linear in the graph.
 */
public final class GraphVerifier {
  private GraphVerifier() {}

  /**
   * Checks all rules.
   *
   * @throws VerificationFailed if any is broken
   */
  public static void verify(Function function) {
    verify(function, false);
  }

  /**
   * Checks the rules.
   *
   * @param garbageAllowed whether floating nodes that END does not need may still be there, as
   *     between passes that have not been cleaned up after
   * @throws VerificationFailed if any is broken
   */
  public static void verify(Function function, boolean garbageAllowed) {
    Graph graph = function.graph();
    Problems problems = new Problems(function.name());
    EdgeRules edges = new EdgeRules(graph, problems);
    edges.checkEdges();
    problems.throwIfAny();
    Node misfiled = graph.misfiledNode();
    if (misfiled != null) {
      problems.add("numbering", misfiled, "is not where the value-numbering table looks for it");
    }
    OperationRules operations = new OperationRules(function, problems);
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null) {
        operations.check(node);
      }
    }
    problems.throwIfAny();
    edges.checkReachability(garbageAllowed);
    edges.checkCycles();
    problems.throwIfAny();
    new ControlRules(graph, problems).check();
    problems.throwIfAny();
    new DominanceRules(ControlFlow.anew(graph), edges.live(), problems).check();
    problems.throwIfAny();
  }
}
