package dev.sargasso.ir.verify;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Walks a schedule with the current state of each alias class and checks every access against it.
 * Where different states meet, none is current until the next definition. States are arrays indexed
 * by class, shared between blocks that define nothing.
 */
// Arrays are compared by identity to see whether two blocks share one.
@SuppressWarnings("ReferenceEquality")
final class ScheduledMemory {
  private final Schedule schedule;
  private final ControlFlow controlFlow;
  private final Problems problems;
  private final int classes;

  /** Stands for "different states have met". */
  private final Node none;

  private final Node @Nullable [][] entry;
  private final Node @Nullable [][] exit;
  private final boolean[] merged;

  ScheduledMemory(Schedule schedule, Problems problems) {
    this.schedule = schedule;
    this.problems = problems;
    controlFlow = schedule.controlFlow();
    none = schedule.graph().end();
    entry = new Node[schedule.blockCount()][];
    exit = new Node[schedule.blockCount()][];
    int largest = 0;
    for (int block = 0; block < schedule.blockCount(); block++) {
      for (int i = 0; i < schedule.size(block); i++) {
        Node node = schedule.node(block, i);
        largest = Math.max(largest, Math.max(Tokens.definedClass(node), accessedClass(node)));
      }
    }
    classes = largest + 1;
    merged = new boolean[classes];
  }

  private static int accessedClass(Node node) {
    return node.op() == Op.LOAD ? Access.aliasClass(node.immediate()) : -1;
  }

  void check() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int block = 0; block < schedule.blockCount(); block++) {
        changed |= update(block);
      }
    }
    for (int block = 0; block < schedule.blockCount(); block++) {
      checkBlock(block);
    }
  }

  /** Recomputes the states at both ends of a block; whether they are others than before. */
  private boolean update(int block) {
    Node[] state = meet(block);
    Node[] before = entry[block];
    if (before != null && (before == state || Arrays.equals(before, state))) {
      return false;
    }
    entry[block] = state;
    Node[] at = state;
    for (int i = 0; i < schedule.size(block); i++) {
      at = pass(schedule.node(block, i), at, state);
    }
    exit[block] = at;
    return true;
  }

  /** The state after {@code node}; a copy of {@code shared} is made at the first definition. */
  private static Node[] pass(Node node, Node[] at, Node[] shared) {
    int defined = Tokens.definedClass(node);
    if (defined == Tokens.NOTHING) {
      return at;
    }
    Node[] own = at == shared ? shared.clone() : at;
    if (defined == Tokens.WHOLE) {
      Arrays.fill(own, node);
    } else {
      own[defined] = node;
    }
    return own;
  }

  private Node[] meet(int block) {
    Node[] result = null;
    boolean own = false;
    for (int i = 0; i < controlFlow.predecessorCount(block); i++) {
      Node[] other = exit[controlFlow.predecessor(block, i)];
      if (other == null || other == result) {
        continue;
      }
      if (result == null) {
        result = other;
        continue;
      }
      for (int c = 0; c < classes; c++) {
        if (result[c] != other[c] && result[c] != none) {
          if (!own) {
            result = result.clone();
            own = true;
          }
          result[c] = none;
        }
      }
    }
    if (result == null) {
      result = new Node[classes];
      Arrays.fill(result, block == 0 ? schedule.graph().start() : none);
    }
    return result;
  }

  private void checkBlock(int block) {
    Node[] state = entry[block];
    if (state == null) {
      return;
    }
    Node[] at = state;
    for (int i = 0; i < schedule.size(block); i++) {
      Node node = schedule.node(block, i);
      checkAccess(node, block, at);
      at = pass(node, at, state);
    }
  }

  private void checkAccess(Node node, int block, Node[] state) {
    switch (node.op()) {
      case LOAD, STORE, VOLATILE_LOAD, MEMORY_COPY, MEMORY_FILL ->
          expect(node, node.memory(), Access.aliasClass(node.immediate()), state);
      case CALL -> checkWhole(node, state, true);
      case RETURN, TRAP -> checkWhole(node, state, false);
      case PHI -> {
        if (node.type() == Type.MEM) {
          checkPhi(node, block);
        }
      }
      default -> {}
    }
  }

  /**
   * A whole state: class 0, with other classes merged in that have been written since the last one.
   *
   * @param complete whether every written class must be merged in; at an exit some may be dead
   */
  private void checkWhole(Node node, Node[] state, boolean complete) {
    Node token = node.memory();
    expect(node, token, 0, state);
    Arrays.fill(merged, false);
    if (token.op() == Op.MEMORY_MERGE) {
      for (int i = 1; i < token.inputCount(); i++) {
        int aliasClass = Tokens.aliasClass(token.input(i));
        if (aliasClass > 0 && aliasClass < classes) {
          merged[aliasClass] = true;
          expect(node, token, aliasClass, state);
        }
      }
    }
    for (int c = 1; c < classes && complete; c++) {
      if (!merged[c] && Tokens.definedClass(state[c]) == c) {
        problems.add(
            "memory",
            node,
            "misses the state of class " + c + " that " + Problems.describe(state[c]) + " made");
      }
    }
  }

  private void checkPhi(Node phi, int block) {
    for (int i = 1; i < phi.inputCount(); i++) {
      Node[] state = exit[controlFlow.predecessor(block, i - 1)];
      if (state != null) {
        expect(phi, phi.input(i), (int) phi.immediate(), state);
      }
    }
  }

  private void expect(Node node, Node token, int aliasClass, Node[] state) {
    Node named = Tokens.definition(token, aliasClass);
    Node current = state[aliasClass];
    if (named == current) {
      return;
    }
    problems.add(
        "memory",
        node,
        "asks for the state of class "
            + aliasClass
            + " that "
            + Problems.describe(named)
            + " made, but "
            + (current == none
                ? "none is current there"
                : "that of " + Problems.describe(current) + " is current there"));
  }
}
