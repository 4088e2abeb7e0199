package dev.sargasso.ir.verify;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.type.Type;

/**
 * Checks a schedule against its graph.
 *
 * <p>Rules: {@code once} (every live node that is executed stands in exactly one place, and nothing
 * else does), {@code pinned} (pinned nodes are in the block of their control), {@code shape} (PHIs
 * first, terminator last, projections behind their tuple), {@code dominance} (definitions come
 * before uses and dominate them, control inputs included), {@code memory} (every access sees the
 * state of memory that it names). Memory is checked by walking the blocks with the current state of
 * every alias class, which shares nothing with how the schedule was found. Linear, but for memory:
 * blocks with definitions times alias classes.
 */
public final class ScheduleVerifier {
  private final Schedule schedule;
  private final ControlFlow controlFlow;
  private final Dominators dominators;
  private final Graph graph;
  private final boolean[] live;
  private final Problems problems;

  private ScheduleVerifier(String function, Schedule schedule) {
    this.schedule = schedule;
    controlFlow = schedule.controlFlow();
    dominators = controlFlow.dominators();
    graph = schedule.graph();
    live = Reachability.markLiveNodes(graph);
    problems = new Problems(function);
  }

  /**
   * Checks.
   *
   * @param function its name, for the message
   * @throws VerificationFailed if any rule is broken
   */
  public static void verify(String function, Schedule schedule) {
    ScheduleVerifier verifier = new ScheduleVerifier(function, schedule);
    verifier.checkOnce();
    verifier.problems.throwIfAny();
    for (int block = 0; block < schedule.blockCount(); block++) {
      verifier.checkShape(block);
      for (int i = 0; i < schedule.size(block); i++) {
        verifier.checkInputs(schedule.node(block, i), block, i);
      }
    }
    verifier.problems.throwIfAny();
    new ScheduledMemory(schedule, verifier.problems).check();
    verifier.problems.throwIfAny();
  }

  private void checkOnce() {
    int[] seen = new int[graph.idLimit()];
    for (int block = 0; block < schedule.blockCount(); block++) {
      for (int i = 0; i < schedule.size(block); i++) {
        Node node = schedule.node(block, i);
        if (node.id() >= seen.length || graph.node(node.id()) != node || !live[node.id()]) {
          problems.add("once", node, "stands in block " + block + " but is not live");
          continue;
        }
        if (isControlToken(node)) {
          problems.add("once", node, "stands in block " + block + " but is never executed");
        }
        if (++seen[node.id()] > 1) {
          problems.add("once", node, "stands in more than one place");
        } else if (schedule.blockOf(node) != block || schedule.indexOf(node) != i) {
          problems.add("once", node, "is indexed under another place than it has");
        }
        if (node.op().isPinned() && controlFlow.blockOf(node) != block) {
          problems.add(
              "pinned",
              node,
              "stands in block " + block + " but is pinned to " + controlFlow.blockOf(node));
        }
      }
    }
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && live[id] && seen[id] == 0 && !isControlToken(node)) {
        problems.add("once", node, "is live but stands nowhere");
      }
    }
  }

  private static boolean isControlToken(Node node) {
    return switch (node.op()) {
      case START, REGION, LOOP, END -> true;
      case PROJECTION -> node.type() == Type.CTRL;
      default -> false;
    };
  }

  private static boolean isLeading(Node node) {
    return switch (node.op()) {
      case PHI, PARAMETER, INITIAL_MEMORY -> true;
      default -> false;
    };
  }

  private void checkShape(int block) {
    int size = schedule.size(block);
    boolean leading = true;
    for (int i = 0; i < size; i++) {
      Node node = schedule.node(block, i);
      if (!isLeading(node)) {
        leading = false;
      } else if (!leading) {
        problems.add("shape", node, "does not stand at the start of its block");
      }
      if (node.op().isTerminator() && i != size - 1) {
        problems.add("shape", node, "ends a block but is not the last node in it");
      }
      if (node.op() == Op.PROJECTION) {
        Node before = i == 0 ? node : schedule.node(block, i - 1);
        boolean follows =
            before == node.input(0)
                || (before.op() == Op.PROJECTION && before.input(0) == node.input(0));
        if (!follows) {
          problems.add("shape", node, "does not stand behind " + node.input(0));
        }
      }
    }
    Node terminator = controlFlow.terminator(block);
    if (terminator != null && (size == 0 || schedule.node(block, size - 1) != terminator)) {
      problems.add("shape", terminator, "does not end block " + block);
    }
  }

  private void checkInputs(Node node, int block, int index) {
    for (int i = 0; i < node.inputCount(); i++) {
      Node input = node.inputOrNull(i);
      if (input == null) {
        continue;
      }
      if (node.op() == Op.PHI) {
        if (i > 0 && !isThereAt(input, controlFlow.predecessor(block, i - 1), Integer.MAX_VALUE)) {
          problems.add(
              "dominance",
              node,
              "takes " + Problems.describe(input) + " from where it is not there");
        }
      } else if (!isThereAt(input, block, index)) {
        problems.add(
            "dominance",
            node,
            "stands where its input " + Problems.describe(input) + " is not there");
      }
    }
  }

  /** Whether {@code input} has been computed, or passed, on every way to the place. */
  private boolean isThereAt(Node input, int block, int index) {
    Node place = input;
    if (input.op() == Op.PROJECTION && input.type() == Type.CTRL) {
      if (controlFlow.head(controlFlow.blockOf(input)) == input) {
        return dominators.dominates(controlFlow.blockOf(input), block);
      }
      place = input.input(0);
    } else if (isControlToken(input)) {
      return dominators.dominates(controlFlow.blockOf(input), block);
    }
    int home = schedule.blockOf(place);
    return home == block ? schedule.indexOf(place) < index : dominators.dominates(home, block);
  }
}
