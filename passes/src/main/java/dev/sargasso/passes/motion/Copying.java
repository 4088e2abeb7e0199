package dev.sargasso.passes.motion;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.memory.MemoryStates;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Divides the uses of a node among the arms behind the last block that dominates them all, and
 * makes a copy of the node for each arm but one.
 *
 * <p>Whether that is right is the question whether each copy may stand in its arm. Inputs are
 * there, since the arms are dominated by where the node may stand; for a load the state of memory
 * must still be current, which is asked as for any load.
 */
final class Copying {
  /** More arms than these are not worth the code. */
  private static final int MOST_ARMS = 4;

  private static final int MOST_USES = 32;

  private final ControlFlow controlFlow;
  private final Dominators dominators;
  private final MemoryStates states;
  private final int[] blockOf;

  // The uses of the node in work, and the arm of each; of each arm its first block and its last.
  private final @Nullable Node[] users = new Node[MOST_USES];
  private final int[] slots = new int[MOST_USES];
  private final int[] armOf = new int[MOST_USES];
  private final int[] first = new int[MOST_ARMS];
  private final int[] last = new int[MOST_ARMS];
  private int uses;
  private int arms;
  private int left;

  /**
   * @param limit how many copies may be made altogether
   */
  Copying(ControlFlow controlFlow, MemoryStates states, int[] blockOf, int limit) {
    this.controlFlow = controlFlow;
    this.states = states;
    this.blockOf = blockOf;
    dominators = controlFlow.dominators();
    left = limit;
  }

  /** The node and its copies, if the uses are to be divided so; else none. */
  Node[] divide(Node node, int chosen, PlacementPolicy policy, Candidates candidates) {
    if (node.type() == Type.MEM || node.op().isRematerialisable() || !findArms(node)) {
      return new Node[0];
    }
    double copied = 0;
    for (int arm = 0; arm < arms; arm++) {
      copied += candidates.leastFrequency(last[arm], dominators.depth(first[arm]));
    }
    if (left < arms - 1 || !policy.copies(node, candidates.frequency(chosen), copied)) {
      return new Node[0];
    }
    left -= arms - 1;
    Node[] all = new Node[arms];
    all[0] = node;
    Graph graph = controlFlow.graph();
    for (int arm = 1; arm < arms; arm++) {
      all[arm] = copy(graph, node);
    }
    for (int i = 0; i < uses; i++) {
      if (armOf[i] > 0) {
        graph.setInput(Objects.requireNonNull(users[i]), slots[i], all[armOf[i]]);
      }
    }
    return all;
  }

  /** An equal node, which is not numbered and so stays another one. */
  private static Node copy(Graph graph, Node node) {
    @Nullable Node[] inputs = new Node[node.inputCount()];
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = node.inputOrNull(i);
    }
    int position = graph.position();
    graph.setPosition(node.position());
    Node copy = graph.makeRaw(node.op(), node.type(), node.immediate(), node.attribute(), inputs);
    copy.setStamp(node.stamp());
    graph.setPosition(position);
    return copy;
  }

  /** Finds the arms; false if the node is better left alone or may not stand in one of them. */
  private boolean findArms(Node node) {
    int common = -1;
    uses = 0;
    int[] blocks = new int[MOST_USES];
    for (int i = 0; i < node.useCount(); i++) {
      Node user = node.user(i);
      int block = blockOf[user.id()];
      if (block < 0) {
        continue;
      }
      if (uses == MOST_USES) {
        return false;
      }
      if (user.op() == Op.PHI) {
        block = controlFlow.predecessor(block, node.userSlot(i) - 1);
      }
      users[uses] = user;
      slots[uses] = node.userSlot(i);
      blocks[uses++] = block;
      common = common < 0 ? block : dominators.commonDominator(common, block);
    }
    Arrays.fill(first, -1);
    arms = 0;
    for (int i = 0; i < uses; i++) {
      if (blocks[i] == common) {
        return false;
      }
      int arm = arm(dominators.dominatorAtDepth(blocks[i], dominators.depth(common) + 1));
      if (arm < 0) {
        return false;
      }
      last[arm] = last[arm] < 0 ? blocks[i] : dominators.commonDominator(last[arm], blocks[i]);
      armOf[i] = arm;
    }
    if (node.op() == Op.LOAD) {
      for (int arm = 0; arm < arms; arm++) {
        last[arm] = states.limit(node, last[arm]);
        if (!dominators.dominates(first[arm], last[arm])) {
          return false;
        }
      }
    }
    return arms > 1;
  }

  /** The number of the arm that starts with {@code block}; -1 if there are too many. */
  private int arm(int block) {
    for (int arm = 0; arm < arms; arm++) {
      if (first[arm] == block) {
        return arm;
      }
    }
    if (arms == MOST_ARMS) {
      return -1;
    }
    first[arms] = block;
    last[arms] = -1;
    return arms++;
  }
}
