package dev.sargasso.ir.text;

import java.util.Arrays;

/**
 * The dominator tree of a function as written, and an order in which every block comes after its
 * immediate dominator and, but for back edges, after its predecessors. Iterative algorithm of
 * Cooper, Harvey and Kennedy.
 *
 * <p>Blocks that control cannot reach hang below the block by which a walk first finds them, or
 * below the entry, so that they can be checked like the others.
 */
final class FlowOrder {
  private final int[] order;
  private final int[] depth;
  private final int[] immediateDominator;
  private final int reachedCount;
  private final int[] position;

  /**
   * @param successors for each block, the entry being 0
   */
  FlowOrder(int[][] successors) {
    int count = successors.length;
    position = new int[count];
    immediateDominator = new int[count];
    depth = new int[count];
    Arrays.fill(position, -1);
    Arrays.fill(immediateDominator, -1);
    int[] walkParent = new int[count];
    int[] postorder = new int[count];
    int finished = 0;
    int reached = 0;
    int[] stack = new int[count];
    int[] next = new int[count];
    boolean[] seen = new boolean[count];
    // Unreachable roots are walked after the entry, so they come first in reverse postorder.
    for (int root = 0; root < count; root++) {
      if (seen[root]) {
        continue;
      }
      walkParent[root] = 0;
      seen[root] = true;
      int top = 0;
      stack[0] = root;
      while (top >= 0) {
        int block = stack[top];
        if (next[block] < successors[block].length) {
          int successor = successors[block][next[block]++];
          if (!seen[successor]) {
            seen[successor] = true;
            walkParent[successor] = block;
            stack[++top] = successor;
          }
        } else {
          postorder[finished++] = block;
          top--;
        }
      }
      if (root == 0) {
        reached = finished;
      }
    }
    reachedCount = reached;
    int[] reversePostorder = new int[count];
    for (int i = 0; i < reached; i++) {
      reversePostorder[i] = postorder[reached - 1 - i];
    }
    for (int i = reached; i < count; i++) {
      reversePostorder[i] = postorder[count - 1 - (i - reached)];
    }
    for (int i = 0; i < count; i++) {
      position[reversePostorder[i]] = i;
    }
    dominate(successors, reversePostorder);
    for (int i = reached; i < count; i++) {
      immediateDominator[reversePostorder[i]] = walkParent[reversePostorder[i]];
    }
    order = preorder(reversePostorder);
  }

  private void dominate(int[][] successors, int[] reversePostorder) {
    immediateDominator[0] = 0;
    boolean changed = true;
    while (changed) {
      changed = false;
      // The first visit of a block's predecessor in order sets it; later ones meet.
      for (int i = 0; i < reachedCount; i++) {
        int block = reversePostorder[i];
        for (int successor : successors[block]) {
          if (successor == 0) {
            continue;
          }
          int old = immediateDominator[successor];
          int now = old < 0 ? block : meet(old, block);
          if (now != old) {
            immediateDominator[successor] = now;
            changed = true;
          }
        }
      }
    }
  }

  private int meet(int a, int b) {
    while (a != b) {
      while (position[a] > position[b]) {
        a = immediateDominator[a];
      }
      while (position[b] > position[a]) {
        b = immediateDominator[b];
      }
    }
    return a;
  }

  /** Preorder of the dominator tree, children in reverse postorder. */
  private int[] preorder(int[] reversePostorder) {
    int count = reversePostorder.length;
    int[] firstChild = new int[count];
    int[] sibling = new int[count];
    Arrays.fill(firstChild, -1);
    Arrays.fill(sibling, -1);
    for (int i = count - 1; i > 0; i--) {
      int block = reversePostorder[i];
      int parent = immediateDominator[block];
      sibling[block] = firstChild[parent];
      firstChild[parent] = block;
    }
    int[] result = new int[count];
    int[] stack = new int[count];
    int top = 0;
    int filled = 0;
    while (top >= 0) {
      int block = stack[top--];
      depth[block] = block == 0 ? 0 : depth[immediateDominator[block]] + 1;
      result[filled++] = block;
      int from = top + 1;
      for (int child = firstChild[block]; child >= 0; child = sibling[child]) {
        stack[++top] = child;
      }
      for (int to = top; from < to; from++, to--) {
        int swapped = stack[from];
        stack[from] = stack[to];
        stack[to] = swapped;
      }
    }
    return result;
  }

  /** Block number {@code i} in the order. */
  int block(int i) {
    return order[i];
  }

  /** Depth in the dominator tree; the entry has 0. */
  int depth(int block) {
    return depth[block];
  }
}
