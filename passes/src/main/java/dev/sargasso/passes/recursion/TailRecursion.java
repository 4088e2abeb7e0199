package dev.sargasso.passes.recursion;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Turns calls of a function by itself, right before it returns, into jumps to its beginning. Where
 * what is returned is {@code x + f(...)} or {@code x * f(...)} in integers, the function keeps an
 * accumulator: the operation is associative and commutative modulo 2^w, so the order of the terms
 * does not matter.
 *
 * <p>A function with stack slots is left alone, since each activation has objects of its own, and
 * so is one with several alias classes. Linear in the graph.
 */
public final class TailRecursion {
  private final Function function;
  private final Graph graph;

  /** ADD or MUL, once a call needs an accumulator. */
  private @Nullable Op operation;

  /** Whether control edges have been changed. */
  private boolean edited;

  private final List<Site> sites = new ArrayList<>();

  /**
   * A call to be replaced.
   *
   * @param call of the function itself
   * @param exit the return right behind it
   * @param accumulates whether something is added to the result, or multiplied with it
   */
  private record Site(Node call, Node exit, boolean accumulates) {}

  private TailRecursion(Function function) {
    this.function = function;
    this.graph = function.graph();
  }

  /**
   * Replaces calls.
   *
   * @param mayReplace asked before each call
   * @return how many have been replaced
   */
  public static int run(Function function, Predicate<Node> mayReplace) {
    if (function.aliasClassCount() != 1) {
      return 0;
    }
    return new TailRecursion(function).replaceAll(mayReplace);
  }

  private int replaceAll(Predicate<Node> mayReplace) {
    List<Node> calls = ownCalls();
    if (calls.isEmpty()) {
      return 0;
    }
    for (Node call : calls) {
      Node exit = exitBehind(call);
      Site site = exit == null ? null : site(call, exit);
      if (site != null && mayReplace.test(call)) {
        operation = site.accumulates ? exit.value(0).op() : operation;
        sites.add(site);
      }
    }
    if (!sites.isEmpty()) {
      makeLoop();
    }
    if (edited) {
      new Reachability(graph, 1).complete();
    }
    return sites.size();
  }

  /** The calls of the function by itself; none if it has stack slots or takes what is no scalar. */
  private List<Node> ownCalls() {
    List<Node> calls = new ArrayList<>();
    if (function.signature().variadic()) {
      return calls;
    }
    for (Signature.Parameter parameter : function.signature().parameters()) {
      if (parameter.isByValue()) {
        return calls;
      }
    }
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node == null) {
        continue;
      }
      if (node.op() == Op.STACK_SLOT) {
        calls.clear();
        return calls;
      }
      if (node.op() == Op.CALL
          && node.attribute() instanceof CallDescriptor descriptor
          && function.name().equals(descriptor.symbol())
          && function.signature().equals(descriptor.signature())) {
        calls.add(node);
      }
    }
    return calls;
  }

  // ------------------------------------------------------------------- finding

  /**
   * The return that is the only thing to follow a call. Where it is that of a region at which
   * returns meet, it gets a copy for this way in.
   */
  private @Nullable Node exitBehind(Node call) {
    Node control = call.projection(0);
    if (control == null || control.useCount() != 1) {
      return null;
    }
    Node next = control.user(0);
    if (next.op() == Op.RETURN) {
      return next;
    }
    if (!next.op().isRegion()) {
      return null;
    }
    Node exit = Exits.exitOf(next);
    int way = control.userSlot(0);
    if (exit == null || !wouldFit(call, exit, next, way)) {
      return null;
    }
    Node copy = Exits.copy(graph, exit, next, way);
    edited = true;
    return copy;
  }

  /** Whether the copy of {@code exit} for one way into its region would be a site. */
  private boolean wouldFit(Node call, Node exit, Node region, int way) {
    if (!Exits.isResult(Exits.onWay(exit.memory(), region, way), call, 1)) {
      return false;
    }
    // There the only user of the result is the phi; behind the copy it is the return.
    for (int i = 0; i < exit.valueCount(); i++) {
      Node value = Exits.onWay(exit.value(i), region, way);
      if (!Exits.isResult(value, call, 2 + i) && term(call, value) == null) {
        return false;
      }
    }
    return true;
  }

  private @Nullable Site site(Node call, Node exit) {
    if (!Exits.isResult(exit.memory(), call, 1)
        || exit.memory().useCount() != 1
        || exit.valueCount() != function.signature().results().size()) {
      return null;
    }
    boolean plain = true;
    for (int i = 0; i < exit.valueCount(); i++) {
      plain &= Exits.isResult(exit.value(i), call, 2 + i);
    }
    if (plain) {
      return exit.valueCount() == countResults(call) ? new Site(call, exit, false) : null;
    }
    if (exit.valueCount() != 1) {
      return null;
    }
    Node value = exit.value(0);
    Node term = term(call, value);
    boolean agrees = operation == null || operation == value.op();
    return term != null && agrees ? new Site(call, exit, true) : null;
  }

  /** Results that are used, each once. */
  private static int countResults(Node call) {
    int count = 0;
    for (int i = 0; i < call.useCount(); i++) {
      Node user = call.user(i);
      if (user.immediate() >= 2) {
        count += user.useCount();
      }
    }
    return count;
  }

  /** What {@code value} adds to the first result of {@code call} or multiplies it with. */
  private static @Nullable Node term(Node call, Node value) {
    boolean associates = value.op() == Op.ADD || value.op() == Op.MUL;
    if (!associates || value.useCount() != 1 || countResults(call) != 1) {
      return null;
    }
    if (Exits.isResult(value.value(0), call, 2)) {
      return value.value(1);
    }
    return Exits.isResult(value.value(1), call, 2) ? value.value(0) : null;
  }

  // -------------------------------------------------------------------- making

  private void makeLoop() {
    edited = true;
    Node start = graph.start();
    Node head = graph.makeRaw(Op.REGION, Type.CTRL, 0, null, start);
    @Nullable Node[] parameters = new Node[function.signature().parameters().size()];
    Node memory = null;
    for (int i = start.useCount() - 1; i >= 0; i--) {
      Node user = start.user(i);
      int slot = start.userSlot(i);
      switch (user.op()) {
        case PARAMETER -> parameters[(int) user.immediate()] = user;
        case INITIAL_MEMORY -> memory = user;
        default -> {
          if (user != head) {
            graph.setInput(user, slot, head);
          }
        }
      }
    }
    @Nullable Node[] phis = new Node[parameters.length];
    for (int i = 0; i < phis.length; i++) {
      phis[i] = parameters[i] == null ? null : phiFor(head, parameters[i]);
    }
    Node state = memory == null ? null : phiFor(head, memory);
    Node accumulator = accumulator(head);
    for (Site site : sites) {
      takeBack(site, head, phis, state, accumulator);
    }
    if (accumulator != null) {
      accumulateAtExits(accumulator);
    }
  }

  /** A phi of the head that takes over all uses of what {@code first} stands for on entry. */
  private Node phiFor(Node head, Node first) {
    Node phi = graph.makeRaw(Op.PHI, first.type(), 0, null, head, first);
    for (int i = first.useCount() - 1; i >= 0; i--) {
      if (i < first.useCount() && first.user(i) != phi) {
        graph.setInput(first.user(i), first.userSlot(i), phi);
      }
    }
    return phi;
  }

  private @Nullable Node accumulator(Node head) {
    Op op = operation;
    if (op == null) {
      return null;
    }
    Type type = function.signature().results().get(0);
    return graph.makeRaw(Op.PHI, type, 0, null, head, graph.constant(type, op == Op.ADD ? 0 : 1));
  }

  private void takeBack(
      Site site,
      Node head,
      @Nullable Node[] phis,
      @Nullable Node state,
      @Nullable Node accumulator) {
    Node call = site.call;
    graph.addInput(head, call.input(0));
    for (int i = 0; i < phis.length; i++) {
      if (phis[i] != null) {
        graph.addInput(phis[i], call.value(i));
      }
    }
    if (state != null) {
      graph.addInput(state, call.memory());
    }
    if (accumulator != null) {
      // Only now: the term may be a parameter, whose place a phi has taken.
      Node term = site.accumulates ? term(call, site.exit.value(0)) : null;
      graph.addInput(accumulator, term == null ? accumulator : combined(accumulator, term));
    }
    Node end = graph.end();
    for (int i = 0; i < end.inputCount(); i++) {
      if (end.input(i) == site.exit) {
        graph.removeInput(end, i);
        break;
      }
    }
    graph.kill(site.exit);
    // Its control projection leads nowhere any more; the clean-up of control takes both.
    graph.setInput(call, 0, graph.makeRaw(Op.REGION, Type.CTRL, 0, null));
  }

  private Node combined(Node accumulator, Node term) {
    Op op = operation;
    if (op == null) {
      throw new IllegalStateException("no operation");
    }
    return graph.make(op, accumulator.type(), 0, null, accumulator, term);
  }

  private void accumulateAtExits(Node accumulator) {
    Node end = graph.end();
    for (int i = 0; i < end.inputCount(); i++) {
      Node exit = end.input(i);
      if (exit.op() == Op.RETURN) {
        int slot = Op.RETURN.firstValue();
        graph.setInput(exit, slot, combined(accumulator, exit.value(0)));
      }
    }
  }
}
