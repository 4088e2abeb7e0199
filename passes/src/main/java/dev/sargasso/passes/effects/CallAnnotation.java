package dev.sargasso.passes.effects;

import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.CallFacts;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import dev.sargasso.passes.inline.CallGraph;
import java.util.function.BiPredicate;

/**
 * Notes at each call what is known of the callee. Functions that call each other are first believed
 * to do nothing; they are looked at until no belief has to be given up, six times at most, since
 * each time one fact goes for all of them. That they come to an end is never believed.
 */
public final class CallAnnotation {
  private final Program program;
  private final CallGraph calls;
  private final boolean knowsLibrary;
  private final long[] facts;

  /**
   * @param knowsLibrary whether an external function with the name of one of the C library is that
   */
  public CallAnnotation(Program program, CallGraph calls, boolean knowsLibrary) {
    this.program = program;
    this.calls = calls;
    this.knowsLibrary = knowsLibrary;
    facts = new long[calls.count()];
  }

  /** Finds out about the functions of a component, whose callees outside have been looked at. */
  public void look(int[] component) {
    long common = FunctionEffects.ALL;
    boolean recursive = component.length > 1 || calls.isRecursive(component[0]);
    if (recursive) {
      common &= ~CallFacts.RETURNS;
    }
    long before;
    do {
      before = common;
      for (int function : component) {
        facts[function] = before;
      }
      for (int function : component) {
        common &= FunctionEffects.of(calls.function(function), this::isConstantData, this::facts);
      }
    } while (recursive && common != before);
    for (int function : component) {
      facts[function] = common;
    }
  }

  /**
   * Notes what is known at the calls of a function. Functions of the same component have been
   * looked at, too.
   *
   * @return of how many calls something new is known
   */
  public int annotate(int caller, BiPredicate<String, Node> mayChange) {
    Graph graph = calls.function(caller).graph();
    int annotated = 0;
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node == null || node.op() != Op.CALL) {
        continue;
      }
      long known = facts(node);
      if (known != node.immediate() && mayChange.test("know a callee", node)) {
        graph.setCallFacts(node, known);
        annotated++;
      }
    }
    return annotated;
  }

  /** What is known of the callee of a call, what the call says itself included. */
  private long facts(Node call) {
    if (!(call.attribute() instanceof CallDescriptor descriptor) || descriptor.symbol() == null) {
      return call.immediate();
    }
    String symbol = descriptor.symbol();
    int number = calls.number(symbol);
    if (number >= 0) {
      Function callee = calls.function(number);
      return callee.linkage() != Linkage.WEAK && callee.signature().equals(descriptor.signature())
          ? call.immediate() | facts[number]
          : call.immediate();
    }
    if (!knowsLibrary || program.global(symbol) != null) {
      return call.immediate();
    }
    Node result = call.projection(2);
    return call.immediate()
        | LibraryFunctions.facts(symbol, result != null && result.useCount() > 0);
  }

  private boolean isConstantData(String symbol) {
    Global global = program.global(symbol);
    return global != null && global.readOnly();
  }
}
