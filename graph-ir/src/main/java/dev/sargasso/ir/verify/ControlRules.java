package dev.sargasso.ir.verify;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Each control token is continued once, and START reaches all of them. */
final class ControlRules {
  private final Graph graph;
  private final Problems problems;

  ControlRules(Graph graph, Problems problems) {
    this.graph = graph;
    this.problems = problems;
  }

  void check() {
    boolean[] reached = new boolean[graph.idLimit()];
    Node[] stack = new Node[64];
    int depth = 0;
    stack[depth++] = graph.start();
    reached[graph.start().id()] = true;
    while (depth > 0) {
      Node token = stack[--depth];
      Node next = continuation(token);
      if (next == null) {
        continue;
      }
      if (next.type() != Type.TUPLE) {
        // A region or GUARD is the next token; an exit ends here.
        if (!reached[next.id()]) {
          reached[next.id()] = true;
          if (OperationRules.isToken(next)) {
            stack[depth++] = next;
          }
        }
        continue;
      }
      reached[next.id()] = true;
      int arms = arms(next);
      if (depth + arms > stack.length) {
        stack = Arrays.copyOf(stack, 2 * (depth + arms));
      }
      int found = 0;
      for (int i = 0; i < next.useCount(); i++) {
        Node arm = next.user(i);
        if (arm.type() == Type.CTRL) {
          found++;
          reached[arm.id()] = true;
          if (depth == stack.length) {
            stack = Arrays.copyOf(stack, 2 * depth);
          }
          stack[depth++] = arm;
        }
      }
      if (found != arms) {
        problems.add("control", next, "has " + found + " control projections instead of " + arms);
      }
    }
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && isControl(node) && !reached[id]) {
        problems.add("control", node, "cannot be reached from START");
      }
    }
    checkExits();
  }

  private void checkExits() {
    boolean[] held = new boolean[graph.idLimit()];
    Node end = graph.end();
    for (int i = 0; i < end.inputCount(); i++) {
      if (held[end.input(i).id()]) {
        problems.add("control", end.input(i), "is held by END twice");
      }
      held[end.input(i).id()] = true;
    }
  }

  private static boolean isControl(Node node) {
    return switch (node.op()) {
      case REGION, LOOP, IF, SWITCH, NEVER, GUARD, CALL, RETURN, UNREACHABLE, TRAP -> true;
      case PROJECTION -> node.type() == Type.CTRL;
      default -> false;
    };
  }

  private static int arms(Node tuple) {
    return switch (tuple.op()) {
      case IF, NEVER -> 2;
      case SWITCH -> tuple.attribute() instanceof SwitchTable table ? table.targetCount() : 0;
      default -> 1;
    };
  }

  /** The one node by which control goes on, or null after having said what is wrong. */
  private @Nullable Node continuation(Node token) {
    Node next = null;
    for (int i = 0; i < token.useCount(); i++) {
      Node user = token.user(i);
      boolean continues =
          switch (user.op()) {
            case REGION, LOOP -> true;
            case IF, SWITCH, NEVER, GUARD, CALL, RETURN, UNREACHABLE, TRAP -> true;
            default -> false;
          };
      if (!continues) {
        continue;
      }
      if (next != null) {
        problems.add(
            "control",
            token,
            "is continued by both " + Problems.describe(next) + " and " + Problems.describe(user));
        return null;
      }
      next = user;
    }
    if (next == null) {
      problems.add("control", token, "leads nowhere");
    } else if (next.op() == Op.START) {
      return null;
    }
    return next;
  }
}
