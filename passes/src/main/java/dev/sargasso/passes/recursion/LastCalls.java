package dev.sargasso.passes.recursion;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.CallFacts;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.program.Function;
import dev.sargasso.passes.alias.Origins;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds calls that are the last thing a function does, and says so by {@link CallFacts#LAST}, so
 * that the back end may jump instead: the callee then returns to the caller's caller, and functions
 * that call each other at their ends need no more stack than one of them (Steele, "Debunking the
 * 'Expensive Procedure Call' Myth", 1977).
 *
 * <p>A return at a region is first copied to the calls before it. No call is the last one if others
 * may know the address of a stack slot of this activation, or if control may come back behind some
 * call a second time. Linear in the graph.
 */
public final class LastCalls {
  private LastCalls() {}

  /**
   * Marks calls; copies returns to them.
   *
   * @param mayMark asked before each call
   * @return how many have been marked
   */
  public static int run(Function function, Predicate<Node> mayMark) {
    Graph graph = function.graph();
    List<Node> found = candidates(function);
    if (found.isEmpty() || !keepsSlotsToItself(graph)) {
      return 0;
    }
    int marked = 0;
    boolean edited = false;
    for (Node call : found) {
      Node next = call.projection(0);
      if (next == null || next.useCount() != 1 || !mayMark.test(call)) {
        continue;
      }
      Node behind = next.user(0);
      if (behind.op().isRegion()) {
        Node exit = Exits.exitOf(behind);
        if (exit == null) {
          continue;
        }
        Exits.copy(graph, exit, behind, next.userSlot(0));
        edited = true;
      }
      graph.setCallFacts(call, call.immediate() | CallFacts.LAST);
      marked++;
    }
    if (edited) {
      new Reachability(graph, function.aliasClassCount()).complete();
    }
    return marked;
  }

  /** The calls whose results are what is returned; none if one of the function returns twice. */
  private static List<Node> candidates(Function function) {
    Graph graph = function.graph();
    List<Node> found = new ArrayList<>();
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node == null || node.op() != Op.CALL) {
        continue;
      }
      if (node.attribute() instanceof CallDescriptor descriptor && descriptor.returnsTwice()) {
        return List.of();
      }
      if (isFollowedByReturn(node)) {
        found.add(node);
      }
    }
    return found;
  }

  private static boolean isFollowedByReturn(Node call) {
    Node control = call.projection(0);
    if (control == null || control.useCount() != 1) {
      return false;
    }
    Node next = control.user(0);
    int way = control.userSlot(0);
    Node exit = next.op() == Op.RETURN ? next : next.op() == Op.REGION ? Exits.exitOf(next) : null;
    if (exit == null || !Exits.isResult(Exits.onWay(exit.memory(), next, way), call, 1)) {
      return false;
    }
    for (int i = 0; i < exit.valueCount(); i++) {
      if (!Exits.isResult(Exits.onWay(exit.value(i), next, way), call, 2 + i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether nobody but accesses of the function itself can reach its stack slots. */
  private static boolean keepsSlotsToItself(Graph graph) {
    @Nullable Origins origins = null;
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && node.op() == Op.STACK_SLOT && node.attribute() instanceof StackSlot) {
        if (origins == null) {
          origins = Origins.of(graph);
        }
        if (!origins.isPrivate(node) || origins.isPassed(node)) {
          return false;
        }
      }
    }
    return true;
  }
}
