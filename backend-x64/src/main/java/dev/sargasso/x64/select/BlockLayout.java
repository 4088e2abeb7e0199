package dev.sargasso.x64.select;

import dev.sargasso.ir.cfg.BlockFrequencies;
import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.schedule.Schedule;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The order in which blocks are emitted. Blocks are first joined to chains along the edges that are
 * taken most, innermost loops first, so that each block is followed by where it mostly goes (the
 * second algorithm of K. Pettis and R. C. Hansen, "Profile guided code positioning", PLDI 1990). A
 * jump that always goes counts twice as much as a branch, since to fall through saves an
 * instruction as well. When the edges within a loop are done, its chain is turned so that it ends
 * with a block that can leave it, if that saves the jump back to the head. The chains come in the
 * order of their first block in reverse postorder with each loop in one piece, cold ones last.
 *
 * <p>Time is that of sorting the edges; all else is linear in the control flow graph and the
 * nesting.
 */
final class BlockLayout {
  /** A block that runs less often than this for each call is cold. */
  private static final double COLD = 0.01;

  /** Bits of a key that number an edge or a loop. */
  private static final int NUMBER_BITS = 25;

  private static final int NONE = -1;

  /** Instead of the block before: the block has been emitted. */
  private static final int PLACED = -2;

  private @Nullable ControlFlow flow;
  private @Nullable LoopTree loops;
  private @Nullable BlockFrequencies frequencies;
  private @Nullable Schedule schedule;
  private boolean[] reached = new boolean[0];
  private boolean[] cold = new boolean[0];
  private int[] order = new int[16];
  private int count;

  // Items are blocks and, behind them, loops; each loop and the function itself lists its items.
  private int[] nextItem = new int[0];
  private int[] firstItem = new int[0];
  private int[] lastItem = new int[0];
  private int[] stack = new int[16];

  // Chains: of each block its neighbours; of the first block of a chain its last and of the last
  // its first.
  private int[] next = new int[0];
  private int[] previous = new int[0];
  private int[] otherEnd = new int[0];
  private int[] edgeFrom = new int[16];
  private int[] edgeTo = new int[16];
  private long[] keys = new long[16];

  private final boolean small;

  /**
   * @param small whether to save jumps in the code, not jumps that are taken
   */
  BlockLayout(boolean small) {
    this.small = small;
  }

  /** Finds the order. Blocks that only the untaken arm of a NEVER leads to are in none. */
  void compute(Schedule newSchedule) {
    schedule = newSchedule;
    flow = newSchedule.controlFlow();
    loops = flow.loops();
    frequencies = flow.frequencies();
    int blocks = flow.count();
    if (reached.length < blocks) {
      reached = new boolean[2 * blocks];
      cold = new boolean[2 * blocks];
      order = new int[2 * blocks];
      next = new int[2 * blocks];
      previous = new int[2 * blocks];
      otherEnd = new int[2 * blocks];
    }
    Arrays.fill(reached, 0, blocks, false);
    reach();
    for (int block = 0; block < blocks; block++) {
      cold[block] = block > 0 && isCold(block);
      next[block] = NONE;
      previous[block] = NONE;
      otherEnd[block] = block;
    }
    chain();
    count = 0;
    listItems();
    flatten();
    for (int block = 0; block < blocks; block++) {
      if (reached[block] && cold[block]) {
        placeChain(block);
      }
    }
  }

  private ControlFlow flow() {
    return Objects.requireNonNull(flow);
  }

  private LoopTree loops() {
    return Objects.requireNonNull(loops);
  }

  private BlockFrequencies frequencies() {
    return Objects.requireNonNull(frequencies);
  }

  /** How many blocks are emitted. */
  int count() {
    return count;
  }

  /** The block that is emitted as number {@code i}. */
  int block(int i) {
    return order[i];
  }

  /** Whether a block is emitted at all. */
  boolean isReached(int block) {
    return reached[block];
  }

  private void reach() {
    int depth = 0;
    reached[0] = true;
    depth = push(depth, 0);
    while (depth > 0) {
      int block = stack[--depth];
      for (int i = 0; i < successorCount(block); i++) {
        int successor = flow().successor(block, i);
        if (!reached[successor]) {
          reached[successor] = true;
          depth = push(depth, successor);
        }
      }
    }
  }

  /** How many successors a block really has: the untaken arm of a NEVER is none. */
  int successorCount(int block) {
    Node terminator = flow().terminator(block);
    return terminator != null && terminator.op() == Op.NEVER ? 1 : flow().successorCount(block);
  }

  private boolean isCold(int block) {
    Node terminator = flow().terminator(block);
    return frequencies().frequency(block) < COLD
        || (terminator != null
            && (terminator.op() == Op.TRAP || terminator.op() == Op.UNREACHABLE));
  }

  private int push(int depth, int value) {
    if (depth == stack.length) {
      stack = Arrays.copyOf(stack, 2 * depth);
    }
    stack[depth] = value;
    return depth + 1;
  }

  // ------------------------------------------------------------------ chains

  /** Joins blocks to chains, the edges of inner loops first, each loop's most frequent first. */
  private void chain() {
    int edges = 0;
    int items = 0;
    for (int block = 0; block < flow().count(); block++) {
      if (!reached[block] || successorCount(block) > 2) {
        continue;
      }
      for (int i = 0; i < successorCount(block); i++) {
        int to = flow().successor(block, i);
        if (cold[block] == cold[to] && !isBack(block, to)) {
          int depth = commonDepth(block, to);
          ensureEdges(edges, items);
          edgeFrom[edges] = block;
          edgeTo[edges] = to;
          keys[items++] = key(depth, weight(block, i, to), edges++);
        }
      }
    }
    for (int loop = 0; loop < loops().count(); loop++) {
      if (!loops().isIrreducible(loop) && reached[loops().header(loop)]) {
        ensureEdges(edges, items);
        keys[items++] = key(loops().depthOfLoop(loop), 0, edges + loop);
      }
    }
    if (edges + loops().count() >= 1 << NUMBER_BITS) {
      return;
    }
    Arrays.sort(keys, 0, items);
    for (int item = 0; item < items; item++) {
      int number = (int) keys[item] & ((1 << NUMBER_BITS) - 1);
      if (number < edges) {
        join(edgeFrom[number], edgeTo[number]);
      } else {
        closeLoop(number - edges);
      }
    }
  }

  private void ensureEdges(int edges, int items) {
    if (edges == edgeFrom.length) {
      edgeFrom = Arrays.copyOf(edgeFrom, 2 * edges);
      edgeTo = Arrays.copyOf(edgeTo, 2 * edges);
    }
    if (items == keys.length) {
      keys = Arrays.copyOf(keys, 2 * items);
    }
  }

  /** Sorts deep before shallow, then heavy before light, then by number. */
  private static long key(int depth, double weight, int number) {
    long deep = 0xFFL - Math.min(depth, 0xFF);
    long light = (long) Integer.MAX_VALUE - Float.floatToRawIntBits((float) weight);
    return deep << (31 + NUMBER_BITS) | light << NUMBER_BITS | number;
  }

  private double frequency(int block) {
    return small ? 1 : frequencies().frequency(block);
  }

  /** What it saves to let control fall through an edge. */
  private double weight(int from, int i, int to) {
    double taken = frequency(from) * (small ? 1 : frequencies().probability(from, i));
    boolean always = successorCount(from) == 1 && !isIdle(from);
    // An arm without code is none: the branch leads on to where the arm does.
    return always ? 2 * taken : isIdle(to) ? 0.99 * taken : taken;
  }

  /** Whether the block does nothing but go on, as far as is known before registers are. */
  private boolean isIdle(int block) {
    return successorCount(block) == 1
        && flow().terminator(block) == null
        && Objects.requireNonNull(schedule).size(block) == 0;
  }

  /** Whether an edge leads back to the head of a loop around it. */
  private boolean isBack(int from, int to) {
    return loops().isHeader(to) && loops().contains(loops().loopOf(to), from);
  }

  /** The depth of the innermost loop that both blocks are in. */
  private int commonDepth(int one, int other) {
    int loop = loops().loopOf(one);
    while (loop >= 0 && !loops().contains(loop, other)) {
      loop = loops().parent(loop);
    }
    return loop < 0 ? 0 : loops().depthOfLoop(loop);
  }

  private void join(int from, int to) {
    if (next[from] != NONE || previous[to] != NONE || to == 0 || otherEnd[from] == to) {
      return;
    }
    if (isIdle(to) && next[to] == NONE) {
      // Where the arm leads to stands behind another block, so there is nothing to fall into.
      return;
    }
    int first = otherEnd[from];
    int last = otherEnd[to];
    next[from] = to;
    previous[to] = from;
    otherEnd[first] = last;
    otherEnd[last] = first;
  }

  /**
   * Finds the best place for the head of a loop whose other blocks are in chains: behind a chain
   * that leads back to it, or, if that is its own, wherever that chain is cut at least cost.
   */
  private void closeLoop(int loop) {
    int head = loops().header(loop);
    if (previous[head] != NONE || head == 0) {
      return;
    }
    int best = NONE;
    double entries = 0;
    for (int i = 0; i < flow().predecessorCount(head); i++) {
      int from = flow().predecessor(head, i);
      if (!loops().contains(loop, from)) {
        entries += frequency(from);
      } else if (next[from] == NONE
          && cold[from] == cold[head]
          && successorCount(from) == 1
          && (best == NONE || frequency(from) > frequency(best))) {
        best = from;
      }
    }
    if (best == NONE) {
      return;
    }
    double gain = 2 * (frequency(best) - entries);
    if (otherEnd[best] != head) {
      if (gain > 0) {
        join(best, head);
      }
      return;
    }
    int cut = NONE;
    for (int at = head; at != best; at = next[at]) {
      double change = gain - costOfCut(at, loop);
      if (change > 0 && (cut == NONE || change > gain - costOfCut(cut, loop))) {
        cut = at;
      }
    }
    if (cut != NONE) {
      turn(head, best, cut);
    }
  }

  /** What it costs to end a loop's chain with a block: less if the loop can be left there. */
  private double costOfCut(int block, int loop) {
    if (successorCount(block) != 2) {
      return Double.POSITIVE_INFINITY;
    }
    int inside = flow().successor(block, 0) == next[block] ? 0 : 1;
    int outside = flow().successor(block, 1 - inside);
    if (loops().contains(loop, outside) || cold[outside]) {
      return Double.POSITIVE_INFINITY;
    }
    double here = frequency(block);
    return here * frequencies().probability(block, inside)
        - here * frequencies().probability(block, 1 - inside);
  }

  /** Lets a chain from {@code first} to {@code last} begin behind {@code cut} and end with it. */
  private void turn(int first, int last, int cut) {
    int begin = next[cut];
    next[last] = first;
    previous[first] = last;
    next[cut] = NONE;
    previous[begin] = NONE;
    otherEnd[begin] = cut;
    otherEnd[cut] = begin;
  }

  // ------------------------------------------------------------------- order

  private void listItems() {
    int blocks = flow().count();
    int items = blocks + loops().count() + 1;
    if (nextItem.length < items) {
      nextItem = new int[2 * items];
      firstItem = new int[2 * items];
      lastItem = new int[2 * items];
    }
    Arrays.fill(firstItem, 0, loops().count() + 1, NONE);
    for (int block = 0; block < blocks; block++) {
      if (reached[block] && !cold[block]) {
        list(block);
      }
    }
  }

  /** Appends a block to its loop's items, and the loop to its parent's when it is its first. */
  private void list(int block) {
    int item = block;
    int loop = loops().loopOf(block);
    while (true) {
      int container = loop < 0 ? loops().count() : loop;
      boolean fresh = firstItem[container] < 0;
      nextItem[item] = NONE;
      if (fresh) {
        firstItem[container] = item;
      } else {
        nextItem[lastItem[container]] = item;
      }
      lastItem[container] = item;
      if (loop < 0 || !fresh) {
        return;
      }
      item = flow().count() + loop;
      loop = loops().parent(loop);
    }
  }

  private void flatten() {
    int depth = 0;
    int item = firstItem[loops().count()];
    while (item >= 0 || depth > 0) {
      if (item < 0) {
        item = stack[--depth];
      } else if (item < flow().count()) {
        placeChain(item);
        item = nextItem[item];
      } else {
        depth = push(depth, nextItem[item]);
        item = firstItem[item - flow().count()];
      }
    }
  }

  /** Emits the chain that a block is in, unless that was done. */
  private void placeChain(int block) {
    int first = block;
    while (previous[first] >= 0) {
      first = previous[first];
    }
    if (previous[first] == NONE) {
      for (int at = first; at != NONE; at = next[at]) {
        order[count++] = at;
      }
      // The chain is placed from now on; its blocks find that at the first step.
      for (int at = first; at != NONE; at = next[at]) {
        previous[at] = PLACED;
      }
    }
  }
}
