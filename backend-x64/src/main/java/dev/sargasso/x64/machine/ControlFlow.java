package dev.sargasso.x64.machine;

import java.util.Arrays;

/**
 * The control flow of a machine function: a linear order of its blocks, the dominator tree, and the
 * tree of loops.
 *
 * <p>The order is a reverse postorder in which the blocks of each loop are contiguous, the header
 * first. Every block but the entry has a predecessor before it, and in reducible code all of its
 * predecessors but those of back edges.
 *
 * <p>Dominators are found with the semi-dominator and nearest common ancestor method (Georgiadis,
 * Tarjan and Werneck, 2006); loops with Havlak's method (1997), which makes a loop of each
 * irreducible region too, its header being the entry that depth-first search met first. Both take
 * time almost linear in the edges. Nothing recurses. The object is reusable, and keeps its arrays.
 */
public final class ControlFlow {
  private int blockCount;
  private int loopCount;
  private boolean reducible;

  private int[] order = new int[0];
  private int[] position = new int[0];
  private int[] immediateDominator = new int[0];
  private int[] dominatorDepth = new int[0];
  private int[] dominatorFirst = new int[0];
  private int[] dominatorLast = new int[0];
  private int[] loopOfBlock = new int[0];

  private int[] loopHeader = new int[0];
  private int[] loopParent = new int[0];
  private int[] loopDepth = new int[0];
  private int[] loopFirst = new int[0];
  private int[] loopEnd = new int[0];
  private boolean[] loopIrreducible = new boolean[0];

  private int[] preorder = new int[0];
  private int[] vertex = new int[0];
  private int[] lastDescendant = new int[0];
  private int[] parent = new int[0];
  private int[] postorder = new int[0];
  private int[] semi = new int[0];
  private int[] label = new int[0];
  private int[] ancestor = new int[0];
  private int[] stack = new int[0];
  private int[] cursor = new int[0];
  private int[] headedLoop = new int[0];

  // Ways into a loop beside its header, as a list of preorder numbers for each header.
  private int[] firstSideEntry = new int[0];
  private int sideEntryCount;
  private int[] sideEntry = new int[8];
  private int[] nextSideEntry = new int[8];
  private int[] firstChild = new int[0];
  private int[] nextSibling = new int[0];

  /** A view of nothing yet. */
  public ControlFlow() {}

  /** Analyses a function whose blocks are all reachable from its entry. */
  public void compute(final MachineFunction function) {
    blockCount = function.blockCount();
    reserve();
    depthFirst(function);
    dominators(function);
    loops(function);
    contiguousOrder();
    numberDominatorTree();
  }

  /** Whether every loop has one entry. */
  public boolean isReducible() {
    return reducible;
  }

  /** The block at a position of the order. */
  public int blockAt(final int place) {
    return order[place];
  }

  /** The position of a block in the order. */
  public int position(final int block) {
    return position[block];
  }

  /** The closest block that every path from the entry to a block passes; -1 for the entry. */
  public int immediateDominator(final int block) {
    return immediateDominator[block];
  }

  /** How many blocks strictly dominate a block. */
  public int dominatorDepth(final int block) {
    return dominatorDepth[block];
  }

  /** Whether every path from the entry to a block passes another, or is that block itself. */
  public boolean dominates(final int dominator, final int block) {
    return dominatorFirst[dominator] <= dominatorFirst[block]
        && dominatorFirst[block] <= dominatorLast[dominator];
  }

  /** A block's number in a preorder of the dominator tree. */
  public int dominatorPreorder(final int block) {
    return dominatorFirst[block];
  }

  /** The greatest preorder number in the dominator subtree of a block. */
  public int dominatorLast(final int block) {
    return dominatorLast[block];
  }

  /** How many loops there are; an inner loop has a greater number than those around it. */
  public int loopCount() {
    return loopCount;
  }

  /** The innermost loop around a block, or -1. */
  public int loopOf(final int block) {
    return loopOfBlock[block];
  }

  /** A loop's header. */
  public int loopHeader(final int loop) {
    return loopHeader[loop];
  }

  /** Whether a block is the header of the innermost loop around it. */
  public boolean isLoopHeader(final int block) {
    return loopOfBlock[block] >= 0 && loopHeader[loopOfBlock[block]] == block;
  }

  /** The loop around a loop, or -1. */
  public int loopParent(final int loop) {
    return loopParent[loop];
  }

  /** How deep a loop is nested; 1 for an outermost one. */
  public int loopDepth(final int loop) {
    return loopDepth[loop];
  }

  /** The position of a loop's first block in the order. */
  public int loopFirst(final int loop) {
    return loopFirst[loop];
  }

  /** One more than the position of a loop's last block. */
  public int loopEnd(final int loop) {
    return loopEnd[loop];
  }

  /** Whether a loop can be entered other than through its header. */
  public boolean isIrreducible(final int loop) {
    return loopIrreducible[loop];
  }

  private void reserve() {
    if (order.length < blockCount) {
      final int size = Math.max(blockCount, 2 * order.length);
      order = new int[size];
      position = new int[size];
      immediateDominator = new int[size];
      dominatorDepth = new int[size];
      dominatorFirst = new int[size];
      dominatorLast = new int[size];
      loopOfBlock = new int[size];
      loopHeader = new int[size];
      loopParent = new int[size];
      loopDepth = new int[size];
      loopFirst = new int[size];
      loopEnd = new int[size];
      loopIrreducible = new boolean[size];
      preorder = new int[size];
      vertex = new int[size];
      lastDescendant = new int[size];
      parent = new int[size];
      postorder = new int[size];
      semi = new int[size];
      label = new int[size];
      ancestor = new int[size];
      stack = new int[2 * size + 2];
      cursor = new int[size];
      headedLoop = new int[size];
      firstSideEntry = new int[size];
      firstChild = new int[2 * size + 1];
      nextSibling = new int[2 * size + 1];
    }
  }

  private void depthFirst(final MachineFunction function) {
    Arrays.fill(preorder, 0, blockCount, -1);
    int entered = 0;
    int left = 0;
    int depth = 0;
    stack[depth++] = 0;
    parent[0] = -1;
    preorder[0] = entered;
    vertex[entered++] = 0;
    cursor[0] = 0;
    while (depth > 0) {
      final int block = stack[depth - 1];
      if (cursor[block] < function.successorCount(block)) {
        final int next = function.successor(block, cursor[block]++);
        if (preorder[next] < 0) {
          parent[next] = block;
          preorder[next] = entered;
          vertex[entered++] = next;
          cursor[next] = 0;
          stack[depth++] = next;
        }
      } else {
        depth--;
        lastDescendant[block] = entered - 1;
        postorder[left++] = block;
      }
    }
    if (entered != blockCount) {
      throw new IllegalStateException(
          function.name() + ": " + (blockCount - entered) + " blocks cannot be reached");
    }
  }

  private void dominators(final MachineFunction function) {
    // All of this works on preorder numbers.
    for (int number = 0; number < blockCount; number++) {
      semi[number] = number;
      label[number] = number;
      ancestor[number] = -1;
    }
    for (int number = blockCount - 1; number > 0; number--) {
      final int block = vertex[number];
      for (int index = 0; index < function.predecessorCount(block); index++) {
        final int best = evaluate(preorder[function.predecessor(block, index)]);
        semi[number] = Math.min(semi[number], semi[best]);
      }
      ancestor[number] = preorder[parent[block]];
    }
    immediateDominator[0] = -1;
    for (int number = 1; number < blockCount; number++) {
      final int block = vertex[number];
      int dominator = parent[block];
      while (preorder[dominator] > semi[number]) {
        dominator = immediateDominator[dominator];
      }
      immediateDominator[block] = dominator;
    }
  }

  /**
   * The vertex of least semi-dominator on the forest path above a vertex, with path compression.
   */
  private int evaluate(final int number) {
    if (ancestor[number] < 0) {
      return number;
    }
    int depth = 0;
    int at = number;
    while (ancestor[ancestor[at]] >= 0) {
      stack[depth++] = at;
      at = ancestor[at];
    }
    while (depth > 0) {
      final int below = stack[--depth];
      final int above = ancestor[below];
      if (semi[label[above]] < semi[label[below]]) {
        label[below] = label[above];
      }
      ancestor[below] = ancestor[above];
    }
    return label[number];
  }

  private void loops(final MachineFunction function) {
    // Union-find over preorder numbers; "ancestor" is the forest, "label" links a loop's members.
    loopCount = 0;
    reducible = true;
    Arrays.fill(loopOfBlock, 0, blockCount, -1);
    Arrays.fill(headedLoop, 0, blockCount, -1);
    Arrays.fill(firstSideEntry, 0, blockCount, -1);
    sideEntryCount = 0;
    for (int number = 0; number < blockCount; number++) {
      ancestor[number] = number;
    }
    // "semi" marks, for the loop being collected, which representatives are in its body.
    Arrays.fill(semi, 0, blockCount, -1);
    for (int header = blockCount - 1; header >= 0; header--) {
      int pending = 0;
      boolean isLoop = false;
      boolean irreducible = false;
      final int block = vertex[header];
      for (int index = 0; index < function.predecessorCount(block); index++) {
        final int from = preorder[function.predecessor(block, index)];
        if (header <= from && from <= lastDescendant[block]) {
          isLoop = true;
          final int member = find(from);
          if (member != header && semi[member] != header) {
            semi[member] = header;
            stack[pending++] = member;
          }
        }
      }
      if (!isLoop) {
        continue;
      }
      final int loop = loopCount++;
      loopHeader[loop] = block;
      loopParent[loop] = -1;
      headedLoop[block] = loop;
      int handled = 0;
      while (handled < pending) {
        final int member = stack[handled++];
        final int memberBlock = vertex[member];
        for (int index = 0; index < function.predecessorCount(memberBlock); index++) {
          final int from = preorder[function.predecessor(memberBlock, index)];
          if (from >= member && from <= lastDescendant[memberBlock]) {
            continue; // a back edge of an inner loop
          }
          irreducible |= !isBelow(from, header);
          pending = reach(from, header, pending);
        }
        for (int entry = firstSideEntry[member]; entry >= 0; entry = nextSideEntry[entry]) {
          irreducible |= !isBelow(sideEntry[entry], header);
          pending = reach(sideEntry[entry], header, pending);
        }
      }
      loopIrreducible[loop] = irreducible;
      reducible &= !irreducible;
      for (int index = 0; index < pending; index++) {
        final int member = stack[index];
        ancestor[member] = header;
        final int inner = headedLoop[vertex[member]];
        if (inner >= 0) {
          loopParent[inner] = loop;
        } else {
          loopOfBlock[vertex[member]] = loop;
        }
      }
      loopOfBlock[block] = loop;
    }
    // Inner loops were found first; turn the numbers round, so that outer ones come first.
    for (int low = 0, high = loopCount - 1; low < high; low++, high--) {
      final int header = loopHeader[low];
      loopHeader[low] = loopHeader[high];
      loopHeader[high] = header;
      final int outer = loopParent[low];
      loopParent[low] = loopParent[high];
      loopParent[high] = outer;
      final boolean irreducible = loopIrreducible[low];
      loopIrreducible[low] = loopIrreducible[high];
      loopIrreducible[high] = irreducible;
    }
    for (int loop = 0; loop < loopCount; loop++) {
      if (loopParent[loop] >= 0) {
        loopParent[loop] = loopCount - 1 - loopParent[loop];
      }
      headedLoop[loopHeader[loop]] = loop;
      loopDepth[loop] = loopParent[loop] < 0 ? 1 : loopDepth[loopParent[loop]] + 1;
    }
    for (int block = 0; block < blockCount; block++) {
      if (loopOfBlock[block] >= 0) {
        loopOfBlock[block] = loopCount - 1 - loopOfBlock[block];
      }
    }
  }

  /** Whether a vertex is in the subtree of depth-first search below a header. */
  private boolean isBelow(final int number, final int header) {
    return header <= number && number <= lastDescendant[vertex[header]];
  }

  /**
   * Takes a vertex, from which a member of a loop is entered, into the loop too; or notes down that
   * the loop has a side entry, which a loop around it has to follow. Returns how many members wait.
   */
  private int reach(final int from, final int header, final int pending) {
    if (!isBelow(from, header)) {
      if (sideEntryCount == sideEntry.length) {
        sideEntry = Arrays.copyOf(sideEntry, 2 * sideEntryCount);
        nextSideEntry = Arrays.copyOf(nextSideEntry, 2 * sideEntryCount);
      }
      sideEntry[sideEntryCount] = from;
      nextSideEntry[sideEntryCount] = firstSideEntry[header];
      firstSideEntry[header] = sideEntryCount++;
      return pending;
    }
    final int next = find(from);
    if (next == header || semi[next] == header) {
      return pending;
    }
    semi[next] = header;
    stack[pending] = next;
    return pending + 1;
  }

  private int find(final int number) {
    int root = number;
    while (ancestor[root] != root) {
      root = ancestor[root];
    }
    int at = number;
    while (ancestor[at] != root) {
      final int above = ancestor[at];
      ancestor[at] = root;
      at = above;
    }
    return root;
  }

  private void contiguousOrder() {
    // Items are blocks, and loops as blockCount + loop; each loop's list, and that of the function
    // (list loopCount), is in reverse postorder. Prepending in postorder makes them so.
    Arrays.fill(firstChild, 0, loopCount + 1, -1);
    for (int index = 0; index < blockCount; index++) {
      final int block = postorder[index];
      final int loop = loopOfBlock[block];
      final int list = loop < 0 ? loopCount : loop;
      nextSibling[block] = firstChild[list];
      firstChild[list] = block;
      if (headedLoop[block] >= 0) {
        // The header was the last of its loop to be left, so the list is complete.
        final int outer = loopParent[loop] < 0 ? loopCount : loopParent[loop];
        nextSibling[blockCount + loop] = firstChild[outer];
        firstChild[outer] = blockCount + loop;
      }
    }
    int placed = 0;
    int depth = 0;
    int item = firstChild[loopCount];
    while (item >= 0 || depth > 0) {
      if (item < 0) {
        final int loop = stack[--depth];
        loopEnd[loop] = placed;
        item = nextSibling[blockCount + loop];
      } else if (item < blockCount) {
        position[item] = placed;
        order[placed++] = item;
        item = nextSibling[item];
      } else {
        final int loop = item - blockCount;
        loopFirst[loop] = placed;
        stack[depth++] = loop;
        item = firstChild[loop];
      }
    }
  }

  private void numberDominatorTree() {
    // Subtree sizes first: children come after their parent in preorder of depth-first search.
    for (int block = 0; block < blockCount; block++) {
      dominatorLast[block] = 1;
    }
    dominatorDepth[0] = 0;
    for (int number = 1; number < blockCount; number++) {
      final int block = vertex[number];
      dominatorDepth[block] = dominatorDepth[immediateDominator[block]] + 1;
    }
    for (int number = blockCount - 1; number > 0; number--) {
      final int block = vertex[number];
      dominatorLast[immediateDominator[block]] += dominatorLast[block];
    }
    // "cursor" is the next free number in the subtree of a block.
    dominatorFirst[0] = 0;
    cursor[0] = 1;
    for (int number = 1; number < blockCount; number++) {
      final int block = vertex[number];
      final int above = immediateDominator[block];
      dominatorFirst[block] = cursor[above];
      cursor[above] += dominatorLast[block];
      cursor[block] = dominatorFirst[block] + 1;
    }
    for (int block = 0; block < blockCount; block++) {
      dominatorLast[block] += dominatorFirst[block] - 1;
    }
  }
}
