package dev.sargasso.passes.thread;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Function;
import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds edges on which it is known how a block will branch, and lets {@link BlockSplit} send them
 * there.
 *
 * <p>A block qualifies if it holds nothing that happens: phis, a branch or jump, and what floats.
 * Three things are done:
 *
 * <ul>
 *   <li>An edge on which the block's own condition is known goes where that leads. If the block
 *       heads a loop, this must be so for all its edges; to take away some would give the loop
 *       several entries.
 *   <li>An edge into a block that only joins goes on to the next one by itself, if the choice there
 *       is then known.
 *   <li>A small block in a loop with another condition gets copies if a large switch behind it is
 *       known then: a state machine jumps from state to state instead of through its switch.
 * </ul>
 *
 * <p>Each split is linear in the graph, and the larger the graph, the fewer there may be.
 */
public final class JumpThreading {
  /** Values that a block may hold besides comparisons, to be split at all. */
  private static final int MOST_VALUES = 60;

  /** The same where size decides. */
  private static final int MOST_VALUES_IF_SMALL = 0;

  /** The same for a block that is copied with its branch. */
  private static final int MOST_COPIED = 12;

  /** Copies of one block. */
  private static final int MOST_GROUPS = 24;

  /** Arms that make a switch dear enough to copy what stands before it. */
  private static final int LARGE_SWITCH = 4;

  private final Function function;
  private final Graph graph;
  private final boolean small;
  private final BiPredicate<String, Node> mayChange;
  private final EdgeValues values = new EdgeValues();
  private ControlFlow controlFlow;
  private @Nullable EarlyBlocks early;
  private int threaded;

  // The plan for the block in work.
  private int[] groupOf = new int[16];
  private int[] keys = new int[MOST_GROUPS];
  private int[] armOf = new int[MOST_GROUPS];
  private int groups;

  private JumpThreading(Function function, boolean small, BiPredicate<String, Node> mayChange) {
    this.function = function;
    graph = function.graph();
    this.small = small;
    this.mayChange = mayChange;
    controlFlow = ControlFlow.of(graph);
  }

  /**
   * Threads what can be threaded now; simplification may lay open more.
   *
   * @param small whether code may hardly grow, so that blocks with a condition of their own are not
   *     copied
   * @param mayChange asked for each block to be split, with what is done and where
   * @return how many edges were led elsewhere
   */
  public static int run(Function function, boolean small, BiPredicate<String, Node> mayChange) {
    if (!anyRegion(function.graph())) {
      return 0;
    }
    JumpThreading pass = new JumpThreading(function, small, mayChange);
    int splits = Math.min(24, 2 + 20_000 / function.graph().size());
    int block = 1;
    while (splits > 0 && block < pass.controlFlow.count()) {
      if (pass.split(block)) {
        splits--;
        block = 1;
      } else {
        block++;
      }
    }
    return pass.threaded;
  }

  private static boolean anyRegion(Graph graph) {
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && node.op().isRegion()) {
        return true;
      }
    }
    return false;
  }

  // -------------------------------------------------------------------- plans

  private boolean split(int block) {
    if (!isQuiet(block)) {
      return false;
    }
    int edges = controlFlow.predecessorCount(block);
    if (edges > groupOf.length) {
      groupOf = new int[2 * edges];
    }
    Arrays.fill(groupOf, 0, edges, -1);
    groups = 0;
    Node terminator = controlFlow.terminator(block);
    boolean planned;
    String what;
    if (terminator == null) {
      planned = planJoin(block);
      what = "thread join";
    } else if (planOwn(block, terminator)) {
      planned = true;
      what = "thread branch";
    } else {
      planned = !small && terminator.op() == Op.IF && planCopies(block);
      what = "copy block";
    }
    if (!planned || !mayChange.test(what, controlFlow.head(block))) {
      return false;
    }
    for (int edge = 0; edge < edges; edge++) {
      threaded += groupOf[edge] >= 0 ? 1 : 0;
    }
    new BlockSplit(function, controlFlow, early(), block, groups)
        .run(Arrays.copyOf(groupOf, edges), Arrays.copyOf(armOf, groups));
    controlFlow = ControlFlow.of(graph);
    early = null;
    return true;
  }

  private EarlyBlocks early() {
    EarlyBlocks found = early;
    if (found == null) {
      found = new EarlyBlocks(controlFlow);
      early = found;
    }
    return found;
  }

  /** Whether the block is a region in which nothing happens but a branch or a jump. */
  private boolean isQuiet(int block) {
    Node head = controlFlow.head(block);
    if (!head.op().isRegion() || head != controlFlow.lastToken(block)) {
      return false;
    }
    Node terminator = controlFlow.terminator(block);
    if (terminator != null && terminator.op() != Op.IF && terminator.op() != Op.SWITCH) {
      return false;
    }
    for (int i = 0; i < head.useCount(); i++) {
      Node user = head.user(i);
      if (user.op().isPinned()
          && user != terminator
          && user.op() != Op.PHI
          && !user.op().isRegion()) {
        return false;
      }
    }
    return true;
  }

  /** How many values, but for comparisons, would have to be copied or carried. */
  private boolean holdsAtMost(int block, int most) {
    EarlyBlocks found = early();
    if (found.count(block) > 3 * MOST_VALUES) {
      return false;
    }
    int count = 0;
    for (int i = 0; i < found.count(block); i++) {
      count += found.node(block, i).op().isComparison() ? 0 : 1;
    }
    return count <= most;
  }

  private int group(int key, int arm) {
    for (int g = 0; g < groups; g++) {
      if (keys[g] == key) {
        return g;
      }
    }
    if (groups == MOST_GROUPS) {
      return -1;
    }
    keys[groups] = key;
    armOf[groups] = arm;
    return groups++;
  }

  private static int armOf(Node terminator, long value) {
    return terminator.op() == Op.IF
        ? (int) value
        : ((SwitchTable) Objects.requireNonNull(terminator.attribute())).select(value);
  }

  /** Edges on which the block's own choice is known. */
  private boolean planOwn(int block, Node terminator) {
    Node condition = terminator.value(0);
    if (condition.isConstant()) {
      return false;
    }
    Node head = controlFlow.head(block);
    int edges = controlFlow.predecessorCount(block);
    int known = 0;
    for (int edge = 0; edge < edges; edge++) {
      values.clear();
      values.addLater(head, edge);
      OptionalLong value = values.constant(condition);
      if (value.isPresent()) {
        int arm = armOf(terminator, value.getAsLong());
        groupOf[edge] = group(arm, arm);
        known += groupOf[edge] >= 0 ? 1 : 0;
      }
    }
    return known > 0
        && (known == edges || !controlFlow.loops().isHeader(block))
        && holdsAtMost(block, small ? MOST_VALUES_IF_SMALL : MOST_VALUES);
  }

  /** Edges into a block that only joins, on which a choice further on is known. */
  private boolean planJoin(int block) {
    Node head = controlFlow.head(block);
    int edges = controlFlow.predecessorCount(block);
    boolean header = controlFlow.loops().isHeader(block);
    int known = 0;
    boolean entry = false;
    for (int edge = 0; edge < edges; edge++) {
      values.clear();
      values.addLater(head, edge);
      if (choiceAfter(block, 0, 2) >= 0) {
        groupOf[edge] = group(edge, -1);
        if (groupOf[edge] >= 0) {
          known++;
          entry |= !controlFlow.dominators().dominates(block, controlFlow.predecessor(block, edge));
        }
      }
    }
    return known > 0
        && edges > 1
        && (known == edges || !header || !entry)
        && holdsAtMost(block, small ? MOST_VALUES_IF_SMALL : MOST_VALUES);
  }

  /** Edges into a small block with a branch of its own, behind which a large switch is known. */
  private boolean planCopies(int block) {
    if (controlFlow.loops().depth(block) == 0 || controlFlow.loops().isHeader(block)) {
      return false;
    }
    Node head = controlFlow.head(block);
    int edges = controlFlow.predecessorCount(block);
    int known = 0;
    for (int edge = 0; edge < edges; edge++) {
      for (int arm = 0; arm < 2 && groupOf[edge] < 0; arm++) {
        int next = controlFlow.successor(block, arm);
        Node armHead = controlFlow.head(next);
        if (armHead.useCount() != 1 || controlFlow.terminator(next) != null) {
          continue;
        }
        values.clear();
        values.addLater(head, edge);
        int choice = choiceAfter(next, 0, LARGE_SWITCH);
        if (choice >= 0) {
          groupOf[edge] = group(2 * choice + arm, -1);
          known += groupOf[edge] >= 0 ? 1 : 0;
        }
      }
    }
    return known > 0 && (groups > 1 || known < edges) && holdsAtMost(block, MOST_COPIED);
  }

  /**
   * The arm that is taken at the first choice behind a block that jumps, or -1 if it is not known
   * on this way, or if there are fewer than {@code arms} ways to go on.
   */
  private int choiceAfter(int block, int steps, int arms) {
    int next = controlFlow.successor(block, 0);
    Node head = controlFlow.head(next);
    if (steps == 2 || values.isLong() || values.passes(head) || !isQuiet(next)) {
      return -1;
    }
    values.addLater(head, controlFlow.predecessorIndex(block, 0));
    Node terminator = controlFlow.terminator(next);
    if (terminator == null) {
      return choiceAfter(next, steps + 1, arms);
    }
    if (controlFlow.successorCount(next) < arms || terminator.value(0).isConstant()) {
      return -1;
    }
    OptionalLong value = values.constant(terminator.value(0));
    return value.isPresent() ? armOf(terminator, value.getAsLong()) : -1;
  }
}
