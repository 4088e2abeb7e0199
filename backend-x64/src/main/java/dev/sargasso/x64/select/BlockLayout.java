package dev.sargasso.x64.select;

import dev.sargasso.ir.cfg.BlockFrequencies;
import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The order in which blocks are emitted: reverse postorder with each loop in one piece, cold blocks
 * last. A loop is turned so that it ends with a block that can leave it, which saves the jump back
 * to its head: one taken branch an iteration is left. Linear in the control flow graph and the
 * nesting.
 */
final class BlockLayout {
  /** A block that runs less often than this for each call is cold. */
  private static final double COLD = 0.01;

  private @Nullable ControlFlow flow;
  private @Nullable LoopTree loops;
  private boolean[] reached = new boolean[0];
  private boolean[] cold = new boolean[0];
  private int[] order = new int[16];
  private int count;

  // Items are blocks and, behind them, loops; each loop and the function itself lists its items.
  private int[] nextItem = new int[0];
  private int[] firstItem = new int[0];
  private int[] lastItem = new int[0];
  private int[] stack = new int[16];

  /** Finds the order. Blocks that only the untaken arm of a NEVER leads to are in none. */
  void compute(ControlFlow newFlow) {
    flow = newFlow;
    loops = newFlow.loops();
    BlockFrequencies frequencies = newFlow.frequencies();
    int blocks = flow.count();
    if (reached.length < blocks) {
      reached = new boolean[2 * blocks];
      cold = new boolean[2 * blocks];
      order = new int[2 * blocks];
    }
    Arrays.fill(reached, 0, blocks, false);
    count = 0;
    reach();
    int items = blocks + loops.count() + 1;
    if (nextItem.length < items) {
      nextItem = new int[2 * items];
      firstItem = new int[2 * items];
      lastItem = new int[2 * items];
    }
    Arrays.fill(firstItem, 0, loops.count() + 1, -1);
    for (int block = 0; block < blocks; block++) {
      cold[block] = block > 0 && isCold(block, frequencies);
      if (reached[block] && !cold[block]) {
        list(block);
      }
    }
    for (int loop = 0; loop < loops.count(); loop++) {
      if (firstItem[loop] >= 0 && !loops.isIrreducible(loop)) {
        rotate(loop);
      }
    }
    flatten();
    for (int block = 0; block < blocks; block++) {
      if (reached[block] && cold[block]) {
        order[count++] = block;
      }
    }
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
        int successor = flow.successor(block, i);
        if (!reached[successor]) {
          reached[successor] = true;
          depth = push(depth, successor);
        }
      }
    }
  }

  /** How many successors a block really has: the untaken arm of a NEVER is none. */
  int successorCount(int block) {
    Node terminator = flow.terminator(block);
    return terminator != null && terminator.op() == Op.NEVER ? 1 : flow.successorCount(block);
  }

  private boolean isCold(int block, BlockFrequencies frequencies) {
    Node terminator = flow.terminator(block);
    return frequencies.frequency(block) < COLD
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

  /** Appends a block to its loop's items, and the loop to its parent's when it is its first. */
  private void list(int block) {
    int item = block;
    int loop = loops.loopOf(block);
    while (true) {
      int container = loop < 0 ? loops.count() : loop;
      boolean fresh = firstItem[container] < 0;
      nextItem[item] = -1;
      if (fresh) {
        firstItem[container] = item;
      } else {
        nextItem[lastItem[container]] = item;
      }
      lastItem[container] = item;
      if (loop < 0 || !fresh) {
        return;
      }
      item = flow.count() + loop;
      loop = loops.parent(loop);
    }
  }

  private void rotate(int loop) {
    int last = lastItem[loop];
    if (last >= flow.count() || leaves(last, loop)) {
      return;
    }
    for (int item = firstItem[loop]; item != last; item = nextItem[item]) {
      if (item < flow.count() && leaves(item, loop)) {
        nextItem[last] = firstItem[loop];
        firstItem[loop] = nextItem[item];
        lastItem[loop] = item;
        nextItem[item] = -1;
        return;
      }
    }
  }

  /** Whether the block ends with a branch between staying in the loop and leaving it for good. */
  private boolean leaves(int block, int loop) {
    if (successorCount(block) != 2) {
      return false;
    }
    int one = flow.successor(block, 0);
    int other = flow.successor(block, 1);
    return loops.contains(loop, one)
        ? !loops.contains(loop, other) && !cold[other]
        : loops.contains(loop, other) && !cold[one];
  }

  private void flatten() {
    int depth = 0;
    int item = firstItem[loops.count()];
    while (item >= 0 || depth > 0) {
      if (item < 0) {
        item = stack[--depth];
      } else if (item < flow.count()) {
        order[count++] = item;
        item = nextItem[item];
      } else {
        depth = push(depth, nextItem[item]);
        item = firstItem[item - flow.count()];
      }
    }
  }
}
