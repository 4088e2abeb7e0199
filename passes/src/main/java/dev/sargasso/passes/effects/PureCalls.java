package dev.sargasso.passes.effects;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.CallFacts;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.program.Function;
import dev.sargasso.passes.memory.NodeOrder;
import java.util.Arrays;
import java.util.function.Predicate;
import org.eclipse.collections.impl.map.mutable.primitive.LongIntHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Removes calls that change nothing: those whose results nobody wants, if the callee is known to
 * return, and those that an equal call dominates, with the same arguments and, if the callee reads
 * memory, in the same state of it. States are the same if only calls that write nothing lie
 * between. The walk is over the calls in topological order; linear in the graph.
 */
public final class PureCalls {
  /** Earlier calls of one key that are looked at. */
  private static final int MAX_TRIES = 8;

  private final Graph graph;
  private final Predicate<Node> mayRemove;
  private final LongIntHashMap lastWith = new LongIntHashMap();
  private Node[] calls = new Node[16];
  private int[] sameKey = new int[16];
  private int count = 1;
  private int unused;
  private int repeated;

  /** By id of a call that writes nothing: the state before it and all such calls in a row. */
  private final @Nullable Node[] stateBefore;

  private PureCalls(Graph graph, Predicate<Node> mayRemove) {
    this.graph = graph;
    this.mayRemove = mayRemove;
    stateBefore = new Node[graph.idLimit()];
  }

  /**
   * What came of it.
   *
   * @param unused calls that nobody needed
   * @param repeated calls that had been made before
   */
  public record Counts(int unused, int repeated) {
    /** Calls that are gone. */
    public int total() {
      return unused + repeated;
    }
  }

  /**
   * Removes calls from a function without garbage.
   *
   * @param mayRemove asked for each call that could go
   */
  public static Counts run(Function function, Predicate<Node> mayRemove) {
    Graph graph = function.graph();
    if (!hasPureCalls(graph)) {
      return new Counts(0, 0);
    }
    PureCalls pass = new PureCalls(graph, mayRemove);
    pass.run();
    return new Counts(pass.unused, pass.repeated);
  }

  private static boolean hasPureCalls(Graph graph) {
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && node.op() == Op.CALL && CallFacts.has(node, CallFacts.NO_WRITES)) {
        return true;
      }
    }
    return false;
  }

  private void run() {
    ControlFlow flow = ControlFlow.of(graph);
    Dominators dominators = flow.dominators();
    NodeOrder order = NodeOrder.of(graph);
    for (int i = 0; i < order.count(); i++) {
      Node call = order.node(i);
      if (call.op() == Op.CALL && CallFacts.has(call, CallFacts.NO_WRITES)) {
        stateBefore[call.id()] = canonical(call.memory());
        if (!CallFacts.has(call, CallFacts.FRESH) && !passesByValue(call)) {
          merge(call, flow, dominators);
        }
      }
    }
    // The last one first, for it may be what another's result is for.
    for (int i = order.count() - 1; i >= 0; i--) {
      Node call = order.node(i);
      if (call.op() == Op.CALL
          && CallFacts.has(call, CallFacts.NO_WRITES | CallFacts.RETURNS)
          && !isWanted(call)
          && mayRemove.test(call)) {
        remove(call);
        unused++;
      }
    }
  }

  private static boolean passesByValue(Node call) {
    CallDescriptor descriptor = (CallDescriptor) call.attribute();
    if (descriptor != null) {
      for (Signature.Parameter parameter : descriptor.signature().parameters()) {
        if (parameter.isByValue()) {
          return true;
        }
      }
    }
    return false;
  }

  /** The state that {@code token} equals, before all calls that write nothing. */
  private Node canonical(Node token) {
    if (token.op() == Op.PROJECTION && token.input(0).op() == Op.CALL) {
      Node before = stateBefore[token.input(0).id()];
      return before == null ? token : before;
    }
    return token;
  }

  private void merge(Node call, ControlFlow flow, Dominators dominators) {
    long key = key(call);
    int block = flow.blockOf(call);
    int tries = 0;
    int head = lastWith.get(key);
    for (int i = head; i != 0 && tries < MAX_TRIES; i = sameKey[i]) {
      tries++;
      // In one block the earlier call comes first in topological order.
      if (isSame(calls[i], call) && dominators.dominates(flow.blockOf(calls[i]), block)) {
        if (mayRemove.test(call)) {
          takeOver(calls[i], call);
          return;
        }
      }
    }
    if (count == calls.length) {
      calls = Arrays.copyOf(calls, 2 * count);
      sameKey = Arrays.copyOf(sameKey, 2 * count);
    }
    calls[count] = call;
    sameKey[count] = head;
    lastWith.put(key, count++);
  }

  private long key(Node call) {
    CallDescriptor descriptor = (CallDescriptor) call.attribute();
    String symbol = descriptor == null ? null : descriptor.symbol();
    long key = symbol == null ? 1 : symbol.hashCode();
    Node state = stateBefore[call.id()];
    if (state != null && !CallFacts.has(call, CallFacts.NO_READS)) {
      key = key * 31 + state.id();
    }
    for (int i = 0; i < call.valueCount(); i++) {
      key = key * 0x9E3779B97F4A7C15L + call.value(i).id();
    }
    return key;
  }

  private boolean isSame(Node one, Node other) {
    if (one.valueCount() != other.valueCount()
        || one.attribute() == null
        || !one.attribute().equals(other.attribute())
        || (stateBefore[one.id()] != stateBefore[other.id()]
            && !CallFacts.has(other, CallFacts.NO_READS))) {
      return false;
    }
    for (int i = 0; i < one.valueCount(); i++) {
      if (one.value(i) != other.value(i)) {
        return false;
      }
    }
    return true;
  }

  private void takeOver(Node first, Node again) {
    for (int i = again.useCount() - 1; i >= 0; i--) {
      if (i >= again.useCount()) {
        continue;
      }
      Node result = again.user(i);
      if (result.immediate() >= 2) {
        Node made = graph.make(Op.PROJECTION, result.type(), result.immediate(), null, first);
        graph.replace(result, made);
      }
    }
    remove(again);
    repeated++;
  }

  private static boolean isWanted(Node call) {
    for (int i = 0; i < call.useCount(); i++) {
      if (call.user(i).immediate() >= 2 && call.user(i).useCount() > 0) {
        return true;
      }
    }
    return false;
  }

  private void remove(Node call) {
    Node control = call.input(0);
    Node memory = call.memory();
    for (int i = call.useCount() - 1; i >= 0; i--) {
      if (i >= call.useCount()) {
        continue;
      }
      Node projection = call.user(i);
      if (projection.immediate() == 0) {
        graph.replace(projection, control);
      } else if (projection.immediate() == 1) {
        graph.replace(projection, memory);
      }
    }
    // Results without a use may still be there.
    while (call.isAlive() && call.useCount() > 0) {
      graph.kill(call.user(call.useCount() - 1));
    }
    if (call.isAlive()) {
      graph.kill(call);
    }
  }
}
